"""A language model as judge: the release's rubric, its answer checked.

The answer must be a JSON object with ``evidence``, ``rationale`` and ``verdict``. What cannot be read is
asked for once more, then the label is null; nothing is guessed, aliased or given a default. Evidence that
does not stand in the judged reply is flagged and the label kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import JudgeError
from ...releases.prompts import Prompts
from ..agents.agent import Agent
from ..records.conversation import Case, Message, Reply, Transcript
from ..records.verdict import Verdict
from .judge import Judge
from .quotation import json_objects, stands_in

if TYPE_CHECKING:
    from ...releases.release import Release

Describe = Callable[[Case], Mapping[str, Any]]
_SYSTEM, _CASE = "judge.system", "judge.case"
NOT_IN_REPLY = "the evidence does not stand in the reply"


@dataclass(frozen=True)
class _Answer:
    """A judge's answer that could be read."""

    label: str
    evidence: str
    rationale: str


def rubric_judge(
    agent: Agent, release: Release, labels: Sequence[str], language: str, describe: Describe
) -> Judge:
    """The judge that an agent makes with a release's rubric.

    Args:
        agent: any chat agent; one that can be held to a schema is.
        release: whose ``judge.system`` and ``judge.case`` it is given.
        labels: what it may say.
        language: of the prompts.
        describe: what the prompt ``judge.case`` is told of a case, beside ``turn`` and ``transcript``.

    Raises:
        JudgeError: the agent answers no chat messages.
        ReleaseError: the release lacks a prompt.
    """
    if not agent.chat:
        raise JudgeError(
            f"{agent.spec} cannot judge", fix="use an openai: or python: agent, or 'rules' for demos"
        )
    prompts = Prompts(release, language)
    digests = prompts.digests([_SYSTEM, _CASE])
    schema = answer_schema(labels)

    async def ask(messages: Sequence[Message], case: Case) -> Reply:
        if agent.reply_as is not None:
            return await agent.reply_as(messages, case, schema)
        return await agent.reply(messages, case)

    async def judge(case: Case, transcript: Transcript, turn: int) -> Verdict:
        try:
            return await read(case, transcript, turn)
        finally:
            agent.end_case(case)

    async def read(case: Case, transcript: Transcript, turn: int) -> Verdict:
        messages = _messages(prompts, describe(case), transcript, turn)
        said = await ask(messages, case)
        answer = read_verdict(said.text, labels)
        if isinstance(answer, str):
            again: list[Message] = [{"role": "assistant", "content": said.text}, messages[-1]]
            said = await ask([*messages, *again], case)
            answer = read_verdict(said.text, labels)
        if isinstance(answer, str):
            problem = f"unreadable twice: {answer}"
            return Verdict(case.key, case.repeat, turn, None, agent.spec, problem=problem)
        reply = transcript.turns[turn - 1].subject.text
        flagged = None if stands_in(answer.evidence, reply) else NOT_IN_REPLY
        return Verdict(
            case.key, case.repeat, turn, answer.label, agent.spec, answer.evidence, answer.rationale, flagged
        )

    return Judge(agent.spec, judge, prompts=digests)


def answer_schema(labels: Sequence[str]) -> dict[str, Any]:
    """The JSON schema of an answer; evidence and rationale come first, so that they lead to the verdict."""
    return {
        "type": "object",
        "properties": {
            "evidence": {"type": "string"},
            "rationale": {"type": "string"},
            "verdict": {"type": "string", "enum": list(labels)},
        },
        "required": ["evidence", "rationale", "verdict"],
        "additionalProperties": False,
    }


def read_verdict(text: str, labels: Sequence[str]) -> _Answer | str:
    """An answer, or why it cannot be read.

    Text and code fences around the object are passed over; two objects, or a word that is not exactly one of
    the labels, are not.
    """
    objects = json_objects(text)
    if len(objects) != 1:
        return "no JSON object" if not objects else f"{len(objects)} JSON objects"
    found = objects[0]
    missing = [name for name in ("evidence", "rationale", "verdict") if not isinstance(found.get(name), str)]
    if missing:
        return f"no text for {', '.join(missing)}"
    if found["verdict"] not in labels:
        return f"{found['verdict'][:40]!r} is no label"
    return _Answer(found["verdict"], found["evidence"], found["rationale"])


def _messages(
    prompts: Prompts, described: Mapping[str, Any], transcript: Transcript, turn: int
) -> list[Message]:
    values = {**described, "turn": turn, "transcript": _as_text(transcript, turn)}
    return [
        {"role": "system", "content": prompts.text(_SYSTEM)},
        {"role": "user", "content": prompts.fill(_CASE, values)},
    ]


def _as_text(transcript: Transcript, until: int) -> str:
    """The conversation up to a turn; speakers by their roles on the wire, so that no wording stands here."""
    return "\n\n".join(
        f"[{number}] user: {turn.user.text}\n\n[{number}] assistant: {turn.subject.text}"
        for number, turn in enumerate(transcript.turns[:until], start=1)
    )
