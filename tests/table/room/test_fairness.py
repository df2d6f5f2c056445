"""Fair dice: the formulas with their vectors, and lies about them, which two verifiers find."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixfold.errors import RecordError
from sixfold.rules.dice import D10, Die
from sixfold.table.room import fair
from sixfold.table.room.commands import Answer
from sixfold.table.room.log_event import canonical
from sixfold.table.room.verify import formulas, verify
from tests.pages import ROOT
from tests.table.room import stranger
from tests.table.room.evening import LIES, LIES_ABOUT_RULES, chained, evening, public
from tests.table.room.table import seated

EVENING = evening()
ROOM = EVENING.state.room
KEY = bytes(range(32))
REQUEST = {"check": "ten +4", "visible": "all"}
ZEROS, ONES = "00" * 16, "ff" * 16
THREE_THOUSAND_MILLION = Die()._replace(sides=3_000_000_000)  # more than a rule may throw


JUNK: tuple[Any, ...] = (None, -1, 2**70, "", "x", [], {}, [[]], [[1, 2]], "\ud800", True, "00" * 16)


def faces(*dice: tuple[int, Die], w: str = ONES) -> list[int]:
    drawn = fair.FairDice(KEY, "inn", "p1", 7, REQUEST, ZEROS, w)
    for size, die in dice:
        drawn.throw(size, die, "")
    assert drawn.faces == formulas.faces(KEY.hex(), "inn", "p1", 7, REQUEST, ZEROS, w, drawn.rows)
    assert drawn.faces == stranger.draw(KEY, "inn", "p1", 7, REQUEST, ZEROS, w, drawn.rows)
    return drawn.faces


def test_vectors() -> None:
    """The vectors of the page are what the formulas give, in all three ways in which they are written."""
    table = (ROOT / "docs" / "fairness" / "protocol.md").read_text("utf-8").partition("<!-- vectors -->")[2]
    shown = dict(re.findall(r"^\| (.+?) \| `?(.+?)`? \|$", table.partition("\n\n")[0], re.MULTILINE)[1:])

    assert list(shown.values()) == [
        canonical(REQUEST).decode(),
        formulas.sha(canonical(REQUEST)),
        fair.draw_key(bytes(32), "inn", "p1", 0).hex(),
        fair.commitment(KEY),
        fair.seal_of(KEY, REQUEST, ZEROS),
        " ".join(map(str, faces((5, Die())))),
        " ".join(map(str, faces((5, Die()), w=""))),
        " ".join(map(str, faces((3, Die()), (2, D10), (1, Die(1000))))),
        " ".join(map(str, faces((6, THREE_THOUSAND_MILLION)))),
    ]


def test_words_are_rejected() -> None:
    """With three thousand million sides three words in ten are thrown away: more words than faces are read."""
    row = fair.words(KEY, "inn", "p1", 7, REQUEST, ZEROS, ONES)
    words = [next(row) for _ in range(100)]
    kept = [word for word in words if word < 3_000_000_000]

    assert 50 < len(kept) < 90
    assert faces((len(kept), THREE_THOUSAND_MILLION)) == [word + 1 for word in kept]


def test_faces_are_equally_likely() -> None:
    """Over many draws every face of a six-sided die comes as often as the others."""
    count: Counter[int] = Counter()
    for index in range(3000):
        count.update(fair.FairDice(KEY, "inn", "p1", index, REQUEST, ZEROS, "").throw(4, Die(), ""))
    expected = Fraction(12_000, 6)
    assert sum((count[face] - expected) ** 2 / expected for face in range(1, 7)) < 20.5  # one in a thousand


@given(st.binary(min_size=32, max_size=32), st.text(max_size=12), st.integers(0, 10**6), st.integers(1, 10**9))
def test_three_ways_to_the_same_faces(key: bytes, check: str, index: int, sides: int) -> None:
    """Producer, verifier and stranger agree on every key, request, index and die."""
    request = {"check": check.encode("utf-8", "replace").decode(), "visible": "all"}
    drawn = fair.FairDice(key, "inn", "p1", index, request, ZEROS, "")
    drawn.throw(3, Die()._replace(sides=sides), "")
    given_ = (key.hex(), "inn", "p1", index, request, ZEROS, "", drawn.rows)
    assert drawn.faces == formulas.faces(*given_) == stranger.draw(key, *given_[1:])
    assert fair.commitment(key) == formulas.committed(key.hex())
    assert fair.seal_of(key, request, ZEROS) == formulas.sealed(key.hex(), request, ZEROS)
    assert stranger.canon(request).encode() == canonical(request) == formulas.canon(request)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
                    lambda inner: st.lists(inner) | st.dictionaries(st.text("abcz_", max_size=5), inner)))  # fmt: skip
def test_one_way_to_write_json(data: object) -> None:
    """Three writers of canonical JSON agree, and reading it gives the data back."""
    assert stranger.canon(data).encode() == canonical(data) == formulas.canon(data)
    assert json.loads(canonical(data)) == data


@pytest.mark.parametrize("reader", [None, "p1", "p2", "p3", "p4"])
def test_the_truth_is_believed(reader: str | None) -> None:
    """An honest evening holds for every reader, with what he cannot see named."""
    report = verify(EVENING.export(reader))
    found, log = stranger.wrong(EVENING.export(reader))

    assert report.problems == []
    assert found == []
    assert report.last == EVENING.state.head == log.prev
    assert (report.events, report.room) == (len(EVENING.events), ROOM)
    hidden = [e.number for e in EVENING.events if '"hidden":true' in e.public.decode() and b'"throw"' in e.public]
    assert set(report.hidden) <= set(hidden)
    assert report.witnessed == 1
    assert report.waiting == report.unknown == []


def test_what_each_reader_can_check() -> None:
    """Who may see more can check more: a hidden throw is checked for its seers, and named for the others."""
    seen = {reader: verify(EVENING.export(reader)) for reader in (None, "p1", "p2", "p3")}
    names = {reader: len(report.hidden) for reader, report in seen.items()}

    assert names == {None: 2, "p1": 1, "p2": 2, "p3": 1}
    assert seen["p3"].draws == seen[None].draws + 1
    assert [len(report.typed) for report in seen.values()] == [2, 2, 2, 2]


@pytest.mark.parametrize("lie", LIES)
def test_lies_are_found(lie: str) -> None:
    """Each lie is found by our verifier and by the stranger's, though all hashes were made to fit it."""
    log = public(EVENING)
    LIES[lie](log)
    export = chained(log, ROOM)

    assert verify(export).problems
    assert stranger.wrong(export)[0] or lie in ("another room", "somebody else's throw")


