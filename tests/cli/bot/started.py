"""`sixfold bot discord` with the addresses of a stand-in in place of Discord's: REST, gateway, then what is typed."""

import sys

import discord.gateway
import discord.http
import yarl

from sixfold.cli.main import main

if __name__ == "__main__":
    rest, gateway, *words = sys.argv[1:]
    discord.http.Route.BASE = rest
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    sys.exit(main(words))
