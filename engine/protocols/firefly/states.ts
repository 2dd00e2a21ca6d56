/**
 * The two state machines of the exchange as data, for diagrams and reference pages: which states there are, and what
 * moves from one to another. It repeats nothing that decides: states.test.ts drives the step functions and holds every
 * line to what they do, and finds none that is not listed.
 */
import type { StateMachine } from "../state-machine.ts";
import { CALLER_STATES, type CallerState } from "./caller.ts";
import { ACTIVITY_STATES, type ActivityState } from "./server.ts";

type CallerTag = CallerState["tag"];
type ActivityTag = ActivityState["tag"];

const CALLER_TAGS: readonly CallerTag[] = ["idle", "calling", "waiting"];
const ACTIVITY_TAGS: readonly ActivityTag[] = ["new", "executing", "retaining", "settled"];

export const CALLER_MACHINE: StateMachine<CallerTag> = {
  protocol: "Firefly caller",
  title: "The caller, one activity",
  file: "engine/protocols/firefly/caller.ts",
  states: CALLER_STATES,
  transitions: [
    { from: ["idle"], to: "calling", on: ["start"], when: "", gives: ["send call"], rules: [2] },
    {
      from: ["calling"],
      to: "same",
      on: ["tick"],
      when: "the time for a retransmission has come",
      gives: ["send call"],
      rules: [1, 2],
    },
    {
      from: ["calling"],
      to: "waiting",
      on: ["acknowledgement"],
      when: "it is of this call",
      gives: [],
      rules: [1, 3],
    },
    {
      from: ["waiting"],
      to: "same",
      on: ["acknowledgement"],
      when: "it is of this call: the next probe comes later",
      gives: [],
      rules: [3],
    },
    {
      from: ["waiting"],
      to: "same",
      on: ["tick"],
      when: "the time for a probe has come",
      gives: ["send probe"],
      rules: [3],
    },
    {
      from: ["calling", "waiting"],
      to: "idle",
      on: ["result"],
      when: "it is of this call",
      gives: ["returned"],
      asked: "send acknowledgement",
      rules: [1, 4],
    },
    {
      from: ["calling", "waiting"],
      to: "idle",
      on: ["reject"],
      when: "it is of this call",
      gives: ["failed"],
      rules: [],
    },
    {
      from: ["calling"],
      to: "idle",
      on: ["tick"],
      when: "it was sent as often as is allowed",
      gives: ["failed"],
      rules: [1],
    },
    {
      from: ["waiting"],
      to: "idle",
      on: ["tick"],
      when: "too many probes went unanswered",
      gives: ["failed"],
      rules: [3],
    },
    {
      from: CALLER_TAGS,
      to: "same",
      on: ["result"],
      when: "it is late and asks for an acknowledgement",
      gives: ["send acknowledgement"],
      rules: [4, 5],
    },
  ],
};

export const SERVER_MACHINE: StateMachine<ActivityTag> = {
  protocol: "Firefly server",
  title: "The server, one row of the call table",
  file: "engine/protocols/firefly/server.ts",
  states: ACTIVITY_STATES,
  transitions: [
    {
      from: ACTIVITY_TAGS,
      to: "executing",
      on: ["call"],
      when: "its sequence number is greater than the row’s",
      gives: ["execute"],
      rules: [2],
    },
    {
      from: ["executing"],
      to: "same",
      on: ["call", "probe"],
      when: "it is of this call and asks for an answer",
      gives: ["send acknowledgement"],
      rules: [3, 6],
    },
    { from: ["executing"], to: "retaining", on: ["done"], when: "", gives: ["send result"], rules: [5] },
    {
      from: ["retaining"],
      to: "same",
      on: ["call", "probe"],
      when: "it is of this call",
      gives: ["send result"],
      rules: [3, 6],
    },
    {
      from: ["retaining"],
      to: "same",
      on: ["tick"],
      when: "the time for a retransmission has come",
      gives: ["send result"],
      rules: [5],
    },
    {
      from: ["retaining"],
      to: "settled",
      on: ["acknowledgement"],
      when: "it is of this call",
      gives: [],
      rules: [5],
    },
    {
      from: ["retaining"],
      to: "settled",
      on: ["tick"],
      when: "it was sent as often as is allowed",
      gives: [],
      rules: [5],
    },
    {
      from: ACTIVITY_TAGS,
      to: "same",
      on: ["call", "probe"],
      when: "its binding is not this incarnation’s",
      gives: ["send reject"],
      rules: [1],
    },
  ],
};

export const MACHINES: readonly StateMachine[] = [CALLER_MACHINE, SERVER_MACHINE];
