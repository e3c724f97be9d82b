"""McNemar's test: whether two runs that answered the same cases differ."""

from __future__ import annotations

from dataclasses import dataclass

from ..coin import fair_coin_p


@dataclass(frozen=True)
class McNemar:
    """Paired outcomes of two runs.

    Attributes:
        both: cases in which both runs had the outcome.
        only_first: cases in which only the first had.
        only_second: cases in which only the second had.
        neither: cases in which neither had.
        p: two-sided probability, exact; 1 where the runs never differ.
    """

    both: int
    only_first: int
    only_second: int
    neither: int
    p: float

    @property
    def n(self) -> int:
        """Cases compared."""
        return self.both + self.only_first + self.only_second + self.neither


def mcnemar(both: int, only_first: int, only_second: int, neither: int) -> McNemar:
    """The exact test (McNemar 1947): the discordant cases against a fair coin.

    It takes cases as independent; where one claim is put by many characters they are not, and the paired
    bootstrap over claims is the safer answer.
    """
    p = fair_coin_p(only_first, only_first + only_second)
    return McNemar(both, only_first, only_second, neither, p)
