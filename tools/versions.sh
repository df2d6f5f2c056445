#!/usr/bin/env bash
# Runs all tests on each of these Python versions, with the pinned packages, in an environment of its own each.
# Where there is no Python 3.14, the tests without network and processes run on that of Pyodide, under Node.
# A version that is missing is an error; ALLOW_MISSING=1 leaves it out.
set -euo pipefail
cd "$(dirname "$0")/.."
uv=.venv/bin/uv

interpreter() {
    "$uv" python find --system --no-project "$1" 2>/dev/null && return
    ls -d "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python 2>/dev/null | sort -V | tail -n 1 | grep . && return
    "$uv" python install --quiet "$1" 2>/dev/null && "$uv" python find --system --no-project "$1" && return
    [ "$1" = 3.14 ] && command -v npm >/dev/null && echo wasm
}

missing=""
found=()
for version in "$@"; do
    python="$(interpreter "$version")" && found+=("$version $python") || missing="$missing $version"
done
if [ -n "$missing" ]; then
    echo "Not here, and not to be installed: Python$missing"
    [ -n "${ALLOW_MISSING:-}" ] || { echo "To test the others: make versions ALLOW_MISSING=1"; exit 1; }
fi

for each in "${found[@]}"; do
    read -r version python <<<"$each"
    printf '\nPython %s\n' "$version"
    if [ "$python" = wasm ]; then
        tools/python314.sh tests
        continue
    fi
    here=".venv-$version"
    "$uv" venv --quiet --clear --python "$python" "$here"
    "$uv" pip sync --quiet --python "$here/bin/python" requirements/dev.txt
    "$uv" pip install --quiet --python "$here/bin/python" --no-deps --editable .
    "$here/bin/python" -m pytest -n auto --dist worksteal
done
