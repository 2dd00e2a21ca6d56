/** A call of Sun RPC as an experiment: its sweeps and charts, and the published cells that it answers. */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { CLIENT_AND_SERVER, describeExperiment } from "../describe.ts";
import type { Answer, Description, ModelLink } from "../types.ts";
import { broadcast } from "./broadcast/describe.ts";
import { IN_WIRESHARK } from "./in-wireshark.ts";
import {
  BLOCKING,
  bothSave,
  bothSavePercent,
  localMean,
  remotely,
  remotelyOverTcp,
  RPC_PROGRAM,
  saved,
  SELECT,
  selectAdds,
  timesLocalCall,
} from "./computed.ts";
import { olympus } from "./olympus/describe.ts";
import { CALL_PARAMS, MEASURES } from "./params.ts";
import type { SunRpcMeasure, SunRpcValues } from "./params.ts";

type SunRpcAnswer = Answer<typeof CALL_PARAMS, SunRpcMeasure>;
type Fixed = SunRpcAnswer["fixed"] & object;

/** All turns are alike, so a few stand for the paper's thousand. */
const TABLE_RUN = { iterations: 10 } as const;

const ARGUMENTS = { none: 0, "2 byte": 2, "4 byte": 4 } as const;
type Argument = keyof typeof ARGUMENTS;
const isArgument = (word: string): word is Argument => Object.hasOwn(ARGUMENTS, word);
const PLACES = ["local", "remote"] as const;

/** The programs of Table 3, with how the paper names their way to wait. */
const PROGRAMS: readonly (readonly [program: number, mode: string, fixed: Fixed])[] = [
  [2, "library default", { program: "sun-rpc" }],
  [3, "block", { program: "udp", waiting: "block" }],
  [3, "select", { program: "udp", waiting: "select" }],
  [4, "block", { program: "tcp", waiting: "block" }],
  [4, "select", { program: "tcp", waiting: "select" }],
];

const LOCAL_NOTE =
  "The paper’s own profile of this program adds up to 2.45 ms (blocking) and 2.75 ms (select) a call. " +
  "We take its costs from there.";

const FITTED = [
  { machine: "remote", mode: "block", program: 3, argument: "none" },
  { machine: "local", mode: "block", program: 4, argument: "none" },
] as const;

const SELECT_NOTE =
  "The paper’s three calls lie 700 µs apart, although their arguments differ by four bytes at most. Here they take " +
  "the same.";

const TCP_NOTES: Readonly<Record<string, string>> = {
  "local block":
    "The paper’s call with two bytes takes 500 µs less than the two others. Here all three take the same. The first " +
    "one is fitted.",
  "remote block":
    "In the paper two of these calls take less than on one machine (E-N05). Here a packet on the Ethernet costs TCP " +
    "what it costs UDP.",
  select:
    "The paper has no profile of TCP. Its select costs 1.0 ms locally and 1.5 ms remotely, with UDP 0.2 and 0.6 ms. " +
    "Here it costs 0.3 ms in all cases.",
};

/** Why a group of Table 3’s cells misses, where it does. */
function noteOf(program: number, machine: string, mode: string): { readonly note?: string } {
  if (program === 4) {
    const note = TCP_NOTES[mode] ?? TCP_NOTES[`${machine} ${mode}`];
    return note === undefined ? {} : { note };
  }
  if (program !== 3 || (machine === "remote" && mode === "block")) return {};
  return { note: machine === "local" ? LOCAL_NOTE : SELECT_NOTE };
}

const DEARER =
  "A packet on the Ethernet costs all programs the same here. The paper’s remote calls of Sun RPC are less dear than " +
  "those of its minimal program.";
const GAP = "Local calls of the minimal program are 15 % too cheap here, as in the paper’s own profiles.";

/** Parameters that Table 3 keeps as they are, because all calls return at once. */
const UNTOUCHED = ["retryS", "totalS", "duplicateCache"] as const;

