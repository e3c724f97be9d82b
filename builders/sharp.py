"""The ``sharp`` tables."""

from __future__ import annotations

from dataclasses import fields, replace

from ..errors import UsageError
from ..sources.curated import curated_record
from ..version import package_version
from .build import Build, Settings
from .intimacy import IntimacySettings, build_intimacy


def build_sharp(settings: Settings) -> Build:
    """Build the ``sharp`` tables.

    Args:
        settings: names and values of ``IntimacySettings``.

    Raises:
        UsageError: there is no such setting.
        SourceError, BuildError: the sources do not hold what the tables need.
    """
    known = {field.name for field in fields(IntimacySettings)}
    if unknown := sorted(set(settings) - known):
        raise UsageError(
            f"sharp has no setting {unknown[0]!r}", fix=f"choose from {', '.join(sorted(known))}"
        )
    intimacy = build_intimacy(replace(IntimacySettings(), **settings))  # type: ignore[arg-type]
    rows = sum(table.height for table in intimacy.tables.values())
    curated = curated_record("sharp", package_version(), rows)
    return Build("sharp", intimacy.tables, (curated, *intimacy.sources), intimacy.settings)
