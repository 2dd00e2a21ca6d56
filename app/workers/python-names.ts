/**
 * The files of Python, below pyodide/ beside the page: Pyodide's two scripts in one, its WebAssembly, Python's library,
 * and the list of Pyodide's packages.
 */
export const PYTHON_FILES = ["pyodide.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"] as const;

export type PythonFile = (typeof PYTHON_FILES)[number];
