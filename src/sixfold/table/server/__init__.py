"""HTTP and WebSocket around the room and the store: `sixfold serve`.

`room_service` has the rooms of one server, each a `live_room` with its `listeners`; `middleware` is what every request
goes through, and says what was wrong; `api` is a file for each part of the API, whose `calls` are made from commands;
and `serving` starts it all.
"""
