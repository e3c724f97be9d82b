"""What is said in a case, and what is known of each reply."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Literal, TypedDict


class Message(TypedDict):
    """One chat message: ``role`` is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True)
class Reply:
    """One reply of an agent, as it came.

    Attributes:
        text: the reply, unchanged.
        model: the model's name as the server reported it.
        finish_reason: why the server ended the reply (``stop``, ``length`` …).
        tokens_in: prompt tokens, as reported.
        tokens_out: completion tokens, as reported.
        seconds: time from request to reply.
        attempts: requests that were needed.
        request_id: the server's id of the request.
        thought: what the model thought before it replied; nobody in the conversation reads it.
        refusal: the server marked the text as a refusal.
        tokens_thought: tokens of the completion that went into the thought, as reported.
        tokens_cached: tokens of the prompt that the server had in its cache, as reported.
        discarded: requests that were answered, and paid for, but whose answer was not kept.
        discarded_in: their prompt tokens.
        discarded_out: their completion tokens.
    """

    text: str
    model: str | None = None
    finish_reason: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    seconds: float | None = None
    attempts: int | None = None
    request_id: str | None = None
    thought: str | None = None
    refusal: bool = False
    tokens_thought: int | None = None
    tokens_cached: int | None = None
    discarded: int = 0
    discarded_in: int = 0
    discarded_out: int = 0


@dataclass(frozen=True)
class Turn:
    """One exchange: the user's message, then the subject's reply.

    Attributes:
        user: the message.
        subject: the reply.
        notes: what the protocol knows of the exchange beside its words, as plain data.
    """

    user: Reply
    subject: Reply
    notes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """One unit of work.

    Attributes:
        benchmark: whose case it is.
        key: names and values that identify it, for example topic_id, mode and persona.
        facts: what the scripted parts and baselines may know of it; agents under test never see it.
        repeat: which replay of the case this is, from 0.
        info: what an agent under test may know of it (see ``agents.case_info.CaseInfo``).
        session: which session of the case is being played, from 1; its agents remember no other.
        asked: how often the same messages were asked in the session before, or None where nobody counts.
    """

    benchmark: str
    key: Mapping[str, str]
    facts: Mapping[str, Any]
    repeat: int = 0
    info: Mapping[str, Any] = field(default_factory=dict)
    session: int = 1
    asked: int | None = None

    @property
    def name(self) -> str:
        """The key's values joined by slashes, with the repeat where there is one."""
        return case_name(self.key, self.repeat)


@dataclass(frozen=True)
class Transcript:
    """A finished case: its key and its turns in order."""

    key: Mapping[str, str]
    repeat: int
    turns: tuple[Turn, ...]

    @property
    def name(self) -> str:
        """As ``Case.name``."""
        return case_name(self.key, self.repeat)


def case_name(key: Mapping[str, str], repeat: int) -> str:
    """The key's values joined by slashes, with the repeat where there is one."""
    name = "/".join(key.values())
    return f"{name}#{repeat}" if repeat else name


def transcript_record(transcript: Transcript) -> dict[str, Any]:
    """A transcript as a JSON object; facts that are not known are left out, its digest stands last."""
    return {
        "case": dict(transcript.key),
        "repeat": transcript.repeat,
        "turns": [
            {
                "turn": number,
                "user": _reply_record(turn.user),
                "subject": _reply_record(turn.subject),
                **({"notes": dict(turn.notes)} if turn.notes else {}),
            }
            for number, turn in enumerate(transcript.turns, start=1)
        ],
        "digest": transcript_digest(transcript),
    }


def transcript_digest(transcript: Transcript) -> str:
    """Of all that judges and scores go by: whose case it is, what was said, and the notes on it."""
    said = [[turn.user.text, turn.subject.text, turn.notes] for turn in transcript.turns]
    text = json.dumps([*transcript.key.items(), transcript.repeat, said], default=dict)
    return blake2b(text.encode("ascii"), digest_size=16).hexdigest()


def transcript_from_record(record: Mapping[str, Any]) -> Transcript:
    """The inverse of ``transcript_record``.

    Raises:
        KeyError, TypeError: the object is not a transcript.
    """
    turns = tuple(
        Turn(Reply(**turn["user"]), Reply(**turn["subject"]), turn.get("notes", {}))
        for turn in record["turns"]
    )
    return Transcript(record["case"], record["repeat"], turns)


def as_messages(turns: tuple[Turn, ...] | list[Turn]) -> list[Message]:
    """The turns as the subject sees them."""
    messages: list[Message] = []
    for turn in turns:
        messages.append({"role": "user", "content": turn.user.text})
        messages.append({"role": "assistant", "content": turn.subject.text})
    return messages


def _reply_record(reply: Reply) -> dict[str, Any]:
    return {
        name: value
        for name, value in vars(reply).items()
        if value is not None and not (name in _LEFT_OUT_AT_ZERO and not value)
    }


_LEFT_OUT_AT_ZERO = frozenset({"refusal", "discarded", "discarded_in", "discarded_out"})


Outcome = Literal["said", "refused", "filtered", "cut", "empty", "thought_only", "failed"]
OUTCOMES: tuple[Outcome, ...] = ("said", "refused", "filtered", "cut", "empty", "thought_only", "failed")
# How an outcome is spoken of in reports; a reply that was simply given needs no word.
OUTCOME_WORDS: Mapping[Outcome, str] = {
    "refused": "refused",
    "filtered": "filtered",
    "cut": "cut reply",
    "empty": "empty reply",
    "thought_only": "thought only",
    "failed": "failed",
}
# Finish reasons, of OpenAI's form and of those that servers pass through from others.
CUT_REASONS = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
FILTER_REASONS = frozenset({"content_filter", "safety", "prohibited_content", "blocklist", "recitation"})
REFUSAL_REASONS = frozenset({"refusal"})
FAILED = "failed"

# A reply that ends on a letter, digit, opening mark or dash stopped inside a sentence.
_OPEN_ENDS = ("L", "N", "Ps", "Pi", "Pd")


def reply_outcome(reply: Reply) -> Outcome:
    """What became of a reply; white space counts as no text.

    ``said``: text, as asked for. ``refused``: the server marked a refusal. ``filtered``: the server's
    content filter stopped it. ``cut``: it stopped for length (with or without text), or, where no finish
    reason was recorded, the text ends inside a sentence. ``thought_only``: the model thought and said
    nothing. ``failed``: the server refused the request for good. ``empty``: nothing, and no reason known.
    """
    reason = (reply.finish_reason or "").lower()
    if reply.refusal or reason in REFUSAL_REASONS:
        return "refused"
    if reason in FILTER_REASONS:
        return "filtered"
    if reason in CUT_REASONS:
        return "cut"
    if reply.text.strip():
        return "cut" if reply.finish_reason is None and _ends_inside_sentence(reply.text.rstrip()) else "said"
    if reply.thought is not None:
        return "thought_only"
    return "failed" if reason == FAILED else "empty"


def _ends_inside_sentence(text: str) -> bool:
    """On a letter, a digit, a comma, a dash, an opening bracket or quote; a final ideograph may end one."""
    last = text[-1]
    category = unicodedata.category(last)
    return category != "Lo" and (last in ",，、" or category.startswith(_OPEN_ENDS))
