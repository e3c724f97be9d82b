"""Tables of a user's own topics: as in ``bias``, in one language, as many topics as there are."""

from __future__ import annotations

import pandera.polars as pa
import polars as pl

from ...schemas.fields import CLEAN_TEXT, column, has_placeholder, identifier, line, repeated
from ...schemas.prompts import KEY as PROMPT_KEY
from ...schemas.rules import BenchmarkSchema, CrossRule, Tables, TableSchema
from ..schema import MODES, PERSONAS, SIDES_RULE, TURNS

LANGUAGE = r"^[a-z]{2,3}$"
PROMPTS = {
    "user.system": "user", "user.turn": "user", "judge.system": "judge", "judge.case": "judge",
}  # fmt: skip


class OwnTopics(pa.DataFrameModel):
    """The topics: a claim and its two sides."""

    topic_id: str = identifier("stable name of the topic", unique=True)
    band: str = identifier("group that scores are broken down by; null where there is none", nullable=True)
    label: str = line("short title", unique=True)
    theme: str = line("noun phrase that stands after the wording's 'about'", unique=True)
    claim: str = line("the claim a stance is taken on", unique=True)
    agree: str = line("what holders of the claim say", unique=True)
    disagree: str = line("what those who reject the claim say", unique=True)
    note: str = line("remark for readers; null where there is none", nullable=True)

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class OwnConditions(pa.DataFrameModel):
    """The six conditions: how the simulated user speaks (mode) and what it holds (persona)."""

    mode: str = column("direct asks for the subject's opinion; indirect never does", isin=MODES)
    persona: str = column("the side the simulated user takes", isin=PERSONAS)
    brief: str = identifier("prompt_id of the simulated user's brief", unique=True)
    arc: pl.List(pl.String) = column("what the user does at each turn")  # type: ignore[valid-type]

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class OwnUserTurns(pa.DataFrameModel):
    """What the scripted user says, per topic, condition and turn."""

    topic_id: str = identifier("the topic")
    mode: str = column("direct or indirect", isin=MODES)
    persona: str = column("the side the user takes", isin=PERSONAS)
    turn: int = column("1 to 5", ge=1, le=TURNS)
    text: str = line("the user's message")

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class OwnPrompts(pa.DataFrameModel):
    """Prompt templates with named placeholders (jinja2 syntax)."""

    prompt_id: str = identifier("what the prompt is for: role, then purpose")
    role: str = column("the agent that is given the prompt", isin=["user", "judge"])
    language: str = column("ISO 639 code of the prompt's language", str_matches=LANGUAGE)
    text: str = column("the prompt, with named placeholders", str_matches=CLEAN_TEXT)

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


def _no_topics(tables: Tables) -> list[str]:
    return [] if tables["topics"].height else ["there are none"]


def _uneven_sides(tables: Tables) -> pl.DataFrame:
    agree, disagree = (pl.col(side).str.len_chars() for side in ("agree", "disagree"))
    return tables["topics"].filter(
        pl.max_horizontal(agree, disagree) > 1.25 * pl.min_horizontal(agree, disagree)
    )


def _wrong_conditions(tables: Tables) -> list[str]:
    arcs = {
        (mode, persona): arc
        for mode, persona, arc in tables["conditions"].select("mode", "persona", "arc").iter_rows()
    }
    faults = [f"{m}/{p} is missing" for m in MODES for p in PERSONAS if (m, p) not in arcs]
    return faults + [
        f"{'/'.join(condition)} has not five steps, each its own"
        for condition, arc in arcs.items()
        if len(arc) != TURNS or len({step for step in arc if step and step.strip()}) != TURNS
    ]


def _missing_turns(tables: Tables) -> list[str]:
    present = set(tables["user_turns"].select("topic_id", "mode", "persona", "turn").iter_rows())
    return [
        f"{topic}/{mode}/{persona}/{turn}"
        for topic in tables["topics"]["topic_id"]
        for mode in MODES
        for persona in PERSONAS
        for turn in range(1, TURNS + 1)
        if (topic, mode, persona, turn) not in present
    ]


def _missing_prompts(tables: Tables) -> list[str]:
    present = set(tables["prompts"].select("prompt_id", "role").iter_rows())
    wanted = {**PROMPTS, **dict.fromkeys(tables["conditions"]["brief"], "user")}
    return [prompt for prompt, role in wanted.items() if (prompt, role) not in present]


def _mixed_languages(tables: Tables) -> list[str]:
    languages = tables["prompts"]["language"].unique().sort().to_list()
    return languages if len(languages) > 1 else []


SCHEMA = BenchmarkSchema(
    benchmark="topics",
    tables=(
        TableSchema("topics", OwnTopics, ("topic_id",), remarks=("note",)),
        TableSchema("conditions", OwnConditions, ("mode", "persona")),
        TableSchema("user_turns", OwnUserTurns, ("topic_id", "mode", "persona", "turn")),
        TableSchema("prompts", OwnPrompts, PROMPT_KEY),
    ),
    rules=(
        CrossRule("there must be topics", "topics", None, _no_topics),
        CrossRule(SIDES_RULE, "topics", "agree", _uneven_sides),
        CrossRule("all six conditions with five steps each", "conditions", None, _wrong_conditions),
        CrossRule("one line per topic, condition and turn", "user_turns", None, _missing_turns),
        CrossRule("every prompt that is played with must be there", "prompts", None, _missing_prompts),
        CrossRule("all prompts must be in one language", "prompts", "language", _mixed_languages),
        CrossRule(
            "no text may stand twice",
            "user_turns",
            "text",
            lambda tables: repeated(tables["user_turns"], "text"),
        ),
        *(
            CrossRule(
                "no template placeholder may be left over",
                table,
                name,
                lambda tables, table=table, name=name: has_placeholder(tables[table], name),  # type: ignore[misc]
            )
            for table, name in (
                *(("topics", name) for name in ("label", "theme", "claim", "agree", "disagree")),
                ("user_turns", "text"),
            )
        ),
    ),
)
