"""What people type that is nearly a check: read as it is meant, or answered with what to write instead."""

from __future__ import annotations

import pytest

import sixfold
from sixfold import parse
from sixfold.checks.head import begins_check
from sixfold.errors import NotationError, SixfoldError
from sixfold.rules import Rule, System, Table, total
from sixfold.systems import SYSTEMS

AGAINST_TEN = "A test is always against 10 (T1); use a modifier for harder or easier tasks: -2 if another game says 12."


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("ten superior, 2 inferior", "ten inferior 1"),
        ("ten superior; 2 inferior", "ten inferior 1"),
        ("ten 2 superior, inferior", "ten superior 1"),
        ("hs 3 ranks, cut, 2 edges", "hs 3 ranks 2 edges 1 cut"),
        ("hs ranks, 2 edges", "hs 1 rank 2 edges"),
        ("hs 3 ranks, cut", "hs 3 ranks 1 cut"),
        ("odgs vs 15, adv, 2 dis", "odgs vs 15 disadvantage 1"),
        ("odgs vs 15, 2 adv, dis", "odgs vs 15 advantage 1"),
        ("skew high, 2 low", "skew 1 low"),
        ("skew good, 2 high", "skew 2 high good 1"),
        ("skew 2 high, good, vs 14", "skew 2 high good 1 vs 14"),
        ("odgs adv 2 dis 1 vs 15", "odgs vs 15 advantage 1"),
        ("ten superior 1 superior 1", "ten superior 2"),
        ("ten sup 1 chaos kept", "ten superior 1 chaos=kept"),
        ("odgs vs 9 keep sum", "odgs vs 9 keep=sum"),
        ("ten: +4", "ten +4"),
        ("ten at +4", "ten +4"),
        ("ten with superior 1 and +2", "ten +2 superior 1"),
        ("ten \u20133", "ten -3"),
        ("ten \u2212 3", "ten -3"),
        ("odgs dc 15 +5", "odgs vs 15 +5"),
        ("wild 3D difficulty 15", "wild 3D vs 15"),
        ("skew tn 12", "skew vs 12"),
        ("hs 0 ranks", "hs 0d"),
        ("hs 0 ranks 0 edges 1 cut", "hs 0d 1 cut"),
        ("hs 0 ranks 2 edges", "hs 2 edges"),
        ("ten attack damage 0d6", "ten attack damage 0d6"),
        ("ten +1 [\t two   words ]", "ten +1 [two words]"),
        ("ten attack damage 2d6 +0", "ten attack damage 2d6"),
        ("odgs opposed +2 vs 14 +0", "odgs opposed vs 14 +2"),
    ],
)
def test_read_as_it_is_meant(text: str, canonical: str) -> None:
    """A comma parts, small words say nothing, and each text has one canonical form."""
    assert parse(text).text == canonical
    assert parse(canonical) == parse(text)


@pytest.mark.parametrize(
    ("text", "column", "first", "second"),
    [
        ("hs cut 2 ranks", 4, "hs 2 cuts 1 rank", "hs 1 cut 2 ranks"),
        ("hs edge 2 rank", 4, "hs 2 edges 1 rank", "hs 1 edge 2 ranks"),
        ("ten superior 2 inferior", 5, "ten superior 2 inferior 1", "ten superior 1 inferior 2"),
        ("odgs vs 15 adv 2 dis", 12, "odgs vs 15 advantage 2 disadvantage 1",
         "odgs vs 15 advantage 1 disadvantage 2"),
        ("skew high 2 low", 6, "skew 2 high 1 low", "skew 1 high 2 low"),
        ("skew good 2 high", 6, "skew good 2 1 high", "skew good 1 2 high"),
        ("ten superior +2", 5, "ten superior 2", "ten superior 1 +2"),
        ("ten superior -2", 5, "ten inferior 2", "ten superior 1 -2"),
        ("odgs vs 15 adv +1", 12, "odgs vs 15 advantage 1", "odgs vs 15 advantage 1 +1"),
        ("skew +2 high", 6, "skew 2 high", "skew +2 1 high"),
        ("skew -1 low", 6, "skew 1 high", "skew -1 1 low"),
        (
            "ten sup 1 sup 2 inf 3 sup",
            11,
            "ten sup 1 superior 2 inferior 1 3 sup",
            "ten sup 1 superior 1 inferior 2 3 sup",
        ),
        (
            "wild attack 3D vs 12 damage 2D +2",
            32,
            "wild attack 3D vs 12 +2 damage 2D",
            "wild attack 3D vs 12 damage 2D plus 2",
        ),
        (
            "odgs attack vs 15 damage 2d6 +1",
            30,
            "odgs attack vs 15 +1 damage 2d6",
            "odgs attack vs 15 damage 2d6 plus 1",
        ),
        ("odgs opposed +5 vs 14 +2", 23, "odgs opposed +5 +2 vs 14", "odgs opposed +5 vs 14 target +2"),
        ("skew vs 14-2", 11, "skew vs 14 -2", "skew vs 12"),
        ("wild 3D vs 10+2", 14, "wild 3D vs 10 +2", "wild 3D vs 12"),
        ("odgs vs 15-1 +5", 11, "odgs vs 15 -1 +5", "odgs vs 14 +5"),
        ("ten superior 2+4", 15, "ten superior 2 +4", "ten superior 6"),
        ("skew vs 14\u20132", 11, "skew vs 14 \u20132", "skew vs 12"),
        ("long (skew vs 14-2) 3 times", 17, "long (skew vs 14 -2) 3 times", "long (skew vs 12) 3 times"),
    ],
)  # fmt: skip
def test_two_readings(text: str, column: int, first: str, second: str) -> None:
    """Where two readings are possible both are shown, each as a text that can be read in one way."""
    with pytest.raises(NotationError) as caught:
        parse(text)
    error = caught.value
    assert (error.code, error.column) == ("notation/ambiguous", column)
    assert error.message == f"This can be read in two ways: as “{first}”, or as “{second}”. Use one of them."
    assert error.expected == (first, second)
    assert parse(first) != parse(second)


