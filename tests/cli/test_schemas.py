import pytest

from twowaystreet.schemas.__main__ import main


def test_an_unknown_form_is_refused_with_the_valid_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["street", "foo"])
    assert ended.value.code == 2
    printed = capsys.readouterr().err
    assert "'foo' (choose from" in printed
    assert "<" not in printed and "Form" not in printed
    assert printed.index("view") < printed.index("seat_record")
