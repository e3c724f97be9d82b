"""The dataset card: ``README.md`` of a release, with the YAML block the Hub reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jinja2
import yaml

from ..builders.schemas import schema_of
from ..registry import OWN
from ..releases.licences import licence, parts_of
from .describe import Description, describe, describe_release
from .single_turn import SINGLE_TURN, SINGLE_TURN_FILE, SPLIT

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
    about = describe_release(manifest)
    head = yaml.safe_dump(card_metadata(manifest, about), sort_keys=False, allow_unicode=True, width=110)
    return environment.get_template("card.md.jinja").render(
        head=head,
        manifest=manifest,
        about=about,
        fields=field_descriptions(manifest.benchmark),
        licence=licence(manifest.licence),
        repository=about.repository,
        rules=environment.from_string(about.rules) if about.rules else None,
        # Those that ship: what else is installed on a machine must not enter the bytes of a release.
        others=[
            paper for wing in OWN if not wing.sets and (paper := describe(wing.name).paper) != about.paper
        ],
    )


def card_metadata(manifest: Manifest, about: Description) -> dict[str, Any]:
    """What the Hub reads of a card: name, licences, languages, tasks, size and one config per table."""
    parts = dict.fromkeys(
        (manifest.licence, *(part for source in manifest.sources for part in parts_of(source.licence)))
    )
    licences = dict.fromkeys(licence(part).hub_id for part in parts)
    others = [licence(part) for part in parts if licence(part).hub_id == "other"]
    configs: list[dict[str, Any]] = [
        {"config_name": name, "data_files": [{"split": "train", "path": table.path}]}
        for name, table in manifest.tables.items()
    ]
    configs[0]["default"] = True
    if about.single_turn:
        files = [{"split": SPLIT, "path": SINGLE_TURN_FILE}]
        configs.append({"config_name": SINGLE_TURN, "data_files": files})
    return {
        "pretty_name": about.title,
        "license": next(iter(licences)) if len(licences) == 1 else list(licences),
        # What the Hub asks for beside "other".
        **({"license_name": others[0].spdx.lower(), "license_link": others[0].page} if others else {}),
        "language": list(about.languages),
        "multilinguality": "multilingual" if len(about.languages) > 1 else "monolingual",
        "task_categories": list(about.task_categories),
        "tags": ["standfast", *about.tags],
        "size_categories": [_size_category(sum(table.rows for table in manifest.tables.values()))],
        "source_datasets": ["original" if _only_own(manifest) else "extended"],
        "configs": configs,
    }


def field_descriptions(benchmark: str) -> dict[str, list[tuple[str, str, str]]]:
    """For each table, its columns as (name, type, description)."""
    return {
        table.name: [
            (name, str(column.dtype), column.description or "")
            for name, column in table.model.to_schema().columns.items()
        ]
        for table in schema_of(benchmark).tables
    }


def _only_own(manifest: Manifest) -> bool:
    return all(source.state == "controlled" for source in manifest.sources)


def _size_category(rows: int) -> str:
    return next((name for limit, name in _SIZES if rows < limit), "1M<n<10M")
