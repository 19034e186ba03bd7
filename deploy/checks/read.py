"""Reads YAML and schemas, and holds the one against the other."""

import importlib.util
from pathlib import Path

from .report import Wrong


def carried(package):
    """The folder of a package that is installed for the schemas in it. It is not imported: that would want
    all that its program needs."""
    found = importlib.util.find_spec(package)
    if not found:
        raise ImportError(name=package)
    return Path(found.submodule_search_locations[0])


def documents(path):
    """All documents of a file, as plain values."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        return [each for each in YAML(typ="safe", pure=True).load_all(path.read_text()) if each is not None]
    except YAMLError as error:
        raise Wrong([f"{path.name}: {' '.join(str(error).split())}"]) from error


def document(path):
    """The one document of a file."""
    found = documents(path)
    if len(found) != 1:
        raise Wrong([f"{path.name} has {len(found)} documents; it is to have 1"])
    return found[0]


def misfits(where, value, schema, definitions=None):
    """What of a value does not fit a schema, a sentence each. `definitions` is what it means by
    `_definitions.json`."""
    import jsonschema

    # Some schemas name a version of JSON schema that came before; all that they use is the same in this one.
    kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft7Validator)
    store = {"_definitions.json": definitions} if definitions else {}
    resolver = jsonschema.RefResolver(base_uri="", referrer=schema, store=store)
    errors = list(kind(schema, resolver=resolver).iter_errors(value))
    # Where a part is wrong, all that is beside it counts as unknown, too.
    telling = [error for error in errors if error.validator != "unevaluatedProperties"] or errors
    for error in sorted(telling, key=lambda error: list(map(str, error.path))):
        deepest = jsonschema.exceptions.best_match([error])
        at = ".".join(str(step) for step in deepest.absolute_path)
        message = deepest.message
        if len(message) > 300:
            message = f"{message[:140]} … {message[-140:]}"
        yield f"{where}: {at or 'the whole'}: {message}"
