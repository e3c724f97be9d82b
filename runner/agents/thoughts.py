"""A model's thought told apart from its reply, where the server sends both as one text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

# What opens and what closes a thought, by the families of open models that write it so.
TAGS: tuple[tuple[str, str], ...] = (
    ("<think>", "</think>"),  # DeepSeek R1, Qwen 3, GLM, MiniMax, Nemotron, Hunyuan
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),  # EXAONE, Marco-o1
    ("<thoughts>", "</thoughts>"),
    ("<reasoning>", "</reasoning>"),
    ("<reason>", "</reason>"),
    ("<reflection>", "</reflection>"),
    ("<analysis>", "</analysis>"),
    ("<scratchpad>", "</scratchpad>"),
    ("<inner_monologue>", "</inner_monologue>"),
    ("<seed:think>", "</seed:think>"),  # Seed-OSS
    ("◁think▷", "◁/think▷"),  # Kimi
    ("[THINK]", "[/THINK]"),  # Magistral
    ("<|begin_of_thought|>", "<|end_of_thought|>"),  # Sky-T1, OpenThinker
    ("<|START_THINKING|>", "<|END_THINKING|>"),  # Command A
    ("<|thinking|>", "<|/thinking|>"),
    ("<|inner_prefix|>", "<|inner_suffix|>"),  # Apertus
    ("<|channel>thought", "<channel|>"),  # Gemma 4
    ("Here is my thought process:", "Here is my response:"),  # Granite 3
    ("Here's my thought process:", "Here's my response:"),
)
# Harmony (gpt-oss): channels of one message; the thought is what is said in analysis and commentary. The
# first header may stand in the prompt already, as a whole or up to the channel's name.
_CHANNEL = re.compile(
    r"(?:<\|start\|>\s*assistant\s*)?<\|channel\|>\s*(\w+)[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>(.*?)"
    r"(<\|end\|>|<\|return\|>|<\|call\|>|(?=(?:<\|start\|>\s*assistant\s*)?<\|channel\|>)|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_BEGINS_WITH_CHANNEL = re.compile(
    r"\s*(?:(?:<\|start\|>\s*assistant\s*)?<\|channel\|>|(?=(?:analysis|commentary|final)\s*<\|message\|>))",
    re.IGNORECASE,
)
# The same where the server leaves special tokens out of the text.
_BARE_CHANNELS = re.compile(r"\s*analysis(.*?)(?:assistant)?\s*assistantfinal(.*)\Z", re.DOTALL)
_FINAL = "final"
_LEFTOVER = re.compile(r"<\|start\|>\s*assistant|<\|(?:start|end|return|call)\|>", re.IGNORECASE)
# Some models wrap what follows the thought.
_WRAPS = (
    ("<answer>", "</answer>"), ("<response>", "</response>"), ("<output>", "</output>"),
    ("<|begin_of_solution|>", "<|end_of_solution|>"), ("<|START_RESPONSE|>", "<|END_RESPONSE|>"),
)  # fmt: skip
_CLOSING_MARKS = ("</", "[/", "◁/")
_SENTENCE_ENDS = '.!?…。！？:;)]}*"”»'


@dataclass(frozen=True)
class Parted:
    """A text taken apart.

    Attributes:
        text: the reply.
        thought: the thought, or None where there is none.
        closed: whether the thought came to its end; one that did not was cut, and no reply followed.
    """

    text: str
    thought: str | None = None
    closed: bool = True


def part_thought(text: str, tags: Sequence[tuple[str, str]] = TAGS) -> Parted:
    """The thought that a text begins with, and what follows it; a text without one is left as it is.

    Only a thought at the beginning is one: a reply may speak of such tags. Several in a row are one thought.
    Where the opening tag stood in the prompt already, a closing one that ends a line or follows a sentence
    tells where the thought ends.

    Args:
        text: as the server sent it.
        tags: what opens and closes a thought.
    """
    if _BEGINS_WITH_CHANNEL.match(text):
        return _by_channels(text)
    if (bare := _BARE_CHANNELS.match(text)) is not None:
        return Parted(bare[2].strip(), bare[1].strip() or None)
    thoughts: list[str] = []
    rest = text
    while (opened := _opening(rest, tags)) is not None:
        begun, opening, closing = opened
        end = _closing(begun, opening, closing)
        if end is None:
            return Parted("", _joined([*thoughts, begun.strip()]), closed=False)
        thoughts.append(begun[: end[0]].strip())
        rest = begun[end[1] :]
    if rest is text:
        end = _lone_closing(text, tags)
        if end is None:
            return Parted(text)
        thoughts, rest = [text[: end[0]].strip()], text[end[1] :]
    return Parted(_unwrapped(rest.strip()), _joined(thoughts))


def _opening(text: str, tags: Sequence[tuple[str, str]]) -> tuple[str, str, str] | None:
    """What follows the opening tag that a text begins with, and the tags of the pair."""
    stripped = text.lstrip()
    first = stripped[:1].lower()
    for opening, closing in tags:
        if opening[:1].lower() == first and stripped[: len(opening)].lower() == opening.lower():
            return stripped[len(opening) :], opening, closing
    return None


def _closing(begun: str, opening: str, closing: str) -> tuple[int, int] | None:
    """Where the tag stands that closes a thought: of the outer pair, or the first if pairs are odd."""
    depth, first = 1, None
    both = re.compile(f"({re.escape(opening)})|{re.escape(closing)}", re.IGNORECASE)
    for found in both.finditer(begun):
        depth += 1 if found[1] else -1
        if not found[1] and first is None:
            first = found.span()
        if depth == 0:
            return found.span()
    return first


def _lone_closing(text: str, tags: Sequence[tuple[str, str]]) -> tuple[int, int] | None:
    """Where a thought ends whose opening tag is not in the text; a tag that is spoken of ends none."""
    # Nearly all replies hold no tag at all, and are not searched for each.
    if not any(mark in text for mark in _CLOSING_MARKS):
        return None
    for opening, closing in tags:
        if not closing.startswith(_CLOSING_MARKS):
            continue
        found = re.search(re.escape(closing), text, re.IGNORECASE)
        if found is None:
            continue
        before, after = text[: found.start()], text[found.end() :]
        if re.search(re.escape(opening), before, re.IGNORECASE) or before.count("```") % 2:
            continue
        line = before[before.rfind("\n") + 1 :].strip()
        follows = after.split("\n", 1)[0]
        if not line and not follows.startswith(("`", "'", '"')):
            return found.span()
        ends_sentence = line.endswith(tuple(_SENTENCE_ENDS)) and line.count("`") % 2 == 0
        if ends_sentence and (not follows.strip() or follows[0].isalnum()):
            return found.span()
    return None


def _by_channels(text: str) -> Parted:
    if _CHANNEL.match(text.lstrip()) is None:
        text = f"<|channel|>{text.lstrip()}" if "<|message|>" in text.lower() else text
    said: list[str] = []
    thought: list[str] = []
    closed, after = True, 0
    for found in _CHANNEL.finditer(text):
        said.append(_leftover(text[after : found.start()]))
        final = found[1].lower() == _FINAL
        (said if final else thought).append(found[2].strip())
        closed, after = final or bool(found[3]), found.end()
    if after == 0:
        # A header that was cut before its message began.
        return Parted("", closed=False)
    said.append(_leftover(text[after:]))
    return Parted(_joined(said) or "", _joined(thought), closed=closed)


def _leftover(text: str) -> str:
    return _LEFTOVER.sub("", text).strip()


def _joined(parts: Sequence[str]) -> str | None:
    return "\n\n".join(part for part in parts if part) or None


def _unwrapped(text: str) -> str:
    for opening, closing in _WRAPS:
        if text.lower().startswith(opening.lower()):
            inner = text[len(opening) :]
            found = re.search(re.escape(closing), inner, re.IGNORECASE)
            return (inner if found is None else inner[: found.start()] + inner[found.end() :]).strip()
    return text
