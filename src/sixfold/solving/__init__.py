"""The solver: it runs a rule with all rolls at once, and counts every way in which the rule can go.

A rule is an ordinary function. It runs once for each path, not once for each roll of the dice:

1. `solver` runs the rule on a `SolverTable` (`table`). A roll gives a hand (`hand`); a reading of it (`hand_answers`)
   gives all its answers with their ways, as one joint distribution (`distribution`).
2. The rule computes with these answers as with numbers. Only an `if`, or another step that must know more, divides the
   path (`path`): this run takes one case, and the others wait.
3. When the rule returns, the outcomes of the path are added to those of the others (`paths`, `collect`).
4. The rule runs again for each case that waits. Up to the place where the cases differ, it gets the same answers.
5. When nothing waits, `outcomes` and `odds` have the answer.

So `ten +4 superior 1` runs three times: with a natural of 16 or more, of 5 or less, and between. The page “How the odds
are exact” follows this check step by step. `markov` and `best` do the same for games that go on and for a player who
decides.
"""
