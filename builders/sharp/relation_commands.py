"""Commands that read relations between characters from a source: ``sources relations …``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    import polars as pl

Out = Annotated[Path | None, typer.Option(help="Write the relations to this file, for build --relations.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
_READ = "standfast sources relations"


def register(sources: typer.Typer) -> None:
    """Add the commands to those about sources."""
    relations = typer.Typer(help="Read relations between characters from a source.", no_args_is_help=True)
    relations.command(
        epilog=f'Example: {_READ} wiki --api https://harrypotter.fandom.com/api.php --page "Harry Potter"'
    )(wiki)
    relations.command(epilog=f"Example: {_READ} wikidata Q3244512.json --out wikidata.tsv")(wikidata)
    relations.command(epilog=f"Example: {_READ} network relations.csv --names characters.csv")(network)
    relations.command(epilog=f"Example: {_READ} hpd book-1.xlsx --chapter 17")(hpd)
    sources.add_typer(relations, name="relations")


def wiki(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(help="Wikitext files, XML dumps or folders of them.", metavar="[FILE]..."),
    ] = None,
    api: Annotated[str | None, typer.Option(help="Address of a wiki's api.php instead.")] = None,
    page: Annotated[list[str] | None, typer.Option(help="Title of a page to read; may be repeated.")] = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Relations in infoboxes and sections on relationships of wiki pages."""
    from ...errors import UsageError
    from ...sources.mediawiki.api import fetch_pages, final_titles
    from ...sources.mediawiki.pages import read_pages
    from ...sources.mediawiki.relations import chosen_pages, wiki_relations
    from ...sources.relations import relation_frame
    from ...sources.relations_curated import labels_by_language, read_wiki_fields

    if (api is None) == (not paths):
        raise UsageError(
            "name files or the address of a wiki", fix="give FILE or --api URL --page TITLE, not both"
        )
    if api is not None and not page:
        raise UsageError("no page was named", fix="add --page TITLE")
    found = fetch_pages(api, page or []) if api else [p for path in paths or [] for p in read_pages(path)]
    chosen = chosen_pages(found, page or []) if not api else found
    frame = relation_frame(wiki_relations(chosen, read_wiki_fields(), labels_by_language()))
    if api is not None:
        # A link may lead to a redirect whose page was not read.
        frame = frame.with_columns(object=frame["object"].replace(final_titles(api, frame["object"])))
    _show(frame, out, as_json=as_json, title=f"{len(chosen)} pages")


def wikidata(
    path: Annotated[Path, typer.Argument(help="Entity JSON or Turtle (.ttl).", metavar="FILE")],
    language: Annotated[str, typer.Option(help="Language of the names.")] = "en",
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Relations in a Wikidata extract."""
    from ...sources.relations import relation_frame
    from ...sources.wikidata import read_entities, read_turtle

    read = read_turtle if path.suffix.lower() == ".ttl" else read_entities
    _show(relation_frame(read(path, language)), out, as_json=as_json, title=path.name)


def network(
    path: Annotated[Path, typer.Argument(help="CSV or TSV with a header.", metavar="FILE")],
    subject: Annotated[str, typer.Option(help="Column of the one whose relation it is.")] = "source",
    target: Annotated[str, typer.Option("--object", help="Column of the other.")] = "target",
    label: Annotated[str, typer.Option(help="Column of the relation or its sign.")] = "type",
    language: Annotated[str, typer.Option(help="sign for + and -, else en, zh or pt.")] = "sign",
    names: Annotated[
        Path | None, typer.Option(help="File with columns id and name, where the list has ids.")
    ] = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Relations in a network: signed edges or labelled ones; its faults are reported."""
    from ...sources.networks import EdgeColumns, NameList, read_network
    from ...terminal import say_error

    columns = EdgeColumns(subject, target, label, language)
    read = read_network(path, columns, NameList(names) if names else None)
    _show(read.relations, out, as_json=as_json, title=path.name)
    say_error(f"{read.duplicates} rows say again what another says; they are left out.")
    if read.self_loops:
        say_error(f"Related to themselves, left out: {', '.join(read.self_loops)}")
    if read.contradictions:
        say_error(f"Both signs: {', '.join(read.contradictions)}")


def hpd(
    path: Annotated[
        Path, typer.Argument(help="HPD's workbook (.xlsx) or session file (.json).", metavar="FILE")
    ],
    book: Annotated[int | None, typer.Option(help="Book; by default as the file says.")] = None,
    chapter: Annotated[int | None, typer.Option(help="Chapter.", show_default="the last by number")] = None,
    as_json: AsJson = False,
) -> None:
    """HPD's scores at the end of a chapter."""
    from ...sources.hpd.snapshot import read_hpd, scores_until
    from ...terminal import print_json, print_table

    scores = scores_until(read_hpd(path, book), book, chapter, where=path.name)
    if as_json:
        print_json(scores.to_dicts())
        return
    print_table(
        f"{path.name}: up to {scores['story_time'][-1]}",
        ["name", "direction", "affection", "familiarity"],
        [
            [*row[:2], *("–" if cell is None else str(cell) for cell in row[2:4])]
            for row in scores.iter_rows()
        ],
        numeric=2,
    )


def _show(frame: pl.DataFrame, out: Path | None, *, as_json: bool, title: str) -> None:
    from ...sources.relations import write_relations
    from ...sources.relations_curated import read_rule_tables
    from ...terminal import print_json, print_table, say
    from .intimacy.relation_rules import with_rules

    if out is not None:
        write_relations(out, frame)
    ruled = with_rules(frame, read_rule_tables())
    if as_json:
        print_json(ruled.to_dicts())
        return
    print_table(
        f"{title}: {frame.height} relations",
        ["subject", "object", "label", "rule", "level", "found in"],
        [
            [
                row["subject"], row["object"], row["label"], row["rule"],
                "–" if row["affection"] is None else str(row["affection"]), row["evidence"],
            ]
            for row in ruled.iter_rows(named=True)
        ],
        numeric=9,
    )  # fmt: skip
    if out is not None:
        say(f"Written to {out}. Next: standfast build sharp --relations {out} --report conflicts")
