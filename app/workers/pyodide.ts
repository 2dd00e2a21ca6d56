/** Pyodide's scripts, which the build makes one file of (app/build/pyodide-files.ts): a room can fetch none. */
export { loadPyodide } from "pyodide";
export { default as createPyodideModule } from "pyodide/pyodide.asm.mjs";
