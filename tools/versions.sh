#!/usr/bin/env bash
# Runs all tests on each of these Python versions, with the pinned packages, in an environment of its own each.
# A version that is neither here nor can be installed is named and left out.
set -euo pipefail
cd "$(dirname "$0")/.."
uv=.venv/bin/uv

interpreter() {
    "$uv" python find --system --no-project "$1" 2>/dev/null && return
    ls -d "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python 2>/dev/null | sort -V | tail -n 1 | grep . && return
    "$uv" python install --quiet "$1" 2>/dev/null && "$uv" python find --system --no-project "$1"
}

left_out=""
for version in "$@"; do
    if ! python="$(interpreter "$version")"; then
        left_out="$left_out $version"
        continue
    fi
    here=".venv-$version"
    printf '\nPython %s\n' "$("$python" -c 'import platform; print(platform.python_version())')"
    "$uv" venv --quiet --clear --python "$python" "$here"
    "$uv" pip sync --quiet --python "$here/bin/python" requirements/dev.txt
    "$uv" pip install --quiet --python "$here/bin/python" --no-deps --editable .
    "$here/bin/python" -m pytest -n auto --dist worksteal
done
[ -z "$left_out" ] || printf '\nNot tried, since neither here nor to be had:%s\n' "$left_out"
