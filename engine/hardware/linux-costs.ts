/**
 * The cluster on which FlexRPC was measured as a table of costs: Linux machines, gigabit links, a switch (Kim, Kim and
 * Maeng 2009, Section IV). The paper gives four numbers, of which two are per byte and two are whole messages' times;
 * the parts of those that a simulation must tell apart are derived from them below, in `emptyMessage` and what follows.
 */
import type { CellAddress, Source } from "../kernel/trace-data.ts";
import { micros, type Nanos } from "../kernel/time.ts";
import { assumed, calibrated, durationOf, printed, type Cost, type CostTable } from "./cost.ts";
import { ETHERNET } from "./ethernet.ts";
import { frameNanos } from "./link.ts";

const at = (table: string, row: CellAddress["row"], column: string): CellAddress => ({
  paper: "flexrpc",
  table,
  row,
  column,
});

const parameter = (name: string, value: number, unit: string, symbol: string): Cost =>
  printed(name, value, unit, "Section IV", at("parameters", { symbol }, "value"));

export const CLUSTER = {
  argumentByte: parameter("Sending an argument (tA)", 0.0089, "us per byte", "tAPerByte"),
  resultByte: parameter("Sending a result (tR)", 0.0089, "us per byte", "tRPerByte"),
  firstHop: parameter("An empty call to one callee (tp)", 140.4, "us", "tp"),
  furtherHop: parameter("One more callee in the chain (t0)", 154.37, "us", "t0"),
  linkRate: printed("Gigabit Ethernet", 1000, "Mbit/s", "Section IV", at("text", { key: "linkRate" }, "value")),
} as const;

/** Costs that a simulation needs and the paper does not say. None of these was fitted. */
export const CLUSTER_ASSUMED = {
  switchLatency: assumed(
    "Switch looks at a frame",
    5,
    "us",
    "Store-and-forward switches of the time took 2 to 10 us besides receiving the frame; the paper names a model only.",
  ),
  moderation: assumed(
    "Shortest time from one receive interrupt to the next",
    20,
    "us",
    "Interfaces of the time held interrupts back: Linux’s drivers for two common ones by 20 or 50 us (tg3) and by " +
      "125 (e1000). The paper names none; with the longer ones its latencies would be no straight lines.",
  ),
  cableMetres: assumed("Cable from a machine to its switch", 5, "m", "Machines in one room; adds 22 ns a link."),
  portsForMachines: assumed(
    "Machines at one switch",
    47,
    "machines",
    "The switch has 48 ports; one is kept for the trunk to a second.",
  ),
} as const;

/** Fitted constants: two, each to one number of Section IV. */
export const CLUSTER_CALIBRATED = {
  relayCost: calibrated(
    "Share of a segment’s time that handling it occupies the processor for, at either end",
    0.75,
    "",
    "Fitted to the relay efficiency of the first callee. Acknowledgements, one for two segments, are in it.",
    at("relay-efficiency", { callee: 1 }, "alpha"),
  ),
  perCallee: calibrated(
    "Call one of several callees",
    67,
    "us",
    "Fitted to the argument size from which serial beats parallel multicast, at seven callees.",
    at("text", { key: "crossover" }, "value"),
  ),
} as const;

/** Sizes in bytes that all of this rests on: a full segment's data, and headers of a frame with time stamps. */
export const SEGMENT_BYTES = 1448;
const FRAME_HEADERS = 66;

/** The time that a full segment takes at the rate at which a machine feeds its link: 12.887 us, 12.304 of it wire. */
const SEGMENT_US = CLUSTER.argumentByte.value * SEGMENT_BYTES;

/** The time for which a processor sends or receives one segment with data. */
export const segmentWork = (relayCost: number): Nanos => micros(relayCost * SEGMENT_US);

/** The time in which a machine feeds its link the data of a segment, rounded up. */
export const feedNanos = (bytes: number, cost: Cost): Nanos => Math.ceil(bytes * cost.value * 1e3);

/** One message of one segment, one way: sent, two links, the switch, received. Nothing else is under way. */
function emptyMessage(bytes: number): Nanos {
  const { switchLatency, cableMetres } = CLUSTER_ASSUMED;
  const link = frameNanos(bytes + FRAME_HEADERS, CLUSTER.linkRate.value);
  const cable = Math.round(cableMetres.value * ETHERNET.nanosPerMetre.value);
  return 2 * (segmentWork(CLUSTER_CALIBRATED.relayCost.value) + link + cable) + durationOf(switchLatency);
}

const derived = (name: string, nanos: Nanos, text: string): Cost => {
  const source: Source = { kind: "derived", text };
  return { name, value: nanos / 1e3, unit: "us", source };
};

/**
 * By equation (10) an empty call to one callee takes tp, and each further callee adds t0. So both hold the time of the
 * empty messages there and back, and what they leave is software: of the call, and of passing a call on.
 * @param requestBytes of an empty request to one callee, and @param resultsBytes of its results
 */
export function emptyRoundTrip(requestBytes: number, resultsBytes: number): Nanos {
  return emptyMessage(requestBytes) + emptyMessage(resultsBytes);
}

/** The rest of `processUs`, the paper's tp, without the empty messages there and back. */
export function procedureCost(processUs: number, roundTrip: Nanos): Cost {
  const left = micros(processUs) - roundTrip;
  return derived("Process the call", left, "tp (Section IV) less the empty messages there and back");
}

export function passingOnCost(roundTrip: Nanos): Cost {
  const left = durationOf(CLUSTER.furtherHop) - roundTrip;
  return derived(
    "Pass the results on",
    left,
    "t0 (Section IV) less the empty messages there and back. On the way back, because a stream would hide it there",
  );
}

/** Every printed number that the cluster repeats: a test compares each with its cell. */
export const CLUSTER_COSTS: readonly Cost[] = Object.values(CLUSTER);

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "Linux machines at switches",
    title: "What the paper prints",
    note: "Repeated from the paper; a test compares each with its cell.",
    costs: CLUSTER_COSTS,
  },
  {
    of: "Linux machines at switches",
    title: "Calibrated",
    note: "Fitted, each to one number, so what that says is no prediction.",
    costs: Object.values(CLUSTER_CALIBRATED),
  },
  {
    of: "Linux machines at switches",
    title: "Assumed",
    note: "What a simulation needs and the paper does not say. None was fitted.",
    costs: Object.values(CLUSTER_ASSUMED),
  },
];
