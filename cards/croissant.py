"""The Croissant file of a release (MLCommons Croissant 1.0): its files, hashes, record sets and fields."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

from .card import field_descriptions
from .describe import REPOSITORY, describe

if TYPE_CHECKING:
    from ..releases.manifest import Manifest

_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "key": "cr:key",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "repeated": "cr:repeated",
    "sc": "https://schema.org/",
    "source": "cr:source",
}
_LICENCE_PAGES = {"CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/"}


def render_croissant(manifest: Manifest, tables: Mapping[str, pl.DataFrame]) -> str:
    """The Croissant JSON-LD of a release."""
    about = describe(manifest)
    fields = field_descriptions(manifest.benchmark)
    document = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": f"standfast-{manifest.benchmark}",
        "description": about.summary,
        "version": manifest.version,
        "license": _LICENCE_PAGES.get(manifest.licence, f"https://spdx.org/licenses/{manifest.licence}.html"),
        "url": REPOSITORY,
        "citeAs": about.paper,
        "inLanguage": list(about.languages),
        "keywords": list(about.tags),
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": record.path,
                "name": record.path,
                "contentUrl": record.path,
                "encodingFormat": "application/x-parquet",
                "sha256": record.file_sha256,
            }
            for record in manifest.tables.values()
        ],
        "recordSet": [
            _record_set(name, record.path, fields[name], tables[name])
            for name, record in manifest.tables.items()
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _record_set(
    name: str, path: str, fields: list[tuple[str, str, str]], table: pl.DataFrame
) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{column}",
                "name": column,
                "description": meaning,
                **_data_type(table.schema[column]),
                "source": {"fileObject": {"@id": path}, "extract": {"column": column}},
            }
            for column, _, meaning in fields
        ],
    }


def _data_type(dtype: pl.DataType) -> dict[str, Any]:
    if isinstance(dtype, pl.List):
        return {**_data_type(dtype.inner), "repeated": True}  # type: ignore[arg-type]
    if dtype == pl.Boolean:
        return {"dataType": "sc:Boolean"}
    if dtype.is_integer():
        return {"dataType": "sc:Integer"}
    return {"dataType": "sc:Float" if dtype.is_float() else "sc:Text"}
