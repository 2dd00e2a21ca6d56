/** Opens Pyodide in a worker, from the files beside the page. */
import type { PyodideLike } from "../../engine/papers/python.ts";
import { countBytes } from "./count-bytes.ts";

interface Options {
  readonly indexURL: string;
  readonly stdout?: () => void;
  readonly stderr?: () => void;
}

interface PyodideModule {
  readonly loadPyodide: (options: Options) => Promise<PyodideLike>;
}

const silent = (): void => undefined;

/**
 * Resolves to a Python when all of it has come; tells the bytes as they come. Rejects where a file does not come, which
 * Pyodide itself leaves unsaid for its WebAssembly.
 * @param indexUrl address of the folder of Pyodide's files
 * @param prints whether what Python prints goes to the console; false for nowhere
 */
export function openPyodide(indexUrl: string, onBytes: (bytes: number) => void, prints: boolean): Promise<PyodideLike> {
  return new Promise((resolve, reject) => {
    countBytes(onBytes, (url, why) => {
      reject(new Error(`${url.slice(url.lastIndexOf("/") + 1)} could not be fetched: ${why}`));
    });
    (import(/* @vite-ignore */ `${indexUrl}pyodide.mjs`) as Promise<PyodideModule>)
      .then(({ loadPyodide }) =>
        loadPyodide({ indexURL: indexUrl, ...(prints ? {} : { stdout: silent, stderr: silent }) }),
      )
      .then(resolve, reject);
  });
}
