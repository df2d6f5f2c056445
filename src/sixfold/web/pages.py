"""What a browser shows at a link: how to come in from a terminal or a program. No script, nothing from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from sixfold.web.asking import Asking

STYLE: Final = """
:root { color-scheme: light dark; --desk: light-dark(#dfe6e6, #0c1316); --paper: light-dark(#f8faf9, #151e22);
  --ink: light-dark(#14222a, #e9efee); --soft: light-dark(#455860, #a9b9be); --edge: light-dark(#6b7d83, #7b9098); }
body { margin: 0; background: var(--desk); color: var(--ink); font: 18px/1.5 system-ui, sans-serif; }
main { max-width: 36rem; margin: 12vh auto 4rem; padding: 2rem; background: var(--paper); border-radius: 3px; }
h1 { margin: 0 0 1rem; font: 600 34px/1.15 Georgia, serif; }
p { margin: 0 0 1rem; } code { font: 16px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--edge); border-radius: 3px;
  white-space: pre-wrap; }
.soft { color: var(--soft); font-size: 16px; margin-bottom: 0; }
"""
POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


def page(title: str, body: str) -> Response[str]:
    """A page of one sheet."""
    text = (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>\n"
    )
    return Response(text, media_type="text/html", headers={"content-security-policy": POLICY})


@get("/", include_in_schema=False, sync_to_thread=False)
def front(request: Asking) -> Response[str]:
    """What this server is."""
    return page(
        "Sixfold",
        "<p>Here people throw d6 together, at a table that knows the rules, the odds, and the words for what "
        "happened.</p><p>You come in by a link. Ask whoever runs your game for one.</p>"
        '<p class="soft">Programs find everything in <code>/api/v1/openapi.json</code>.</p>',
    )


@get("/rooms/{room:str}", include_in_schema=False, sync_to_thread=False)
def invitation(request: Asking, room: FromPath[str]) -> Response[str]:
    """How to come in; the page is the same for every room, whether there is one or not."""
    return page(
        "You are invited to a table",
        "<p>This link is a seat at a table where dice are thrown. Come in from a terminal:</p>"
        "<pre><code>pip install 'sixfold[table]'\nsixfold join 'THIS LINK'</code></pre>"
        "<p>Put the whole address of this page in the place of THIS LINK, in quotes: what stands behind the # is "
        "your way in. Give it to nobody who should not sit there.</p>"
        '<p class="soft">A program joins with the same link: see <code>/api/v1/openapi.json</code>.</p>',
    )


HANDLERS = [front, invitation]
