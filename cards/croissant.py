"""The Croissant file of a release (Croissant 1.0, RAI 1.0): files, hashes, records, provenance."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

from ..builders.schemas import schema_of
from ..releases.licences import licence, parts_of
from .card import field_descriptions
from .describe import Description, describe_release

if TYPE_CHECKING:
    from ..releases.manifest import Manifest, TableRecord
    from ..sources.record import SourceRecord

# The context of the Croissant specification, whole: the checker warns of any other.
_TERMS = (
    "citeAs column extract field fileObject fileProperty fileSet format includes isLiveDataset jsonPath key "
    "md5 parentField path recordSet references regex repeated replace samplingRate separator source subField "
    "transform equivalentProperty"
)
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    **{term: f"cr:{term}" for term in _TERMS.split()},
}
_SPECIFICATIONS = ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"]


def render_croissant(manifest: Manifest, tables: Mapping[str, pl.DataFrame]) -> str:
    """The Croissant JSON-LD of a release."""
    about = describe_release(manifest)
    fields = field_descriptions(manifest.benchmark)
    keys = {table.name: table.key for table in schema_of(manifest.benchmark).tables}
    maker = {"@type": "sc:Organization", "name": about.publisher, "url": about.repository}
    document = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": _SPECIFICATIONS,
        "name": f"standfast-{manifest.benchmark}",
        "alternateName": about.title,
        "description": about.summary,
        "version": manifest.version,
        "license": licence(manifest.licence).page,
        "url": about.repository,
        "creator": maker,
        "publisher": maker,
        "citeAs": f"{about.paper.citation}, {about.paper.url}" if about.paper else about.title,
        "inLanguage": list(about.languages),
        "keywords": list(about.tags),
        "isLiveDataset": False,
        "isBasedOn": [_source(source, about.repository) for source in manifest.sources],
        **_responsible(about),
        "distribution": [_file(record) for record in manifest.tables.values()],
        "recordSet": [
            _record_set(name, record.path, fields[name], keys[name], tables[name])
            for name, record in manifest.tables.items()
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _file(record: TableRecord) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": record.path,
        "name": record.path,
        "contentUrl": record.path,
        "encodingFormat": "application/x-parquet",
        "sha256": record.file_sha256,
    }


def _source(source: SourceRecord, repository: str) -> dict[str, Any]:
    """Provenance of one source: schema.org's terms, its licences as pages, its digest as an identifier."""
    pages = [licence(part).page for part in parts_of(source.licence)]
    return {
        "@type": "sc:CreativeWork",
        "name": source.name,
        "version": source.version,
        "url": source.url if "://" in source.url else f"{repository}/tree/main/{source.url}",
        "license": pages[0] if len(pages) == 1 else pages,
        "identifier": f"sha256:{source.sha256}",
        "description": f"{source.state}, {source.rows:,} rows used",
    }


def _responsible(about: Description) -> dict[str, Any]:
    """The responsible-AI fields (Croissant RAI 1.0)."""
    return {
        "rai:dataCollection": about.responsible.collection,
        "rai:dataPreprocessingProtocol": about.responsible.preprocessing,
        "rai:dataAnnotationProtocol": about.responsible.annotation,
        "rai:dataUseCases": [*about.use.intended, *(f"Not intended: {text}" for text in about.use.not_for)],
        "rai:dataLimitations": list(about.limits),
        "rai:dataBiases": about.responsible.biases,
        "rai:personalSensitiveInformation": about.responsible.personal,
        "rai:dataSocialImpact": about.responsible.social_impact,
        "rai:dataReleaseMaintenancePlan": about.responsible.maintenance,
    }


def _record_set(
    name: str, path: str, fields: list[tuple[str, str, str]], key: tuple[str, ...], table: pl.DataFrame
) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"The table {name}: {table.height:,} rows.",
        "key": [{"@id": f"{name}/{column}"} for column in key],
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