@pytest.mark.parametrize("lie", LIES_ABOUT_RULES)
def test_lies_about_the_rules_are_found(lie: str) -> None:
    """A record that its dice do not give is found by playing it again."""
    log = public(EVENING)
    LIES_ABOUT_RULES[lie](log)
    assert verify(chained(log, ROOM)).problems


def test_a_roll_that_replaces_itself() -> None:
    """A typed roll cannot say that it is made instead of itself: it would never count."""
    table, _, ada, *_ = seated()
    table.throw(ada, "hs 3 ranks", faces=(6, 2, 1))
    log = json.loads(table.export(None))
    last = json.loads(log["events"][-1]["stored"])
    last["request"]["instead"] = last["number"]
    log["events"][-1]["stored"] = canonical(last).decode()
    assert ["not a roll" in problem.message for problem in verify(json.dumps(log)).problems] == [True]


def test_typed_dice_lie_as_they_lay() -> None:
    """What was typed before the first of two questions stays on the table at the second."""
    table, _, ada, *_ = seated()
    table.throw(ada, "odgs vs 15 advantage 1 combat", faces=(6, 5, 5, 3))
    first = table.state.number
    table.do(Answer(ada, first, 0))
    log = [json.loads(line["stored"]) for line in json.loads(table.export(None))["events"]]
    assert [log[at]["kind"] for at in (first - 1, -1)] == ["question", "question"]
    log[first - 1]["throws"][0]["faces"].reverse()
    found = verify(chained(log, log[0]["room"])).problems
    assert [(one.number, one.message) for one in found] == [(len(log), "has other dice than lay on the table")]


