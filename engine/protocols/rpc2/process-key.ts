/**
 * The key of a process's state: a text that two states share only where they have the same future. Every moment counts
 * from the deadline, so that the key does not depend on the clock; a map counts by its entries, timers by their order.
 * What packets say of the clock, their time stamps, is left out: it changes what is learnt of the way to a host alone.
 */
import type { Nanos } from "../../kernel/time.ts";
import { keyText } from "../machine.ts";
import { allEnds } from "./connection-table.ts";
import { mapEntries, type IntMap } from "./int-map.ts";
import type { ProcessState } from "./process-state.ts";
import { dueTimers, type Timers } from "./timers.ts";

/** Fields that hold moments wherever they stand in the state. */
const MOMENTS: ReadonlySet<string> = new Set(["deadline", "until", "due", "busyAt", "heard", "limit"]);
/** Fields that hold the clock's reading in the library's units. */
const STAMPS: ReadonlySet<string> = new Set(["timeStamp", "stamp"]);

/** @param deadline of the state; null where it waits for no time: then moments count from the latest of them */
export function processKey(state: ProcessState, deadline: Nanos | null): string {
  const { queue, transfers, parallel, connections } = state;
  const timers = (all: Timers): unknown => dueTimers(all, Infinity);
  const map = (all: IntMap<unknown>): unknown =>
    [...mapEntries(all)].sort((a, b) => a.key - b.key).map(({ key, value }) => [key, value]);
  const data = {
    ...state,
    connections: allEnds(connections),
    timers: timers(state.timers),
    estimates: map(state.estimates),
    queue: { ...queue, timers: timers(queue.timers) },
    binding: map(state.binding),
    sideEffects: map(state.sideEffects),
    transfers: {
      running: map(transfers.running),
      counts: map(transfers.counts),
      files: map(transfers.files),
      timers: timers(transfers.timers),
    },
    parallel: {
      calls: [...mapEntries(parallel.calls)]
        .sort((a, b) => a.key - b.key)
        .map(({ key, value }) => [key, { ...value, results: map(value.results) }]),
      places: map(parallel.places),
      timers: timers(parallel.timers),
      last: parallel.last,
    },
  };
  return textWithoutClock(data, deadline ?? latest(data));
}

/** The latest moment in the data at which a request came: others than these are deadlines. */
function latest(data: unknown): Nanos {
  if (typeof data !== "object" || data === null || data instanceof Uint8Array) return 0;
  const at = "stamp" in data && "at" in data && typeof data.at === "number" ? data.at : 0;
  return Object.values(data).reduce((last: Nanos, value: unknown) => Math.max(last, latest(value)), at);
}

/** The text of the data, with moments that count from `from` and without time stamps. */
function textWithoutClock(data: unknown, from: Nanos): string {
  if (Array.isArray(data)) return `[${data.map((one) => textWithoutClock(one, from)).join()}]`;
  if (typeof data !== "object" || data === null || data instanceof Uint8Array) return keyText(data);
  const object = data as Readonly<Record<string, unknown>>;
  const isUnsent = object["sends"] === 0; // its times are still durations
  const isEcho = "stamp" in object && "at" in object;
  let text = "";
  for (const name of Object.keys(object).sort()) {
    const value = object[name];
    if (value === undefined || STAMPS.has(name)) continue;
    const isMoment = (MOMENTS.has(name) && !isUnsent) || (isEcho && name === "at");
    text += `${name}:${isMoment && typeof value === "number" ? value - from : textWithoutClock(value, from)},`;
  }
  return `{${text}}`;
}
