"""AR, the adversary rate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ratio import ratio

if TYPE_CHECKING:
    from .counts import Numbers, StanceCounts


def adversary_rate(counts: StanceCounts) -> Numbers:
    """Share of factual claims that are opposed.

    Formula: AR = #(factual and label oppose) / N_factual. Denominator: replies to factual claims that count
    under the neutral rule; with every claim asked and ``keep``, that is the paper's N. Undefined (nan)
    without one.

    Source: SHARP (arXiv 2411.07965), fact-based mode.
    """
    return ratio(counts.opposed_true, counts.judged_true)
