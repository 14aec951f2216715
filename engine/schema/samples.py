"""Values to begin with, as text for a scene file: what an editor writes when it completes the name of a field."""

import json

from engine.schema.fields import fields
from engine.schema.words import default


def sample(field):
    """The default of a field, or the plainest value that it takes, on one line."""
    text = default(field)
    return text if text.startswith("[") or text and field.form.kind == "range" else plainest(field.form)


def plainest(form):
    """A value of a form: 1 where that is within its limits, white, a list as short as it may be, a block with what it needs."""
    if form.kind in ("number", "whole", "range"):
        least = form.low if form.low is not None and form.low >= 1 else 1
        return f"{least if form.high is None else min(least, form.high):g}"
    if form.kind == "list":
        each = form.items if len(form.items) > 1 else form.items[:1] * max(form.length[0] or 0, 1)
        if each[0].kind == "vector":  # corners of a box, places of masses: no two the same
            return f"[{', '.join(f'[{i}, {i}, {i}]' for i in range(len(each)))}]"
        return f"[{', '.join(map(plainest, each))}]"
    if form.kind == "block":
        return flow({name: field for name, field in fields(form.spec).items() if field.required}, lambda field: plainest(field.form))
    if form.kind == "one of":
        return flow({form.spec.kinds()[0]: fields(form.spec)[form.spec.kinds()[0]].form}, plainest)
    return {"vector": "[0, 0, 0]", "direction": "[0, 1, 0]", "color": '"#ffffff"', "switch": "true", "text": "name", "file": "path"}.get(
        form.kind, str(form.words[0]) if form.words else "{}"
    )


def flow(data, leaf=None):
    """Plain data on one line, as scene files write it; leaf: how what is no block and no list is written."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{name}: {flow(item, leaf)}" for name, item in data.items()) + "}"
    if isinstance(data, list):
        return f"[{', '.join(flow(item, leaf) for item in data)}]"
    if leaf:
        return leaf(data)
    return data if isinstance(data, str) and not data.startswith("#") else json.dumps(data)
