/** Portmapper and broadcast as data; states.test.ts holds every line to what the step functions do. */
import { way, type StateMachine } from "../../state-machine.ts";
import { BROADCASTER_STATES, type BroadcasterState } from "./broadcaster.ts";
import { PORTMAPPER_STATES, type PortmapperState } from "./portmapper.ts";

const portmapper = way<PortmapperState["tag"]>;
const client = way<BroadcasterState["tag"]>;

export const PORTMAPPER_MACHINE: StateMachine<PortmapperState["tag"]> = {
  protocol: "Portmapper",
  title: "The portmapper",
  file: "engine/protocols/sunrpc/portmap/portmapper.ts",
  states: PORTMAPPER_STATES,
  transitions: [
    portmapper(["listening", "same"], "request", "it can be answered at once", ["reply"], [1, 2, 5]),
    portmapper(["listening", "same"], "request", "it is a CALLIT to a program that is there", ["forward"], [3]),
    portmapper(["listening", "same"], "answer", "the call succeeded, and is still waited for", ["reply"], [3, 4]),
    portmapper(["listening", "same"], "tick", "a process gives up", [], [3]),
  ],
};

export const BROADCASTER_MACHINE: StateMachine<BroadcasterState["tag"]> = {
  protocol: "Sun RPC broadcast",
  title: "A program that broadcasts",
  file: "engine/protocols/sunrpc/portmap/broadcaster.ts",
  states: BROADCASTER_STATES,
  transitions: [
    client(["idle", "same"], "start", "the call does not fit a datagram", ["refused"], [5]),
    client(["idle", "collecting"], "start", "it fits", ["send"], [1]),
    client(["collecting", "same"], "reply", "it has results of this broadcast", ["each"], [2, 3]),
    client(["collecting", "same"], "reply", "it is another, or has none: the time begins anew", [], [4]),
    client(["collecting", "same"], "tick", "the time until the next sending has passed", ["send"], [1]),
    client(["collecting", "idle"], "tick", "the call was sent six times", ["ended"], [1]),
    client(["collecting", "idle"], "stop", "the program wants no more", ["ended"], [2]),
  ],
};
