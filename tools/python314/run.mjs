// Runs pytest on Python 3.14 in WebAssembly: node run.mjs PROJECT PACKAGES ARGUMENT...
// PACKAGES is the folder with the installed wheels, Sixfold's among them; its exit status is pytest's.
import { writeSync } from "node:fs";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const STACK = 64; // MB: Node's usual 1 MB ends before Python's own limit on recursion does

const PYTEST = `
import os, sys

os.chdir("/project")
sys.path.insert(0, "/packages")
import pytest

class Machine:
    """Leaves out what needs processes, threads or packages that are not here, and says so; nothing is timed."""
    def pytest_addoption(self, parser):
        parser.addini("timeout", "the time that a test may take, which nothing measures here")

    def pytest_configure(self, config):
        config.addinivalue_line("markers", "timeout: the time that a test may take, which nothing measures here")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        try:
            return (yield)
        except (OSError, RuntimeError, ModuleNotFoundError) as error:
            package = (getattr(error, "name", None) or "").partition(".")[0]
            if package not in ("", "sixfold", "tests") or str(error).endswith(ABSENT):
                pytest.skip(str(error))
            raise

ABSENT = "does not support processes.", "can't start new thread"
print("Python", sys.version.split()[0], "on", sys.platform)
int(pytest.main(["--capture=sys", "-p", "no:cacheprovider", *ARGUMENTS], [Machine()]))
`;

async function inside([project, packages, ...words]) {
  const { loadPyodide } = await import("pyodide");
  const python = await loadPyodide({ env: { HOME: "/tmp", PYTHONDONTWRITEBYTECODE: "1" } });
  const to = (stream) => ({ write: (bytes) => writeSync(stream, bytes), isatty: false });
  python.setStdout(to(1));
  python.setStderr(to(2));
  python.mountNodeFS("/project", project);
  python.mountNodeFS("/packages", packages);
  python.globals.set("ARGUMENTS", python.toPy(words));
  parentPort.postMessage(python.runPython(PYTEST));
}

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: process.argv.slice(2),
    resourceLimits: { stackSizeMb: STACK },
  });
  worker.once("message", (status) => process.exit(status));
  worker.once("error", (error) => {
    console.error(error);
    process.exit(70);
  });
} else {
  await inside(workerData);
}
