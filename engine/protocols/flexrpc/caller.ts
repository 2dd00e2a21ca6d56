/**
 * The caller's part in a multicast call (Kim, Kim and Maeng 2009, Section II), one call at a time.
 *
 *     idle --start--> calling --results enough--> idle (returned)
 *                     calling --too many cannot be reached--> idle (failed)
 *
 * Rules
 * 1. In parallel, each callee gets a request of its own, with an empty list, one after the other in the order given.
 * 2. In series, the first callee alone gets a request; its list names the others in the order of the chain.
 * 3. A call in series returns with the results of all. A call in parallel returns with as many as it wants; results
 *    that come after that are late, and ignored.
 * 4. A callee that cannot be reached breaks the chain: a call in series fails once all before it have answered, and the
 *    exception names the last that did and carries the results so far. In parallel it is one less; the call fails when
 *    all have answered or cannot be reached and the results are fewer than it wants.
 *
 * Not here: the order of the chain, which its user chooses, and a limit of time: a connection that breaks ends a call.
 */
import type { FlexRequest, FlexResult, FlexResults } from "../../wire/flexrpc.ts";
import type { IpAddress } from "../../wire/ipv4.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";

export interface MulticastCall {
  readonly mode: "parallel" | "serial";
  readonly callees: readonly IpAddress[]; // in series in the order of the chain; positions count from 1
  readonly argumentBytes: number;
  readonly pipelined: boolean;
  readonly wanted: number; // results; in series all
}

export type CallerState =
  | { readonly tag: "idle"; readonly call: number } // of the last call
  | {
      readonly tag: "calling";
      readonly call: number;
      readonly request: MulticastCall;
      readonly answered: readonly FlexResult[]; // in the order in which they came
      readonly unreachable: readonly number[]; // positions
    };

export type CallerInput =
  | { readonly tag: "start"; readonly request: MulticastCall }
  | { readonly tag: "results"; readonly message: FlexResults } // a whole one
  | { readonly tag: "lost"; readonly position: number }; // a connection, by whom it leads to

export type CallerEffect =
  | { readonly tag: "send"; readonly to: IpAddress; readonly request: FlexRequest }
  | { readonly tag: "returned"; readonly results: readonly FlexResult[] }
  | {
      readonly tag: "failed";
      readonly unreachable: readonly number[];
      readonly last: number; // position of the last callee that answered, 0 for none
      readonly results: readonly FlexResult[];
    };

type CallerStep = readonly [CallerState, readonly CallerEffect[]];

const NOTHING: readonly CallerEffect[] = [];

/** The states' words, and what they mean. */
export const CALLER_STATES: readonly StateWord<CallerState["tag"]>[] = [
  { tag: "idle", what: "no call is outstanding" },
  { tag: "calling", what: "the callees have been called, and results are wanted" },
];

/**
 * The caller; its identity is the number of the last call that was made under its name, 0 for none. Throws where a call
 * is started while another is outstanding: that is its user's mistake.
 */
export const FLEX_CALLER: Machine<CallerState, CallerInput, CallerEffect, number> = {
  protocol: "FlexRPC caller",
  states: CALLER_STATES,
  start: (call) => ({ tag: "idle", call }),
  step,
  deadline: () => null,
  name: ({ tag }) => tag,
  input: ({ tag }) => (tag === "lost" ? "connection lost" : tag),
  key: keyText,
  facts,
};

function step(state: CallerState, input: CallerInput): CallerStep {
  switch (input.tag) {
    case "start":
      if (state.tag !== "idle") throw new Error(`Call ${state.call} is outstanding; a caller makes one at a time.`);
      return start(state.call + 1, input.request);
    case "results":
      return state.tag === "idle" || input.message.call !== state.call
        ? [state, NOTHING]
        : onResults(state, input.message.results);
    case "lost":
      return state.tag === "idle" ? [state, NOTHING] : onLost(state, input.position);
  }
}

function facts(state: CallerState): readonly Fact[] {
  const call: Fact = { name: "call", kind: "number", value: state.call };
  if (state.tag === "idle") return [call];
  const { answered, unreachable, request } = state;
  return [
    call,
    { name: "results", kind: "count", value: answered.length, limit: request.wanted },
    { name: "callees unreachable", kind: "count", value: unreachable.length, limit: request.callees.length },
  ];
}

type Calling = CallerState & { readonly tag: "calling" };

/** Rules 1 and 2. */
function start(call: number, request: MulticastCall): CallerStep {
  const { mode, callees, argumentBytes, pipelined } = request;
  const state: CallerState = { tag: "calling", call, request, answered: [], unreachable: [] };
  const common = { type: "request", call, pipelined, argumentBytes } as const;
  const heads = mode === "parallel" ? callees : callees.slice(0, 1);
  const sends = heads.map((to, i): CallerEffect => {
    const behind = mode === "parallel" ? [] : callees.slice(1);
    return { tag: "send", to, request: { ...common, position: i + 1, callees: behind } };
  });
  return [state, sends];
}

function onResults(state: Calling, results: readonly FlexResult[]): CallerStep {
  let next = state;
  for (const result of results) {
    if (result.status === "unreachable") next = withLost(next, result.callee);
    else if (!isKnown(next, result.callee)) next = { ...next, answered: [...next.answered, result] };
  }
  return settle(next);
}

/** The chain hangs on one connection: without it nothing more comes. */
function onLost(state: Calling, position: number): CallerStep {
  if (state.request.mode === "parallel") return settle(withLost(state, position));
  const positions = state.request.callees.map((_, i) => i + 1);
  return fail(withLost(state, positions.find((one) => !isKnown(state, one)) ?? position));
}

const isKnown = ({ answered, unreachable }: Calling, position: number): boolean =>
  unreachable.includes(position) || answered.some(({ callee }) => callee === position);

const withLost = (state: Calling, position: number): Calling =>
  isKnown(state, position) ? state : { ...state, unreachable: [...state.unreachable, position] };

/** Rules 3 and 4. */
function settle(state: Calling): CallerStep {
  const { call, request, answered, unreachable } = state;
  if (answered.length >= request.wanted) return [{ tag: "idle", call }, [{ tag: "returned", results: answered }]];
  if (unreachable.length === 0) return [state, NOTHING];
  const reach = request.mode === "serial" ? Math.min(...unreachable) - 1 : request.callees.length - unreachable.length;
  return answered.length < reach ? [state, NOTHING] : fail(state);
}

function fail({ call, answered, unreachable }: Calling): CallerStep {
  const last = Math.max(0, ...answered.map(({ callee }) => callee));
  return [{ tag: "idle", call }, [{ tag: "failed", unreachable, last, results: answered }]];
}
