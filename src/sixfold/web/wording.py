"""The texts of the page stand in one file, and go to a browser with what says them: not all of them at first.

A text is found by its name and that of its group (`words.join.title`), as every module writes it.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

OPENS: Final = "export const words = {\n"
CLOSES: Final = "};\n"
ENTRY: Final = "^{indent}([a-zA-Z_]+): (.*?)(?=^{indent}[a-zA-Z_]+: |\\Z)"
GROUPS = re.compile(ENTRY.format(indent="  "), re.MULTILINE | re.DOTALL)
TEXTS = re.compile(ENTRY.format(indent="    "), re.MULTILINE | re.DOTALL)
HELPERS: Final = re.compile(r"^(export )?const (\w+)", re.MULTILINE)
SAID: Final = re.compile(r"(?<![.\w/])words\.(?!js\b)(\w+)(?:\.(\w+))?")

Names = frozenset[tuple[str, str]]
"""Texts by group and name; a text without a group, and a group in one line, have no name of their own."""


class Wording(NamedTuple):
    """All texts: what they are made with, and each as it is written."""

    helpers: str
    texts: Mapping[tuple[str, str], str]

    def said(self, source: str) -> Names:
        """The texts that a module says. Raises ValueError for one that there is not.

        >>> wording = read('export const words = {\\n  no: "No",\\n  join: {\\n    in: "In",\\n    out: "Out",\\n  },'
        ...                "\\n};\\n")
        >>> sorted(wording.said("html`${words.no} ${words.join.in}`"))
        [('join', 'in'), ('no', '')]
        >>> sorted(wording.said("words.join[way]"))
        [('join', 'in'), ('join', 'out')]
        """
        found: set[tuple[str, str]] = set()
        for group, name in SAID.findall(source):
            if (group, "") in self.texts:
                found.add((group, ""))
            elif (group, name) in self.texts:
                found.add((group, name))
            elif name or not (whole := {one for one in self.texts if one[0] == group}):
                raise ValueError(f"words.{group}{name and '.'}{name} is said, and is not there")
            else:
                found |= whole
        return frozenset(found)

    def first(self, names: Names) -> str:
        """The module of texts with those that are said at first, open for more."""
        made = ", ".join(name for exported, name in HELPERS.findall(self.helpers) if not exported)
        return f"{self.helpers}{OPENS}{self._written(names)}{CLOSES}" + (f"export {{ {made} }};\n" if made else "")

    def more(self, names: Names, module: str) -> str:
        """What adds more texts to the module of them."""
        made = [name for _, name in HELPERS.findall(self.helpers)]
        groups = sorted({group for group, name in names if name})
        added = "".join(
            f"Object.assign(words.{group} ??= {{}}, {{\n{self._group(names, group)}}});\n" for group in groups
        )
        alone = "".join(
            f"words.{group} = {self.texts[group, ''].rstrip().rstrip(',')};\n"
            for group, name in sorted(names)
            if not name
        )
        return f"{{\nconst {{ {', '.join(['words', *made])} }} = {module};\n{added}{alone}}}\n"

    def _written(self, names: Names) -> str:
        lines = []
        for group in dict.fromkeys(group for group, _ in self.texts):
            if (group, "") in names:
                lines.append(f"{group}: {self.texts[group, '']}")
            elif any(one[0] == group for one in names):
                lines.append(f"{group}: {{\n{self._group(names, group)}}},\n")
        return "".join(lines)

    def _group(self, names: Names, group: str) -> str:
        return "".join(
            f"{name}: {text}" for (of, name), text in self.texts.items() if of == group and (of, name) in names
        )


def read(source: str) -> Wording:
    """The texts as they are written. Raises ValueError where they are written otherwise."""
    helpers, opened, rest = source.partition(OPENS)
    inside, closed, after = rest.rpartition(CLOSES)
    if not opened or not closed or after.strip():
        raise ValueError("the texts of the page are not written as they should be")
    texts: dict[tuple[str, str], str] = {}
    for group, text in GROUPS.findall(inside):
        if text.startswith("{\n"):
            texts |= {
                (group, name): one for name, one in TEXTS.findall(text.removeprefix("{\n").rstrip().removesuffix("},"))
            }
        else:
            texts[group, ""] = text
    return Wording(helpers, texts)
