/**
 * Both machines of streams of calls as data, for diagrams and reference pages. states.test.ts drives the step functions
 * and holds every line to what they do.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { STREAMS_CALLER_STATES } from "./caller.ts";
import { STREAMS_SERVER_STATES } from "./server.ts";

const caller = way<"idle" | "calling">;
const server = way<"idle" | "serving" | "ended">;

export const MACHINES: readonly StateMachine[] = [
  {
    protocol: "Streams caller",
    title: "The caller, with streams on one connection",
    file: "engine/protocols/today-streams/caller.ts",
    states: STREAMS_CALLER_STATES,
    transitions: [
      caller([["idle", "calling"], "calling"], "call", "", ["write call"], [1]),
      caller(["calling", "same"], "reply", "other calls are under way", ["returned"], [2]),
      caller(["calling", "idle"], "reply", "it is of the last call", ["returned"], [2]),
      caller(["calling", "idle"], "lost", "", ["failed"], [3]),
    ],
  } satisfies StateMachine<"idle" | "calling">,
  {
    protocol: "Streams server",
    title: "The server, with streams on one connection",
    file: "engine/protocols/today-streams/server.ts",
    states: STREAMS_SERVER_STATES,
    transitions: [
      server([["idle", "serving"], "serving"], "call", "", ["execute"], [1]),
      server(["serving", "same"], "done", "others run", ["write reply"], [2]),
      server(["serving", "idle"], "done", "it was the last", ["write reply"], [2]),
      server([["idle", "serving"], "ended"], "lost", "", [], [3]),
    ],
  } satisfies StateMachine<"idle" | "serving" | "ended">,
];
