"""What fills the slots of a surface frame: words that agree with the statement."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from .english import agree, generic, indefinite_many, place, plural, with_article
from .statement import Statement, noun_end


def _subject(statement: Statement) -> str:
    return plural(statement.start.en) if _plainly_many(statement) else generic(statement.start)


def _plainly_many(statement: Statement) -> bool:
    return statement.many and statement.start.number == "count"


def _agree(singular: str, several: str) -> Callable[[Statement], str]:
    def agreed(statement: Statement) -> str:
        return several if statement.many else agree(statement.start, singular, several)

    return agreed


def _classes(statement: Statement) -> str:
    entry = statement.of_class
    if entry and entry.en:
        return plural(entry.en.partition(" ")[2])
    return indefinite_many(noun_end(statement))


def _own_parts(statement: Statement) -> str:
    end = noun_end(statement)
    if statement.many or statement.parts or end.number != "count":
        return indefinite_many(end)
    return with_article(end.en)


def _no_parts(statement: Statement) -> str:
    end = noun_end(statement)
    return indefinite_many(end) if statement.many or statement.parts else end.en


def _pieces(statement: Statement) -> str:
    part = statement.start
    return with_article(part.en) if part.number == "count" and part.parts == "one" else indefinite_many(part)


def _no_pieces(statement: Statement) -> str:
    part = statement.start
    return part.en if part.parts == "one" else indefinite_many(part)


def _inflected(statement: Statement) -> str:
    first, _, rest = statement.end.en.partition(" ")
    several = statement.many or statement.start.number == "plural"
    return " ".join(filter(None, [first if several else _third_person(first), rest]))


@cache
def _third_person(verb: str) -> str:
    from lemminflect import getInflection

    return str(getInflection(verb, tag="VBZ")[0])


@cache
def bare_verb(words: str) -> str:
    """``cutting food`` as ``cut food``; empty where the first word is no gerund."""
    from lemminflect import getAllLemmas

    first, _, rest = words.partition(" ")
    lemmas = getAllLemmas(first, upos="VERB").get("VERB", ()) if first.endswith("ing") else ()
    return " ".join(filter(None, [lemmas[0], rest])) if lemmas else ""


def _is_many(statement: Statement) -> str:
    """``is`` for an amount, ``are`` for things that are counted."""
    return "are" if statement.start.number in {"count", "plural"} else "is"


SLOTS: dict[str, Callable[[Statement], str]] = {
    "subject": _subject,
    "is": _agree("is", "are"),
    "has": _agree("has", "have"),
    "does": _agree("does", "do"),
    "causes": _agree("causes", "cause"),
    "always": lambda statement: " always" if statement.absolute and not statement.denied else "",
    "kind": lambda statement: statement.end.en,
    "classes": _classes,
    "parts": _own_parts,
    "no_parts": _no_parts,
    "whole": lambda statement: generic(noun_end(statement)),
    "whole_has": lambda statement: agree(noun_end(statement), "has", "have"),
    "pieces": _pieces,
    "no_pieces": _no_pieces,
    "things": lambda statement: indefinite_many(statement.start),
    "there": lambda statement: f"there {_is_many(statement)}",
    "place": lambda statement: place(noun_end(statement)),
    "end": lambda statement: statement.end.en,
    "bare": lambda statement: bare_verb(statement.end.en),
    "inflected": _inflected,
}
"""What may stand in braces in a frame, by name."""
