"""What a message of a chat completion holds: text, thought and refusal, in every form that servers use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

# The first of these that holds anything is the thought: some servers send the same under two names.
_THOUGHT_FIELDS = ("reasoning_content", "reasoning", "thinking", "reasoning_details", "thinking_blocks")
_BESIDE_TEXT = frozenset((*_THOUGHT_FIELDS, "refusal"))
_THOUGHT_TYPES = ("thinking", "reasoning", "thought")
_NO_WORDS = ("image", "audio", "video", "file", "tool", "function", "redacted", "reasoning.encrypted")


@dataclass(frozen=True)
class Parts:
    """What a message holds.

    Attributes:
        text: what is said; empty where nothing is.
        thought: what stands in fields or parts of its own beside it.
        refusal: what a field or part of its own says that the model will not do.
    """

    text: str
    thought: str
    refusal: str


def message_parts(message: Mapping[str, Any]) -> Parts:
    """Take a message apart.

    Args:
        message: its ``content`` is text, null, or a list of parts: plain strings, or objects of a ``type``
            (``text``, ``output_text``, ``refusal``, ``thinking``, ``reasoning`` and others).

    Raises:
        TypeError, AttributeError: it is not the message of a chat completion.
    """
    content = message.get("content")
    if isinstance(content, str) and _BESIDE_TEXT.isdisjoint(message):
        return Parts(content, "", "")
    if not isinstance(content, str | list | dict | None):
        raise TypeError
    held: dict[str, list[str]] = {"text": [], "thought": [], "refusal": []}
    for part in [] if content is None else content if isinstance(content, list) else [content]:
        kind, words = _part(part)
        held[kind].append(words)
    thoughts = [_words(message.get(name)) for name in _THOUGHT_FIELDS]
    thoughts.append("\n\n".join(held["thought"]))
    refusal = message.get("refusal")
    refusals = [refusal if isinstance(refusal, str) else "", "".join(held["refusal"])]
    return Parts(
        "".join(held["text"]),
        next((thought for thought in thoughts if thought.strip()), "").strip(),
        next((said for said in refusals if said.strip()), ""),
    )


def _part(part: object) -> tuple[str, str]:
    """What a part of the content is, and its words."""
    if isinstance(part, str):
        return "text", part
    if not isinstance(part, dict):
        raise TypeError
    kind = part.get("type")
    kind = kind if isinstance(kind, str) else "text"
    if kind.startswith(_NO_WORDS):
        return "text", ""
    if kind == "refusal":
        return "refusal", _words(part.get("refusal") or part.get("text"))
    if kind.startswith(_THOUGHT_TYPES):
        return "thought", _words(part)
    return "text", _words(part.get("text"))


def _words(value: object) -> str:
    """The words of a text, of an object that holds one, or of a list of such."""
    return "".join(_pieces(value))


def _pieces(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _pieces(one)
    elif isinstance(value, dict) and not str(value.get("type", "")).startswith(_NO_WORDS):
        for name in ("thinking", "reasoning", "text", "value", "summary", "content"):
            if value.get(name):
                yield from _pieces(value[name])
                return
