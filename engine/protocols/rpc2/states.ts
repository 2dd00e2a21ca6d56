/**
 * The two ends of a connection as data, for diagrams and reference pages: which states there are, and what moves from
 * one to another. It repeats nothing that decides: states.test.ts drives the step functions and holds every line to
 * what they do, and finds none that is not listed.
 */
import { way, type StateMachine } from "../state-machine.ts";
import type { ClientState } from "./client-state.ts";
import type { ServerState } from "./server-state.ts";
import { RPC2_CLIENT, RPC2_SERVER } from "./words.ts";

type ClientTag = ClientState["tag"];
type ServerTag = ServerState["tag"];

const BINDING: readonly ClientTag[] = ["AWAITINIT2", "AWAITINIT4"];
const WORKING: readonly ServerTag[] = ["REQINQUEUE", "PROCESS", "INSE"];
const IDLE: readonly ServerTag[] = ["AWAITENABLE", "AWAITREQUEST"];

const client = way<ClientTag>;
const server = way<ServerTag>;

export const CLIENT_MACHINE: StateMachine<ClientTag> = {
  title: "The client’s end of a connection",
  file: "engine/protocols/rpc2/client.ts",
  ...RPC2_CLIENT,
  transitions: [
    client(["AWAITINIT2", "THINK"], "INIT2", "the bind is open", ["bound"], [7]),
    client(["AWAITINIT2", "AWAITINIT4"], "INIT2", "it proves the server", ["send INIT3"], [7]),
    client(["AWAITINIT4", "THINK"], "INIT4", "it has the session’s key", ["bound"], [7]),
    client(["AWAITINIT2", "HARDERROR"], "INIT2", "it refuses, or proves nothing", ["failed"], [7]),
    client(["AWAITINIT4", "HARDERROR"], "INIT4", "it refuses, or proves nothing", ["failed"], [7]),
    client(["AWAITINIT2", "same"], "BUSY", "the bind has to wait", [], [3]),
    client(["AWAITINIT2", "same"], "tick", "the interval is over", ["send INIT1"], [2]),
    client(["AWAITINIT4", "same"], "tick", "the interval is over", ["send INIT3"], [2]),
    client([BINDING, "HARDERROR"], "tick", "the series or the limit is over", ["failed"], [7]),
    client(["AWAITINIT2", "HARDERROR"], "NAK", "", ["failed"], [5]),
    client(["THINK", "AWAITREPLY"], "call", "", ["send request"], [1]),
    client(["THINK", "AWAITREPLY"], "prepare", "it is one of a parallel call’s", [], [1]),
    client(["AWAITREPLY", "same"], "transmit", "it was prepared", ["send request"], [1]),
    client(["AWAITREPLY", "THINK"], "REPLY", "it is of this call", ["returned"], [1]),
    client(["AWAITREPLY", "same"], "BUSY", "it is of this call", [], [3]),
    client(["AWAITREPLY", "same"], "tick", "the interval is over", ["send request"], [2]),
    client(["AWAITREPLY", "same"], "tick", "the interval is over, and a side effect was heard of", [], [2]),
    client(["AWAITREPLY", "HARDERROR"], "tick", "the series is over", ["failed"], [4]),
    client(["AWAITREPLY", "THINK"], "tick", "the program’s limit is over", ["failed"], [6]),
    client(["AWAITREPLY", "THINK"], "abandon", "", [], [6]),
    client(["AWAITREPLY", "HARDERROR"], "NAK", "", ["failed"], [5]),
    client(["AWAITREPLY", "same"], "side effect heard", "", [], [2]),
    client([[...BINDING, "AWAITREPLY"], "same"], "expire", "the interval is over", [], [2]),
    client(["THINK", "HARDERROR"], "break", "", [], [4]),
    client([[...BINDING, "AWAITREPLY"], "HARDERROR"], "break", "", ["failed"], [4]),
    client(["THINK", "same"], "tick", "an acknowledgement is due", ["send LASTACK"], [8]),
    client(
      [["THINK", "AWAITREPLY"], "same"],
      "REPLY",
      "it was seen before, and is to be acknowledged",
      ["send LASTACK"],
      [8],
    ),
  ],
};

