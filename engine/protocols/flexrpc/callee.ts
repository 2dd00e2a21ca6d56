/**
 * A callee's part in one call (Kim, Kim and Maeng 2009, Sections II and III). The states are the paper's three phases.
 *
 *     request--> argument forward --the whole argument--> process --processed--> result forward --all sent--> done
 *     any --abandoned--> done
 *
 * Rules
 * 1. A request lists the callees behind this one. Where there are any, it is handed on to the first of them with the
 *    rest of the list, and the argument after it, as far as it has come, without waiting for the whole of it.
 * 2. The procedure runs when the whole argument has come; what is still to be handed on is handed on meanwhile.
 * 3. Results in bundles: this callee's own waits until the bundle of all behind it has come whole, or the bundle for
 *    it; then both are sent to the one before, its own first. Without callees behind, its own is sent at once.
 * 4. Results one by one: its own is sent when it is there, those from behind are passed on as far as they have come.
 * 5. Where the next callee cannot be reached, a note takes the place of its result, and nobody behind it is heard of.
 * 6. A message that has been begun and cannot be ended takes its connection with it: nothing else could follow on it.
 * 7. A call whose caller's side is lost is abandoned: nobody wants its result.
 *
 * Not here: choosing the order of the chain, which is the caller's.
 */
import type { FlexRequest, FlexResult, FlexResults } from "../../wire/flexrpc.ts";

/** What is known of the callees behind this one. */
type Behind =
  | { readonly tag: "nobody" }
  | {
      readonly tag: "awaited";
      readonly reach: number; // position of the last that is still to be heard of
      readonly passed: readonly number[]; // positions whose results were passed on
      readonly begun: boolean; // one more has been begun
    }
  | { readonly tag: "come"; readonly results: readonly FlexResult[] }; // or their note; empty once passed on

interface Common {
  readonly request: FlexRequest;
  readonly behind: Behind;
  /** How far the argument has come; it has been handed on so far, where there is a next callee. */
  readonly arrived: number;
}

export type CalleeState = Common &
  (
    | { readonly tag: "argument forward" | "process" | "done" }
    | { readonly tag: "result forward"; readonly resultBytes: number } // of its own result
  );

export type CalleeInput =
  | { readonly tag: "argument"; readonly arrived: number } // bytes so far
  | { readonly tag: "processed"; readonly resultBytes: number }
  /** A message from the next callee: so many bytes of its body have come. */
  | { readonly tag: "results"; readonly message: FlexResults; readonly arrived: number; readonly whole: boolean }
  | { readonly tag: "next lost" }
  | { readonly tag: "abandoned" };

export type CalleeEffect =
  | { readonly tag: "hand on"; readonly request: FlexRequest } // to the first of the list that this callee got
  | { readonly tag: "hand on argument"; readonly upTo: number }
  | { readonly tag: "process" }
  | { readonly tag: "send"; readonly message: FlexResults } // whole, to the one before
  | { readonly tag: "pass on"; readonly message: FlexResults; readonly upTo: number; readonly first: boolean }
  | { readonly tag: "give up"; readonly which: "next" | "before" }; // the connection

export type CalleeStep = readonly [CalleeState, readonly CalleeEffect[]];

const NOTHING: readonly CalleeEffect[] = [];

/** A request has come, up to its list. */
export function startCallee(request: FlexRequest): CalleeStep {
  const [, ...rest] = request.callees;
  const isLast = request.callees.length === 0;
  const behind: Behind = isLast
    ? { tag: "nobody" }
    : { tag: "awaited", reach: request.position + request.callees.length, passed: [], begun: false };
  const state: CalleeState = { tag: "argument forward", request, behind, arrived: 0 };
  const next = { ...request, position: request.position + 1, callees: rest };
  return onArgument(state, 0, isLast ? NOTHING : [{ tag: "hand on", request: next }]);
}

/** One step. What comes for a call that is done is late and ignored. */
export function stepCallee(state: CalleeState, input: CalleeInput): CalleeStep {
  if (state.tag === "done") return [state, NOTHING];
  switch (input.tag) {
    case "argument":
      return onArgument(state, input.arrived, NOTHING);
    case "processed":
      if (state.tag !== "process") throw new Error(`A procedure ended in the phase "${state.tag}".`);
      return onProcessed(state, input.resultBytes);
    case "results":
      return onResults(state, input.message, input.arrived, input.whole);
    case "next lost":
      return onNextLost(state);
    case "abandoned":
      return abandoned(state);
  }
}

const done = ({ request, behind, arrived }: CalleeState): CalleeState => ({ tag: "done", request, behind, arrived });

