/** Numbers of the paper's text that follow from several runs. */
import type { Ask, SomeValues } from "../types.ts";
import type { CALL_PARAMS } from "./params.ts";

type SunRpcAsk = Ask<typeof CALL_PARAMS>;
type Set = SomeValues<typeof CALL_PARAMS>;

const ARGUMENTS = [0, 2, 4] as const;
const PLACES = ["local", "remote"] as const;

const RPC: Set = { program: "sun-rpc" };
export const BLOCKING: Set = { program: "udp", waiting: "block" };
export const SELECT: Set = { program: "udp", waiting: "select" };

const meanOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value / values.length),
    0,
  );

/** Applies a function to two numbers that a run may not have. */
const both = (a: number | null, b: number | null, of: (a: number, b: number) => number): number | null =>
  a === null || b === null ? null : of(a, b);

/** The mean over the three arguments of Table 3. */
const overArguments = (each: (argumentBytes: number) => number | null): number | null => meanOf(ARGUMENTS.map(each));

/** The mean over arguments of one measure, of Sun RPC on one machine. */
export const localMean = (ask: SunRpcAsk): number | null =>
  overArguments((argumentBytes) => ask({ ...RPC, place: "local", argumentBytes }));

/** Remote calls take so much longer than local ones, in percent: the mean over the arguments. */
export const remotely =
  (program: Set) =>
  (ask: SunRpcAsk): number | null =>
    overArguments((argumentBytes) => {
      const took = (place: (typeof PLACES)[number]): number | null => ask({ ...program, place, argumentBytes });
      return both(took("remote"), took("local"), (remote, local) => 100 * (remote / local - 1));
    });

/** The dearest of the remote calls over TCP, in percent of the local ones. */
export function remotelyOverTcp(ask: SunRpcAsk): number | null {
  const block = remotely({ program: "tcp", waiting: "block" })(ask);
  return both(block, remotely({ program: "tcp", waiting: "select" })(ask), Math.max);
}

/** A minimal program saves so much against Sun RPC, in percent of its time: the mean over places and arguments. */
export const saved =
  (program: Set) =>
  (ask: SunRpcAsk): number | null =>
    meanOf(
      PLACES.map((place) =>
        overArguments((argumentBytes) => {
          const took = (set: Set): number | null => ask({ ...set, place, argumentBytes });
          return both(took(program), took(RPC), (custom, rpc) => 100 * (1 - custom / rpc));
        }),
      ),
    );

/** The time that select adds to a local call of the minimal program. */
export const selectAdds = (ask: SunRpcAsk): number | null =>
  overArguments((argumentBytes) => {
    const took = (set: Set): number | null => ask({ ...set, place: "local", argumentBytes });
    return both(took(SELECT), took(BLOCKING), (select, blocking) => select - blocking);
  });

/** The saving of a local call of Sun RPC without XDR and dispatching: microseconds, and percent of the call. */
function withoutBoth(ask: SunRpcAsk, of: (whole: number, less: number) => number): number | null {
  return overArguments((argumentBytes) => {
    const took = (set: Set): number | null => ask({ ...RPC, place: "local", argumentBytes, ...set });
    return both(took({}), took({ dispatching: "fixed", encoding: "raw" }), of);
  });
}

export const bothSave = (ask: SunRpcAsk): number | null => withoutBoth(ask, (whole, less) => whole - less);
export const bothSavePercent = (ask: SunRpcAsk): number | null =>
  withoutBoth(ask, (whole, less) => 100 * (1 - less / whole));

/** A local call of Sun RPC takes so many times the time of a C call, its loop included. */
export const timesLocalCall = (ask: SunRpcAsk): number | null =>
  both(ask({ ...RPC, place: "local" }), ask({ program: "c-call" }), (rpc, call) => rpc / call);

export const RPC_PROGRAM = RPC;
