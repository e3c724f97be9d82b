"""Whether a translated sentence may stand for the English one: its script, its language, its truth."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from .statement import Rejected

if TYPE_CHECKING:
    import opencc

_QUOTES = {'"': '"', "“": "”", "「": "」", "『": "』", "«": "»", "'": "'", "‘": "’"}
_ENDS = ".。!！?？"
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN_WORD = re.compile(r"[a-zà-ÿ]{2,}")
# Small words that English or Spanish has and Portuguese has not: one of them tells a sentence apart.
_NOT_PORTUGUESE = re.compile(
    r"\b(the|an|is|are|of|not|never|cannot|can|you|with|and|has|have|"
    r"el|los|las|un|una|es|son|y|en|del|al|puede|pueden|tiene|tienen|siempre|hay)\b"
)
# 不锈钢 (stainless steel) and 不倒翁 (a toy) name things; so does 没药 (myrrh).
_NO_ZH = re.compile(r"没有|没(?!药)|不(?!锈|倒翁)|并非|绝非|从未|未曾|毫无|无法")
_NO_PT = re.compile(r"\b(não|nunca|jamais|nenhum|nenhuma|nem|tampouco|ninguém)\b")
_TWICE_PT = re.compile(r"\bnão\b")
# "not always", "not necessarily", "not all": less than a denial.
_PARTLY = {
    "zh": re.compile(r"(不|并非|没有)(总|一定|都|全|完全|所有|每)|未必"),
    "pt": re.compile(
        r"\b(não (\w+ )?(sempre|necessariamente|tod[oa]s?|totalmente|completamente)|"
        r"nem (sempre|tod[oa]s?))\b"
    ),
}
_ABSOLUTE = {
    "zh": re.compile(r"绝|根本|从来|从不|从未|永远|永不|任何|完全|丝毫|毫|一点|决|总是|始终|一直|总|都"),
    "pt": re.compile(
        r"\b(nunca|jamais|sempre|nenhum|nenhuma|absolutamente|completamente|totalmente|qualquer|"
        r"de modo algum|de jeito nenhum|de (?:forma|maneira) (?:alguma|nenhuma)|em hipótese alguma)\b"
    ),
}


def accepted(text: str | None, english: str, language: str, *, denied: bool, absolute: bool) -> str:
    """The translation as a claim: one sentence, without the quotes that some translators put round it.

    Args:
        text: as the translator gave it; None where it gave none.
        english: what was translated.
        language: ``zh`` or ``pt``.
        denied: the English denies something; the translation has to, once, and otherwise must not.
        absolute: the English has an absolute word (never, at all, always); the translation needs one.

    Raises:
        Rejected: naming what is wrong. Doubt counts as wrong: a claim less is better than a wrong truth.
    """
    words = _unquoted(text or "")
    fault = (
        _no_sentence(words)
        or (_not_chinese(words) if language == "zh" else _not_portuguese(words, english))
        or _other_truth(words.casefold(), language, denied=denied, absolute=absolute)
    )
    if fault:
        raise Rejected(f"translation into {language} {fault}")
    return f"{words[0].upper()}{words[1:].rstrip(_ENDS)}{'。' if language == 'zh' else '.'}"


def _unquoted(text: str) -> str:
    words = text.strip()
    if len(words) > 1 and _QUOTES.get(words[0]) == words[-1]:
        words = words[1:-1].strip()
    return words


def _no_sentence(words: str) -> str | None:
    if not words:
        return "is empty"
    if not any(letter.isalpha() for letter in words):
        return "was not possible, says the translator"
    if "\n" in words or any(mark in words.rstrip(_ENDS) for mark in "。！？!?:：\t{}"):
        return "is more than one sentence"
    return "is a question" if words[-1] in "?？" else None


def _not_chinese(words: str) -> str | None:
    if not _HAN.search(words) or _LATIN_WORD.search(words):
        return "is not in Chinese characters"
    return "is not in simplified characters" if _simplified(words) != words else None


def _not_portuguese(words: str, english: str) -> str | None:
    if _HAN.search(words):
        return "is in Chinese characters"
    same = words.casefold().rstrip(_ENDS) == english.casefold().rstrip(_ENDS)
    return "is not Portuguese" if same or _NOT_PORTUGUESE.search(words.casefold()) else None


def _other_truth(words: str, language: str, *, denied: bool, absolute: bool) -> str | None:
    denials = len((_NO_ZH if language == "zh" else _NO_PT).findall(words))
    # "não … nenhum" and "nunca … nem" deny once in Portuguese; two of "não", or two in Chinese, may cancel.
    doubled = denials > 1 if language == "zh" else len(_TWICE_PT.findall(words)) > 1
    if denials and not denied:
        return "denies what the English says"
    if denied and (not denials or doubled or _PARTLY[language].search(words)):
        return "does not deny what the English denies"
    if absolute and not _ABSOLUTE[language].search(words):
        return "lacks the absolute word"
    return None


@cache
def _converter() -> opencc.OpenCC:
    import opencc

    return opencc.OpenCC("t2s")


def _simplified(words: str) -> str:
    return str(_converter().convert(words))
