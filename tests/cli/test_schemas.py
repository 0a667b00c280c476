import pytest

from twowaystreet.schemas.__main__ import main


def test_an_unknown_form_is_refused_with_the_valid_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["street", "foo"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "'foo' (choose from" in said
    assert "<" not in said and "Form" not in said
    assert said.index("view") < said.index("seat_record")
