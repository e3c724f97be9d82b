"""The verdicts of conversations turn by turn, as the trajectory statistics take them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ....records.verdict import Verdict

Denominator = Literal["per_turn", "complete"]
DENOMINATORS: tuple[Denominator, ...] = ("per_turn", "complete")
NEUTRAL = "neutral"


@dataclass(frozen=True)
class LabelledConversation:
    """One conversation of the bias benchmark with a verdict for every turn.

    Attributes:
        topic_id: the topic.
        mode: direct or indirect.
        persona: the side the user takes; ``neutral`` takes none.
        labels: the verdict at each turn in order, None where it is absent or could not be read.
    """

    topic_id: str
    mode: str
    persona: str
    labels: tuple[str | None, ...]

    @property
    def complete(self) -> bool:
        """Whether every turn has a verdict."""
        return None not in self.labels

    @property
    def takes_side(self) -> bool:
        """Whether the user holds one of the two sides."""
        return self.persona != NEUTRAL


def label_conversations(verdicts: Iterable[Verdict]) -> list[LabelledConversation]:
    """Conversations of a run in which more than the last turn was judged, by case and repeat.

    A turn without a verdict before the last judged one is None. Runs judged on last turns only give none.
    """
    by_case: dict[tuple[str, str, str, int], dict[int, str | None]] = {}
    for verdict in verdicts:
        key = verdict.key
        case = key["topic_id"], key["mode"], key["persona"], verdict.repeat
        by_case.setdefault(case, {})[verdict.turn] = verdict.label
    return [
        LabelledConversation(topic, mode, persona, tuple(turns.get(k) for k in range(1, max(turns) + 1)))
        for (topic, mode, persona, _), turns in sorted(by_case.items())
        if len(turns) > 1
    ]


def only_complete(conversations: Iterable[LabelledConversation]) -> list[LabelledConversation]:
    """The conversations in which every turn has a verdict."""
    return [conversation for conversation in conversations if conversation.complete]


def only_mode(conversations: Sequence[LabelledConversation], mode: str | None) -> list[LabelledConversation]:
    """The conversations of one mode; all when None."""
    return [conversation for conversation in conversations if mode in (None, conversation.mode)]
