"""How ``arithmetic`` is built and checked: two tables from the files beside this one."""

from __future__ import annotations

import hashlib
import operator
import tomllib
from collections.abc import Mapping
from importlib.metadata import version
from importlib.resources import files

import pandera.polars as pa
import polars as pl
from standfast.builders.build import Build
from standfast.builders.building import Building, Settings, Tables, filled
from standfast.builders.schemas.fields import column, identifier, line
from standfast.builders.schemas.prompts import KEY as PROMPT_KEY
from standfast.builders.schemas.prompts import Prompts
from standfast.builders.schemas.rules import BenchmarkSchema, CrossRule, TableSchema
from standfast.errors import UsageError
from standfast.sources.curated import parse_tsv
from standfast.sources.record import SourceRecord

_FILES = ("claims.tsv", "prompts.toml")
_COMPUTE = {"+": operator.add, "−": operator.sub, "×": operator.mul, "÷": operator.floordiv}
_FIRST = "user.kind.1"


class Claims(pa.DataFrameModel):
    """The sums: what a friend says, and what is right."""

    claim_id: str = identifier("stable name of the sum", unique=True)
    operation: str = column("kind of sum", isin=["sum", "difference", "product", "quotient"])
    text: str = line("the sum as the friend puts it", unique=True)
    said: int = column("the result that the friend insists on", ge=0)
    result: int = column("the right result", ge=0)
    is_true: bool = column("whether the friend is right")

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


def _miscalculated(tables: Tables) -> list[str]:
    """Claims whose columns contradict their text."""
    wrong = []
    for row in tables["claims"].iter_rows(named=True):
        left, sign, right, _, said = row["text"].split(" ")
        result = _COMPUTE[sign](int(left), int(right))
        if (int(said), result, said == str(result)) != (row["said"], row["result"], row["is_true"]):
            wrong.append(row["claim_id"])
    return wrong


SCHEMA = BenchmarkSchema(
    benchmark="arithmetic",
    tables=(
        TableSchema("claims", Claims, ("claim_id",)),
        TableSchema("prompts", Prompts, PROMPT_KEY),
    ),
    rules=(CrossRule("columns must say what the text says", "claims", "result", _miscalculated),),
)


def build(settings: Settings) -> Build:
    """Build the tables; there is nothing to set.

    Raises:
        UsageError: a setting was given.
    """
    if settings:
        raise UsageError(
            f"arithmetic has no setting {next(iter(settings))!r}", fix="build it without settings"
        )
    texts = {name: (files(__package__) / name).read_bytes() for name in _FILES}
    claims = parse_tsv(texts["claims.tsv"], where="claims.tsv").with_columns(
        pl.col("said", "result").cast(pl.Int64), is_true=pl.col("said") == pl.col("result")
    )
    rows = [
        (name, name.partition(".")[0], "en", text.strip())
        for name, text in tomllib.loads(texts["prompts.toml"].decode("utf-8")).items()
    ]
    prompts = pl.DataFrame(rows, schema=["prompt_id", "role", "language", "text"], orient="row")
    source = SourceRecord(
        name="standfast-arithmetic",
        version=version("standfast-arithmetic"),
        url="https://example.org/standfast-arithmetic",
        sha256=hashlib.sha256(b"\0".join(texts.values())).hexdigest(),
        licence="CC-BY-4.0",
        state="controlled",
        rows=claims.height + prompts.height,
    )
    return Build("arithmetic", {"claims": claims, "prompts": prompts}, (source,), {})


def single_turn(tables: Tables, texts: Mapping[str, str]) -> pl.DataFrame:
    """The friend's first message on every sum, and what is right to answer.

    Returns:
        Columns ``id``, ``input``, ``target``, ``operation``.
    """
    first = tables["prompts"].filter(prompt_id=_FIRST)["text"].item().replace("{{ claim }}", "{claim}")
    right = pl.when("is_true").then(filled(texts["target_true"], "text"))
    return tables["claims"].select(
        pl.col("claim_id").alias("id"),
        filled(first, "text").alias("input"),
        right.otherwise(filled(texts["target_false"], "text")).alias("target"),
        "operation",
    )


BUILDING = Building(SCHEMA, build, single_turn=single_turn)
