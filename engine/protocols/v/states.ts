/**
 * The machines of V as data, for diagrams and reference pages. states.test.ts drives the step functions and holds every
 * line to what they do.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { ALIEN_STATES, type AlienState } from "./alien.ts";
import { GROUP_STATES, type GroupState } from "./group-sender.ts";
import { SENDER_STATES, type SenderState } from "./sender.ts";

const sender = way<SenderState["tag"]>;
const alien = way<AlienState["tag"]>;
const group = way<GroupState["tag"]>;

const AWAITING = "awaiting reply";
const GETTING = "getting replies";
const ANY = ["none", "fetching", "working", "moving", "replied"] as const;

export const MACHINES: readonly StateMachine[] = [
  {
    protocol: "V sender",
    title: "A process that sends",
    file: "engine/protocols/v/sender.ts",
    states: SENDER_STATES,
    transitions: [
      sender(["ready", AWAITING], "call", "", ["send message"], [1, 4]),
      sender([AWAITING, "same"], "tick", "200 ms are over", ["send message"], [2]),
      sender([AWAITING, "same"], "pending", "", [], [3]),
      sender([AWAITING, "same"], "fetch", "", ["send data"], [4]),
      sender([AWAITING, "same"], "data", "the last one is acknowledged", ["send acknowledgement"], [5]),
      sender([AWAITING, "ready"], "reply", "what it moves is here", ["returned"], [1, 5]),
      sender([AWAITING, "ready"], "nak", "", ["failed"], [6]),
      sender([AWAITING, "ready"], "tick", "it was sent five times", ["failed"], [2]),
    ],
  } satisfies StateMachine<SenderState["tag"]>,
  {
    protocol: "V alien",
    title: "What a kernel keeps of a process that has sent here",
    file: "engine/protocols/v/alien.ts",
    states: ALIEN_STATES,
    transitions: [
      alien([ANY, "working"], "message", "it is new, and whole", ["execute"], [1]),
      alien([ANY, "fetching"], "message", "it is new, and has a segment", ["send fetch"], [1, 4]),
      alien(["none", "working"], "message", "its segment was left", ["execute"], [6]),
      alien([["fetching", "working", "moving"], "same"], "message", "it comes again", ["send pending"], [2]),
      alien(["moving", "same"], "message", "the move was left", ["send data"], [6]),
      alien(["replied", "same"], "message", "it comes again", ["send reply"], [3]),
      alien(["fetching", "same"], "data", "the last one asks anew where others are missing", ["send fetch"], [4]),
      alien(["fetching", "working"], "data", "the segment is whole", ["execute"], [4]),
      alien(["fetching", "same"], "tick", "200 ms are over", ["send fetch"], [6]),
      alien(["fetching", "none"], "tick", "five fetches had no answer", [], [6]),
      alien(["working", "replied"], "done", "the result fits a message", ["send reply"], [1]),
      alien(["working", "moving"], "done", "the result is longer", ["send data"], [5]),
      alien(["moving", "same"], "acknowledgement", "it names a place before the end", ["send data"], [5]),
      alien(["moving", "replied"], "acknowledgement", "the whole result is there", ["send reply"], [5]),
      alien(["moving", "same"], "tick", "200 ms are over", ["send data"], [6]),
    ],
  } satisfies StateMachine<AlienState["tag"]>,
  {
    protocol: "V group sender",
    title: "A process that sends to a group",
    file: "engine/protocols/v/group-sender.ts",
    states: GROUP_STATES,
    transitions: [
      group(["ready", AWAITING], "call", "", ["send message"], [1]),
      group([AWAITING, "same"], "tick", "200 ms are over, and no reply is here", ["send message"], [3]),
      group([AWAITING, "same"], "pending", "", [], [4]),
      group([AWAITING, GETTING], "reply", "the process wants more", ["heard"], [1, 2]),
      group([AWAITING, "ready"], "reply", "it is all that the process wants", ["heard", "returned"], [2]),
      group([GETTING, "same"], "reply", "the process wants more", ["heard"], [2]),
      group([GETTING, "ready"], "reply", "it is all that the process wants", ["heard", "returned"], [2]),
      group([GETTING, "ready"], "tick", "no further reply has come", ["returned"], [2]),
      group([AWAITING, "ready"], "tick", "it was sent five times", ["failed"], [3]),
    ],
  } satisfies StateMachine<GroupState["tag"]>,
];
