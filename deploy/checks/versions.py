"""The version of the program stands in several of these files: it is the same in all of them."""

import re
import tomllib

from .report import hold

# Where it stands, and how.
PLACES = {
    "compose.yaml": r"CROUPIER_VERSION:-([^}]*)\}",
    "Containerfile": r"--tag croupier:(\S+)",
    "kubernetes/kustomization.yaml": r"newTag: (\S+)",
    "kubernetes/worker/scaling.yaml": r"version = '([^']*)'",
}


def checks(deploy):
    yield "versions", lambda: versions(deploy)


def versions(deploy):
    wanted = tomllib.loads((deploy.parent / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    wrong = []
    for name, pattern in PLACES.items():
        found = re.findall(pattern, (deploy / name).read_text())
        wrong += [f"{name} does not say it"] * (not found)
        wrong += [f"{name} says {each}, and the program is {wanted}" for each in found if each != wanted]
    following = (deploy / "kubernetes-next" / "kustomization.yaml").read_text()
    said = set(re.findall(r"newTag: (\S+)", following)) | set(re.findall(r"version = '([^']*)'", following))
    if len(said) != 1 or said == {wanted}:
        wrong.append(
            f"kubernetes-next says {', '.join(sorted(said))}; it is to say one other version than {wanted}"
        )
    hold(wrong)
    return f"{wanted} in {len(PLACES)} files"
