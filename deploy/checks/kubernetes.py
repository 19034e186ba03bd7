"""The manifests: against the schemas of two versions of Kubernetes, what we use of KEDA against a schema of
ours, and what no schema knows. With `kubectl` here, also what it makes of each kustomization; that asks no
cluster."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

from .read import carried, document, documents, misfits
from .report import Wrong, hold

# The oldest that has all we use, and a newer one.
VERSIONS = ("1.33", "1.37")
FOLDERS = ("kubernetes", "kubernetes-namespaces", "kubernetes-next")


def checks(deploy):
    yield "the manifests and their schemas", lambda: against_schemas(deploy)
    yield "kustomizations, by kubectl", lambda: kustomized(deploy)
    yield "what the manifests name", lambda: names(deploy)
    yield "what workers and KEDA agree in", lambda: agree(deploy)


def manifests(deploy):
    """Every object that stands in a file, with the file's name."""
    for folder in FOLDERS:
        for file in sorted((deploy / folder).rglob("*.yaml")):
            if file.name != "kustomization.yaml":
                yield from ((str(file.relative_to(deploy)), each) for each in documents(file))


class Schemas:
    """The schemas of a version of Kubernetes, strict ones: what they do not know is wrong."""

    def __init__(self, version, keda):
        schemas = carried("kubernetes_validate") / "kubernetes-json-schema"
        self._folder = next(
            each for each in schemas.iterdir() if re.fullmatch(rf"v{version}\.\d+-local-strict", each.name)
        )
        self._definitions = json.loads((self._folder / "_definitions.json").read_text())
        self._keda, self.version = keda, version

    def misfits(self, where, made):
        """What of an object does not fit."""
        name = f"{where}, {made['kind']} {made['metadata']['name']} ({self.version})"
        if made["apiVersion"].startswith("keda.sh/"):
            return misfits(name, made, self._keda)
        # apps/v1 is apps-v1 there, and policy/v1 policy-v1; what is before a dot in a group counts.
        group = re.sub(r"^([^./]*)(?:\.[^/]*)?/", r"\1-", made["apiVersion"])
        file = self._folder / f"{made['kind'].lower()}-{group}.json"
        if not file.is_file():
            return [f"{name}: there is no {made['kind']} of {made['apiVersion']}"]
        return misfits(name, made, json.loads(file.read_text()), self._definitions)


def all_schemas(deploy):
    keda = json.loads((deploy / "keda.schema.json").read_text())
    return [Schemas(version, keda) for version in VERSIONS]


def against_schemas(deploy):
    found = list(manifests(deploy))
    hold(
        each
        for schemas in all_schemas(deploy)
        for where, made in found
        for each in schemas.misfits(where, made)
    )
    return f"{len(found)} objects fit Kubernetes {' and '.join(VERSIONS)}, KEDA's by keda.schema.json"


def kustomized(deploy):
    all_of, sums = all_schemas(deploy), []
    for folder in FOLDERS:
        done = subprocess.run(["kubectl", "kustomize", folder], cwd=deploy, capture_output=True, text=True)
        if done.returncode:
            raise Wrong([f"{folder}: {done.stderr.strip()}"])
        with tempfile.TemporaryDirectory() as work:
            made = Path(work, "made.yaml")
            made.write_text(done.stdout)
            objects = documents(made)
        hold(each for schemas in all_of for one in objects for each in schemas.misfits(folder, one))
        hold(
            f"{folder}: {one['kind']} is of no version of Croupier"
            for one in objects
            if '"croupier"' in images(one)
        )
        sums.append(f"{folder} {len(objects)}")
    return f"objects that fit: {', '.join(sums)}"


def images(made):
    return json.dumps([each.get("image") for each in containers(made)])


def containers(made):
    pod = made.get("spec", {}).get("template", {}).get("spec", {}) if made["kind"] != "ScaledObject" else {}
    return pod.get("containers", []) + pod.get("initContainers", [])


def names(deploy):
    """Secrets, files and objects that something names are there."""
    wrong, keys = [], set()
    secret = document(deploy / "kubernetes" / "secret.example.yaml")
    there = set(secret["stringData"])
    for where, made in manifests(deploy):
        if made["kind"] == "Secret":
            wrong += [
                f"{where} has {key}, which says its password"
                for key, value in made["stringData"].items()
                if "CHANGE-ME" not in value
            ]
            continue
        told = json.dumps(made)
        keys |= set(re.findall(r'"name": "store", "key": "([^"]*)"', told))
        keys |= {ref["key"] for ref in made["spec"].get("secretTargetRef", [])} if "spec" in made else set()
        wrong += privileges(where, made)
    wrong += [f"the secret has no {key}" for key in sorted(keys - there)]
    wrong += [f"nobody asks for {key} of the secret" for key in sorted(there - keys)]
    for file in sorted(deploy.glob("kubernetes*/**/kustomization.yaml")):
        read = document(file)
        of = read.get("resources", []) + [
            name for each in read.get("configMapGenerator", []) for name in each["files"]
        ]
        wrong += [
            f"{file.relative_to(deploy)} names {each}, which is not there"
            for each in of
            if not (file.parent / each).exists()
        ]
    hold(wrong)
    return f"{len(there)} keys of the secret, and every file"


def privileges(where, made):
    """No container may be root or become it."""
    for each in containers(made):
        pod = made["spec"]["template"]["spec"]
        own = each.get("securityContext", {})
        if not pod["securityContext"].get("runAsNonRoot") or own.get("allowPrivilegeEscalation") is not False:
            yield f"{where}: {each['name']} may become root"


def agree(deploy):
    """KEDA counts on as many jobs for each worker as it has processors; and it is given time to end."""
    found = {(made["kind"], made["metadata"]["name"]): made for _, made in manifests(deploy)}
    pod = found["Deployment", "worker"]["spec"]["template"]["spec"]
    worker, trigger = pod["containers"][0], found["ScaledObject", "worker"]["spec"]["triggers"][0]
    asked, allowed = worker["resources"]["requests"], worker["resources"]["limits"]
    wrong = (
        []
        if asked == allowed
        else ["what is asked for is not what is allowed, so the pod has no processors of its own"]
    )
    wrong += [] if asked["cpu"].isdigit() else [f"{asked['cpu']} processors are no whole ones"]
    target = trigger["metadata"]["targetQueryValue"]
    wrong += (
        []
        if target == asked["cpu"]
        else [f"targetQueryValue is {target}, and a worker has {asked['cpu']} processors"]
    )
    grace = next(int(each.partition("=")[2]) for each in worker["args"] if each.startswith("--grace="))
    waits = pod["terminationGracePeriodSeconds"]
    wrong += [] if waits >= grace + 16 else [f"it has {waits} s to end; {grace + 16} s are needed"]
    hold(wrong)
    return f"{target} jobs and processors for each, {waits} s to end"
