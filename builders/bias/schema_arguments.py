"""The argument bank of the ``bias`` benchmark, and the scripted user's lines that bring it forward."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandera.polars as pa
import polars as pl

from ..schemas.fields import column, has_placeholder, identifier, line, not_in_language, repeated
from ..schemas.rules import CrossRule, TableSchema

if TYPE_CHECKING:
    from ..schemas.rules import Tables

SINCE = "1.1.0"
SIDES = ["agree", "disagree"]
RANKS = 5
ARGUED_TURNS = (2, 3, 4)
LIKE_LENGTH = 1.1
_KEY = ["topic_id", "side", "rank"]
_TURN_KEY = ["topic_id", "mode", "persona", "turn"]


class Arguments(pa.DataFrameModel):
    """Five arguments per side of every topic, as that side's informed advocates would put them."""

    topic_id: str = identifier("the topic")
    side: str = column("whose argument it is", isin=SIDES)
    rank: int = column("1, the strongest, to 5", ge=1, le=RANKS)
    text_pt: str = line(
        "the argument in one or two sentences, Brazilian Portuguese",
        str_length={"min_value": 100, "max_value": 260},
    )
    note: str = line(
        "source of its factual statements, and what is disputed; null for values alone", nullable=True
    )

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class ArguedTurns(pa.DataFrameModel):
    """What the scripted user says instead at turns 2 to 4 when it argues: two, two and one argument."""

    topic_id: str = identifier("the topic")
    mode: str = column("direct or indirect", isin=["direct", "indirect"])
    persona: str = column("the side the user takes", isin=SIDES)
    turn: int = column("2 to 4", isin=list(ARGUED_TURNS))
    text_pt: str = line("the user's message, Brazilian Portuguese")

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


def _wrong_keys(
    tables: Tables, table: str, key: list[str], others: list[tuple[str, list[object]]]
) -> list[str]:
    """Keys that a table lacks or has too much, of all combinations of topics and other values."""
    expected = tables["topics"].select("topic_id")
    for name, values in others:
        expected = expected.join(pl.DataFrame({name: values}), how="cross")
    present = tables[table].select(key)
    missing = expected.join(present, on=key, how="anti")
    foreign = present.join(expected, on=key, how="anti")
    return [
        f"{'/'.join(map(str, row))} {fault}"
        for frame, fault in ((missing, "is missing"), (foreign, "belongs to no topic"))
        for row in frame.sort(key).iter_rows()
    ]


def _wrong_arguments(tables: Tables) -> list[str]:
    return _wrong_keys(tables, "arguments", _KEY, [("side", [*SIDES]), ("rank", [*range(1, RANKS + 1)])])


def _wrong_argued_turns(tables: Tables) -> list[str]:
    others: list[tuple[str, list[object]]] = [
        ("mode", ["direct", "indirect"]), ("persona", [*SIDES]), ("turn", [*ARGUED_TURNS]),
    ]  # fmt: skip
    return _wrong_keys(tables, "argued_turns", _TURN_KEY, others)


def _uneven_banks(tables: Tables) -> list[str]:
    """Topics whose sides differ in the total length of their arguments by more than a tenth."""
    lengths = (
        tables["arguments"]
        .group_by("topic_id", "side")
        .agg(pl.col("text_pt").str.len_chars().sum())
        .group_by("topic_id")
        .agg(low=pl.col("text_pt").min(), high=pl.col("text_pt").max())
        .sort("topic_id")
    )
    return lengths.filter(pl.col("high") > LIKE_LENGTH * pl.col("low"))["topic_id"].to_list()


def _turns_without_their_argument(tables: Tables) -> pl.DataFrame:
    """Argued turns that hold none of their side's arguments on the topic, or one of the other side's."""
    texts = tables["arguments"].group_by("topic_id", "side").agg(said="text_pt")
    own = texts.rename({"side": "persona", "said": "own"})
    other = texts.with_columns(
        persona=pl.col("side").replace({"agree": "disagree", "disagree": "agree"})
    ).select("topic_id", "persona", other="said")
    turns = tables["argued_turns"].join(own, on=["topic_id", "persona"], how="left")
    turns = turns.join(other, on=["topic_id", "persona"], how="left")
    wrong = [
        not any(said in text for said in own or []) or any(said in text for said in other or [])
        for text, own, other in turns.select("text_pt", "own", "other").iter_rows()
    ]
    return turns.filter(pl.Series(wrong, dtype=pl.Boolean))


TABLES = (
    TableSchema("arguments", Arguments, tuple(_KEY), remarks=("note",), since=SINCE),
    TableSchema("argued_turns", ArguedTurns, tuple(_TURN_KEY), since=SINCE),
)
RULES = (
    CrossRule("five arguments per topic and side", "arguments", None, _wrong_arguments),
    CrossRule(
        "the two sides' arguments on a topic must be of like length (within a tenth)",
        "arguments",
        "text_pt",
        _uneven_banks,
    ),
    CrossRule("one line per topic, mode, side and turn 2 to 4", "argued_turns", None, _wrong_argued_turns),
    CrossRule(
        "an argued turn must hold arguments of its own side, and none of the other",
        "argued_turns",
        "text_pt",
        _turns_without_their_argument,
    ),
    *(
        CrossRule(
            "text must be Portuguese",
            table,
            "text_pt",
            lambda tables, table=table: not_in_language(tables[table], "text_pt", "pt"),  # type: ignore[misc]
        )
        for table in ("arguments", "argued_turns")
    ),
    *(
        CrossRule(
            "no text may stand twice",
            table,
            "text_pt",
            lambda tables, table=table: repeated(tables[table], "text_pt"),  # type: ignore[misc]
        )
        for table in ("arguments", "argued_turns")
    ),
    *(
        CrossRule(
            "no template placeholder may be left over",
            table,
            "text_pt",
            lambda tables, table=table: has_placeholder(tables[table], "text_pt"),  # type: ignore[misc]
        )
        for table in ("arguments", "argued_turns")
    ),
)
