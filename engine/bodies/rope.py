"""A slack rope between two points: links of equal length that hang, or, where the points lie one above the other, that bow."""

import math

import numpy as np

CLOSE = 1e-12  # [links] by which an end may be missed: spread over all links in the end


def rope(start, end, slack, n):
    """(n, 3) places of the masses [m]: n - 1 equal links, in all (1 + slack) times the distance, from start to end.

    They are as a chain of rigid links hangs against y: link i stands at an angle whose tangent grows evenly with i, its vertical load
    over the constant horizontal pull. Where the ends are nearer to one vertical than a link is long there is no such chain: the links
    then bow sideways on a circle.
    """
    start, end = np.asarray(start, float), np.asarray(end, float)
    way = end - start
    distance = math.hypot(*way)
    share = np.linspace(0, 1, n)[:, None]
    if slack == 0 or n == 2:
        return start + share * way
    link = (1 + slack) * distance / (n - 1)
    across = math.hypot(way[0], way[2])
    side = np.array([way[0], 0, way[2]]) / across if across > 0 else np.array([1.0, 0, 0])
    if across >= link:
        right, up = _hanging(n - 1, across / link, way[1] / link)
        steps = right[:, None] * side + up[:, None] * np.array([0.0, 1, 0])
    else:
        along = way / distance
        bow = side if along[1] ** 2 > 0.5 else np.array([0.0, -1, 0])
        bow = bow - (bow @ along) * along
        bow = -bow if bow[1] > 0 else bow
        turn = _bow(n - 1, distance / link) * (np.arange(n - 1) - (n - 2) / 2)
        steps = np.cos(turn)[:, None] * along - np.sin(turn)[:, None] * bow / np.linalg.norm(bow)
    places = start + link * np.concatenate([np.zeros((1, 3)), np.cumsum(steps, 0)])
    return places + share * (end - places[-1])  # what rounding has left


def _hanging(links, across, up):
    """Horizontal and vertical part of each unit link of a hanging chain whose ends are (across, up) apart, across >= 1."""
    middle = np.arange(links) - (links - 1) / 2

    def chain(weight):  # of a link over the horizontal pull; asinh of the shift is searched, for steep chains need a great one
        shift = np.sinh(_zero(lambda s: np.sum(_rise(weight * middle + np.sinh(s))) - up, -40.0, 40.0, CLOSE / 10))
        tangent = weight * middle + shift
        return 1 / np.hypot(1, tangent), _rise(tangent)

    return chain(math.exp(_zero(lambda w: across - np.sum(chain(math.exp(w))[0]), -30.0, 30.0, CLOSE)))


def _rise(tangent):
    return tangent / np.hypot(1, tangent)


def _bow(links, distance):
    """Angle between neighbours of so many unit links on a circle whose ends are that distance apart."""
    return _zero(lambda a: distance - math.sin(links * a / 2) / math.sin(a / 2), 1e-9, 2 * math.pi / links, CLOSE)


def _zero(function, low, high, close):
    """Where a growing function passes zero: a secant and a halving by turns, until it is that close to zero or float64 ends."""
    below, above = function(low), function(high)
    for _ in range(100):
        for halving in (False, True):
            point = (low + high) / 2 if halving else low - below * (high - low) / (above - below)
            value = function(point)
            if abs(value) <= close or not low < point < high:
                return point
            low, below, high, above = (low, below, point, value) if value > 0 else (point, value, high, above)
    return point
