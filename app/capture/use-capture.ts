/** The capture that is open: it stays open while the reader looks at other places, and is gone with the page. */
import { useSyncExternalStore } from "react";
import { signal } from "../controls/signal.ts";
import type { Source } from "../../engine/stubs/parts.ts";
import { filesFor, INTERFACE, leftOut, sentences } from "../setup/handed-file.ts";
import { messageOf } from "../words/message-of.ts";
import { capital } from "../words/sentences.ts";
import { CaptureClient } from "../workers/capture-client.ts";
import type { CallRow } from "../workers/capture-rows.ts";
import type { ReadCapture } from "../workers/capture.worker.ts";
import { captureOf } from "./examples.ts";
import type { LabExample } from "../setup/lab-example.ts";

/** Where a capture comes from; `example` is null for a file of the reader’s. */
interface Origin {
  readonly name: string;
  readonly example: string | null;
  readonly fetch: () => Promise<Blob>;
}

/** A capture that was opened for the nth time. */
interface Open {
  readonly tag: "open";
  readonly nth: number;
  readonly origin: Origin;
  readonly opened: ReadCapture;
  readonly refused: string | null;
}

/** `refused` says why the last file was not opened; null where nothing is wrong. */
type Resting = { readonly tag: "none"; readonly refused: string | null } | Open;

interface Reading {
  readonly tag: "reading";
  readonly origin: Origin;
  readonly share: number;
  readonly calls: number;
  readonly first: readonly CallRow[];
  readonly before: Resting;
}

type CaptureState = Resting | Reading;

let state: CaptureState = { tag: "none", refused: null };
/** The interface files that are open: they name the values of every capture. */
let sources: readonly Source[] = [];
const { tell, subscribe } = signal();
const client = new CaptureClient();
let turn = 0;

function become(next: CaptureState): void {
  state = next;
  tell();
}

/**
 * A file that cannot be read leaves the one that was open as it was, and says why.
 * @param besides what is to be said of files that came with it; null for nothing
 */
async function open(origin: Origin, besides: string | null = null): Promise<void> {
  const mine = ++turn;
  const before = state.tag === "reading" ? state.before : state;
  let first: readonly CallRow[] = [];
  become({ tag: "reading", origin, share: 0, calls: 0, first, before });
  try {
    const blob = await origin.fetch();
    const kept: Origin = { ...origin, fetch: () => Promise.resolve(blob) };
    const opened = await client.read(origin.name, blob, sources, ({ share, calls, first: more }) => {
      if (more !== null) first = more;
      if (mine === turn) become({ tag: "reading", origin: kept, share, calls, first, before });
    });
    if (mine === turn) become({ tag: "open", nth: mine, origin: kept, opened, refused: besides });
  } catch (error) {
    const refused = `${origin.name} was not opened. ${capital(messageOf(error))}`;
    if (mine === turn) become({ ...before, refused: sentences(refused, besides) });
  }
}

/** A capture, interface files, or both; a trace of services goes to the place that reads those. */
export async function openFiles(given: readonly File[]): Promise<void> {
  const files = await filesFor("capture", given);
  const [capture, ...others] = files.filter(({ name }) => !INTERFACE.test(name));
  const interfaces = files.filter(({ name }) => INTERFACE.test(name));
  const refused = await takeInterfaces(interfaces);
  if (capture !== undefined) {
    const origin: Origin = { name: capture.name, example: null, fetch: () => Promise.resolve(capture) };
    await open(origin, sentences(leftOut(others), refused));
  } else if (interfaces.length > 0) await readWith(refused);
}

export const openExample = (example: LabExample): Promise<void> =>
  open({ name: example.title, example: example.id, fetch: () => captureOf(example) });

/**
 * One of a name that is open takes its place; one that does not compile leaves all as it was.
 * @returns why they are not taken; null where they are
 */
async function takeInterfaces(files: readonly File[]): Promise<string | null> {
  if (files.length === 0) return null;
  try {
    const given = await Promise.all(files.map(async (file) => ({ name: file.name, text: await textOf(file) })));
    const next = [...sources.filter(({ name }) => !given.some((one) => one.name === name)), ...given];
    await client.check(next);
    sources = next;
    return null;
  } catch (error) {
    const [names, why] = [files.map(({ name }) => name).join(", "), messageOf(error)];
    return why.startsWith(names) ? `Not taken: ${why}` : `${names}: not taken. ${why}`;
  }
}

const MOST_TEXT = 4 * 2 ** 20; // bytes

async function textOf(file: File): Promise<string> {
  if (file.size > MOST_TEXT) throw new RangeError(`${file.name} has more than 4 MB, which no interface file has.`);
  return file.text();
}

/** Adds interface files whatever their names. */
export async function addInterfaces(files: readonly File[]): Promise<void> {
  await readWith(await takeInterfaces(files));
}

export async function removeInterfaces(): Promise<void> {
  sources = [];
  await readAgain();
}

/** Reads the capture with the interface files that were taken, or says why they were not. */
async function readWith(refused: string | null): Promise<void> {
  if (refused === null) return readAgain();
  if (state.tag !== "reading") become({ ...state, refused });
}

/** Names and values stand in the calls as they are read. */
async function readAgain(): Promise<void> {
  if (state.tag !== "none") await open(state.origin);
  else become({ tag: "none", refused: null });
}

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

/** The answer to a question to the capture that is open, the trace of the calls around one, and what else it tells. */
export const {
  trace: traceOf,
  ask: askCapture,
  crowd: crowdOf,
  twin: twinOf,
  values: valuesOf,
  write: writeCall,
} = client;

/** The interface files that are open. */
export const useSources = (): readonly Source[] => useSyncExternalStore(subscribe, () => sources);

export const useCapture = (): CaptureState => useSyncExternalStore(subscribe, () => state);
