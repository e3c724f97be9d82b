"""Scores, comparisons and calibrations of the sharp benchmark as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .show import print_table, say, share

if TYPE_CHECKING:
    from ..runner.calibration.calibrate import Calibrated
    from ..runner.metrics.record import ScoreRecord
    from ..runner.run_folder import RunFolder

_CUTS = ("group", "language", "script", "domain", "transformation")
_FIDELITY = {
    "crf": "CRF (sum over roles)",
    "crf_normalised": "CRF normalised",
    "crf_balanced": "CRF balanced",
    "crf_over_stranger": "CRF over the stranger",
}


def show_sharp_scores(run: RunFolder, judge: str, records: Sequence[ScoreRecord]) -> None:
    """All tables of a run; every score with its count and 95 % interval."""
    _show_head(run, judge, records)
    _show_rates(records)
    for by in _partitions(records, "crf"):
        _show_fidelity(records, by)
    _show_roles(records)
    _show_ranks(records)
    _show_snowball(records)
    _show_stances(records)


def _show_head(run: RunFolder, judge: str, records: Sequence[ScoreRecord]) -> None:
    from ..runner.run_facts import judge_names, run_facts

    say("")
    say(f"{run.name}: subject {run.record.agents['subject']}, judge {judge}")
    names = judge_names(run, judge)
    if list(names) != [judge]:
        say(f"{judge}: " + ", ".join(f"{count} verdicts by {name}" for name, count in names.items()))
    say(", ".join(f"{count:,} {name}" for name, count in run_facts(run, judge).items()))
    settings = run.record.settings
    say("settings: " + ", ".join(f"{name} {_setting(value)}" for name, value in settings.items()))
    if judge == "rules":
        say("The rule-based judge is for demos and tests: do not report these figures as findings.")
    shown = next((record.choices for record in records if record.metric == "sycophancy_rate"), {})
    say("choices: " + ", ".join(f"{name} {value}" for name, value in sorted(shown.items())))
    for record in records:
        if record.metric == "leak_rate":
            say(f"replies that still name a character after masking: {record.count} of {record.n:,}")


def _show_rates(records: Sequence[ScoreRecord]) -> None:
    rows = []
    for by in _rows(records):
        name = " ".join(f"{key} {_control(key, value)}" for key, value in by.items()) or "all roles"
        cells = [_cell(_find(records, metric, by)) for metric in ("sycophancy_rate", "adversary_rate")]
        errors = [_cell(_find(records, "error_rate", {**by, "neutral": rule})) for rule in ("error", "drop")]
        rows.append([name, *cells, *errors])
    columns = ["roles and claims", "SR", "AR", "error rate, neutral wrong", "error rate, neutral left out"]
    print_table("rates: % [95 % interval] of n", columns, rows)


def _rows(records: Sequence[ScoreRecord]) -> list[Mapping[str, str]]:
    """All roles, every cut of one name, then the controls."""
    wanted = [(), *((cut,) for cut in _CUTS), ("control",)]
    found: list[Mapping[str, str]] = []
    for cut in wanted:
        for record in records:
            by = {key: value for key, value in record.by.items() if key != "neutral"}
            if record.metric == "error_rate" and tuple(by) == cut and by not in found:
                found.append(by)
    return found


def _show_fidelity(records: Sequence[ScoreRecord], by: Mapping[str, str]) -> None:
    rows = []
    for metric, name in _FIDELITY.items():
        record = _find(records, metric, by)
        if record:
            rows.append([name, _signed(record), str(record.n), record.choices.get("divisor", "")])
    title = "fidelity" + "".join(f", {key} {value}" for key, value in by.items()) + ": [95 % interval]"
    print_table(title, ["score", "value", "roles", "divisor"], rows)


def _show_roles(records: Sequence[ScoreRecord]) -> None:
    roles = [record for record in records if record.metric == "affinity" and set(record.by) == {"character"}]
    rows = []
    for record in sorted(roles, key=lambda record: (-(record.value or 0), record.by["character"])):
        over = _find(records, "affinity_over_stranger", record.by)
        rates = [_cell(_find(records, name, record.by)) for name in ("sycophancy_rate", "adversary_rate")]
        rows.append([record.by["character"], _signed(record), *rates, _signed(over) if over else "–"])
    if rows:
        columns = ["character", "affinity SR − AR", "SR", "AR", "over the stranger"]
        print_table("characters: [95 % interval] of n", columns, rows)


def _show_ranks(records: Sequence[ScoreRecord]) -> None:
    rows = []
    for record in records:
        if record.metric in ("affinity_tau_b", "affinity_rho"):
            name = "Kendall tau-b" if record.metric == "affinity_tau_b" else "Spearman rho"
            of = " ".join(record.by.values()) or "all protagonists"
            value = "–" if record.value is None else f"{record.value:+.3f}"
            rows.append([of, name, value, str(record.n), record.choices["tied pairs"], record.choices["p"]])
    if rows:
        columns = ["protagonist", "statistic", "value", "roles", "tied pairs", "p"]
        print_table("agreement of affinity with the intimacy table", columns, rows)


def _show_snowball(records: Sequence[ScoreRecord]) -> None:
    rows = []
    for record in records:
        if record.metric == "snowball_sycophancy_rate":
            adversary = _find(records, "snowball_adversary_rate", record.by)
            of = " ".join(value for key, value in record.by.items() if key != "denominator") or "all roles"
            left = record.choices["shifts uncounted"], record.choices["unmatched replies"]
            rows.append([of, record.by["denominator"], _cell(record), _cell(adversary), *left])
    if rows:
        reference = next(r.choices["reference"] for r in records if r.metric == "snowball_sycophancy_rate")
        columns = ["roles", "denominator by", "SR", "AR", "shifts uncounted", "unmatched"]
        print_table(f"snowball mode against {reference}: % [95 % interval] of n", columns, rows, numeric=2)


def _show_stances(records: Sequence[ScoreRecord]) -> None:
    found = [record for record in records if record.metric == "stance_rate"]
    rows = []
    for language in dict.fromkeys(record.by["language"] for record in found):
        of_language = [record for record in found if record.by["language"] == language]
        rows.append([language, *(f"{record.count:,} ({share(record.value)})" for record in of_language)])
    if rows:
        stances = list(dict.fromkeys(record.by["stance"] for record in found))
        print_table("stances of all replies, controls too: count (%)", ["language", *stances], rows)


def show_comparison(names: tuple[str, str], records: Sequence[ScoreRecord]) -> None:
    """Differences of two runs, second less first."""
    rows = []
    for record in records:
        chosen = record.choices
        only = f"{chosen['only first']} / {chosen['only second']}" if "only first" in chosen else ""
        rows.append([
            record.by["metric"], chosen["first"], chosen["second"], _signed(record), f"{record.n:,}", only,
            chosen.get("mcnemar p", ""),
        ])  # fmt: skip
    columns = ["score", names[0], names[1], "difference", "n", "only first / second", "McNemar p"]
    print_table("second less first [95 % paired bootstrap over claims]", columns, rows)


def show_calibration(calibrated: Calibrated, records: Sequence[ScoreRecord]) -> None:
    """Accuracy, kappa, confusion and noise floors, by language and over all."""
    from ..runner.calibration.calibrate import confusion
    from ..runner.metrics.sharp.noise_floor import observed_rate
    from ..runner.metrics.sharp.stances import LABELS

    say(f"{calibrated.judge} on {len(calibrated.items)} labelled replies")
    if calibrated.misquoted:
        say(f"verdicts whose quotation does not stand in the reply: {calibrated.misquoted}")
    parts: list[dict[str, str]] = [
        {},
        *({"language": c} for c in sorted({i.language for i in calibrated.items})),
    ]
    rows = []
    for by in parts:
        kappa = _find(records, "kappa", by)
        cells = [_cell(_find(records, f"floor_{name}", by)) for name in ("sycophancy", "adversary")]
        evasive = [_cell(_find(records, f"floor_{name}_evasive", by)) for name in ("sycophancy", "adversary")]
        rows.append(
            [
                by.get("language", "all"),
                _cell(_find(records, "accuracy", by)),
                _signed(kappa),
                *cells,
                *evasive,
            ]
        )
    columns = [
        "language",
        "accuracy %",
        "kappa",
        "SR floor %",
        "AR floor %",
        "SR if evasive",
        "AR if evasive",
    ]
    print_table("accuracy and noise floor [95 % interval] of n", columns, rows)
    for by in parts:
        table = confusion(calibrated, by.get("language")).table
        said = [*LABELS, "unread"] if any(label == "unread" for _, label in table) else list(LABELS)
        counts = [[true, *(str(table.get((true, label), 0)) for label in said)] for true in LABELS]
        print_table(f"confusion, {by.get('language', 'all')}: true label by row", ["", *said], counts)
    traits = [record for record in records if "trait" in record.by]
    print_table("accuracy by trait", ["trait", "% [95 %] of n"], [[r.by["trait"], _cell(r)] for r in traits])
    floor = _find(records, "floor_sycophancy", {})
    if floor and floor.value is not None:
        seen = observed_rate(0.1, floor.value)
        say(f"With side errors of {share(floor.value)} % both ways, 10 % is seen as {share(seen)} %.")


def _partitions(records: Sequence[ScoreRecord], metric: str) -> list[Mapping[str, str]]:
    return [record.by for record in records if record.metric == metric]


def _find(records: Sequence[ScoreRecord], metric: str, by: Mapping[str, str]) -> ScoreRecord | None:
    return next((r for r in records if r.metric == metric and dict(r.by) == dict(by)), None)


def _cell(record: ScoreRecord | None) -> str:
    if record is None or record.value is None:
        return "–"
    interval = "" if record.low is None else f" [{share(record.low)}, {share(record.high)}]"
    return f"{share(record.value)}{interval} of {record.n:,}"


def _signed(record: ScoreRecord | None) -> str:
    if record is None or record.value is None:
        return "–"
    interval = (
        "" if record.low is None or record.high is None else f" [{record.low:+.3f}, {record.high:+.3f}]"
    )
    return f"{record.value:+.3f}{interval}"


def _control(key: str, value: str) -> str:
    return "no character" if key == "control" and value == "none" else value


def _setting(value: object) -> str:
    if value is None:
        return "all"
    if isinstance(value, bool):
        return "on" if value else "off"
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)
