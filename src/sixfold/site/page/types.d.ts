// What the build puts into these files, and packages that are checked as they are used.
declare const ENGINE: string;
declare const VERSION: any;
declare const FILES: string[];
declare module "virtual:names" { const names: { label: string; info: string; type: string; detail?: string }[]; export default names; }
declare module "@codemirror/*";
declare module "@lezer/highlight";
declare module "codemirror";
declare module "pyodide";
declare module "pyodide/pyodide.asm.mjs";
declare module "zstddec";
