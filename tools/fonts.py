"""Cut the page's one face into what nearly every screen shows and the rest of Latin: `make vendor`.

The characters of each file stand in `style/tokens.css`, as the `unicode-range` by which a browser fetches it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

ROOT = Path(__file__).parent.parent
FACE = ROOT / "tools" / "page" / "node_modules" / "@fontsource" / "besley"
PAGE = ROOT / "src" / "sixfold" / "table" / "page"
TOKENS = PAGE / "style" / "tokens.css"

CUT = re.compile(r'url\("\.\./fonts/(besley-[^"]+)"\).*?unicode-range:([^;]+);', re.DOTALL)

GRID = 1000
"""Units to an em: as fine as most faces are drawn, and a tenth lighter than 2000."""


def main() -> int:
    """Cut every file that the style sheet names."""
    for name, ranges in CUT.findall(TOKENS.read_text("utf-8")):
        font = TTFont(FACE / "files" / "besley-latin-600-normal.woff2", recalcTimestamp=False)
        options = Options(layout_features=["kern", "tnum"], name_IDs=[], hinting=False, notdef_outline=True)
        options.drop_tables += ["STAT", "gasp", "prep"]
        cut = Subsetter(options)
        cut.populate(unicodes=parse_unicodes(ranges.replace("U+", "").replace("\n", " ")))
        cut.subset(font)
        scale_upem(font, GRID)
        font.flavor = "woff2"
        font.save(PAGE / "fonts" / name)
    (PAGE / "fonts" / "besley-LICENSE.txt").write_bytes((FACE / "LICENSE").read_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
