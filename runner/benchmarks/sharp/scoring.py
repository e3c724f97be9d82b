"""How a sharp run is scored and compared; a claim, with all roles that put it, is the unit."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from ....errors import UsageError
from ...judges.judge import only_judge
from ...play.benchmark import Scoring
from ...play.repeats import over_repeats
from ...play.scored import Scored
from ...records.difference import Difference
from ...records.run_folder import RunFolder, open_run
from ...records.score import ScoreRecord
from ...statistics.intervals import share_record
from .cases import claims_and_roles
from .metrics import METRICS
from .scores.bounds import sharp_bounds
from .scores.differences import compare_stances
from .scores.rate_tables import rate_tables, stance_shares
from .scores.role_scores import affinity_records, fidelity_records, rank_records, roles_of
from .scores.sampling import sampling_of
from .scores.snowball import snowball_records
from .scores.stance_frame import NO_CHARACTER, ClaimsAndRoles, stance_frame
from .settings import SharpChoices

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from ...play.missing import Bounds
    from ...records.verdict import Verdict

SharpRun = Scored[SharpChoices, ClaimsAndRoles]


def stances_of(folder: RunFolder, judge: str, known: ClaimsAndRoles) -> pl.DataFrame:
    """The stance frame of a run; see ``scores.stance_frame``."""
    return stance_frame(folder.verdicts(judge), known, folder.record.settings["direction"])


def score(run: SharpRun) -> list[ScoreRecord]:
    """All scores of a run; where cases were played several times, over the repeats.

    Raises:
        UsageError: the reference is a run of another benchmark, or holds no replies without a character to
            claims of this run.
        RunError: the verdicts are about another release.
    """
    stances = stances_of(run.folder, run.judge, run.known)
    reference = _reference(run, stances)
    repeats = stances["repeat"].unique().sort()
    parts = (stances.filter(repeat=repeat) if len(repeats) > 1 else stances for repeat in repeats)
    scored = [score_stances(part, run.choices, reference) for part in parts]
    records = scored[0] if len(scored) == 1 else over_repeats(scored) if scored else []
    return [*records, _leaks(stances)]


def score_stances(
    stances: pl.DataFrame, choices: SharpChoices, reference: tuple[str, pl.DataFrame] | None = None
) -> list[ScoreRecord]:
    """Rates by table, controls, fidelity, affinity with its rank agreement, and the snowball mode.

    Where several languages were played, fidelity and affinity are given for each and for all together. The
    snowball mode needs a reference: another run, or else the no-character control of this one.

    Args:
        stances: a stance frame of one repeat.
        choices: what was chosen.
        reference: name and stances of a reference run.
    """
    import polars as pl

    if stances.is_empty():
        return []
    sampling = sampling_of(stances, choices)
    records = rate_tables(stances, sampling)
    languages = sorted(set(stances["language"]))
    parts: list[tuple[dict[str, str], pl.DataFrame]] = [({}, stances)]
    if len(languages) > 1:
        parts += [({"language": code}, stances.filter(language=code)) for code in languages]
    for by, part in parts:
        roles = roles_of(part, sampling)
        if not roles.names:
            continue
        records += fidelity_records(roles, sampling, by)
        for script in sorted(set(roles.scripts)) if len(set(roles.scripts)) > 1 else ():
            chosen = [index for index, name in enumerate(roles.scripts) if name == script]
            records += fidelity_records(roles.only(chosen), sampling, {**by, "script": script})
        records += affinity_records(roles, sampling, by)
        records += rank_records(roles, sampling, by)
    plain = stances.filter(pl.col("control") == NO_CHARACTER)
    if reference is None and not plain.is_empty():
        reference = ("the no-character control", plain)
    if reference is not None and stances["control"].null_count():
        records += snowball_records(stances, reference[1], sampling, reference[0])
    return [*records, *stance_shares(stances)]


def differences(first: SharpRun, second: SharpRun) -> list[Difference]:
    """The scores of two runs on the cases that both have.

    Raises:
        UsageError: they group characters by different feelings.
    """
    if len({run.folder.record.settings["direction"] for run in (first, second)}) > 1:
        raise UsageError(
            f"{first.name} and {second.name} group characters by different feelings",
            fix="compare runs of one direction",
        )
    stances = [stances_of(run.folder, run.judge, run.known) for run in (first, second)]
    return compare_stances(stances[0], stances[1], first.choices)


def bounds(run: SharpRun, missing: Sequence[Verdict]) -> Bounds:
    """What its scores could be, whatever the missing and unread verdicts were."""
    if run.state.whole:
        return {}
    verdicts = chain(run.folder.verdicts(run.judge), missing)
    stances = stance_frame(verdicts, run.known, run.folder.record.settings["direction"])
    return sharp_bounds(stances, run.choices.neutral)


def _reference(run: SharpRun, stances: pl.DataFrame) -> tuple[str, pl.DataFrame] | None:
    """Name and stances of the reference run, or None where none was given."""
    import polars as pl

    choices = run.choices
    if choices.reference is None:
        return None
    folder = open_run(choices.reference)
    if folder.record.benchmark != run.folder.record.benchmark:
        raise UsageError(
            f"the reference {folder.name} is a run of {folder.record.benchmark}",
            fix=f"give a run of {run.folder.record.benchmark} with --reference",
        )
    judges = folder.judges()
    judge = choices.reference_judge or (run.judge if run.judge in judges else only_judge(folder))
    plain = stances_of(folder, judge, run.known).filter(
        (pl.col("control") == NO_CHARACTER) & (pl.col("repeat") == 0)
    )
    if plain.is_empty():
        raise UsageError(
            f"{folder.name} holds no replies without a character",
            fix="play the reference with the setting plain=yes",
        )
    if not stances.is_empty() and plain.join(stances, on=["claim_id", "language"], how="semi").is_empty():
        raise UsageError(
            f"the reference {folder.name} was asked no claim that {run.name} was asked",
            fix="give a run of the same languages and claims with --reference",
        )
    return folder.name, plain


def _leaks(stances: pl.DataFrame) -> ScoreRecord:
    leaked = int(stances["leaked"].sum())
    return share_record("leak_rate", leaked, stances.height, by={}, choices={"denominator": "replies judged"})


SCORING = Scoring(
    choices=SharpChoices,
    known=claims_and_roles,
    score=score,
    differences=differences,
    metrics=METRICS,
    bounds=bounds,
)
