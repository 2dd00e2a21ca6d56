/** The page's side of Python. The worker starts with the first question, and with it the download of Python. */
import { Cancelled } from "./engine-client.ts";
import type { PythonWorker } from "./python.worker.ts";
import { wrap } from "./remote.ts";
import type { Remote } from "./remote.ts";

/** One call of a function of a paper's model.py. */
export interface ModelCall {
  readonly paper: string;
  readonly function: string;
  readonly arguments: Readonly<Record<string, number | string>>;
}

/** Bytes that the first question fetches: Pyodide's files, uncompressed. */
export const PYTHON_BYTES = __PYODIDE_BYTES__;

interface Opening {
  readonly python: Promise<Remote<PythonWorker>>;
  /** Does nothing once Python is there. */
  readonly end: () => void;
}

export class PythonClient {
  #opening: Opening | null = null;

  /**
   * Values of the calls, in order. The first question tells the bytes that have come. Rejects where Python cannot be
   * loaded or a function refuses, and with Cancelled where it was given up.
   */
  async values(calls: readonly ModelCall[], onBytes: (bytes: number) => void): Promise<readonly number[]> {
    const python = await (this.#opening ??= this.#open(onBytes)).python;
    return python.values(calls.map((call) => ({ ...call })));
  }

  /** Gives Python up while it starts; the next question starts it anew, and what has come is in the browser's cache. */
  cancel(): void {
    this.#opening?.end();
  }

  #open(onBytes: (bytes: number) => void): Opening {
    const worker = new Worker(new URL("./python.worker.ts", import.meta.url), { type: "module", name: "python" });
    let end = (): void => undefined;
    const ended = new Promise<never>((_, reject) => {
      end = () => reject(new Cancelled());
      worker.addEventListener("error", (event) => reject(new Error(event.message)));
    });
    const python = wrap<PythonWorker>(worker);
    const opened = Promise.race([python.open(new URL("pyodide/", document.baseURI).href, onBytes), ended]).then(
      () => python,
      (error: unknown) => {
        worker.terminate();
        if (this.#opening === opening) this.#opening = null; // the next question tries again
        throw error;
      },
    );
    opened.catch(() => undefined); // nobody may be waiting when it is given up
    const opening = { python: opened, end };
    return opening;
  }
}
