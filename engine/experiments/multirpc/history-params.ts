/** The parameters of multirpc/call that tell of the prototype (Sections V-B and V-C), and of the client’s handler. */
import { choice, number } from "../params.ts";

const EARLY = {
  with: { servers: 3, waitFor: 2, gapMs: 0, followUp: "all" },
  why: "It matters only when a call begins while replies to the call before are still coming.",
} as const;

/** How RPC2 and MultiRPC were before the changes of Sections V-B and V-C, each by itself. */
export const HISTORY = {
  replyAcks: choice({
    group: "protocol",
    label: "Replies are acknowledged",
    options: { off: "By nothing", on: "By the next request, or a packet" },
    default: "off",
    why: "In the prototype a server sent its reply again until the client acknowledged it (Section V-B).",
    needs: EARLY,
  }),
  nak: choice({
    group: "protocol",
    label: "A request that comes too early",
    options: { on: "Is refused (NAK)", off: "Is ignored" },
    default: "on",
    why: "The first solution to the deadlock that acknowledged replies cause (Section V-B).",
    needs: {
      with: { ...EARLY.with, replyAcks: "on" },
      why: "Only a server that waits for an acknowledgement can get a request too early.",
    },
  }),
  eventOrder: choice({
    group: "protocol",
    label: "The listener looks first",
    options: { "arrivals-first": "At what has arrived", "timeouts-first": "At the clock, as the prototype" },
    default: "arrivals-first",
    why: "The prototype threw away replies that had arrived when their requests had timed out (Section V-C).",
    needs: {
      with: { servers: 80, yieldEvery: "never" },
      why: "The client must send for longer than the first interval, 0.47 s, before it reads anything.",
    },
  }),
  switchPer: choice({
    group: "protocol",
    label: "The listener lets the caller run",
    options: { batch: "When it has taken in all packets", packet: "After each packet, as the prototype" },
    default: "batch",
    why:
      "All replies are for one thread (Section V-C). We assume that a switch takes 0.2 ms. A caller goes on to send " +
      "where it still has requests.",
  }),
  eventScan: choice({
    group: "protocol",
    label: "Looking for events takes time",
    options: { linear: "In proportion to their number", quadratic: "In proportion to its square" },
    default: "linear",
    why:
      "At least two pieces of the code were quadratic in the outstanding events (Section V-C). We assume that one " +
      "put a request’s event in its place and one found a packet’s event. Each event on the way takes 10 µs.",
    needs: { with: { servers: 50 }, why: "Few events are outstanding in a call to few servers." },
  }),
  tables: choice({
    group: "protocol",
    label: "MultiRPC’s tables",
    options: { growing: "Grow with the largest call", static: "Have a fixed size, as the prototype’s" },
    default: "growing",
    why:
      "Tables of a fixed size limited the sites of a call (Section V-C). The size is not published: we assume 64 " +
      "sites. A call to more returns an error at once.",
    needs: { with: { servers: 70 }, why: "A call to fewer sites fits into the tables." },
  }),
};

const FAILS = {
  with: { servers: 10, dead: 3 },
  why: "Without a dead server no call fails, and a handler has nothing to decide.",
} as const;

/** What the client’s handler does (Section V-B). */
export const HANDLER = {
  handler: choice({
    group: "ending",
    label: "The handler",
    options: {
      waits: "Waits for the replies, whatever fails",
      "first-failure": "Ends the call at the first failure",
      threshold: "Ends the call beyond so many failures",
      yields: "Waits, and yields before it counts",
      calls: "Waits, and calls the server again before it counts",
    },
    default: "waits",
    why:
      "Its return code ends the call or lets it go on. One that yields, or makes a call of its own, can be activated " +
      "again before it has ended (Section V-B).",
    needs: FAILS,
  }),
  mostFailures: number({
    group: "ending",
    label: "Failures that it bears",
    min: 1,
    max: 5000,
    default: 1,
    why: "The paper names an end beyond a threshold of failures, and no number (Section V-B).",
    needs: { with: { ...FAILS.with, handler: "threshold" }, why: "Only a handler with a threshold counts failures." },
  }),
  callers: number({
    group: "machines",
    label: "Threads that share the call",
    min: 1,
    max: 8,
    default: 1,
    why:
      "Each thread of the client calls a part of the servers, and one handler serves all. A handler is activated " +
      "again only for another thread, as a thread makes one call at a time.",
  }),
};
