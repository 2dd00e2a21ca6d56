/**
 * Both ends of an Amoeba transaction as data, for diagrams and reference pages. states.test.ts drives the step
 * functions and holds every line to what they do.
 */
import { partOf, way, type StateMachine } from "../state-machine.ts";
import { CLIENT_STATES, type ClientState } from "./client.ts";
import { SERVER_STATES, type ServerState } from "./server.ts";

const client = way<ClientState["tag"]>;
const server = way<ServerState["tag"]>;

const FREE = ["idle", "not done", "unknown"] as const;
const WAITS = ["locating", "calling", "waiting"] as const;
const SENT = ["calling", "waiting"] as const;
const ANY = ["listening", "gathering", "executing", "replied"] as const;
const ACKS = "send acknowledgement";

const CLIENT: StateMachine<ClientState["tag"]> = {
  protocol: "Amoeba client",
  title: "A client’s process",
  file: "engine/protocols/amoeba/client.ts",
  states: CLIENT_STATES,
  transitions: [
    client([FREE, "calling"], "call", "there is a hint", ["send request"], [2]),
    client([FREE, "locating"], "call", "there is no hint", ["send locate"], [1]),
    client(["locating", "same"], "tick", "the wait is over", ["send locate"], [1]),
    client(["locating", "not done"], "tick", "30 s are over", ["failed"], [1]),
    client(["locating", "calling"], "here", "", ["send request"], [1]),
    client(["calling", "same"], "tick", "0.5 s are over", ["send request"], [3]),
    client(["calling", "locating"], "nak", "it is this life, and the service is not here", ["send locate"], [6]),
    client(["calling", "unknown"], "tick", "it was sent 21 times", ["failed"], [3, 8]),
    client(["calling", "waiting"], "acknowledgement", "", [], [4]),
    client(["waiting", "same"], "acknowledgement", "", [], [4]),
    client(["waiting", "same"], "tick", "10 s are over, or 0.5 s behind an enquiry", ["send enquiry"], [4]),
    client(["waiting", "unknown"], "tick", "an enquiry was sent 20 times", ["failed"], [4, 8]),
    client([SENT, "unknown"], "nak", "it is another life, or knows nothing of it", ["failed"], [7, 8]),
    client([SENT, "idle"], "reply", "it is whole", [ACKS, "returned"], [2, 5]),
    client([SENT, "waiting"], "reply", "fragments are missing", [], [5]),
    client([[...FREE, ...WAITS], "same"], "reply", "it is the last packet of one that is over", [ACKS], [5]),
  ],
};

export const MACHINES: readonly StateMachine[] = [
  partOf(CLIENT, "the server’s place is known", ["idle", "calling", "waiting", "unknown"]),
  partOf(CLIENT, "it is not known", ["idle", "unknown", "locating", "calling", "not done"], ["locating", "not done"]),
  {
    protocol: "Amoeba server",
    title: "The server, for one process of a client",
    file: "engine/protocols/amoeba/server.ts",
    states: SERVER_STATES,
    transitions: [
      server([ANY, "same"], "locate", "the service is here", ["send here"], [1]),
      server([ANY, "executing"], "request", "it is new, and whole", ["execute"], [2]),
      server([ANY, "gathering"], "request", "it is new, and fragments are missing", [], [2]),
      server(["gathering", "executing"], "request", "it is the fragment that was missing", ["execute"], [2]),
      server(["executing", "same"], ["request", "enquiry"], "it is of the one that runs", [ACKS], [3]),
      server(["executing", "replied"], "done", "", ["send reply"], [4]),
      server(["replied", "same"], "tick", "0.5 s are over", ["send reply"], [4]),
      server(["replied", "listening"], "acknowledgement", "it is of this transaction", [], [4]),
      server(["replied", "listening"], "tick", "it was sent 21 times", [], [4]),
      server(["executing", "listening"], "tick", "the client was silent for 50 s", [], [5]),
      server([ANY, "same"], ["request", "enquiry"], "it is not for this life, or not known", ["send nak"], [6]),
    ],
  } satisfies StateMachine<ServerState["tag"]>,
];
