"""Checking an export: the chain, every draw that it opens, every record played again, and what it cannot see.

It believes nothing of what the log says about itself. With what wrote it, it shares the rules of the games and how they
are played with given dice (`playing`), what is a name (`names`), what events and requests may contain (`event_kinds`,
`commands`) and how openly a request may be answered (`visibility.AS_OPEN`), and no other code. Every field of every
event is worked out again, or has a form that it must have; docs/maintaining/limits-of-a-proof.md lists what a proof
cannot show. Problems are named by their events. Hidden parts are listed too, since nobody can check them from here.
"""

from sixfold.table.room.verify.check_log import verify, verify_together

__all__ = ["verify", "verify_together"]
