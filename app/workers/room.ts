/**
 * A closed room for Python: a frame without an origin, whose content policy allows no connection, and in it a worker.
 * Whatever a text in there does, it reaches no network, no storage of the site and no other part of the page, on any
 * server. It can only answer, and the page checks every answer.
 */
import type { Evaluation, Outcome } from "./evaluate.ts";
import { fetchPython, fetchRoom } from "./python-files.ts";
import { Ended, readAnswer, WHY } from "./read-answer.ts";
import type { Handed, RoomMessage } from "./room-frame.ts";

/** The frame answers at once, unless the browser refuses it. A busy machine may need a while. */
const FRAME_SECONDS = 30;

const NO_WEBASSEMBLY =
  "WebAssembly is switched off in this browser, and Python needs it. Allow it for this site to change models; " +
  "all else works without.";

interface Waiting {
  readonly resolve: (text: string) => void;
  readonly reject: (why: Error) => void;
}

export class PythonRoom {
  readonly #givenUp = new AbortController();
  readonly #waiting: Waiting[] = [];
  #frame: HTMLIFrameElement | null = null;
  #page: MessagePort | null = null;
  #ended: Error | null = null;
  #isOpen = false;
  /** Resolves when Python is there. Rejects with a sentence where it cannot be had. */
  readonly opened: Promise<void>;

  /** @param onBytes tells the bytes of Python’s files that have come */
  constructor(onBytes: (bytes: number) => void) {
    this.opened = this.#open(onBytes);
    this.opened.catch(() => this.end());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Runs a text and calls its functions. Rejects with Ended where Python is gone. */
  async evaluate(evaluation: Evaluation): Promise<Outcome> {
    const answered = this.#answer();
    this.#page?.postMessage(evaluation);
    return readAnswer(await answered, evaluation.calls.length);
  }

  /** Ends Python at once, also in the middle of a text, and with it all that the text has begun. */
  end(why: Error = new Ended("Python was ended.")): void {
    if (this.#ended !== null) return;
    this.#ended = why;
    this.#givenUp.abort(why);
    this.#page?.close();
    this.#frame?.remove();
    for (const { reject } of this.#waiting.splice(0)) reject(why);
  }

  /** The next answer: they come in the order of the questions. */
  #answer(): Promise<string> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  async #open(onBytes: (bytes: number) => void): Promise<void> {
    if (typeof WebAssembly === "undefined") throw new Error(NO_WEBASSEMBLY); // before any file is fetched
    const [room, { "pyodide.js": pyodide, ...files }] = await Promise.all([
      fetchRoom(),
      fetchPython(onBytes, this.#givenUp.signal),
    ]);
    this.#givenUp.signal.throwIfAborted();
    const opened = this.#answer();
    const frame = (this.#frame = Object.assign(document.createElement("iframe"), { hidden: true, title: "Python" }));
    frame.setAttribute("sandbox", "allow-scripts"); // and no origin: nothing of the site is its own
    frame.srcdoc = room.page;
    const handed: Handed = { script: [room.worker, "\n", pyodide], files };
    frame.addEventListener("load", () => this.#furnish(handed), { once: true });
    document.body.append(frame);
    const text = await opened;
    if (text !== JSON.stringify({ tag: "open" })) throw new Ended(`it said ${text.slice(0, 2000)}`);
    this.#isOpen = true;
  }

  /** Hands the room what it needs, with the only way out: a port of the page’s. */
  #furnish(handed: Handed): void {
    const { port1, port2 } = new MessageChannel();
    this.#page = port1;
    const late = setTimeout(() => this.end(new Ended(WHY.refused)), FRAME_SECONDS * 1000);
    port1.onmessage = ({ data }: MessageEvent<RoomMessage>) => {
      clearTimeout(late);
      if (data.tag === "answer") this.#waiting.shift()?.resolve(data.text);
      else if (data.tag === "ended") this.end(new Ended(this.#isOpen ? WHY[data.why] : WHY.refused));
    };
    const buffers = [...handed.script, ...Object.values(handed.files)].filter((part) => typeof part !== "string");
    // A frame without an origin has no name that a message could be sent to. What is sent is no secret.
    this.#frame?.contentWindow?.postMessage(handed, "*", [port2, ...buffers]);
  }
}
