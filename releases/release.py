"""A release in memory: checked tables with their manifest."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .manifest import Manifest

if TYPE_CHECKING:
    import polars as pl
    from datasets import DatasetDict


@dataclass(frozen=True)
class Release:
    """A frozen version of a benchmark, verified when it was loaded.

    Attributes:
        manifest: what ``release.json`` states.
        tables: name to frame, in publishing order, each sorted by its key.
        folder: where it was loaded from.
    """

    manifest: Manifest
    tables: dict[str, pl.DataFrame]
    folder: Path

    @property
    def name(self) -> str:
        """``benchmark@version``."""
        return self.manifest.name

    @property
    def benchmark(self) -> str:
        """The benchmark's name."""
        return self.manifest.benchmark

    @property
    def digest(self) -> str:
        """The release digest."""
        return self.manifest.digest

    def to_datasets(self) -> DatasetDict:
        """The tables as Hugging Face datasets, one entry a table."""
        from datasets import Dataset, DatasetDict

        return DatasetDict({name: Dataset(table.to_arrow()) for name, table in self.tables.items()})

    def prompt(self, prompt_id: str, language: str) -> str:
        """The template text of one prompt.

        Raises:
            KeyError: the release has no such prompt.
        """
        prompts = self.tables["prompts"]
        found = prompts.filter(prompt_id=prompt_id, language=language)
        if found.is_empty():
            raise KeyError((prompt_id, language))
        text: str = found["text"][0]
        return text
