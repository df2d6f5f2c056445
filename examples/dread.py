"""`dread`: stress adds dice to every roll, until a one among them is panic."""

from typing import Annotated

from sixfold.rules import Event, Rule, System, Table, Values, showing, total


def task(
    table: Table, skill: Annotated[int, range(1, 11), "your dice"], stress: Annotated[int, range(11)] = 0
) -> Values:
    """A task under stress.

    S1: Roll {skill}d6 and {stress}d6 for your stress; one 6 is a success.
    S2: A 1 on a stress die is panic: roll d6 and add your stress. From 7 on you lose your nerve.
    """
    sixes = table.read(table.roll(skill, "skill"), showing("=", 6))
    more, ones = table.read(table.roll(stress, "stress"), showing("=", 6), showing("=", 1))
    panic = table.read(table.roll(1 if ones else 0, "panic"), total()) + stress
    return {"success": sixes + more > 0, "panic": ones > 0, "lost": ones > 0 and panic >= 7}


def mission(table: Table, skill: Annotated[int, range(1, 11)], tasks: Annotated[int, range(1, 21)] = 5) -> Values:
    """A whole mission.

    S3: It takes {tasks} successes. Each failure gives one stress. You fail the mission if you lose your nerve.
    """

    def next_task(table: Table, state: tuple[int, int, bool]) -> tuple[int, int, bool]:
        done, stress, _ = state
        success, lost = table.play(task, ("success", "lost"), skill=skill, stress=stress)
        return done + success, min(10, stress + (not success)), lost

    done, stress, lost = table.repeat(next_task, (0, 0, False), lambda state: state[0] == tasks or state[2])
    return {"success": done == tasks and not lost, "done": done, "stress": stress}


SYSTEM = System(Rule(task, example="dread skill 4 stress 2", events=(Event("lost", "Nerve lost"),)), mission)
