/**
 * Multicast calls as experiments: their sweeps and charts, and the published numbers that they answer. Similar calls of
 * other systems are in uses.ts.
 */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { crossings } from "../crossing.ts";
import { describeExperiment } from "../describe.ts";
import type { Answer, Ask, ChartSpec, Description, ModelLink } from "../types.ts";
import { MULTICAST_MEASURES, MULTICAST_PARAMS, roughMsOf } from "./params.ts";
import type { MulticastMeasure, MulticastValues } from "./params.ts";
import { gfsPush, incast, paxosRound, probe } from "./uses.ts";

const IN_WIRESHARK = "Wireshark shows Ethernet, IP and TCP. It has no reader for FlexRPC and shows the rest as data.";

const KB = 1024;

type MulticastAnswer = Answer<typeof MULTICAST_PARAMS, MulticastMeasure>;
type MulticastAsk = Ask<typeof MULTICAST_PARAMS>;

const sizes = ({ callees, argumentBytes, resultBytes }: MulticastValues): Readonly<Record<string, number>> => ({
  callees,
  argument_bytes: argumentBytes,
  result_bytes: resultBytes,
});

/** The paper models chains that buffer their results. */
const isModelled = ({ mode, results, failCallee }: MulticastValues): boolean =>
  mode === "serial" && results === "buffered" && failCallee === 0;
const isSlow = ({ slowCallee, callees }: MulticastValues): boolean => slowCallee !== 0 && slowCallee <= callees;

const LATENCY = { paper: "flexrpc", measure: "latencyUs", scale: 1 } as const;
const MODELS: readonly ModelLink<typeof MULTICAST_PARAMS, MulticastMeasure>[] = [
  {
    paper: "flexrpc",
    measure: "bandwidthMbps",
    scale: 1,
    function: "bandwidth_mbps",
    arguments: sizes,
    when: (p) => isModelled(p) && !isSlow(p),
  },
  { ...LATENCY, function: "latency_us", arguments: sizes, when: (p) => isModelled(p) && !isSlow(p) },
  {
    ...LATENCY,
    function: "slow_latency_us",
    arguments: (p) => ({ ...sizes(p), slow_callee: p.slowCallee, slow_us: p.slowMs * 1000 }),
    when: (p) => isModelled(p) && isSlow(p),
  },
];

const upTo = (most: number, step: number): readonly number[] =>
  Array.from({ length: most / step + 1 }, (_, i) => i * step);
const DEGREES = { parameter: "callees", values: [1, 3, 5, 7] } as const;
const MODES = ["parallel", "serial"] as const;
const FIGURE_3A = { over: "argumentBytes", values: upTo(64 * KB, 4 * KB), fixed: { resultBytes: 0 } } as const;

/** No available copy of the paper shows the plots of Figure 3; only statements about them in its text are left. */
const LOST = "E-X07";

const CHARTS: readonly ChartSpec<typeof MULTICAST_PARAMS, MulticastMeasure>[] = [
  {
    id: "figure-3d",
    lost: LOST,
    y: "latencyUs",
    title: "Latency of 32 KB there and 32 KB back",
    points: [],
    models: [
      {
        paper: "flexrpc",
        function: "ideal_latency_us",
        scale: 1,
        arguments: sizes,
        when: (p) => isModelled(p) && !isSlow(p),
        label: "Ideal, equation (11)",
      },
    ],
  },
  {
    id: "figure-3a",
    lost: LOST,
    y: "bandwidthMbps",
    title: "Bandwidth of serial and parallel calls to seven",
    points: [],
    limit: { parameter: "networkMbps", label: "Ethernet" },
    sweep: { ...FIGURE_3A, fixed: { ...FIGURE_3A.fixed, callees: 7 } },
    evenX: true,
    series: { parameter: "mode", values: MODES },
    crossing: true,
    models: [
      {
        paper: "flexrpc",
        function: "parallel_bandwidth_mbps",
        scale: 1,
        arguments: (p) => ({ ...sizes(p), per_callee_us: p.calleeUs }),
        // A caller that receives results sends more slowly, which the model leaves out.
        when: (p) => p.mode === "parallel" && p.resultBytes === 0 && p.failCallee === 0 && !isSlow(p),
        label: "Our model of parallel calls",
        series: "parallel",
      },
    ],
  },
  {
    id: "figure-3b",
    lost: LOST,
    y: "latencyUs",
    title: "Latency against the argument",
    points: [],
    sweep: { over: "argumentBytes", values: upTo(64 * KB, 8 * KB), fixed: { mode: "serial", resultBytes: 0 } },
    evenX: true,
    series: DEGREES,
  },
  {
    id: "figure-3c",
    lost: LOST,
    y: "latencyUs",
    title: "Latency against the result",
    points: [],
    sweep: { over: "resultBytes", values: upTo(64 * KB, 8 * KB), fixed: { mode: "serial", argumentBytes: 0 } },
    evenX: true,
    series: DEGREES,
  },
];