export const SERVER_MACHINE: StateMachine<ServerTag> = {
  title: "The server’s end of a connection",
  file: "engine/protocols/rpc2/server.ts",
  ...RPC2_SERVER,
  transitions: [
    server(["STARTBIND", "AWAITENABLE"], "accept", "the bind is open", ["send INIT2", "new connection"], [9]),
    server(["STARTBIND", "AWAITINIT3"], "accept", "the client’s key is known", ["send INIT2"], [9]),
    server(["STARTBIND", "HARDERROR"], "refuse", "", ["send INIT2", "bind failed"], [9]),
    server(
      ["STARTBIND", "HARDERROR"],
      "accept",
      "the client’s library is another (2025)",
      ["send INIT2", "bind failed"],
      [9],
    ),
    server(["STARTBIND", "same"], "INIT1", "", ["send BUSY"], [9]),
    server(["AWAITINIT3", "AWAITENABLE"], "INIT3", "it proves the client", ["send INIT4", "new connection"], [9]),
    server(["AWAITINIT3", "HARDERROR"], "INIT3", "it proves nothing", ["send INIT4", "bind failed"], [9]),
    server(["AWAITINIT3", "same"], "tick", "the interval is over", ["send INIT2"], [9]),
    server(["AWAITINIT3", "HARDERROR"], "tick", "the series is over", ["bind failed"], [9]),
    server(["AWAITENABLE", "AWAITREQUEST"], "enable", "", [], [10]),
    server(["AWAITENABLE", "same"], "request", "2025", ["send BUSY"], [10]),
    server([IDLE, "same"], "INIT1", "INIT2 is kept", ["send INIT2"], [9]),
    server([IDLE, "same"], "INIT3", "INIT4 is kept", ["send INIT4"], [9]),
    server([IDLE, "same"], "tick", "2 B are over", [], [7]),
    server(["AWAITREQUEST", "REQINQUEUE"], "request", "it has number n", ["request"], [1]),
    server(["AWAITREQUEST", "same"], "request", "it has number n - 2", ["send REPLY"], [2]),
    server(["REQINQUEUE", "PROCESS"], "take", "", [], [1]),
    server(["PROCESS", "INSE"], "side effect begins", "", [], [3]),
    server(["INSE", "PROCESS"], "side effect ends", "", [], [3]),
    server(["PROCESS", "AWAITREQUEST"], "respond", "", ["send REPLY"], [7, 12]),
    server([WORKING, "same"], "request", "it has number n - 2", ["send BUSY"], [3]),
    server([WORKING, "same"], "tick", "100 ms are over (2025)", ["send BUSY"], [8]),
    server([["AWAITREQUEST", ...WORKING], "same"], "request", "its number is above n + 2, and even", ["nak"], [4, 11]),
    server(["HARDERROR", "same"], ["request", "INIT1", "INIT3", "LASTACK"], "", ["nak"], [6]),
    server(["AWAITREQUEST", "same"], "tick", "the reply is not acknowledged", ["send REPLY"], [11]),
    server(["AWAITREQUEST", "same"], "tick", "the series of the reply is over", [], [11]),
    server(["AWAITREQUEST", "same"], "LASTACK", "it is of the reply that is kept", [], [11]),
    server([["STARTBIND", "AWAITINIT3"], "HARDERROR"], "break", "", ["bind failed"], [6]),
    server([[...IDLE, ...WORKING], "HARDERROR"], "break", "", [], [6]),
  ],
};

export const MACHINES: readonly StateMachine[] = [CLIENT_MACHINE, SERVER_MACHINE];
