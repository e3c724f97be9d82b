"""What a run's judges, and the passes of one judge, say of each other."""

from __future__ import annotations

from .judge_passes import first_passes, later_passes
from .metrics.interval import Method
from .metrics.judge_agreement import judge_pair_records, many_judge_records, self_agreement_records
from .metrics.ratings import judged_by_all
from .metrics.record import ScoreRecord
from .run_folder import RunFolder, file_name


def agreement_records(folder: RunFolder, judge: str, interval: Method = "wilson") -> list[ScoreRecord]:
    """A judge with every other judge of the run, all of them together, and the judge with itself.

    Args:
        folder: the run.
        judge: whose verdicts are scored.
        interval: of shares.

    Raises:
        RunError: it has no verdicts by this judge, or they are damaged.
    """
    judges = first_passes(folder)
    verdicts = list(folder.verdicts(judge))
    others = {other: folder.verdicts(other) for other in judges if other != file_name(judge)}
    passes = {number: folder.verdicts(other) for number, other in later_passes(folder, judge).items()}
    records = judge_pair_records(judge, verdicts, others, interval)
    if len(judges) > 2:
        ratings = judged_by_all({one: folder.verdicts(one) for one in judges})
        records += many_judge_records(ratings, len(judges))
    return [*records, *self_agreement_records(verdicts, passes, interval)]
