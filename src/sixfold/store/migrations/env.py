"""What alembic runs: the migrations, on the connection that it was handed."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
