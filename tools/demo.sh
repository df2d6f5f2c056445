#!/bin/sh
# Shows the main job: a roll in each game with its odds, and a rule book caught printing wrong ones.
command="${1:-sixfold}"

sixfold() {
    "$command" "$@"
}

# Prints a line as it would be typed, and runs it.
show() {
    printf '\n$ %s\n' "$1"
    eval "$1"
}

show "sixfold roll ten +4 superior 1"
show "sixfold odds ten +4 superior 1"
show "sixfold roll skew 2 high +2 vs 14"
show "sixfold roll wild 5D+1 vs 15"
show "sixfold roll hs 3 ranks 1 edge 1 cut"
show "sixfold odds hs 3 ranks 1 edge 1 cut"
show "sixfold roll 'odgs vs 15 +2 [Strength] +3 [Heavy Lifting] advantage 1'"
show "sixfold 4d6kh3+2"
show "sixfold roll 'dice 6d6>=5'"
show "sixfold compare 'ten +3' 'skew 1 high vs 12' 'wild 5D vs 15' 'hs 3d' 'odgs vs 15 +5'"
printf '\nA rule book prints these odds. Which of them are wrong?\n'
show "sixfold audit"
# Wrong claims were expected here: the audit says so with its status.
[ $? -eq 1 ]
