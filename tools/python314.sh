#!/usr/bin/env bash
# Runs tests of the wheel on Python 3.14 under Node: Pyodide is CPython 3.14, compiled to WebAssembly.
#
#     tools/python314.sh           the examples in the documentation strings of the rooms that are pure
#     tools/python314.sh tests     these, and the tests of those rooms, except the few that need processes or threads
#     tools/python314.sh WORD...   what pytest does with these words
set -euo pipefail
cd "$(dirname "$0")/.."
here=.venv-wasm
packages="$here/packages"
command -v npm >/dev/null || { echo "Python 3.14 runs under Node.js here: apt-get install nodejs npm"; exit 1; }

if [ tools/python314/package.json -nt "$here/.node" ] || [ requirements/python314.txt -nt "$here/.packages" ]; then
    rm -rf "$here"
    mkdir -p "$here"
    npm install --silent --no-audit --no-fund --no-package-lock --prefix tools/python314
    touch "$here/.node"
    .venv/bin/uv run --quiet --no-project --with pip python -m pip install --quiet --disable-pip-version-check --target "$packages" \
        --only-binary :all: --python-version 3.14 --implementation cp --abi cp314 --platform pyemscripten_2026_0_wasm32 \
        --require-hashes --requirement requirements/python314.txt
    touch "$here/.packages"
fi

rm -rf "$here/wheel" "$packages"/sixfold*
.venv/bin/uv build --quiet --wheel --no-build-isolation --python .venv/bin/python --out-dir "$here/wheel"
.venv/bin/uv pip install --quiet --python .venv/bin/python --no-deps --target "$packages" "$here"/wheel/sixfold-*.whl

rooms=(rules checks solving systems playing show base.shapes base.mappings study.questions study.claims base.written_chances study.printed_figures study.open_places table.room)
if [ $# -eq 0 ]; then
    set -- --pyargs "${rooms[@]/#/sixfold.}"
elif [ "$*" = tests ]; then
    # JSON Schemas are held against a library that has to be compiled, and files against the system's pipes and modes.
    set -- tests/{rules,checks,solving,systems,playing,show,base,study,table/room,clauses} --ignore-glob "*/sweeps/*" \
        --ignore tests/base/shapes/test_documents.py --ignore tests/show/test_files.py --pyargs "${rooms[@]/#/sixfold.}"
fi
exec node tools/python314/run.mjs "$PWD" "$PWD/$packages" "$@"
