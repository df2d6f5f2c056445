#!/bin/sh
# Installs one layer of packages into .venv: demo (a roll and its odds), table (the server, too), uv (what installs
# the rest quickly) or dev (everything that tests, types and benchmarks need). Each holds what the layers before it
# have, in the same versions, so nothing is removed that another one needs. What the machine lacks is named.
set -eu
layer="$1"
wanted="${2:-}"
into=.venv/bin/python

stop() {
    echo "$1" >&2
    exit 1
}

# The first of the usual names, or of those that were asked for, that is a Python we run on.
interpreter() {
    for name in ${wanted:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$name" && return
    done
    stop "Sixfold needs Python 3.11 or newer, and ${wanted:-python3} is $("${wanted:-python3}" --version 2>&1 || true). Name another one: make PYTHON=/path/to/python ..."
}

install() {
    PIP_USER=no "$into" -m pip install --quiet --disable-pip-version-check --no-compile "$@" ||
        stop "Packages could not be installed into .venv: the lines above say why. Is this machine online?"
}

if ! "$into" -m pip --version >/dev/null 2>&1; then
    python="$(interpreter)"
    "$python" -c 'import venv, ensurepip' 2>/dev/null ||
        stop "Python's venv module is missing. On Debian and Ubuntu: apt-get install python3-venv"
    "$python" -m venv --clear .venv || stop "$python could not make .venv: the lines above say why."
fi

if [ "$layer" = dev ]; then
    # Bytecode now rather than in every one of the processes that run the tests.
    export UV_COMPILE_BYTECODE=1
    .venv/bin/uv pip sync --quiet --python "$into" requirements/dev.txt ||
        stop "Packages could not be installed into .venv: the lines above say why. Is this machine online?"
else
    install --require-hashes -r "requirements/$layer.txt"
fi
[ "$layer" = uv ] || install --no-build-isolation --no-deps --editable .

case "$layer" in
    dev) touch .venv/.demo .venv/.table .venv/.uv .venv/.dev ;;
    table) touch .venv/.demo .venv/.table ;;
    *) touch ".venv/.$layer" ;;
esac
