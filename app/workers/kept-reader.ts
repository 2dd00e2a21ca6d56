/**
 * The page's side of a worker that reads a file of the reader's and keeps it: the next file gets a worker of its own,
 * so that one that cannot be read leaves the one before as it was.
 */
import { Cancelled } from "./engine-client.ts";

interface Started<Served> {
  readonly worker: Worker;
  readonly remote: Served;
}

interface Reader<Served> {
  readonly remote: Served;
  readonly ended: Promise<never>;
  readonly end: () => void;
}

export class KeptReader<Served> {
  readonly #start: () => Started<Served>;
  readonly #what: string;
  /** Keeps the file that was read last. */
  #kept: Reader<Served> | null = null;
  /** Reads the next. */
  #next: Reader<Served> | null = null;

  /** @param what it reads: "traces" */
  constructor(what: string, start: () => Started<Served>) {
    this.#what = what;
    this.#start = start;
  }

  /** Rejects with the sentence that says what the file is not; then the one before is still there. */
  async read<Found>(by: (remote: Served) => Promise<Found>): Promise<Found> {
    this.cancel();
    const reader = this.#begin();
    this.#next = reader;
    try {
      const found = await Promise.race([by(reader.remote), reader.ended]);
      this.#kept?.end();
      this.#kept = reader;
      return found;
    } catch (error) {
      reader.end();
      throw error;
    } finally {
      if (this.#next === reader) this.#next = null;
    }
  }

  /** Something of the file that was read last. */
  ask<Found>(by: (remote: Served) => Promise<Found>): Promise<Found> {
    if (this.#kept === null) return Promise.reject(new Cancelled());
    return Promise.race([by(this.#kept.remote), this.#kept.ended]);
  }

  /** Ends the reading of a file: it rejects with Cancelled. */
  cancel(): void {
    this.#next?.end();
    this.#next = null;
  }

  end(): void {
    this.cancel();
    this.#kept?.end();
    this.#kept = null;
  }

  #begin(): Reader<Served> {
    const { worker, remote } = this.#start();
    let end = (): void => undefined;
    const ended = new Promise<never>((_, reject) => {
      end = () => {
        worker.terminate();
        reject(new Cancelled());
      };
      worker.addEventListener("error", ({ message = "" }: Partial<ErrorEvent>) => {
        const silent = `The file that reads ${this.#what} could not be fetched, or the browser ended it.`;
        reject(new Error(`${message === "" ? silent : message} Try again.`));
      });
    });
    ended.catch(() => undefined); // nobody may be waiting when it ends
    return { remote, ended, end };
  }
}
