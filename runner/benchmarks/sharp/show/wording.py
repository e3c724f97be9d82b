"""How scores are written: cells of tables, and sentences that captions and descriptions of charts share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ....play.scored import AnyScored
from ....records.figures import percent
from ....records.score import ScoreRecord, bounds_text


def find(records: Sequence[ScoreRecord], metric: str, by: Mapping[str, str]) -> ScoreRecord | None:
    """The record of a metric under exactly these restrictions."""
    return next((r for r in records if r.metric == metric and dict(r.by) == dict(by)), None)


def share_cell(record: ScoreRecord | None) -> str:
    """A share in percent with interval, n and bounds; a dash where it is undefined."""
    if record is None or record.value is None:
        return "–"
    interval = "" if record.low is None else f" [{percent(record.low)}, {percent(record.high)}]"
    return f"{percent(record.value)}{interval} of {record.n:,}{bounds_text(record, percent)}"


def value_cell(record: ScoreRecord | None) -> str:
    """A signed score with its interval and bounds; a dash where it is undefined."""
    if record is None or record.value is None:
        return "–"
    bounds = bounds_text(record, lambda value: f"{value:+.3f}")
    if record.low is None or record.high is None:
        return f"{record.value:+.3f}{bounds}"
    return f"{record.value:+.3f} [{record.low:+.3f}, {record.high:+.3f}]{bounds}"


ALIKE = "wilson over claims"
LANGUAGE_NAMES = {"en": "English", "zh": "Chinese", "pt": "Portuguese"}


def in_words(name: str) -> str:
    """An id as a reader sees it: spaces for underscores."""
    return name.replace("_", " ")


def with_n(records: Iterable[ScoreRecord]) -> str:
    """The least and the largest n of some scores: ``n 360``, ``n 24 to 72``."""
    sizes = sorted({record.n for record in records})
    if not sizes:
        return "n 0"
    return f"n {sizes[0]:,}" if len(sizes) == 1 else f"n {sizes[0]:,} to {sizes[-1]:,}"


def intervals(records: Iterable[ScoreRecord]) -> str:
    """What the lines of a chart are, from the intervals that its scores name."""
    methods = list(dict.fromkeys(r.choices["interval"] for r in records if "interval" in r.choices))
    drawn = "; ".join(method for method in methods if method != ALIKE)
    alike = "Wilson over claims where all replies are alike" if ALIKE in methods else ""
    return f"Lines: 95 % intervals ({'; '.join(part for part in (drawn, alike) if part)})."


def counting(records: Iterable[ScoreRecord]) -> str:
    """Which replies count, by the choices that the scores name."""
    rules = dict.fromkeys(
        r.choices["neutral and unclear"] for r in records if "neutral and unclear" in r.choices
    )
    rules_in_words = {
        "keep": "Neutral and unclear replies stay in every denominator (keep)",
        "drop": "Only replies that take a side count (drop)",
    }
    repeats = dict.fromkeys(r.choices["repeats"] for r in records if "repeats" in r.choices)
    sentence = "; ".join(rules_in_words.get(rule, rule) for rule in rules)
    return f"{sentence}; unread verdicts never do{''.join(f'; {each} repeats' for each in repeats)}."


def by_run(runs: Sequence[AnyScored], sentences: Sequence[str]) -> str:
    """A sentence for each run, its name before it where there are several."""
    if len(runs) == 1:
        return sentences[0]
    return " ".join(f"{run.name}: {sentence}" for run, sentence in zip(runs, sentences, strict=True))


def share_words(record: ScoreRecord | None) -> str:
    """A share in words: ``50.0 % (45.1 to 54.9)``; ``undefined`` where it is."""
    if record is None or record.value is None:
        return "undefined"
    if record.low is None or record.high is None:
        return f"{percent(record.value)} %"
    return f"{percent(record.value)} % ({percent(record.low)} to {percent(record.high)})"


def value_words(record: ScoreRecord | None) -> str:
    """A signed score in words: ``+0.50 (+0.45 to +0.55)``; ``undefined`` where it is."""
    if record is None or record.value is None:
        return "undefined"
    if record.low is None or record.high is None:
        return minus(f"{record.value:+.2f}")
    return minus(f"{record.value:+.2f} ({record.low:+.2f} to {record.high:+.2f})")


def minus(text: str) -> str:
    """Figures with a true minus sign."""
    return text.replace("-", "−")
