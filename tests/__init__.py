"""The tests of Sixfold: a slow twin of every rule, laws, goldens, walls and hostile inputs."""

import os

os.environ["SIXFOLD_CONFIG"] = ""  # no test, golden or page reads the config file of whoever runs them
