#!/bin/sh
# Installs one layer of packages into .venv: demo (a roll and its odds), table (the server too), uv (installs the
# rest quickly) or dev (everything that tests, types and benchmarks need). Each layer has the packages of the smaller
# ones in the same versions, so none takes away what another needs. A missing part of the machine is named.
#
#     tools/setup.sh LAYER [PYTHON]
set -eu
layer="$1"
wanted="${2:-}"
into=.venv/bin/python

stop() {
    echo "$1" >&2
    exit 1
}

failed() {
    stop "Packages could not be installed into .venv; the lines above say why. Is this machine online?"
}

# The Python that was asked for, or the first of the usual names that is new enough.
interpreter() {
    for name in ${wanted:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$name" && return
    done
    found="$("${wanted:-python3}" --version 2>/dev/null)" || found="not here"
    stop "Sixfold needs Python 3.11 or newer; ${wanted:-python3} is $found. Name another one: make PYTHON=/path/to/python3"
}

# The machine's own pip will do: a second one in .venv takes longer to make than all that the demo needs.
pip() {
    if "$into" -m pip --version >/dev/null 2>&1; then
        set -- "$into" -m pip "$@"
    elif "$python" -m pip --version >/dev/null 2>&1; then
        set -- "$python" -m pip --python "$into" "$@"
    else
        "$into" -m ensurepip >/dev/null 2>&1 ||
            stop "This Python comes without pip. On Debian and Ubuntu: apt-get install python3-venv"
        set -- "$into" -m pip "$@"
    fi
    PIP_USER=no "$@" --quiet --disable-pip-version-check --no-compile || failed
}

python="$(interpreter)"
if ! "$into" -c '' 2>/dev/null; then
    "$python" -c 'import venv' 2>/dev/null ||
        stop "This Python comes without its venv module. On Debian and Ubuntu: apt-get install python3-venv"
    "$python" -m venv --clear --without-pip .venv || stop "$python could not make .venv; the lines above say why."
fi

case "$layer" in
    uv)
        pip install --require-hashes -r requirements/uv.txt
        ;;
    dev)
        # Bytecode now rather than in each of the processes that run the tests.
        export UV_COMPILE_BYTECODE=1
        .venv/bin/uv pip sync --quiet --python "$into" requirements/dev.txt || failed
        .venv/bin/uv pip install --quiet --python "$into" --no-build-isolation --no-deps --editable . || failed
        ;;
    *)
        pip install --require-hashes -r "requirements/$layer.txt"
        pip install --no-build-isolation --no-deps --editable .
        ;;
esac

case "$layer" in
    dev) touch .venv/.demo .venv/.table .venv/.uv .venv/.dev ;;
    table) touch .venv/.demo .venv/.table ;;
    *) touch ".venv/.$layer" ;;
esac
