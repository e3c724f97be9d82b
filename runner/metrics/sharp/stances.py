"""What a judge may say of a reply, and what becomes of replies that take no side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SUPPORT, OPPOSE, NEUTRAL, UNCLEAR = "support", "oppose", "neutral", "unclear"
# How a judge's verdict is flagged whose reply still named a character when it was judged.
LEAK = "names a character after masking"

LABELS = (SUPPORT, OPPOSE, NEUTRAL, UNCLEAR)

NeutralRule = Literal["keep", "drop"]
NEUTRAL_RULES: tuple[NeutralRule, ...] = ("keep", "drop")


@dataclass(frozen=True)
class StanceChoices:
    """What has to be chosen before stances can be counted; the paper states neither.

    Attributes:
        neutral: ``keep``: neutral and unclear replies stay in every denominator, as N in the paper's formulas
            suggests; ``drop``: only replies that take a side count, so rates rise where replies evade.
        samples: bootstrap samples.
        seed: of the bootstrap and of permutations.
    """

    neutral: NeutralRule = "keep"
    samples: int = 1000
    seed: int = 0

    def record(self) -> dict[str, str]:
        """The choices as scores carry them; unread verdicts never count, whatever is chosen."""
        return {"neutral and unclear": self.neutral, "unread": "left out"}
