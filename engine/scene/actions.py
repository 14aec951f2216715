"""What a scene binds to keys: `toggle PATH`, `cycle PATH`, `set PATH VALUE`."""

from difflib import get_close_matches
from typing import Literal, get_args, get_origin

from pydantic import TypeAdapter, ValidationError

from engine.scene.address import AddressError, alternatives, annotation_at, block, locate, shown, specs
from engine.scene.text import value_of
from engine.scene.variables import check_key
from engine.scene.vocabulary import Entity

WORDS = ("toggle", "cycle", "set")
UNWRITTEN = ("position", "rotation", "velocity", "solver", "affects")  # what every entity has, also where its file says nothing of it


def check_actions(data, report):
    """Report keys that a scene cannot have, and actions that lead to nothing."""
    taken = _keys_of_variables(data)
    for key, action in block(data, "keys").items():
        path = ("keys", key)
        check_key(key, path, report, named=True)
        if key in taken:
            report.at(path, f"the key {key} already steers the variable '{taken[key]}'; choose another", key=True)
        if isinstance(action, str):
            _check(path, action, data, report)


def _keys_of_variables(data):
    bound = {name: item.get("keys") for name, item in block(data, "vars").items() if isinstance(item, dict)}
    return {key: name for name, keys in bound.items() if isinstance(keys, list) for key in keys if isinstance(key, str)}


def _check(path, action, data, report):
    word, _, rest = action.partition(" ")
    address, _, value = rest.strip().partition(" ")
    if word not in WORDS:
        report.at(path, f"'{word}' is no action", near=(word, WORDS))
        return
    if not address or bool(value.strip()) != (word == "set"):
        report.at(
            path,
            f"write {'set PATH VALUE' if word == 'set' else f'{word} PATH'}, as in {word} jet.emitter.enabled{' true' * (word == 'set')}",
        )
        return
    try:
        target = locate(address, data)
    except AddressError as error:
        report.at(path, str(error))
        return
    if target[0] == "entities" and target[2] not in UNWRITTEN and target[2] not in (there := block(data, *target[:2])):
        typos = get_close_matches(target[2], [name for name in there if name not in Entity.model_fields], 1, 0.65)
        if not typos:  # a typo is said where it stands
            report.at(path, f"'{address}': '{target[1]}' has no {target[2]}", near=(target[2], there))
        return
    problem = _unfit(word, target, value.strip(), data)
    if problem:
        report.at(path, f"'{address}' {problem}")


def _unfit(word, target, value, data):
    """Why an action does not fit its target; None where it does."""
    if target[0] == "vars":
        item = data["vars"][target[1]]
        there = item.get("value") if isinstance(item, dict) else item
        return None if word == "set" or isinstance(there, bool) else f"is not true or false; use set {'.'.join(target[:2])} VALUE"
    annotation = annotation_at(target)
    if word == "toggle":
        return None if bool in alternatives(annotation) else f"is {shown(annotation)}, not true or false; toggle needs one of these"
    if word == "cycle":
        return None if choices(target) else f"is {shown(annotation)}; cycle needs a field with a few words"
    return _wrong_value(target, value, annotation)


def choices(target):
    """The words (or false and true) that a field at a path goes through; empty where it has none."""
    for each in alternatives(annotation_at(target)):
        if get_origin(each) is Literal:
            return get_args(each)
        if each is bool:
            return (False, True)
    return ()


def _wrong_value(target, text, annotation):
    """Why a value cannot stand at a field."""
    holder = next(iter(specs(annotation_at(target[:-1]))), None)
    try:
        value = value_of(text)
        if holder is None:
            TypeAdapter(annotation).validate_python(value)
        else:
            holder.__pydantic_validator__.validate_python({target[-1]: value})
    except ValueError as error:
        wrong = [e for e in error.errors() if e["loc"][:1] == (target[-1],)] if isinstance(error, ValidationError) and holder else [error]
        return f"cannot be {text}; it must be {shown(annotation)}" if wrong else None
    return None
