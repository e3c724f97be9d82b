"""The shape of the house: which room may import which, what start-up loads, and where benchmarks are named."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from standfast.registry import OWN

ROOT = Path(__file__).parent.parent
TOP = ("builders", "cards", "cli", "releases", "runner", "sources")
WINGS = ("bias", "picon", "sharp")
# From the ground up; a room imports what stands before it, and nothing beside itself in another wing.
ROOMS = (
    "ground", "runner.records", "sources", "builders", "builders.WING", "runner.statistics", "runner.agents",
    "releases", "cards", "runner.judges", "runner.play", "runner.report", "runner.benchmarks", "cli",
)  # fmt: skip
# The runner knows a benchmark only through its release.
NEVER = {
    "runner": ("builders", "sources", "cards"),
    "builders": ("runner", "releases"),
    "sources": ("runner",),
}
NAMES = {wing.name for wing in OWN}
HEAVY = {
    "polars",
    "pandera",
    "datasets",
    "spacy",
    "aiohttp",
    "scipy",
    "statsmodels",
    "jinja2",
    "requests",
    "huggingface_hub",
    "yaml",
}


def modules() -> list[Path]:
    return sorted(path for top in TOP for path in (ROOT / top).rglob("*.py")) + sorted(ROOT.glob("*.py"))


def room_of(parts: tuple[str, ...]) -> str:
    """The room of a module, a wing of the builders as ``builders.WING``; commands belong to the command line."""
    if parts[-1].endswith("commands"):
        return "cli"
    if parts[0] == "builders" and len(parts) > 1 and parts[1] in WINGS:
        return "builders.WING"
    found = ".".join(parts[:2]) if parts[0] == "runner" else parts[0]
    return found if found in ROOMS else "ground"


def wing_of(parts: tuple[str, ...]) -> str | None:
    return next((part for part in parts[1:3] if part in WINGS and parts[0] in ("builders", "runner")), None)


def module_name(path: Path) -> tuple[str, ...]:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


KNOWN = {module_name(path) for path in modules()}


def imports(path: Path, *, at_start: bool = False) -> Iterator[tuple[str, ...]]:
    """The modules that a module imports relatively; ``at_start``: only those that its own import needs."""
    package = path.relative_to(ROOT).parent.parts

    def within(node: ast.AST) -> Iterator[ast.ImportFrom]:
        for child in ast.iter_child_nodes(node):
            if at_start and isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                continue
            if at_start and isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            if isinstance(child, ast.ImportFrom) and child.level:
                yield child
            yield from within(child)

    for node in within(ast.parse(path.read_text(encoding="utf-8"))):
        base = package[: len(package) - node.level + 1]
        name = (*base, *(node.module.split(".") if node.module else ()))
        for alias in node.names:
            yield (*name, alias.name) if (*name, alias.name) in KNOWN else name


def strings(path: Path) -> Iterator[str]:
    """The texts of a module, docstrings and examples of the command line aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    described = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
        if text is not None and id(node) not in described and "standfast " not in text:
            yield text


def test_a_room_imports_only_what_stands_below_it() -> None:
    wrong = []
    for path in modules():
        parts = module_name(path) or ("__init__",)
        if parts == ("__init__",):
            continue  # the public names, resolved on first use
        for target in imports(path):
            beside = wing_of(parts) is not None and wing_of(target) not in (None, wing_of(parts))
            above = ROOMS.index(room_of(target)) > ROOMS.index(room_of(parts))
            never = () if room_of(parts) == "cli" and parts[0] == "builders" else NEVER.get(parts[0], ())
            if beside or above or target[0] in never:
                wrong.append(f"{path.relative_to(ROOT)} imports {'.'.join(target)}")
    assert wrong == []


def test_no_module_needs_itself_to_be_imported() -> None:
    needs = {module_name(path): set(imports(path, at_start=True)) & KNOWN for path in modules()}
    done: set[tuple[str, ...]] = set()

    def visit(name: tuple[str, ...], under_way: tuple[tuple[str, ...], ...]) -> None:
        assert name not in under_way, " → ".join(".".join(one) for one in (*under_way, name))
        if name not in done:
            for target in needs[name] - {name}:
                visit(target, (*under_way, name))
            done.add(name)

    for name in needs:
        visit(name, ())


def test_benchmarks_are_named_in_their_wings_the_registry_and_the_demo_alone() -> None:
    named = re.compile(rf"(?<![\w-])({'|'.join(sorted(NAMES - {'topics'}))})(?![\w-])")
    wrong = []
    for path in modules():
        parts = module_name(path)
        if wing_of(parts) or parts[:1] == ("sources",) or parts in {("registry",), ("cli", "demo")}:
            continue
        wrong += [
            f"{path.relative_to(ROOT)}: {text!r}"
            for text in strings(path)
            if named.search(text) or text in NAMES
        ]
    assert wrong == []


def test_no_wing_reaches_another_by_the_name_of_its_modules() -> None:
    wrong = []
    for path in modules():
        own = wing_of(module_name(path))
        others = "|".join(wing for wing in WINGS if wing != own)
        named = re.compile(rf"\b(?:builders|benchmarks)[./](?:{others})\b")
        if own:
            wrong += [f"{path.relative_to(ROOT)}: {text!r}" for text in strings(path) if named.search(text)]
    assert wrong == []


def test_no_module_imports_itself_by_absolute_name() -> None:
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            assert not any(name.split(".")[0] == "standfast" for name in names), path


def test_every_package_is_listed_for_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {path.parent for top in TOP for path in (ROOT / top).rglob("__init__.py")}
    expected = {"standfast"} | {"standfast." + ".".join(f.relative_to(ROOT).parts) for f in folders}
    assert set(project["tool"]["setuptools"]["packages"]) == expected


def test_every_data_file_is_listed_for_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = {
        name: ROOT.joinpath(*name.split(".")[1:]) for name in project["tool"]["setuptools"]["packages"]
    }
    listed = {
        path
        for name, patterns in project["tool"]["setuptools"]["package-data"].items()
        for pattern in patterns
        for path in packages[name].glob(pattern)
    }
    files = {
        path
        for top in TOP
        for path in (ROOT / top).rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    }
    assert files - listed == set()


def test_the_root_imports_nothing_when_imported() -> None:
    code = "import sys, standfast; print(sorted(m for m in sys.modules if m.startswith('standfast')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['standfast']"


def test_help_loads_no_heavy_library() -> None:
    code = (
        "import sys; sys.argv = ['standfast', '--help']\n"
        "from standfast.cli import main\n"
        "try: main()\n"
        "except SystemExit as stop: assert not stop.code, stop.code\n"
        f"print('LOADED', sorted({HEAVY!r} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "standfast demo" in done.stdout
    assert done.stdout.strip().endswith("LOADED []")


def test_every_public_name_resolves() -> None:
    import standfast

    for name in standfast.__all__:
        assert getattr(standfast, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = standfast.nonsense


def test_every_command_has_an_example() -> None:
    from standfast.cli.app import app
    from typer.main import get_command

    def leaves(command: object, path: str) -> list[tuple[str, object]]:
        children = getattr(command, "commands", None)
        if not children:
            return [(path, command)]
        return [leaf for name, child in children.items() for leaf in leaves(child, f"{path} {name}")]

    for path, command in leaves(get_command(app), "standfast"):
        assert f"Example: {path}" in (command.epilog or ""), path
        assert command.help, path
