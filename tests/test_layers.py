"""The shape of the package: which layer may import which, and what start-up loads."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "sources": set(),
    "builders": {"sources"},
    "cards": {"builders", "sources", "releases"},
    "releases": {"builders", "sources", "cards"},
    "runner": {"releases"},
    "cli": {"builders", "sources", "cards", "releases", "runner"},
}
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


def modules(layer: str) -> list[Path]:
    return sorted((ROOT / layer).rglob("*.py"))


def imported_layers(path: Path) -> set[str]:
    """The layers that a module imports relatively, wherever in the file."""
    package = path.relative_to(ROOT).parent.parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            names = (
                [(*base, *node.module.split("."))] if node.module else [(*base, a.name) for a in node.names]
            )
            found |= {name[0] for name in names if name}
    return found & set(ALLOWED)


@pytest.mark.parametrize("layer", ALLOWED)
def test_a_layer_imports_only_what_stands_below_it(layer: str) -> None:
    assert modules(layer)
    for path in modules(layer):
        wrong = imported_layers(path) - ALLOWED[layer] - {layer}
        assert not wrong, f"{path.relative_to(ROOT)} imports {wrong}"


@pytest.mark.parametrize("layer", ALLOWED)
def test_no_module_imports_itself_by_absolute_name(layer: str) -> None:
    for path in modules(layer):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            assert not any(name.split(".")[0] == "standfast" for name in names), path


def test_every_package_is_listed_for_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {path.parent for layer in ALLOWED for path in (ROOT / layer).rglob("__init__.py")}
    expected = {"standfast"} | {"standfast." + ".".join(f.relative_to(ROOT).parts) for f in folders}
    assert set(project["tool"]["setuptools"]["packages"]) == expected


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
