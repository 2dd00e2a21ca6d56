/** The file of traces that is open: it stays open while the reader looks at other places, and is gone with the page. */
import { useSyncExternalStore } from "react";
import { signal } from "../controls/signal.ts";
import type { FittedGraph } from "../../engine/spans/graph.ts";
import { filesFor, leftOut, sentences } from "../setup/handed-file.ts";
import { messageOf } from "../words/message-of.ts";
import { capital } from "../words/sentences.ts";
import { spansReader } from "../workers/spans-client.ts";
import type { PathlessTrace, ReadTraces, ShownTrace } from "../workers/spans-rows.ts";
import type { AskedTrace } from "../workers/spans.worker.ts";

/** A file that was opened for the nth time, and the example that it is; null for a file of the reader’s. */
interface Open {
  readonly tag: "open";
  readonly nth: number;
  readonly example: string | null;
  readonly opened: ReadTraces;
  readonly refused: string | null;
}

/** `refused` says why the last file was not opened; null where nothing is wrong. */
type Resting = { readonly tag: "none"; readonly refused: string | null } | Open;

type TracesState = Resting | { readonly tag: "reading"; readonly name: string; readonly before: Resting };

let state: TracesState = { tag: "none", refused: null };
const { tell, subscribe } = signal();
const reader = spansReader();
let turn = 0;

function become(next: TracesState): void {
  state = next;
  tell();
}

/**
 * A file that cannot be read leaves the one that was open as it was, and says why.
 * @param besides what is to be said of files that came with it; null for nothing
 */
export async function open(
  name: string,
  example: string | null,
  fetch: () => Promise<Blob>,
  besides: string | null = null,
): Promise<void> {
  const mine = ++turn;
  const before = state.tag === "reading" ? state.before : state;
  become({ tag: "reading", name, before });
  try {
    const blob = await fetch();
    const opened = await reader.read((worker) => worker.read(name, blob));
    if (mine === turn) become({ tag: "open", nth: mine, example, opened, refused: besides });
  } catch (error) {
    const refused = `${name} was not opened. ${capital(messageOf(error))}`;
    if (mine === turn) become({ ...before, refused: sentences(refused, besides) });
  }
}

/** A capture goes to the place that reads captures. Of several files one is opened, and the others are named. */
export async function openFiles(given: readonly File[]): Promise<void> {
  const [file, ...others] = await filesFor("traces", given);
  if (file === undefined) return;
  await open(file.name, null, () => Promise.resolve(file), leftOut(others));
}

/** Ends the reading of a file; the one that was open before is there again. */
export function cancel(): void {
  turn++;
  reader.cancel();
  if (state.tag === "reading") become(state.before);
}

export function close(): void {
  turn++;
  reader.end();
  become({ tag: "none", refused: null });
}

/** One trace of the file that is open. */
export const showTrace = (number: number, asked: AskedTrace): Promise<ShownTrace | PathlessTrace> =>
  reader.ask((worker) => worker.show(number, asked));

/** The nearest graph of services of all its traces. */
export const fittedGraph = (): Promise<FittedGraph | null> => reader.ask((worker) => worker.graph());

export const useTraces = (): TracesState => useSyncExternalStore(subscribe, () => state);