def test_a_broken_chain_is_found() -> None:
    """A byte that is changed without making the hashes fit is found at the next event."""
    text = EVENING.export().replace("Ada", "Eve", 1)
    assert [problem.number for problem in verify(text).problems] == [5]
    assert stranger.wrong(text)[0]


def test_private_parts_are_sealed() -> None:
    """A private part that was exchanged is found where it stands, for whoever was given it, and nothing else is."""
    export = json.loads(EVENING.export("p1"))
    told = [event for event in export["events"] if "private" in event]
    assert len(told) >= 3
    for event in told:
        whole, number = event["private"], json.loads(event["stored"])["number"]
        for lie in (whole.replace('"salt":"', '"salt":"0'), whole.replace("{", "{ ", 1), "{}", "x"):
            event["private"] = lie
            text = json.dumps(export)
            assert verify(text).problems[0].number == number
            assert "private part" in verify(text).problems[0].message
            assert stranger.wrong(text)[0]
        event["private"] = whole
    assert verify(json.dumps(export)).problems == []


def test_names_may_stand_once() -> None:
    """An event that two readers would read differently is a lie: a name twice, a number that is not whole."""
    log = public(EVENING)
    export = json.loads(chained(log, ROOM))
    for lie in ('"number":1,"number":1', '"number":1.0', '"number":NaN'):
        export["events"][0]["stored"] = export["events"][0]["stored"].replace('"number":1', lie)
        assert verify(json.dumps(export)).problems[0].number == 1
        export = json.loads(chained(log, ROOM))


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", '{"events": 1}', '{"events": [1]}', "[" * 100_000, "\x00", '{"events": {}}']
)
def test_what_is_no_export(text: str) -> None:
    """A text that is no export is refused with a sentence."""
    with pytest.raises(RecordError) as caught:
        verify(text)
    assert caught.value.code == "record/malformed"


def test_a_document_is_read_in_one_way() -> None:
    """An export in which a name stands twice, in the document or in a line, is refused, and says which one."""
    text = EVENING.export()
    for lie in (text.replace('"version": 1', '"version": 1, "version": 1', 1),
                text.replace('{"stored":', '{"stored": "", "stored":', 1)):  # fmt: skip
        with pytest.raises(RecordError, match="can be read in two ways: it says") as refused:
            verify(lie)
        assert refused.value.code == "record/ambiguous"
    head = {"play": 1, "room": ROOM, "secret": "00"}
    lines = "\n".join(json.dumps(event) for event in (head, *json.loads(text)["events"]))
    assert verify(lines).problems == []
    with pytest.raises(RecordError, match="Line 2 can be read in two ways"):
        verify(lines.replace('\n{"stored":', '\n{"stored": "", "stored":', 1))
    assert verify(lines[:-9]).problems == []  # a program was stopped while it wrote the last line
    for broken in (f"{lines[:-9]}\n", lines.replace('{"stored', '{"sto', 1)[:-9].replace("}\n", "\n", 1), lines[:9]):
        with pytest.raises(RecordError, match="is not valid JSON"):
            verify(broken)


@given(st.data())
def test_damaged_exports(data: st.DataObject) -> None:
    """Whatever is put in the place of a value, the verifier answers, and never believes it."""
    log = public(EVENING)
    event = data.draw(st.sampled_from(log[8:24]))
    free = {"silent", "visible", "reason", "text", "prev"}
    name = data.draw(st.sampled_from(sorted(set(event) - free)))
    junk: Any = data.draw(
        st.sampled_from([None, -1, 2**70, "", "x", [], {}, [[]], [[1, 2]], "\ud800", True, "00" * 16])
    )
    if event[name] == junk or (name in ("witness", "typed", "hidden", "at", "w", "options") and not junk):
        return
    event[name] = junk
    try:
        export = chained(log, ROOM)
    except UnicodeEncodeError:
        return
    assert verify(export).problems, (event, name)


def test_the_stranger_knows_nothing() -> None:
    """The stranger's verifier imports the standard library alone."""
    source = Path(stranger.__file__).read_text("utf-8")
    assert set(re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE)) == {
        "__future__", "hashlib", "hmac", "json", "sys", "typing",
    }  # fmt: skip
