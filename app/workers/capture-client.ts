/** The page's side of reading captures: a worker that keeps the file that is open, and is ended with it. */
import type { Crowd } from "../../engine/experiments/crowd.ts";
import type { ForeignTrace } from "../../engine/experiments/types.ts";
import type { Source } from "../../engine/stubs/parts.ts";
import type { CaptureWorker, ReadCapture, ReadSoFar } from "./capture.worker.ts";
import type { CaptureAnswer } from "./capture-rows.ts";
import type { CallValues, Written } from "./capture-values.ts";
import type { ShownTwin } from "./capture-twin.ts";
import { Cancelled } from "./engine-client.ts";
import { wrap } from "./remote.ts";
import type { Remote } from "./remote.ts";

type OnSoFar = (soFar: ReadSoFar) => void;

interface Reader {
  readonly remote: Remote<CaptureWorker>;
  readonly ended: Promise<never>;
  readonly end: () => void;
}

function startReader(): Reader {
  const worker = new Worker(new URL("./capture.worker.ts", import.meta.url), { type: "module", name: "capture" });
  let end = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () => {
      worker.terminate();
      reject(new Cancelled());
    };
    worker.addEventListener("error", ({ message = "" }: Partial<ErrorEvent>) => {
      const why =
        message === "" ? "The file that reads captures could not be fetched, or the browser ended it." : message;
      reject(new Error(`${why} Try again.`));
    });
  });
  ended.catch(() => undefined); // nobody may be waiting when it ends
  return { remote: wrap<CaptureWorker>(worker), ended, end };
}

export class CaptureClient {
  /** Keeps the file that was read last. */
  #reader: Reader | null = null;
  /** Reads the next. */
  #next: Reader | null = null;

  /** Rejects with the sentence that says what the file is not; then the one before is still there. */
  async read(name: string, file: Blob, sources: readonly Source[], told: OnSoFar): Promise<ReadCapture> {
    this.cancel();
    const reader = startReader();
    this.#next = reader;
    try {
      const found = await Promise.race([reader.remote.read(name, file, sources, told), reader.ended]);
      this.#reader?.end();
      this.#reader = reader;
      return found;
    } catch (error) {
      reader.end();
      throw error;
    } finally {
      if (this.#next === reader) this.#next = null;
    }
  }

  /** Ends the reading of a file: it rejects with Cancelled. */
  cancel(): void {
    this.#next?.end();
    this.#next = null;
  }

  /** Rejects with the sentence that says what is wrong with interface files, and where. */
  async check(sources: readonly Source[]): Promise<void> {
    const reader = startReader();
    try {
      await Promise.race([reader.remote.check(sources), reader.ended]);
    } finally {
      reader.end();
    }
  }

  /** Asks the file that was read last. */
  #ask<Answer>(ask: (remote: Remote<CaptureWorker>) => Promise<Answer>): Promise<Answer> {
    const reader = this.#reader;
    return reader === null ? Promise.reject(new Cancelled()) : Promise.race([ask(reader.remote), reader.ended]);
  }

  /** The trace of the calls around one. */
  trace = (call: number): Promise<{ readonly traced: ForeignTrace; readonly call: number }> =>
    this.#ask((remote) => remote.trace(call));

  /** The answer to a question. */
  ask = (...asked: Parameters<CaptureWorker["ask"]>): Promise<CaptureAnswer> =>
    this.#ask((remote) => remote.ask(...asked));

  /** The calls over time: all, or those of one procedure. */
  crowd = (group: string | null): Promise<Crowd> => this.#ask((remote) => remote.crowd(group));

  /** The same calls simulated. */
  twin = (...asked: Parameters<CaptureWorker["twin"]>): Promise<ShownTwin> =>
    this.#ask((remote) => remote.twin(...asked));

  /** The values of a call by the interface files; null where none declares it. */
  values = (call: number): Promise<CallValues | null> => this.#ask((remote) => remote.values(call));

  /** The bytes of a call with some values changed. */
  write = (...asked: Parameters<CaptureWorker["write"]>): Promise<Written> =>
    this.#ask((remote) => remote.write(...asked));

  end(): void {
    this.cancel();
    this.#reader?.end();
    this.#reader = null;
  }
}
