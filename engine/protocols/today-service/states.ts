/**
 * Both ends of a service with a queue as data, for diagrams and reference pages. states.test.ts drives the step
 * functions and holds every line to what they do.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { SERVICE_CLIENT_STATES } from "./client.ts";
import { SERVICE_SERVER_STATES } from "./server.ts";

const client = way<"idle" | "calling">;
const server = way<"idle" | "serving" | "standing">;

export const MACHINES: readonly StateMachine[] = [
  {
    protocol: "Service client",
    title: "The clients of a service",
    file: "engine/protocols/today-service/client.ts",
    states: SERVICE_CLIENT_STATES,
    transitions: [
      client([["idle", "calling"], "calling"], "call", "", ["send request"], [1, 4]),
      client(
        ["calling", "same"],
        "tick",
        "a pause begins, a retry or a hedge leaves",
        ["send request", "failed"],
        [2, 3, 6],
      ),
      client(["calling", "idle"], "tick", "no attempt and no retry is left", ["failed"], [2, 4, 5]),
      client(["calling", "same"], "reply", "others are under way", ["returned", "send cancel"], [2, 6]),
      client(["calling", "idle"], "reply", "it is of the last call", ["returned", "send cancel"], [2, 6]),
    ],
  } satisfies StateMachine<"idle" | "calling">,
  {
    protocol: "Service server",
    title: "A server with a queue",
    file: "engine/protocols/today-service/server.ts",
    states: SERVICE_SERVER_STATES,
    transitions: [
      server(["idle", "serving"], "request", "", ["execute"], [2, 3]),
      server(["idle", "standing"], "request", "it stands still", [], [5]),
      server([["serving", "standing"], "same"], "request", "it waits, or is dropped", [], [1]),
      server([["serving", "standing"], "same"], "cancel", "", [], [4]),
      server(["serving", "same"], "done", "others wait", ["send reply", "execute"], [2]),
      server(["serving", "idle"], "done", "none waits", ["send reply"], [2]),
      server(["serving", "standing"], "done", "it stands still", ["send reply"], [5]),
      server(["standing", "serving"], "tick", "it goes on", ["execute"], [5]),
      server(["standing", "idle"], "tick", "it goes on, and all was cancelled", [], [4, 5]),
    ],
  } satisfies StateMachine<"idle" | "serving" | "standing">,
];
