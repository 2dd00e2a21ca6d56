/**
 * Both machines of Mercury as data, for diagrams and reference pages. states.test.ts drives the step functions and
 * holds every line to what they do.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { MERCURY_RECEIVER_STATES, type MercuryReceiverState } from "./receiver.ts";
import { MERCURY_SENDER_STATES } from "./sender.ts";

const sender = way<"idle" | "queueing" | "waiting">;
const receiver = way<MercuryReceiverState["tag"]>;

export const MACHINES: readonly StateMachine[] = [
  {
    protocol: "Mercury sender",
    title: "The sender of a stream of calls",
    file: "engine/protocols/mercury/sender.ts",
    states: MERCURY_SENDER_STATES,
    transitions: [
      sender([["idle", "waiting", "queueing"], "queueing"], "call", "the program flushes later", [], [1, 2]),
      sender([["idle", "waiting", "queueing"], "waiting"], "call", "the program flushes", ["write call"], [1, 2]),
      sender(["queueing", "waiting"], "tick", "the first has waited long enough", ["write call"], [2]),
      sender([["waiting", "queueing"], "same"], "reply", "calls are left", ["heard", "returned", "failed"], [3]),
      sender(["waiting", "idle"], "reply", "it is the last", ["heard", "returned", "failed"], [3]),
      sender(
        [["waiting", "queueing"], "same"],
        "lost",
        "other receivers are waited for",
        ["heard", "returned", "failed"],
        [4],
      ),
      sender([["waiting", "queueing"], "idle"], "lost", "", ["heard", "returned", "failed"], [4]),
    ],
  } satisfies StateMachine<"idle" | "queueing" | "waiting">,
  {
    protocol: "Mercury receiver",
    title: "The receiver of a stream of calls",
    file: "engine/protocols/mercury/receiver.ts",
    states: MERCURY_RECEIVER_STATES,
    transitions: [
      receiver(["idle", "executing"], "call", "", ["execute"], [1]),
      receiver(["executing", "same"], "call", "", [], [1]),
      receiver(["executing", "idle"], "done", "no call waits", ["write reply"], [1, 2]),
      receiver(["executing", "same"], "done", "a call waits", ["write reply", "execute"], [1, 2]),
      receiver([["idle", "executing"], "ended"], "lost", "", [], [3]),
    ],
  } satisfies StateMachine<MercuryReceiverState["tag"]>,
];
