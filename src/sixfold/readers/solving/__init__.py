"""How the solved reader works: paths through a rule, and the joint distributions that they branch on."""
