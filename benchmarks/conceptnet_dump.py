"""Write a dump of any size with the shape of ConceptNet 5.7: its relations, languages and line lengths.

Run: python benchmarks/conceptnet_dump.py FILE ROWS
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import polars as pl
from standfast.sources.curated import read_curated_table

BATCH = 1_000_000
ROWS_5_7 = 34_074_917

# English–English rows of 5.7 by relation; the claim relations are those that matter here.
ENGLISH = {
    "RelatedTo": 1_703_582, "FormOf": 378_859, "DerivedFrom": 325_000, "HasContext": 233_000, "IsA": 230_137,
    "Synonym": 222_156, "UsedFor": 40_000, "EtymologicallyRelatedTo": 32_075, "SimilarTo": 30_280,
    "AtLocation": 28_000, "HasSubevent": 25_000, "CapableOf": 23_000, "HasPrerequisite": 23_000,
    "Antonym": 19_066, "Causes": 17_000, "PartOf": 13_000, "MannerOf": 12_715, "HasProperty": 8_400,
    "ReceivesAction": 6_000, "HasA": 5_500, "NotCapableOf": 400, "MadeOf": 545,
}  # fmt: skip
LEXICAL = 0.4
LABELS = {"zh": 71_128, "pt": 50_654}
OTHERS = ("fr", "de", "ja", "es", "ru", "it", "fi", "la", "zh", "pt", "sv", "nl")
OTHER_RELATIONS = {"FormOf": 12.0, "Synonym": 8.0, "RelatedTo": 6.0, "ExternalURL": 2.5, "DerivedFrom": 1.5}

SAID = (
    '{"dataset": "/d/conceptnet/4/en", "license": "cc:by/4.0", "sources": [{"activity": '
    '"/s/activity/omcs/omcs1_possibly_free", "contributor": "/s/contributor/omcs/someone"}], '
    '"surfaceEnd": "some thing", "surfaceStart": "a thing", '
    '"surfaceText": "[[a thing]] is for [[some thing]]", "weight": 2.0}'
)
WIKTIONARY = (
    '{"dataset": "/d/wiktionary/en", "license": "cc:by-sa/4.0", "sources": [{"contributor": '
    '"/s/resource/wiktionary/en", "process": "/s/process/wikiparsec/2"}], "weight": 1.0}'
)


def write_dump(path: Path, rows: int, seed: int = 1) -> None:
    """Write ``rows`` rows; every kind of row in the share it has in 5.7.

    Two in five edges of the claim relations join terms of the curated lexicon, so that claims can be made of
    them; the rest joins made-up words of the length that real terms have.
    """
    random = np.random.default_rng(seed)
    kinds, weights = _kinds()
    with path.open("wb") as file:
        for start in range(0, rows, BATCH):
            drawn = random.choice(len(kinds), size=min(BATCH, rows - start), p=weights)
            _batch(kinds, drawn, random).write_csv(
                file, include_header=False, separator="\t", quote_style="never"
            )


def _kinds() -> tuple[list[tuple[str, str, str]], np.ndarray]:
    english = {("en", "en", relation): count for relation, count in ENGLISH.items()}
    labels = {("en", code, "Synonym"): count for code, count in LABELS.items()}
    left = ROWS_5_7 - sum(english.values()) - sum(labels.values())
    share = left / (len(OTHERS) * sum(OTHER_RELATIONS.values()))
    others = {
        (code, "url" if relation == "ExternalURL" else code, relation): share * weight
        for code in OTHERS
        for relation, weight in OTHER_RELATIONS.items()
    }
    counts = {**english, **labels, **others}
    weights = np.array(list(counts.values()), dtype=float)
    return list(counts), weights / weights.sum()


def _batch(kinds: list[tuple[str, str, str]], drawn: np.ndarray, random: np.random.Generator) -> pl.DataFrame:
    table = pl.DataFrame(kinds, schema=["from", "to", "relation"], orient="row")
    rows = table[drawn.tolist()]
    size = rows.height
    known = [f"/c/en/{term}" for term in read_curated_table("sharp", "nouns")["term"]]
    nouns = pl.Series(known)
    words = pl.Series(["".join(random.choice(list("aeioulnrst"), size=9)) for _ in range(20_000)])
    draw = {side: words[random.integers(0, len(words), size).tolist()] for side in ("a", "b", "c")}
    pick = {side: nouns[random.integers(0, len(nouns), size).tolist()] for side in ("m", "n")}
    claim = pl.col("relation").is_in(
        ["IsA", "PartOf", "HasA", "AtLocation", "MadeOf", "CapableOf", "UsedFor", "HasProperty"]
    )
    # Of real claim edges about two in five start with a term of the lexicon.
    lexical = claim & (pl.col("from") == "en") & pl.Series(random.random(size) < LEXICAL)
    made = pl.concat_str(pl.lit("/c/"), "from", pl.lit("/"), "a", pl.lit("_"), "c")
    other = (
        pl.when(pl.col("to") == "url")
        .then(pl.concat_str(pl.lit("http://dbpedia.org/resource/"), "b"))
        .otherwise(pl.concat_str(pl.lit("/c/"), "to", pl.lit("/"), "b", pl.lit("/n")))
    )
    return (
        rows.with_columns(**draw, **pick)
        .with_columns(
            rel=pl.concat_str(pl.lit("/r/"), "relation"),
            start=pl.when(lexical).then("m").otherwise(made),
            end=pl.when(lexical).then("n").otherwise(other),
            metadata=pl.when(lexical).then(pl.lit(SAID)).otherwise(pl.lit(WIKTIONARY)),
        )
        .select(
            pl.concat_str(
                pl.lit("/a/["), "rel", pl.lit("/,"), "start", pl.lit("/,"), "end", pl.lit("/]")
            ).alias("uri"),
            "rel",
            "start",
            "end",
            "metadata",
        )
    )


if __name__ == "__main__":
    write_dump(Path(sys.argv[1]), int(sys.argv[2]))
