"""Replace character names in a reply before it is judged, so that no judge rates a character it knows.

Names are matched as whole tokens, the longest first: ``Ron`` is not found in ``wrong``, ``Harry's`` keeps its
``'s``, and a Chinese short form is not found inside a longer word that ``masking_exceptions.tsv`` lists.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl
    from spacy.language import Language
    from spacy.matcher import PhraseMatcher
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

MASK = "[NAME]"
_KEEP = "keep"
# A run of letters and digits is one token, a Chinese character is one, and so is every other sign.
_CHINESE = r"\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CHINESE}]|[^\W_{_CHINESE}]+|\S")
_DOTS = "·•・‧"


@dataclass(frozen=True)
class CharacterNames:
    """All names of one character.

    Attributes:
        character: its id.
        names: display names and aliases in every language.
    """

    character: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Masked:
    """A masked text.

    Attributes:
        text: the text with every name replaced.
        characters: ids of the characters whose names were found, in order, with repeats.
    """

    text: str
    characters: tuple[str, ...]


def names_of_script(protagonists: pl.DataFrame, intimacy: pl.DataFrame, script: str) -> list[CharacterNames]:
    """Everyone who has a name in a script: its protagonists and their characters.

    Args:
        protagonists: the release's ``protagonists`` table.
        intimacy: the release's ``intimacy`` table.
        script: id of the script.
    """
    found: dict[str, tuple[str, ...]] = {}
    for table, column in ((protagonists, "protagonist"), (intimacy, "character")):
        for row in table.filter(table["script"] == script).iter_rows(named=True):
            names = (row["name_en"], row["name_zh"], row["name_pt"], *row["aliases"])
            found[row[column]] = tuple(dict.fromkeys(names))
    return [CharacterNames(character, names) for character, names in found.items()]


def mask_names(text: str, characters: Iterable[CharacterNames], mask: str = MASK) -> Masked:
    """Replace every name by the mask, the longest name first.

    A name of one Latin word is matched as written and in capitals (``Lily`` is a name, ``lily`` a flower);
    longer names and Chinese ones whatever their case.

    Args:
        text: the reply.
        characters: whose names to replace.
        mask: what stands for a name.
    """
    from spacy.util import filter_spans

    nlp, matchers = _matchers(tuple(characters))
    text = unicodedata.normalize("NFC", text)
    doc = nlp(text)
    found = [span for matcher in matchers for span in matcher(doc, as_spans=True)]
    # Of two spans that overlap the longer one stays, so an exception shields the name inside it.
    spans = [span for span in filter_spans(found) if span.label_ != _KEEP]
    pieces, end = [], 0
    for span in spans:
        pieces += [text[end : span.start_char], mask]
        end = span.end_char
    return Masked("".join([*pieces, text[end:]]), tuple(span.label_ for span in spans))


def find_leaks(text: str, characters: Iterable[CharacterNames]) -> list[str]:
    """Names that still stand in a masked text, found another way than they were masked.

    Latin names are looked for as whole words whatever their case, except a name of one word, which counts
    only with a capital; Chinese names anywhere. Listed exceptions do not count.
    """
    left = unicodedata.normalize("NFC", text)
    for phrase in _exceptions():
        left = left.replace(phrase, " ")
    names = {name for character in characters for name in character.names}
    return sorted(name for name in names if _stands_in(name, left))


def _stands_in(name: str, text: str) -> bool:
    if re.search(f"[{_CHINESE}]", name):
        return name in text
    pattern = rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"
    if " " in name:
        return re.search(pattern, text, re.IGNORECASE) is not None
    return any(match[0][:1].isupper() for match in re.finditer(pattern, text, re.IGNORECASE))


def _forms(name: str) -> set[str]:
    """The ways a name is written: with each kind of dot, with straight and curled apostrophes."""
    forms = {name, name.replace("'", "’")}
    for dot in _DOTS:
        forms |= {form.replace("·", dot) for form in (name, name.replace("·", " · "), name.replace("·", ""))}
    return forms


@cache
def _matchers(characters: tuple[CharacterNames, ...]) -> tuple[Language, tuple[PhraseMatcher, ...]]:
    import spacy
    from spacy.matcher import PhraseMatcher

    nlp = spacy.blank("xx")
    nlp.tokenizer = lambda text: _tokenized(nlp.vocab, text)
    exact, folded = PhraseMatcher(nlp.vocab, attr="ORTH"), PhraseMatcher(nlp.vocab, attr="LOWER")
    for character in characters:
        for form in {form for name in character.names for form in _forms(name)}:
            doc = nlp.make_doc(form)
            if len(doc) > 1:
                folded.add(character.character, [doc])
            else:
                exact.add(character.character, [doc, nlp.make_doc(form.upper())])
    exact.add(_KEEP, [nlp.make_doc(phrase) for phrase in _exceptions()])
    return nlp, (exact, folded)


def _tokenized(vocab: Vocab, text: str) -> Doc:
    """Tokens of any of the three scripts; white space beyond one space is a token, so offsets stay true."""
    from spacy.tokens import Doc

    words: list[str] = []
    spaces: list[bool] = []
    end = 0
    for match in _TOKEN.finditer(text):
        _add_gap(text[end : match.start()], words, spaces)
        words.append(match[0])
        spaces.append(False)
        end = match.end()
    _add_gap(text[end:], words, spaces)
    return Doc(vocab, words=words, spaces=spaces)


def _add_gap(gap: str, words: list[str], spaces: list[bool]) -> None:
    if gap[:1] == " " and words:
        spaces[-1] = True
        gap = gap[1:]
    if gap:
        words.append(gap)
        spaces.append(False)


@cache
def _exceptions() -> tuple[str, ...]:
    text = (files(__package__) / "masking_exceptions.tsv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return tuple(row["phrase"] for row in rows)
