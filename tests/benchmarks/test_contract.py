"""What every benchmark has to stand: from building it to a leaderboard, offline, on a few of its cases.

Whoever brings a benchmark in a package of their own installs it and runs this file: it is found by itself.
"""

import csv
import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from standfast.builders.build import build
from standfast.builders.building import settings_of
from standfast.cards.freeze import freeze
from standfast.errors import BudgetSpentError, StandfastError, UsageError
from standfast.options import Option, check_options, options_of, read_options
from standfast.runner.judges.judge import judge_of
from standfast.runner.play.comparison import compare_runs
from standfast.runner.play.judging import judge_run
from standfast.runner.play.run import estimate, run_plan
from standfast.runner.play.scored import open_runs, score_run
from standfast.runner.play.trust import trust_of
from standfast.runner.records.metric import headlines_of
from standfast.runner.records.score import scores_json
from standfast.runner.records.sessions import read_sessions
from standfast.runner.report.export import Export
from standfast.runner.report.leaderboard import leaderboard
from standfast.runner.report.report import report

Command = Callable[..., "CompletedProcess[str]"]
VERSION = "9.9.9"


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def lines_of(path: Path) -> list[str]:
    """Every line of a journal, whole, without the times that differ from one playing to the next."""
    data = path.read_bytes()
    assert data.endswith(b"\n")
    records = [json.loads(line) for line in data.splitlines()]
    for record in records:
        for turn in record.get("turns", ()):
            for reply in (turn["user"], turn["subject"]):
                reply.pop("seconds", None)
    return sorted(json.dumps(record, sort_keys=True) for record in records)


# Building and freezing


def test_freezing_the_same_build_twice_gives_the_same_bytes(contract: Any, tmp_path: Path) -> None:
    freeze(contract.built, VERSION, tmp_path)
    again = tmp_path / contract.name / VERSION
    assert bytes_of(again) == bytes_of(contract.release.folder)


def test_a_release_loads_as_it_was_built(contract: Any) -> None:
    assert contract.release.benchmark == contract.name
    assert contract.release.name == f"{contract.name}@{VERSION}"
    for name, table in contract.built.tables.items():
        assert contract.release.tables[name].equals(table), name


def test_the_card_describes_every_table_and_column(contract: Any) -> None:
    card = (contract.release.folder / "README.md").read_text(encoding="utf-8")
    for name, table in contract.release.tables.items():
        assert f"### {name}: " in card
        assert all(f"| `{column}` |" in card for column in table.columns)
    assert "{{" not in card.partition("```bibtex")[0]


def test_no_build_takes_a_setting_that_it_does_not_have(contract: Any) -> None:
    with pytest.raises(UsageError, match="nonsense|from its own file"):
        build(contract.name, {"nonsense": "1"})


# Calls: what a dry run says is what is done


def roles_of(contract: Any) -> list[str]:
    """The roles beside subject and judge that a chat model can play."""
    return [
        role
        for role, about in contract.benchmark.playing.roles.items()
        if not about.default.startswith("search:")
    ]


@pytest.mark.parametrize("turns", ["last", "all"])
@pytest.mark.parametrize("others", [False, True])
def test_a_cap_of_as_many_calls_as_the_dry_run_says_finishes(
    contract: Any, played: Any, others: bool, turns: str
) -> None:
    roles = roles_of(contract)
    if others and not roles:
        pytest.skip("there are no other roles")
    models = ["subject", "judge", *(roles if others else [])]
    plan = played.plan_of(contract.release, contract.settings, models=models, turns=turns)
    expected = estimate(plan, played.conduct(contract.limit).selection)
    calls = {role: spent.calls for role, spent in expected.total().items()}
    assert set(models) <= set(calls)
    done = run_plan(plan, Path("run"), played.conduct(contract.limit, round(sum(calls.values()))))
    assert done.progress.done == contract.limit
    made = {role: spent.calls for role, spent in done.spending.items()}
    assert made == pytest.approx(calls)
    judged = list(done.folder.verdicts(done.judge))
    every = [turn for transcript in done.folder.transcripts() for turn in transcript.turns]
    assert len(judged) == len(every) if turns == "all" else len(judged) <= len(every)
    assert all(verdict.judge == "openai:judge" for verdict in judged)


