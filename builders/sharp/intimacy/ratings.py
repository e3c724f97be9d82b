"""HPD's scores as ratings of Harry Potter, and how far two sources rate the same relations alike.

Agreement is Kendall's tau-b of the levels, and the share of relations with the same sign.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from ....errors import SourceError
from ....sources.hpd.scores import SOURCE as HPD
from ....sources.hpd.snapshot import scores_until
from ....sources.relations_curated import Cast
from ....sources.story_time import story_position, story_time
from .character_names import fold_name, name_index
from .relation_rules import KEY, RATING_SCHEMA, SCORE

SCRIPT, PROTAGONIST = "harry_potter", "harry"


def hpd_ratings(
    scores: pl.DataFrame, place: tuple[int | None, int | None], cast: Cast, *, where: str
) -> pl.DataFrame:
    """HPD's scores up to the chapter asked for, as ratings; the snapshot takes the latest of each character.

    Args:
        scores: as ``read_hpd`` gives them.
        place: book and chapter asked for; by default the last.
        cast: who there is.
        where: name of the file.

    Raises:
        SourceError: the file names someone whom ``characters.tsv`` does not know, or one person twice.
    """
    asked = scores_until(scores, *place, where=where)
    index = name_index(cast, SCRIPT, HPD)
    rows: dict[tuple[str, str, str], tuple[object, ...]] = {}
    for row in asked.iter_rows(named=True):
        character = index.get(fold_name(row["name"]))
        if character is None:
            raise SourceError(
                f"{row['name']!r} is not a known character of {SCRIPT}",
                where=row["where"],
                fix="add the character to characters.tsv, or the spelling to source_names.tsv",
            )
        key = (character, row["direction"], row["story_time"])
        if key in rows:
            raise SourceError(
                f"{character} is named twice in {row['story_time']}",
                where=row["where"],
                fix="keep one of the rows",
            )
        level = row["affection"]
        sign = None if level is None else "+" if level > 0 else "-" if level < 0 else "0"
        scored = (level, row["familiarity"], row["where"], None)
        rows[key] = (SCRIPT, PROTAGONIST, *key, HPD, None, SCORE, sign, *scored)
    return pl.DataFrame(list(rows.values()), schema=RATING_SCHEMA, orient="row")


def times_with_hpd(times: pl.DataFrame, scores: pl.DataFrame, latest: str) -> pl.DataFrame:
    """The times asked for, with Harry Potter at the chapter read.

    The file's last chapter of a book is the end of that book, so that ratings of the book's end compare.

    Args:
        times: ``script``, ``protagonist``, ``story_time``.
        scores: everything the file holds.
        latest: story time of the scores used.
    """
    book, chapter = story_position(latest)
    ends_book = scores.filter(pl.col("book") == book)["chapter"].max() == chapter
    time = story_time(book, None if ends_book else chapter)
    here = (pl.col("script") == SCRIPT) & (pl.col("protagonist") == PROTAGONIST)
    return times.with_columns(pl.when(here).then(pl.lit(time)).otherwise("story_time").alias("story_time"))


@dataclass(frozen=True)
class RankAgreement:
    """Kendall's tau-b of two series of levels.

    Attributes:
        tau: tau-b (Kendall 1945), or None where a series is constant or shorter than two.
        n: how many relations both rate.
        ties_first: pairs of relations that the first series rates alike.
        ties_second: pairs that the second rates alike.
    """

    tau: float | None
    n: int
    ties_first: int
    ties_second: int


@dataclass(frozen=True)
class SignAgreement:
    """How many relations have the same sign in both sources; a level of 0 has none and is left out."""

    same: int
    n: int


def rank_agreement(first: Sequence[int], second: Sequence[int]) -> RankAgreement:
    """Kendall's tau-b with its n and ties.

    Raises:
        ValueError: the series differ in length.
    """
    if len(first) != len(second):
        raise ValueError("two series of one length are needed")
    ties = [sum(count * (count - 1) // 2 for count in Counter(series).values()) for series in (first, second)]
    tau = None
    if len(set(first)) > 1 and len(set(second)) > 1:
        from scipy.stats import kendalltau

        tau = float(kendalltau(first, second).statistic)
    return RankAgreement(tau, len(first), *ties)


def side_by_side(ours: pl.DataFrame, theirs: pl.DataFrame) -> pl.DataFrame:
    """Relations that two settled snapshots both speak of.

    Returns:
        The key with ``ours`` and ``theirs`` (levels), ``sign_ours`` and ``sign_theirs``, and our ``label``,
        ``rule`` and ``note``.
    """
    columns = {"affection": "theirs", "sign": "sign_theirs"}
    other = theirs.select(*KEY, *columns).rename(columns)
    mine = ours.rename({"affection": "ours", "sign": "sign_ours"})
    return mine.join(other, on=KEY).select(
        *KEY, "ours", "theirs", "sign_ours", "sign_theirs", "label", "rule", "note"
    )


def ranks_of(pairs: pl.DataFrame) -> RankAgreement:
    """Rank agreement of the levels in ``side_by_side``, where both sides have one."""
    levels = pairs.drop_nulls(["ours", "theirs"])
    return rank_agreement(levels["ours"].to_list(), levels["theirs"].to_list())


def signs_of(pairs: pl.DataFrame) -> SignAgreement:
    """Agreement of sign in ``side_by_side``, where both sides are positive or negative."""
    signed = pairs.filter(pl.all_horizontal(pl.col("sign_ours", "sign_theirs").is_in(["+", "-"])))
    same = signed.filter(pl.col("sign_ours") == pl.col("sign_theirs")).height
    return SignAgreement(same, signed.height)
