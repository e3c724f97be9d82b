"""The people named in a piece of wikitext: links or plain names, with the remark in brackets behind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import mwparserfromhell
from mwparserfromhell.nodes import Tag, Template, Text, Wikilink
from mwparserfromhell.wikicode import Wikicode

_LIST_TEMPLATES = {
    "plainlist", "plain list", "flatlist", "hlist", "ubl", "unbulleted list", "ulist", "nowrap", "small",
    "nobold", "lista simples",
}  # fmt: skip
_DEATH_TEMPLATES = {"†", "dagger", "c", "dead", "deceased", "death", "d.", "falecido"}
_DEATH_WORDS = {
    "†",
    "deceased",
    "dead",
    "late",
    "d.",
    "已故",
    "死亡",
    "falecido",
    "falecida",
    "morto",
    "morta",
}
_NOBODY = {
    "none",
    "unknown",
    "n/a",
    "various",
    "see below",
    "无",
    "暂无",
    "未知",
    "不详",
    "nenhum",
    "nenhuma",
    "desconhecido",
}
_DROPPED_TAGS = {"ref", "references", "gallery", "s", "del", "strike"}
_NAMESPACES = ("file:", "image:", "category:", "文件:", "分类:", "ficheiro:", "imagem:", "categoria:")
_BREAK = "\n"
_LINK = "\ue000"
_LINKED = re.compile(f"{_LINK}(\\d+){_LINK}")
_TOKEN = re.compile(
    rf"(?P<bracket>[(（](?:[^()（）]|[(（][^()（）]*[)）])*[)）])|(?P<dagger>†)|(?P<link>{_LINK}\d+{_LINK})"
    rf"|(?P<separator>[,;、，；/()（）])|(?P<text>[^,;、，；/()（）†{_LINK}]+)"
)
_SEPARATORS = re.compile(r"\s*[,;、，；/]\s*")
_SUFFIX = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")


@dataclass(frozen=True)
class Person:
    """Someone named in a field or a line.

    Attributes:
        name: the linked page's title where there is a link, else the text.
        remark: what stands in brackets behind the name, the kinship as a rule, or None.
        dead: whether the page marks the person as dead.
    """

    name: str
    remark: str | None
    dead: bool


def people_in(value: Wikicode | str) -> list[Person]:
    """Everyone named, in order; list marks and ``<br>`` part people; references are passed over."""
    code = mwparserfromhell.parse(value)
    people: list[Person] = []
    for line in _lines(code):
        people += _people_of_line(line)
    return people


def plain_name(title: str) -> str:
    """A page title without its section and its bracketed gloss: ``Harry Potter (character)``."""
    return _SUFFIX.sub("", title.partition("#")[0].replace("_", " ")).strip()


def plain_text(code: Wikicode) -> str:
    """Wikitext as readers see it; ``<br>`` and list marks become spaces."""
    return " ".join("".join(shown for shown, _ in _pieces(code)).split())


_Piece = tuple[str, str | None]


def _pieces(code: Wikicode) -> Iterator[_Piece]:
    """Text pieces in order: (shown, link target or None)."""
    for node in code.nodes:
        if isinstance(node, Text):
            yield str(node.value), None
        elif isinstance(node, Wikilink):
            target = str(node.title).strip().lstrip(":")
            if not target.lower().startswith(_NAMESPACES):
                shown = mwparserfromhell.parse(node.text if node.text is not None else target)
                yield shown.strip_code().strip(), target
        elif isinstance(node, Template):
            yield from _template_pieces(node)
        elif isinstance(node, Tag):
            yield from _tag_pieces(node)


def _template_pieces(node: Template) -> Iterator[_Piece]:
    name = str(node.name).strip().lower()
    positional = [parameter for parameter in node.params if not parameter.showkey]
    if name in _LIST_TEMPLATES:
        for parameter in positional:
            yield _BREAK, None
            yield from _pieces(parameter.value)
    elif name in _DEATH_TEMPLATES and (name != "c" or "†" in str(node)):
        yield "†", None


def _tag_pieces(node: Tag) -> Iterator[_Piece]:
    name = str(node.tag).strip().lower()
    if name in {"br", "li", "dd", "dt"}:
        yield _BREAK, None
    if name not in _DROPPED_TAGS and node.contents is not None:
        yield from _pieces(node.contents)


def _lines(code: Wikicode) -> Iterator[list[_Piece]]:
    line: list[_Piece] = []
    for shown, target in _pieces(code):
        if target is not None:
            line.append((shown, target))
            continue
        first, *rest = shown.split(_BREAK)
        line.append((first, None))
        for part in rest:
            yield line
            line = [(part, None)]
    yield line


def _people_of_line(line: list[_Piece]) -> list[Person]:
    """Names outside brackets, each with the brackets and death marks that follow it before the next name."""
    links = [(shown, target) for shown, target in line if target is not None]
    numbers = iter(range(len(links)))
    text = "".join(shown if target is None else f"{_LINK}{next(numbers)}{_LINK}" for shown, target in line)
    found: list[_Found] = []
    for token in _TOKEN.finditer(text):
        name = _name_of(token, links)
        if name:
            found.append(_Found(name, []))
        elif found and (token["bracket"] or token["dagger"]):
            raw = token["bracket"] or "†"
            found[-1].words.extend(_words(_LINKED.sub(lambda match: links[int(match[1])][0], raw)))
    return [_person(entry) for entry in found]


@dataclass(frozen=True)
class _Found:
    name: str
    words: list[str]


def _name_of(token: re.Match[str], links: list[tuple[str, str]]) -> str:
    if token["link"]:
        shown, target = links[int(token["link"].strip(_LINK))]
        return plain_name(target) or shown
    # Beside a link, text that is not linked is a remark of the editors and no name.
    name = "" if links or not token["text"] else token["text"].strip(" .:–—-*'")
    return "" if name.lower() in _NOBODY else name


def _words(text: str) -> list[str]:
    return [word.strip() for word in _SEPARATORS.split(text.strip("()（） ")) if word.strip()]


def _person(entry: _Found) -> Person:
    dead = any(word.lower() in _DEATH_WORDS for word in entry.words)
    remark = next((word for word in entry.words if word.lower() not in _DEATH_WORDS), None)
    return Person(entry.name, remark, dead)
