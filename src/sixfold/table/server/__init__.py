"""HTTP and WebSocket around the room and the store: `sixfold serve`.

`room_service` has the rooms of one server, and `listeners` those who hear of each; `middleware` is what every request
goes through, and says what was wrong; `api` is a file for each part of the API, and `serving` starts it all.
"""
