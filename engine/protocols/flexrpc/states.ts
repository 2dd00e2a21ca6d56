/**
 * The caller and a callee of a multicast call as data, for diagrams and reference pages: which states there are, and
 * what moves from one to another. It repeats nothing that decides: states.test.ts drives the step functions and holds
 * every line to what they do, and finds none that is not listed.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { CALLEE_STATES, type CalleeState } from "./callee.ts";
import { CALLER_STATES, type CallerState } from "./caller.ts";

type CallerTag = CallerState["tag"];
type CalleeTag = CalleeState["tag"];

const caller = way<CallerTag>;
const callee = way<CalleeTag>;

const CALLER_MACHINE: StateMachine<CallerTag> = {
  protocol: "FlexRPC caller",
  title: "The caller, one call at a time",
  file: "engine/protocols/flexrpc/caller.ts",
  states: CALLER_STATES,
  transitions: [
    caller(["idle", "calling"], "start", "", ["send"], [1, 2]),
    caller(["calling", "same"], "results", "more are wanted", [], [3, 4]),
    caller(["calling", "idle"], "results", "they are enough", ["returned"], [3]),
    caller(["calling", "idle"], "results", "they are all that will come, and not enough", ["failed"], [4]),
    caller(["calling", "same"], "connection lost", "the call is in parallel, and others are still to answer", [], [4]),
    caller(["calling", "idle"], "connection lost", "nothing more will come", ["failed"], [4]),
  ],
};

const EARLY: readonly CalleeTag[] = ["argument forward", "process"];
const ANY: readonly CalleeTag[] = [...EARLY, "result forward"];

const BUNDLES = "results come in bundles";
const ONE_BY_ONE = "results come one by one";

const CALLEE_MACHINE: StateMachine<CalleeTag> = {
  protocol: "FlexRPC callee",
  title: "A callee, one call",
  file: "engine/protocols/flexrpc/callee.ts",
  states: CALLEE_STATES,
  transitions: [
    callee(["idle", "argument forward"], "request", "", ["hand on"], [1]),
    callee(["argument forward", "same"], "argument", "more is to come", ["hand on argument"], [1]),
    callee(["argument forward", "process"], "argument", "it is whole", ["hand on argument", "process"], [1, 2]),
    callee(["process", "result forward"], "processed", "others are behind", [], [3]),
    callee(["process", "result forward"], "processed", `${ONE_BY_ONE}, and others are behind`, ["send"], [4]),
    callee(["process", "done"], "processed", "nothing is awaited from behind", ["send"], [3, 4]),
    callee([ANY, "same"], "results", ONE_BY_ONE, ["pass on"], [4]),
    callee(["result forward", "done"], "results", `${BUNDLES}, and this one is whole`, ["send"], [3]),
    callee(["result forward", "done"], "results", `${ONE_BY_ONE}, and these are the last`, ["pass on"], [4]),
    callee([EARLY, "same"], "next lost", `${ONE_BY_ONE}, and none has been begun`, ["send"], [5]),
    callee(["result forward", "done"], "next lost", "no result has been begun", ["send"], [5]),
    callee([ANY, "done"], "next lost", "a result has been begun", ["give up"], [6]),
    callee(["argument forward", "done"], "abandoned", "its part of the argument cannot be ended", ["give up"], [6, 7]),
    callee([["process", "result forward"], "done"], "abandoned", "", [], [7]),
  ],
};

export const MACHINES: readonly StateMachine[] = [CALLER_MACHINE, CALLEE_MACHINE];
