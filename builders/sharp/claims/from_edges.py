"""Pairs of claims made from the edges of a ConceptNet file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import polars as pl

from ....sources.curated import read_curated_table
from .counterfactual import Readings, make_readings
from .fold import fold
from .frames import read_frames, with_frames
from .graph import Graph, build_graph
from .labels import portuguese_gender, translations
from .lexicon import Lexicon, Noun, read_lexicon
from .original_wording import in_original_wording
from .pairs import LANGUAGES, PAIR, without_repeated_texts
from .select import CHECKING, english_statements, select_statements
from .sentences_en import qualifier, sentence_en
from .sentences_pt import sentence_pt
from .sentences_zh import sentence_zh
from .statement import Rejected, Statement
from .statements import make_statement

# Kinds whose nouns are countable; elsewhere only an article in the sentence people wrote tells.
_COUNTABLE = frozenset({"animal", "vehicle", "instrument"})
_BY_ARTICLE = frozenset({"plant", "tool", "appliance"})
_ARTICLES = ("a ", "an ")


def pairs_from_edges(
    edges: pl.DataFrame, *, min_weight: float = 2.0, unnamed: bool = False
) -> tuple[pl.DataFrame, Counter[str]]:
    """Both readings of every assertion that can be phrased well in all three languages.

    Args:
        edges: assertions as ``sources.conceptnet`` gives them, or as ``read_edges`` does, which has looked up
            their frames: English ones for the claims and the check on them, Synonym edges for names in
            Chinese and Portuguese.
        min_weight: weakest edge to make a claim of.
        unnamed: keep assertions whose words have no name in a language: their texts there are null, for a
            translator to fill (``translation.fill``). Otherwise they are set aside.

    Returns:
        A frame with the columns ``PAIR``, all ``unreviewed``, and how many edges were set aside, by reason.
    """
    lexicon, frames = read_lexicon(), read_frames()
    edges = edges if "frame" in edges.columns else with_frames(edges, frames)
    blocked = frozenset(fold(term) for term in read_curated_table("sharp", "blocked")["term"])
    statements = english_statements(edges)
    graph = build_graph(_evidence(statements, lexicon).iter_rows())
    chosen, rejected = select_statements(statements, lexicon, blocked, min_weight)
    del statements
    nouns = named_nouns(chosen, edges, lexicon, unnamed=unnamed)
    rows = []
    for edge in chosen.iter_rows(named=True):
        try:
            statement = in_original_wording(make_statement(edge, lexicon, nouns), edge, frames)
            rows.append(_pair(statement, edge, graph, lexicon, unnamed=unnamed))
        except Rejected as reason:
            rejected[str(reason)] += 1
    pairs, repeated = without_repeated_texts(pl.DataFrame(rows, schema=PAIR, orient="row"))
    if repeated.height:
        rejected["another claim has the same text"] += repeated.height
    return pairs, rejected


def _evidence(statements: pl.DataFrame, lexicon: Lexicon) -> pl.DataFrame:
    # Claims are about nouns of the lexicon or of its classes: what speaks of neither cannot support or deny
    # one. Chains of classes may lead over any term; antonyms and obstacles are few and may join any two.
    known = [*lexicon.nouns, *lexicon.activities]
    told = pl.any_horizontal(pl.col("start_fold", "end_fold").is_in(known))
    chain = pl.col("relation").is_in(["IsA", "InstanceOf", *CHECKING])
    return statements.filter(told | chain).select("relation", "start_fold", "end_fold")


def named_nouns(
    statements: pl.DataFrame, edges: pl.DataFrame, lexicon: Lexicon, *, unnamed: bool = False
) -> dict[str, Noun]:
    """Nouns beyond the lexicon that an IsA edge places in one of its classes, by folded term.

    Their kind and countability are their class's, their Chinese and Portuguese names those of the graph.

    Args:
        statements: selected statements.
        edges: all assertions, for the cross-lingual Synonym edges.
        lexicon: the curated lexicon.
        unnamed: take nouns without a name too (a translator will deal with them).
    """
    chinese, portuguese = translations(edges, "zh"), translations(edges, "pt")
    nouns: dict[str, Noun] = {}
    for edge in statements.filter(pl.col("relation") == "IsA").iter_rows(named=True):
        term = edge["start_fold"]
        entry = lexicon.classes.get(edge["end_fold"])
        if term in lexicon.nouns or term in nouns or entry is None:
            continue
        counted = str(edge["surface_start"]).casefold().startswith(_ARTICLES)
        kinds = entry.start_kinds & (_COUNTABLE | _BY_ARTICLE if counted else _COUNTABLE)
        zh, pt = chinese.get(term, ""), portuguese.get(term, "")
        gender = portuguese_gender(pt) if pt else None
        named = zh and gender
        if len(entry.start_kinds) == 1 and kinds and (named or unnamed):
            english = edge["start_term"].replace("_", " ")
            domain = lexicon.nouns[edge["end_fold"]].domain
            pt = pt if gender else ""
            nouns[term] = Noun(
                edge["start_term"], "count", "singular", next(iter(kinds)), domain, english, zh, pt, "",
                gender or "", "", "", "",
            )  # fmt: skip
    return nouns


def _pair(
    statement: Statement,
    edge: Mapping[str, Any],
    graph: Graph,
    lexicon: Lexicon,
    *,
    unnamed: bool,
) -> tuple[Any, ...]:
    readings = make_readings(statement, graph, lexicon, edge["uri"])
    texts = [text for code in LANGUAGES for text in _texts(readings, code, unnamed=unnamed)]
    return (
        edge["uri"], edge["relation"], edge["start"], edge["end"], statement.start.domain, edge["weight"],
        edge["dataset"], edge["licence"], readings.transformation, qualifier(readings.counterfactual),
        "unreviewed", *texts,
    )  # fmt: skip


def _texts(readings: Readings, code: str, *, unnamed: bool) -> tuple[str | None, str | None]:
    both = readings.factual, readings.counterfactual
    if code == "en":
        return sentence_en(both[0]), sentence_en(both[1])
    named = all(getattr(part, code) for reading in both for part in (reading.start, reading.end))
    if named:
        phrase = sentence_zh if code == "zh" else sentence_pt
        return phrase(both[0]), phrase(both[1])
    if not unnamed:
        raise Rejected(f"a word has no name in {code}")
    return None, None