const TABLE_3: readonly SunRpcAnswer[] = PLACES.flatMap((machine) =>
  PROGRAMS.flatMap(([program, mode, fixed]) =>
    Object.keys(ARGUMENTS)
      .filter(isArgument)
      .map((argument): SunRpcAnswer => {
        const row = { machine, mode, program, argument };
        const isFitted = FITTED.some((fitted) =>
          Object.entries(fitted).every(([key, value]) => row[key as keyof typeof row] === value),
        );
        return {
          table: "table-3",
          column: "usPerIteration",
          keys: ["machine", "mode", "program", "argument"],
          only: row,
          set: {},
          fixed: { ...TABLE_RUN, ...fixed, place: machine, argumentBytes: ARGUMENTS[argument] },
          measure: "clientCpuUs",
          ...(isFitted ? { kind: "calibrated" as const, calibrated: [row] } : { kind: "predicted" as const }),
          ...noteOf(program, machine, mode),
          regardlessOf: program === 2 ? UNTOUCHED : [...UNTOUCHED, "transport"],
        };
      }),
  ),
);

/** Table 2: loops of C calls, each read by a clock with ticks. The costs are those of the loop of a million turns. */
const TABLE_2: readonly SunRpcAnswer[] = [100, 1000, 10_000].flatMap((iterations) =>
  (["emptyLoopUs", "noArgUs", "twoByteUs", "fourByteUs"] as const).map((column): SunRpcAnswer => {
    const argumentBytes = { emptyLoopUs: 0, noArgUs: 0, twoByteUs: 2, fourByteUs: 4 }[column];
    return {
      table: "table-2",
      column,
      keys: ["iterations"],
      only: { iterations: 1000 * iterations },
      set: {},
      fixed: { program: "c-call", iterations, argumentBytes, clock: "ticks" },
      measure: column === "emptyLoopUs" ? "loopUs" : "clientCpuUs",
      kind: "predicted",
    };
  }),
);

const LOCAL: Fixed = { ...TABLE_RUN, place: "local" };

/** A number of the text. */
const said = (key: string, rest: Omit<SunRpcAnswer, "table" | "column" | "keys" | "only" | "set" | "kind">) => ({
  table: "text",
  column: "value",
  keys: ["key"],
  only: { key },
  set: {},
  kind: "predicted" as const,
  ...rest,
});

const SLIP = "The paper’s own numbers give 548 µs for XDR, not 584 (E-N01).";
const NO_PROFILER = "The paper’s profile has 7 % for the profiler itself. We leave it out.";

const TEXT: readonly SunRpcAnswer[] = [
  said("table1Mean", {
    measure: "clientCpuUs",
    fixed: { place: "local", iterations: 1000, clock: "ticks", otherWork: "nfs" },
  }),
  said("rpcLocal", { measure: "clientCpuUs", fixed: LOCAL, scale: 1e-3 }),
  said("ordersOfMagnitude", {
    measure: "clientCpuUs",
    fixed: TABLE_RUN,
    compute: (ask) => {
      const times = timesLocalCall(ask);
      return times === null ? null : Math.log10(times);
    },
  }),
  said("noRemoteGain", { measure: "clientCpuUs", fixed: TABLE_RUN, compute: timesLocalCall }),
  said("remoteOverLocal", { measure: "clientCpuUs", fixed: TABLE_RUN, compute: remotely(RPC_PROGRAM), note: DEARER }),
  said("remoteOverLocalUdpSelect", {
    measure: "clientCpuUs",
    fixed: TABLE_RUN,
    compute: remotely(SELECT),
    note: "The paper names the largest of three cases, which lie between 34 and 51 %.",
  }),
  said("remoteOverLocalTcp", {
    measure: "clientCpuUs",
    fixed: TABLE_RUN,
    compute: remotelyOverTcp,
    note: "The paper names a bound: no case is above it.",
  }),
  said("selectTiming", {
    measure: "clientCpuUs",
    fixed: TABLE_RUN,
    compute: selectAdds,
    note: "The paper’s own profiles give 293 µs, and we take the costs from them (E-N09).",
  }),
  said("selectPerIteration", { measure: "clientCpuUs", fixed: TABLE_RUN, compute: selectAdds }),
  said("improveBlocking", { measure: "clientCpuUs", fixed: TABLE_RUN, compute: saved(BLOCKING), note: GAP }),
  said("improveSelect", { measure: "clientCpuUs", fixed: TABLE_RUN, compute: saved(SELECT), note: GAP }),
  said("xdrSuspect", { measure: "clientCpuUs", fixed: TABLE_RUN, compute: saved(SELECT), note: GAP }),
  said("xdrPerIteration", {
    measure: "xdrUs",
    fixed: TABLE_RUN,
    compute: localMean,
    note: SLIP,
  }),
  said("dispatchPerIteration", { measure: "dispatchUs", fixed: LOCAL }),
  said("xdrShare", { measure: "xdrPercent", fixed: TABLE_RUN, compute: localMean }),
  said("dispatchShare", { measure: "dispatchPercent", fixed: LOCAL }),
  said("xdrPlusDispatch", { measure: "clientCpuUs", fixed: TABLE_RUN, compute: bothSave, note: SLIP }),
  said("xdrPlusDispatchShare", { measure: "clientCpuUs", fixed: TABLE_RUN, compute: bothSavePercent, note: SLIP }),
  said("socketShare", { measure: "socketPercent", fixed: LOCAL, note: NO_PROFILER }),
];

