/**
 * The caller and a callee of a multicast call as data, for diagrams and reference pages: which states there are, and
 * what moves from one to another. It repeats nothing that decides: states.test.ts drives the step functions and holds
 * every line to what they do, and finds none that is not listed.
 */
import type { StateMachine } from "../state-machine.ts";
import { CALLEE_STATES, type CalleeState } from "./callee.ts";
import { CALLER_STATES, type CallerState } from "./caller.ts";

type CalleeTag = CalleeState["tag"];

const CALLER_MACHINE: StateMachine<CallerState["tag"]> = {
  protocol: "FlexRPC caller",
  title: "The caller, one call at a time",
  file: "engine/protocols/flexrpc/caller.ts",
  states: CALLER_STATES,
  transitions: [
    { from: ["idle"], to: "calling", on: ["start"], when: "", gives: ["send"], rules: [1, 2] },
    { from: ["calling"], to: "same", on: ["results"], when: "more are wanted", gives: [], rules: [3, 4] },
    { from: ["calling"], to: "idle", on: ["results"], when: "they are enough", gives: ["returned"], rules: [3] },
    {
      from: ["calling"],
      to: "idle",
      on: ["results"],
      when: "they are all that will come, and not enough",
      gives: ["failed"],
      rules: [4],
    },
    {
      from: ["calling"],
      to: "same",
      on: ["connection lost"],
      when: "the call is in parallel, and others are still to answer",
      gives: [],
      rules: [4],
    },
    {
      from: ["calling"],
      to: "idle",
      on: ["connection lost"],
      when: "nothing more will come",
      gives: ["failed"],
      rules: [4],
    },
  ],
};

const EARLY: readonly CalleeTag[] = ["argument forward", "process"];
const ANY: readonly CalleeTag[] = [...EARLY, "result forward"];

const line = (
  [from, to]: readonly [CalleeTag | readonly CalleeTag[], CalleeTag | "same"],
  on: string,
  when: string,
  gives: readonly string[],
  rules: readonly number[],
) => ({ from: typeof from === "string" ? [from] : from, to, on: [on], when, gives, rules });

const BUNDLES = "results come in bundles";
const ONE_BY_ONE = "results come one by one";

const CALLEE_MACHINE: StateMachine<CalleeTag> = {
  protocol: "FlexRPC callee",
  title: "A callee, one call",
  file: "engine/protocols/flexrpc/callee.ts",
  states: CALLEE_STATES,
  transitions: [
    line(["idle", "argument forward"], "request", "", ["hand on"], [1]),
    line(["argument forward", "same"], "argument", "more is to come", ["hand on argument"], [1]),
    line(["argument forward", "process"], "argument", "it is whole", ["hand on argument", "process"], [1, 2]),
    line(["process", "result forward"], "processed", "others are behind", [], [3]),
    line(["process", "result forward"], "processed", `${ONE_BY_ONE}, and others are behind`, ["send"], [4]),
    line(["process", "done"], "processed", "nothing is awaited from behind", ["send"], [3, 4]),
    line([ANY, "same"], "results", ONE_BY_ONE, ["pass on"], [4]),
    line(["result forward", "done"], "results", `${BUNDLES}, and this one is whole`, ["send"], [3]),
    line(["result forward", "done"], "results", `${ONE_BY_ONE}, and these are the last`, ["pass on"], [4]),
    line([EARLY, "same"], "next lost", `${ONE_BY_ONE}, and none has been begun`, ["send"], [5]),
    line(["result forward", "done"], "next lost", "no result has been begun", ["send"], [5]),
    line([ANY, "done"], "next lost", "a result has been begun", ["give up"], [6]),
    line(["argument forward", "done"], "abandoned", "its part of the argument cannot be ended", ["give up"], [6, 7]),
    line([["process", "result forward"], "done"], "abandoned", "", [], [7]),
  ],
};

export const MACHINES: readonly StateMachine[] = [CALLER_MACHINE, CALLEE_MACHINE];
