"""Odds, other long answers and code of authors: worked out in processes of their own, which can be ended.

Nothing of them runs in the loop, and nothing in a thread of the server: a process that is not done in time, or that
needs too much memory, is ended whatever it is doing, and another is begun in its place.
"""

import asyncio
import faulthandler
import os
import pickle
import signal
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Any, Final

from sixfold.authoring.watchdog import endless, place_of_end, watching
from sixfold.base.bounds import ANSWER_BYTES, ANSWER_SECONDS, ANSWERS_A_WORKER, ANSWERS_WAITING, WORKERS
from sixfold.base.processes import WAITED, Deadline, queued
from sixfold.errors import RuleError, SixfoldError, TableError

BEGUN: Final = 30
"""Seconds on a clock for a process to begin, beside busy neighbours."""

BEGINS: Final = 4
"""Seconds of processor time that it needs for this."""

IDLE: Final = 4
"""Seconds on a clock that count as one of processor time: who only waits is ended, too."""

KIND: Final = 5
"""How much less urgent the processes are than the server itself."""

ASKER: Final = ContextVar("asker", default="")
"""The address that the current request comes from."""


WITHOUT: Final = "needed more memory or work than it may use"
ENDED: Final = "ended its process"
"""Reasons for which a question has no answer."""

LOADED: Final = ("sixfold.table.api_questions", "sixfold.table.server.game_worker", "sixfold.table.server.workers")
"""Modules that answers need: loaded once, and each new process is a copy, where the system can do that."""

LOOK: Final = 0.25
"""Seconds on a clock between two looks at the processor time of a process that works."""


class EndedError(Exception):
    """A process ended before it had answered; the text is what it wrote about its place.

    `why` says what is known besides.
    """

    def __init__(self, trace: str, why: str) -> None:
        super().__init__(trace)
        self.why = why


def working(link: Connection, trace: str, environment: Mapping[str, str]) -> None:
    """Answer what comes over a link, until nobody is at its other end."""
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(KIND)
    with suppress(ImportError, ValueError, OSError):  # not every system has such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (ANSWER_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    with open(trace, "wb", buffering=0) as file, suppress(EOFError, OSError):
        faulthandler.enable(file)
        while True:
            link.send_bytes(_answered(link.recv_bytes(), file.fileno()))


def _answered(message: bytes, trace: int) -> bytes:
    """The answer to a question, or its error. Reading the one and writing the other may run code of authors, too."""
    seconds, files, question = pickle.loads(message)

    def clock() -> float:
        return process_time() + (monotonic() - queued()) / IDLE

    try:
        faulthandler.dump_traceback_later(WAITED * seconds, exit=True, file=trace)
        with watching(files, clock=clock, told=trace, most=seconds):
            ask, arguments = pickle.loads(question)
            return pickle.dumps((True, ask(*arguments)))
    except BaseException as error:  # authors may raise anything
        with suppress(Exception):
            if isinstance(error, SixfoldError | MemoryError):
                return pickle.dumps((False, error))
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}"[:1_000])))
    finally:
        faulthandler.cancel_dump_traceback_later()


class Worker:
    """A process that answers one question at a time. It begins with the first one, and anew after it had to be ended.

    `last` is what it was asked about last, and may still have at hand.
    """

    def __init__(self, trace: Path) -> None:
        self._trace = trace
        self._process: Any = None
        self._link: Connection | None = None
        self._answers = 0
        self.last = ""

    def ask(self, message: bytes, seconds: float) -> Any:
        """Return the answer to a question. Raises what it raises, and EndedError."""
        why = ""
        try:
            link = self._begun()
            link.send_bytes(message)
            why = self._wait(link, seconds)
            if why:
                raise EOFError
            sound, answer = pickle.loads(link.recv_bytes())
        except (EOFError, OSError):
            if not why:
                self._process.join(BEGUN)
                why = ENDED if (self._process.exitcode or 0) >= 0 else WITHOUT
            trace = self._trace.read_text("utf-8", "replace") if self._trace.exists() else ""
            self.end()
            raise EndedError(trace, why) from None
        self._answers += 1
        if self._answers >= ANSWERS_A_WORKER:
            self.end()
        if sound:
            return answer
        raise answer

    def _wait(self, link: Connection, seconds: float) -> str:
        """Wait for an answer. Returns why there will be none, from a process that does not end by itself."""
        deadline = Deadline(self._process.pid, seconds + BEGINS, BEGUN)
        while not link.poll(LOOK):
            if deadline.passed:
                return f"took longer than {seconds:g} seconds"
        return ""

    def _begun(self) -> Connection:
        if self._link is None or not self._process.is_alive():
            self.end()
            self._trace.unlink(missing_ok=True)
            copies = "forkserver" in get_all_start_methods()
            context = get_context("forkserver") if copies else get_context("spawn")
            context.set_forkserver_preload([*LOADED])
            self._link, theirs = context.Pipe()
            arguments = (theirs, str(self._trace), dict(os.environ))
            self._process = context.Process(target=working, args=arguments, daemon=True)
            self._process.start()
            theirs.close()  # so that its end is heard when it ends
        return self._link

    def end(self) -> None:
        """End the process, whatever it is doing."""
        process, link = self._process, self._link
        self._process = self._link = None
        self._answers, self.last = 0, ""
        if process is not None and link is not None:
            process.kill()
            process.join()
            process.close()
            link.close()

    def kill(self) -> None:
        """End the process while another thread may still wait for its answer."""
        process = self._process
        with suppress(ValueError, AttributeError):
            process.kill()


