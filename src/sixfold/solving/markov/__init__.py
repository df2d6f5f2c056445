"""Games that go on from state to state, solved as the Markov chains that they are.

- `moves` runs one step on many states at once, and tells where it leads from each.
- `chain` finds every state that can be reached, each once, and puts them in order: those that lead back to each other
  together.
- `absorbed` tells where a chain ends: exact, by elimination.
- `counted` tells that and the number of steps, which are the exponents of packed polynomials.
- `stepwise` goes step by step, where the number of steps is limited, and where elimination would cost too much.
- `race` does so at once for games in which each step is one point for either side, and `independent` for those whose
  steps do not hang on the state.
"""