/** The argument of so many bytes, as the paper and its model call it; undefined where they have none such. */
const argumentOf = (bytes: number): string | undefined =>
  Object.entries(ARGUMENTS).find(([, size]) => size === bytes)?.[0];

/** The paper's model speaks of Sun RPC with an idle server, and of three arguments. */
const isInModel = ({
  program,
  transport,
  argument,
  argumentBytes,
  serverMs,
  serverDead,
  clock,
  otherWork,
}: SunRpcValues): boolean =>
  program === "sun-rpc" &&
  transport === "udp" &&
  argument === "bytes" &&
  argumentOf(argumentBytes) !== undefined &&
  serverMs === 0 &&
  serverDead === "no" &&
  clock === "exact" &&
  otherWork === "none";

const MODELS: readonly ModelLink<typeof CALL_PARAMS, SunRpcMeasure>[] = [
  {
    paper: "enutt",
    function: "rpc_us",
    measure: "clientCpuUs",
    scale: 1,
    arguments: ({ place, argumentBytes, waiting, encoding, dispatching }) => ({
      machine: place,
      argument: argumentOf(argumentBytes) ?? "mean",
      ...(waiting === "block" ? { select_us: 0 } : {}),
      ...(encoding === "raw" ? { xdr_us: 0 } : {}),
      ...(dispatching === "fixed" ? { dispatch_us: 0 } : {}),
    }),
    when: isInModel,
  },
  {
    paper: "enutt",
    function: "xdr_us",
    measure: "xdrUs",
    scale: 1,
    arguments: () => ({}),
    regardlessOf: ["place", "waiting", "dispatching"],
    when: (parameters) => isInModel(parameters) && parameters.encoding === "xdr",
  },
];

export const call = describeExperiment({
  id: "sun-rpc/call",
  title: "Sun RPC: one call",
  question: "What does a library that does everything cost a call, and what would you give up to save it?",
  paper: "enutt",
  packetKinds: [...KINDS_OF.sunrpc, "open", "acknowledgement", "close", "reset"], // the last four are TCP’s
  inWireshark: IN_WIRESHARK,
  params: CALL_PARAMS,
  machineWords: { ...CLIENT_AND_SERVER, fileserver: "file server" },
  measures: MEASURES,
  sweep: { over: "argumentBytes", values: [0, 2, 4, 64, 512, 1400, 4096, 8192], fixed: { iterations: 3 } },
  charts: [
    {
      y: "clientCpuUs",
      title: "Client’s processor time of a call",
      points: [{ table: "table-3", column: "usPerIteration", x: { column: "argumentBytes", of: ["argumentBytes"] } }],
    },
    { y: "elapsedUs", title: "Time of a call", points: [] },
    {
      id: "list",
      y: "elapsedUs",
      title: "Time of a call, by the length of the server’s list",
      points: [],
      sweep: { over: "registeredProcedures", values: [1, 3, 10, 30, 100, 300, 1000], fixed: { iterations: 1 } },
      evenX: true,
    },
  ],
  models: MODELS,
  answers: [...TABLE_2, ...TABLE_3, ...TEXT],
  // A call that is sent again and again, or a long list, takes no longer to compute.
  roughMs: ({ iterations }) => 0.08 * iterations,
  isLoneCall: () => true,
});

/** What the family is called where one is chosen. */
export const title = "Sun RPC";

export const descriptions: readonly Description[] = [call, olympus, broadcast];
