"""The Containerfile, by hadolint; and the shell scripts beside it, by the shell."""

import subprocess

from .report import hold


def checks(deploy):
    yield "Containerfile, by hadolint", lambda: hadolint(deploy)
    yield "shell scripts", lambda: scripts(deploy)


def hadolint(deploy):
    done = subprocess.run(
        ["hadolint", "--no-color", "Containerfile"], cwd=deploy, capture_output=True, text=True
    )
    lines = (done.stdout + done.stderr).splitlines()
    hold(lines if done.returncode and lines else ["it failed and said nothing"] if done.returncode else [])
    return "nothing to be said"


def scripts(deploy):
    files = sorted(deploy.rglob("*.sh"))
    done = {file: subprocess.run(["sh", "-n", str(file)], capture_output=True, text=True) for file in files}
    hold(each.stderr.strip() for each in done.values() if each.returncode)
    # PostgreSQL's image reads a script that cannot be executed into its own shell, where `set -eu` would
    # stay.
    hold(f"{file.name} cannot be executed" for file in files if not file.stat().st_mode & 0o111)
    return f"{len(files)} can be read"
