"""A language model as judge: the release's rubric, its answer checked.

The answer must be a JSON object with ``evidence``, ``rationale`` and ``verdict`` (see ``structured``). One
that cannot be read gives no label, and the verdict says why. Evidence that does not stand in the judged reply
is flagged and the label kept, as is a reply that imitates the prompt it is put into.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...errors import JudgeError
from ...releases.prompts import Prompts, imitates
from ..agents.agent import Agent
from ..records.conversation import Case, Message, Transcript, Turn
from ..records.verdict import IMITATES, Verdict
from .judge import Judge
from .quotation import stands_in
from .structured import TEXT, Form, ask_for_object, object_schema, one_of

if TYPE_CHECKING:
    from ...releases.release import Release

Describe = Callable[[Case], Mapping[str, Any]]
_SYSTEM, _CASE = "judge.system", "judge.case"
NOT_IN_REPLY = "the evidence does not stand in the reply"


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
    form = answer_form(labels)

    async def judge(case: Case, transcript: Transcript, turn: int) -> Verdict:
        messages = _messages(prompts, describe(case), transcript, turn)
        try:
            answer = await ask_for_object(agent, messages, case, form)
        finally:
            agent.end_case(case)
        found = answer.found or {}
        flags = reply_faults(transcript.turns[turn - 1].subject.text, found.get("evidence"))
        return Verdict(
            case.key, case.repeat, turn, found.get("verdict"), agent.spec,
            found.get("evidence"), found.get("rationale"),
            "; ".join(filter(None, (answer.problem, *flags))) or None, calls=answer.calls,
        )  # fmt: skip

    return Judge(agent.spec, judge, prompts=digests)


def answer_form(labels: Sequence[str]) -> Form:
    """The form of an answer; evidence and rationale come first, so that they lead to the verdict."""
    schema = object_schema(evidence=TEXT, rationale=TEXT, verdict=one_of(labels))
    return Form(schema, others=True, told=False)


def reply_faults(reply: str, evidence: str | None) -> list[str]:
    """What makes a verdict on a reply doubtful: evidence that was not said, a reply like the prompt's form.

    Args:
        reply: the judged reply.
        evidence: what the judge quoted, or None where there is nothing to look for.
    """
    found = []
    if evidence is not None and not stands_in(evidence, reply):
        found.append(NOT_IN_REPLY)
    if imitates(reply):
        found.append(IMITATES)
    return found


def _messages(
    prompts: Prompts, described: Mapping[str, Any], transcript: Transcript, turn: int
) -> list[Message]:
    values = {
        **described,
        "turn": turn,
        "transcript": _as_text(transcript, turn),
        "exchanges": exchanges_of(transcript.turns[:turn]),
    }
    return [
        {"role": "system", "content": prompts.text(_SYSTEM)},
        {"role": "user", "content": prompts.fill(_CASE, values)},
    ]


def exchanges_of(turns: Sequence[Turn], first: int = 1) -> list[dict[str, Any]]:
    """The exchanges as plain data, for prompts that take them as material, each on a line."""
    return [
        {"turn": number, "user": turn.user.text, "assistant": turn.subject.text}
        for number, turn in enumerate(turns, start=first)
    ]


def _as_text(transcript: Transcript, until: int) -> str:
    """The conversation up to a turn; speakers by their roles on the wire, so that no wording stands here."""
    return "\n\n".join(
        f"[{number}] user: {turn.user.text}\n\n[{number}] assistant: {turn.subject.text}"
        for number, turn in enumerate(transcript.turns[:until], start=1)
    )
