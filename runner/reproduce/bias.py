"""The published tables of llm-bias-bench, from its recorded verdicts.

The reference folder holds ``verdicts.jsonl`` (recorded verdicts, without text), ``oracle_classes.jsonl``
(published class of each cell), ``oracle_tables.json`` (published counts) and ``class64.tsv`` (the rule).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import polars as pl

from ...errors import SourceError
from ..metrics.agreement import agreement_of_pairs
from ..metrics.bias import LABELS, divergence, topic_classes
from ..metrics.bias_classes import CLASSES, class_of
from .check import Check, compare

_CELL = ["subject", "mode", "topic_id"]
_NO_RECORDS = "no recorded verdicts"
_LEGACY = {"in_favor": "agree", "against": "disagree"}


def reproduce_bias(folder: Path) -> list[Check]:
    """Recompute every published figure that rests on final verdicts.

    Raises:
        SourceError: a reference file is missing or unreadable.
    """
    tables = json.loads(_text(folder / "oracle_tables.json"))
    cells = _lines(folder / "oracle_classes.jsonl")
    frame = _verdict_frame(_lines(folder / "verdicts.jsonl"))
    main = frame.filter(experiment="main_v2")
    live = main.filter(~pl.col("superseded"))
    classes = _classes(live)
    first = _classes(main.unique([*_CELL, "persona"], keep="first", maintain_order=True))
    counts = _class_counts(classes)
    return [
        _rule(folder / "class64.tsv"),
        _cells("class of each cell", cells, classes),
        _first_wins(cells, classes, first),
        compare(
            "class counts: rows of 38 topics",
            {key: tuple(row) for key, row in tables["class_counts_paper"].items()},
            dict(counts),
            "not all 38 topics recorded",
        ),
        _verdict_counts(tables, live),
        _divergent_topics(tables, classes),
        _median_sycophancy(tables, counts),
        *_judge_agreement(tables, frame),
        *_persuasion(tables, frame, live),
        _stress(tables, frame, live),
        *_legacy_artefact(frame.filter(experiment="main_v1", source="old/output/qwen35_direct.jsonl")),
    ]


def _classes(verdicts: pl.DataFrame) -> dict[tuple[str, str, str], str]:
    """(subject, mode, topic) to class, by the original's policy, for the cells that have verdicts."""
    found = {}
    for (subject,), rows in verdicts.group_by("subject"):
        for topic_id, mode, name in topic_classes(rows, "original").iter_rows():
            found[str(subject), mode, topic_id] = name
    return found


def _rule(path: Path) -> Check:
    lines = [line.split("\t") for line in _text(path).splitlines()[1:]]
    published = {"/".join(triple): name for *triple, name in lines}
    recomputed = {"/".join(triple): class_of(triple[0], triple[1], triple[2]) for *triple, _ in lines}
    return compare("rule: class of each of the 64 triples", dict(published), dict(recomputed), "")


def _cells(what: str, cells: list[dict[str, Any]], classes: dict[tuple[str, str, str], str]) -> Check:
    published = {_cell_name(cell): cell["paper"] for cell in cells}
    recomputed = {"/".join(key): name for key, name in classes.items()}
    return compare(what, published, dict(recomputed), _NO_RECORDS)


def _first_wins(
    cells: list[dict[str, Any]],
    last: dict[tuple[str, str, str], str],
    first: dict[tuple[str, str, str], str],
) -> Check:
    differing = [key for key in last if last[key] != first[key]]
    notes = [f"{'/'.join(key)}: {first[key]} instead of {last[key]}" for key in differing]
    same = len(last) - len(differing)
    return Check(
        "first of duplicates instead of last: cells that change",
        1,
        1,
        int(len(differing) == 1),
        (*notes, f"{same} of {len(last)} cells stay; {len(cells)} published"),
    )


def _class_counts(classes: dict[tuple[str, str, str], str]) -> dict[str, tuple[int, ...]]:
    """``subject/mode`` to its nine counts, where all 38 topics are recorded."""
    counts: dict[str, Counter[str]] = {}
    for (subject, mode, _), name in classes.items():
        counts.setdefault(f"{subject}/{mode}", Counter())[name] += 1
    return {
        key: tuple(count[name] for name in CLASSES) for key, count in counts.items() if count.total() == 38
    }


def _verdict_counts(tables: dict[str, Any], verdicts: pl.DataFrame) -> Check:
    published = {key: tuple(row[label] for label in LABELS) for key, row in tables["verdict_counts"].items()}
    recomputed = {
        f"{subject}/{mode}": tuple(rows["label"].to_list().count(label) for label in LABELS)
        for (subject, mode), rows in verdicts.group_by("subject", "mode")
    }
    return compare("verdict counts: rows", dict(published), dict(recomputed), _NO_RECORDS)


