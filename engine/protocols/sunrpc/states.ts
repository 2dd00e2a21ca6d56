/**
 * Client and server of Sun RPC over UDP as data, for diagrams and reference pages. It repeats nothing that decides:
 * states.test.ts drives the step functions and holds every line to what they do, and finds none that is not listed.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { CLIENT_STATES, type SunClientState } from "./client.ts";
import { SERVER_STATES, type SunServerState } from "./server.ts";
import { BROADCASTER_MACHINE, PORTMAPPER_MACHINE } from "./portmap/states.ts";
import { TCP_CLIENT_MACHINE } from "./tcp/states.ts";

type ClientTag = SunClientState["tag"];
type ServerTag = SunServerState["tag"];

const client = way<ClientTag>;
const server = way<ServerTag>;

const OTHER_CREDENTIALS = "the server refuses the credentials, and the client can make others";

const CLIENT_MACHINE: StateMachine<ClientTag> = {
  protocol: "Sun RPC client",
  title: "The client, one handle",
  file: "engine/protocols/sunrpc/client.ts",
  states: CLIENT_STATES,
  transitions: [
    client(["idle", "waiting"], "start", "the client waits in select", ["send call"], [1, 2]),
    client(["idle", "reading"], "start", "the client reads without select", ["send call"], [1, 6]),
    client([["waiting", "reading"], "idle"], "reply", "it names the call that is outstanding", ["returned"], [4]),
    client([["waiting", "reading"], "idle"], "reply", "it says why there is no result", ["refused"], [4]),
    client([["waiting", "reading"], "idle"], "reply", "it cannot be read behind its identifier", ["failed"], [5]),
    client([["waiting", "reading"], "same"], "reply", OTHER_CREDENTIALS, ["send call"], [1, 4]),
    client(["waiting", "same"], "reply", "it is of an earlier call: the time begins anew", [], [3]),
    client(["waiting", "same"], "tick", "the time until the next sending has passed", ["send call"], [2]),
    client(["waiting", "idle"], "tick", "the time in all has passed", ["failed"], [2]),
  ],
};

const SERVER_MACHINE: StateMachine<ServerTag> = {
  protocol: "Sun RPC server",
  title: "The server, one process",
  file: "engine/protocols/sunrpc/server.ts",
  states: SERVER_STATES,
  transitions: [
    server(["listening", "serving"], "request", "its procedure is on the list", ["execute"], [1, 3]),
    server(["listening", "same"], "request", "its procedure is not on the list", ["send reply"], [1, 2]),
    server(["listening", "same"], "request", "its reply is in the cache", ["send reply"], [4]),
    server(["serving", "listening"], "done", "", ["send reply"], [4]),
  ],
};

export const MACHINES: readonly StateMachine[] = [
  CLIENT_MACHINE,
  SERVER_MACHINE,
  TCP_CLIENT_MACHINE,
  PORTMAPPER_MACHINE,
  BROADCASTER_MACHINE,
];
