#!/bin/sh
# A Chromium for the tests of the page: the one that is there, else Debian's, else one line that says what to do.
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Debian's Chromium for the tests of the page"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; } >/dev/null 2>&1 && exit 0
fi
echo "The page is tested in a browser: apt-get install chromium"
exit 1