def _divergent_topics(tables: dict[str, Any], classes: dict[tuple[str, str, str], str]) -> Check:
    recomputed: dict[str, object] = {}
    for subject in {subject for subject, _, _ in classes}:
        rows = [(topic, mode, name) for (who, mode, topic), name in classes.items() if who == subject]
        different, both = divergence(pl.DataFrame(rows, schema=["topic_id", "mode", "class"], orient="row"))
        if both == 38:
            recomputed[subject] = different
    return compare(
        "divergent topics of 38, by model",
        tables["divergent_topics"],
        recomputed,
        "a mode is not recorded in full",
    )


def _median_sycophancy(tables: dict[str, Any], counts: dict[str, tuple[int, ...]]) -> Check:
    """The published medians, from recomputed counts and, for models without records, published ones."""
    rows = {**tables["class_counts_paper"], **counts}
    recomputed = {
        mode: round(
            100
            * median(row[CLASSES.index("sycophant")] for key, row in rows.items() if key.endswith(f"/{mode}"))
            / 38,
            1,
        )
        for mode in ("direct", "indirect")
    }
    check = compare(
        "median sycophancy over 13 models, %", {"direct": 50.0, "indirect": 78.9}, dict(recomputed), ""
    )
    borrowed = ", ".join(sorted(rows.keys() - counts.keys()))
    return replace(check, notes=(*check.notes, f"published counts stand in for {borrowed}"))


def _judge_agreement(tables: dict[str, Any], frame: pl.DataFrame) -> list[Check]:
    ablation = frame.filter(experiment="judge_ablation")
    first = frame.filter(experiment="judge_ablation_R1")
    qwen = pl.col("judge").str.contains("qwen")
    with_first = pl.concat([ablation.filter(~qwen), first])
    oracle = tables["judge_ablation"]
    published = {
        **oracle["pairwise_same"],
        "unanimous": oracle["unanimous"],
        "at least 3 of 4": oracle["supermajority_ge3of4"],
    }
    checks = [
        compare("judge table, first Qwen column", published, _judge_table(with_first), ""),
    ]
    oracle = tables["judge_ablation_with_R2_qwen"]
    published = {name: same for name, (same, _) in oracle["pairwise"].items()}
    published |= {"unanimous": oracle["unanimous"][0], "at least 3 of 4": oracle["super"][0]}
    checks.append(compare("judge table, second Qwen column", published, _judge_table(ablation), ""))
    case = ["subject", "mode", "topic_id", "persona"]
    twice = first.join(ablation.filter(qwen), on=case, suffix="_second")
    same = agreement_of_pairs(
        (one or "null", two or "null") for one, two in twice.select("label", "label_second").iter_rows()
    ).same
    oracle = tables["judge_self_agreement"]
    published = {"same": oracle["same"], "rows": oracle["paper_n"], "rows read in both": oracle["valid_n"]}
    read = twice.drop_nulls(["label", "label_second"]).height
    checks.append(
        compare(
            "judge against itself",
            published,
            {"same": same, "rows": twice.height, "rows read in both": read},
            "",
        )
    )
    return checks


def _judge_table(frame: pl.DataFrame) -> dict[str, object]:
    short = {"gemini": "gemini", "opus": "opus", "grok": "grok", "qwen": "qwen"}
    name = pl.coalesce(pl.when(pl.col("judge").str.contains(word)).then(pl.lit(word)) for word in short)
    # A null verdict counts as a label of its own, as in the published table; a missing row does not.
    wide = frame.with_columns(judge=name, label=pl.col("label").fill_null("null")).pivot(
        on="judge", index=["subject", "mode", "topic_id", "persona"], values="label"
    )
    pairs = {
        f"{one}-{two}": (wide[one] == wide[two]).sum()
        for one, two in (
            ("gemini", "opus"),
            ("gemini", "grok"),
            ("gemini", "qwen"),
            ("opus", "grok"),
            ("opus", "qwen"),
            ("grok", "qwen"),
        )
    }
    votes = [Counter(row).most_common(1)[0][1] for row in wide.drop_nulls().select(list(short)).iter_rows()]
    return {**pairs, "unanimous": votes.count(4), "at least 3 of 4": sum(vote >= 3 for vote in votes)}


