/** The page's side of reading captures: a worker that keeps the file that is open, and is ended with it. */
import type { Crowd } from "../../engine/experiments/crowd.ts";
import type { Source } from "../../engine/stubs/parts.ts";
import type { CaptureWorker, ReadCapture, ReadSoFar } from "./capture.worker.ts";
import type { CaptureAnswer } from "./capture-rows.ts";
import type { CallValues, Written } from "./capture-values.ts";
import type { ShownTwin } from "./capture-twin.ts";
import { KeptReader } from "./kept-reader.ts";
import { started } from "./started.ts";
import { wrap } from "./remote.ts";
import type { Remote } from "./remote.ts";

type OnSoFar = (soFar: ReadSoFar) => void;

const start = () => {
  const worker = started(
    () => new Worker(new URL("./capture.worker.ts", import.meta.url), { type: "module", name: "capture" }),
  );
  return { worker, remote: wrap<CaptureWorker>(worker) };
};

export class CaptureClient {
  readonly #reader = new KeptReader<Remote<CaptureWorker>>("captures", start);

  /** Rejects with the sentence that says what the file is not; then the one before is still there. */
  read(name: string, file: Blob, sources: readonly Source[], told: OnSoFar): Promise<ReadCapture> {
    return this.#reader.read((remote) => remote.read(name, file, sources, told));
  }

  /** Ends the reading of a file: it rejects with Cancelled. */
  cancel(): void {
    this.#reader.cancel();
  }

  /** Rejects with the sentence that says what is wrong with interface files, and where. */
  async check(sources: readonly Source[]): Promise<void> {
    const other = new KeptReader<Remote<CaptureWorker>>("captures", start);
    try {
      await other.read((remote) => remote.check(sources));
    } finally {
      other.end();
    }
  }

  /** The trace of the calls around one. */
  trace = (...asked: Parameters<CaptureWorker["trace"]>): ReturnType<CaptureWorker["trace"]> =>
    this.#reader.ask((remote) => remote.trace(...asked));

  /** The answer to a question. */
  ask = (...asked: Parameters<CaptureWorker["ask"]>): Promise<CaptureAnswer> =>
    this.#reader.ask((remote) => remote.ask(...asked));

  /** The calls over time: all, or those of one procedure. */
  crowd = (group: string | null): Promise<Crowd> => this.#reader.ask((remote) => remote.crowd(group));

  /** The same calls simulated. */
  twin = (...asked: Parameters<CaptureWorker["twin"]>): Promise<ShownTwin> =>
    this.#reader.ask((remote) => remote.twin(...asked));

  /** The values of a call by the interface files; null where none declares it. */
  values = (call: number): Promise<CallValues | null> => this.#reader.ask((remote) => remote.values(call));

  /** The bytes of a call with some values changed. */
  write = (...asked: Parameters<CaptureWorker["write"]>): Promise<Written> =>
    this.#reader.ask((remote) => remote.write(...asked));

  end(): void {
    this.#reader.end();
  }
}
