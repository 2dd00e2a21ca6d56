/**
 * Both ends of a call of Peregrine RPC as data, for diagrams and reference pages. peregrine.test.ts drives the step
 * functions and holds every line to what they do.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { CALLEE_STATES, CALLER_STATES, type CalleeState, type CallerState } from "./peregrine.ts";

const caller = way<CallerState["tag"]>;
const callee = way<CalleeState["tag"]>;
const FILE = "engine/protocols/peregrine/peregrine.ts";
const ANY = ["idle", "gathering", "executing", "holding"] as const;

export const MACHINES: readonly StateMachine[] = [
  {
    protocol: "Peregrine caller",
    title: "The caller, one thread",
    file: FILE,
    states: CALLER_STATES,
    transitions: [
      caller(["idle", "calling"], "call", "", ["send call"], [1]),
      caller(["calling", "idle"], "result", "it is whole", ["returned"], [1]),
      caller(["calling", "same"], "result", "packets are missing", [], [2]),
      caller(["calling", "same"], "acknowledgement", "", [], [2]),
      caller(["calling", "same"], "tick", "0.5 s are over", ["send call"], [2]),
      caller(["calling", "idle"], "tick", "it was sent ten times", ["failed"], [2]),
      caller(["calling", "idle"], "reject", "", ["failed"], [3]),
    ],
  } satisfies StateMachine<CallerState["tag"]>,
  {
    protocol: "Peregrine callee",
    title: "The server, for one thread",
    file: FILE,
    states: CALLEE_STATES,
    transitions: [
      callee([ANY, "executing"], "call", "it is new, and whole", ["execute"], [5]),
      callee([ANY, "gathering"], "call", "it is new, and packets are missing", [], [5]),
      callee(["gathering", "executing"], "call", "it is the packet that was missing", ["execute"], [5]),
      callee(["executing", "same"], "call", "it comes again", ["send acknowledgement"], [6]),
      callee(["executing", "holding"], "done", "", ["send result"], [6]),
      callee(["holding", "same"], "call", "it comes again", ["send result"], [6]),
      callee([ANY, "same"], "call", "it is bound to another life of the server", ["send reject"], [3]),
    ],
  } satisfies StateMachine<CalleeState["tag"]>,
];
