"""Every benchmark there is, each built, frozen and made small; the one of ``arithmetic/`` installed beside them."""

import importlib
import importlib.util
import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from standfast.builders.build import Build, build
from standfast.cards.freeze import freeze
from standfast.registry import wings
from standfast.releases.load import load_release
from standfast.releases.release import Release
from standfast.runner.play.benchmark import Benchmark, benchmark_of
from standfast.runner.play.judging import make_judge
from standfast.runner.play.run import Conduct, Run, evaluate
from standfast.runner.play.selection import Selection

HERE = Path(__file__).parent
SERVERS = HERE.parent / "servers"
VERSION = "9.9.9"
TOPICS = [
    "topic_id\tlabel\ttheme\tclaim\tagree\tdisagree\tband",
    "cha\tChá\to chá da manhã\tO chá é melhor do que o café.\tÉ suave e dura o dia todo."
    "\tÉ fraco e não acorda ninguém.\tbebidas",
    "trem\tTrem\tas viagens de trem\tO trem é melhor do que o avião.\tMostra a paisagem e dá tempo de ler."
    "\tDemora demais e atrasa muito.\tviagens",
]
# What keeps a run of a benchmark small: settings, and how many cases; others are played as they are.
SMALL: dict[str, tuple[dict[str, Any], int]] = {
    "bias": ({"turns": 2}, 12),
    "picon": ({"turns": 11, "sessions": 1}, 2),
    "sharp": ({"stranger": "no"}, 12),
    "topics": ({"turns": 2}, 12),
}
# A judge behind a Python function reads from its prompt what is asked; one that labels replies need not.
JUDGES = {"picon": "python:interview_server:judge"}
JUDGE = """
import json

def __getattr__(label):
    def reply(messages):
        return json.dumps({"evidence": "", "rationale": "as always", "verdict": label})
    return reply
"""


@dataclass(frozen=True)
class Contract:
    """A benchmark with all that the contract suite needs of it.

    Attributes:
        name: as its releases call it.
        built: its tables.
        home: a home of its own, whose store holds the release.
        release: the frozen release, loaded.
        folder: for runs that tests share.
        settings, limit: what makes a run small.
    """

    name: str
    built: Build
    home: Path
    release: Release
    folder: Path
    settings: dict[str, Any]
    limit: int

    @cached_property
    def benchmark(self) -> Benchmark:
        return benchmark_of(self.name)

    @property
    def baselines(self) -> list[str]:
        """Three subjects that say different things."""
        return [f"baseline:{name}" for name in self.benchmark.playing.baselines][:3]

    @property
    def judge(self) -> str:
        """A judge by its spec, beside the rules."""
        return JUDGES.get(self.name, f"python:contract_judge:{self.benchmark.judging.labels[-1]}")

    @cached_property
    def judge_spec(self) -> str:
        """The same as its verdicts carry it: a Python judge with the digest of what it does."""
        return make_judge(self.judge, self.release)[0].spec

    @property
    def options(self) -> list[str]:
        """The settings and the limit as the command line takes them."""
        given = [f"{name}={value}" for name, value in self.settings.items()]
        return [*(part for one in given for part in ("--set", one)), "--limit", str(self.limit)]

    def play(self, subject: str, folder: Path) -> Run:
        """A run by a baseline, judged by the rules."""
        small = Conduct(selection=Selection(limit=self.limit))
        return evaluate(self.release, subject, settings=dict(self.settings), folder=folder, conduct=small)

    @cached_property
    def runs(self) -> list[Run]:
        """A run by each of three baselines; tests leave them as they are."""
        return [self.play(one, self.folder / one.partition(":")[2]) for one in self.baselines]


@dataclass
class Program:
    """``contract_run.py``, waiting for runs to play."""

    process: subprocess.Popen[str] = field(repr=False)

    def begin(self, **order: Any) -> int:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return int(self._line())

    def status(self) -> int:
        return int(self._line())

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


