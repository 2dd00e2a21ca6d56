/**
 * A callee's part in one call (Kim, Kim and Maeng 2009, Sections II and III). The states are the paper's three phases.
 *
 *     idle --request--> argument forward --the whole argument--> process
 *     process --processed--> result forward --all sent--> done
 *     any --abandoned--> done
 *
 * Rules
 * 1. A request lists the callees behind this one. Where there are any, it is handed on to the first of them with the
 *    rest of the list, and the argument after it, as far as it has come, without waiting for the whole of it.
 * 2. The procedure runs when the whole argument has come; what is still to be handed on is handed on meanwhile.
 * 3. Results in bundles: a callee keeps its result until the bundle of all callees behind it has come whole, and keeps
 *    such a bundle until it has its result; then it sends both to the machine before it, its own result first. A callee
 *    without callees behind it sends its result at once.
 * 4. Results one by one: a callee sends its result when it has it, and passes the others on as far as they have come.
 * 5. Where the next callee cannot be reached, a note takes the place of its result; the callees behind it give none.
 * 6. A message that has been begun and cannot be ended takes its connection with it: nothing else could follow on it.
 * 7. A callee that loses the connection to the machine before it abandons the call: its result has no way back.
 *
 * Not here: choosing the order of the chain, which is the caller's.
 */
import type { FlexRequest, FlexResult, FlexResults } from "../../wire/flexrpc.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";

/** How far the results of the callees behind this one have come. */
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

type Part = Common &
  (
    | { readonly tag: "argument forward" | "process" | "done" }
    | { readonly tag: "result forward"; readonly resultBytes: number } // of this callee's result
  );

export type CalleeState = { readonly tag: "idle" } | Part;

export type CalleeInput =
  | { readonly tag: "request"; readonly request: FlexRequest } // has come, up to its list
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

type CalleeStep = readonly [Part, readonly CalleeEffect[]];

const NOTHING: readonly CalleeEffect[] = [];

/** The states' words, and what they mean. */
export const CALLEE_STATES: readonly StateWord<CalleeState["tag"]>[] = [
  { tag: "idle", what: "no request has come" },
  { tag: "argument forward", what: "the argument is coming, and is handed on" },
  { tag: "process", what: "the procedure runs" },
  { tag: "result forward", what: "results of the callees behind are awaited, or passed on" },
  { tag: "done", what: "nothing is left to do for the call" },
];

/** Throws where an input does not fit the phase: that is a mistake of the program that has the callee. */
export const FLEX_CALLEE: Machine<CalleeState, CalleeInput, CalleeEffect> = {
  protocol: "FlexRPC callee",
  states: CALLEE_STATES,
  start: () => ({ tag: "idle" }),
  step,
  deadline: () => null,
  name: ({ tag }) => tag,
  input: ({ tag }) => tag,
  key: keyText,
  facts,
};

/** What comes for a call that is done is late and ignored. */
function step(state: CalleeState, input: CalleeInput): CalleeStep {
  if (state.tag === "idle") {
    if (input.tag !== "request") throw new Error(`A callee needs a request before "${input.tag}".`);
    return start(input.request);
  }
  if (state.tag === "done") return [state, NOTHING];
  switch (input.tag) {
    case "request":
      throw new Error(`A request came in the phase "${state.tag}"; a callee takes part in one call.`);
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

function facts(state: CalleeState): readonly Fact[] {
  if (state.tag === "idle") return [];
  const { request, behind, arrived } = state;
  const come: readonly Fact[] = [
    { name: "call", kind: "number", value: request.call },
    { name: "place in the chain", kind: "number", value: request.position },
    { name: "callees behind", kind: "count", value: request.callees.length },
    { name: "argument here", kind: "bytes", value: arrived, limit: request.argumentBytes },
  ];
  if (behind.tag !== "awaited" || !request.pipelined) return come;
  return [...come, { name: "results passed on", kind: "count", value: behind.passed.length }];
}

function start(request: FlexRequest): CalleeStep {
  const [, ...rest] = request.callees;
  const isLast = request.callees.length === 0;
  const behind: Behind = isLast
    ? { tag: "nobody" }
    : { tag: "awaited", reach: request.position + request.callees.length, passed: [], begun: false };
  const state: Part = { tag: "argument forward", request, behind, arrived: 0 };
  const next = { ...request, position: request.position + 1, callees: rest };
  return onArgument(state, 0, isLast ? NOTHING : [{ tag: "hand on", request: next }]);
}

const done = ({ request, behind, arrived }: Part): Part => ({ tag: "done", request, behind, arrived });

/** Rules 1 and 2. */
function onArgument(state: Part, arrived: number, before: readonly CalleeEffect[]): CalleeStep {
  const { request, behind } = state;
  if (state.tag !== "argument forward") return [state, before];
  const whole = arrived === request.argumentBytes;
  const effects = [...before];
  if (behind.tag === "awaited" && arrived > state.arrived) effects.push({ tag: "hand on argument", upTo: arrived });
  if (whole) effects.push({ tag: "process" });
  return [{ ...state, tag: whole ? "process" : "argument forward", arrived }, effects];
}

const results = ({ request }: Part, list: readonly FlexResult[]): FlexResults => ({
  type: "results",
  call: request.call,
  position: request.position,
  results: list,
});

const ownResult = ({ request }: Part, bytes: number): FlexResult => ({
  callee: request.position,
  status: "answered",
  bytes,
});

/** Rules 3 and 4. */
function onProcessed(state: Part, resultBytes: number): CalleeStep {
  const { request, behind, arrived } = state;
  const next: Part = { tag: "result forward", request, behind, arrived, resultBytes };
  if (!request.pipelined) return bundled(next, resultBytes);
  const effects: CalleeEffect[] = [{ tag: "send", message: results(state, [ownResult(state, resultBytes)]) }];
  return [behind.tag === "awaited" ? next : done(next), effects];
}

/** Sends the bundle if nothing is missing. */
function bundled(state: Part, resultBytes: number): CalleeStep {
  const { behind } = state;
  if (behind.tag === "awaited") return [state, NOTHING];
  const others = behind.tag === "come" ? behind.results : [];
  return [done(state), [{ tag: "send", message: results(state, [ownResult(state, resultBytes), ...others]) }]];
}

/** Rules 3 and 4. */
function onResults(state: Part, message: FlexResults, arrived: number, whole: boolean): CalleeStep {
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

/** Results or a note have been passed on. From the callee that a note names on, no result will come. */
function passed(state: Part, behind: Behind & { readonly tag: "awaited" }, list: readonly FlexResult[]): CalleeStep {
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
function come(state: Part): CalleeStep {
  if (state.tag !== "result forward") return [state, NOTHING];
  return state.request.pipelined ? [done(state), NOTHING] : bundled(state, state.resultBytes);
}

/** Rules 5 and 6. */
function onNextLost(state: Part): CalleeStep {
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
function abandoned(state: Part): CalleeStep {
  const isHalf = state.behind.tag === "awaited" && state.arrived < state.request.argumentBytes;
  return [done(state), isHalf ? [{ tag: "give up", which: "next" }] : NOTHING];
}
