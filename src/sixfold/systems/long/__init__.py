"""`long`: longer play, made of checks of the other games."""

from sixfold.rules.rule import System
from sixfold.systems.long.attempts import ATTEMPTS_RULE
from sixfold.systems.long.duel import DUEL
from sixfold.systems.long.opposed import OPPOSED

SYSTEM = System(
    ATTEMPTS_RULE,
    OPPOSED,
    DUEL,
    name="long",
    title="several rolls in one check: repeated attempts, opposed checks and duels, in any game",
    keeps="sixfold.systems.long.instruments",
    unsaid=True,
)
