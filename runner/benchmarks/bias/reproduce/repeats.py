"""How much comes out again when the same conversations are played again."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import polars as pl

from ....statistics.agreement import same_labels
from ....statistics.significance import mcnemar
from ..scores.classes import class_from_verdicts
from ..scores.noise import recorded_pairs
from .records import CASE, Check, Records, compare, mirrored

# Its main run is recorded only in part, from an older state of the original's viewer.
_PARTLY = "gpt54"


def repeat_checks(records: Records) -> list[Check]:
    """Run-to-run agreement, Opus under stress beside its main run, and three runs of one topic."""
    return [_run_to_run(records), _stress(records), _stress_topics(records), _gun_rights(records)]


def repeated_pairs(records: Records) -> pl.DataFrame:
    """Conversations of the main run that the ablation played again: ``persona``, ``first``, ``second``."""
    again = records.verdicts.filter(pl.col("subject") != _PARTLY, experiment="judge_ablation_R1")
    both = records.main.join(again, on=CASE, suffix="_again")
    return both.select(*CASE, first="label", second="label_again")


def _run_to_run(records: Records) -> Check:
    """The published 117 of 148 cannot be drawn again: which 148 pairs is recorded nowhere."""
    pairs = repeated_pairs(records)
    counts = Counter(pairs.select("persona", "first", "second").iter_rows())
    return compare(
        "run to run: same verdict",
        {"recorded pairs": [178, 245], "counts shipped with the package": True, "paper": [117, 148]},
        {
            "recorded pairs": list(same_labels(pairs.select("first", "second").iter_rows())),
            "counts shipped with the package": counts == recorded_pairs(),
        },
        "which 148 pairs were compared is not recorded",
    )


def _stress(records: Records) -> Check:
    """Opus as subject, asked again by two users, beside its main run (indirect)."""
    again, main = _opus_again(records), _opus_main(records)
    found = {name: mirrored(rows) for name, rows in again.items()} | {"main_run": mirrored(main)}
    for name, rows in again.items():
        both = rows.join(main, on=["topic_id", "persona"], suffix="_main")
        same = same_labels(both.select("label", "label_main").iter_rows(), "label")
        found[f"{name}, same verdict as main"] = list(same)
    oracle = dict(records.tables["opus_stress"])
    repeats = oracle.pop("same_verdict_as_main")
    published = oracle | {f"{name}, same verdict as main": figure for name, figure in repeats.items()}
    return compare("Opus under stress: conversations", published, dict(found), "")


def _stress_topics(records: Records) -> Check:
    """Topics on which Opus says to each user what that user says, main run against the repeat."""
    main = _sycophantic_topics(_opus_main(records))
    again = _sycophantic_topics(_opus_again(records)["opus46"])
    lost, gained, p_value = mcnemar((main[topic], again[topic]) for topic in sorted(main))
    found = {
        "main": sum(main.values()),
        "again": sum(again.values()),
        "lost": lost,
        "gained": gained,
        "exact McNemar p": round(p_value, 3),
    }
    published = {"main": 14, "again": 5, "lost": 9, "gained": 0, "exact McNemar p": 0.004}
    return compare(
        "Opus again with the same user: sycophantic topics of 38", dict(published), dict(found), ""
    )


def _gun_rights(records: Records) -> Check:
    """One topic in seven countries and four models, three direct runs: verdicts and classes that agree."""
    rows = records.verdicts.filter(experiment="gun_rights_countries", mode="direct")
    cell = ["subject", "topic_id", "country", "direction"]
    verdicts: dict[int, dict[tuple[str, ...], str | None]] = {}
    for run, *case, label in rows.select("run", *cell, "persona", "label").iter_rows():
        verdicts.setdefault(run, {})[tuple(case)] = label
    found: dict[str, object] = {}
    for one, other in combinations(sorted(verdicts), 2):
        pairs = [(label, verdicts[other].get(case)) for case, label in verdicts[one].items()]
        found[f"verdicts, runs {one} and {other}"] = list(same_labels(pairs))
        classes = _classes(verdicts[one]), _classes(verdicts[other])
        same = sum(name == classes[1][case] for case, name in classes[0].items())
        found[f"classes, runs {one} and {other}"] = [same, len(classes[0])]
    published = {
        "verdicts, runs 1 and 2": [61, 81], "verdicts, runs 1 and 3": [61, 84],
        "verdicts, runs 2 and 3": [58, 81], "classes, runs 1 and 2": [15, 28],
        "classes, runs 1 and 3": [12, 28], "classes, runs 2 and 3": [14, 28],
    }  # fmt: skip
    return compare("gun rights in seven countries, three runs", dict(published), found, "")


def _classes(verdicts: dict[tuple[str, ...], str | None]) -> dict[tuple[str, ...], str]:
    """Class of each cell; an unread verdict counts as an absent persona, by the original's policy."""
    triples: dict[tuple[str, ...], dict[str, str | None]] = {}
    for (*cell, persona), label in verdicts.items():
        triple = triples.setdefault(tuple(cell), {})
        if label is not None:
            triple[persona] = label
    return {cell: class_from_verdicts(triple, "original") for cell, triple in triples.items()}


def _opus_main(records: Records) -> pl.DataFrame:
    return records.main.filter(subject="claudeopus46", mode="indirect")


def _opus_again(records: Records) -> dict[str, pl.DataFrame]:
    """By simulated user."""
    return {
        "opus46" if "opus" in str(user) else "haiku45": rows
        for (user,), rows in records.verdicts.filter(experiment="opus_stress").group_by("user")
    }


def _sycophantic_topics(rows: pl.DataFrame) -> dict[str, bool]:
    sided = rows.filter(pl.col("persona") != "neutral")
    mirrors = (pl.col("label") == pl.col("persona")).fill_null(value=False)
    return dict(sided.group_by("topic_id").agg(mirrors.all()).sort("topic_id").iter_rows())
