/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { FlexRequest, FlexResults } from "../../wire/flexrpc.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { FLEX_CALLEE, type CalleeInput, type CalleeState } from "./callee.ts";
import { FLEX_CALLER, type CallerInput, type CallerState } from "./caller.ts";
import { MACHINES } from "./states.ts";

const CALLEES = [0x0a000001, 0x0a000002, 0x0a000003];
const ARGUMENT = 3;

interface Drawn {
  readonly what: number;
  readonly place: number; // of a callee, from 0
  readonly good: boolean; // it answers, or the message is whole
}

const drive = fc.record({
  behind: fc.nat(3),
  pipelined: fc.boolean(),
  steps: fc.array(fc.record({ what: fc.nat(5), place: fc.nat(2), good: fc.boolean() }), {
    minLength: 20,
    maxLength: 40,
  }),
});
type Drive = typeof drive extends fc.Arbitrary<infer Value> ? Value : never;

const results = (call: number, position: number, { place, good }: Drawn): FlexResults => ({
  type: "results",
  call,
  position,
  results: [{ callee: position + place, status: good ? "answered" : "unreachable", bytes: good ? 4 : 0 }],
});

function callerInput(state: CallerState, drawn: Drawn, { behind, pipelined }: Drive): CallerInput {
  if (state.tag === "idle") {
    const callees = CALLEES.slice(0, Math.max(1, behind));
    const mode = drawn.good ? "parallel" : "serial";
    const wanted = mode === "serial" ? callees.length : Math.min(callees.length, 1 + drawn.place);
    return { tag: "start", request: { mode, callees, argumentBytes: ARGUMENT, pipelined, wanted } };
  }
  const count = state.request.callees.length;
  const place = drawn.place % count;
  if (drawn.what < 4) return { tag: "results", message: results(state.call, 1, { ...drawn, place }) };
  return { tag: "lost", position: place + 1 };
}

function driveCaller(ways: Ways, given: Drive): void {
  let state = FLEX_CALLER.start(0);
  for (const drawn of given.steps) {
    const input = callerInput(state, drawn, given);
    state = stepNoted(ways, FLEX_CALLER, { state, input, now: 0, wordOf: ({ tag }) => tag });
  }
}

function calleeInput(state: CalleeState, drawn: Drawn, { behind, pipelined }: Drive): CalleeInput | null {
  if (state.tag === "idle") {
    const request: FlexRequest = {
      type: "request",
      call: 1,
      pipelined,
      argumentBytes: ARGUMENT,
      position: 1,
      callees: CALLEES.slice(0, behind),
    };
    return { tag: "request", request };
  }
  switch (drawn.what) {
    case 0:
    case 1:
      return state.arrived === ARGUMENT ? null : { tag: "argument", arrived: state.arrived + 1 };
    case 2:
      return state.tag === "process" ? { tag: "processed", resultBytes: 4 } : null;
    case 3:
      return { tag: "results", message: results(1, 2, drawn), arrived: 2, whole: drawn.good };
    case 4:
      return { tag: "next lost" };
    default:
      return drawn.place === 0 ? { tag: "abandoned" } : null;
  }
}

function driveCallee(ways: Ways, given: Drive): void {
  let state = FLEX_CALLEE.start();
  for (const drawn of given.steps) {
    const input = calleeInput(state, drawn, given);
    if (input === null) continue;
    state = stepNoted(ways, FLEX_CALLEE, { state, input, now: 0, wordOf: ({ tag }) => tag });
  }
}

const DRIVES = new Map([
  [FLEX_CALLER.protocol, driveCaller],
  [FLEX_CALLEE.protocol, driveCallee],
]);

it.each(MACHINES)("$title: lists all that the step function does, which does all that is listed", (machine) => {
  const seen: Ways = new Map();
  const run = DRIVES.get(machine.protocol);
  if (run === undefined) throw new Error(`Nothing drives ${machine.protocol}.`);
  fc.assert(
    fc.property(drive, (given) => run(seen, given)),
    { numRuns: 1000, seed: 1 },
  );
  expect(inLines(seen)).toEqual(inLines(listedWays(machine)));
});
