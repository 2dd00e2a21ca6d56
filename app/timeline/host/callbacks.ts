/** A client that calls many and notes what became of each: those that have not answered yet, in a list. */
import type { DestinationList } from "../../../engine/experiments/types.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { destinationsOf, standingAt } from "../../trace/destinations.ts";
import type { Destination, DestinationStanding, Stood } from "../../trace/destinations.ts";
import { counted } from "../../words/numbers.ts";
import { conditionAt } from "../../trace/machine-events.ts";
import { MOST_LISTED } from "./view.ts";
import type { HostView, ListRow } from "./view.ts";

const WORDS: Readonly<Record<Exclude<DestinationStanding, "to come">, string>> = {
  awaited: "awaited",
  busy: "busy",
  told: "told",
  "given up": "given up",
  left: "given up",
};

interface Awaited extends Stood {
  readonly machine: string;
  readonly name: string; // as the page calls it
}

/** Awaited machines come first, then those that were given up, then those that have not been asked. */
const ORDER: readonly DestinationStanding[] = ["awaited", "busy", "given up", "left", "to come"];

function rowOf({ machine, name, standing, sends, since, cause }: Awaited, before: string): ListRow {
  const note = sends === 0 ? "not yet" : counted(sends, "time");
  const state = standing === "to come" ? before : WORDS[standing];
  return { key: machine, name, state, note, since, cause };
}

/** Null for a machine that is not the client. */
export function callbackView(
  trace: TraceData,
  { title, each, before, empty, whyUp }: DestinationList,
  machine: string,
  time: number,
): HostView | null {
  const destinations = destinationsOf(trace);
  if (destinations?.client !== machine) return null;
  const { list, to } = destinations;
  const awaited = list
    .map((one: Destination): Awaited => {
      return { machine: one.machine, name: one.name, ...standingAt(one, time, to) };
    })
    .filter(({ standing }) => standing !== "told")
    .sort((a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing));
  return {
    machine,
    title,
    whyUp,
    ...conditionAt(trace, machine, time),
    entries: [],
    list: {
      head: [each, "State", "Asked", "Since"],
      left: `${awaited.length} of ${list.length} left`,
      rows: awaited.slice(0, MOST_LISTED).map((one) => rowOf(one, before)),
      more: Math.max(0, awaited.length - MOST_LISTED),
      empty,
    },
  };
}
