"""What a run's judges, and the passes of one judge, say of each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..records.run_folder import RunFolder, file_name
from ..records.score import ScoreRecord, undefined_record
from ..records.verdict import Verdict
from ..statistics.agreement import (
    UNREAD,
    Nulls,
    agreement_of_pairs,
    paired_labels,
    same_label_record,
    supermajority,
    unanimous,
)
from ..statistics.intervals import Method, share_record
from ..statistics.many_raters import (
    agreement_interval,
    fleiss_kappa,
    fleiss_kappas,
    gwet_ac1,
    gwet_ac1s,
    krippendorff_alpha,
    krippendorff_alphas,
)
from ..statistics.ratings import Ratings, judged_by_all
from .judge import first_passes, later_passes

_UNREAD = {"unread": "a label of its own"}
_NULLS: tuple[Nulls, ...] = ("label", "drop")


def judge_pair_records(
    judge: str, verdicts: Sequence[Verdict], others: Mapping[str, Iterable[Verdict]], interval: Method
) -> list[ScoreRecord]:
    """A judge beside each other judge of the run: ``judge_agreement_rate`` and Cohen's ``judge_kappa``.

    Args:
        judge: its name.
        verdicts: what it said.
        others: judge to verdicts.
        interval: of the rate; kappa's is asymptotic.
    """
    if not others:
        return [undefined_record("judge_agreement_rate", f"{judge} is the run's only judge")]
    records = []
    for other, said in others.items():
        found = agreement_of_pairs(paired_labels(verdicts, said))
        by = {"with": other}
        if not found.n:
            records.append(
                undefined_record("judge_agreement_rate", "no reply was judged by both", by, _UNREAD)
            )
            continue
        records.append(
            share_record("judge_agreement_rate", found.same, found.n, by=by, choices=_UNREAD, method=interval)
        )
        if found.kappa is None:
            records.append(undefined_record("judge_kappa", "both use one label only", by, _UNREAD))
        else:
            choices = {**_UNREAD, "interval": "asymptotic"}
            records.append(
                ScoreRecord("judge_kappa", found.kappa, None, found.n, found.low, found.high, by, choices)
            )
    return records


def many_judge_records(ratings: Ratings, judges: int) -> list[ScoreRecord]:
    """All judges together, three or more, on the replies that every one of them judged.

    Args:
        ratings: as ``ratings.judged_by_all`` gives them.
        judges: how many there are. With four or more also ``judge_supermajority_rate`` (three quarters).
    """
    votes = {"judge_unanimous_rate": unanimous(ratings)}
    if judges > 3:
        votes["judge_supermajority_rate"] = supermajority(ratings)
    records = [share_record(metric, count, n, by={}, choices=_UNREAD) for metric, (count, n) in votes.items()]
    for metric, statistic, of_samples in (
        ("judge_fleiss_kappa", fleiss_kappa, fleiss_kappas),
        ("judge_gwet_ac1", gwet_ac1, gwet_ac1s),
        ("judge_krippendorff_alpha", krippendorff_alpha, krippendorff_alphas),
    ):
        value = statistic(ratings)
        if value is None:
            records.append(undefined_record(metric, "the judges use one label only", choices=_UNREAD))
            continue
        low, high = agreement_interval(ratings, of_samples) or (None, None)
        choices = {**_UNREAD, "interval": "bootstrap over replies"}
        records.append(ScoreRecord(metric, value, None, len(ratings), low, high, choices=choices))
    return records


def self_agreement_records(
    verdicts: Iterable[Verdict], passes: Mapping[str, Iterable[Verdict]], interval: Method
) -> list[ScoreRecord]:
    """A judge's first pass beside each later one over the same replies, by both denominators.

    Unread verdicts are a label of their own (``label``), as in the paper's 275 of 299, or only replies read
    in both passes count (``drop``).

    Args:
        verdicts: the first pass.
        passes: number of a later pass to its verdicts; none makes the rate undefined.
        interval: of the rate.
    """
    metric = "self_agreement_rate"
    if not passes:
        return [undefined_record(metric, "the judge judged these replies once (judge again with --pass 2)")]
    first = list(verdicts)
    records = []
    for number, again in passes.items():
        pairs = [(_read(one), _read(other)) for one, other in paired_labels(first, again)]
        records += [
            same_label_record(metric, pairs, nulls, interval, by={"pass": number}) for nulls in _NULLS
        ]
    return records


def _read(label: str) -> str | None:
    return None if label == UNREAD else label


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
    others = {other: folder.verdicts(other) for other in judges if file_name(other) != file_name(judge)}
    passes = {number: folder.verdicts(other) for number, other in later_passes(folder, judge).items()}
    records = judge_pair_records(judge, verdicts, others, interval)
    if len(judges) > 2:
        ratings = judged_by_all({one: folder.verdicts(one) for one in judges})
        records += many_judge_records(ratings, len(judges))
    return [*records, *self_agreement_records(verdicts, passes, interval)]
