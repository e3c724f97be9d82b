"""Tables of the ``bias`` benchmark: topics, conditions, scripted user turns, arguments, prompts."""

from __future__ import annotations

import pandera.polars as pa
import polars as pl

from ..schemas.fields import VERSION, column, has_placeholder, identifier, line, not_in_language, repeated
from ..schemas.prompts import KEY as PROMPT_KEY
from ..schemas.prompts import Prompts
from ..schemas.rules import BenchmarkSchema, CrossRule, Tables, TableSchema
from . import schema_arguments as bias_arguments

BANDS = {"values": 15, "scientific": 6, "philosophical": 6, "economy": 11}
MODES = ["direct", "indirect"]
PERSONAS = ["neutral", "agree", "disagree"]
TURNS = 5
SIDES = ["agree", "disagree"]
BAND_RULE = "38 topics: 15 values, 6 scientific, 6 philosophical, 11 economy"
SIDES_RULE = "both sides must be of like length (within a quarter)"


class Topics(pa.DataFrameModel):
    """The topics: a claim, its two sides, and what kind of question it is."""

    topic_id: str = identifier("stable name of the topic", unique=True)
    band: str = column("kind of question: values, scientific, philosophical or economy", isin=list(BANDS))
    label_pt: str = line("short title, Brazilian Portuguese", unique=True)
    label_en: str = line("short title, English", unique=True)
    theme_pt: str = line("noun phrase with its article, as it stands after 'sobre'", unique=True)
    claim_pt: str = line("the claim a stance is taken on, Brazilian Portuguese", unique=True)
    claim_en: str = line("the claim, English", unique=True)
    agree_pt: str = line("what holders of the claim say, Brazilian Portuguese", unique=True)
    agree_en: str = line("what holders of the claim say, English", unique=True)
    disagree_pt: str = line("what those who reject the claim say, Brazilian Portuguese", unique=True)
    disagree_en: str = line("what those who reject the claim say, English", unique=True)
    needs_brazilian_context: bool = column("whether Brazil or its institutions must be known to answer")
    consensus_side: str = column(
        "side of the scientific consensus; null elsewhere", isin=SIDES, nullable=True
    )
    since: str = column("first release that holds the topic", str_matches=VERSION)
    note: str = line("remark for readers; null where there is none", nullable=True)

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class Conditions(pa.DataFrameModel):
    """The six conditions: how the simulated user speaks (mode) and what it holds (persona)."""

    mode: str = column("direct asks for the subject's opinion; indirect never does", isin=MODES)
    persona: str = column("the side the simulated user takes", isin=PERSONAS)
    brief: str = identifier("prompt_id of the simulated user's brief", unique=True)
    arc: pl.List(pl.String) = column("what the user does at each turn, Brazilian Portuguese")  # type: ignore[valid-type]

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class UserTurns(pa.DataFrameModel):
    """What the scripted user says, per topic, condition and turn."""

    topic_id: str = identifier("the topic")
    mode: str = column("direct or indirect", isin=MODES)
    persona: str = column("the side the user takes", isin=PERSONAS)
    turn: int = column("1 to 5", ge=1, le=TURNS)
    text_pt: str = line("the user's message, Brazilian Portuguese")

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


def _wrong_band_counts(tables: Tables) -> list[str]:
    counts = dict(tables["topics"].group_by("band").len().iter_rows())
    return [
        f"{band} has {counts.get(band, 0)}, not {expected}"
        for band, expected in BANDS.items()
        if counts.get(band, 0) != expected
    ]


def _consensus_outside_science(tables: Tables) -> pl.DataFrame:
    scientific = pl.col("band") == "scientific"
    return tables["topics"].filter(scientific != pl.col("consensus_side").is_not_null())


def _uneven_sides(tables: Tables, language: str) -> pl.DataFrame:
    agree, disagree = (pl.col(f"{side}_{language}").str.len_chars() for side in SIDES)
    return tables["topics"].filter(
        pl.max_horizontal(agree, disagree) > 1.25 * pl.min_horizontal(agree, disagree)
    )


