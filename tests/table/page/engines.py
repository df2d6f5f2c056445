"""Firefox and WebKit, driven by the protocols that they speak themselves: as much as a few tests of the page need.

A test asks a `Window` to go somewhere and to run JavaScript; what it does there is what a hand would do.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from glob import glob
from itertools import count
from pathlib import Path
from typing import Any, Final, Protocol

import httpx
from websockets.sync.client import ClientConnection

from tests.table.server.kit import connect, free_port
from tests.waiting import PATIENCE, wait_until

FIREFOX: Final = ("firefox-esr", "firefox")
WEBKIT: Final = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"

WITHOUT: Final = {
    "firefox": "The page is tested in Firefox as well, where it is: apt-get install firefox-esr",
    "webkit": "The page is tested in WebKit as well, where it is: apt-get install webkit2gtk-driver xvfb",
}
"""How to get each, in a line."""

HAND: Final = """
const hand = {
    seen: (one) => one && one.checkVisibility(),
    at: (selector, words = "") =>
        [...document.querySelectorAll(selector)].find((one) => hand.seen(one) && one.textContent.includes(words)),
    press: (selector, words) => {
        const found = hand.at(selector, words);
        found?.click();
        return found;
    },
    type: (selector, text) => {
        const field = hand.at(selector);
        if (!field) return false;
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, text);
        return field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    },
    says: (selector, words) => [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(words)),
};
"""


class Driver(Protocol):
    """What drives a browser."""

    def go(self, address: str) -> None:
        """Open an address."""

    def run(self, body: str) -> Any:
        """Return what the body of a function returns."""


class Window:
    """A browser with one page."""

    def __init__(self, driver: Driver) -> None:
        self.go = driver.go
        self.driver = driver

    def do(self, body: str) -> Any:
        """Return what a few lines of JavaScript return; `hand` does what a hand does."""
        return self.driver.run(HAND + body)

    def until(self, body: str) -> None:
        """Wait until an expression holds."""
        wait_until(lambda: self.do(f"return Boolean({body})"))

    def press(self, selector: str, words: str = "") -> None:
        """Press what is there, once it is."""
        self.until(f"hand.press({json.dumps(selector)}, {json.dumps(words)})")

    def type(self, selector: str, text: str) -> None:
        """Type into a field, once it is there."""
        self.until(f"hand.type({json.dumps(selector)}, {json.dumps(text)})")

    def sees(self, selector: str, words: str) -> None:
        """Wait for words, shown or behind a tab."""
        self.until(f"hand.says({json.dumps(selector)}, {json.dumps(words)})")


class Firefox:
    """Firefox, by WebDriver BiDi."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._numbers = count(1)
        self._ask("session.new", {"capabilities": {}})
        self._context = self._ask("browsingContext.getTree", {})["contexts"][0]["context"]

    def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._connection.recv(PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                result: dict[str, Any] = answer["result"]
                return result

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", {"context": self._context, "url": address, "wait": "complete"})

    def run(self, body: str) -> Any:
        asked = {
            "expression": f"(async () => JSON.stringify(await (async () => {{{body}}})() ?? null))()",
            "target": {"context": self._context},
            "awaitPromise": True,
        }
        answer = self._ask("script.evaluate", asked)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])


class WebKit:
    """WebKit, by WebDriver."""

    def __init__(self, address: str, binary: str) -> None:
        self._http = httpx.Client(base_url=address, timeout=PATIENCE)
        wanted = {"webkitgtk:browserOptions": {"binary": binary, "args": ["--automation"]}}
        started = self._ask("/session", {"capabilities": {"alwaysMatch": wanted}})
        self._session = f"/session/{started['sessionId']}"
        self._ask(f"{self._session}/window/rect", {"width": 1280, "height": 800})

    def _ask(self, path: str, body: dict[str, Any]) -> Any:
        answer = self._http.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def go(self, address: str) -> None:
        self._ask(f"{self._session}/url", {"url": address})

    def run(self, body: str) -> Any:
        script = f"const done = arguments[0]; (async () => {{{body}}})().then((found) => done(found ?? null))"
        return self._ask(f"{self._session}/execute/async", {"script": script, "args": []})

    def close(self) -> None:
        """End the browser."""
        self._http.delete(self._session)
        self._http.close()


def found(name: str) -> str:
    """The browser of this machine, or nothing."""
    if name == "firefox":
        return next(filter(None, map(shutil.which, FIREFOX)), "")
    there = shutil.which("WebKitWebDriver") and shutil.which("Xvfb")
    return next(iter(sorted(glob(WEBKIT), reverse=True)), "") if there else ""


@contextmanager
def window(name: str) -> Iterator[Window]:
    """A window of Firefox or of WebKit, in a profile of its own."""
    # A browser's children write into its profile for a moment after it has ended.
    with ExitStack() as ended, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        if name == "firefox":
            log = Path(folder, "log")
            command = [found(name), "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"]
            with log.open("w") as said:
                _running(ended, [*command, "about:blank"], said)
            wait_until(lambda: "listening on ws://" in log.read_text("utf-8"))
            address = "ws://" + log.read_text("utf-8").partition("listening on ws://")[2].split()[0]
            yield Window(Firefox(ended.enter_context(connect(f"{address}/session", max_size=2**24))))
            return
        read, write = os.pipe()
        _running(ended, ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24"], None, write)
        display = os.read(read, 20).decode().strip()
        port = free_port()
        at_home = {**os.environ, "DISPLAY": f":{display}", "HOME": folder, "XDG_DATA_HOME": folder}
        _running(ended, ["WebKitWebDriver", f"--port={port}"], None, env=at_home)
        wait_until(lambda: _answers(port))
        webkit = WebKit(f"http://127.0.0.1:{port}", found(name))
        ended.callback(webkit.close)
        yield Window(webkit)


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/status", timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


def _running(ended: ExitStack, command: list[str], said: Any, *kept: int, env: dict[str, str] | None = None) -> None:
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=said or quiet, pass_fds=kept, env=env)
    ended.callback(process.wait)
    ended.callback(process.terminate)