class Workers:
    """Processes that answer questions. One that takes longer than the deadline is ended, and another begun.

    The addresses that ask take turns: many questions of one do not keep those of another waiting.
    """

    def __init__(self, workers: int = WORKERS) -> None:
        self._folder = TemporaryDirectory(prefix="sixfold-", ignore_cleanup_errors=True)
        self._all = [Worker(Path(self._folder.name, f"{at}.txt")) for at in range(workers)]
        self._free = list(self._all)
        self._threads = ThreadPoolExecutor(workers, "sixfold-worker")
        self._waiting = 0
        self._turns: OrderedDict[str, deque[tuple[str, asyncio.Future[Worker]]]] = OrderedDict()

    async def answer(
        self,
        question: Callable[..., Any],
        *arguments: Any,
        seconds: float = ANSWER_SECONDS,
        files: Sequence[str] = (),
        about: str = "",
    ) -> Any:
        """Return the result of a function of this package, from another process.

        `files` are those of authors whose code it may run. It goes to the process that was last asked `about` the same,
        which may still have it at hand, if that one is free.
        Raises what the function raises; RuleError (rule/endless) with the line of an author whose code had to be ended;
        TableError: table/deadline past the deadline, table/too-many when too much waits.
        """
        if self._waiting >= ANSWERS_WAITING:
            raise TableError("table/too-many", "Too many questions are waiting for an answer. Try again in a moment.")
        message = pickle.dumps((seconds, tuple(files), pickle.dumps((question, arguments))))
        self._waiting += 1
        mine: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._turns.setdefault(ASKER.get(), deque()).append((about, mine))
        self._next()
        try:
            worker = await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # their turn had just come
                self._back(mine.result())
            raise
        finally:
            self._waiting -= 1
        worker.last = about
        try:
            return await asyncio.wrap_future(self._ask(worker, message, seconds))
        except (EndedError, MemoryError) as ended:
            place = place_of_end(str(ended), files)
            if place is not None:
                raise endless(place) from None
            why = ended.why if isinstance(ended, EndedError) else WITHOUT
            if files and why == ENDED:
                game = os.path.basename(files[0]) if len(files) == 1 else "A game of one's own"
                raise RuleError("rule/endless", f"{game} {ENDED}, as os._exit does: a rule only returns.") from None
            raise TableError("table/deadline", f"This {why}. Ask for fewer dice or a smaller range.") from None

    def _ask(self, worker: Worker, message: bytes, seconds: float) -> Future[Any]:
        """Have a process answer. It is free once that is done, however long ago its asker has gone."""
        loop = asyncio.get_running_loop()

        def done(answer: Future[Any]) -> None:
            with suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(self._back, worker)

        future = self._threads.submit(worker.ask, message, seconds)
        future.add_done_callback(done)
        return future

    def _back(self, worker: Worker) -> None:
        self._free.append(worker)
        self._next()

    def _next(self) -> None:
        """Give free processes to the addresses that wait, one question each by turns."""
        while self._free and self._turns:
            address, waiting = self._turns.popitem(last=False)
            about, first = waiting.popleft()
            if waiting:
                self._turns[address] = waiting
            if not first.done():
                worker = next((one for one in self._free if about and one.last == about), self._free[0])
                self._free.remove(worker)
                first.set_result(worker)

    def warm(self, question: Callable[..., Any], *arguments: Any) -> None:
        """Have every worker answer a question before anybody asks: a new process takes a while to begin."""
        message = pickle.dumps((ANSWER_SECONDS, (), pickle.dumps((question, arguments))))
        for worker in list(self._free):
            self._free.remove(worker)
            self._ask(worker, message, ANSWER_SECONDS)

    def close(self) -> None:
        """End all of them."""
        self._threads.shutdown(wait=False)
        for worker in self._all:
            worker.kill()
        self._threads.shutdown()
        for worker in self._all:
            worker.end()
        self._folder.cleanup()