def test_one_call_less_stops_short_and_a_second_run_asks_only_for_the_rest(
    contract: Any, played: Any
) -> None:
    plan = played.plan_of(contract.release, contract.settings)
    calls = sum(one.calls for one in estimate(plan, played.conduct(2).selection).total().values())
    with pytest.raises(BudgetSpentError, match="allows no further case"):
        run_plan(plan, Path("run"), played.conduct(2, round(calls) - 1))
    run_plan(plan, Path("run"), played.conduct(2))
    sessions = read_sessions(Path("run/sessions.jsonl"))
    assert sum(one["calls"] for session in sessions for one in session["spent"].values()) == round(calls)


def test_models_that_answer_otherwise_stay_within_what_was_forecast(contract: Any, played: Any) -> None:
    plan = played.plan_of(contract.release, contract.settings, text="I would rather not say.")
    expected = estimate(plan, played.conduct(2).selection)
    total = round(sum(one.calls for one in expected.total().values()))
    done = run_plan(plan, Path("run"), played.conduct(2, total))
    made = sum(one.calls for one in done.spending.values())
    assert made == total or (contract.benchmark.playing.uncertain and made < total)


# Killed and resumed


def test_a_run_killed_while_playing_and_while_judging_ends_as_a_clean_one(
    contract: Any, played: Any, program: Any
) -> None:
    cases = 2
    plan = played.plan_of(contract.release, contract.settings)
    one = estimate(plan, played.conduct(1).selection)
    clean = run_plan(plan, Path("clean"), played.conduct(cases))

    def wait_for(path: Path) -> None:
        until = time.monotonic() + 60
        while not (path.exists() and b"\n" in path.read_bytes()):
            assert time.monotonic() < until, f"nothing came of {path}"
            time.sleep(0.01)

    def play(hang: tuple[str, int]) -> int:
        return program.begin(
            release=str(contract.release.folder), folder=str(Path("killed").absolute()),
            settings=contract.settings, limit=cases, hang=hang,
        )  # fmt: skip

    killed = Path("killed")
    verdicts = killed / clean.folder.verdicts_path(clean.judge).relative_to(clean.folder.path)
    # The first case is finished and the second under way; then the first turn is judged and the second not.
    for role, answered, path in (
        ("subject", round(one.playing["subject"].calls) + 1, killed / "transcripts.jsonl"),
        ("judge", 1, verdicts),
    ):
        child = play((role, answered))
        wait_for(path)
        os.kill(child, signal.SIGKILL)
        assert program.status() == -signal.SIGKILL
    assert len(lines_of(verdicts)) < len(lines_of(clean.folder.verdicts_path(clean.judge)))
    run_plan(plan, killed, played.conduct(cases))
    assert lines_of(killed / "transcripts.jsonl") == lines_of(clean.folder.transcripts_path)
    assert lines_of(verdicts) == lines_of(clean.folder.verdicts_path(clean.judge))
    assert score_run(killed, release=contract.release) == score_run(clean.folder, release=contract.release)


# Judging twice, and who judges


@pytest.fixture(scope="module")
def judged_twice(contract: Any) -> Any:
    """A run with a second judge, and a second pass of the first."""
    run = contract.play(contract.baselines[0], contract.folder / "judged-twice")
    judge_run(run.folder, contract.judge, contract.release)
    judge_run(run.folder, "rules", contract.release, number=2)
    return run


def test_a_second_judge_and_a_second_pass_are_kept_apart_and_compared(
    contract: Any, judged_twice: Any
) -> None:
    folder = judged_twice.folder
    assert folder.judges() == sorted([contract.judge_spec, "rules", "rules (pass 2)"])
    for judge in folder.judges():
        assert {verdict.judge for verdict in folder.verdicts(judge)} == {judge}
    records = score_run(folder, judge="rules", release=contract.release)
    (beside,) = [one for one in records if one.metric == "judge_agreement_rate"]
    assert beside.by == {"with": contract.judge_spec}
    same = [one for one in records if one.metric == "self_agreement_rate"]
    assert {one.by["pass"] for one in same} == {"2"}
    assert all(one.value == 1 for one in same if one.n)
    (other,) = [
        one
        for one in score_run(folder, judge=contract.judge, release=contract.release)
        if one.metric == "judge_agreement_rate"
    ]
    assert (other.by, other.count, other.n) == ({"with": "rules"}, beside.count, beside.n)