@pytest.fixture(scope="session")
def arithmetic_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages that holds the benchmark of ``arithmetic/``, as pip would have left it."""
    site = tmp_path_factory.mktemp("site")
    package = HERE / "arithmetic" / "standfast_arithmetic"
    shutil.copytree(package, site / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    project = tomllib.loads((HERE / "arithmetic" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    about = site / f"{package.name}-{project['version']}.dist-info"
    about.mkdir()
    names = f"Name: {project['name']}\nVersion: {project['version']}\n"
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\n{names}", encoding="utf-8")
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
        for group, points in project["entry-points"].items()
    ]
    (about / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
    return site


@pytest.fixture(scope="module")
def installed(arithmetic_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The fourth benchmark is installed, here and in processes that are begun; afterwards it is not."""
    extra = tmp_path_factory.mktemp("judge")
    (extra / "contract_judge.py").write_text(JUDGE, encoding="utf-8")
    paths = [str(arithmetic_site), str(extra), str(SERVERS)]
    with pytest.MonkeyPatch.context() as patch:
        for path in paths:
            patch.syspath_prepend(path)
            patch.setenv("PYTHONPATH", path, prepend=":")
        patch.setenv("STANDFAST_HOME", str(tmp_path_factory.mktemp("home")))
        wings.cache_clear()
        yield arithmetic_site
    wings.cache_clear()
    importlib.invalidate_caches()


def make_contract(name: str, folder: Path) -> Contract:
    """Build a benchmark, or a user's own set, and freeze it into a store of its own."""
    family = name.partition(".")[0]
    built = _own_topics(name, folder) if family == "topics" else build(name)
    home = folder / "home"
    freeze(built, VERSION, home / "releases")
    release = load_release(home / "releases" / name / VERSION)
    settings, limit = SMALL.get(family, ({}, 12))
    if family == "sharp":
        settings = {**settings, "characters": _one_role(release)}
    return Contract(name, built, home, release, folder / "runs", settings, limit)


def _own_topics(name: str, folder: Path) -> Build:
    from standfast.builders.bias.own.topics import build_own_topics
    from standfast.sources.topic_file import read_topic_file
    from standfast.sources.wording import read_wording

    file = folder / "own.tsv"
    file.write_text("".join(f"{line}\n" for line in TOPICS), encoding="utf-8")
    topics, source = read_topic_file(file, "CC0-1.0")
    words = read_wording("pt", None, version="1")
    return build_own_topics(name.partition(".")[2], topics, words, locale="pt-BR", source=source)


def _one_role(release: Release) -> str:
    """One role, so that a dozen cases are of several claims."""
    row = release.tables["intimacy"].filter(direction="to", group="high").row(0, named=True)
    return "/".join(row[name] for name in ("script", "protagonist", "character"))


def _every_benchmark() -> list[Any]:
    """Those that ship, a set of a user's own, the one of ``arithmetic/``, and whatever else is installed.

    All of them are played by ``make test-all``; ``make test`` takes the two quickest.
    """
    quick, slow = ["bias", "arithmetic"], ["sharp", "picon", "topics.own"]
    others = [name for name, wing in wings().items() if not wing.sets and name not in (*quick, *slow)]
    return [*quick, *others, *(pytest.param(name, marks=pytest.mark.slow) for name in slow)]


@pytest.fixture(scope="module", params=_every_benchmark())
def contract(
    request: pytest.FixtureRequest, installed: Path, tmp_path_factory: pytest.TempPathFactory
) -> Contract:
    """Each benchmark in turn."""
    return make_contract(request.param, tmp_path_factory.mktemp("contract"))


@pytest.fixture(scope="session")
def played() -> ModuleType:
    """``contract_run.py`` as a module."""
    spec = importlib.util.spec_from_file_location("contract_run", HERE / "contract_run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["contract_run"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def program(installed: Path) -> Iterator[Program]:
    """A process that plays runs and can be killed."""
    with subprocess.Popen(
        [sys.executable, str(HERE / "contract_run.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield Program(process)
        process.stdin.close()  # type: ignore[union-attr]


@pytest.fixture
def at_home(contract: Contract, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The store that holds the benchmark's release is the user's own."""
    monkeypatch.setenv("STANDFAST_HOME", str(contract.home))
    return contract.home
