"""A case as a reader sees it: the chat, the verdicts beside it, and where each reply came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

# A name and a value in words, and the value's language tag where it is not the page's.
Fact = tuple[str, str] | tuple[str, str, str]


@dataclass(frozen=True)
class Facet:
    """A property that cases can be filtered by.

    Attributes:
        key: its name.
        label: what the page calls it.
        headline: whether it is part of the title of a case in the list.
        spoken: whether its values are in the language of the case, not of the page.
    """

    key: str
    label: str
    headline: bool = False
    spoken: bool = False


@dataclass(frozen=True)
class Segment:
    """A piece of a message: plain, or marked as what a verdict rests on.

    Attributes:
        text: the piece.
        mark: what the mark means, for example ``evidence of the judge``; None where it is plain.
    """

    text: str
    mark: str | None = None


@dataclass(frozen=True)
class VerdictNote:
    """A verdict shown beside the message it is about.

    Attributes:
        label: the label in words.
        tone: name of its colour in ``page.css``, or None.
        judge: who gave it.
        lines: reason, problem, rule: whatever is known, each as a name and a text.
        calls: what a model that judged was asked and said, call by call, as names and values; folded.
    """

    label: str
    tone: str | None
    judge: str
    lines: Sequence[tuple[str, str]] = ()
    calls: Sequence[Sequence[Fact]] = ()


@dataclass(frozen=True)
class Bubble:
    """One message of the chat, or a note between messages.

    Attributes:
        role: ``system``, ``user``, ``subject`` or ``note``.
        name: who speaks, in words.
        segments: the text, piece by piece; together they are the message unchanged.
        verdicts: what judges said of it.
        flags: what is wrong with it (``empty``, ``cut``, ``role broken`` …).
        provenance: where it came from, names and values in words: model, tokens, time, attempts, request.
        anchor: its name in links, unlike that of the case's other bubbles, or None.
    """

    role: str
    name: str
    segments: Sequence[Segment]
    verdicts: Sequence[VerdictNote] = ()
    flags: Sequence[str] = ()
    provenance: Sequence[Fact] = ()
    anchor: str | None = None


@dataclass(frozen=True)
class CaseView:
    """A case.

    Attributes:
        key: its name, the same in every run of the release.
        language: BCP 47 tag of its messages.
        facets: facet key to its values for this case, most often one.
        badge: its result in words, for the list.
        tone: the badge's colour, or None.
        bubbles: the chat.
        facts: what is known of the case as a whole; folded until asked for.
        facts_title: what they are called while folded.
        landmarks: bubbles worth going to in a long chat: anchor, and what is there in words.
    """

    key: str
    language: str
    facets: Mapping[str, Sequence[str]]
    badge: str
    tone: str | None
    bubbles: Sequence[Bubble]
    facts: Sequence[Fact] = field(default=())
    facts_title: str = "about this case"
    landmarks: Sequence[tuple[str, str]] = field(default=())
