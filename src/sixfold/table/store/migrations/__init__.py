"""From every earlier version of the tables to this one; a step a file in `versions`, run by alembic."""
