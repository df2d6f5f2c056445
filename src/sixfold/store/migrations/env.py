"""What alembic runs: the migrations, on the connection that it was handed."""

from alembic import context

from sixfold.store.database import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
