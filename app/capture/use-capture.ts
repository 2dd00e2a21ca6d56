/** The capture that is open: it stays open while the reader looks at other places, and is gone with the page. */
import { useEffect, useSyncExternalStore } from "react";
import type { ForeignTrace } from "../../engine/experiments/types.ts";
import { handOver } from "../setup/handed-file.ts";
import { messageOf } from "../words/message-of.ts";
import { CaptureClient } from "../workers/capture-client.ts";
import type { ReadCapture } from "../workers/capture.worker.ts";
import { captureOf } from "./examples.ts";
import type { Example } from "./examples.ts";

/** A capture that was opened for the nth time, and the example that it is; null for a file of the reader’s. */
interface Open {
  readonly tag: "open";
  readonly nth: number;
  readonly example: string | null;
  readonly opened: ReadCapture;
  readonly refused: string | null;
}

/** `refused` says why the last file was not opened; null where nothing is wrong. */
type Resting = { readonly tag: "none"; readonly refused: string | null } | Open;

type CaptureState =
  Resting | { readonly tag: "reading"; readonly name: string; readonly share: number; readonly before: Resting };

let state: CaptureState = { tag: "none", refused: null };
const listeners = new Set<() => void>();
const client = new CaptureClient();
let turn = 0;

function become(next: CaptureState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** A file that cannot be read leaves the one that was open as it was, and says why. */
async function open(name: string, example: string | null, fetch: () => Promise<Blob>): Promise<void> {
  const mine = ++turn;
  const before = state.tag === "reading" ? state.before : state;
  become({ tag: "reading", name, share: 0, before });
  try {
    const opened = await client.read(name, await fetch(), (share) => {
      if (mine === turn) become({ tag: "reading", name, share, before });
    });
    if (mine === turn) become({ tag: "open", nth: mine, example, opened, refused: null });
  } catch (error) {
    if (mine === turn) become({ ...before, refused: `${name} was not opened. ${messageOf(error)}` });
  }
}

/** A trace of services goes to the place that reads those. */
export async function openFile(file: File): Promise<void> {
  if (!(await handOver(file, "capture"))) await open(file.name, null, () => Promise.resolve(file));
}
export const openExample = (example: Example): Promise<void> =>
  open(example.title, example.id, () => captureOf(example));

/** Ends the reading of a file; the one that was open before is there again. */
export function cancel(): void {
  turn++;
  client.cancel();
  if (state.tag === "reading") become(state.before);
}

export function close(): void {
  turn++;
  client.end();
  become({ tag: "none", refused: null });
}

/** The trace of the calls around one, as figures draw it. */
export const traceOf = (call: number): Promise<{ readonly traced: ForeignTrace; readonly call: number }> =>
  client.trace(call);

/** The answer to a question to the capture that is open. */
export const askCapture: CaptureClient["ask"] = (...asked) => client.ask(...asked);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useCapture = (): CaptureState => useSyncExternalStore(subscribe, () => state);

/** A file that is dropped beside the field must not take the page away. */
export function useDropsAnywhere(): void {
  useEffect(() => {
    const over = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      const file = event.dataTransfer?.files[0];
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (file !== undefined) void openFile(file);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  }, []);
}
