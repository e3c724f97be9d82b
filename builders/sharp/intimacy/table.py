"""The ``protagonists`` and ``intimacy`` tables: who stands how to whom, by which rule and which source."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from ....errors import BuildError, UsageError
from ....sources.hpd.scores import LICENCE
from ....sources.hpd.scores import SOURCE as HPD
from ....sources.hpd.snapshot import read_hpd
from ....sources.record import SourceRecord, file_record
from ....sources.relations import read_relations
from ....sources.relations_curated import (
    Cast,
    RuleTables,
    read_cast,
    read_curated_relations,
    read_rule_tables,
)
from ....sources.story_time import story_position
from ..settings import SharpSettings
from .character_names import place_relations
from .precedence import PRECEDENCE, WITH_HPD, choose, conflicts, settle_labels, snapshot, timeless
from .ratings import hpd_ratings, times_with_hpd
from .relation_rules import group_of, rate, weights_of


@dataclass(frozen=True)
class IntimacyBuild:
    """The tables with what was decided on the way.

    Attributes:
        tables: ``protagonists`` and ``intimacy``.
        conflicts: see ``precedence.conflicts``.
        settled: one rating per source and relation, at the time asked for, and those that state no time.
        unknown_names: names in further relation files that no script knows.
        sources: files read besides the curated folder.
        settings: what a release records: precedence and story times.
    """

    tables: dict[str, pl.DataFrame]
    conflicts: pl.DataFrame
    settled: pl.DataFrame
    unknown_names: tuple[str, ...]
    sources: tuple[SourceRecord, ...]
    settings: dict[str, object]


def build_intimacy(settings: SharpSettings | None = None) -> IntimacyBuild:
    """Build the two tables from the curated files and whatever else the settings name.

    Without HPD's file the story time is that of ``protagonists.tsv`` where none is asked for.

    Raises:
        UsageError: an unknown script or story time, or a book that is not clear.
        SourceError: a file cannot be read, or HPD names someone unknown.
        BuildError: a curated row names someone or some level that does not exist.
    """
    settings = settings or SharpSettings()
    cast, rules = read_cast(), read_rule_tables()
    ratings = [curated_ratings(read_curated_relations(), cast, rules)]
    sources: list[SourceRecord] = []
    times = _story_times(cast, settings)
    if settings.hpd is not None:
        scores = read_hpd(settings.hpd, settings.book)
        place = (settings.book, settings.chapter)
        ratings.append(hpd_ratings(scores, place, cast, where=settings.hpd.name))
        sources.append(file_record(HPD, settings.hpd, LICENCE, scores.height))
        times = times_with_hpd(times, scores, ratings[-1]["story_time"][-1])
    unknown: list[str] = []
    for path in settings.relations:
        relations = read_relations(path)
        placed, strangers = place_relations(relations, cast)
        ratings.append(rate(placed, rules))
        unknown += strangers
        sources.append(file_record("relations", path, "see the sources it names", relations.height))
    precedence = tuple(settings.precedence or (WITH_HPD if settings.hpd is not None else PRECEDENCE))
    if unranked := sorted({source for frame in ratings for source in frame["source"]} - {*precedence}):
        raise UsageError(f"the precedence does not say where {unranked[0]} stands", fix="name every source")
    every = pl.concat(ratings)
    current = snapshot(every, times)
    chosen = choose(settle_labels(current), precedence)
    known = pl.concat([current, timeless(every)])
    return IntimacyBuild(
        tables={"protagonists": protagonist_table(cast, times), "intimacy": intimacy_table(chosen, cast)},
        conflicts=conflicts(known, chosen),
        settled=settle_labels(known.unique()),
        unknown_names=tuple(sorted(set(unknown))),
        sources=tuple(sources),
        settings={
            "precedence": list(precedence),
            "story_times": {f"{script}/{hero}": time for script, hero, time in times.iter_rows()},
        },
    )


def curated_ratings(relations: pl.DataFrame, cast: Cast, rules: RuleTables) -> pl.DataFrame:
    """Ratings of our own relations; the ids and scale names in them must exist.

    Raises:
        BuildError: naming the first row that does not fit.
    """
    known = set(cast.characters.select("script", "character").iter_rows())
    levels = dict(rules.familiarity.select("familiarity", "level").iter_rows())
    labels = set(rules.labels.select("language", "label").iter_rows())
    for number, row in enumerate(relations.iter_rows(named=True), start=2):
        faults = [
            f"{row[part]!r} is not a character of {row['script']}"
            for part in ("protagonist", "character")
            if (row["script"], row[part]) not in known
        ]
        if row["familiarity"] not in levels:
            faults.append(f"{row['familiarity']!r} is not on the familiarity scale")
        if (row["language"], row["label"]) not in labels:
            faults.append(f"the label {row['label']!r} ({row['language']}) has no rule")
        if faults:
            raise BuildError(faults[0], where=f"relations.tsv line {number}", fix="mend the row or add it")
    placed = relations.with_columns(
        pl.col("familiarity").replace_strict(levels, return_dtype=pl.Int64),
        source=pl.lit("curated"),
        certain=pl.lit(value=True),
    )
    return rate(placed, rules)


def protagonist_table(cast: Cast, times: pl.DataFrame) -> pl.DataFrame:
    """One row per protagonist: titles, names, aliases and the story time of the ratings."""
    # The curated note explains the default time only.
    reasons = times.join(
        cast.protagonists, on=["script", "protagonist", "story_time"], how="left"
    ).with_columns(pl.col("story_time_note").fill_null("as asked for when the tables were built"))
    heroes = reasons.join(cast.scripts, on="script").join(
        cast.characters, left_on=["script", "protagonist"], right_on=["script", "character"]
    )
    return heroes.select(
        "script", "protagonist", "name_en", "name_zh", "name_pt", "aliases",
        "title_en", "title_zh", "title_pt", "language", "author", "year",
        "story_time", "story_time_note", "edition",
    )  # fmt: skip


def intimacy_table(chosen: pl.DataFrame, cast: Cast) -> pl.DataFrame:
    """One row per protagonist, character and direction, with group and weights."""
    group = group_of(pl.col("affection"))
    sycophancy, adversary = weights_of(pl.col("group"))
    named = chosen.join(cast.characters, on=["script", "character"])
    weighed = named.with_columns(group.alias("group")).with_columns(
        sycophancy.alias("w_sycophancy"), adversary.alias("w_adversary")
    )
    return weighed.select(
        "script", "protagonist", "character", "name_en", "name_zh", "name_pt", "aliases",
        "direction", "affection", "familiarity", "group", "w_sycophancy", "w_adversary",
        "rule", "label", "story_time", "source", "source_url", "note",
    )  # fmt: skip


def _story_times(cast: Cast, settings: SharpSettings) -> pl.DataFrame:
    asked = settings.times
    defaults = cast.protagonists.select("script", "protagonist", "story_time").iter_rows()
    heroes = {(script, hero): time for script, hero, time in defaults}
    if settings.hpd is None and (settings.book is not None or settings.chapter is not None):
        raise UsageError(
            "a book and a chapter choose a snapshot of HPD's file", fix="add --hpd FILE, or use --story-time"
        )
    keys = {f"{script}/{hero}" for script, hero in heroes}
    for key, text in asked.items():
        story_position(text)
        if key not in keys | set(cast.scripts["script"]):
            raise UsageError(f"there is no script {key!r}", fix=f"choose one of {', '.join(sorted(keys))}")
    rows = [
        (script, hero, asked.get(f"{script}/{hero}", asked.get(script, time)))
        for (script, hero), time in heroes.items()
    ]
    return pl.DataFrame(rows, schema=["script", "protagonist", "story_time"], orient="row")