/** Rules 1 and 2. */
function onArgument(state: CalleeState, arrived: number, before: readonly CalleeEffect[]): CalleeStep {
  const { request, behind } = state;
  if (state.tag !== "argument forward") return [state, before];
  const whole = arrived === request.argumentBytes;
  const effects = [...before];
  if (behind.tag === "awaited" && arrived > state.arrived) effects.push({ tag: "hand on argument", upTo: arrived });
  if (whole) effects.push({ tag: "process" });
  return [{ ...state, tag: whole ? "process" : "argument forward", arrived }, effects];
}

const results = ({ request }: CalleeState, list: readonly FlexResult[]): FlexResults => ({
  type: "results",
  call: request.call,
  position: request.position,
  results: list,
});

const own = ({ request }: CalleeState, bytes: number): FlexResult => ({
  callee: request.position,
  status: "answered",
  bytes,
});

/** Rules 3 and 4. */
function onProcessed(state: CalleeState, resultBytes: number): CalleeStep {
  const { request, behind, arrived } = state;
  const next: CalleeState = { tag: "result forward", request, behind, arrived, resultBytes };
  if (!request.pipelined) return bundled(next, resultBytes);
  const effects: CalleeEffect[] = [{ tag: "send", message: results(state, [own(state, resultBytes)]) }];
  return [behind.tag === "awaited" ? next : done(next), effects];
}

/** Sends the bundle if nothing is missing. */
function bundled(state: CalleeState, resultBytes: number): CalleeStep {
  const { behind } = state;
  if (behind.tag === "awaited") return [state, NOTHING];
  const others = behind.tag === "come" ? behind.results : [];
  return [done(state), [{ tag: "send", message: results(state, [own(state, resultBytes), ...others]) }]];
}

/** Rules 3 and 4. */
function onResults(state: CalleeState, message: FlexResults, arrived: number, whole: boolean): CalleeStep {
  const { behind, request } = state;
  if (behind.tag !== "awaited") return [state, NOTHING];
  if (!request.pipelined) {
    return whole ? come({ ...state, behind: { tag: "come", results: message.results } }) : [state, NOTHING];
  }
  const relayed = { ...message, position: request.position };
  const passOn: CalleeEffect = { tag: "pass on", message: relayed, upTo: arrived, first: !behind.begun };
  if (!whole) return [{ ...state, behind: { ...behind, begun: true } }, [passOn]];
  const [next, effects] = passed(state, behind, message.results);
  return [next, [passOn, ...effects]];
}

/** Results or a note have been passed on: nobody is heard of from whom the note names on. */
function passed(
  state: CalleeState,
  behind: Behind & { readonly tag: "awaited" },
  list: readonly FlexResult[],
): CalleeStep {
  const answered = list.filter(({ status }) => status === "answered").map(({ callee }) => callee);
  const lost = list.filter(({ status }) => status === "unreachable").map(({ callee }) => callee - 1);
  const all = [...behind.passed, ...answered];
  const reach = Math.min(behind.reach, ...lost);
  if (all.length < reach - state.request.position) {
    return [{ ...state, behind: { tag: "awaited", reach, passed: all, begun: false } }, NOTHING];
  }
  return come({ ...state, behind: { tag: "come", results: [] } });
}

/** Nothing more comes from behind. */
function come(state: CalleeState): CalleeStep {
  if (state.tag !== "result forward") return [state, NOTHING];
  return state.request.pipelined ? [done(state), NOTHING] : bundled(state, state.resultBytes);
}

/** Rules 5 and 6. */
function onNextLost(state: CalleeState): CalleeStep {
  const { behind, request } = state;
  if (behind.tag !== "awaited") return [state, NOTHING];
  if (behind.begun) return [done(state), [{ tag: "give up", which: "before" }]];
  const positions = request.callees.map((_, i) => request.position + 1 + i);
  const missing = positions.find((position) => !behind.passed.includes(position)) ?? request.position + 1;
  const note: FlexResult = { callee: missing, status: "unreachable", bytes: 0 };
  if (!request.pipelined) return come({ ...state, behind: { tag: "come", results: [note] } });
  const [next, effects] = come({ ...state, behind: { tag: "come", results: [] } });
  return [next, [{ tag: "send", message: results(state, [note]) }, ...effects]];
}

/** Rules 6 and 7. */
function abandoned(state: CalleeState): CalleeStep {
  const isHalf = state.behind.tag === "awaited" && state.arrived < state.request.argumentBytes;
  return [done(state), isHalf ? [{ tag: "give up", which: "next" }] : NOTHING];
}
