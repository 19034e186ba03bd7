"""The compose files: against the schema of the Compose Specification, and what no schema knows."""

import json
import re

from .read import carried, document, misfits
from .report import hold

FILES = ("compose.yaml", "compose.namespaces.yaml")
# A variable with what stands for it, or what is said where it is missing.
VARIABLE = re.compile(r"\$\{([A-Z_]+)(?::([-?])([^}]*))?\}")


def checks(deploy):
    yield "the compose files and their schema", lambda: against_schema(deploy)
    yield "what compose.yaml names", lambda: names(deploy)
    yield "the time in which workers end", lambda: ends(deploy)


def schema():
    """That of the Compose Specification, which check-jsonschema carries."""
    vendor = carried("check_jsonschema") / "builtin_schemas" / "vendor"
    return json.loads((vendor / "compose-spec.json").read_text())


def against_schema(deploy):
    spec = schema()
    read = {name: document(deploy / name) for name in FILES}
    read["both together"] = laid_over(*read.values())
    hold(each for name, value in read.items() for each in misfits(name, value, spec))
    return f"{len(FILES)} files fit, each and together"


def laid_over(below, above):
    """What two files are together, as the specification has it: lists one behind the other, of all else the
    upper one."""
    if isinstance(below, dict) and isinstance(above, dict):
        both = {key: laid_over(below[key], above[key]) for key in below.keys() & above.keys()}
        return {**below, **above, **both}
    return below + above if isinstance(below, list) and isinstance(above, list) else above


def names(deploy):
    """Files that are mounted are there, every variable is in env.example, and no password has a value."""
    text, compose = (deploy / FILES[0]).read_text(), document(deploy / FILES[0])
    asked = {name: (kind, words) for name, kind, words in VARIABLE.findall(text)}
    example = dict(
        line.split("=", 1)
        for line in (deploy / "env.example").read_text().splitlines()
        if re.match("[A-Z]", line)
    )
    wrong = [f"env.example gives {name} a value" for name, value in example.items() if value]
    # What has a value without it need not be there.
    missing = {name for name, (kind, words) in asked.items() if kind != "-" or not words} - set(example)
    wrong += [f"env.example does not have {name}, which compose.yaml asks for" for name in sorted(missing)]
    wrong += [
        f"env.example has {name}, which compose.yaml does not ask for"
        for name in sorted(set(example) - set(asked))
    ]
    wrong += [
        f"{name} has a value of its own"
        for name, (kind, words) in asked.items()
        if "PASSWORD" in name and kind == "-" and words
    ]
    mounted = [
        each.split(":")[0] for service in compose["services"].values() for each in service.get("volumes", [])
    ]
    files = [each for each in mounted if each.startswith(".")]
    # Compose makes the folder of tournaments where it is not there.
    wrong += [
        f"{each} is mounted and is not there"
        for each in files
        if not (deploy / each).exists() and each != "./plans"
    ]
    hold(wrong)
    return f"{len(asked)} variables, {len(files)} files"


def ends(deploy):
    """Whoever stops a worker waits longer than it waits for its jobs."""
    worker = document(deploy / FILES[0])["services"]["worker"]
    grace = int(worker["command"][worker["command"].index("--grace") + 1])
    waits = int(worker["stop_grace_period"].removesuffix("s"))
    # Ten seconds for open moves, and two for each of three things behind that.
    if waits < grace + 16:
        hold([f"it has {waits} s, and waits for {grace} s by itself; {grace + 16} s are needed"])
    return f"{waits} s, of which {grace} s are for its jobs"
