"""What a browser gets is what was written."""

from __future__ import annotations

from importlib.resources import files

from playwright.sync_api import Browser

from sixfold.web import pages

RULES = """(sheet) => {
    const read = new CSSStyleSheet();
    read.replaceSync(sheet);
    return [...read.cssRules].map((rule) => rule.cssText.replaceAll(/\\s*([,()])\\s*/g, "$1"));
}"""


def test_style_sheets_say_what_was_written(browser: Browser) -> None:
    """Without comments and spaces, put together, the style sheets have the same rules in the same order."""
    page = pages.read()
    lying = files("sixfold.web") / "page"
    context = browser.new_context()
    tab = context.new_page()
    for style, named in zip(pages.STYLES, pages.STYLED.finditer((lying / "index.html").read_bytes()), strict=True):
        written = b"".join((lying / path.decode()).read_bytes() for path in pages.SHEET.findall(named[0]))
        served = page.files[style].plain
        assert len(served) < len(written)
        assert tab.evaluate(RULES, served.decode()) == tab.evaluate(RULES, written.decode())
    context.close()
