"""Put the libraries of the page into `web/page/vendor`, with their licences: `make vendor`.

Bare imports are made relative, so that the page needs no build step and no import map.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
MODULES = ROOT / "tools" / "page" / "node_modules"
VENDOR = ROOT / "src" / "sixfold" / "web" / "page" / "vendor"

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

LICENCES = ("LICENSE", "LICENSE.md", "LICENSE.txt")
SOURCE_MAP = re.compile(r"\n?//# sourceMappingURL=.*\s*$")
IMPORTED = re.compile(r'from\s*"([^"./][^"]*)"')


def main() -> int:
    """Copy every library."""
    for package, file, name in LIBRARIES.values():
        text = SOURCE_MAP.sub("\n", (MODULES / package / file).read_text("utf-8"))
        text = IMPORTED.sub(lambda found: f'from"./{LIBRARIES[found[1]][2]}"', text)
        (VENDOR / name).write_text(text, "utf-8")
        keep_licence(package)
    (VENDOR / "hashes").mkdir(exist_ok=True)
    for name in HASHES:
        text = SOURCE_MAP.sub("\n", (MODULES / "@noble" / "hashes" / name).read_text("utf-8"))
        (VENDOR / "hashes" / name).write_text(text, "utf-8")
    keep_licence("@noble/hashes")
    return 0


def keep_licence(package: str) -> None:
    """The licence beside the library; one without a file of its own says it at its head."""
    licence = next((MODULES / package / one for one in LICENCES if (MODULES / package / one).exists()), None)
    if licence:
        (VENDOR / f"{package.removeprefix('@').replace('/', '-')}-LICENSE.txt").write_bytes(licence.read_bytes())


if __name__ == "__main__":
    sys.exit(main())
