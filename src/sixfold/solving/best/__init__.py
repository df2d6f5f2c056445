"""Best play: a rule in which a player decides, solved as the decision process that it is.

The solver follows the rule as always, with all answers side by side. What is new happens where a player decides: the
path is cut. What leads there are chances, what follows is followed once for each state that still matters, and the
parts make a graph.

- `graph` has the states: where chance moves, where the player decides, and the ends.
- `cuts` cuts a path at a decision, with all that the player knows then.
- `process` does so at every state of a game that goes on: a Markov decision process.
- `induction` solves the graph: backward induction, and policy iteration where states lead back to each other.
- `aim` is what the player wants: an event, or the mean of a number.
"""
