#!/bin/sh
# Shows the main job: a roll in each game with its odds, and a rule book caught printing wrong ones.
sixfold="${1:-sixfold}"

show() {
    printf '\n$ sixfold %s\n' "$*"
    "$sixfold" "$@"
}

show roll ten +4 superior 1
show odds ten +4 superior 1
show roll skew 2 high +2 vs 14
show roll wild 5D+1 vs 15
show roll hs 3 ranks 1 edge 1 cut
show odds hs 3 ranks 1 edge 1 cut
show roll odgs vs 15 +2 "[Strength]" +3 "[Heavy Lifting]" advantage 1
show roll dice 4d6kh3+2
show compare "ten +3" "skew 1 high vs 12" "wild 5D vs 15" "hs 3d" "odgs vs 15 +5"
printf '\nA rule book prints these odds. Which of them are wrong?\n'
show audit
# Wrong claims were expected here: the audit says so with its status.
[ $? -eq 1 ]