@pytest.mark.parametrize(
    "text", ["odgs adv 1 adv", "hs 1 rank 1 edge 1 cut", "ten sup 1 sup 1 sup", "skew 1 high 1 low"]
)
def test_two_readings_that_say_the_same(text: str) -> None:
    """Readings that come to the same are no reason to ask."""
    assert parse(f"{text} vs 9" if text.startswith("odgs") else text)


@pytest.mark.parametrize(
    ("text", "column", "sentence"),
    [
        ("odgs vs 1,5 adv", 10, "“1,5” can be one number or two. Numbers are whole and written without a comma; "
         "separate two of them with a blank: “1, 5”."),
        ("odgs vs 1,000", 9, "Numbers are written in digits alone. Did you mean “1000”?"),
        ("ten +1,000", 5, "Numbers are written in digits alone. Did you mean “+1000”?"),
        ("ten +1e3", 5, "Numbers are written in digits alone. Did you mean “+1000”?"),
        ("ten +five", 6, "A number in digits must follow “+”. Did you mean “+5”?"),
        ("ten \u2013 twelve", 7, "A number in digits must follow “-”. Did you mean “-12”?"),
        ("ten +", 6, "A number in digits must follow “+”."),
        ("ten --3", 6, "Use only one sign before a number."),
        ("ten +-3", 6, "Use only one sign before a number."),
        ("ten vs 12", 5, AGAINST_TEN),
        ("ten attack damage 1d6 dc 15", 23, AGAINST_TEN),
        ("ten advantage 2", 5, "Extra dice that keep the highest are Superior (T4). Did you mean “superior 2”?"),
        ("ten 2 high", 5, "Extra dice that keep the highest are Superior (T4). Did you mean “superior 2”?"),
        ("skew superior 1", 6, "Extra dice that keep the highest are “high” (K5). Did you mean “1 high”?"),
        ("odgs vs 9 2 low", 11, "Extra dice that keep the worst are a disadvantage (O5). Did you "
         "mean “disadvantage 2”?"),
        ("odgs vs 15 +2 Strength", 15, "Put a label in square brackets after its modifier. Did you mean “+2 "
         "[Strength]”?"),
        ("odgs vs 15 +3 Heavy Lifting -1", 15, "Put a label in square brackets after its modifier. Did you mean “+3 "
         "[Heavy Lifting]”?"),
        ("odgs voluntary +3", 16, "A voluntary save has no modifiers: the score includes them (O2)."),
        ("skew d100", 6, "The percentile roll is a separate rule (K10). Did you mean “skew percentile”?"),
        ("wild 3W", 6, "Dice are written as one word, with a d. Did you mean “3D”?"),
        ("wild 3w6+1", 6, "Dice are written as one word, with a d. Did you mean “3D”?"),
        ("ten attack damage 2w6", 19, "After “damage” comes a number of dice, like damage 2d6. Did you mean “2d6”?"),
        ("ten attack damage 2d6 +1", 12, "“+1” may be meant for the damage, which is a number of dice: write a "
         "modifier of the roll before it. Did you mean “+1 damage 2d6”?"),
        ("ten attack damage 2", 19, "After “damage” comes a number of dice, like damage 2d6. Did you mean “2d6”?"),
        ("hs 4 d", 4, "Dice are written as one word, with a d. Did you mean “4d”?"),
        ("hs 4 dice", 4, "Dice are written as one word, with a d. Did you mean “4d”?"),
        ("hs 4", 4, "The number 4 needs a word beside it in hs check. Did you mean “4d”?"),
        ("hs 2d +1", 7, "A check has no modifiers: edges are more dice, and cuts fewer (H3, H4)."),
        ("hs 2d vs 4", 7, "A check has no difficulty: the highest die decides (H1), and hard checks have cuts (H4)."),
        ("wild 3", 6, "The number 3 needs a word beside it in wild roll. Did you mean “3D”?"),
        ("odgs 15 +5", 6, "The number 15 needs a word beside it in odgs save. Did you mean “vs 15”?"),
        ("odgs vs 15, 5", 13, "The number 5 needs a word beside it in odgs save. Did you mean “+5”?"),
        ("ten 4", 5, "The number 4 needs a word beside it in ten test. Did you mean “+4”?"),
        ("ten 0", 5, "The number 0 needs a word beside it in ten test. Did you mean “+0”?"),
        ("ten superior, 2", 15, "The number 2 needs a word beside it in ten test. Did you mean “+2”?"),
        ("ten 4d6", 5, "ten test rolls its own dice; roll other dice in a check of their own. Did you "
         "mean “dice 4d6”?"),
        ("ten sup 1 chaos", 11, "The house rule “chaos” needs a choice after it. Did you mean “chaos=kept”?"),
        ("ten chaos=", 11, "The house rule “chaos” can be all or kept."),
        ("ten chaos = kept", 11, "“=” belongs only in a house rule, between its name and its choice, without blanks. "
         "Did you mean “chaos=kept”?"),
        ("odgs vs 15 keep =sum combat", 17, "“=” belongs only in a house rule, between its name and its choice, "
         "without blanks. Did you mean “keep=sum”?"),
        ("skew reroll= once", 12, "“=” belongs only in a house rule, between its name and its choice, without blanks. "
         "Did you mean “reroll=once”?"),
        ("ten chaos +4", 11, "The number +4 does not fit here in ten chaos."),
        ("skew percentile 1 high", 17, "The number 1 does not fit here in skew percentile."),
        ("ten foo=", 5, "“foo=” does not fit here in ten test."),
        ("ten threshold 10", 5, "“threshold” belongs to ten extended, not to ten test. Did you mean “ten extended”?"),
        ("hs 2 skill 1 lore", 12, "The ranks come from one skill or one lore, never from both (H3)."),
        ("odgs vs 15 vs 16", 12, "“vs N” is repeated; use it only once."),
        ("hs 12d8", 7, "Only six-sided dice here: write 12d, or roll other dice with “dice 12d8”."),
        ("wild 3D 4D", 9, "“ND” is repeated; use it only once."),
        ("ten chaos=kept chaos=all", 16, "The house rule “chaos” is kept or all, not both."),
        ("skew vs", 8, "After “vs” comes a number, from \u221210,000 to 10,000."),
        ("skew vs, 14", 8, "After “vs” comes a number, from \u221210,000 to 10,000."),
        ("ten +2, [Rope]", 9, "A label belongs to the modifier before it, as in +2 [Strength]."),
        ("ten attack +4", 14, "ten attack needs damage Nd6 (base dice of damage, 0d6 for none), as in “ten attack +4 "
         "damage 2d6 size +1”."),
        ("hs 1 cut", 9, "hs check needs N ranks (ranks of one skill or one lore) or N edges (edges, each different) or "
         "Nd (the pool at once), as in “hs 3 ranks 2 edges 1 cut”."),
        ("ten +1 [a\u202eb]", 10, "U+202E cannot be in a label: it is a control character."),
        ("ten +1 [\x1b52;c]", 9, "U+001B cannot be in a label: it is a control character."),
        ("ten +1 [\ud800]", 9, "U+D800 cannot be in a label: it is a control character."),
        ("ten \x00", 5, "U+0000 does not belong in a check."),
    ],
)  # fmt: skip
def test_each_slip_has_its_sentence(text: str, column: int, sentence: str) -> None:
    """What cannot be read is answered by one sentence at its place, that says what to write."""
    with pytest.raises(SixfoldError) as caught:
        parse(text)
    assert (caught.value.message, getattr(caught.value, "column", None)) == (sentence, column)


