"""The words of checks: what each takes, and what it says of what it does not take."""

from __future__ import annotations

import pytest

from sixfold import parse
from sixfold.base.wording import figures
from sixfold.errors import BoundsError
from sixfold.rules import Amount, Rule
from sixfold.rules.words.word import Word
from sixfold.systems import SYSTEMS

AMOUNTS = [
    (rule, word)
    for system in SYSTEMS.values()
    for rule in system.rules
    for word in rule.words
    if isinstance(word, Amount)
]


def said_with(rule: Rule, word: Word, text: str) -> str:
    """A check of a rule with a text for a word, and what else it needs."""
    needed = [each.example for each in rule.words if each.name in (*rule.needs, *rule.needs_one[:1]) and each != word]
    return " ".join([rule.system, *(() if rule.default else (rule.name,)), *needed, text])


@pytest.mark.parametrize(("rule", "word"), AMOUNTS, ids=[f"{r.system}-{r.name}-{w.name}" for r, w in AMOUNTS])
def test_a_number_beyond_its_range_is_told_with_its_word(rule: Rule, word: Amount) -> None:
    """Whichever word is used, the number behind or before it is refused with that word and with the range."""
    for spelling in word.words:
        for number in (word.least - 1, word.most + 1):
            for said in (f"{number} {spelling}",) if word.number_first else (f"{spelling} {number}",):
                text = said_with(rule, word, said)
                with pytest.raises(BoundsError) as refused:
                    parse(text)
                span = f"from {figures(word.least)} to {figures(word.most)}"
                assert refused.value.message == f"“{spelling}” must be {span}.", text
                assert refused.value.column == text.index(str(number), len(text) - len(said)) + 1
