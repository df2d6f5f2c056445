#!/bin/sh
# A browser for the tests of the page: the one that is here, else Debian's Chromium, else Playwright's own.
# The argument is the folder with the commands of the environment.
cd "$(dirname "$0")/.." || exit 1
bin="${1:-.venv/bin}"
"$bin/python" -m tests.table.page.browser >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Debian's Chromium for the tests of the page"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; } >/dev/null 2>&1
else
    echo "Installing Playwright's Chromium for the tests of the page"
    "$bin/playwright" install chromium
fi
"$bin/python" -m tests.table.page.browser
