/** The page's side of Python. The worker starts with the first question, and with it the download of Python. */
import { wrap } from "comlink";
import type { Remote } from "comlink";
import type { ModelCall } from "../bench/models.ts";
import type { PythonWorker } from "./python.worker.ts";

/** Bytes that the first question fetches: Pyodide's files, uncompressed. */
export const PYTHON_BYTES = __PYODIDE_BYTES__;

export class PythonClient {
  #python: Promise<Remote<PythonWorker>> | null = null;

  /** Values of the calls, in order. Rejects where Python cannot be loaded or a function refuses. */
  async values(calls: readonly ModelCall[]): Promise<readonly number[]> {
    const python = await (this.#python ??= this.#open());
    return python.values(calls.map((call) => ({ ...call })));
  }

  async #open(): Promise<Remote<PythonWorker>> {
    const worker = new Worker(new URL("./python.worker.ts", import.meta.url), { type: "module", name: "python" });
    const failed = new Promise<never>((_, reject) => {
      worker.addEventListener("error", (event) => reject(new Error(event.message)));
    });
    const python = wrap<PythonWorker>(worker);
    try {
      await Promise.race([python.open(new URL("pyodide/", document.baseURI).href), failed]);
    } catch (error) {
      worker.terminate();
      this.#python = null; // the next question tries again
      throw error;
    }
    return python;
  }
}
