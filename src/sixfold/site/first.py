"""The first page of the site as it is before Python has started: a roll's odds, worked out when the site was built."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from sixfold import odds
from sixfold.show.formats.html import part
from sixfold.systems import SYSTEMS

SHOWN: Final = "ten +4 superior 1"

POLICY: Final = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:",
    "font-src 'self'", "connect-src 'self'", "frame-src 'self'", "worker-src 'self'", "base-uri 'none'",
    "form-action 'none'",
))  # fmt: skip
"""What the page may load: its own files. Python runs in a frame with a stricter policy of its own."""

PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Dice, exact odds, and games of your own, in your browser.">
<title>Sixfold</title>
<link rel="icon" href="icons/die.svg" type="image/svg+xml">
<link rel="stylesheet" href="site.css">
<script type="module" src="site.js"></script>
</head>
<body>
<div id="site"><main class="page">
<h1>Sixfold</h1>
<p>Roll dice by the rules of your game, see the exact odds, and write a game of your own, in your browser.</p>
{odds}
<h2>Games</h2>
<ul>{games}</ul>
</main></div>
<noscript>Rolling and writing games here needs JavaScript.</noscript>
</body>
</html>
"""


def first_page(examples: Sequence[dict[str, str]]) -> str:
    """Return the document, with the odds of an example and links to every game."""
    known = [f"<li>{escape(system.title)}</li>" for system in SYSTEMS.values()]
    known += [f"<li>{escape(one['title'])}</li>" for one in examples]
    return PAGE.format(policy=POLICY, odds=part(odds(SHOWN)), games="".join(known))
