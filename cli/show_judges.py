"""How far the judges of runs agree."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from .show import print_table, say, share

if TYPE_CHECKING:
    from ..runner.metrics.ratings import Ratings
    from ..runner.run_folder import RunFolder
    from ..runner.verdict import Verdict


def show_judges(runs: Sequence[RunFolder]) -> None:
    """Each pair of judges label by label, and all together where there are three or more."""
    from ..runner.metrics.agreement import agreement_of_pairs, paired_labels
    from ..runner.same_model import shared_models
    from .show_runs import show_agreement

    verdicts: dict[str, list[list[Verdict]]] = {}
    for run in runs:
        for judge in run.judges():
            verdicts.setdefault(judge, []).append(list(run.verdicts(judge)))
        for sentence in shared_models(run.record.agents, run.judges()):
            say(f"{run.name}: {sentence}")
    for one, other in combinations(verdicts, 2):
        pairs = [
            pair
            for run in runs
            if {one, other} <= set(run.judges())
            for pair in paired_labels(run.verdicts(one), run.verdicts(other))
        ]
        if pairs:
            show_agreement(f"{other} (columns) beside {one} (rows)", agreement_of_pairs(pairs))
    if len(verdicts) > 2:
        _show_all(runs, list(verdicts))


def _show_all(runs: Sequence[RunFolder], judges: Sequence[str]) -> None:
    """All judges together, on the replies that every one of them judged."""
    from ..runner.metrics.ratings import judged_by_all

    everywhere = [judge for judge in judges if all(judge in run.judges() for run in runs)]
    items: list[tuple[str | None, ...]] = []
    for run in runs:
        items += judged_by_all({judge: run.verdicts(judge) for judge in everywhere})
    if len(everywhere) > 2 and items:
        _show_statistics(everywhere, items)


def _show_statistics(judges: Sequence[str], ratings: Ratings) -> None:
    from ..runner.metrics.bootstrap import bootstrap_interval
    from ..runner.metrics.fleiss import fleiss_kappa
    from ..runner.metrics.gwet import gwet_ac1
    from ..runner.metrics.interval import share_interval
    from ..runner.metrics.krippendorff import krippendorff_alpha
    from ..runner.metrics.unanimity import supermajority, unanimous

    rows = []
    votes = {"all say the same": unanimous(ratings)}
    if len(judges) > 3:
        votes["three quarters or more say the same"] = supermajority(ratings)
    for name, (count, n) in votes.items():
        low, high = share_interval(count, n) if n else (None, None)
        value = f"{share(count / n if n else None)} %"
        rows.append([name, f"{count} of {n}", value, f"[{share(low)}, {share(high)}]"])
    for name, statistic in (
        ("Fleiss' kappa", fleiss_kappa),
        ("Gwet's AC1", gwet_ac1),
        ("Krippendorff's alpha", krippendorff_alpha),
    ):
        point, interval = statistic(ratings), bootstrap_interval(ratings, statistic)
        shown = "–" if interval is None else f"[{interval[0]:.2f}, {interval[1]:.2f}]"
        rows.append([name, str(len(ratings)), "–" if point is None else f"{point:.2f}", shown])
    print_table(f"{len(judges)} judges together", ["", "replies", "value", "95 % interval"], rows)
