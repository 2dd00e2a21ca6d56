/**
 * Both machines of Gemini as data, for diagrams and reference pages. states.test.ts drives the step functions and holds
 * every line to what they do.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { GEMINI_CALLER_STATES, type GeminiCallerState } from "./caller.ts";
import { GEMINI_PROCESS_STATES, type GeminiProcessState } from "./process.ts";

const caller = way<GeminiCallerState["tag"]>;
const process = way<GeminiProcessState["tag"]>;

export const MACHINES: readonly StateMachine[] = [
  {
    protocol: "Gemini caller",
    title: "The caller",
    file: "engine/protocols/gemini/caller.ts",
    states: GEMINI_CALLER_STATES,
    transitions: [
      caller(["idle", "calling"], "call", "", ["write call"], [1]),
      caller(["calling", "same"], "reply", "more are wanted", ["heard"], [2]),
      caller(["calling", "idle"], "reply", "it is the last that is wanted", ["heard", "returned"], [2, 3]),
      caller(
        ["calling", "idle"],
        "reply",
        "it is the last that can come, and one callee is lost",
        ["heard", "failed"],
        [5],
      ),
      caller(["calling", "same"], "lost", "others can answer", ["heard"], [5]),
      caller(["calling", "idle"], "lost", "nobody is left that can answer", ["heard", "failed"], [5]),
    ],
  } satisfies StateMachine<GeminiCallerState["tag"]>,
  {
    protocol: "Gemini process",
    title: "A server’s process for one client",
    file: "engine/protocols/gemini/process.ts",
    states: GEMINI_PROCESS_STATES,
    transitions: [
      process(["idle", "forking"], "accepted", "", [], [1]),
      process(["forking", "same"], "call", "", [], [1]),
      process(["forking", "idle"], "tick", "no call waits", [], [1]),
      process(["forking", "executing"], "tick", "a call waits", ["execute"], [1, 2]),
      process(["idle", "executing"], "call", "", ["execute"], [2]),
      process(["executing", "same"], "call", "", [], [2]),
      process(["executing", "idle"], "done", "no call waits", ["write reply"], [2]),
      process(["executing", "same"], "done", "a call waits", ["write reply", "execute"], [2]),
      process([["forking", "idle", "executing"], "ended"], "lost", "", [], [3]),
    ],
  } satisfies StateMachine<GeminiProcessState["tag"]>,
];
