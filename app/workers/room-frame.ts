/**
 * The script of the room's page, a frame without an origin (room.ts). It starts the worker, hands it Python's files,
 * and carries questions and answers: one answer, a short text, for each question. A worker that sends anything else is
 * ended. The build bundles this file by itself (app/build/room.ts).
 */
import type { PythonFiles } from "./python-files.ts";

/** What the page hands over, with a port for all that follows. */
export interface Handed {
  /** The worker's script, in pieces. */
  readonly script: readonly (string | ArrayBuffer)[];
  readonly files: Omit<PythonFiles, "pyodide.js">;
}

/** What the room tells the page. */
export type RoomMessage =
  | { readonly tag: "open" } // the frame works; Python starts
  | { readonly tag: "answer"; readonly text: string }
  | { readonly tag: "ended"; readonly why: "refused" | "unasked" | "failed" };

/** Longer than any answer: some thousand values, or a cut message. */
const LONGEST = 1_000_000;

function furnish({ script, files }: Handed, page: MessagePort): void {
  const url = URL.createObjectURL(new Blob([...script], { type: "text/javascript" }));
  const worker = new Worker(url, { name: "python" }); // a classic one: not every browser starts a module here
  let asked = 1; // to open Python with the files
  const tell = (told: RoomMessage): void => page.postMessage(told);
  const end = (why: Extract<RoomMessage, { tag: "ended" }>["why"]): void => {
    worker.terminate();
    worker.onmessage = null;
    tell({ tag: "ended", why });
  };
  worker.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (asked === 0 || typeof data !== "string" || data.length > LONGEST) return end("unasked");
    asked--;
    tell({ tag: "answer", text: data });
  };
  worker.onmessageerror = () => end("unasked");
  // An event without a message tells of a script that the browser did not start.
  worker.onerror = (event) => end(event instanceof ErrorEvent && event.message !== "" ? "failed" : "refused");
  page.onmessage = ({ data }: MessageEvent<unknown>) => {
    asked++;
    worker.postMessage(data);
  };
  tell({ tag: "open" });
  worker.postMessage(files, Object.values(files));
}

addEventListener("message", function receive({ data, ports, source }) {
  const [page] = ports;
  if (source !== parent || page === undefined) return;
  removeEventListener("message", receive);
  furnish(data as Handed, page);
});
