"""A bot at Discord: slash commands, over the gateway."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from threading import Thread
from typing import Any, Final, Literal

import aiohttp
import discord
from discord import app_commands

from sixfold.checks.completing import completions
from sixfold.cli.bot.chat import FAST, Bot, numbered, pieces
from sixfold.cli.bot.memory import Message
from sixfold.errors import TableError

MOST: Final = 1_980
"""Characters of a message, which has at most 2,000 with the marks around it."""

OFFERED: Final = 25
LONGEST: Final = 100
"""Words that Discord offers, and characters of each."""

PAUSE: Final = 5.0
"""Seconds until a message is tried again that Discord did not take."""

Who = Literal["everyone", "me and the GM", "me", "the GM"]
SECRETLY: Final = {"everyone": "roll", "me and the GM": "master", "me": "secret", "the GM": "blind"}

ALONE: Final = ("secret", "master", "blind", "whisper", "sheet", "history", "table", "luck", "verify", "help")
"""Commands whose answer is most often for one person: Discord wants to know before there is one."""

Interaction = discord.Interaction["Client"]


class Client(discord.Client):
    """The connection: it registers the commands, and answers them."""

    def __init__(self, bot: Bot, say: Callable[[str], None]) -> None:
        super().__init__(intents=discord.Intents.none(), allowed_mentions=discord.AllowedMentions.none())
        self._bot = bot
        self.systems = bot.systems
        self._say = say
        self.tree = app_commands.CommandTree(self)
        for command in COMMANDS:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        await self.tree.sync()
        Thread(target=self._deliver, daemon=True).start()

    def _deliver(self) -> None:
        self._bot.finish()
        self._bot.deliver(self._send)

    async def close(self) -> None:
        self._bot.stop()
        await super().close()

    async def answer(self, interaction: Interaction, line: str) -> None:
        """Do a line and answer it: for everyone, or for the one who wrote it alone."""
        alone = line.split(" ", 1)[0] in ALONE
        await interaction.response.defer(ephemeral=alone, thinking=True)
        assert interaction.channel_id is not None  # commands are used in channels
        channel, user, key = str(interaction.channel_id), str(interaction.user.id), str(interaction.id)
        called = getattr(interaction.channel, "name", None) or ""
        reply = await asyncio.to_thread(self._bot.line, channel, called, user, interaction.user.display_name, line, key)
        hidden = reply.private or reply.refused
        try:
            if hidden != alone:  # the answer that was announced would be for the others
                await interaction.delete_original_response()
            for text in fenced(reply.text or FAST):
                await interaction.followup.send(text, ephemeral=hidden)
        except (OSError, aiohttp.ClientError, discord.HTTPException):  # it comes as a message then
            self._bot.owe(channel, user, key, reply._replace(private=hidden))
        else:
            with self._bot.kept.changing(key) as memory:
                memory.doing.pop(key, None)

    def _send(self, message: Message) -> None:
        """Send a message from another thread, and wait until it is sent."""
        while True:
            try:
                return asyncio.run_coroutine_threadsafe(self._sent(message), self.loop).result()
            except (OSError, aiohttp.ClientError, discord.DiscordServerError):
                if self._bot.stopping.wait(PAUSE):
                    return None
            except discord.HTTPException as error:
                return self._say(f"Discord refuses a message: {error.text or error.status}")

    async def _sent(self, message: Message) -> None:
        place: discord.abc.Messageable = self.get_partial_messageable(int(message.channel))
        if message.user:
            place = await (await self.fetch_user(int(message.user))).create_dm()
        for at, text in enumerate(fenced(message.text)):
            await place.send(text, nonce=numbered(message.key, at))


def run(bot: Bot, token: str, say: Callable[[str], None]) -> None:
    """Answer until Ctrl-C or SIGTERM. Raises TableError (table/chat) for a token that Discord refuses."""
    bot.start()
    try:
        Client(bot, say).run(token, log_level=logging.WARNING)
    except discord.LoginFailure:
        raise TableError("table/chat", "Discord refuses the token: copy it from its page once more.") from None
    except OFFLINE as error:
        raise TableError("table/chat", f"Discord does not answer ({type(error).__name__}). Try again.") from None


OFFLINE: Final = (
    OSError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
)
"""How Discord does not answer."""


def fenced(text: str) -> list[str]:
    """A text as messages that Discord shows letter by letter."""
    return [f"```\n{piece}\n```" for piece in pieces(text.replace("``", "` `"), MOST)]


async def fitting(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The words that may come next, while somebody types a check: Discord offers at most 25."""
    offered = completions(typed, len(typed), interaction.client.systems)[:OFFERED]
    texts = [f"{typed[: one['start']]}{one['word']}" for one in offered]
    return [app_commands.Choice(name=text, value=text) for text in texts if len(text) <= LONGEST]


@app_commands.command(description="Roll a check: ten +4, 4d6kh3, or a name on your sheet")
@app_commands.describe(check="the check, with a # before a note", seen="who sees the result")
@app_commands.autocomplete(check=fitting)
async def roll(interaction: Interaction, check: str, seen: Who = "everyone") -> None:
    await interaction.client.answer(interaction, f"{SECRETLY[seen]} {check}")


@app_commands.command(description="Show the exact odds of a check")
@app_commands.autocomplete(check=fitting)
async def odds(interaction: Interaction, check: str) -> None:
    await interaction.client.answer(interaction, f"odds {check}")


@app_commands.command(description="Explain a roll: its dice, and the rules that mattered")
@app_commands.describe(number="the number of the roll; without it, the last one")
async def why(interaction: Interaction, number: int | None = None) -> None:
    await interaction.client.answer(interaction, f"why {number or ''}")


@app_commands.command(description="Explain the rule of a check, clause by clause")
async def explain(interaction: Interaction, check: str) -> None:
    await interaction.client.answer(interaction, f"explain {check}")


@app_commands.command(description="Set the game of this channel: a check that names no game is one of it")
async def game(interaction: Interaction, name: str = "") -> None:
    await interaction.client.answer(interaction, f"game {name}")


@app_commands.command(description="Show the table of this channel, or bring the channel to another one")
@app_commands.describe(address="the player link of a table")
async def link(interaction: Interaction, address: str = "") -> None:
    await interaction.client.answer(interaction, f"link {address}")


@app_commands.command(description="Everything else that you can type at a table, such as: sheet new ten Mira")
async def sixfold(interaction: Interaction, line: str) -> None:
    await interaction.client.answer(interaction, line)


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None], ...]] = (roll, odds, why, explain, game, link, sixfold)
"""The commands, as Discord registers them."""
