"""Files of sweeps with one mistake each: it is found before anything is solved, with its place and a guess."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sixfold import study
from sixfold.errors import SixfoldError
from sixfold.study.sweeps import scheduler

PLACES = {
    "checks": 'checks = {ten = "ten +{skill} superior {dice} {tier}", wild = "wild {pool}D vs 15"}',
    "limit": "seconds = 30",
    "keep": '[keep]\nsuccess = "success"\nmargin = {ten = "mean margin"}\nall = {ten = "distribution total"}',
    "skill": '[ranges]\nskill = "-2..3"',
    "dice": 'dice = "0..2"',
    "tier": 'tier = ["", "hard"]',
    "pool": 'pool = "2..3"',
    "question": '[questions.fair]\nfind = "worth"\nrange = "skill"',
}
"""A good file by its parts, each of which a mistake may replace."""

MISTAKES: dict[str, dict[str, str]] = {
    "checks: ": {
        '{ten = "ten +{skil} superior {dice} {tier}"}': "Did you mean “skill”?",
        '{ten = "ten +{Skill} superior {dice} {tier}"}': "Did you mean “skill”?",
        '{ten = "ten +{skill superior {dice} {tier}"}': "A brace of the check itself is written twice: {{.",
        '{ten = "ten +skill} superior {dice} {tier}"}': "A brace of the check itself is written twice: }}.",
        '{ten = "ten +{} superior {dice} {tier}"}': "“{}” names no range.",
        '["", "ten +{skill}"]': "one of these is empty.",
        '["ten", "ten"]': "“ten” is there twice.",
        '{"" = "ten"}': "one of these has no name.",
        '{" " = "ten"}': "one of these has no name.",
        "[]": "must have at least 1 ",
        "{}": "must have at least 1 ",
        '"ten"': "this must be a table or a list, not text.",
        "3": "this must be a table or a list, not a whole number.",
    },
    "checks.0: ": {"[3]": "this must be text, not a whole number."},
    "checks.a: ": {'{a = {b = "ten"}}': "this must be text, not a table."},
    "checks.ten: ": {
        '{ten = "tne +{skill} superior {dice} {tier}", wild = "wild {pool}D vs 15"}': "Did you mean “ten”?",
        '{ten = "ten +{skill} superier {dice} {tier}", wild = "wild {pool}D vs 15"}': "Did you mean “superior”?",
        '{ten = "ten +{skill} superior {dice} {tier} [", wild = "wild {pool}D vs 15"}': "",
        '{ten = "ten +? {skill} {dice} {tier}", wild = "wild {pool}D vs 15"}': "A number in digits must follow “+”.",
        '{ten = "ten +{skill} {dice} {tier} \\u001b[31m", wild = "wild {pool}D vs 15"}': "U+001B does not belong",
    },
    "ranges.skill: ": {
        '"1-3"': "Did you mean “1..3”?", '"1...3"': "Did you mean “1..3”?", '"1 to 3"': "Did you mean “1..3”?",
        '"1.3"': "Did you mean “1..3”?", '"1..3..0"': "The step of a range must be 1 or more.",
        '"1..3..-1"': "is not a range.", '"0..99999999"': "from −10,000 to 10,000", '"1..x"': "is not a range.",
        '"0..99999999999999999999999"': "from −10,000 to 10,000", "99999": "not 99999.", '"0..10000"': "at most 10,000",
        "1.5": "not a number.", "true": "not true or false.", "[]": "it has no values.", '""': "it has no values.",
        "{a = 1}": "not a table.", "1979-05-27": "not date.", "[99999999999999999999]": "not 99999999999999999999.",
    },
    "ranges.skill.1: ": {"[1, 2.5]": "not a number.", "[1, false]": "not true or false."},
    "ranges.skill: “": {
        '"1,,3"': "” makes no check: ", '"1,2,"': "” makes no check: ", '"1,two"': "Did you mean “+2”?",
        '[1, "one"]': "one” makes no check: ",
    },
    "ranges.tier: “": {
        '["", "hrad"]': "Did you mean “hard”?", '["", "hard", "esay"]': "Did you mean “easy”?",
        '["hard", "hard easy x"]': "” makes no check: ",
    },
    "ranges.more: ": {'more = "1..3"': "no check has “{more}”."},
    "ranges.": {
        'and = "1..3"': "“and” cannot name a range", 'Mod = "1..3"': "Did you mean “mod”?",
        '"my-mod" = "1..3"': "Did you mean “my_mod”?", '"a b" = "1..3"': "Did you mean “a_b”?",
    },
    "ranges: ": {'"" = "1..3"': "one of these has no name."},
    "keep.": {
        'error = "success"': "every row has that column", 'check = "success"': "every row has that column",
        'text = "success"': "every row has that column", 'skill = "success"': "ranges.skill has that name",
        'Success = "success"': "keep.success has that name", 'success_exact = "success"': "keep.success has that name",
    },
    "keep.m: ": {
        'm = {ten = "men margin"}': "Did you mean “mean margin”?",
        'm = {ten = "mean margn"}': "Did you mean “margin”?", 'm = {ten = "chaoss"}': "Did you mean “chaos”?",
        'm = {ten = "quality=blundr"}': "Did you mean “blunder”?", 'm = ""': "is missing here.",
        'm = {ten = "quantile margin"}': "Did you mean “quantile 0.9 margin”?",
        'm = {ten = "quantile 1.9 margin"}': "A quantile needs a chance", 'm = 3': "not a whole number.",
        'm = {tne = "success"}': "Did you mean “ten”?", "m = {}": "must have at least 1 ",
        'm = {ten = "margin >="}': "is missing here.",
    },
    "keep: ": {'"" = "success"': "one of these has no name."},
    "where: ": {
        '["skil < 3"]': "Did you mean “skill”?", '["skill < 3 and foo > 1"]': "“foo” is not a range",
        '["skill > 99"]': "leaves no check.", '["tier = hrad"]': "Did you mean “hard”?", '["3 < 4"]': "names no range",
        '["tier < 3"]': "“tier” has words", '["skill"]': "“skill” is no condition", '[""]': "is missing here.",
        '["skill <"]': "is missing here.", "['skill = \"\"']": "is no value of skill", '"skill < 3"': "not text.",
        '["skill < pool"]': "no check has “pool” and “skill” together",
        '["skill < 0", "skill > 0", "pool < 0"]': "leaves no check.",
    },
    "seconds: ": {"-3": "from 0.1 to 86,400", '"60"': "not text.", "nan": "not nan", "inf": "not inf"},
    "aim: ": {'"sucess"': "Did you mean “success”?", '"margin >="': "is missing here.", '""': "is missing here."},
    "games: ": {'["no.py"]': "No such file", '[""]': "is empty", '["."]': "is not a file"},
    "The sweep: ": {"kep = 3": "Did you mean “keep”?", "wher = []": "Did you mean “where”?"},
    "questions.fair: ": {
        'range = "skill"': "lacks “find”.", 'find = "optoins"': "Did you mean “options”?",
        "find = 3": "“3” is not a question", 'find = "options"\nrequir = []': "Did you mean “require”?",
        'find = "options"': "lacks “require”.",
        'find = "options"\nrequire = ["success"]': "is no promise about a figure.",
        'find = "options"\nrequire = ["success nevr below 60 %"]': "Did you mean “success never below 60 %”?",
        'find = "options"\nrequire = ["success betwen 1 % and 2 %"]': "Did you mean “success between 1 % and 2 %”?",
        'find = "options"\nrequire = ["success between 60 and 70"]': "Did you mean “60%”?",
        'find = "options"\nrequire = ["success between 70 % and 60 %"]': "Did you mean “success between 60 %",
        'find = "options"\nrequire = ["sucess never below 60 %"]': "Did you mean “success”?",
        'find = "options"\nrequire = ["all never below 60 %"]': "“all” is not a figure here",
        'find = "options"\nrequire = ["success never below 160 %"]': "A chance lies between 0 and 1",
        'find = "options"\nrequire = ["success rises with skil"]\nevery = ["skill"]': "Did you mean “skill”?",
        'find = "options"\nrequire = ["success rises with skill"]': "needs that range in “every”.",
        'find = "options"\nrequire = ["margin never above 3 %"]': "“3 %” is not a number.",
        'find = "options"\nrequire = ["success never below 6 %"]\nevery = ["pool"]': "“pool” is not a range of “ten”",
        'find = "options"\nrequire = ["success never below 6 %"]\ncheck = "tne"': "Did you mean “ten”?",
        'find = "change"': "lacks “over”.", 'find = "change"\nover = "tier"': "lacks “printed”.",
        'find = "change"\nover = "teir"\nprinted = {hard = "50 %"}': "Did you mean “tier”?",
        'find = "change"\nover = "tier"\nprinted = {hrad = "50 %"}': "Did you mean “hard”?",
        'find = "change"\nover = "tier"\nprinted = {hard = 50}': "Did you mean “50%”?",
        'find = "change"\nover = "tier"\nprinted = {hard = "50 %"}\nnow = {skil = 1}': "Did you mean “skill”?",
        'find = "change"\nover = "tier"\nprinted = {hard = "50 %"}\nnow = {skill = 99}': "is no value of skill",
        'find = "change"\nover = "tier"\nprinted = {hard = "50 %"}\nnow = {tier = "hard"}': "“now” names the options",
        'find = "change"\nover = "tier"\nprinted = {hard = "50 %"}\nfigure = "margin"': "“margin” is none.",
        'find = "fit"': "lacks “to”.", 'find = "fit"\nto = "tne"': "Did you mean “ten”?",
        'find = "fit"\nto = "ten"\ncheck = "ten"': "A fit compares other checks",
        'find = "fit"\nto = "ten"\ncheck = "wlid"': "Did you mean “wild”?",
        'find = "fit"\nto = "ten"\none = ["pol"]': "Did you mean “pool”?",
        'find = "fit"\nto = "ten"\nfigure = "margin"': "“margin” is not a figure that is kept of “wild”",
        'find = "worth"': "lacks “range”.", 'find = "worth"\nrange = "skil"': "Did you mean “skill”?",
        'find = "worth"\nrange = "skill"\nfigure = "all"': "“all” is a whole distribution",
        'find = "map"\nrows = "skill"\ncolumns = "skill"': "are two ranges",
        'find = "map"\nrows = "skill"': "lacks “columns”.",
        'find = "map"\nrows = "skill"\ncolumns = "dice"\nat = {teir = "hard"}': "Did you mean “tier”?",
        'find = "map"\nrows = "skill"\ncolumns = "dice"\nat = {tier = "hrad"}': "Did you mean “hard”?",
        'find = "map"\nrows = "skill"\ncolumns = "dice"\nat = {skill = 1}': "“skill” is the range of the rows.",
    },
    "questions.fair.every: ": {'find = "options"\nrequire = ["success never below 6 %"]\nevery = "skill"': "not text."},
}  # fmt: skip
"""To the place that the sentence begins with: what stands there, and what else the sentence says."""


def files() -> Iterator[tuple[str, str, str]]:
    """Each file with a mistake, with the beginning of its sentence and another part of it."""
    for place, mistakes in MISTAKES.items():
        top, _, name = place.rstrip(": “").partition(".")
        for mistake, words in mistakes.items():
            parts = dict(PLACES)
            key = name.split(".")[0]
            if top == "checks":
                parts["checks"] = f"checks = {mistake}"
                if not mistake.startswith("{ten"):
                    parts |= {"keep": "", "question": "", "skill": "[ranges]", "dice": "", "tier": "", "pool": ""}
            elif top == "ranges" and key in parts:
                parts[key] = f"{'[ranges]' if key == 'skill' else ''}\n{key} = {mistake}"
            elif top == "ranges":
                parts["pool"] += f"\n{mistake}"
            elif top == "keep":
                parts["keep"] += f"\n{mistake}"
            elif top == "questions":
                parts["question"] = f"[questions.fair]\n{mistake}"
            else:
                parts["limit"] = mistake if top == "The sweep" else f"{top} = {mistake}"
            yield "\n".join(parts.values()), place, words


def test_a_good_file_is_swept(tmp_path: Path) -> None:
    """The file in which the mistakes are made has none."""
    (tmp_path / "a.toml").write_text("\n".join(PLACES.values()), "utf-8")
    assert study.sweep(tmp_path / "a.toml", workers=1).summary.refused == 0


def test_every_mistake_is_found_before_anything_is_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sentence begins with the place of the mistake, and has a guess where there is one; no store is made."""
    monkeypatch.setattr(scheduler, "engine_of", None)
    file, store = tmp_path / "a.toml", tmp_path / "a.db"
    mistakes = list(files())
    assert len(mistakes) >= 98
    for text, place, words in mistakes:
        file.write_text(text, "utf-8")
        with pytest.raises(SixfoldError) as refused:
            study.sweep(file, store=store)
        sentence = refused.value.message
        assert (sentence.startswith(place), words in sentence) == (True, True), (text, sentence)
    assert not store.exists()
