/** The parameters and the measures of the sweepstakes. */
import { choice, number } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";
import {
  ENTRIES,
  SYSTEM_NAMES,
  WITH_CALLERS,
  WITH_LONG_CALLS,
  type SystemName,
} from "../../systems/sweepstakes/entries.ts";

const TITLES = Object.fromEntries(SYSTEM_NAMES.map((name) => [name, ENTRIES[name].title])) as Readonly<
  Record<SystemName, string>
>;
const WITHOUT_STUBS = SYSTEM_NAMES.filter((name) => !ENTRIES[name].stubs);
const ON_A_NETWORK = SYSTEM_NAMES.filter((name) => ENTRIES[name].network !== null);

const COMMON = {
  system: choice({
    group: "machines",
    label: "System",
    options: TITLES,
    default: "cedar",
    why: "The seven of Table XII and four more, each on its own machine.",
  }),
  normalise: choice({
    group: "machines",
    label: "Measured",
    options: {
      none: "As each was",
      mips: "At one MIPS",
      wire: "On one wire",
      all: "With everything alike",
    },
    default: "none",
    why:
      "At one MIPS all software takes as much longer as its machine is faster. One wire is the Ethernet of 10 " +
      "Mbit/s. Everything alike is both, with checksums, user processes and generated stubs for all.",
  }),
  mipsTimes: number({
    group: "machines",
    label: "The machine’s MIPS are really",
    unit: "times",
    min: 0.5,
    max: 2,
    step: 0.05,
    default: 1,
    why: "The MIPS of Table XII are nominal. So much of them the machine may really have.",
    needs: {
      with: { normalise: "mips" },
      why: "As each was measured its time is known; its speed changes only what that means at one MIPS.",
    },
  }),
};

const DUTIES = {
  checksums: choice({
    group: "software",
    label: "Checksums in software",
    options: { own: "As each had them", all: "For all", none: "For none" },
    default: "own",
    standIn: "own",
    why: "The Firefly alone adds up the bytes of each packet. For the others a byte takes as many instructions.",
    needs: { with: { system: "firefly" }, why: "A system without checksums is the same without them." },
    only: {
      parameter: "system",
      values: ON_A_NETWORK,
      why: "its calls stay on one machine, and no packet is sent",
    },
  }),
  space: choice({
    group: "software",
    label: "Calls go between",
    options: { own: "What each had", user: "User processes" },
    default: "own",
    why:
      "Sprite’s calls go from kernel to kernel. A way into the kernel or out of it takes what it takes between " +
      "user processes of Sprite on Sun-3/60s.",
    needs: { with: { system: "sprite" }, why: "The calls of all others go between user processes already." },
    only: { parameter: "system", values: ["sprite"], why: "its calls go between user processes already" },
  }),
  stubs: choice({
    group: "software",
    label: "Generated stubs",
    options: { own: "As each had them", all: "For all" },
    default: "own",
    why:
      "The Firefly’s numbers in Table XII are those of stubs made by hand. Amoeba, V and Sprite were measured " +
      "without any. Generated ones take as many instructions as the Firefly’s.",
    needs: { with: { system: "firefly" }, why: "Cedar’s stubs are generated." },
    only: { parameter: "system", values: WITHOUT_STUBS, why: "its stubs are generated already, or a library’s" },
  }),
};

const calls = (most: number, count: number) =>
  number({
    group: "workload",
    label: "Calls",
    min: 1,
    max: most,
    default: count,
    scale: "log",
    why: "The number is ours; Table I of the Firefly’s paper has 10,000.",
    repeats: true,
  });

export const NULL_PARAMS = { calls: calls(10_000, 50), ...COMMON, ...DUTIES } as const;

export const THROUGHPUT_PARAMS = {
  callers: choice({
    group: "workload",
    label: "Calls at once",
    options: { own: "As many as each does best with", "1": "1", "2": "2", "4": "4", "8": "8" },
    default: "own",
    standIn: "own",
    why:
      "Table XII took the better of two ways. Cedar and the Firefly do best with four calls at once here, and all " +
      "others with one.",
    needs: { with: { system: "firefly" }, why: "Calls at once help where one leaves the machine idle." },
    only: { parameter: "system", values: WITH_CALLERS, why: "its program here makes one call after the other" },
  }),
  bytes: choice({
    group: "workload",
    label: "A result has",
    options: {
      own: "As much as each does best with",
      "1000": "1,000 bytes",
      "4096": "4,096 bytes",
      "16384": "16,384 bytes",
    },
    default: "own",
    standIn: "own",
    why: "Amoeba sends 30,000 bytes in one call; V, Sprite and Peregrine 16,384 here; the others a packet.",
    needs: { with: { system: "sprite" }, why: "A system whose calls have one packet has no longer ones." },
    only: { parameter: "system", values: WITH_LONG_CALLS, why: "its calls have one packet of data here" },
  }),
  calls: calls(1000, 24),
  ...COMMON,
  ...DUTIES,
} as const;

const LATENCY = {
  msPerCall: {
    label: "Time a call",
    unit: "ms",
    what: "from the first call’s start to the last one’s end, divided by the calls",
  },
  instructionsPerCall: {
    label: "Work a call",
    unit: "thousand instructions",
    what: "the time a call in ms, multiplied by the MIPS of one processor",
  },
  allInstructions: {
    label: "Work a call, all processors",
    unit: "thousand instructions",
    what: "the time a call in ms, multiplied by the MIPS of all processors",
  },
} satisfies MeasureTable;

const PACKETS = {
  packets: { label: "Packets", unit: "packets", what: "on the network until the last answer" },
  failedCalls: { label: "Calls failed", unit: "", what: "calls that ended without a result" },
} satisfies MeasureTable;

export const NULL_MEASURES = { ...LATENCY, ...PACKETS } satisfies MeasureTable;
export const THROUGHPUT_MEASURES = {
  mbitPerS: { label: "Throughput", unit: "Mbit/s", what: "data of calls that returned, by the time of the run" },
  wireShare: { label: "Share of the wire", unit: "%", what: "the throughput, of the speed of its network" },
  ...LATENCY,
  ...PACKETS,
} satisfies MeasureTable;

export type NullValues = Values<typeof NULL_PARAMS>;
export type ThroughputValues = Values<typeof THROUGHPUT_PARAMS>;
export type NullMeasure = keyof typeof NULL_MEASURES;
export type ThroughputMeasure = keyof typeof THROUGHPUT_MEASURES;
