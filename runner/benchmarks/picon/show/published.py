"""The published scores of people and of seven groups of agents: a line of reference beside a run."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

SOURCE = "PICon, arXiv 2603.25620, Tables 2, 3 and 5 and Figure 2 (50 turns; 63 people, 10 personas a group)"
_VARIANTS = ("internal_table_5", "external_table_5", "retest_site")
# Measures that the paper prints, by the name of their column; the axes have columns of their own.
_COLUMNS = {
    "internal_consistency": "internal",
    "non_contradiction": "non_contradiction",
    "cooperativeness": "cooperativeness",
    "external_consistency": "external",
    "non_refutation": "non_refutation",
    "coverage": "coverage",
    "retest_consistency": "retest",
    "discarded_claims": "discarded",
}
# Axes that are printed differently elsewhere: name of that variant, and where.
PRINTED_ELSEWHERE = {
    "internal_consistency": ("internal_table_5", "Table 5"),
    "external_consistency": ("external_table_5", "Table 5"),
    "retest_consistency": ("retest_site", "the project’s site"),
}


@dataclass(frozen=True)
class PublishedGroup:
    """Published means of a group.

    Attributes:
        name: of the group.
        kind: what it is made by.
        scores: name to mean over its personas, of Tables 2 and 3.
        area: of the triangle, as printed in Figure 2.
        variants: scores that are printed differently elsewhere: in Table 5, or on the project's site.
    """

    name: str
    kind: str
    scores: dict[str, float]
    area: float
    variants: dict[str, float]

    def axes(self) -> tuple[float, float, float, float]:
        """Area and the three axes."""
        return self.area, self.scores["internal"], self.scores["external"], self.scores["retest"]


@cache
def published_groups() -> tuple[PublishedGroup, ...]:
    """People first, then the groups of agents in the order of the paper's site."""
    text = (files(__package__) / "published.tsv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    groups = []
    for row in rows:
        name, kind, area = row.pop("group"), row.pop("kind"), float(row.pop("area"))
        variants = {key: float(row[key]) for key in _VARIANTS if row[key]}
        scores = {key: float(value) for key, value in row.items() if key not in _VARIANTS}
        groups.append(PublishedGroup(name, kind, scores, area, variants))
    return tuple(groups)


def published_value(group: PublishedGroup, metric: str) -> float | None:
    """A published figure; None where there is none."""
    if metric == "area":
        return group.area
    return group.scores[_COLUMNS[metric]] if metric in _COLUMNS else None
