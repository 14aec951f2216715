"""Numbers as the command line writes them: types for argparse, exact where time counts."""

import argparse
import re
from fractions import Fraction

LONGEST = 60  # characters of a number
HUGE = re.compile(r"[eE][-+]?[\d_]{4}")  # an exponent that no number has that is asked for; to write out 1e99999999 takes minutes


def seconds(text):
    """A time of 0 or more [s], a Fraction."""
    return _fraction(text, 0, 10**6, "a time in seconds, as in 2.5 (at most 1,000,000)")


def rate(text):
    """Pictures a second, a Fraction."""
    return _fraction(text, Fraction(1, 1000), 1000, "a number of pictures per second, as in 30, 29.97 or 30000/1001 (at most 1000)")


def angle(text):
    """Of a shutter [deg], a Fraction."""
    return _fraction(text, 0, 360, "an angle from 0 to 360, as in 180")


def whole(least, most):
    """What reads a whole number from one to another."""

    def read(text):
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least} to {most:,}")
        return int(text)

    return read


def _fraction(text, least, most, wanted):
    try:
        value = Fraction(text) if len(text) <= LONGEST and not HUGE.search(text) else Fraction(-1)
    except (ValueError, ZeroDivisionError):
        value = Fraction(-1)
    if not least <= value <= most:
        raise argparse.ArgumentTypeError(f"'{text}' is not {wanted}")
    return value
