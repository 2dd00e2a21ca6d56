/**
 * What is left of the Firefly’s call on machines of today, and which of the eight improvements that its paper proposes
 * would still pay (Section 4.2).
 */
import { measured } from "../run-tables.ts";
import type { RunTable, SomeValues } from "../types.ts";
import type { TODAY_PARAMS, TodayMeasure } from "./params.ts";

type Set = SomeValues<typeof TODAY_PARAMS>;
type Table = RunTable<typeof TODAY_PARAMS, TodayMeasure>;
type Cell = Table["rows"][number]["cells"][number];
type Measures = Parameters<Cell["judge"]>[0][number];

/** Data that fill a packet of either stack, as the Firefly’s MaxResult filled one. */
const FULL = 1024;
/** Firefly, Table I: 26.61 s for 10,000 calls. */
const FIREFLY_US = 2661;
/** Below this share an improvement is not worth its work; so it is said here. */
const PAYS = 0.05;

interface Column {
  readonly label: string;
  readonly set: Set;
}

const STACKS: readonly Column[] = [
  { label: "Through sockets", set: { stack: "sockets" } },
  { label: "Past the kernel", set: { stack: "bypass" } },
];

const COLUMNS: readonly Column[] = STACKS.flatMap(({ label, set }) => [
  { label: `${label}, small`, set },
  { label: `${label}, a full packet back`, set: { ...set, resultBytes: FULL } },
]);

const percent = (share: number): string => `${(100 * share).toFixed(Math.abs(share) < 0.1 ? 1 : 0)} %`;

function pair(measures: readonly Measures[]): readonly [Measures, Measures] {
  const [before, after] = measures;
  if (before === undefined || after === undefined) throw new RangeError("A saving needs two runs.");
  return [before, after];
}

const savedOf = (measures: readonly Measures[]): number => {
  const [before, after] = pair(measures);
  return 1 - measured(after, "latencyUs") / measured(before, "latencyUs");
};

/** The improvement on and off. */
const saves =
  (change: Set) =>
  ({ set }: Column): Cell => ({
    runs: [{ set }, { set: { ...set, ...change } }],
    judge: (measures) => {
      const share = savedOf(measures);
      return { holds: share >= PAYS, text: `${percent(share)} saved` };
    },
  });

/** The machine has the improvement: what it saves already, beside a machine without it. */
const hasIt =
  (without: Set) =>
  ({ set }: Column): Cell => ({
    runs: [{ set: { ...set, ...without } }, { set }],
    judge: (measures) => ({ holds: null, text: `built in, saves ${percent(savedOf(measures))}` }),
  });

/** Nothing on this stack corresponds to it. */
const nothing =
  (why: string) =>
  ({ set }: Column): Cell => ({
    runs: [{ set }],
    judge: ([only]) => ({
      holds: null,
      text: `${why}, ${only === undefined ? "" : measured(only, "latencyUs").toFixed(1)} µs`,
    }),
  });

type Make = (column: Column) => Cell;
const byStack =
  (sockets: Make, bypass: Make): Make =>
  (column) =>
    column.set.stack === "bypass" ? bypass(column) : sockets(column);

const IMPROVEMENTS: readonly { readonly label: string; readonly what: string; readonly cell: Make }[] = [
  {
    label: "Another controller (4.2.1)",
    what: "Controller and bus take no time at all.",
    cell: saves({ controller: "no-delay" }),
  },
  {
    label: "A network ten times as fast (4.2.2)",
    what: "250 Gbit/s in place of 25.",
    cell: saves({ networkGbps: 250 }),
  },
  {
    label: "Processors three times as fast (4.2.3)",
    what: "All software takes a third.",
    cell: saves({ faster: 3 }),
  },
  {
    label: "No checksums in software (4.2.4)",
    what: "The controllers of today have them: the cell says what a call would take longer without that.",
    cell: hasIt({ checksums: "software" }),
  },
  {
    label: "A protocol designed anew (4.2.5)",
    what: "A lean library with short headers in place of one like gRPC. Past the kernel it is one.",
    cell: byStack(saves({ library: "lean" }), nothing("is lean")),
  },
  {
    label: "No layers of IP below (4.2.6)",
    what: "The kernel’s TCP and IP take no time. Past the kernel only their header’s bytes are left.",
    cell: byStack(saves({ layers: "none" }), nothing("only bytes")),
  },
  {
    label: "Busy waiting (4.2.7)",
    what: "Who waits for a message polls. Past the kernel both do.",
    cell: byStack(saves({ waiting: "polls" }), nothing("polls")),
  },
  {
    label: "A recoded library (4.2.8)",
    what: "It makes and takes messages three times as fast.",
    cell: saves({ library: "recoded" }),
  },
];

export const IMPROVED: Table = {
  id: "improvements",
  title: "Which of the Firefly’s eight improvements would still pay",
  of: "Improvement",
  columns: COLUMNS.map(({ label }) => ({ label, what: "It pays where it saves at least 5 % of the latency." })),
  rows: IMPROVEMENTS.map(({ label, what, cell }) => ({ label, what, cells: COLUMNS.map(cell) })),
};

interface Left {
  readonly label: string;
  readonly what: string;
  readonly text: (measures: Measures) => string;
}

const ofAll = (measures: Measures, part: number): string => {
  const whole = measured(measures, "latencyUs");
  return `${part.toFixed(2)} µs, ${percent(part / whole)}`;
};

const LEFT: readonly Left[] = [
  {
    label: "A small call",
    what: "Beside the Firefly’s call of Null(), Table I.",
    text: (one) => {
      const us = measured(one, "latencyUs");
      return `${us.toFixed(1)} µs, a ${Math.round(FIREFLY_US / us)}th of 2.66 ms`;
    },
  },
  {
    label: "Both processors",
    what: "Library, kernel and interrupts.",
    text: (one) => ofAll(one, measured(one, "clientUs") + measured(one, "serverCpuUs")),
  },
  { label: "Bits on the wire", what: "All frames, once.", text: (one) => ofAll(one, measured(one, "wireUs")) },
  {
    label: "Switch, controllers, buses, cables",
    what: "What is left: the time that neither a processor nor a bit takes.",
    text: (one) =>
      ofAll(
        one,
        measured(one, "latencyUs") - measured(one, "clientUs") - measured(one, "serverCpuUs") - measured(one, "wireUs"),
      ),
  },
];

export const WHAT_IS_LEFT: Table = {
  id: "left",
  title: "What is left of 2.66 ms",
  of: "Part",
  columns: STACKS.map(({ label }) => ({ label })),
  rows: LEFT.map(({ label, what, text }) => ({
    label,
    what,
    cells: STACKS.map(({ set }) => ({
      runs: [{ set }],
      judge: ([only]) => ({ holds: null, text: only === undefined ? "" : text(only) }),
    })),
  })),
};
