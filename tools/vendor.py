"""Put the libraries of the page into `table/page/vendor`, with their licences: `make vendor`.

Bare imports are made relative, so that the page needs no build step and no import map.
`THIRD-PARTY-NOTICES.md` is written along with them.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
MODULES = ROOT / "tools" / "page" / "node_modules"
VENDOR = ROOT / "src" / "sixfold" / "table" / "page" / "vendor"

LIBRARIES = {
    "preact": ("preact", "dist/preact.mjs", "preact.js"),
    "preact/hooks": ("preact", "hooks/dist/hooks.mjs", "hooks.js"),
    "@preact/signals-core": ("@preact/signals-core", "dist/signals-core.mjs", "signals-core.js"),
    "@preact/signals": ("@preact/signals", "dist/signals.mjs", "signals.js"),
    "htm": ("htm", "dist/htm.mjs", "htm.js"),
    "qrcode-generator": ("qrcode-generator", "dist/qrcode.mjs", "qrcode.js"),
}
"""By the name that is imported: its package, its file, and what it is called here."""

HASHES = ("sha2.js", "hmac.js", "_md.js", "_u64.js", "utils.js")
"""SHA-256 and HMAC of @noble/hashes, for plain http addresses, where browsers have no `crypto.subtle`."""

FACE = "@fontsource/besley"
"""The page's typeface; `tools/fonts.py` cuts it, and keeps its licence."""

LICENCES = ("LICENSE", "LICENSE.md", "LICENSE.txt")
SOURCE_MAP = re.compile(r"\n?//# sourceMappingURL=.*\s*$")
IMPORTED = re.compile(r'from\s*"([^"./][^"]*)"')
COPYRIGHT = re.compile(r"Copyright \(c\) [^\n]+")

NOTICES = """\
# Third-party notices

Sixfold is under the [MIT licence](LICENSE).
Its page for browsers contains these works of others, each under a licence of its own.
No file of them is loaded from anywhere else. `make vendor` writes them and this page.

| work | version | licence | files |
|---|---|---|---|
{rows}

`src/sixfold/table/page/vendor` has JavaScript libraries, with their bare imports made relative.
`src/sixfold/table/page/fonts` has a typeface, cut to the characters that the page shows.
Packages that `pip` installs beside Sixfold bring their own licences along.
"""


def main() -> int:
    """Copy every library, with its licence, and write the notices."""
    files: dict[str, list[Path]] = {}
    for package, file, name in LIBRARIES.values():
        text = SOURCE_MAP.sub("\n", (MODULES / package / file).read_text("utf-8"))
        text = IMPORTED.sub(lambda found: f'from"./{LIBRARIES[found[1]][2]}"', text)
        (VENDOR / name).write_text(text, "utf-8")
        files.setdefault(package, []).append(VENDOR / name)
    (VENDOR / "hashes").mkdir(exist_ok=True)
    for name in HASHES:
        text = SOURCE_MAP.sub("\n", (MODULES / "@noble" / "hashes" / name).read_text("utf-8"))
        (VENDOR / "hashes" / name).write_text(text, "utf-8")
        files.setdefault("@noble/hashes", []).append(VENDOR / "hashes" / name)
    licences = {package: keep_licence(package, copied[0]) for package, copied in files.items()}
    files[FACE] = sorted((VENDOR.parent / "fonts").glob("*.woff2"))
    licences[FACE] = VENDOR.parent / "fonts" / "besley-LICENSE.txt"
    rows = [row(package, licences[package], files[package]) for package in sorted(files)]
    (ROOT / "THIRD-PARTY-NOTICES.md").write_text(NOTICES.format(rows="\n".join(rows)), "utf-8")
    return 0


def keep_licence(package: str, copied: Path) -> Path:
    """The licence beside the library; for one that only names it at its head, in the words of ours."""
    kept = VENDOR / f"{package.removeprefix('@').replace('/', '-')}-LICENSE.txt"
    licence = next((MODULES / package / one for one in LICENCES if (MODULES / package / one).exists()), None)
    if licence:
        kept.write_bytes(licence.read_bytes())
    else:
        assert described(package)["license"] == "MIT", f"{package} has no licence that we know the words of"
        (holder,) = COPYRIGHT.findall(copied.read_text("utf-8"))
        kept.write_text(COPYRIGHT.sub(holder, (ROOT / "LICENSE").read_text("utf-8")), "utf-8")
    return kept


def described(package: str) -> dict[str, str]:
    """What a package says of itself."""
    told: dict[str, str] = json.loads((MODULES / package / "package.json").read_text("utf-8"))
    return told


def row(package: str, licence: Path, files: list[Path]) -> str:
    """A work in the notices."""
    told = described(package)
    link = f"[{told['license']}]({licence.relative_to(ROOT).as_posix()})"
    names = ", ".join(f"`{file.relative_to(VENDOR.parent).as_posix()}`" for file in files)
    return f"| {package} | {told['version']} | {link} | {names} |"


if __name__ == "__main__":
    sys.exit(main())
