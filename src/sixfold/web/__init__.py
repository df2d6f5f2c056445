"""HTTP and WebSocket around the room and the store: `sixfold serve`.

`hall` has the rooms of one server, `live` carries events to sockets, `api` is a file for each part of the API,
`problems` says what was wrong, `serve` starts it all.
"""
