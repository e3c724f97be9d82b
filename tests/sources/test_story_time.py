import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.errors import UsageError
from standfast.sources.story_time import PATTERN, story_position, story_time

NUMBER = st.integers(1, 999)


@given(book=NUMBER, chapter=NUMBER)
def test_a_chapter_comes_before_the_end_of_its_book_and_that_before_the_next(book: int, chapter: int) -> None:
    places = [
        story_time(book, chapter),
        story_time(book, chapter + 1),
        story_time(book, None),
        story_time(book + 1, 1),
        "work",
    ]
    positions = [story_position(place) for place in places]
    assert positions == sorted(set(positions))
    assert all(re.match(PATTERN, place) for place in places)


def test_a_chapter_alone_is_a_chapter_of_the_only_book() -> None:
    assert story_position("chapter-7") == story_position("book-1/chapter-7") == (1, 7)
    assert (story_time(None, 7), story_time(None, None)) == ("chapter-7", "work")


@pytest.mark.parametrize(
    "text", ["", "book-0", "book-1/", "/chapter-2", "chapter", "Book-1", "book-1chapter-2", "last"]
)
def test_what_is_no_story_time_is_refused(text: str) -> None:
    assert not re.match(PATTERN, text)
    with pytest.raises(UsageError, match="is no story time"):
        story_position(text)
