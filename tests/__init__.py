"""The tests of Sixfold: a slow twin of every rule, laws, goldens, walls and hostile inputs."""
