/**
 * What a call takes two servers of today on an Ethernet of 25 Gbit/s, over two stacks: through the kernel’s sockets
 * with a library like gRPC, and past the kernel with one like eRPC.
 *
 * Most of it follows from round trips that were published, of the same library by ways of different length: within one
 * process, over a Unix socket, over TCP by loopback, over TCP to another machine. Each way adds to the one before. They
 * were not measured on one machine, so the parts are good for their order and not for their last digit. Two constants
 * are fitted, one to each stack’s round trip; wire and switch are in neither.
 */
import { assumed, type Cost, type CostTable } from "./cost.ts";
import { SLOW_SHARE, SLOW_TIMES } from "./slow-requests.ts";

/** Published round trips of a small call, in µs. */
const IN_PROCESS = 9;
const UNIX_SOCKET = 20;
const LOOPBACK = 59;

const follows = (name: string, value: number, text: string): Cost => ({
  name,
  value,
  unit: "us",
  source: { kind: "derived", text },
});

const fitted = (name: string, value: number, text: string): Cost => ({
  name,
  value,
  unit: "us",
  source: { kind: "calibrated", text },
});

const SYSTEM_CALLS = assumed(
  "System calls for a message",
  1.5,
  "us",
  "A write, a wait and a read, half a microsecond each.",
);

export const TODAY = {
  library: follows(
    "Library makes or takes a message",
    IN_PROCESS / 4,
    `A quarter of a call of gRPC in C++ within one process: ${IN_PROCESS} µs (published)`,
  ),
  systemCalls: SYSTEM_CALLS,
  wakeUp: follows(
    "Wake the thread that waits",
    (UNIX_SOCKET - IN_PROCESS) / 2 - SYSTEM_CALLS.value,
    `Half of what a Unix socket adds (${UNIX_SOCKET} µs a call, published), without the system calls`,
  ),
  tcp: follows(
    "TCP and IP handle a packet",
    (LOOPBACK - UNIX_SOCKET) / 4,
    `A quarter of what TCP by loopback adds to a Unix socket: ${LOOPBACK} µs a call (published)`,
  ),
  driver: fitted(
    "Driver and interrupt of the controller",
    7.223,
    "Fitted to a small call of gRPC over TCP between two machines: 90 µs (published)",
  ),
  joined: assumed(
    "Packet of a burst, or an acknowledgement",
    0.5,
    "us",
    "Controller and driver cut a large write into packets and join them again; TCP sees them as one.",
  ),
  message: follows(
    "Lean library makes or takes a message",
    0.05,
    "Half of a small call’s work at one end: ten million calls a second of one core (eRPC, NSDI 2019)",
  ),
  controller: fitted(
    "Controller and its bus, one way",
    0.2045,
    "Fitted to a small call of eRPC on a datacentre Ethernet: 2.3 µs (NSDI 2019)",
  ),
  copy: assumed("Copy a byte of the data", 0.0001, "us per byte", "Ten gigabytes a second, within a cache."),
  sum: assumed("Add a byte", 0.0001, "us per byte", "As a copy: both wait for the memory."),
  procedure: assumed("The procedure", 0.05, "us", "It does nothing."),
} as const;

/** Of a service whose requests take long beside their messages. */
export const SERVING = {
  service: assumed("Serve the request", 1, "ms", "A parameter says how long; each request computes."),
  slowShare: assumed("Share of slow requests", SLOW_SHARE, "", "Where a few are slow: one in fifty."),
  slowTimes: assumed(
    "A slow request takes",
    SLOW_TIMES,
    "times",
    "Where a few are slow: twenty times as long as the others.",
  ),
} as const;

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "Machine of today",
    title: "Published, derived, fitted and assumed",
    note: "Round trips of a small call were published. Two constants are fitted, each to one of them.",
    costs: Object.values(TODAY),
    rules: "engine/systems/today/call.ts",
  },
  {
    of: "Machine of today",
    title: "A service",
    note: "Where calls queue at a server, what it takes to serve one is a parameter.",
    costs: Object.values(SERVING),
    rules: "engine/systems/today/service.ts",
  },
];
