/** The papers' own models in Python. It starts with the first question, and with it the download of Python. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { Cancelled } from "./engine-client.ts";
import type { ModelCall } from "./evaluate.ts";
import { modelSource } from "./model-source.ts";
import { PythonRoom } from "./room.ts";

/** Bytes that the first question fetches: Pyodide's files, uncompressed. */
export const PYTHON_BYTES = __PYODIDE_BYTES__;

export class PythonClient {
  #room: PythonRoom | null = null;
  /** The models that the room has. */
  #loaded = new Set<string>();

  /**
   * Values of the calls, in order. The first question tells the bytes that have come. Rejects where Python cannot be
   * loaded or a function refuses, and with Cancelled where it was given up.
   */
  async values(calls: readonly ModelCall[], onBytes: (bytes: number) => void): Promise<readonly number[]> {
    const room = (this.#room ??= this.#open(onBytes));
    await room.opened;
    const papers = [...new Set(calls.map(({ paper }) => paper))];
    const found = new Map<ModelCall, number>();
    for (const paper of papers) {
      const own = calls.filter((call) => call.paper === paper);
      const values = await this.#valuesOf(room, paper, own);
      own.forEach((call, i) => found.set(call, itemAt(values, i, "value")));
    }
    return calls.map((call) => found.get(call) ?? Number.NaN);
  }

  /** Gives Python up while it starts; the next question starts it anew, and what has come is in the browser's cache. */
  cancel(): void {
    const room = this.#room;
    if (room !== null && !room.isOpen) room.end(new Cancelled());
  }

  async #valuesOf(room: PythonRoom, paper: string, calls: readonly ModelCall[]): Promise<readonly number[]> {
    const source = this.#loaded.has(paper) ? null : await modelSource(paper);
    const outcome = await room.evaluate({ name: paper, source, calls });
    if (outcome.tag === "problem") {
      const { type, detail, line } = outcome.problem;
      throw new Error(`${paper}/model.py${line === null ? "" : `, line ${line}`}: ${type}: ${detail}`);
    }
    this.#loaded.add(paper);
    return outcome.values;
  }

  #open(onBytes: (bytes: number) => void): PythonRoom {
    const room = new PythonRoom(onBytes);
    this.#loaded = new Set();
    room.opened.catch(() => {
      if (this.#room === room) this.#room = null; // the next question tries again
    });
    return room;
  }
}
