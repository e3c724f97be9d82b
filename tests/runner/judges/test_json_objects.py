import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.runner.judges.quotation import json_objects


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', [{"a": 1}]),
        ('Aqui: ```json\n{"a": {"b": 2}}\n``` pronto', [{"a": {"b": 2}}]),
        ('{"a": 1} ou {"a": 2}', [{"a": 1}, {"a": 2}]),
        ('{broken {"a": 1}', [{"a": 1}]),
        ('{"a": "}{"}', [{"a": "}{"}]),
        ("[1, 2]", []),
        ("", []),
    ],
)
def test_objects_are_found_wherever_they_stand(text: str, found: list[dict]) -> None:
    assert json_objects(text) == found


@given(
    st.dictionaries(st.text(max_size=4), st.text(max_size=6) | st.integers(), max_size=3),
    st.text(alphabet="ab \n", max_size=6),
)
def test_any_object_is_found_between_words(value: dict, words: str) -> None:
    assert json_objects(f"{words}{json.dumps(value)}{words}") == [value]
