"""Prometheus and Grafana: every expression can be read, and asks for figures of `figures.txt` by labels that
they have."""

import json
import re

from .read import document
from .report import hold

LINE = re.compile(r"(\S+)\s+(counter|gauge)\s+(\S+)\s+(\S.*\.)")
# What Prometheus itself adds to every figure, and makes of every target.
OF_PROMETHEUS = {"job", "instance"}
UP = "up"


def checks(deploy):
    yield "figures.txt", lambda: listed(deploy)
    yield "prometheus.yml", lambda: configuration(deploy)
    yield "the rules of Prometheus", lambda: rules(deploy)
    yield "the dashboard", lambda: dashboard(deploy)
    yield "figures that nobody asks for", lambda: unasked(deploy)


def figures(deploy):
    """Kind and labels by name."""
    lines = [
        each
        for each in (deploy / "figures.txt").read_text().splitlines()
        if each and not each.startswith("#")
    ]
    read = {each: LINE.fullmatch(each) for each in lines}
    hold(f"{each!r} is not: name, kind, labels, a sentence" for each, match in read.items() if not match)
    of = {
        match[1]: (match[2], set() if match[3] == "-" else set(match[3].split(",")))
        for match in read.values()
    }
    hold(
        f"{name} is a counter and does not end in _total"
        for name, (kind, _) in of.items()
        if (kind == "counter") != name.endswith("_total")
    )
    hold(["a name stands there twice"] if len(of) != len(lines) else [])
    return of


def listed(deploy):
    return f"{len(figures(deploy))} figures"


def expressions(deploy):
    """All there are, with where they stand."""
    for group in document(deploy / "prometheus" / "rules.yml")["groups"]:
        for rule in group["rules"]:
            yield f"rules.yml, {rule['alert']}", rule["expr"]
    for panel in json.loads((deploy / "grafana" / "croupier.json").read_text())["panels"]:
        for target in panel.get("targets", []):
            yield f"croupier.json, \"{panel['title']}\"", target["expr"]


def asked(expression):
    """The figures that an expression asks for, with the labels that it names for each; and all labels that it
    groups by."""
    import promql_parser

    selectors, grouped = [], set()

    def visit(part):
        if isinstance(part, promql_parser.MatrixSelector):
            part = part.vector_selector
        if isinstance(part, promql_parser.VectorSelector):
            selectors.append((part.name, {each.name for each in part.matchers.matchers}))
        if isinstance(part, promql_parser.AggregateExpr) and part.modifier:
            grouped.update(part.modifier.labels)

    promql_parser.walk(promql_parser.parse(expression), visit)
    return selectors, grouped


def wrong_in(where, expression, known):
    """What is wrong with an expression."""
    try:
        selectors, grouped = asked(expression)
    except ValueError as error:
        return [f"{where}: {expression}: {error}"]
    of = {**known, UP: ("gauge", set())}
    wrong = [f"{where}: {name} is not in figures.txt" for name, _ in selectors if name not in of]
    if wrong or not selectors:
        return wrong or [f"{where}: it asks for no figure"]
    wrong += [
        f"{where}: {name} has no label {label}"
        for name, labels in selectors
        for label in labels - of[name][1] - OF_PROMETHEUS
    ]
    all_labels = set().union(*(of[name][1] for name, _ in selectors)) | OF_PROMETHEUS
    wrong += [f"{where}: nothing in it has a label {label}" for label in grouped - all_labels]
    is_of_counter = re.search(r"\b(?:rate|increase)\(\s*(\w+)", expression)
    if is_of_counter and of[is_of_counter[1]][0] != "counter":
        wrong.append(f"{where}: {is_of_counter[1]} is no counter")
    return wrong


def configuration(deploy):
    read = document(deploy / "prometheus" / "prometheus.yml")
    files = [deploy / "prometheus" / name for name in read["rule_files"]]
    hold(f"{file.name} is not there" for file in files if not file.exists())
    hold(
        []
        if [job["job_name"] for job in read["scrape_configs"]] == ["croupier"]
        else ["rules want one job, croupier"]
    )
    return f"1 job, {len(files)} file of rules"


def rules(deploy):
    known, wrong, names = figures(deploy), [], []
    for group in document(deploy / "prometheus" / "rules.yml")["groups"]:
        for rule in group["rules"]:
            names.append(rule["alert"])
            wrong += [
                f"{rule['alert']} has {key}, which is not used here"
                for key in set(rule) - {"alert", "expr", "for", "annotations"}
            ]
            wrong += (
                []
                if re.fullmatch(r"\d+[smh]", rule.get("for", "0s"))
                else [f"{rule['alert']}: for: {rule['for']}"]
            )
            wrong += [] if rule["annotations"].get("summary") else [f"{rule['alert']} says nothing"]
    mine = [(where, each) for where, each in expressions(deploy) if where.startswith("rules.yml")]
    wrong += [each for where, expression in mine for each in wrong_in(where, expression, known)]
    wrong += ["a name stands there twice"] if len(set(names)) != len(names) else []
    hold(wrong)
    return f"{len(names)} rules can be read and ask for what there is"


def dashboard(deploy):
    known, wrong = figures(deploy), []
    panels = json.loads((deploy / "grafana" / "croupier.json").read_text())["panels"]
    wrong += ["two panels have one number"] if len({each["id"] for each in panels}) != len(panels) else []
    taken = {}
    for panel in panels:
        at = panel["gridPos"]
        for cell in {
            (x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])
        }:
            if cell in taken or cell[0] > 23:
                wrong.append(f"\"{panel['title']}\" lies over \"{taken.get(cell, 'the edge')}\"")
                break
            taken[cell] = panel["title"]
    mine = [(where, each) for where, each in expressions(deploy) if where.startswith("croupier.json")]
    wrong += [each for where, expression in mine for each in wrong_in(where, expression, known)]
    hold(wrong)
    return (
        f"{len(panels)} panels and rows, {len(mine)} expressions that can be read and ask for what there is"
    )


def unasked(deploy):
    known = figures(deploy)
    used = {name for _, expression in expressions(deploy) for name, _ in asked(expression)[0]}
    hold(
        f"{name} is in figures.txt, and neither the dashboard nor a rule asks for it"
        for name in sorted(set(known) - used)
    )
    return "none"
