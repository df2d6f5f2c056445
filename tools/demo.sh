#!/bin/sh
# A first minute with Sixfold: a roll in each game, exact odds, games compared, and a rule book's wrong odds.
command="${1:-sixfold}"

sixfold() {
    "$command" "$@"
}

# Prints a line as you would type it, and runs it.
show() {
    printf '\n$ %s\n' "$1"
    eval "$1"
}

echo "Each of the five games rolls in its own way."
show "sixfold roll ten +4 superior 1"
show "sixfold roll skew 2 high +2 vs 14"
show "sixfold roll wild 5D+1 vs 15"
show "sixfold roll hs 3 ranks 1 edge 1 cut"
show "sixfold roll 'odgs vs 15 +5 advantage 1'"

printf '\nThe same rules give the exact odds.\n'
show "sixfold odds hs 3 ranks 1 edge 1 cut"
show "sixfold compare 'ten +3' 'skew 1 high vs 12' 'wild 5D vs 15' 'odgs vs 15 +5'"

printf '\nA rule book prints odds of its own. These are wrong.\n'
show "sixfold audit --wrong"
# Wrong claims were expected here, and the audit has status 1 for them.
[ $? -eq 1 ] || exit 1

printf '\nYour turn: %s roll ten +4   or, in a browser: make serve\n' "$command"
