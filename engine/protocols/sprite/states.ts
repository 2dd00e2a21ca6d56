/**
 * Both ends of a channel of Sprite RPC as data, for diagrams and reference pages. states.test.ts drives the step
 * functions and holds every line to what they do.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { CLIENT_STATES, type ClientState } from "./client.ts";
import { SERVER_STATES, type ServerState } from "./server.ts";

const client = way<ClientState["tag"]>;
const server = way<ServerState["tag"]>;

const UNDER_WAY = ["calling", "acknowledged", "overdue", "probing"] as const;
const ANY = ["idle", "gathering", "executing", "holding"] as const;
const REPORTS = "send acknowledgement";

export const MACHINES: readonly StateMachine[] = [
  {
    protocol: "Sprite client",
    title: "The client, one channel",
    file: "engine/protocols/sprite/client.ts",
    states: CLIENT_STATES,
    transitions: [
      client(["idle", "calling"], "call", "", ["send request"], [1, 2]),
      client(["calling", "same"], "tick", "the gap or the wait is over", ["send request"], [2, 4]),
      client(["calling", "same"], "fragment mask", "fragments are missing", ["send request"], [3]),
      client(["calling", "acknowledged"], "acknowledgement", "the server has the whole request", [], [4]),
      client(["calling", "acknowledged"], "fragment mask", "with the ones before it names all", [], [3]),
      client(["probing", "acknowledged"], ["acknowledgement", "fragment mask"], "it is one of the first nine", [], [5]),
      client(["probing", "overdue"], "acknowledgement", "it is the tenth or a later one", [], [5]),
      client([["acknowledged", "overdue"], "probing"], "tick", "5 s are over", ["send probe"], [5]),
      client(["probing", "same"], "tick", "the wait is over", ["send probe"], [5]),
      client([[...UNDER_WAY, "receiving"], "idle"], "reply", "it is whole", ["returned"], [1, 6]),
      client([[...UNDER_WAY, "receiving"], "receiving"], "reply", "fragments are missing", [REPORTS], [6]),
      client(["receiving", "same"], "tick", "the wait is over", [REPORTS], [6]),
      client([[...UNDER_WAY, "receiving"], "idle"], "reject", "", ["failed"], [7]),
      client([["calling", "probing", "receiving"], "idle"], "tick", "it was sent eight times", ["failed"], [4, 5, 6]),
    ],
  } satisfies StateMachine<ClientState["tag"]>,
  {
    protocol: "Sprite server",
    title: "The server, one channel",
    file: "engine/protocols/sprite/server.ts",
    states: SERVER_STATES,
    transitions: [
      server([ANY, "executing"], "request", "it is new, and whole", ["execute"], [1, 2]),
      server([ANY, "gathering"], "request", "it is new, and fragments are missing", [REPORTS], [1, 2]),
      server(["gathering", "executing"], "request", "it is the last fragment that was missing", ["execute"], [2]),
      server(["gathering", "same"], "request", "fragments are missing", [REPORTS], [2]),
      server([["idle", "gathering"], "same"], "probe", "the request is not here whole", ["send reject"], [6]),
      server(["executing", "same"], ["request", "probe"], "it is of the call that runs", [REPORTS], [3]),
      server(["executing", "holding"], "done", "", ["send reply"], [4]),
      server(["holding", "same"], ["request", "probe"], "it is of the call that was answered", ["send reply"], [4]),
      server(["holding", "same"], "tick", "the gap is over", ["send reply"], [4]),
      server(["holding", "same"], "fragment mask", "fragments are missing", ["send reply"], [5]),
      server([ANY, "same"], ["request", "probe"], "it is meant for another life of the server", ["send reject"], [6]),
      server([ANY, "idle"], "probe", "the client was started anew", ["send reject"], [6, 7]),
      server([ANY, "idle"], ["acknowledgement", "fragment mask"], "the client was started anew", [], [7]),
    ],
  } satisfies StateMachine<ServerState["tag"]>,
];