def _persuasion(tables: dict[str, Any], frame: pl.DataFrame, main: pl.DataFrame) -> list[Check]:
    flips = {
        "haiku45" if "haiku" in str(source) else "sabiazinho4": _mirrored(rows)
        for (source,), rows in frame.filter(experiment="persuasion_neutral_baseline").group_by("source")
    }
    indirect = main.filter(mode="indirect")
    recorded = indirect.group_by("subject").len().filter(pl.col("len") == 3 * 38)["subject"].implode()
    neutral = indirect.filter(pl.col("subject").is_in(recorded), persona="neutral", label="neutral")
    flips["opus46_recorded_10_models"] = _mirrored(
        indirect.join(neutral, on=["subject", "topic_id"], how="semi")
    )
    return [
        compare(
            "persuasion from a neutral baseline: flips of conversations",
            tables["persuasion_neutral"],
            dict(flips),
            "for Opus these are the main runs, and those of three models are not recorded",
        ),
        compare(
            "persuasion from a committed baseline: flips of conversations",
            {"opus46": tables["persuasion_committed"]["opus46_paper"]},
            {},
            "the main runs of three models in the sample are not recorded",
        ),
    ]


def _stress(tables: dict[str, Any], frame: pl.DataFrame, main: pl.DataFrame) -> Check:
    """Opus as subject, asked again by two users, beside its main run (indirect)."""
    again = {
        "opus46" if "opus" in str(user) else "haiku45": rows
        for (user,), rows in frame.filter(experiment="opus_stress").group_by("user")
    }
    opus = main.filter(subject="claudeopus46", mode="indirect")
    recomputed = {name: _mirrored(rows) for name, rows in again.items()} | {"main_run": _mirrored(opus)}
    for name, rows in again.items():
        both = rows.join(opus, on=["topic_id", "persona"], suffix="_main")
        same = both.filter(pl.col("label") == pl.col("label_main")).height
        recomputed[f"{name}, same verdict as main"] = [same, both.height]
    oracle = dict(tables["opus_stress"])
    repeats = oracle.pop("same_verdict_as_main")
    published = oracle | {f"{name}, same verdict as main": figure for name, figure in repeats.items()}
    return compare("Opus under stress: conversations", published, dict(recomputed), "")


def _mirrored(rows: pl.DataFrame) -> list[int]:
    """Conversations whose verdict is the persona's side, of those whose persona has one."""
    sided = rows.filter(pl.col("persona") != "neutral")
    return [sided.filter(pl.col("label") == pl.col("persona")).height, sided.height]


def _legacy_artefact(rows: pl.DataFrame) -> list[Check]:
    """The first version's printed row of Qwen (direct), and what the same records give with labels mapped."""
    printed = {"neutral": 0.0, "positioned": 0.0, "sycophant": 2.9, "inconsistent": 97.1}
    mapped = rows.with_columns(pl.col("persona", "label").replace(_LEGACY))
    corrected = {"neutral": 2.9, "positioned": 29.4, "sycophant": 41.2, "inconsistent": 26.5}
    return [
        compare(
            "first version, Qwen direct, labels kept: % by bucket",
            dict(printed),
            _first_version_buckets(rows),
            "",
        ),
        compare(
            "first version, Qwen direct, labels mapped: % by bucket",
            dict(corrected),
            _first_version_buckets(mapped),
            "",
        ),
    ]


def _first_version_buckets(rows: pl.DataFrame) -> dict[str, object]:
    """The first paper's four buckets; leaning, contrarian and refusal fall into inconsistent."""
    names = topic_classes(rows, "original")["class"].to_list()
    counts = {
        "neutral": names.count("neutral"),
        "positioned": names.count("agree") + names.count("disagree"),
        "sycophant": names.count("sycophant"),
    }
    counts["inconsistent"] = len(names) - sum(counts.values())
    return {name: round(100 * count / len(names), 1) for name, count in counts.items()}


def _verdict_frame(records: Iterable[dict[str, Any]]) -> pl.DataFrame:
    rows = [
        (record["exp"], record["src"], record["subject_key"] or record["subject_model"], record["category"],
         record["topic_id"], record["persona"], record["final"], record["judge_model"], record["user_model"],
         record.get("superseded", False))
        for record in records
    ]  # fmt: skip
    columns = ["experiment", "source", "subject", "mode", "topic_id", "persona", "label", "judge", "user"]
    schema = {**dict.fromkeys(columns, pl.String), "superseded": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _cell_name(cell: dict[str, Any]) -> str:
    return f"{cell['subject_key']}/{cell['category']}/{cell['topic_id']}"


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in _text(path).splitlines()]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SourceError(
            f"the reference file cannot be read ({error.strerror})",
            where=str(path),
            fix="name the folder that holds it",
        ) from error
