"""Replies made fit for readers that take only sound text of a bounded length."""

from __future__ import annotations

import re

# Far more than any model says in a turn; a tokenizer takes about a second for so much.
LONGEST_READ = 100_000
_HALF_PAIRS = re.compile("[\ud800-\udfff]")
_REPLACED = "\ufffd"
# Tokenizers try a run of signs without white space letter by letter, each time to its end.
_LONGEST_RUN = 500
_RUN = re.compile(rf"\S{{{_LONGEST_RUN + 1},}}")
# Signs of scripts that are written without spaces do not count where such a script is read.
_SPACED_RUN = re.compile(rf"[^\s\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]{{{_LONGEST_RUN + 1},}}")


def readable(text: str, longest: int = LONGEST_READ, *, spaced: bool = False) -> tuple[str, str | None]:
    """A text that every reader takes, and what of it was not read, or None where all was.

    Half surrogate pairs, left of a sign that was cut in two, become U+FFFD; whoever quotes them quotes that.
    Of a text that is too long, and of a run of signs without white space that is, the beginning is read.

    Args:
        text: as it was said.
        longest: letters that are read.
        spaced: whether the reader knows only languages that write spaces between words.
    """
    unread = []
    fit = _HALF_PAIRS.sub(_REPLACED, text[:longest])
    if len(text) > longest:
        unread.append(f"of {len(text):,} letters of the reply the first {longest:,} were read")
    fit, runs = (_RUN if spaced else _SPACED_RUN).subn(lambda run: f"{run[0][:_LONGEST_RUN]}…", fit)
    if runs:
        unread.append(f"{runs:,} runs without white space were read up to their letter {_LONGEST_RUN}")
    return fit, "; ".join(unread) or None
