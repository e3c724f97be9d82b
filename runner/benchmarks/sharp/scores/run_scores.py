"""All scores of a run of the sharp benchmark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....records.score import ScoreRecord
from .rate_tables import rate_tables, stance_shares
from .role_scores import affinity_records, fidelity_records, rank_records, roles_of
from .sampling import sampling_of
from .snowball import snowball_records
from .stance_frame import NO_CHARACTER, StanceChoices

if TYPE_CHECKING:
    import polars as pl


def score_stances(
    stances: pl.DataFrame, choices: StanceChoices, reference: tuple[str, pl.DataFrame] | None = None
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
