"""Commands about agents: list them, and ask one for a sign of life."""

from __future__ import annotations

from typing import Annotated

import typer

from .options import AgentsFile

_GREETING = "Say hello in one word."


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    group = typer.Typer(
        help="List agents, or send one message to one.", no_args_is_help=True, add_completion=False
    )
    group.command("list", epilog="Example: standfast agents list")(list_agents)
    group.command(epilog="Example: standfast agents check openai:MODEL@http://localhost:8000/v1")(check)
    app.add_typer(group, name="agents")


def list_agents(agents: AgentsFile = None) -> None:
    """List the kinds of agents with their options, and the agents of agents.toml."""
    from ..registry import wings
    from ..runner.agents.catalogue import DEFAULT_FILE, read_catalogue
    from ..runner.agents.making import every_kind
    from ..runner.play.benchmark import Benchmark
    from ..terminal import print_table, say

    rows = [["", kind, about.form, ", ".join(about.options) or "–"] for kind, about in every_kind().items()]
    for name, wing in wings().items():
        playing = Benchmark(wing).playing
        for kind, about in playing.kinds(name).items():
            form = (
                ", ".join(f"baseline:{one}" for one in playing.baselines)
                if kind == "baseline"
                else about.form
            )
            rows.append([name, kind, form, ", ".join(about.options) or "–"])
    print_table("Kinds of agents", ["benchmark", "kind", "written", "options"], rows, numeric=4)
    known = read_catalogue(agents)
    if not known:
        say(f"There is no {DEFAULT_FILE} in this folder.")
        return
    print_table(
        f"Agents of {agents or DEFAULT_FILE}",
        ["name", "agent", "options"],
        [[name, spec.shown, ", ".join(sorted(spec.options)) or "–"] for name, spec in known.items()],
        numeric=3,
    )


def check(
    agent: Annotated[str, typer.Argument(help="Spec, or a name in agents.toml.", metavar="AGENT")],
    message: Annotated[str, typer.Option(help="What to say to it.")] = _GREETING,
    agents: AgentsFile = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Send one message and show what comes back, how long it took, and what the server calls itself."""
    from dataclasses import asdict

    from ..runner.agents.check import check_agent
    from ..terminal import print_json, say

    spec, reply = check_agent(agent, message, agents)
    if as_json:
        print_json({"agent": spec, "reply": asdict(reply)})
        return
    say(f"agent     {spec}")
    say(f"sent      {message}")
    say(f"reply     {reply.text.strip() or '(no text)'}")
    for name, value in (
        ("model", reply.model),
        ("ended", reply.finish_reason),
        ("seconds", None if reply.seconds is None else f"{reply.seconds:.2f}"),
        ("tokens", None if reply.tokens_in is None else f"{reply.tokens_in} in, {reply.tokens_out} out"),
        ("tries", reply.attempts),
        ("request", reply.request_id),
    ):
        say(f"{name:9} {'not said' if value is None else value}")
