"""Brazilian Portuguese noun phrases: gender, number, articles and their contractions."""

from __future__ import annotations

from functools import cache

from .lexicon import Noun

_IRREGULAR = {
    "pão": "pães",
    "cão": "cães",
    "capitão": "capitães",
    "alemão": "alemães",
    "mão": "mãos",
    "grão": "grãos",
    "órgão": "órgãos",
    "irmão": "irmãos",
    "sótão": "sótãos",
    "chão": "chãos",
    "vão": "vãos",
    "raiz": "raízes",
    "juiz": "juízes",
    "país": "países",
    "mal": "males",
}
_ACCENTED = frozenset("áâãéêíóôõú")
# Ending, its plural, and its plural where an accent shows that the stress lies before it.
_ENDINGS = (
    ("ão", "ões", "ões"),
    ("al", "ais", "ais"),
    ("el", "éis", "eis"),
    ("il", "is", "eis"),
    ("ol", "óis", "ois"),
    ("ul", "uis", "uis"),
    ("m", "ns", "ns"),
    ("r", "res", "res"),
    ("z", "zes", "zes"),
    ("s", "s", "s"),
    ("x", "x", "x"),
)
_LINKS = frozenset({"de", "do", "da", "dos", "das", "para", "em", "com", "a", "sem"})
# Two endings of adjectives that have one form for both genders keep it; -o gives -a.
_INVARIABLE = frozenset({"laranja"})


@cache
def plural_word(word: str) -> str:
    """The plural of one word, by the rules of the language and a short list of exceptions."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    accented = bool(_ACCENTED & set(word))
    for ending, plain, stressed_before in _ENDINGS:
        if word.endswith(ending):
            return word.removesuffix(ending) + (stressed_before if accented else plain)
    return f"{word}s"


@cache
def plural(words: str) -> str:
    """The plural of a noun phrase: noun and adjectives change, what follows ``de`` does not."""
    head: list[str] = []
    rest = words.split(" ")
    while rest and rest[0] not in _LINKS:
        head.append(plural_word(rest.pop(0)))
    return " ".join([*head, *rest])


def several(noun: Noun) -> bool:
    """Whether the noun takes plural verbs in Portuguese."""
    return noun.pt_number == "plural"


def definite(noun: Noun) -> str:
    """The noun with its article, where it takes one: ``a baleia``, ``a França``, ``Paris``."""
    return f"{_article(noun)} {noun.pt}" if noun.pt_gender else noun.pt


def subject(noun: Noun) -> str:
    """The noun as a subject that stands for its kind: people take the indefinite article."""
    return indefinite(noun) if noun.kind == "person" and noun.term != "human" else definite(noun)


def indefinite(noun: Noun) -> str:
    """``um mamífero``; amounts and plurals without an article."""
    if noun.number != "count" or several(noun):
        return noun.pt
    return f"{'uma' if noun.pt_gender == 'f' else 'um'} {noun.pt}"


def indefinite_many(noun: Noun) -> str:
    """Several of a kind, or an amount of it: ``livros``, ``água``."""
    if noun.number not in {"count", "plural"} or several(noun):
        return noun.pt
    return noun.pt_plural or plural(noun.pt)


def after(preposition: str, noun: Noun) -> str:
    """``de`` or ``em`` with the noun: contracted with the article of what is one of its kind.

    ``de um carro``, ``em uma cozinha``; ``do Sol``, ``no oceano``, ``na França``; ``de Paris``.
    """
    if noun.number == "count":
        return f"{preposition} {indefinite(noun)}"
    if not noun.pt_gender:
        return f"{preposition} {noun.pt}"
    stem = {"de": "d", "em": "n"}[preposition]
    return f"{stem}{_article(noun)} {noun.pt}"


def none_of(noun: Noun) -> str:
    """The noun with an emphatic ``nenhum`` after it: ``asa nenhuma``."""
    return f"{noun.pt} {'nenhuma' if noun.pt_gender == 'f' else 'nenhum'}"


def agree_verb(noun: Noun, singular: str, plural_form: str) -> str:
    """The verb form that goes with the noun as a subject."""
    return plural_form if several(noun) else singular


def agree_first(words: str, noun: Noun) -> str:
    """A participle phrase whose first word takes gender and number: ``feita de madeira``."""
    first, _, rest = words.partition(" ")
    agreed = _agreed(first, noun)
    return f"{agreed} {rest}" if rest else agreed


def agree_last(words: str, noun: Noun) -> str:
    """An adjective phrase whose last word takes gender and number: ``muito altas``."""
    if words.startswith(("de ", "um ")):
        return words
    *adverbs, last = words.split(" ")
    return " ".join([*adverbs, _agreed(last, noun)])


def _agreed(word: str, noun: Noun) -> str:
    if word in _INVARIABLE:
        return word
    gendered = f"{word[:-1]}a" if noun.pt_gender == "f" and word.endswith("o") else word
    return plural_word(gendered) if several(noun) else gendered


def _article(noun: Noun) -> str:
    return {"m": "o", "f": "a"}[noun.pt_gender] + ("s" if several(noun) else "")
