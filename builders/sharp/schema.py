"""Tables of the ``sharp`` benchmark: claims and pairs in three languages, characters, and prompts."""

from __future__ import annotations

from functools import partial
from typing import Any

import pandera.polars as pa
import polars as pl

from ..schemas.fields import column, has_placeholder, line, repeated
from ..schemas.prompts import KEY as PROMPT_KEY
from ..schemas.prompts import LANGUAGES, Prompts
from ..schemas.rules import BenchmarkSchema, CrossRule, Tables, TableSchema
from .intimacy.schema import INTIMACY, INTIMACY_RULES, PROTAGONISTS

CLAIMS, COUNTERFACTUAL = 1_153, 481
TRANSFORMATIONS = ["negation", "antonym"]
REVIEWS = ["accepted", "edited", "unreviewed"]
LICENCES = ["cc:by/4.0", "cc:by-sa/4.0"]
DOMAINS = [
    "physics", "chemistry", "astronomy", "earth_science", "botany", "zoology", "human_body", "health", "food",
    "technology", "transport", "geography", "everyday_objects", "society", "sports", "arts", "mathematics",
]  # fmt: skip
DIGEST = r"^[0-9a-f]{16}$"
SIZE_RULE = "1,153 claims, 481 of them counterfactual"
# Signs of another script. DNA and T恤 are Chinese words with Latin capitals.
HAN = r"\p{Han}"
LATIN_WORD = r"\p{Ll}{2,}"


def _relation() -> Any:  # noqa: ANN401 - pandera's own field type
    return column("ConceptNet relation, Not* for denied ones", str_matches=r"^[A-Z][A-Za-z]+$")


def _node(description: str) -> Any:  # noqa: ANN401 - pandera's own field type
    return column(description, str_matches=r"^/c/en/\S+$")


def _uri() -> Any:  # noqa: ANN401 - pandera's own field type
    return column("URI of the assertion, each used once", unique=True, str_matches=r"^/a/\[\S+\]$")


class Claims(pa.DataFrameModel):
    """Claims in one language, each assertion used once, true or false."""

    claim_id: str = column("digest of assertion and transformation", unique=True, str_matches=DIGEST)
    text: str = line("the claim", unique=True)
    factual: bool = column("whether the claim is true")
    transformation: str = column(
        "how a counterfactual was made; none for factual ones", isin=["none", *TRANSFORMATIONS]
    )
    qualifier: str = line("absolute words of the English text; null where there are none", nullable=True)
    relation: str = _relation()
    start: str = _node("node URI of the subject")
    end: str = _node("node URI of what is said of it")
    assertion_uri: str = _uri()
    domain: str = column("field of knowledge", isin=DOMAINS)
    weight: float = column("weight of the edge; null for curated claims", nullable=True, gt=0)
    dataset: str = column("where the assertion comes from", str_matches=r"^/d/\S+$")
    licence: str = column("licence of the row", isin=LICENCES)
    review: str = column("whether a person has checked the wordings", isin=REVIEWS)

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class Pairs(pa.DataFrameModel):
    """Both readings of each assertion, in one language."""

    factual_id: str = column("claim_id of the true reading", unique=True, str_matches=DIGEST)
    counterfactual_id: str = column("claim_id of the false reading", unique=True, str_matches=DIGEST)
    factual_text: str = line("the true reading", unique=True)
    counterfactual_text: str = line("the false reading", unique=True)
    transformation: str = column("how the false reading was made", isin=TRANSFORMATIONS)
    qualifier: str = line(
        "absolute words of the false reading, in English; null where there are none", nullable=True
    )
    relation: str = _relation()
    start: str = _node("node URI of the subject")
    end: str = _node("node URI of what is said of it")
    assertion_uri: str = _uri()
    domain: str = column("field of knowledge", isin=DOMAINS)
    weight: float = column("weight of the edge; null for curated claims", nullable=True, gt=0)
    dataset: str = column("where the assertion comes from", str_matches=r"^/d/\S+$")
    licence: str = column("licence of the row", isin=LICENCES)
    review: str = column("whether a person has checked the wordings", isin=REVIEWS)

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


def _wrong_size(tables: Tables) -> list[str]:
    claims = tables["claims_en"]
    false = claims.filter(~pl.col("factual")).height
    if (claims.height, false) == (CLAIMS, COUNTERFACTUAL):
        return []
    return [f"{claims.height:,} claims, {false:,} counterfactual"]


def _unexplained(tables: Tables) -> pl.DataFrame:
    plain = pl.col("transformation") == "none"
    qualified = plain & pl.col("qualifier").is_not_null()
    return tables["claims_en"].filter((pl.col("factual") != plain) | qualified)


