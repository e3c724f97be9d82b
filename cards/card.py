"""The dataset card: ``README.md`` of a release, with the YAML block the Hub reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jinja2

from ..builders.schemas import schema_of
from .describe import REPOSITORY, describe

if TYPE_CHECKING:
    from ..releases.manifest import Manifest

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def render_card(manifest: Manifest) -> str:
    """The card of a release: one Hub config per table, fields as the schemas describe them."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("standfast.cards"),
        undefined=jinja2.StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("card.md.jinja").render(
        manifest=manifest,
        about=describe(manifest),
        fields=field_descriptions(manifest.benchmark),
        size=_size_category(sum(table.rows for table in manifest.tables.values())),
        repository=REPOSITORY,
    )


def field_descriptions(benchmark: str) -> dict[str, list[tuple[str, str, str]]]:
    """For each table, its columns as (name, type, description)."""
    return {
        table.name: [
            (name, str(column.dtype), column.description or "")
            for name, column in table.model.to_schema().columns.items()
        ]
        for table in schema_of(benchmark).tables
    }


def _size_category(rows: int) -> str:
    return next((name for limit, name in _SIZES if rows < limit), "1M<n<10M")