def test_only_what_fits_is_expected() -> None:
    """Once a rule is named, and words are said, what is left to say is expected, and nothing else."""
    with pytest.raises(NotationError) as caught:
        parse("odgs save vs 15 combat literal keep=sum nonsense")
    assert caught.value.expected == (
        "+N", "-N", "advantage N", "disadvantage N", "void=effort", "worst=avoid", "double=effort",
    )  # fmt: skip
    with pytest.raises(NotationError) as caught:
        parse("wild nonsense")
    assert caught.value.expected[-2:] == ("initiative", "attack")


def test_the_basic_form_says_what_it_leaves_out() -> None:
    """H9: the cuts of a check that is collapsed to its basic form are not dropped without a word."""
    check = parse("hs 3d 2 cuts basic")
    assert "The basic form: the 2 cuts are not made, and there is no twist." in [c.text for c in check.explain()]
    record = sixfold.roll(check, faces=[6, 6, 1])
    assert "H9: the basic form: the 2 cuts are not made, and no twist" in str(record.to("text"))


def test_no_dice_are_told_apart() -> None:
    """H5: where the lowest of two dice is read, nothing calls it the highest."""
    told = str(sixfold.roll("hs 0d", faces=[6, 6]).to("text"))
    assert "lowest 6" in told
    assert "highest" not in told


