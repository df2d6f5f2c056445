#!/bin/sh
# The shells that some tests run in, where they are missing.
missing=""
for name in bash zsh fish dash; do
    command -v "$name" >/dev/null || missing="$missing $name"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing$missing for the tests"
    # shellcheck disable=SC2086
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing; } >/dev/null 2>&1 && exit 0
fi
echo "Some tests run in$missing: install with the package manager of your system."
exit 1
