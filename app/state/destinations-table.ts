/** What a client that calls many knows of each: told, given up, or nothing yet. */
import type { DestinationList } from "../../engine/experiments/types.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { countStandings, destinationsOf, standingAt } from "../trace/destinations.ts";
import type { Destination, DestinationStanding } from "../trace/destinations.ts";
import { machineKind, machineName } from "../trace/machine-names.ts";
import { capital } from "../words/sentences.ts";
import { clockOf } from "./protocol-table.ts";
import { litFor, MOST_ROWS } from "./table.ts";
import type { Column, Moment, TableRow, TableState } from "./table.ts";

const WORDS: Readonly<Record<DestinationStanding, string>> = {
  "to come": "not asked yet",
  awaited: "unknown, awaited",
  busy: "unknown, says that it works",
  told: "told",
  "given up": "given up",
  left: "unknown, the call has ended",
};

/** Their order in the line above the table. */
const TALLIES: readonly (readonly [name: string, standings: readonly DestinationStanding[], isBad: boolean])[] = [
  ["told", ["told"], false],
  ["given up", ["given up"], true],
  ["unknown", ["awaited", "busy", "left"], false],
  ["not asked yet", ["to come"], false],
];

/** In the order in which they are asked: what changes next stands below what changed before. */
const firstAsked = ({ sends }: Destination): number => sends[0]?.at ?? Infinity;

/** @param words of the experiment, where it has some for what its client keeps */
export function destinationsTable(
  trace: TraceData,
  { call, time }: Moment,
  words?: DestinationList,
  most: number = MOST_ROWS,
): TableState | null {
  const destinations = destinationsOf(trace);
  if (destinations === null) return null;
  const { client, from, to } = destinations;
  const list = destinations.list.toSorted((a, b) => firstAsked(a) - firstAsked(b));
  const clock = clockOf(trace, call);
  const lit = litFor(from, to);
  const kind = machineKind(
    trace,
    list.map(({ machine }) => machine),
  );
  const columns: readonly Column[] = [
    { key: "name", head: words?.each ?? capital(kind), isNumber: false },
    { key: "standing", head: `The ${machineName(trace, client)} knows`, isNumber: false },
    { key: "sends", head: "Asked", isNumber: true },
    { key: "since", head: "Since", isNumber: true },
  ];
  const rows = list.slice(0, most).map((one): TableRow => {
    const { standing, since, cause, sends } = standingAt(one, time, to);
    return {
      key: one.machine,
      cells: [
        capital(one.name),
        WORDS[standing],
        sends === 0 ? "" : `${sends} ×`,
        standing === "to come" ? "" : clock(since),
      ],
      at: since,
      cause,
      write: sends * STANDINGS + Object.keys(WORDS).indexOf(standing),
      isLit: standing !== "to come" && time - since < lit,
      isLost: standing === "given up",
    };
  });
  const counts = countStandings(destinations, time);
  const tallies = TALLIES.map(([name, standings, isBad]) => {
    const count = standings.reduce((sum, standing) => sum + counts[standing], 0);
    return { name, count, isBad: isBad && count > 0 };
  });
  return { columns, rows, more: Math.max(0, list.length - most), empty: words?.empty ?? "", tallies, lost: null };
}

const STANDINGS = Object.keys(WORDS).length;
