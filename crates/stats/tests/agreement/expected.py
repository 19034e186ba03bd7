#!/usr/bin/env python3
"""Writes expected.json: fixed data, and what SciPy, statsmodels and a plain optimiser make of it.

    pip install scipy statsmodels
    python3 expected.py > expected.json

The tests of croupier-stats read the file and need none of these.
"""

import json
import sys
from itertools import permutations

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy import optimize, stats

rng = np.random.default_rng(20261115)


def deals(entrants, count, games, seats, shared):
    """Games of `count` deals; what everyone makes has a part that all games of the deal share."""
    rows = []
    for deal in range(count):
        luck = rng.normal(0, shared, entrants)
        common = rng.normal(0, shared)
        for _ in range(rng.integers(1, games + 1)):
            sitting = rng.permutation(entrants)[:seats]
            made = [round(float(40 + e + common + luck[e] + rng.normal(0, 5)) * 2) / 2 for e in sitting]
            rows.append({"deal": deal, "made": [[int(e), m] for e, m in zip(sitting, made)]})
    return rows


def clustered(rows, entrants):
    """A regression on entrants alone, with errors clustered by deal."""
    y = np.array([m for row in rows for _, m in row["made"]])
    e = np.array([e for row in rows for e, _ in row["made"]])
    deal = np.array([row["deal"] for row in rows for _ in row["made"]])
    x = (e[:, None] == np.arange(entrants)).astype(float)
    fit = sm.OLS(y, x).fit(
        cov_type="cluster", cov_kwds={"groups": deal, "use_correction": False}, use_t=True
    )
    of = [np.unique(deal[e == k]).size for k in range(entrants)]
    return {
        "games": rows,
        "means": fit.params.tolist(),
        "covariance": fit.cov_params().tolist(),
        "deals_of": [int(n) for n in of],
    }


def paired_t():
    """Two bots that meet in every deal once: the interval of the difference is that of a paired t test."""
    one = np.round(rng.normal(44, 9, 30) * 2) / 2
    other = np.round(one * 0.6 + rng.normal(20, 6, 30) * 2) / 2
    difference = stats.ttest_rel(one, other).confidence_interval(0.95)
    mean = stats.t.interval(0.95, 29, one.mean(), stats.sem(one))
    return {
        "one": one.tolist(),
        "other": other.tolist(),
        "mean": [float(v) for v in mean],
        "difference": [float(difference.low), float(difference.high)],
    }


def log_likelihood(theta, rankings, prior):
    """Plackett and Luce's, a tie counting as all its orders equally; a normal prior keeps it finite."""
    total = -0.5 * prior * np.sum(theta**2)
    for ranking in rankings:
        left = [e for group in ranking for e in group]
        for group in ranking:
            orders = list(permutations(group))
            for order in orders:
                rest = list(left)
                for e in order:
                    total += (theta[e] - np.log(np.sum(np.exp(theta[rest])))) / len(orders)
                    rest.remove(e)
            left = [e for e in left if e not in group]
    return total


def plackett_luce(entrants, rankings, prior):
    fit = optimize.minimize(
        lambda theta: -log_likelihood(theta, rankings, prior),
        np.zeros(entrants),
        method="BFGS",
        options={"gtol": 1e-9},
    )
    return {"entrants": entrants, "prior": prior, "rankings": rankings, "strengths": fit.x.tolist()}


def rankings(entrants, count, seats, ties):
    out = []
    strength = np.linspace(1.0, -1.0, entrants)
    for _ in range(count):
        sitting = rng.permutation(entrants)[:seats]
        score = strength[sitting] + rng.gumbel(0, 1, seats)
        if ties:
            score = np.round(score)
        order = [[int(e) for e in sitting[score == s]] for s in sorted(set(score), reverse=True)]
        out.append(order)
    return out


students = [[tail, df] for tail in (0.025, 0.005, 1e-5) for df in (1, 2, 5, 29, 400, 999, 1000, 50_000, 1_000_000)]
ranges = [[tail, m] for tail in (0.05, 0.01) for m in (2, 3, 5, 10, 60, 300, 1000)]
perfect = [[[0], [1]]] * 12 + [[[1], [2]]] * 5 + [[[1, 2]]] * 3

json.dump(
    {
        "made_with": f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}",
        "student": [[t, df, float(stats.t.isf(t, df))] for t, df in students],
        "studentised_range": [
            [t, m, float(stats.studentized_range.isf(t, m, np.inf))] for t, m in ranges
        ],
        "paired": paired_t(),
        "clustered": [
            clustered(deals(4, 25, 1, 4, 3.0), 4),
            clustered(deals(5, 40, 6, 3, 6.0), 5),
        ],
        "plackett_luce": [
            plackett_luce(5, rankings(5, 60, 5, False), 0.01),
            plackett_luce(6, rankings(6, 80, 4, True), 0.01),
            plackett_luce(4, rankings(4, 50, 2, True), 0.01),
            plackett_luce(3, perfect, 0.01),
        ],
    },
    sys.stdout,
    indent=None,
    separators=(",", ":"),
)
print()
