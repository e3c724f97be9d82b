"""All that is ever said of a score: one table of metrics for terminal, page, leaderboard and comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from .figures import percent

Kind = Literal["share", "score", "count"]
Better = Literal["lower", "higher"]


@dataclass(frozen=True)
class Metric:
    """A score of a benchmark.

    Attributes:
        label: what tables call it.
        short: its name in file names and narrow columns: lower-case letters, digits and hyphens.
        kind: ``share`` is shown in per cent, ``score`` with two decimals, ``count`` as a whole number.
        better: which end is better; None where neither is, and nothing is ranked by it.
        sentence: what a run does or has, ``{value}`` standing for the figure; goes after the run's name.
        undefined: why it can be without a value.
        headline: the restrictions under which a leaderboard shows it, ``{}`` for none; empty: not shown.
        fault: where it counts what went wrong on the way, the restriction of the records whose counts the
            head of a run adds up ({} for the one without any); None where it is no fault.
    """

    label: str
    short: str
    kind: Kind = "share"
    better: Better | None = None
    sentence: str = ""
    undefined: str = "nothing to count"
    headline: Sequence[Mapping[str, str]] = ()
    fault: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Headline:
    """A metric under one restriction, as a leaderboard shows it.

    Attributes:
        key: its name in file names and links.
        label: what the page calls it.
        metric: name of the score record.
        about: the metric.
        by: its restrictions, exactly.
    """

    key: str
    label: str
    metric: str
    about: Metric
    by: Mapping[str, str] = field(default_factory=dict)

    @property
    def better(self) -> Better | None:
        """Which end is better."""
        return self.about.better

    @property
    def percent(self) -> bool:
        """Whether it is shown in per cent."""
        return self.about.kind == "share"


def headlines_of(metrics: Mapping[str, Metric]) -> list[Headline]:
    """The scores that stand for a run, in the order of the table."""
    return [
        Headline(
            "-".join([about.short, *by.values()]), ", ".join([about.label, *by.values()]), name, about, by
        )
        for name, about in metrics.items()
        for by in about.headline
    ]


def metric_of(metrics: Mapping[str, Metric], name: str) -> Metric:
    """What is said of a metric; one that the table lacks is a share under its own name."""
    return metrics.get(name) or Metric(name.replace("_", " "), name.replace("_", "-"))


def figure(metric: Metric, value: float | None) -> str:
    """A value as tables show it: per cent without the sign, two decimals, or a whole number."""
    if value is None or metric.kind == "share":
        return percent(value)
    return f"{value:,.0f}" if metric.kind == "count" else f"{value:.2f}"


def spoken(metric: Metric, value: float | None) -> str:
    """A value inside a sentence."""
    return (
        f"{figure(metric, value)} %"
        if metric.kind == "share" and value is not None
        else figure(metric, value)
    )


def sentence(metric: Metric, value: float | None) -> str:
    """What a run does or has, to go after its name."""
    words = metric.sentence or f"has a {metric.label} of {{value}}"
    return words.format(value=spoken(metric, value))
