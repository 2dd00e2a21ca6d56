/** The searches that look at every branch: each protocol with settings that lead to different ways of its machines. */
import { CELL_NAMES, CELLS } from "../../protocols/written/rules.ts";
import type { ParamValues } from "../../experiments/types.ts";
import type { Searched } from "./program.ts";

/** The parameters of a search that are not the defaults; what is said of calls and faults is not the usual. */
type Setting = ParamValues;

const each = (parameter: string, values: readonly (string | number)[], set: Setting = {}): readonly Setting[] =>
  values.map((value) => ({ ...set, [parameter]: value }));

const CEDAR_RULES = ["sequenceCheck", "duplicateTable", "uniqueId", "pleaseAck", "heldReply"];

/** Settings by the experiment; one with the defaults is always among them. */
const SETTINGS: Readonly<Record<string, readonly Setting[]>> = {
  "amoeba/call": [
    { serverMs: 2000 },
    { bytes: 3000, direction: "both" },
    ...each("hint", ["none", "stale"]),
    { threads: 2 },
    ...each("without", ["uniqueId", "sequenceCheck", "heldReply", "replyAck"]),
  ],
  "cedar/call": [
    { serverMs: 5000 },
    { argumentPackets: 3 },
    { threads: 2 },
    { transport: "stream" },
    { transport: "stream", argumentPackets: 3 },
    { acknowledgements: "explicit" },
    { acknowledgements: "explicit", argumentPackets: 3 },
    { underWay: "all", acknowledgements: "explicit", argumentPackets: 3 },
    { acknowledgements: "explicit", serverMs: 5000 },
    { liveness: "keep-alives", serverMs: 20_000 },
    { underWay: "all", argumentPackets: 3 },
    ...each("without", CEDAR_RULES),
    ...each("without", ["sequenceCheck", "duplicateTable"], { serverMs: 900 }),
  ],
  "firefly/null": [{ threads: 2 }, ...each("without", CEDAR_RULES)],
  "flexrpc/multicast": [{ mode: "parallel" }, { results: "pipelined" }],
  "flexrpc/paxos-round": [],
  "machine/call": [
    ...each("protocol", ["amoeba", "cedar", "peregrine", "rpc2", "sprite", "sun-rpc", "v"]),
    ...each("protocol", ["amoeba", "firefly", "peregrine", "rpc2", "sprite", "v"], { serverMs: 5000 }),
  ],
  "many/call": [
    ...each("bound", ["call"], { way: "sun-broadcast" }),
    ...each("collator", ["majority", "first-come"], { way: "circus" }),
    ...each("way", ["sun-broadcast", "v-group", "circus", "gemini", "mercury", "multirpc-multicast", "flexrpc-serial"]),
  ],
  "multirpc/call": [
    { computeMs: 5000 },
    { library: "2025" },
    ...each("without", ["sequenceCheck", "savedResult", "nak"]),
  ],
  "multirpc/callback-break": [{ library: "2025" }],
  "sprite/call": [
    { serverMs: 5000 },
    { threads: 2 },
    { bytes: 4000, direction: "both" },
    { bytes: 4000, serverMs: 2000 },
    ...each("without", ["uniqueId", "sequenceCheck", "heldReply"]),
    { without: "fragmentMask", bytes: 4000 },
  ],
  "sun-rpc/call": [
    { transport: "tcp" },
    { transport: "tcp", without: "xidMatch" },
    { transport: "tcp", timeouts: "off" },
    { waiting: "block" },
    { duplicateCache: "on" },
    { udpChecksums: "on" },
    { timeouts: "off" },
    { serverMs: 12_000 },
    ...each("without", ["xidMatch", "savedResult"], { duplicateCache: "on" }),
  ],
  "sun-rpc/broadcast": [{ waitFor: 1 }],
  "sun-rpc/olympus": each("graph", ["chain", "diamond"]),
  "today/call": [{ keepAlive: "on" }, { stack: "bypass" }, { callers: 2 }, { stack: "bypass", callers: 2 }],
  "today/retry-storm": [
    ...each("retry", ["backoff"]),
    { queue: 1 },
    { attempts: 1 },
    { callers: 2 },
    { callers: 2, queue: 1 },
  ],
  "today/open-loop": [],
  "today/hedge": [{ hedge: "off" }, { cancel: "on" }],
  "written/call": CELL_NAMES.flatMap(
    (cell) =>
      Object.keys(CELLS[cell].options)
        .map((value) => ({ rules: `${cell}=${value}` }))
        .filter(({ rules }) => rules !== "larger=ignore"), // no call ends by itself
  ),
};

/** What is too much for three faults, or for two. */
const FEWER: Readonly<Record<string, number>> = {
  "multirpc/callback-break": 1,
  "sun-rpc/broadcast": 1,
  "sun-rpc/olympus": 1,
  "flexrpc/multicast": 1,
  "flexrpc/paxos-round": 1,
  "many/call": 1,
};
const isLong = ({ serverMs, computeMs, bytes, argumentPackets }: Setting): boolean =>
  [serverMs, computeMs, bytes].some((value) => Number(value) > 1000) || Number(argumentPackets) > 1;

/** Cheap enough for three faults in each setting. */
const CHEAP: readonly string[] = ["sprite/call", "written/call"];

/** One call with three faults, and two calls with two; fewer where that is too much. Other settings have two each. */
export const SEARCHES: readonly Searched[] = Object.entries(SETTINGS).flatMap(([id, settings]) =>
  [{}, ...settings].flatMap((set, place) => {
    const most = FEWER[id] ?? (isLong(set) || (place > 0 && !CHEAP.includes(id)) ? 2 : 3);
    return [
      { id, set, calls: 1, faults: most },
      { id, set, calls: 2, faults: Math.min(most, 2) },
    ];
  }),
);