def test_judging_again_adds_nothing(contract: Any, judged_twice: Any) -> None:
    progress, spec = judge_run(judged_twice.folder, contract.judge, contract.release)
    assert (progress.done, spec) == (0, contract.judge_spec)
    assert progress.skipped > 0


def test_a_judge_is_named_by_its_spec_wherever_it_is_named(
    contract: Any, judged_twice: Any, at_home: Path, standfast: Command
) -> None:
    path = judged_twice.folder.path
    done = standfast("score", path, "--judge", contract.judge, "--json")
    (run,) = json.loads(done.stdout)["runs"]
    assert run["judge"] == contract.judge_spec
    shown = standfast("score", path, "--judge", contract.judge)
    assert f"judge {contract.judge_spec}" in " ".join(shown.stdout.split())
    assert "same verdict by another judge" in shown.stdout
    asked = standfast("score", path)
    assert asked.returncode == 2
    assert contract.judge in asked.stderr


def test_a_judge_that_is_the_subject_too_is_named(contract: Any, played: Any) -> None:
    plan = played.plan_of(contract.release, contract.settings)
    subject = replace(plan.agents["subject"], spec="openai:org/model-1@http://127.0.0.1:1/v1")
    judge = replace(plan.judge, spec="openai:model-1")
    plan = replace(plan, agents={**plan.agents, "subject": subject}, judge=judge)
    done = run_plan(plan, Path("same"), played.conduct(2))
    (opened,) = open_runs([done.folder], release=contract.release)
    assert trust_of(opened).warnings == [
        "The judge and the subject are the same model, model-1: it judges its own words."
    ]


def test_a_judge_that_cannot_be_blind_is_refused(contract: Any, played: Any) -> None:
    judging = contract.benchmark.judging
    if judging.blind is not None:
        assert (
            judge_of(judging, contract.release, played.model("judge"), blind=True).spec
            == "openai:judge (blind)"
        )
        return
    with pytest.raises(UsageError):
        judge_of(judging, contract.release, played.model("judge"), blind=True)


# Scores and comparisons


NUMBER = re.compile(r"[+\-−±]?(\d+([.,]\d+)?|\d*\.\d+)(e[+-]?\d+)?|[+-]?(nan|inf)", re.IGNORECASE)


def test_scores_survive_json_and_figures_are_numbers(contract: Any) -> None:
    for run in contract.runs:
        records = run.score(release=contract.release)
        assert any(record.value is not None for record in records)
        kept = json.loads(
            (run.folder.path / "scores.json").read_text(encoding="utf-8"), parse_constant=refuse
        )
        assert kept == json.loads(json.dumps(scores_json(records)))
        for record in records:
            # A seed, a number of samples or of decimals is a choice; a figure is not.
            assert not any("." in text and NUMBER.fullmatch(text) for text in record.choices.values()), record


def refuse(constant: str) -> Any:
    raise AssertionError(f"{constant} is not JSON")


def test_every_metric_that_is_scored_is_described(contract: Any) -> None:
    metrics = contract.benchmark.scoring.metrics
    scored = {record.metric for run in contract.runs for record in run.score(release=contract.release)}
    ours = {name for name in scored if not name.startswith(("judge_", "self_"))}
    assert ours <= {*metrics, "repeat_sd"}
    assert headlines_of(metrics), "nothing leads a leaderboard"
    assert len({about.short for about in metrics.values()}) == len(metrics)


def test_two_runs_are_compared_as_among_three_but_for_the_correction(contract: Any) -> None:
    opened = open_runs([run.folder for run in contract.runs], release=contract.release)
    two, three = compare_runs(opened[:2]).comparisons, compare_runs(opened).comparisons
    assert two
    names = (opened[0].name, opened[1].name)
    among = [one for one in three if (one.first, one.second) == names]
    assert [replace(one, p_holm=None) for one in among] == [replace(one, p_holm=None) for one in two]
    assert all(
        (one.p_holm is None) == (other.p_holm is None) and (one.p_holm or 0) <= (other.p_holm or 0)
        for one, other in zip(two, among, strict=True)
    )
    # A pair that shares no unit has no comparison.
    pairs = {names, (opened[0].name, opened[2].name), (opened[1].name, opened[2].name)}
    assert {(one.first, one.second) for one in three} <= pairs