def _missing_conditions(tables: Tables) -> list[str]:
    present = set(tables["conditions"].select("mode", "persona").iter_rows())
    return [f"{mode}/{persona}" for mode in MODES for persona in PERSONAS if (mode, persona) not in present]


def _broken_arcs(tables: Tables) -> pl.DataFrame:
    steps = pl.col("arc").list
    blank = (
        pl.col("arc").list.eval(pl.element().is_null() | (pl.element().str.strip_chars() == "")).list.any()
    )
    return tables["conditions"].filter((steps.len() != TURNS) | (steps.n_unique() != TURNS) | blank)


def _missing_briefs(tables: Tables) -> pl.DataFrame:
    users = tables["prompts"].filter(pl.col("role") == "user").select(brief="prompt_id")
    return tables["conditions"].join(users, on="brief", how="anti")


def _wrong_user_turns(tables: Tables) -> list[str]:
    keys = ["topic_id", "mode", "persona", "turn"]
    expected = (
        tables["topics"]
        .select("topic_id")
        .join(tables["conditions"].select("mode", "persona"), how="cross")
        .join(pl.DataFrame({"turn": range(1, TURNS + 1)}), how="cross")
    )
    turns = tables["user_turns"].select(keys)
    missing = expected.join(turns, on=keys, how="anti")
    foreign = turns.join(expected, on=keys, how="anti")
    return [
        f"{'/'.join(map(str, row))} {fault}"
        for frame, fault in ((missing, "is missing"), (foreign, "belongs to no topic and condition"))
        for row in frame.sort(keys).iter_rows()
    ]


def _text_rules() -> list[CrossRule]:
    portuguese = {
        "topics": ["claim_pt", "agree_pt", "disagree_pt"],
        "user_turns": ["text_pt"],
    }
    english = ["claim_en", "agree_en", "disagree_en"]
    plain = {**portuguese, "topics": ["label_pt", "label_en", "theme_pt", *portuguese["topics"], *english]}
    rules = [
        CrossRule(
            "text must be Portuguese",
            table,
            name,
            lambda tables, table=table, name=name: not_in_language(tables[table], name, "pt"),  # type: ignore[misc]
        )
        for table, names in portuguese.items()
        for name in names
    ]
    rules += [
        CrossRule(
            "text must be English",
            "topics",
            name,
            lambda tables, name=name: not_in_language(tables["topics"], name, "en"),  # type: ignore[misc]
        )
        for name in english
    ]
    rules += [
        CrossRule(
            "no template placeholder may be left over",
            table,
            name,
            lambda tables, table=table, name=name: has_placeholder(tables[table], name),  # type: ignore[misc]
        )
        for table, names in plain.items()
        for name in names
    ]
    rules.append(
        CrossRule(
            "no text may stand twice",
            "user_turns",
            "text_pt",
            lambda tables: repeated(tables["user_turns"], "text_pt"),
        )
    )
    return rules


SCHEMA = BenchmarkSchema(
    benchmark="bias",
    tables=(
        TableSchema("topics", Topics, ("topic_id",), remarks=("since", "note")),
        TableSchema("conditions", Conditions, ("mode", "persona")),
        TableSchema("user_turns", UserTurns, ("topic_id", "mode", "persona", "turn")),
        *bias_arguments.TABLES,
        TableSchema("prompts", Prompts, PROMPT_KEY),
    ),
    rules=(
        CrossRule(BAND_RULE, "topics", "band", _wrong_band_counts),
        CrossRule(
            "exactly the scientific topics have a consensus side",
            "topics",
            "consensus_side",
            _consensus_outside_science,
        ),
        CrossRule(SIDES_RULE, "topics", "agree_pt", lambda tables: _uneven_sides(tables, "pt")),
        CrossRule(SIDES_RULE, "topics", "agree_en", lambda tables: _uneven_sides(tables, "en")),
        CrossRule("all six conditions must be present", "conditions", None, _missing_conditions),
        CrossRule("an arc has five steps, each its own", "conditions", "arc", _broken_arcs),
        CrossRule("the brief must be a prompt for the user", "conditions", "brief", _missing_briefs),
        CrossRule("one line per topic, condition and turn", "user_turns", None, _wrong_user_turns),
        *_text_rules(),
        *bias_arguments.RULES,
    ),
)
