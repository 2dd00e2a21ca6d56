/** The client of Sun RPC over TCP as data; states.test.ts holds every line to what the step function does. */
import { way, type StateMachine } from "../../state-machine.ts";
import { TCP_CLIENT_STATES, type SunTcpClientState } from "./client.ts";

type Tag = SunTcpClientState["tag"];

const client = way<Tag>;

export const TCP_CLIENT_MACHINE: StateMachine<Tag> = {
  protocol: "Sun RPC client over TCP",
  title: "The client over TCP, one handle",
  file: "engine/protocols/sunrpc/tcp/client.ts",
  states: TCP_CLIENT_STATES,
  transitions: [
    client(["closed", "connecting"], "connect", "", ["open"], []),
    client(["closed", "same"], "start", "the connection has gone", ["failed"], [5]),
    client(["connecting", "idle"], "connected", "", [], []),
    client(["idle", "waiting"], "start", "", ["send"], [1, 2, 3]),
    client(["waiting", "idle"], "reply", "it names the call that is outstanding", ["returned"], [6]),
    client(["waiting", "idle"], "reply", "it says why there is no result", ["refused"], [6]),
    client(["waiting", "same"], "reply", "it is of an earlier call, or unreadable: time begins anew", [], [3, 4]),
    client(["waiting", "idle"], "tick", "the time has passed", ["failed"], [3]),
    client([["connecting", "waiting"], "closed"], "broken", "", ["failed"], [5]),
    client(["idle", "closed"], "broken", "", [], [5]),
    client([["connecting", "idle", "waiting"], "closed"], "close", "", ["close"], []),
  ],
};
