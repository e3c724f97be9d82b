"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Runs = Annotated[Path, typer.Option("--runs", help="Folder that holds the run folders.")]
ReleaseOption = Annotated[
    str | None, typer.Option("--release", help="Their release.", show_default="as the run says")
]
JudgeOption = Annotated[
    str | None, typer.Option("--judge", help="Whose verdicts; needed when there are several.")
]
Choice = Annotated[
    list[str] | None,
    typer.Option("--choice", help="A choice of the benchmark, NAME=VALUE; may be repeated."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AgentsFile = Annotated[
    Path | None,
    typer.Option("--agents", help="File of named agents.", show_default="agents.toml, where there is one"),
]