def _misaligned(tables: Tables, kind: str, code: str, texts: list[str]) -> pl.DataFrame:
    # Rows of the other language that have no row with the same facts, truth and ids in English.
    english, other = tables[f"{kind}_en"].drop(texts), tables[f"{kind}_{code}"]
    keys = english.columns
    return other.join(english, on=keys, how="anti", nulls_equal=True)


def _missing(tables: Tables, kind: str, code: str) -> list[str]:
    key = KEYS[kind]
    rows = tables[f"{kind}_en"].join(tables[f"{kind}_{code}"], on=key, how="anti")
    return sorted(rows[key].to_list())


def _unpaired(tables: Tables, code: str) -> pl.DataFrame:
    pairs = pl.concat(
        tables[f"pairs_{code}"].select(
            claim_id=f"{reading}_id", text=f"{reading}_text", factual=pl.lit(reading == "factual")
        )
        for reading in ("factual", "counterfactual")
    )
    return tables[f"claims_{code}"].join(pairs, on=["claim_id", "text", "factual"], how="anti")


def _wrong_script(tables: Tables, table: str, name: str, code: str) -> pl.DataFrame:
    text = pl.col(name)
    if code == "zh":
        return tables[table].filter(~text.str.contains(HAN) | text.str.contains(LATIN_WORD))
    return tables[table].filter(text.str.contains(HAN))


def _same_in_two_languages(tables: Tables, kind: str, name: str) -> pl.DataFrame:
    key = KEYS[kind]
    return tables[f"{kind}_pt"].join(tables[f"{kind}_en"].select(key, name), on=[key, name], how="semi")


def _read_alike(tables: Tables, table: str) -> pl.DataFrame:
    return tables[table].filter(pl.col("factual_text") == pl.col("counterfactual_text"))


def _rules() -> list[CrossRule]:
    rules = [
        CrossRule(SIZE_RULE, "claims_en", None, _wrong_size, frozen_only=True),
        CrossRule(
            "exactly the counterfactual claims have a transformation",
            "claims_en",
            "transformation",
            _unexplained,
        ),
    ]
    rules += [
        CrossRule(
            "every claim must be a reading of the pairs",
            f"claims_{code}",
            None,
            partial(_unpaired, code=code),
        )
        for code in LANGUAGES
    ]
    for kind, texts in TEXTS.items():
        for code in LANGUAGES:
            table = f"{kind}_{code}"
            if code != "en":
                rules += [
                    CrossRule(
                        "same keys, facts and truth as in English",
                        table,
                        None,
                        partial(_misaligned, kind=kind, code=code, texts=texts),
                    ),
                    CrossRule(
                        "every English row stands here too",
                        table,
                        None,
                        partial(_missing, kind=kind, code=code),
                    ),
                ]
            for name in texts:
                rules += _text_rules(table, name, code)
        rules += [
            CrossRule(
                "text must be Portuguese, not the English one",
                f"{kind}_pt",
                name,
                partial(_same_in_two_languages, kind=kind, name=name),
            )
            for name in texts
        ]
    return rules + [
        CrossRule(
            "the two readings must differ", f"pairs_{code}", None, partial(_read_alike, table=f"pairs_{code}")
        )
        for code in LANGUAGES
    ]


def _text_rules(table: str, name: str, code: str) -> list[CrossRule]:
    return [
        CrossRule(
            "text must be of its language's script",
            table,
            name,
            partial(_wrong_script, table=table, name=name, code=code),
        ),
        CrossRule("no text may stand twice", table, name, lambda tables: repeated(tables[table], name)),
        CrossRule(
            "no template placeholder may be left over",
            table,
            name,
            lambda tables: has_placeholder(tables[table], name),
        ),
    ]


KEYS = {"claims": "claim_id", "pairs": "factual_id"}
TEXTS = {"claims": ["text"], "pairs": ["factual_text", "counterfactual_text"]}

# A wording accepted by a reviewer is the same wording: no new meaning, no new score.
CLAIM_TABLES = tuple(
    TableSchema(f"claims_{code}", Claims, ("claim_id",), remarks=("review",), answers=("factual",))
    for code in ("en", "zh", "pt")
)
PAIR_TABLES = tuple(
    TableSchema(f"pairs_{code}", Pairs, ("factual_id",), remarks=("review",)) for code in ("en", "zh", "pt")
)

SCHEMA = BenchmarkSchema(
    benchmark="sharp",
    tables=(
        *CLAIM_TABLES,
        *PAIR_TABLES,
        PROTAGONISTS,
        INTIMACY,
        TableSchema("prompts", Prompts, PROMPT_KEY),
    ),
    rules=(*_rules(), *INTIMACY_RULES),
)
