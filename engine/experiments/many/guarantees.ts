/** What each way to call many guarantees: every cell is judged by runs of its own. */
import { WAY_TITLES, type WayName } from "../../systems/many/titles.ts";
import { measured } from "../run-tables.ts";
import type { RunTable, SomeValues, Verdict } from "../types.ts";
import type { MANY_PARAMS } from "./params.ts";
import { type ManyMeasure } from "./params.ts";

type Set = SomeValues<typeof MANY_PARAMS>;
type Table = RunTable<typeof MANY_PARAMS, ManyMeasure>;
type Judge = Table["rows"][number]["cells"][number]["judge"];
type Measures = Parameters<Judge>[0][number];

interface Guarantee {
  readonly label: string;
  readonly what: string;
  /** What differs from the defaults in the run. Ten callees are called. */
  readonly set: Set;
  readonly faults?: (way: WayName) => readonly string[];
  readonly seeds?: readonly number[]; // left out: 1
  readonly judge: (runs: readonly Measures[]) => Verdict;
}

const CALLEES = 10;
const TEN = { callees: CALLEES } as const;
const A_TENTH = { ...TEN, loss: 0.1 } as const;
const SEEDS = [1, 2, 3] as const;
/** A slow callee computes for ten seconds, and the last one is dead. */
const SLOW_MS = 10_000;
const SLOW_AND_DEAD = { ...TEN, slow: 1, slowMs: SLOW_MS, dead: 1 } as const;

/** The word for a way’s requests in a fault script. */
const REQUESTS: Readonly<Record<WayName, string>> = {
  "sun-broadcast": "call",
  "v-group": "message",
  circus: "call",
  gemini: "call",
  mercury: "call",
  multirpc: "request",
  "multirpc-multicast": "request",
  "flexrpc-serial": "argument",
};

const range = (least: number, most: number): string => (least === most ? `${least}` : `${least} to ${most}`);
const times = (runs: readonly Measures[], name: ManyMeasure): readonly number[] =>
  runs.map((run) => measured(run, name));
const seconds = (ms: number): string => (ms < 1000 ? `${ms.toFixed(0)}\u00a0ms` : `${(ms / 1000).toFixed(1)}\u00a0s`);

const first = (runs: readonly Measures[]): Measures => {
  const [run] = runs;
  if (run === undefined) throw new RangeError("A guarantee needs a run.");
  return run;
};

const GUARANTEES: readonly Guarantee[] = [
  {
    label: "Each runs once",
    what: "One packet in ten is lost. Each of the ten callees runs the procedure once, in three runs.",
    set: A_TENTH,
    seeds: SEEDS,
    judge: (runs) => {
      const least = Math.min(...times(runs, "leastExecutions"));
      const most = Math.max(...times(runs, "mostExecutions"));
      return {
        holds: least === 1 && most === 1,
        text: least === 1 && most === 1 ? "once" : `${range(least, most)} times`,
      };
    },
  },
  {
    label: "Has every answer",
    what: "One packet in ten is lost. At its end the program has the answers of all ten, in three runs.",
    set: A_TENTH,
    seeds: SEEDS,
    judge: (runs) => {
      const answered = times(runs, "answered");
      const least = Math.min(...answered);
      return { holds: least === CALLEES, text: `${range(least, Math.max(...answered))} of ${CALLEES}` };
    },
  },
  {
    label: "Names the dead",
    what: "One of ten callees is dead. The program is told which one.",
    set: { ...TEN, dead: 1 },
    judge: (runs) => {
      const run = first(runs);
      const named = measured(run, "namedDead");
      return { holds: named === 1, text: named === 0 ? "nobody" : `after ${seconds(measured(run, "msPerCall"))}` };
    },
  },
  {
    label: "Tells slow from dead",
    what: "One callee computes for ten seconds, one is dead. The program names the dead one and waits for the other.",
    set: SLOW_AND_DEAD,
    judge: (runs) => {
      const run = first(runs);
      const [named, wrong, answered] = (["namedDead", "wrongNames", "answered"] as const).map((one) =>
        measured(run, one),
      );
      const holds = named === 1 && wrong === 0 && answered === CALLEES - 1;
      return { holds, text: `${answered} answered, ${named} named` };
    },
  },
  {
    label: "Can end early",
    what: "One callee computes for ten seconds. The program wants three answers and goes on when it has them.",
    set: { ...TEN, slow: 1, slowMs: SLOW_MS, wanted: 3 },
    judge: (runs) => {
      const ms = measured(first(runs), "msPerCall");
      return { holds: ms < SLOW_MS, text: `after ${seconds(ms)}` };
    },
  },
  {
    label: "One packet for all",
    what: "Nothing is lost. The caller sends a single packet in one call to ten.",
    set: TEN,
    judge: (runs) => {
      const packets = measured(first(runs), "callerPackets");
      return { holds: packets === 1, text: packets === 1 ? "1 packet" : `${packets} packets` };
    },
  },
  {
    label: "Runs in order",
    what: "A copy of the first request comes a second late, behind that of a second call. It runs nothing.",
    set: { ...TEN, calls: 2, wanted: 3 },
    faults: (way) => [`duplicate ${REQUESTS[way]}#1 by 1s`],
    judge: (runs) => {
      const run = first(runs);
      const late = measured(run, "outOfOrder");
      return { holds: late === 0, text: late === 0 ? "" : `${late} late` };
    },
  },
];

export const GUARANTEE_TABLE: Table = {
  id: "guarantees",
  title: "What each way guarantees",
  of: "Way",
  columns: GUARANTEES.map(({ label, what }) => ({ label, what })),
  rows: (Object.entries(WAY_TITLES) as [WayName, string][]).map(([way, label]) => ({
    label,
    cells: GUARANTEES.map(({ set, faults, seeds = [1], judge }) => ({
      runs: seeds.map((seed) => ({
        set: { ...set, way },
        seed,
        ...(faults === undefined ? {} : { faults: faults(way) }),
      })),
      judge,
    })),
  })),
};
