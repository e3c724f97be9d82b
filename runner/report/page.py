"""A report as one self-contained HTML page.

Text of agents never becomes markup: tables are escaped, chats are shown by the page's script as text, and a
content security policy lets run that one script and no other.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from ...version import package_version
from ..play.benchmark import Showing
from ..play.scored import AnyScored
from ..play.trust import shared_identity, trust_of
from ..records.journal import write_whole
from ..records.section import Section
from ..records.table import visible
from .case_store import PackedRun, pack_run, packed
from .provenance import with_agents
from .theme import page_svg

LARGEST_INSIDE = 4_000_000
_CHUNK_FILE = re.compile(r"\d+-\d+\.js")
_SCRIPTS = (
    "1_store.js", "2_text.js", "3_chat.js", "3_bar.js", "3_filter.js", "4_view.js", "4_address.js",
    "4_controls.js", "4_search.js", "4_list.js", "4_reading.js", "5_explorer.js", "5_keys.js", "5_look.js",
    "6_sort.js", "9_start.js",
)  # fmt: skip


@dataclass(frozen=True)
class _Chunk:
    """Packed chats inside the page (``text``) or in a file beside it (``source``)."""

    name: str
    text: str
    source: str | None = None


def write_page(
    title: str, content: Showing[Any, Any], runs: Sequence[AnyScored], sections: Sequence[Section], out: Path
) -> list[Path]:
    """Write the page, and beside it the chats where they would make it larger than a few megabytes.

    Args:
        title: heading of the page.
        content: how the benchmark is shown.
        runs: what is reported.
        sections: charts and tables.
        out: file to write; chats go to the folder ``<name>.cases`` beside it where they are too large.

    Returns:
        The files written, the page first.
    """
    packs = [
        pack_run(run.name, with_agents(content.cases(run), run.folder.record.agents), content.facets)
        for run in runs
    ]
    size = sum(len(chunk) for pack in packs for chunk in pack.chunks)
    beside = out.with_suffix(".cases") if size > LARGEST_INSIDE else None
    out.parent.mkdir(parents=True, exist_ok=True)
    _remove_chunks(out.with_suffix(".cases"))
    chunks = list(_chunks(packs, beside))
    index = {
        "runs": [pack.index for pack in packs],
        "facets": [
            {"key": facet.key, "label": facet.label, "headline": facet.headline, "spoken": facet.spoken}
            for facet in content.facets
        ],
    }
    heads = [trust_of(run) for run in runs]
    page = render(
        "report.html.jinja",
        title=title,
        content=content,
        sections=sections,
        runs=heads,
        shared=shared_identity(heads),
        warnings=list(dict.fromkeys(sentence for head in heads for sentence in head.warnings)),
        index=Markup(packed(index)),
        chunks=chunks,
    )
    write_whole(out, page.encode("utf-8"))
    return [out, *(out.parent / chunk.source for chunk in chunks if chunk.source)]


def render(template: str, **values: Any) -> str:  # noqa: ANN401 - what the template shows
    """A template of this package with the page's style and script.

    Args:
        template: its name.
        values: what it shows.
    """
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader(__package__),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        finalize=_seen,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["svg"] = lambda figure: Markup(page_svg(figure))
    script = _script()
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    return environment.get_template(template).render(
        css=Markup(_text("page.css")),
        script=Markup(script),
        script_sources=f"'sha256-{digest}' 'self' file:",
        version=package_version(),
        **values,
    )


def _seen(value: object) -> object:
    """What a template prints: markup as it is, texts with what cannot be seen in them named."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _chunks(packs: Sequence[PackedRun], beside: Path | None) -> Iterator[_Chunk]:
    """Every chunk of every run; files beside the page are written."""
    for run, pack in enumerate(packs):
        for number, text in enumerate(pack.chunks):
            name = f"{run}-{number}"
            if beside is None:
                yield _Chunk(name, text)
                continue
            beside.mkdir(parents=True, exist_ok=True)
            file = beside / f"{name}.js"
            write_whole(file, f'standfastChunk("{name}", "{text}");\n'.encode("ascii"))
            yield _Chunk(name, "", f"{beside.name}/{file.name}")


def _remove_chunks(folder: Path) -> None:
    """Take away what an earlier page of the same name left beside it; files of others stay."""
    for file in folder.glob("*.js"):
        if _CHUNK_FILE.fullmatch(file.name):
            file.unlink()
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def _script() -> str:
    """The page's script; its parts share one scope and leave nothing global but the door for chunks."""
    parts = "\n".join(_text(f"js/{name}") for name in _SCRIPTS)
    return f'(() => {{\n"use strict";\n{parts}\n}})();\n'


def _text(name: str) -> str:
    return (files(__package__ or "") / "templates" / name).read_text(encoding="utf-8")
