/**
 * Both ends of a slot as data, for diagrams and reference pages. states.test.ts drives the step functions and holds
 * every line to what they do.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { DATAGRAMS_CLIENT_STATES, type DatagramsClientState } from "./client.ts";
import { DATAGRAMS_SERVER_STATES, type DatagramsServerState } from "./server.ts";

const client = way<DatagramsClientState["tag"]>;
const server = way<DatagramsServerState["tag"]>;
const ANY = ["idle", "gathering", "executing", "holding"] as const;

export const MACHINES: readonly StateMachine[] = [
  {
    protocol: "Datagrams client",
    title: "The client, one slot",
    file: "engine/protocols/today-datagrams/client.ts",
    states: DATAGRAMS_CLIENT_STATES,
    transitions: [
      client(["idle", "calling"], "call", "", ["send request"], [1]),
      client(["calling", "same"], "credit", "it is the next", ["send request"], [1, 2, 3]),
      client(["calling", "same"], "reply", "it is the next, and not the last", ["send more"], [1, 2, 3]),
      client(["calling", "idle"], "reply", "it is the last", ["returned"], [1, 3]),
      client(["calling", "same"], "tick", "no answer has come", ["send request", "send more"], [4]),
      client(["calling", "idle"], "tick", "it is the last wait", ["failed"], [4]),
    ],
  } satisfies StateMachine<DatagramsClientState["tag"]>,
  {
    protocol: "Datagrams server",
    title: "The server, one slot",
    file: "engine/protocols/today-datagrams/server.ts",
    states: DATAGRAMS_SERVER_STATES,
    transitions: [
      server([ANY, "executing"], "request", "it is new, and of one packet", ["execute"], [1, 3]),
      server([ANY, "gathering"], "request", "it is new, and packets are missing", ["send credit"], [1, 2]),
      server(["gathering", "executing"], "request", "it is the last packet", ["execute"], [3]),
      server(["gathering", "same"], "request", "packets are missing", ["send credit"], [2]),
      server([["executing", "holding"], "same"], "request", "a packet comes again", ["send credit"], [4]),
      server(["executing", "holding"], "done", "", ["send reply"], [3]),
      server(["holding", "same"], "request", "the last packet comes again", ["send reply"], [4]),
      server(["holding", "same"], "more", "", ["send reply"], [4]),
    ],
  } satisfies StateMachine<DatagramsServerState["tag"]>,
];
