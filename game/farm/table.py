"""The figures of a sweep as a table: CSV of RFC 4180, a row for each variant, in the order of the grid."""

import csv
import io
import os

from game.farm.axes import shown

SUFFIXES = {2: ("low", "high"), 3: ("x", "y", "z")}  # what lists of figures hold


def text(axes, rows):
    """The whole file. rows: (Variant, Outcome) of those that are done, in their order."""
    flat = [dict(_flat(outcome.figures)) for _, outcome in rows]
    figures = list(dict.fromkeys(name for each in flat for name in each))
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    write(["variant", *(axis.path for axis in axes), "passed", *figures, "fingerprint", "took [s]", "broken promises", "messages", "error"])
    for (variant, outcome), values in zip(rows, flat, strict=True):
        write(
            [
                variant.name,
                *(shown(variant.overrides[axis.path]) for axis in axes),
                "" if outcome.error else shown(not outcome.failed),
                *(shown(values[name]) if name in values else "" for name in figures),
                outcome.fingerprint,
                f"{outcome.took:.3f}",
                "; ".join(outcome.failed),
                "; ".join(outcome.messages),
                outcome.error,
            ]
        )
    return out.getvalue()


def _flat(figures):
    """(name, number) of each number in figures: `jet inside low x`."""
    for name, value in figures.items():
        if isinstance(value, list):
            yield from _flat({f"{name} {word}": each for word, each in zip(SUFFIXES[len(value)], value, strict=True)})
        else:
            yield name, value


def save(path, axes, rows, whole):
    """Write the table; returns where. One that is not whole does not take the place of one that is there: it has .part in its name."""
    part = path.with_name(f"{path.stem}.part{path.suffix}")
    part.write_bytes(text(axes, rows).encode())
    if whole or not path.exists():
        os.replace(part, path)
        return path
    return part
