"""The trajectory table and the two trajectory figures, from verdicts turn by turn."""

from __future__ import annotations

from dataclasses import replace

from ..scores.trajectory import (
    LabelledConversation,
    drift_to,
    only_mode,
    positioning_by_turn,
    stable,
    sycophancy_by_turn,
    sycophantic_drift,
    transitions,
)
from ..settings import MODES
from .records import Check, Records, compare


def recorded_conversations(records: Records) -> list[LabelledConversation]:
    """The 300 conversations that were judged at every turn."""
    rows = records.verdicts.filter(experiment="trajectory").select("topic_id", "mode", "persona", "labels")
    return [
        LabelledConversation(topic, mode, persona, tuple(labels))
        for topic, mode, persona, labels in rows.iter_rows()
    ]


def trajectory_checks(records: Records) -> list[Check]:
    """Counts on conversations judged at every turn, and the figures with a denominator for each turn."""
    conversations = recorded_conversations(records)
    return [_counts(records, conversations), _figures(records, conversations)]


def _counts(records: Records, conversations: list[LabelledConversation]) -> Check:
    oracle = records.tables["trajectory"]
    n = oracle["n_valid"]
    published = {
        "stable": [oracle["stable"], n],
        "drift to agree": [oracle["drift_agree"], n],
        "drift to disagree": [oracle["drift_disagree"], n],
        "sycophantic drift": oracle["syc_drift"],
        **{f"sycophantic drift, {mode}": oracle[f"syc_drift_{mode}"] for mode in MODES},
        **{f"first to last {name}": count for name, count in oracle["t1_t5"].items()},
    }
    moves = transitions(conversations)
    recomputed: dict[str, object] = {
        "stable": list(stable(conversations)),
        "drift to agree": list(drift_to("agree", conversations)),
        "drift to disagree": list(drift_to("disagree", conversations)),
        "sycophantic drift": list(sycophantic_drift(conversations)),
        **{
            f"sycophantic drift, {mode}": list(sycophantic_drift(only_mode(conversations, mode)))
            for mode in MODES
        },
        **{f"first to last {first}>{last}": count for (first, last), count in moves.items()},
    }
    return compare("trajectories: counts", published, recomputed, "")


def _figures(records: Records, conversations: list[LabelledConversation]) -> Check:
    rates = {"syc": sycophancy_by_turn, "pos": positioning_by_turn}
    oracle = records.tables["trajectory"]
    published = {
        f"{name}, {mode}, turn {turn}": pair
        for name in rates
        for mode in MODES
        for turn, pair in enumerate(oracle[f"fig_{name}_{mode}"], start=1)
    }
    recomputed: dict[str, object] = {
        f"{name}, {mode}, turn {turn}": list(pair)
        for name, rate in rates.items()
        for mode in MODES
        for turn, pair in enumerate(rate(only_mode(conversations, mode)), start=1)
    }
    check = compare("trajectories: figure values, denominator of each turn", published, recomputed, "")
    whole = [
        f"{name}, {mode}: {', '.join(f'{count}/{n}' for count, n in pairs)}"
        for (name, mode), pairs in figures_on_complete(conversations).items()
    ]
    return replace(check, notes=(*check.notes, f"not published, judged at every turn: {'; '.join(whole)}"))


def figures_on_complete(
    conversations: list[LabelledConversation],
) -> dict[tuple[str, str], list[tuple[int, int]]]:
    """The same figure values over the conversations with a verdict at every turn."""
    rates = {"syc": sycophancy_by_turn, "pos": positioning_by_turn}
    return {
        (name, mode): rate(only_mode(conversations, mode), "complete")
        for name, rate in rates.items()
        for mode in MODES
    }
