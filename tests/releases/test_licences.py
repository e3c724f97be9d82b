import pytest
from standfast.errors import ReleaseError
from standfast.releases.licences import combined_licence, licence
from standfast.sources.record import SourceRecord


def source(spdx: str, name: str = "one") -> SourceRecord:
    return SourceRecord(name, "1", "https://example.org", "0" * 64, spdx, "pinned", 1)


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (["CC0-1.0"], "CC0-1.0"),
        (["CC-BY-4.0"], "CC-BY-4.0"),
        (["CC0-1.0", "CC-BY-4.0"], "CC-BY-4.0"),
        (["CC-BY-4.0", "CC-BY-SA-4.0"], "CC-BY-SA-4.0"),
        (["CC-BY-SA-3.0", "CC-BY-SA-4.0", "CC-BY-4.0"], "CC-BY-SA-4.0"),
        (["CC-BY-4.0 AND CC-BY-SA-4.0"], "CC-BY-SA-4.0"),
        (["CC-BY-4.0", "CC-BY-NC-4.0"], "CC-BY-NC-4.0"),
        (["CC-BY-NC-4.0", "CC-BY-NC-SA-4.0"], "CC-BY-NC-SA-4.0"),
    ],
)
def test_the_whole_has_the_freest_licence_that_every_part_allows(parts: list[str], whole: str) -> None:
    assert combined_licence([source(part, f"s{i}") for i, part in enumerate(parts)]) == whole


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (["CC-BY-SA-4.0", "CC-BY-NC-4.0"], r"both the source s0 \(CC-BY-SA-4.0\) and the source s1 \(CC-BY-NC-4.0\)"),
        (["CC-BY-4.0", "CC-BY-ND-4.0"], "the source s1 is CC-BY-ND-4.0, which allows no adapted work"),
        (["CC-BY-4.0", "ODbL-1.0"], r"no licence allows both the source s0 \(CC-BY-4.0\) and the source s1"),
        (["all rights reserved"], "source s0: the licence 'all rights reserved' is not known; use an SPDX"),
        ([], "the build names no source, so it has no licence"),
    ],
)  # fmt: skip
def test_parts_that_do_not_combine_are_refused_by_name(parts: list[str], sentence: str) -> None:
    with pytest.raises(ReleaseError, match=sentence):
        combined_licence([source(part, f"s{i}") for i, part in enumerate(parts)])


def test_a_non_commercial_source_cannot_stand_in_a_release_said_to_be_share_alike() -> None:
    with pytest.raises(ReleaseError) as caught:
        combined_licence([source("CC-BY-4.0"), source("CC-BY-NC-4.0", "book")], "CC-BY-SA-4.0")
    assert str(caught.value) == (
        "the source book is CC-BY-NC-4.0 and may not go into a release under CC-BY-SA-4.0; "
        "leave it out, or choose one of: CC-BY-NC-4.0, CC-BY-NC-SA-4.0"
    )


def test_a_stated_licence_that_the_sources_allow_is_kept() -> None:
    assert combined_licence([source("CC-BY-4.0")], "CC-BY-SA-4.0") == "CC-BY-SA-4.0"
    with pytest.raises(ReleaseError, match="the licence 'WTFPL' is not known"):
        combined_licence([source("CC-BY-4.0")], "WTFPL")


def test_every_licence_named_in_the_table_is_in_the_table() -> None:
    for spdx in licence("CC0-1.0").into:
        assert licence(spdx).page.startswith("https://")
        assert spdx in licence(spdx).into
