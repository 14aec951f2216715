"""The JSON schema of a whole scene file: content/scene.schema.json, by which an editor completes, explains and checks while one types."""

import json

from engine.scene.variables import FREE
from engine.scene.vocabulary import Entity, SceneSpec, Variable
from engine.schema.json_schema import VARIABLE, begun, complete, definitions
from engine.schema.samples import flow

DRAFT = "http://json-schema.org/draft-07/schema#"
NAME = "[a-z][a-z0-9_]*"
DOTTED = rf"{NAME}(?:\.{NAME})*"
ACTION = r"^(?:toggle|cycle) +\S+$|^set +\S+ +\S.*$"
NOT_REFERRED = "title", "about"  # where a $ is a $


def scene_schema(examples=None):
    """The schema, as plain data. examples: component -> what an editor writes behind its name when it completes it."""
    blocks, names = definitions(SceneSpec, "scene")
    scene, entity, variable = (blocks[names[spec]] for spec in (SceneSpec, Entity, Variable))
    for name in NOT_REFERRED:
        for keyword in ("pattern", "errorMessage", "patternErrorMessage"):
            del scene["properties"][name][keyword]
    _variables(scene["properties"]["vars"], variable)
    _keys(scene["properties"]["keys"])
    _entities(scene["properties"]["entities"], names[Entity], entity)
    for name, data in (examples or {}).items():
        told, where = entity["properties"][name], {}
        if "$ref" in told:
            where = {"$ref": told.pop("$ref")}
        entity["properties"][name] = {**told, **begun(where, flow(data))}
    for block in ("check", "plot"):
        for field in blocks[block]["properties"].values():
            if "additionalProperties" in field:
                field["propertyNames"] = {"pattern": f"^{DOTTED}$"}
    needed = complete(SceneSpec)
    for name in ("vars", "entities"):  # they have their own rule
        del needed["properties"][name]
    own = blocks.pop(names[SceneSpec])
    return {
        "$schema": DRAFT,
        "markdownDescription": own["description"],
        **own,
        "allOf": [needed],
        "definitions": {
            "variable": {"type": "string", "pattern": f"^{VARIABLE}$", "description": "The value of a variable under vars."},
            "complete": complete(Entity),
            **blocks,
        },
    }


def _variables(schema, variable):
    """Names of variables, the keys that they can have; one of an included file (a name with dots) may leave out its value."""
    plain = {"anyOf": [{"$ref": "#/definitions/vars"}, {"type": ["number", "string", "boolean", "array"]}]}
    name = "[A-Za-z_][A-Za-z0-9_]*"
    schema["patternProperties"] = {f"^{name}$": {"allOf": [plain, {"required": ["value"]}]}, rf"^{name}(?:\.{name})+$": plain}
    schema["additionalProperties"] = False
    variable["properties"]["keys"]["items"] = {"enum": list(FREE)}


def _keys(schema):
    """Keys that a scene can have, and what they can do."""
    action = {"type": "string", "pattern": ACTION, "patternErrorMessage": "write toggle PATH, cycle PATH or set PATH VALUE"}
    schema["additionalProperties"], schema["propertyNames"] = action, {"enum": list(FREE)}


def _entities(schema, name, entity):
    """An entity has all that it needs, unless it lies over an included one (a name with dots) or is like another."""
    block, whole = {"$ref": f"#/definitions/{name}"}, {"$ref": "#/definitions/complete"}
    if "like" in entity["properties"]:
        whole = {"if": {"not": {"required": ["like"]}}, "then": whole}
    del schema["additionalProperties"]
    schema["patternProperties"] = {f"^{NAME}$": {"allOf": [block, whole]}, rf"^{NAME}(?:\.{NAME})+$": block}
    schema["additionalProperties"] = False


def printed(schema):
    """The schema as text: a line for each field, so that versions can be compared."""
    lines = {name: json.dumps(value, ensure_ascii=False) for name, value in schema.items() if name not in ("properties", "definitions")}
    for block in ("properties", "definitions"):
        inside = (f"  {json.dumps(name)}: {_block(value)}" for name, value in schema[block].items())
        lines[block] = "{\n" + ",\n".join(inside) + "\n }"
    return "{\n" + ",\n".join(f" {json.dumps(name)}: {text}" for name, text in lines.items()) + "\n}\n"


def _block(value):
    if "description" not in value or "properties" not in value:
        return json.dumps(value, ensure_ascii=False)
    own = {name: each for name, each in value.items() if name != "properties"}
    fields = ",\n".join(f"   {json.dumps(name)}: {json.dumps(each, ensure_ascii=False)}" for name, each in value["properties"].items())
    return json.dumps(own, ensure_ascii=False)[:-1] + ', "properties": {\n' + fields + "\n  }}"
