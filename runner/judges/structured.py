"""Ask a model for a JSON object of a schema, and read what it answers: judges, extractors and questioners.

What can mean one thing only is read: an object wrapped in words, the same object twice, a label in another
case (see ``json_text`` for what is read of broken JSON). Of everything else it is said what it is; nothing
is guessed, aliased or given a default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..agents.agent import Agent, JsonSchema
from ..records.conversation import Case, Message, Outcome, Reply, reply_outcome
from ..records.verdict import JudgeCall, UnreadKind
from .json_text import JsonObject, find_objects

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
}
# Without an object to read, what became of the answer says why there is none.
_KINDS: Mapping[Outcome, UnreadKind] = {
    "refused": "refused",
    "filtered": "filtered",
    "cut": "cut",
    "empty": "empty",
    "thought_only": "thought only",
    "failed": "failed",
}
# Outcomes that another try may change; who refuses, or is filtered, is asked once.
_WORTH_ANOTHER_TRY = frozenset({"said", "cut", "empty", "thought_only"})
_LONGEST_SHOWN = 80


class Fault(NamedTuple):
    """Why an answer is not taken: its kind, and what is wrong in words."""

    kind: UnreadKind
    text: str


FaultFinder = Callable[[dict[str, Any]], str | None]


def anything(found: dict[str, Any]) -> str | None:
    """The check that finds no fault."""
    del found
    return None


@dataclass(frozen=True)
class Form:
    """What an answer has to look like.

    Attributes:
        schema: a JSON schema of the kinds used here (see ``read_value``).
        check: says what is wrong with an object that keeps the schema, or None.
        others: whether fields of the object that the schema does not name are passed over.
        told: whether a model that is asked once more is told what is wrong.
    """

    schema: JsonSchema
    check: FaultFinder = anything
    others: bool = False
    told: bool = True


@dataclass(frozen=True)
class Answer:
    """What came of asking.

    Attributes:
        reply: the last reply.
        found: the object, or None where none could be read.
        calls: every reply with its outcome, in order.
        problem: why there is no object, beginning with its kind; or what is odd about the one that is there.
    """

    reply: Reply
    found: dict[str, Any] | None
    calls: tuple[JudgeCall, ...]
    problem: str | None = None


async def ask_for_object(agent: Agent, messages: Sequence[Message], case: Case, form: Form) -> Answer:
    """The agent's answer, read; one that cannot be is asked for once more where that may help.

    Args:
        agent: who is asked; held to the schema where that is possible.
        messages: what it is told.
        case: whose messages these are.
        form: what the answer has to look like.
    """
    said, call, found, fault = await _ask(agent, messages, case, form)
    if fault is None:
        return Answer(said, found, (call,), call.problem)
    if call.outcome not in _WORTH_ANOTHER_TRY:
        return Answer(said, None, (call,), call.problem)
    # Who was cut, or said nothing, is asked the same anew: what it began would only take up room.
    asked = list(messages)
    if call.outcome == "said":
        hint = f"\n\n({fault.text})" if form.told else ""
        asked.append({"role": "assistant", "content": said.text})
        asked.append({"role": "user", "content": f"{messages[-1]['content']}{hint}"})
    said, second, found, fault = await _ask(agent, asked, case, form)
    problem = second.problem if fault is None else f"{second.problem} (asked twice)"
    return Answer(said, found, (call, second), problem)


async def _ask(
    agent: Agent, messages: Sequence[Message], case: Case, form: Form
) -> tuple[Reply, JudgeCall, dict[str, Any] | None, Fault | None]:
    if agent.reply_as is not None:
        said = await agent.reply_as(messages, case, form.schema)
    else:
        said = await agent.reply(messages, case)
    found, outcome, problem = read_answer(said, form)
    fault = problem if isinstance(problem, Fault) else None
    call = JudgeCall(
        text=said.text,
        outcome=outcome,
        finish_reason=said.finish_reason,
        tokens_in=said.tokens_in,
        tokens_out=said.tokens_out,
        attempts=said.attempts,
        seconds=said.seconds,
        thought=said.thought,
        request_id=said.request_id,
        problem=f"{problem.kind}: {problem.text}" if isinstance(problem, Fault) else problem,
    )
    return said, call, found, fault


def read_answer(said: Reply, form: Form) -> tuple[dict[str, Any] | None, Outcome, Fault | str | None]:
    """The object of an answer, what became of the answer, and its fault or what is odd about the object."""
    outcome = reply_outcome(said)
    if outcome == "refused":
        return None, outcome, Fault("refused", _shown(said.text) or "no text")
    found, problem, is_open = _read(said.text, form)
    if found is not None:
        # A whole object was said, whatever followed it; one without a full stop is no cut text.
        return found, "said" if said.finish_reason is None else outcome, problem
    if outcome == "cut" and said.finish_reason is None:
        outcome = "said"
    if outcome == "said" and is_open:
        outcome = "cut"
    if outcome in _KINDS:
        text = _shown(said.text) or f"finish reason {said.finish_reason or 'unknown'}"
        return None, outcome, Fault(_KINDS[outcome], text)
    return None, outcome, problem


def read_object(text: str, form: Form) -> tuple[dict[str, Any] | None, Fault | str | None]:
    """The object of a text and what is odd about it, or None and the fault."""
    found, problem, _ = _read(text, form)
    return found, problem


def _read(text: str, form: Form) -> tuple[dict[str, Any] | None, Fault | str | None, bool]:
    there = find_objects(text)
    wanted = form.schema["properties"]
    # An object that has none of the wanted fields is something else that is shown.
    likely = [one for one in there.objects if wanted.keys() & one.value.keys()] or list(there.objects)
    if there.is_open or there.too_deep:
        # What stands before an object that does not end was not the last word.
        text = "an object that does not end" if there.is_open else "an object nested too deep"
        return None, Fault("cut" if there.is_open else "not JSON", text), there.is_open
    if not likely:
        return None, Fault("not JSON", "no JSON object"), False
    if len(likely) > 1:
        return None, Fault("several objects", f"{len(likely)} JSON objects"), False
    (one,) = likely
    if one.ambiguous:
        return None, Fault("not as asked", f"{_twice(one)}, with several values"), False
    value = {key: part for key, part in one.value.items() if key in wanted} if form.others else one.value
    found, fault = read_value(value, form.schema, "the object")
    if fault is None and (text := form.check(found) or ""):
        fault = Fault("not as asked", text)
    return (None, fault, False) if fault else (found, _twice(one) or None, False)


def _twice(one: JsonObject) -> str:
    return f"{', '.join(map(repr, one.twice))} stands twice in the object" if one.twice else ""


def read_value(
    value: Any,  # noqa: ANN401 - a JSON value
    schema: JsonSchema,
    name: str,
) -> tuple[Any, Fault | None]:
    """A value as the schema writes it, and what is wrong with it.

    Knows ``type``, ``enum`` (a word in another case is read as the only one it can be), ``properties`` with
    ``required`` (nothing may stand beside them), ``items``.
    """
    wanted = _TYPES[schema["type"]]
    if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        return value, Fault("not as asked", f"{name} is no {schema['type']}")
    if isinstance(value, str) and value not in schema.get("enum", [value]):
        same = [word for word in schema["enum"] if word.casefold() == value.strip().casefold()]
        if len(same) != 1:
            words = ", ".join(schema["enum"])
            return value, Fault("no label", f"{name} is none of {words}: {_shown(value)!r}")
        return same[0], None
    if isinstance(value, dict):
        return _read_fields(value, schema, name)
    if isinstance(value, list):
        items = [read_value(item, schema["items"], f"an item of {name}") for item in value]
        return [item for item, _ in items], next((fault for _, fault in items if fault), None)
    return value, None


def _read_fields(value: dict[str, Any], schema: JsonSchema, name: str) -> tuple[dict[str, Any], Fault | None]:
    missing = [key for key in schema["required"] if value.get(key) is None]
    if missing:
        return value, Fault("missing field", f"{name} has no {', '.join(missing)}")
    unknown = [key for key in value if key not in schema["properties"]]
    if unknown:
        return value, Fault("not as asked", f"{name} has a field {unknown[0][:40]!r} too many")
    read = {key: read_value(value[key], part, key) for key, part in schema["properties"].items()}
    faults = (fault for _, fault in read.values() if fault)
    return {key: part for key, (part, _) in read.items()}, next(faults, None)


def _shown(text: str) -> str:
    """The beginning of a text on one line."""
    line = " ".join(text[: 2 * _LONGEST_SHOWN].split())
    return line if len(line) <= _LONGEST_SHOWN else f"{line[:_LONGEST_SHOWN]}…"


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