def test_a_difference_is_the_first_less_the_second(contract: Any) -> None:
    one, other = open_runs([run.folder for run in contract.runs[:2]], release=contract.release)
    there = {key(found): found.difference for found in compare_runs([one, other]).comparisons}
    back = {key(found): found.difference for found in compare_runs([other, one]).comparisons}
    assert set(there) == set(back)
    for name, found in there.items():
        assert (found.first, found.second) == (back[name].second, back[name].first)
        if found.difference is None:
            assert found.reason
            continue
        assert found.difference == pytest.approx(found.first - found.second)
        assert found.p == pytest.approx(back[name].p)
        assert found.low is None or found.low - 1e-9 <= found.difference <= found.high + 1e-9


def key(found: Any) -> tuple[Any, ...]:
    return found.difference.metric, *sorted(found.difference.by.items())


def test_a_run_beside_a_copy_of_itself_differs_in_nothing(contract: Any) -> None:
    again = contract.play(contract.baselines[0], Path("again"))
    opened = open_runs([contract.runs[0].folder, again.folder], release=contract.release)
    compared = compare_runs(opened)
    assert all(one.difference.difference in (0, None) for one in compared.comparisons)
    assert all(one.p_holm in (1, None) for one in compared.comparisons)


def test_compared_figures_are_numbers_in_json(contract: Any, at_home: Path, standfast: Command) -> None:
    paths = [run.folder.path for run in contract.runs]
    found = json.loads(standfast("compare", *paths, "--json").stdout, parse_constant=refuse)
    assert {one["judge"] for one in found["runs"]} == {"rules"}
    numbers = ("first", "second", "difference", "low", "high", "p", "replay_sd")
    for one in found["comparisons"]:
        of = one["difference"]
        figures = [one["p_holm"], *(of[name] for name in numbers)]
        assert all(value is None or type(value) in (int, float) for value in figures)
        assert not any(NUMBER.fullmatch(text) for text in (of["test"], of["reason"]))
        assert (of["p"] is None) == (one["p_holm"] is None)
        assert of["difference"] is not None or of["reason"]
    opened = open_runs(paths, release=contract.release)
    assert [one["difference"]["difference"] for one in found["comparisons"]] == pytest.approx(
        [one.difference.difference for one in compare_runs(opened).comparisons]
    )
    shown = standfast("compare", *paths)
    assert shown.returncode == 0, shown.stderr
    assert contract.benchmark.playing.units in shown.stdout


# Reports


def few(contract: Any) -> int:
    """Runs that are reported: drawing takes longest, and a user's own set is drawn as the benchmark it is of."""
    return 1 if contract.benchmark.wing.sets else 2


