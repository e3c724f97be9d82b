"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Runs = Annotated[Path, typer.Option("--runs", help="Folder that holds the run folders.")]
ReleaseName = Annotated[str, typer.Option("--release", help="Release whose topics and bands are known.")]
AgentsFile = Annotated[
    Path | None,
    typer.Option("--agents", help="File of named agents.", show_default="agents.toml, where there is one"),
]
