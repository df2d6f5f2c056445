"""`sixfold compare`: checks side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sixfold.cli.arguments import Parser
from sixfold.cli.style import painter
from sixfold.rules.rule import System
from sixfold.study.comparing import compare
from sixfold.systems import SYSTEMS


def parser() -> Parser:
    """The arguments of `sixfold compare`."""
    made = Parser(
        "compare",
        "Checks side by side, of one game or of several: success, criticals, the spread, what is likeliest.",
        "examples:\n  sixfold compare 'ten +3' 'ten +3 superior 1' 'wild 5D vs 15'\n"
        "  sixfold compare ten , ten superior 1 , ten superior 2 --chart superior.svg",
    )
    made.add_argument("checks", nargs="*", metavar="CHECK", help="checks, each in quotes, or with a comma between them")
    made.add_argument("--event", metavar="EVENT", help="what is compared (success or a hit), as in 'margin >= 3'")
    made.add_argument("--chart", metavar="FILE", help="draw it: .svg, .png, .html or .vl.json")
    made.json()
    return made


def run(words: Sequence[str], systems: Mapping[str, System] = SYSTEMS) -> int:
    """Run `sixfold compare`."""
    asked = parser().read(words)
    if asked.chart is not None:
        from sixfold.show.files import chart_ending

        chart_ending(asked.chart)
    found = compare(*_checks(asked.checks), event=asked.event, systems=systems)
    if asked.chart is not None:
        from sixfold.show.files import save_chart

        save_chart(found, asked.chart)
    if asked.json:
        from sixfold.cli.document import write

        write(found.to_json())
    else:
        print(found.show(painter()))
    return 0


def _checks(words: Sequence[str]) -> list[str]:
    """Checks that came in quotes, or word by word with commas between them."""
    if "," not in words and not any(word.endswith(",") for word in words):
        return [word.strip() for word in words]
    return [part.strip() for part in " ".join(words).replace(" , ", ", ").split(", ") if part.strip(" ,")]
