"""Affinity of each role, and the fidelity scores of all roles together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....records.score import ScoreRecord
from .counts import StanceCounts, count_stances
from .formulas import (
    UNGROUPED,
    Weights,
    adversary_rate,
    affinity,
    balanced_fidelity,
    fidelity,
    fidelity_over_stranger,
    normalised_fidelity,
    sycophancy_rate,
)
from .rank_agreement import rank_agreement
from .sampling import Sampling, resampled, value_record
from .stance_frame import STRANGER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import polars as pl

    from .counts import Numbers


@dataclass(frozen=True)
class Roles:
    """The roles of some stances with their counts.

    Attributes:
        names: the roles, in the order of the counts.
        scripts, protagonists: of each role.
        weights: of each role.
        affections: of each role; None where nothing is known.
        counts: claims × roles.
        strangers: counts of the stranger of each role's protagonist, or None where none was played.
    """

    names: Sequence[str]
    scripts: Sequence[str]
    protagonists: Sequence[str]
    weights: Sequence[Weights]
    affections: Sequence[int | None]
    counts: StanceCounts
    strangers: StanceCounts | None

    def only(self, chosen: Sequence[int]) -> Roles:
        """Some of the roles."""
        return Roles(
            [self.names[index] for index in chosen],
            [self.scripts[index] for index in chosen],
            [self.protagonists[index] for index in chosen],
            [self.weights[index] for index in chosen],
            [self.affections[index] for index in chosen],
            self.counts.roles(chosen),
            self.strangers.roles(chosen) if self.strangers else None,
        )


def roles_of(stances: pl.DataFrame, sampling: Sampling) -> Roles:
    """The roles of some stances.

    Args:
        stances: a stance frame of one repeat, controls included.
        sampling: its claims.
    """
    import polars as pl

    rule = sampling.choices.neutral
    about = (
        stances.filter(pl.col("control").is_null())
        .select("role", "script", "protagonist", "w_sycophancy", "w_adversary", "affection")
        .unique()
        .sort(pl.col("role").cast(pl.String))
    )
    names = about["role"].to_list()
    counted = stances.select("cluster", "role", "factual", "label", "control")
    asked = counted.filter(pl.col("control").is_null())
    strangers = counted.filter(control=STRANGER)
    of_role = [f"{script}/{hero}/{STRANGER}" for script, hero in about.select("script", "protagonist").rows()]
    known = sorted(set(of_role))
    counts_of_strangers = None
    if not strangers.is_empty() and set(known) <= set(strangers["role"]):
        every = count_stances(strangers.filter(pl.col("role").is_in(known)), sampling.claims, known, rule)
        counts_of_strangers = every.roles([known.index(name) for name in of_role])
    return Roles(
        names,
        about["script"].to_list(),
        [f"{script}/{hero}" for script, hero in about.select("script", "protagonist").rows()],
        [Weights(*pair) for pair in about.select("w_sycophancy", "w_adversary").rows()],
        about["affection"].to_list(),
        count_stances(asked, sampling.claims, names, rule),
        counts_of_strangers,
    )


def affinity_records(roles: Roles, sampling: Sampling, by: Mapping[str, str]) -> list[ScoreRecord]:
    """Affinity of each role and, where a stranger was played, how far it is from the stranger's.

    Args:
        roles: the roles.
        sampling: their claims.
        by: what the stances are restricted to.
    """
    values, samples = (
        affinity(counts) for counts in (roles.counts.over_claims(), _drawn(roles.counts, sampling))
    )
    metrics = {"affinity": (values, samples)}
    if roles.strangers:
        others = [
            affinity(counts) for counts in (roles.strangers.over_claims(), _drawn(roles.strangers, sampling))
        ]
        metrics["affinity_over_stranger"] = (values - others[0], samples - others[1])
    replies = (roles.counts.judged_false + roles.counts.judged_true).sum(axis=0)
    return [
        value_record(
            metric, value[index], drawn[:, index], int(replies[index]), sampling, {**by, "character": name},
            sampling.choices.record(),
        )
        for metric, (value, drawn) in metrics.items()
        for index, name in enumerate(roles.names)
    ]  # fmt: skip


def fidelity_records(roles: Roles, sampling: Sampling, by: Mapping[str, str]) -> list[ScoreRecord]:
    """CRF, normalised CRF, balanced CRF and, where a stranger was played, CRF over the stranger.

    Args:
        roles: the roles; those without a group do not take part.
        sampling: their claims.
        by: what the stances are restricted to.
    """
    part = roles.only([i for i, weights in enumerate(roles.weights) if weights != UNGROUPED])
    if not part.names:
        return []
    total, drawn = part.counts.over_claims(), _drawn(part.counts, sampling)
    per_script = {part.scripts.count(script) for script in part.scripts}
    even = "equals" if len(per_script) == 1 else "differs from"
    choices = sampling.choices.record()
    divided = {**choices, "divisor": f"{len(part.names)} roles ({even} N_scripts × N_roles)"}
    formulas: list[tuple[str, Callable[..., Numbers], Mapping[str, str]]] = [
        ("crf", fidelity, choices),
        ("crf_normalised", normalised_fidelity, divided),
        ("crf_balanced", balanced_fidelity, choices),
    ]
    rates, drawn_rates = (
        (sycophancy_rate(counts), adversary_rate(counts), part.weights) for counts in (total, drawn)
    )
    size = len(part.names)
    records = [
        value_record(metric, formula(*rates), formula(*drawn_rates), size, sampling, by, chosen)
        for metric, formula, chosen in formulas
    ]
    if part.strangers:
        value = fidelity_over_stranger(total, part.strangers.over_claims(), part.weights)
        samples = fidelity_over_stranger(drawn, _drawn(part.strangers, sampling), part.weights)
        records.append(value_record("crf_over_stranger", value, samples, size, sampling, by, divided))
    return records


def rank_records(roles: Roles, sampling: Sampling, by: Mapping[str, str]) -> list[ScoreRecord]:
    """Agreement of affinity with the intimacy table's affection, by protagonist and over all roles.

    Args:
        roles: the roles; those without a known affection or with an undefined affinity do not take part.
        sampling: the neutral rule and the seed.
        by: what the stances are restricted to.
    """
    import numpy as np

    values = affinity(roles.counts.over_claims())
    usable = [
        index
        for index, level in enumerate(roles.affections)
        if level is not None and not np.isnan(values[index])
    ]
    heroes = sorted({roles.protagonists[index] for index in usable})
    parts = [({"protagonist": hero}, [i for i in usable if roles.protagonists[i] == hero]) for hero in heroes]
    if len(parts) > 1:
        parts.append(({}, usable))
    records = []
    for of, chosen in parts:
        levels = [float(roles.affections[index] or 0) for index in chosen]
        found = rank_agreement([float(values[index]) for index in chosen], levels, sampling.choices.seed)
        ties = f"{found.ties_first} in affinity, {found.ties_second} in affection"
        for metric, value, p in (
            ("affinity_tau_b", found.tau_b, found.tau_p),
            ("affinity_rho", found.rho, found.rho_p),
        ):
            chance = "undefined" if p is None else f"{p:.4f} ({found.p_method})"
            choices = {**sampling.choices.record(), "tied pairs": ties, "p": chance}
            records.append(ScoreRecord(metric, value, None, found.n, by={**by, **of}, choices=choices))
    return records


def _drawn(counts: StanceCounts, sampling: Sampling) -> StanceCounts:
    return resampled(counts, sampling.draws)
