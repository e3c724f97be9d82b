import shutil
from pathlib import Path

import pytest
import standfast
from standfast.errors import ReleaseError
from standfast.releases.stores import find_release, list_releases, local_store, parse_version


def test_the_local_store_comes_before_what_ships(frozen: Path) -> None:
    assert find_release("bias@1.1.0").is_relative_to(Path(standfast.__file__).parent)
    shutil.copytree(frozen, local_store() / "bias" / "1.1.0")
    assert find_release("bias@1.1.0") == local_store() / "bias" / "1.1.0"


def test_a_bare_name_is_the_newest_version_by_number(frozen: Path) -> None:
    for version in ("1.2.0", "1.10.0"):
        shutil.copytree(frozen, local_store() / "bias" / version)
    assert find_release("bias") == local_store() / "bias" / "1.10.0"


def test_an_unknown_release_is_an_error_that_lists_what_there_is() -> None:
    known = ", ".join(f"{name}@{version}" for name, version, _ in list_releases())
    with pytest.raises(ReleaseError) as caught:
        find_release("bias@9.9.9")
    assert str(caught.value) == (
        "there is no release 'bias@9.9.9' in the local store or the package; "
        f"give a release folder or one of: {known}"
    )


def test_versions_compare_as_numbers() -> None:
    assert parse_version("1.10.0") > parse_version("1.9.9")
