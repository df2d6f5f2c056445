#!/usr/bin/env bash
# Builds what is published, and uses it as others do: all tests out of the unpacked source distribution, and the
# wheel alone, with nothing but what it asks for.
set -euo pipefail
cd "$(dirname "$0")/.."
uv="$PWD/.venv/bin/uv"
python="$PWD/.venv/bin/python"
away="$(mktemp -d)"
trap 'rm -rf "$away"' EXIT

"$uv" build --quiet --python "$python" --out-dir "$away/dist"
tar -xzf "$away"/dist/sixfold-*.tar.gz -C "$away"

"$uv" venv --quiet --python "$python" "$away/wheel"
"$uv" pip install --quiet --python "$away/wheel/bin/python" "$away"/dist/sixfold-*.whl
cd "$away"
wheel/bin/sixfold --version
wheel/bin/sixfold roll ten +4 superior 1
wheel/bin/sixfold odds dice 4d6kh3 --json >odds.json
wheel/bin/sixfold audit --json >audit.json || [ $? -eq 1 ]

cd "$away"/sixfold-*/
PYTHONPATH="$PWD/src" "$python" -m pytest -n auto --dist worksteal
