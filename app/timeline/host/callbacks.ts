/** The file server that breaks callbacks: whom it has promised to tell of a change, and who has not confirmed it. */
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { destinationsOf, standingAt } from "../destinations.ts";
import type { Destination, Standing, Stood } from "../destinations.ts";
import { counted } from "../numbers.ts";
import { conditionAt } from "./condition.ts";
import type { HostList, HostView, ListRow } from "./view.ts";

/** More are not listed: nobody reads them. */
const MOST_LISTED = 200;

const CLIENT = "client";

const WORDS: Readonly<Record<Standing, string>> = {
  "to come": "promised",
  awaited: "awaited",
  busy: "busy",
  told: "told",
  "given up": "given up",
  left: "given up",
};

const HEAD: HostList["head"] = ["Workstation", "State", "Asked", "Since"];

interface Held extends Stood {
  readonly machine: string;
}

/** Who is awaited comes first, then who is given up, then who has not been asked. */
const ORDER: readonly Standing[] = ["awaited", "busy", "given up", "left", "to come"];

function rowOf({ machine, standing, sends, since, cause }: Held): ListRow {
  const note = sends === 0 ? "not yet" : counted(sends, "time");
  return { name: machine, state: WORDS[standing], note, since, cause };
}

export function callbackView(trace: TraceData, machine: string, time: number): HostView | null {
  const destinations = machine === CLIENT ? destinationsOf(trace) : null;
  if (destinations === null) return null;
  const { list, to } = destinations;
  const held = list
    .map((one: Destination): Held => ({ machine: one.machine, ...standingAt(one, time, to) }))
    .filter(({ standing }) => standing !== "told")
    .sort((a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing));
  return {
    machine,
    title: "Callbacks promised",
    mustRun: "Who tells can only be slowed: its crash would end the program that is measured.",
    ...conditionAt(trace, machine, time),
    fields: [],
    entries: [],
    list: {
      head: HEAD,
      left: `${held.length} of ${list.length} left`,
      rows: held.slice(0, MOST_LISTED).map(rowOf),
      more: Math.max(0, held.length - MOST_LISTED),
      empty: "All have confirmed: no promise is left.",
    },
  };
}
