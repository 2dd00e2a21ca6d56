/**
 * The two state machines of the exchange as data, for diagrams and reference pages: which states there are, and what
 * moves from one to another. It repeats nothing that decides: states.test.ts drives the step functions and holds every
 * line to what they do, and finds none that is not listed.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { CALLER_STATES, type CallerState } from "./caller.ts";
import { ACTIVITY_STATES, type ActivityState } from "./server.ts";

type CallerTag = CallerState["tag"];
type ActivityTag = ActivityState["tag"];

const CALLER_TAGS: readonly CallerTag[] = ["idle", "calling", "waiting"];
const ACTIVITY_TAGS: readonly ActivityTag[] = ["new", "executing", "retaining", "settled"];

const caller = way<CallerTag>;
const server = way<ActivityTag>;

export const CALLER_MACHINE: StateMachine<CallerTag> = {
  protocol: "Firefly caller",
  title: "The caller, one activity",
  file: "engine/protocols/firefly/caller.ts",
  states: CALLER_STATES,
  transitions: [
    caller(["idle", "calling"], "start", "", ["send call"], [2]),
    caller(["calling", "same"], "tick", "the time for a retransmission has come", ["send call"], [1, 2]),
    caller(["calling", "waiting"], "acknowledgement", "it is of this call", [], [1, 3]),
    caller(["waiting", "same"], "acknowledgement", "it is of this call: the next probe comes later", [], [3]),
    caller(["waiting", "same"], "tick", "the time for a probe has come", ["send probe"], [3]),
    {
      ...caller([["calling", "waiting"], "idle"], "result", "it is of this call", ["returned"], [1, 4]),
      asked: "send acknowledgement",
    },
    caller([["calling", "waiting"], "idle"], "reject", "it is of this call", ["failed"], []),
    caller(["calling", "idle"], "tick", "it was sent as often as is allowed", ["failed"], [1]),
    caller(["waiting", "idle"], "tick", "too many probes went unanswered", ["failed"], [3]),
    caller(
      [CALLER_TAGS, "same"],
      "result",
      "it is late and asks for an acknowledgement",
      ["send acknowledgement"],
      [4, 5],
    ),
  ],
};

export const SERVER_MACHINE: StateMachine<ActivityTag> = {
  protocol: "Firefly server",
  title: "The server, one row of the call table",
  file: "engine/protocols/firefly/server.ts",
  states: ACTIVITY_STATES,
  transitions: [
    server([ACTIVITY_TAGS, "executing"], "call", "its sequence number is greater than the row’s", ["execute"], [2]),
    server(
      ["executing", "same"],
      ["call", "probe"],
      "it is of this call and asks for an answer",
      ["send acknowledgement"],
      [3, 6],
    ),
    server(["executing", "retaining"], "done", "", ["send result"], [5]),
    server(["retaining", "same"], ["call", "probe"], "it is of this call", ["send result"], [3, 6]),
    server(["retaining", "same"], "tick", "the time for a retransmission has come", ["send result"], [5]),
    server(["retaining", "settled"], "acknowledgement", "it is of this call", [], [5]),
    server(["retaining", "settled"], "tick", "it was sent as often as is allowed", [], [5]),
    server([ACTIVITY_TAGS, "same"], ["call", "probe"], "its binding is not this incarnation’s", ["send reject"], [1]),
  ],
};

export const MACHINES: readonly StateMachine[] = [CALLER_MACHINE, SERVER_MACHINE];
