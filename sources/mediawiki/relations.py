"""Relations of wiki pages: what the infobox lists, and what a section on relationships says in passing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import mwparserfromhell
import polars as pl
from mwparserfromhell.nodes import Template
from mwparserfromhell.wikicode import Wikicode

from ...errors import SourceError
from ..relations import Relation
from .pages import Page, by_title, follow_redirect, normal_title
from .people import Person, people_in, plain_name, plain_text

SOURCE = "wiki"
_INFOBOX = re.compile(r"infobox|^info/|ficha|信息框|信息盒|人物信息|資訊框", re.IGNORECASE)
_HEADING = re.compile(
    r"^(?:(?:personal\s+)?relationships?(?:\s+with\s+.*)?|relations|relacionamentos|relações|人际关系|人物关系|人際關係|關係)$",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"(?:\b(?:not|never|no|nor|neither|hardly|não|nunca|nem|jamais)\b[^.;!?]{0,20}|[不没沒非无無未]{1}\S{0,2})$",
    re.IGNORECASE,
)


def wiki_relations(
    pages: Iterable[Page], fields: pl.DataFrame, labels: Mapping[str, Sequence[str]]
) -> Iterator[Relation]:
    """All relations of all pages that are neither redirects nor lists of pages of like name.

    Args:
        pages: pages; redirects among them lead link targets to the right title.
        fields: infobox fields that name people: ``field``, ``language``, ``label`` (see
            ``sources/curated/sharp/wiki_fields.tsv``).
        labels: relation labels per language, to be looked for in running text.

    Raises:
        SourceError: redirects run in a circle.
    """
    known = by_title(pages)
    rows = {row["field"]: (row["language"], row["label"]) for row in fields.iter_rows(named=True)}
    for title in sorted(known):
        page = known[title]
        if page.redirect is not None:
            follow_redirect(known, title)
        elif not page.is_disambiguation:
            code = mwparserfromhell.parse(page.text)
            for relation in (*_infobox_relations(page, code, rows), *_prose_relations(page, code, labels)):
                yield _with_final_title(relation, known)


def chosen_pages(pages: Sequence[Page], titles: Sequence[str]) -> list[Page]:
    """The pages of the titles, redirects followed; every page where no title is given.

    Raises:
        SourceError: there is no such page, or redirects run in a circle.
    """
    if not titles:
        return list(pages)
    known = by_title(pages)
    chosen = []
    for title in titles:
        page = follow_redirect(known, title)
        if page is None:
            raise SourceError(
                f"there is no page {title!r}", fix=f"choose from {', '.join(sorted(known)[:5])} …"
            )
        if page.is_disambiguation:
            raise SourceError(
                f"the page {page.title!r} only lists pages of like name",
                where=page.url,
                fix="name the one you mean",
            )
        chosen.append(page)
    return chosen


def _infobox_relations(
    page: Page, code: Wikicode, fields: Mapping[str, tuple[str, str]]
) -> Iterator[Relation]:
    for box in code.filter_templates():
        if not _INFOBOX.search(str(box.name).strip()):
            continue
        for name, value in _parameters(box):
            if name not in fields:
                continue
            language, label = fields[name]
            for person in people_in(value):
                yield Relation(
                    SOURCE,
                    plain_name(page.title),
                    person.name,
                    (person.remark or label).lower(),
                    language,
                    f"infobox {name}",
                    page.url,
                )


def _parameters(box: Template) -> Iterator[tuple[str, Wikicode]]:
    for parameter in box.params:
        # parents2, friend_3 and the like are the same field again.
        yield (
            re.sub(r"[\s_]*\d+$", "", str(parameter.name).strip().lower().replace("_", " ")),
            parameter.value,
        )


def _prose_relations(page: Page, code: Wikicode, labels: Mapping[str, Sequence[str]]) -> Iterator[Relation]:
    for section in code.get_sections(include_headings=True):
        heading = section.filter_headings()[:1]
        if not heading or section.nodes[0] is not heading[0]:
            continue
        title = plain_text(heading[0].title)
        if not _HEADING.match(title):
            continue
        for person, text in _people_with_text(section, heading[0].level):
            for language, label in labels_in(text, labels):
                yield Relation(
                    SOURCE,
                    plain_name(page.title),
                    plain_name(person.name),
                    label,
                    language,
                    f"section {title}",
                    page.url,
                    certain=False,
                )


def _people_with_text(section: Wikicode, level: int) -> Iterator[tuple[Person, str]]:
    """Sub-headings that name someone with the text under them, and list lines that begin with a link."""
    for part in section.get_sections(levels=[level + 1]):
        heading = part.filter_headings()[0]
        named = people_in(heading.title)
        if named:
            yield named[0], plain_text(part).removeprefix(plain_text(heading.title))
    lead = section.get_sections(flat=True, include_lead=False)[0]
    for line in str(lead).splitlines():
        if re.match(r"\*+\s*'*\[\[", line):
            code = mwparserfromhell.parse(line.lstrip("* "))
            named = people_in(code)
            if named:
                yield named[0], plain_text(code)


def labels_in(text: str, labels: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Labels that stand in a text as words of their own, the longest first, unless something denies them."""
    for language, known in labels.items():
        left = text
        for label in sorted(known, key=lambda label: (-len(label), label)):
            edge = "" if language == "zh" else r"\b"
            pattern = re.compile(f"{edge}{re.escape(label)}{edge}", re.IGNORECASE)
            found = list(pattern.finditer(left))
            if any(not _NEGATION.search(left[: match.start()]) for match in found):
                yield language, label
            left = pattern.sub("\0", left)


def _with_final_title(relation: Relation, known: Mapping[str, Page]) -> Relation:
    page = follow_redirect(known, normal_title(relation.object))
    if page is None or plain_name(page.title) == relation.object:
        return relation
    return Relation(**{**vars(relation), "object": plain_name(page.title)})
