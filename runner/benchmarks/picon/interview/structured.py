"""Ask a model for a JSON object of a schema, and take nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ....agents.agent import Agent, JsonSchema
from ....judges.quotation import json_objects
from ....records.conversation import Case, Message, Reply

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
}


FaultFinder = Callable[[dict[str, Any]], str | None]


def anything(found: dict[str, Any]) -> str | None:
    """The check that finds no fault."""
    del found
    return None


async def ask_for_object(
    agent: Agent, messages: Sequence[Message], case: Case, schema: JsonSchema, check: FaultFinder = anything
) -> tuple[Reply, dict[str, Any] | None, str | None]:
    """The agent's reply, the object in it, and what is wrong with it.

    An answer that breaks the schema is asked for once more, with what is wrong; then there is no object.

    Args:
        agent: who is asked; held to the schema where that is possible.
        messages: what it is told.
        case: whose messages these are.
        schema: a JSON schema of the kinds used here (see ``fault_of``).
        check: says what is wrong with an object that keeps the schema, or None.
    """
    said = await _ask(agent, messages, case, schema)
    found, fault = _read(said.text, schema, check)
    if fault is not None:
        again: list[Message] = [
            {"role": "assistant", "content": said.text},
            {"role": "user", "content": f"{messages[-1]['content']}\n\n({fault})"},
        ]
        said = await _ask(agent, [*messages, *again], case, schema)
        found, fault = _read(said.text, schema, check)
    return said, found, fault


def _read(text: str, schema: JsonSchema, check: FaultFinder) -> tuple[dict[str, Any] | None, str | None]:
    found, fault = read_object(text, schema)
    if found is not None:
        fault = check(found)
    return (None, fault) if fault else (found, None)


def read_object(text: str, schema: JsonSchema) -> tuple[dict[str, Any] | None, str | None]:
    """The only JSON object in a text and None, or None and what is wrong."""
    found = json_objects(text)
    if len(found) != 1:
        return None, "no JSON object" if not found else f"{len(found)} JSON objects"
    fault = fault_of(found[0], schema, "the object")
    return (None, fault) if fault else (found[0], None)


def fault_of(value: Any, schema: JsonSchema, name: str) -> str | None:  # noqa: ANN401 - a JSON value
    """What is wrong with a value, or None.

    Knows ``type``, ``enum``, ``properties`` with ``required`` (nothing may stand beside them), ``items``.
    """
    wanted = _TYPES[schema["type"]]
    if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        return f"{name} is no {schema['type']}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{name} is none of {', '.join(schema['enum'])}"
    if isinstance(value, dict):
        return _fault_of_object(value, schema, name)
    if isinstance(value, list):
        faults = (fault_of(item, schema["items"], f"an item of {name}") for item in value)
        return next((fault for fault in faults if fault), None)
    return None


def object_schema(**properties: JsonSchema) -> dict[str, Any]:
    """The schema of an object that has exactly these properties, in this order."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


TEXT: JsonSchema = {"type": "string"}
FLAG: JsonSchema = {"type": "boolean"}


def list_of(schema: JsonSchema) -> dict[str, Any]:
    """The schema of a list."""
    return {"type": "array", "items": schema}


def one_of(labels: Sequence[str]) -> dict[str, Any]:
    """The schema of a word out of several."""
    return {"type": "string", "enum": list(labels)}


def _fault_of_object(value: dict[str, Any], schema: JsonSchema, name: str) -> str | None:
    missing = [key for key in schema["required"] if key not in value]
    if missing:
        return f"{name} has no {missing[0]}"
    unknown = [key for key in value if key not in schema["properties"]]
    if unknown:
        return f"{name} has a field {unknown[0][:40]!r} too many"
    faults = (fault_of(value[key], part, key) for key, part in schema["properties"].items())
    return next((fault for fault in faults if fault), None)


async def _ask(agent: Agent, messages: Sequence[Message], case: Case, schema: JsonSchema) -> Reply:
    if agent.reply_as is not None:
        return await agent.reply_as(messages, case, schema)
    return await agent.reply(messages, case)
