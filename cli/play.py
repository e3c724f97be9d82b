"""Commands that call agents: run, judge."""

from __future__ import annotations

import shlex
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .options import AgentsFile, ReleaseOption, Runs
from .runs import merged

if TYPE_CHECKING:
    from ..releases.release import Release
    from ..runner.play.plan import Plan
    from ..runner.play.rehearsal import Estimate
    from ..runner.play.run import Conduct, Run, RunProgress
    from ..runner.play.selection import Selection

_EXAMPLES = (
    "Example: standfast run bias@1.0.0 --subject baseline:mirror; with a model: standfast run bias "
    "--subject openai:MODEL@http://localhost:8000/v1 --dry-run. Settings and roles of a benchmark are "
    "options too: standfast settings BENCHMARK lists them."
)


class JudgeTurns(StrEnum):
    """Which replies are judged."""

    usual = "usual"
    last = "last"
    all = "all"


JudgeTurnsOption = Annotated[
    JudgeTurns,
    typer.Option(help="Judge the replies that the benchmark judges (usual, last), or all of them."),
]
Blind = Annotated[bool, typer.Option("--blind", help="Hide from the judge which side the user takes.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(epilog=_EXAMPLES)(run)
    app.command(epilog="Example: standfast judge runs/* --judge rules")(judge)


def run(
    context: typer.Context,
    release: Annotated[str, typer.Argument(help="NAME@VERSION or a release folder.", metavar="RELEASE")],
    subject: Annotated[
        str, typer.Option(help="Agent under test, for example openai:MODEL@BASE_URL or baseline:mirror.")
    ],
    judge: Annotated[str | None, typer.Option(help="Judge.", show_default="the benchmark's")] = None,
    role: Annotated[
        list[str] | None,
        typer.Option(help="Who plays another role, ROLE=AGENT; may be repeated. --ROLE AGENT is the same."),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", help="A setting of the benchmark, NAME=VALUE; may be repeated."),
    ] = None,
    runs: Runs = Path("runs"),
    name: Annotated[
        str | None, typer.Option(help="Name of the run folder.", show_default="from release and subject")
    ] = None,
    judge_turns: JudgeTurnsOption = JudgeTurns.usual,
    blind: Blind = False,
    limit: Annotated[
        int | None,
        typer.Option(help="Only the first so many cases: a smoke test; --sample draws a sample.", min=1),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            help="So many cases drawn at random: whole units (topics, claims …), groups in proportion.",
            min=1,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 0,
    repeats: Annotated[int, typer.Option(help="How often each case is played.", min=1)] = 1,
    max_calls: Annotated[
        int | None, typer.Option(help="Stop after so many calls: requests that were answered.", min=1)
    ] = None,
    max_cost: Annotated[
        float | None, typer.Option(help="Stop at this cost, in the currency of the agents' prices.", min=0)
    ] = None,
    max_calls_total: Annotated[
        int | None, typer.Option(help="As --max-calls, for the run: all its sessions together.", min=1)
    ] = None,
    max_cost_total: Annotated[float | None, typer.Option(help="As --max-cost, for the run.", min=0)] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin a new run, in a folder with the date behind its name.")
    ] = False,
    concurrency: Annotated[int, typer.Option(help="Cases at once.", min=1)] = 8,
    cache: Annotated[
        Path | None, typer.Option(help="File of kept replies; asking the same again costs nothing.")
    ] = None,
    agents: AgentsFile = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what it would take; ask no model and write nothing.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Play a release with an agent, judge it and score it; run again to continue."""
    from ..releases.load import load_release
    from ..runner.judges.judge import JudgingOptions
    from ..runner.play.meter import Budget
    from ..runner.play.plan import make_plan
    from ..runner.play.run import Conduct, default_folder, estimate, fresh_folder
    from ..runner.play.selection import Selection

    loaded = load_release(release)
    context.obj.refuse_foreign([loaded.benchmark])
    plan = make_plan(
        loaded,
        subject,
        roles=merged(context.obj.of(loaded.benchmark, "roles"), role or [], "--role"),
        judge=judge,
        settings=merged(context.obj.of(loaded.benchmark, "settings"), setting or [], "--set"),
        catalogue=agents,
        judging=JudgingOptions(_turns(judge_turns), blind),
    )
    selection = Selection(limit, sample, seed, repeats)
    if dry_run:
        _show_estimate(plan, selection, estimate(plan, selection), as_json)
        return
    folder = runs / name if name else default_folder(plan, runs)
    folder = fresh_folder(folder) if fresh and folder.exists() else folder
    budget = Budget(max_calls, max_cost, max_calls_total, max_cost_total)
    conduct = Conduct(concurrency, selection, budget, cache, typed_command())
    _show_run(_run_plan(plan, folder, conduct), loaded, as_json)


def typed_command() -> str:
    """The command as it was typed, to be typed again."""
    return shlex.join(["standfast", *sys.argv[1:]])


def _turns(wanted: JudgeTurns) -> Literal["last", "all"]:
    return "all" if wanted is JudgeTurns.all else "last"


def _run_plan(plan: Plan, folder: Path, conduct: Conduct) -> Run:
    from ..runner.play.run import run_plan
    from .interruption import stopping_with
    from .progress import watch_run

    finished = 0

    def keep_count(progress: RunProgress) -> None:
        nonlocal finished
        if progress.stage == "playing":
            finished = progress.done + progress.skipped
        watch(progress)

    def stopped() -> list[str]:
        return [
            f"Stopped. {finished} cases are finished and on disk in {folder}.",
            "Run the same command again to continue.",
        ]

    with stopping_with(stopped), watch_run(plan.release.name) as watch:
        return run_plan(plan, folder, conduct, keep_count)


def _show_estimate(plan: Plan, selection: Selection, estimate: Estimate, as_json: bool) -> None:
    from dataclasses import asdict

    from ..runner.play.rehearsal import ASSUMED_FURTHER
    from ..terminal import print_json, print_table, say
    from .progress import short

    total = estimate.total()
    if as_json:
        print_json(
            {
                "release": plan.release.name,
                "selection": asdict(selection),
                "cases": estimate.cases,
                "exact": estimate.exact,
                "assumed_reply_tokens": estimate.reply_tokens,
                "roles": {role: spending.record() for role, spending in total.items()},
                "bounds": {
                    bound.name: {"calls": bound.calls, "cost": bound.cost} for bound in estimate.bounds()
                },
            }
        )
        return
    specs = {**{role: agent.spec for role, agent in plan.agents.items()}, "judge": plan.make_judge().spec}
    prices = {**{role: agent.price for role, agent in plan.agents.items()}}
    prices["judge"] = plan.judge.price if plan.judge else None
    rows = []
    for role, spec in specs.items():
        spent = total.get(role)
        if spent is None:
            rows.append([role, spec, "0", "–", "–", "–"])
            continue
        cost = f"{spent.cost:,.2f}" if prices[role] else "no price"
        rows.append(
            [role, spec, f"{spent.calls:,.0f}", short(spent.tokens_in), short(spent.tokens_out), cost]
        )
    print_table(
        f"{plan.release.name}: {estimate.cases:,} cases; nothing was asked and nothing written",
        ["role", "agent", "calls", "tokens in", "tokens out", "cost"],
        rows,
        numeric=2,
    )
    calls = (
        "Calls are exact but for further tries."
        if estimate.exact
        else f"Calls are the mean of {estimate.rehearsed} cases that were played with stand-ins."
    )
    assumed = {
        "lowest": "no further tries",
        "expected": f"one reply in {1 / ASSUMED_FURTHER:.0f} asked for again",
        "highest": "all tries for every reply, every judgement asked for twice",
    }
    for bound in estimate.bounds():
        cost = f", cost {bound.cost:,.2f}" if bound.cost else ""
        say(f"{bound.name}: {bound.calls:,.0f} calls{cost} ({assumed[bound.name]})")
    say(
        f"{calls} Tokens are a guess: a quarter of the bytes sent, and replies of {estimate.reply_tokens} "
        "tokens (or the agent's max_tokens, if fewer)."
    )
    if plan.benchmark.playing.uncertain:
        say(plan.benchmark.playing.uncertain)


def _show_run(done: Run, release: Release, as_json: bool) -> None:
    from ..runner.play.scored import score_runs
    from ..runner.records.figures import counted
    from ..runner.records.score import scores_json
    from ..terminal import print_json, say
    from .show_runs import show_run

    (scored,) = score_runs([done.folder], judge=done.judge, release=release)
    if as_json:
        print_json(
            {
                "run": str(done.folder.path),
                "judge": done.judge,
                "played": done.progress.done,
                "there_already": done.progress.skipped,
                "state": scored.state.record(),
                "spent": {role: spending.record() for role, spending in done.spending.items()},
                "scores": scores_json(scored.records),
            }
        )
        return
    word = scored.benchmark.showing.case_word
    say(f"{counted(done.progress.done, word)} played, {done.progress.skipped:,} were there already.")
    if done.progress.done == 0 and not done.spending:
        say(f"Nothing was left to play: the run stands in {done.folder.path}; use --fresh for a new run.")
    _show_spending(done)
    show_run(scored)
    say(f"Run folder: {done.folder.path}. Next: standfast report {done.folder.path}")


def _show_spending(done: Run) -> None:
    from ..terminal import say
    from .progress import short

    for role, spent in done.spending.items():
        parts = [f"{spent.calls:,} calls"]
        if spent.discarded:
            parts.append(f"{spent.discarded:,} of them for replies that were not kept")
        if spent.retries:
            parts.append(f"{spent.retries:,} further tries")
        parts.append(f"{short(spent.tokens_in)} tokens in, {short(spent.tokens_out)} out")
        if spent.tokens_cached:
            parts.append(f"{short(spent.tokens_cached)} of those in from the server's cache")
        if spent.tokens_thought:
            parts.append(f"{short(spent.tokens_thought)} of those out thought")
        if spent.estimated:
            parts.append(f"tokens of {spent.estimated:,} calls estimated, the server reported none")
        if spent.from_cache:
            parts.append(f"{spent.from_cache:,} replies from the cache")
        if spent.cost:
            parts.append(f"cost {spent.cost:.4f}")
        say(f"{role}: {', '.join(parts)}")


def judge(
    run_folders: Annotated[list[Path], typer.Argument(help="Run folders.", metavar="RUN…")],
    judge: Annotated[
        list[str] | None, typer.Option(help="The judge; may be repeated.", show_default="rules")
    ] = None,
    judge_turns: JudgeTurnsOption = JudgeTurns.usual,
    blind: Blind = False,
    number: Annotated[
        int,
        typer.Option("--pass", min=1, help="2 or more: judge the same replies again, beside the first pass."),
    ] = 1,
    retry: Annotated[
        list[str] | None,
        typer.Option(
            help="Ask again, and only, where the judge could not be read: unread, or a kind (cut, refused, "
            "not-json …); may be repeated. Its earlier answers are kept.",
            metavar="KIND",
        ),
    ] = None,
    search_again: Annotated[
        bool, typer.Option("--search-again", help="First make searches again that failed when it was played.")
    ] = False,
    evidence: Annotated[
        str | None, typer.Option(help="By whom they are made.", show_default="as the run says")
    ] = None,
    release: ReleaseOption = None,
    concurrency: Annotated[int, typer.Option(help="Replies judged at once.", min=1)] = 8,
    agents: AgentsFile = None,
) -> None:
    """Judge the transcripts of runs by one judge or several, and say how far all their judges agree."""
    from ..runner.judges.judge import RULES, JudgingOptions, only_judge
    from ..runner.play.judging import judge_run, search_run_again, unread_kinds
    from ..runner.play.scored import played_release
    from ..runner.records.run_folder import open_run
    from ..terminal import say
    from .interruption import stopping_with
    from .progress import say_now_and_then
    from .show_judges import show_judges

    options = JudgingOptions(_turns(judge_turns), blind)
    kinds = frozenset(kind for name in retry or () for kind in unread_kinds(name))
    runs = [open_run(path) for path in run_folders]
    for run in runs:
        loaded = played_release(run, release)
        if search_again or evidence:
            found = search_run_again(run, loaded, evidence, concurrency=concurrency, catalogue=agents)
            say(
                f"{found.done} of {found.done + found.failed} exchanges with failed searches were mended "
                f"({run.amendments_path})"
            )
        # What follows a hash is a digest, which is no part of how an agent is named.
        for name in judge or [only_judge(run).partition("#")[0] if kinds else RULES]:
            with stopping_with(lambda: ["Stopped. Run the same command again to continue."]):
                progress, spec = judge_run(
                    run,
                    name,
                    loaded,
                    concurrency=concurrency,
                    catalogue=agents,
                    options=options,
                    number=number,
                    retry=kinds,
                    on_wait=say_now_and_then(),
                )
            say(f"{progress.done} verdicts added to {run.verdicts_path(spec)}")
    show_judges(runs)