def test_a_report_names_every_run_and_leaves_nothing_unfilled(
    contract: Any, judged_twice: Any, tmp_path: Path
) -> None:
    runs = [judged_twice, contract.runs[1]][: few(contract)]
    out = report(
        runs, tmp_path / "report.html", judge="rules", release=contract.release,
        export=Export(tmp_path / "files", ("svg", "csv", "latex")),
    )  # fmt: skip
    page = out.read_text(encoding="utf-8")
    assert contract.benchmark.showing.title in page
    assert all(run.folder.name in page for run in runs)
    visible = re.sub(r"<script.*?</script>|<style.*?</style>", "", page, flags=re.DOTALL)
    assert not re.search(r"\{\{|\}\}|\{%|<built-in|object at 0x", visible)
    files = {path.suffix for path in (tmp_path / "files").iterdir()}
    assert {".svg", ".csv", ".tex"} <= files
    with (tmp_path / "files" / "scores.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert {row["run"] for row in rows} == {run.folder.name for run in runs}
    assert {row["judge"] for row in rows} == {"rules"}


def test_a_leaderboard_shows_every_run_with_every_headline(contract: Any, tmp_path: Path) -> None:
    runs = contract.runs[: few(contract)]
    front = leaderboard(runs, tmp_path / "board", release=contract.release).read_text(encoding="utf-8")
    assert all(run.folder.name in front for run in runs)
    for headline in headlines_of(contract.benchmark.scoring.metrics):
        assert headline.label in front
    assert len(list((tmp_path / "board" / "runs").glob("*.html"))) == len(runs)


def test_cases_are_shown_with_every_message(contract: Any) -> None:
    (opened,) = open_runs([contract.runs[0].folder], release=contract.release)
    showing = contract.benchmark.showing
    known = {facet.key for facet in showing.facets}
    transcripts = {transcript.name: transcript for transcript in opened.folder.transcripts()}
    shown = list(showing.cases(opened))
    assert {case.key for case in shown} == set(transcripts)
    for case in shown:
        assert set(case.facets) <= known
        said = ["".join(segment.text for segment in bubble.segments) for bubble in case.bubbles]
        for turn in transcripts[case.key].turns:
            assert turn.user.text in said
            assert turn.subject.text in said or not turn.subject.text


def test_the_terminal_shows_a_run_and_runs_side_by_side(
    contract: Any, at_home: Path, standfast: Command
) -> None:
    shown = standfast("score", *(run.folder.path for run in contract.runs))
    assert shown.returncode == 0, shown.stderr
    assert all(run.folder.name in shown.stdout for run in contract.runs)
    assert f"{contract.name}@{VERSION}" in shown.stdout


# Options: every wrong value of every setting and choice is refused in one sentence


def bad_values(kind: Any, about: Any) -> list[Any]:
    """Values of the wrong kind, or out of bounds, for a field of this type."""
    alternatives = [kind] if get_origin(kind) in (tuple, Literal) else list(get_args(kind)) or [kind]
    nothing: list[Any] = [] if type(None) in alternatives else [None]
    (only,) = (one for one in alternatives if one is not type(None))
    if get_origin(only) is tuple:
        inner = get_args(only)[0]
        unknown: list[Any] = ["no such name", ["no such name"]] if get_origin(inner) is Literal else []
        # A comma alone is a file's name, but no other.
        empty = [""] if inner is Path else ["", ","]
        return [*nothing, 3, True, 1.5, b"x", {"a": "b"}, [], [3], [None], [["a"]], *empty, *unknown]
    if get_origin(only) is Literal:
        return [*nothing, "no such word", "", 3, 1.5, True, [], {}]
    if only is bool:
        return [*nothing, "maybe", "", "2", 2, 1, 0, 1.5, [], {}]
    if only in (int, float):
        outside = [] if about.least is None else [about.least - 1]
        outside += [] if about.most is None else [about.most + 1]
        fraction: list[Any] = ["1.5", 1.5] if only is int else []
        return [*nothing, "abc", "", "nan", "inf", "1e400", float("nan"), float("inf"), True, [], {}, *fraction,
                *outside, *map(str, outside)]  # fmt: skip
    # A text or a path may say anything but nothing.
    return [*nothing, "", 3, True, [], {}, *([] if only is Path else ["  "])]


def every_option(kind: type[Any]) -> Iterator[tuple[Option, Any]]:
    """Each option of a dataclass with each bad value."""
    types = get_type_hints(kind)
    for name, one in options_of(kind).items():
        for value in bad_values(types[name], one.about):
            yield one, value


def option_kinds(contract: Any) -> dict[str, type[Any]]:
    kinds = {"setting": contract.benchmark.playing.settings, "choice": contract.benchmark.scoring.choices}
    builds = settings_of(contract.name)
    return {**kinds, **({"build setting": builds} if builds else {})}


def one_sentence(error: StandfastError, name: str) -> None:
    assert isinstance(error, UsageError)
    assert "\n" not in str(error)
    assert name in str(error)
    assert error.fix
    assert "Traceback" not in str(error)


def test_every_wrong_value_is_refused_with_the_name_of_the_option(contract: Any) -> None:
    for word, kind in option_kinds(contract).items():
        for one, value in every_option(kind):
            with pytest.raises(UsageError) as refused:
                read_options(kind, {one.name: value}, of=contract.name, word=word)
            one_sentence(refused.value, one.name)
            if not isinstance(value, str):
                with pytest.raises(UsageError) as refused:
                    check_options(kind, replace(kind(), **{one.name: value}), of=contract.name, word=word)
                one_sentence(refused.value, one.name)


def test_every_wrong_setting_is_refused_before_a_call_is_made(
    contract: Any, at_home: Path, standfast: Command
) -> None:
    arguments = ["run", contract.release.folder, "--subject", contract.baselines[0], "--dry-run"]
    refused_by(standfast, arguments, "--set", option_kinds(contract)["setting"])


def test_every_wrong_choice_is_refused_by_every_command_that_scores(
    contract: Any, at_home: Path, standfast: Command
) -> None:
    one, other = (run.folder.path for run in contract.runs[:2])
    kind = option_kinds(contract)["choice"]
    for arguments in (["score", one], ["report", one], ["compare", one, other], ["leaderboard", one]):
        refused_by(standfast, arguments, "--choice", kind)


def refused_by(standfast: Command, arguments: Sequence[Any], option: str, kind: type[Any]) -> None:
    """A wrong text of each option is refused in one line that names it; one of them by its own flag too."""
    wrong = {one.name: (one, value) for one, value in every_option(kind) if isinstance(value, str)}
    flagged = next((name for name, (one, _) in wrong.items() if one.about.flag), None)
    for one, value in wrong.values():
        own = [[f"{one.about.flag}={value}"]] if one.name == flagged else []
        for given in ([option, f"{one.name}={value}"], *own):
            done = standfast(*arguments, *given)
            assert done.returncode == 2, (given, done.stdout, done.stderr)
            assert done.stderr.startswith("error: "), given
            assert one.name in done.stderr
            assert "Traceback" not in done.stderr


def test_names_that_a_release_lacks_are_refused_with_those_that_it_has(contract: Any) -> None:
    from standfast.runner.play.plan import make_plan

    kind = contract.benchmark.playing.settings
    types = get_type_hints(kind)
    for name in options_of(kind):
        if tuple[str, ...] in (types[name], *get_args(types[name])):
            with pytest.raises(UsageError, match="no-such-name") as refused:
                make_plan(contract.release, contract.baselines[0], settings={name: "no-such-name"})
            assert refused.value.fix


def test_unknown_settings_choices_roles_and_baselines_are_refused(
    contract: Any, at_home: Path, standfast: Command
) -> None:
    run = ["run", contract.release.folder, "--dry-run"]
    subject = ["--subject", contract.baselines[0]]
    for arguments, said in (
        ([*run, *subject, "--set", "nonsense=1"], "no setting 'nonsense'"),
        ([*run, *subject, "--role", "nonsense=scripted"], "no role 'nonsense'"),
        ([*run, "--subject", "baseline:nonsense"], "no baseline 'nonsense'"),
        (["score", contract.runs[0].folder.path, "--choice", "nonsense=1"], "no choice 'nonsense'"),
    ):
        done = standfast(*arguments)
        assert done.returncode == 2, done.stderr
        assert said in " ".join(done.stderr.split())


def test_options_of_another_benchmark_are_refused_by_name(
    contract: Any, at_home: Path, standfast: Command
) -> None:
    from standfast.cli.benchmark_options import COMMANDS, declared_options

    folders = [run.folder.path for run in contract.runs[:2]]
    begun: Mapping[str, Sequence[Any]] = {
        "run": [contract.release.folder, "--subject", contract.baselines[0], "--dry-run"],
        "score": folders, "compare": folders, "report": folders, "leaderboard": folders,
    }  # fmt: skip
    family = contract.benchmark.name
    for command, arguments in begun.items():
        declared = declared_options(COMMANDS[command])
        own = {one.flag for one in declared if one.benchmark == family}
        foreign = {one.benchmark: one for one in declared if one.flag not in own}
        assert foreign or command != "run"
        # All commands refuse in one place: an option of each other benchmark for one, of any for the rest.
        for one in list(foreign.values())[: None if command == "run" else 1]:
            done = standfast(command, *arguments, one.flag, "x")
            assert done.returncode == 2, (command, one.flag, done.stdout)
            words = " ".join(done.stderr.split())
            assert one.flag in words
            assert one.benchmark in words
            assert f"not of {family}" in words


def test_every_option_is_listed(contract: Any, standfast: Command) -> None:
    done = standfast("settings", contract.name, "--json")
    assert done.returncode == 0, done.stderr
    for kind in option_kinds(contract).values():
        assert all(f'"{one.name}"' in done.stdout for one in fields(kind))
