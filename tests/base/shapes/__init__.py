"""The shapes of JSON documents."""
