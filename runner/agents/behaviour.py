"""What a Python agent does, as a digest: two agents that may answer differently have different ones."""

from __future__ import annotations

import copyreg
import functools
import hashlib
import secrets
import site
import sys
import sysconfig
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

_LENGTH = 12
# An object that holds more than so many others is somebody's data or somebody else's program.
_MOST = 50_000
_PLAIN = (type(None), bool, int, float, complex, str, bytes, type(...), type(NotImplemented))
_PACKAGE = __name__.partition(".")[0]


class _NoDigestError(Exception):
    """Something of which nobody can say whether it is the same another time."""


def behaviour_digest(agent: object) -> tuple[str, str | None]:
    """The digest of an agent given as a Python object, and why it is not one of what it does, or None.

    It is taken of the code, defaults and closure of functions, of the classes and state of objects, and of
    whatever of the same project they refer to; installed packages go by their names. An attribute
    ``fingerprint`` of the agent, if it is text, stands for all that. What holds a connection, a lock or the
    like has a digest of its own every time.

    Args:
        agent: a function, a class or an object.
    """
    named = getattr(agent, "fingerprint", None)
    if isinstance(named, str) and named:
        return hashlib.sha256(named.encode()).hexdigest()[:_LENGTH], None
    try:
        return _digest(agent), None
    except (_NoDigestError, RecursionError) as error:
        return secrets.token_hex(_LENGTH // 2), str(error) or type(error).__name__


def module_digest(module: types.ModuleType) -> str:
    """The digest of a module's file, and of those of the same project that it takes names from.

    Args:
        module: an imported module.
    """
    digest = hashlib.sha256()
    for name, file in sorted(_project_files(module)):
        digest.update(f"{name}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()[:_LENGTH]


def _digest(value: object) -> str:
    digest, seen = hashlib.sha256(), _Seen()
    for piece in _pieces(value, seen):
        digest.update(f"{len(piece)}:".encode() + piece)
    return digest.hexdigest()[:_LENGTH]


class _Seen:
    """Objects met so far, by identity, kept alive so that no identity is given twice."""

    def __init__(self) -> None:
        self._numbers: dict[int, tuple[int, object]] = {}
        self._count = 0

    def number(self, value: object) -> int | None:
        """The number of an object met before; None for a new one."""
        self._count += 1
        if self._count > _MOST:
            raise _NoDigestError("it refers to too many objects")
        # Whether equal constants are one object is the compiler's affair.
        if isinstance(value, tuple | frozenset | types.CodeType):
            return None
        known = self._numbers.get(id(value))
        if known is not None:
            return known[0]
        self._numbers[id(value)] = len(self._numbers), value
        return None


def _pieces(value: Any, seen: _Seen) -> Iterator[bytes]:  # noqa: ANN401 - any Python object
    if isinstance(value, _PLAIN):
        yield f"{type(value).__name__} {value!r}".encode("utf-8", "surrogatepass")
        return
    if (number := seen.number(value)) is not None:
        yield f"again {number}".encode()
        return
    for kinds, pieces in _KINDS:
        if isinstance(value, kinds):
            yield from pieces(value, seen)
            return
    yield from _object(value, seen)


def _row(value: tuple[Any, ...] | list[Any], seen: _Seen) -> Iterator[bytes]:
    yield f"{type(value).__name__} {len(value)}".encode()
    yield from _all(value, seen)


def _set(value: Iterable[Any], _: _Seen) -> Iterator[bytes]:
    yield type(value).__name__.encode()
    yield from sorted(_digest(one).encode() for one in value)


def _mapping(value: Mapping[Any, Any], seen: _Seen) -> Iterator[bytes]:
    yield f"dict {len(value)}".encode()
    for key, held in value.items():
        yield from _all((key, held), seen)


def _by_name(value: Any, _: _Seen) -> Iterator[bytes]:  # noqa: ANN401 - a module, or something built in
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    yield f"{type(value).__name__} {module}.{name or value.__name__}".encode()


def _parts_of(*names: str) -> Callable[[Any, _Seen], Iterator[bytes]]:
    def pieces(value: Any, seen: _Seen) -> Iterator[bytes]:  # noqa: ANN401 - whatever has these attributes
        yield from _all((type(value).__name__, *(getattr(value, name) for name in names)), seen)

    return pieces


def _all(values: Iterable[Any], seen: _Seen) -> Iterator[bytes]:
    for value in values:
        yield from _pieces(value, seen)


def _function(function: types.FunctionType, seen: _Seen) -> Iterator[bytes]:
    if not _is_own(function.__module__):
        yield f"function {function.__module__}.{function.__qualname__}".encode()
        return
    cells = [_content(cell) for cell in function.__closure__ or ()]
    yield b"function"
    yield from _all((function.__code__, function.__defaults__, function.__kwdefaults__, cells), seen)
    known = function.__globals__
    for name in sorted(_names(function.__code__) & known.keys()):
        yield name.encode()
        yield from _pieces(known[name], seen)


def _content(cell: types.CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:
        return "an empty cell"


def _names(code: types.CodeType) -> set[str]:
    """The names that a function and those inside it look up."""
    inner = (_names(held) for held in code.co_consts if isinstance(held, types.CodeType))
    return set(code.co_names).union(*inner)


def _code(code: types.CodeType, seen: _Seen) -> Iterator[bytes]:
    """What is executed; not where it stands."""
    yield b"code"
    yield code.co_code
    yield from _all(
        (code.co_consts, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars), seen
    )
    yield f"{code.co_argcount} {code.co_posonlyargcount} {code.co_kwonlyargcount} {code.co_flags}".encode()


_NOT_DONE = {"__module__", "__doc__", "__dict__", "__weakref__", "__qualname__", "__annotations__",
             "__firstlineno__", "__static_attributes__", "__abstractmethods__", "_abc_impl",
             "__parameters__", "__match_args__", "__annotate_func__", "__annotations_cache__"}  # fmt: skip


def _class(kind: type, seen: _Seen) -> Iterator[bytes]:
    yield f"class {kind.__module__ if not _is_own(kind.__module__) else ''}.{kind.__qualname__}".encode()
    if not _is_own(kind.__module__):
        return
    yield from _all(kind.__bases__, seen)
    for name, held in sorted(vars(kind).items()):
        if name not in _NOT_DONE and not isinstance(
            held, types.MemberDescriptorType | types.GetSetDescriptorType
        ):
            yield name.encode()
            yield from _pieces(held, seen)


def _object(value: Any, seen: _Seen) -> Iterator[bytes]:  # noqa: ANN401 - any Python object
    """An object by how it could be made again; one that cannot be copied has no digest."""
    if (wrapped := getattr(value, "__wrapped__", None)) is not None:
        yield from _all((f"wrapper {type(value).__name__}", wrapped), seen)
        return
    try:
        reduce = copyreg.dispatch_table.get(type(value))
        made = value.__reduce_ex__(4) if reduce is None else reduce(value)
    except Exception as error:
        raise _NoDigestError(f"it holds a {type(value).__name__}") from error
    if isinstance(made, str):
        yield f"named {type(value).__module__}.{made}".encode()
        return
    yield f"object {type(value).__name__}".encode()
    for part in made:
        # Contents that come one by one.
        yield from _pieces(list(part) if isinstance(part, Iterator) else part, seen)


# How something is taken apart, by what it is; the rest by how it could be made again.
_KINDS: tuple[tuple[Any, Callable[[Any, _Seen], Iterator[bytes]]], ...] = (
    (tuple | list, _row),
    (set | frozenset, _set),
    (dict | types.MappingProxyType, _mapping),
    (types.CodeType, _code),
    (types.FunctionType, _function),
    (types.MethodType, _parts_of("__func__", "__self__")),
    (functools.partial, _parts_of("func", "args", "keywords")),
    (type, _class),
    (staticmethod | classmethod, _parts_of("__func__")),
    (property, _parts_of("fget", "fset", "fdel")),
    (types.ModuleType, _by_name),
    (types.BuiltinFunctionType, _by_name),
    (types.MethodDescriptorType | types.WrapperDescriptorType, _by_name),
)


def _is_own(module: str | None) -> bool:
    """Whether a module is the user's own, and not the standard library's or an installed package's."""
    top = (module or "").partition(".")[0]
    if top in sys.stdlib_module_names and top != "__main__":
        return False
    if top in (_PACKAGE, ""):
        return False
    file = getattr(sys.modules.get(module or ""), "__file__", None)
    return file is None or not any(Path(file).resolve().is_relative_to(folder) for folder in _installed())


@functools.cache
def _installed() -> tuple[Path, ...]:
    named = [sysconfig.get_path(name) for name in ("purelib", "platlib", "stdlib")]
    return tuple(Path(folder).resolve() for folder in {*named, *site.getsitepackages()} if folder)


def _project_files(module: types.ModuleType) -> set[tuple[str, Path]]:
    """The files of a module and of those of the user's own that it takes names from, and so on."""
    found: dict[str, Path] = {}
    top = module.__name__.partition(".")[0]
    waiting = [module]
    while waiting:
        one = waiting.pop()
        file = getattr(one, "__file__", None)
        same = one.__name__.partition(".")[0] == top
        if one.__name__ in found or file is None or not (same or _is_own(one.__name__)):
            continue
        found[one.__name__] = Path(file)
        for held in list(vars(one).values()):
            name = held.__name__ if isinstance(held, types.ModuleType) else getattr(held, "__module__", None)
            if isinstance(name, str) and name in sys.modules and name not in found:
                waiting.append(sys.modules[name])
    return set(found.items())
