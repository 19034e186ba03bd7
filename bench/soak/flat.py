"""The rule by which something is flat: what is used by the end is what was used in the middle.

The first third of a run may grow: caches fill, processes start, a JVM gets warm. Of the other two thirds the
medians are compared, since a median knows no single spike. The last may be higher by a tenth, or by a little
where a tenth is less.
"""

from statistics import median

# The least that may come on top, by what is measured: megabytes, descriptors, processes, files.
LITTLE = {"memory": 8.0, "bots": 16.0, "descriptors": 4.0, "processes": 2.0, "files": 8.0}
# Fewer samples say nothing.
FEWEST = 9


def thirds(values):
    """The medians of the second and of the last third.

    >>> thirds([50, 10, 20, 1, 2, 3, 4, 5, 6])
    (2, 5)
    """
    third = len(values) // 3
    return median(values[third : 2 * third]), median(values[2 * third :])


def is_flat(what, values):
    """Whether this did not grow.

    >>> is_flat("memory", [10] * 30 + [100] * 60)
    True
    >>> is_flat("memory", [100 + n for n in range(90)])
    False
    >>> is_flat("descriptors", [20, 21] * 30)
    True
    >>> is_flat("files", list(range(90)))
    False
    >>> is_flat("files", [1, 2, 3])
    False
    """
    if len(values) < FEWEST:
        return False
    middle, last = thirds(values)
    return last <= middle + max(middle / 10, LITTLE[what])
