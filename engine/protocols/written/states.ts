/**
 * The machines of the written protocol as data, for diagrams and reference pages: all that they do by any rules. What a
 * cell decides is said with its value. states.test.ts drives the step functions and holds every line to what they do.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { CLIENT_STATES } from "./client.ts";
import { SERVER_STATES } from "./server.ts";

const client = way<(typeof CLIENT_STATES)[number]["tag"]>;
const server = way<(typeof SERVER_STATES)[number]["tag"]>;

const BUSY = ["waiting", "resting"] as const;
const ANY = ["no row", "running", "kept", "answered"] as const;
const ROWS_BEFORE = ["no row", "kept", "answered"] as const;
const WITHOUT_RESULT = ["no row", "running"] as const;
const ACK = ["send acknowledgement"] as const;

export const MACHINES: readonly StateMachine[] = [
  {
    protocol: "Written client",
    title: "The client, by any rules",
    file: "engine/protocols/written/client.ts",
    states: CLIENT_STATES,
    transitions: [
      client(["idle", "waiting"], "call", "", ["send call"], [1]),
      client(["waiting", "same"], "tick", "it is sent again", ["send call"], [2]),
      client(["waiting", "idle"], "tick", "it was sent often enough", ["failed"], [2]),
      client(["waiting", "resting"], "tick", "the client waits on", [], [2]),
      client([BUSY, "idle"], "result", "the client takes it", ["returned"], [3]),
      client([BUSY, "waiting"], "acknowledgement", "the timer starts anew", [], [4]),
      client([BUSY, "resting"], "acknowledgement", "the timer stops", [], [4]),
      client([BUSY, "idle"], "reject", "the call fails", ["failed"], [5]),
      client([BUSY, "waiting"], "reject", "it is sent again", ["send call"], [5]),
      client(["resting", "same"], "reject", "the client ignores it", [], [5]),
    ],
  } satisfies StateMachine<(typeof CLIENT_STATES)[number]["tag"]>,
  {
    protocol: "Written server",
    title: "The server, by any rules",
    file: "engine/protocols/written/server.ts",
    states: SERVER_STATES,
    transitions: [
      server([ROWS_BEFORE, "running"], "call", "the number is larger; the row first", [...ACK, "run"], [1, 5]),
      server([ANY, "same"], "call", "by another rule", [...ACK, "run", "send reject"], [1, 2, 3, 5, 6]),
      server(["kept", "same"], "call", "the result is sent again", ["send result"], [2, 3]),
      server([WITHOUT_RESULT, "kept"], "done", "the result is kept", ["send result"], [4]),
      server([["no row", "running"], "answered"], "done", "no result is kept", ["send result"], [4]),
      server([ANY, "same"], "done", "the row has another number", ["send result"], [4]),
    ],
  } satisfies StateMachine<(typeof SERVER_STATES)[number]["tag"]>,
];