const STREAM =
  "Relay efficiencies grow a little with the size. We fitted to a long stream, in which the first is 0.60. At 64 " +
  "KB, the paper’s longest argument, it is less, because the network interface holds interrupts back, which " +
  "weighs more there.";

/** A chain just long enough that the callee relays, with the longest argument of Figure 3. */
const relayAnswer = (callee: number): MulticastAnswer => ({
  table: "relay-efficiency",
  column: "alpha",
  keys: ["callee"],
  only: { callee },
  set: {},
  fixed: { callees: callee + 1, argumentBytes: 64 * KB, resultBytes: 0 },
  measure: `relayEfficiency${callee}`,
  kind: callee === 1 ? "calibrated" : "predicted",
  ...(callee === 1 ? { note: STREAM } : {}),
});

const textAnswer = (
  key: string,
  rest: Pick<MulticastAnswer, "measure" | "compute" | "kind" | "note">,
): MulticastAnswer => ({
  table: "text",
  column: "value",
  keys: ["key"],
  only: { key },
  set: {},
  ...rest,
});

const parameterAnswer = (symbol: string, compute: (ask: MulticastAsk) => number | null): MulticastAnswer => ({
  table: "parameters",
  column: "value",
  keys: ["symbol"],
  only: { symbol },
  set: {},
  measure: "latencyUs",
  compute,
  kind: "predicted",
});

/** The measure at the setting `to` less the measure at the setting `from`. */
export function difference(
  ask: MulticastAsk,
  from: Parameters<MulticastAsk>[0],
  to: Parameters<MulticastAsk>[0],
): number | null {
  const [less, more] = [ask(from), ask(to)];
  return less === null || more === null ? null : more - less;
}

/** The largest argument size, in KB, at which the two modes of Figure 3(a) are equally fast. */
export function crossover(ask: MulticastAsk): number | null {
  const [parallel = [], serial = []] = MODES.map((mode) =>
    FIGURE_3A.values.map((x) => ({ x, y: ask({ ...FIGURE_3A.fixed, callees: 7, mode, argumentBytes: x }) ?? NaN })),
  );
  const last = crossings(parallel, serial).at(-1);
  return last === undefined ? null : last / KB;
}

/** By which power of the number of callees the slope of the latency against the result grows, from 16 to 32. */
export function slopeOrder(ask: MulticastAsk): number | null {
  const slope = (callees: number): number | null => {
    const at = { callees, argumentBytes: 0 };
    return difference(ask, { ...at, resultBytes: 8 * KB }, { ...at, resultBytes: 16 * KB });
  };
  const [less, more] = [slope(16), slope(32)];
  return less === null || more === null ? null : Math.log(more / less) / Math.LN2;
}

export const EMPTY = { argumentBytes: 0, resultBytes: 0 } as const;
const perByte = (ask: MulticastAsk, size: "argumentBytes" | "resultBytes"): number | null => {
  const grown = difference(ask, { ...EMPTY, callees: 1 }, { ...EMPTY, callees: 1, [size]: 1024 * KB });
  return grown === null ? null : grown / (1024 * KB);
};

export const multicast = describeExperiment({
  id: "flexrpc/multicast",
  title: "FlexRPC: multicast calls",
  question: "Should the caller send to every callee itself, or should each callee hand the call on to the next?",
  paper: "flexrpc",
  packetKinds: [...KINDS_OF.flexrpc, "reset"], // that is TCP’s
  inWireshark: IN_WIRESHARK,
  params: MULTICAST_PARAMS,
  measures: MULTICAST_MEASURES,
  sweep: { over: "callees", values: [1, 2, 3, 4, 5, 6, 7], fixed: { argumentBytes: 32 * KB, resultBytes: 32 * KB } },
  charts: CHARTS,
  models: MODELS,
  answers: [
    ...[1, 2, 3, 4, 5, 6].map(relayAnswer),
    textAnswer("crossover", { measure: "latencyUs", compute: crossover, kind: "calibrated" }),
    textAnswer("resultSlopeOrder", {
      measure: "latencyUs",
      compute: slopeOrder,
      kind: "predicted",
      note: "n(n+1)/2 results cross a link in all. This is less than the square for few callees, and near it for many",
    }),
    parameterAnswer("tp", (ask) => ask({ ...EMPTY, callees: 1 })),
    parameterAnswer("t0", (ask) => difference(ask, { ...EMPTY, callees: 1 }, { ...EMPTY, callees: 2 })),
    parameterAnswer("tAPerByte", (ask) => perByte(ask, "argumentBytes")),
    parameterAnswer("tRPerByte", (ask) => perByte(ask, "resultBytes")),
  ],
  roughMs: roughMsOf,
});

/** What the family is called where one is chosen. */
export const title = "FlexRPC";

export const descriptions: readonly Description[] = [multicast, gfsPush, paxosRound, incast, probe];
