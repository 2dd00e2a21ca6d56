/**
 * The experiment of the lab that is nearest to a kind of recorded calls, with its settings. It is data alone: who has
 * the experiments runs it, the headless lab or a worker of the page.
 */
import type { Call } from "../call.ts";

/** A run of an experiment. Parameters that are left out have their defaults. */
export interface TwinSetup {
  readonly experiment: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly faults: readonly string[];
  readonly seed: number;
}

/** What a run of a kind of calls needs; sizes are those of whole messages. */
export interface KindSetting {
  readonly calls: number;
  readonly callBytes: number; // median
  readonly replyBytes: number; // median
  readonly serverNs: number;
  /** From a sending to the next, where a client sent again; null where none did. */
  readonly retryNs: number | null;
  readonly mostSends: number; // of a call
  readonly isNagle: boolean; // its calls waited for acknowledgements that came late
}

export interface Nearest {
  readonly experiment: string;
  /** In nanoseconds: the server’s time is set in steps of this. */
  readonly stepNs: number;
  readonly mostNs: number; // of the server’s time
  readonly mostCalls: number;
  readonly parameters: (setting: KindSetting) => TwinSetup["parameters"];
  /** What of the recorded calls the experiment has not, as sentences. */
  readonly without: readonly string[];
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
const tenths = (value: number): number => Math.round(10 * value) / 10;

/** Bytes of a call’s and a reply’s heads without credentials, which the experiment writes itself (RFC 5531 §9). */
const SUN_HEADS = { call: 40, reply: 24 } as const;

const SUN_UDP: Nearest = {
  experiment: "sun-rpc/call",
  stepNs: 1e6,
  mostNs: 60e9,
  mostCalls: 200,
  parameters: ({ calls, callBytes, serverNs, retryNs, mostSends }) => ({
    transport: "udp",
    iterations: calls,
    argumentBytes: within(callBytes - SUN_HEADS.call, 0, 8000),
    serverMs: Math.round(serverNs / 1e6),
    ...(retryNs === null
      ? {}
      : {
          retryS: within(tenths(retryNs / 1e9), 1, 60),
          totalS: within(Math.ceil((mostSends + 1) * Math.max(1, retryNs / 1e9)), 1, 120),
        }),
  }),
  without: [
    "The experiment’s client sends again at equal intervals, of a second at least.",
    "Its procedures return nothing: the bytes of replies are in the fitted costs alone.",
  ],
};

const SUN_TCP: Nearest = {
  experiment: "today/call",
  stepNs: 1e3,
  mostNs: 60e9,
  mostCalls: 200,
  parameters: ({ calls, callBytes, replyBytes, serverNs, isNagle }) => ({
    stack: "sockets",
    calls,
    bytes: within(callBytes, 0, 65_536),
    resultBytes: within(replyBytes, 0, 65_536),
    serverUs: Math.round(serverNs / 1e3),
    ...(isNagle ? { writes: "2", nagle: "on" } : {}),
  }),
  without: ["The experiment’s messages have the sizes of the recorded ones, and another library’s format."],
};

const RPC2: Nearest = {
  experiment: "machine/call",
  stepNs: 1e6,
  mostNs: 100e9,
  mostCalls: 200,
  parameters: ({ calls, callBytes, replyBytes, serverNs }) => ({
    protocol: "rpc2",
    machine: "today-bypass",
    calls,
    bytes: within(callBytes - RPC2_HEAD, 0, 1400),
    resultBytes: within(replyBytes - RPC2_HEAD, 0, 1400),
    serverMs: Math.round(serverNs / 1e6),
  }),
  without: ["The experiment’s client has RPC2’s own timers."],
};
const RPC2_HEAD = 60; // bytes: wire/FORMATS.md

/** Null where no experiment has such calls; `why` says it in a sentence. */
export function nearestTo(call: Call): { readonly near: Nearest } | { readonly near: null; readonly why: string } {
  if (call.isBroadcast) return { near: null, why: "A broadcast has many answers, and the nearest experiment one." };
  if (call.family === "rpc2") return { near: RPC2 };
  if (call.family === "lab") return { near: null, why: `The lab itself has ${call.programName ?? "this system"}.` };
  return { near: call.transport === "udp" ? SUN_UDP : SUN_TCP };
}
