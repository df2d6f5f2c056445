// Imported before everything else in the worker: nothing here loads scripts, and Pyodide only runs where nothing does.
Object.defineProperty(globalThis, "importScripts", { value: undefined });
