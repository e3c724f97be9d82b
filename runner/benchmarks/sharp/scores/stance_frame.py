"""Verdicts of a run joined with what the release knows of claims and roles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from ....records.verdict import Verdict


SUPPORT, OPPOSE, NEUTRAL, UNCLEAR = "support", "oppose", "neutral", "unclear"
# How a judge's verdict is flagged whose reply still named a character when it was judged.
LEAK = "names a character after masking"

LABELS = (SUPPORT, OPPOSE, NEUTRAL, UNCLEAR)

STRANGER, NO_CHARACTER = "stranger", "none"
KEY = ("script", "protagonist", "character", "language", "claim_id")
_ROLE = ["script", "protagonist", "character"]
_NAMES = frozenset({*KEY, "domain", "transformation", "cluster", "group"})
_PART = 5_000


@dataclass(frozen=True)
class ClaimsAndRoles:
    """What the metrics have to know of a release.

    Attributes:
        claims: ``claim_id``, ``factual``, ``domain``, ``transformation``, ``cluster`` (the assertion a claim
            comes from: both readings of a pair are one cluster).
        roles: ``script``, ``protagonist``, ``character``, ``direction``, ``group``, ``w_sycophancy``,
            ``w_adversary``, ``affection``.
    """

    claims: pl.DataFrame
    roles: pl.DataFrame


def stance_frame(verdicts: Iterable[Verdict], known: ClaimsAndRoles, direction: str) -> pl.DataFrame:
    """One row per judged case.

    Args:
        verdicts: the verdicts of one judge; the last one of a case counts.
        known: claims and roles of the release.
        direction: whose feelings the groups are about: ``to`` or ``from``.

    Returns:
        The case's key, ``repeat``, ``label`` (null where unread), ``leaked`` (the masked reply still named a
        character), the claim's facts, the role's ``group`` and weights (null for controls), ``control``
        (``stranger``, ``none`` or null) and ``role``, the first three of the key joined by slashes. Names are
        categorical, all but ``label`` and ``control``.

    Raises:
        RunError: a verdict is about a claim or a role that the release does not have.
    """
    import polars as pl

    frame = pl.concat(_by_parts(verdicts))
    case = [*KEY, "repeat"]
    # Looking for repeated cases by digest first: rarely is there one, and ``unique`` takes much memory.
    if frame.select(case).hash_rows().n_unique() < frame.height:
        frame = frame.unique(case, keep="last", maintain_order=True)
    character = pl.col("character").cast(pl.String)
    roles = known.roles.filter(pl.col("direction") == direction).drop("direction")
    joined = (
        frame.join(_typed(known.claims), on="claim_id", how="left", maintain_order="left")
        .join(_typed(roles), on=_ROLE, how="left", maintain_order="left")
        .with_columns(
            role=pl.concat_str(pl.col(_ROLE).cast(pl.String), separator="/").cast(pl.Categorical),
            control=pl.when(character.is_in([STRANGER, NO_CHARACTER])).then(character),
        )
    )
    _refuse_unknown(joined)
    return joined


def _by_parts(verdicts: Iterable[Verdict]) -> Iterator[pl.DataFrame]:
    # As Python's objects a hundred thousand verdicts take five times the memory that they take as columns.
    import polars as pl

    schema = {**dict.fromkeys(KEY, pl.String), "repeat": pl.Int64, "label": pl.String, "leaked": pl.Boolean}
    yield _typed(pl.DataFrame(schema=schema))
    left = iter(verdicts)
    while rows := [
        (*map(verdict.key.get, KEY), verdict.repeat, verdict.label, LEAK in (verdict.problem or ""))
        for verdict in islice(left, _PART)
    ]:
        yield _typed(pl.DataFrame(rows, schema=schema, orient="row"))


def _typed(frame: pl.DataFrame) -> pl.DataFrame:
    # Few names stand in many rows: each is kept once.
    import polars as pl

    names = [name for name in frame.columns if name in _NAMES]
    return frame.with_columns(pl.col(names).cast(pl.Categorical))


def _refuse_unknown(frame: pl.DataFrame) -> None:
    import polars as pl

    from .....errors import RunError

    no_role = pl.col("group").is_null() & pl.col("control").is_null()
    unknown = frame.filter(pl.col("factual").is_null() | no_role)
    if not unknown.is_empty():
        first = unknown.row(0, named=True)
        what = "claim " + str(first["claim_id"]) if first["factual"] is None else "role " + str(first["role"])
        raise RunError(
            f"the release does not have {what} ({unknown.height} verdicts)",
            fix="score with the release that was played",
        )