def test_what_is_written_out_fits() -> None:
    """A text whose canonical form would be too long to be read back is refused."""
    with pytest.raises(NotationError) as caught:
        parse("dice " + "+".join(["d6"] * 600))
    assert caught.value.code == "notation/too-long"
    assert "Written out in full, this check has 2,404 characters" in caught.value.message
    long = parse("dice " + "+".join(["d6"] * 399))
    assert parse(long.text) == long


@pytest.mark.parametrize("wrong", [None, 10**5000, b"ten", ["ten"]], ids=["none", "number", "bytes", "list"])
def test_what_is_no_text(wrong: object) -> None:
    """What is no text at all is refused in a sentence."""
    with pytest.raises(SixfoldError, match="A check must be text"):
        sixfold.parse(wrong)  # type: ignore[arg-type]


def test_what_is_said_without_its_game_is_offered_with_it() -> None:
    """A word of a game's first rule is offered with the first game that has it, and a rule with its only game."""
    having: dict[str, list[str]] = {}
    for game in SYSTEMS.values():
        for rule in game.rules:
            having.setdefault(rule.name, []).append(game.name if rule == game.rules[0] else f"{game.name} {rule.name}")
    words = {
        spelling: f"{game.name} {spelling}"
        for game in reversed(list(SYSTEMS.values()))
        for word in game.rules[0].words
        for spelling in word.spellings
    }
    rules = {name: games[0] for name, games in having.items() if len(games) == 1}
    for said, meant in {**rules, **words}.items():
        for number in ("", " 3"):
            if not begins_check(said, SYSTEMS) and is_read(meant + number):
                with pytest.raises(NotationError) as caught:
                    parse(said + number)
                assert caught.value.guess == meant


def is_read(text: str) -> bool:
    """Whether a check can be read."""
    try:
        return bool(parse(text))
    except SixfoldError:
        return False


def test_a_rule_is_guessed_right_after_its_game_alone() -> None:
    """A rule with a slip is a rule as the second word; behind a rule it is none, behind a modifier a label."""
    for game in SYSTEMS.values():
        first, *others = [rule.name for rule in game.rules]
        for name in others:
            slip = f"{name[:-1]}x"
            modified = any(word.kind == "modifier" for word in game.rules[0].words)
            meant = {
                game.name: name,
                f"{game.name} {first}": None,
                **({f"{game.name} +1": f"+1 [{slip}]"} if modified else {}),
            }
            for before, guess in meant.items():
                with pytest.raises(NotationError) as caught:
                    parse(f"{before} {slip}")
                assert caught.value.guess == guess


def strike(table: Table, guard: int = 0) -> int:
    return table.read(table.roll(1), total()) + guard


def guards(table: Table) -> int:
    return table.read(table.roll(2), total())


@pytest.mark.parametrize(
    ("text", "guess"), [("duel guads", "guards"), ("duel strike guads 1", "guard"), ("duel guad 1", "guard")]
)
def test_a_word_that_is_like_a_rule(text: str, guess: str) -> None:
    """Behind the name of its rule, what is like another rule and a word is the word."""
    with pytest.raises(NotationError) as caught:
        parse(
            text,
            {
                "duel": System(
                    Rule(strike, example="duel"), Rule(guards, example="duel guards"), name="duel", title="a duel"
                )
            },
        )
    assert caught.value.guess == guess
