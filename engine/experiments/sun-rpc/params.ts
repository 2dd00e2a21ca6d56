/** The parameters and the measures of a call of Sun RPC. */
import { bytes, clients } from "../common-params.ts";
import { choice, leftOut, number } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";

/** One call of a slow procedure: what retries, time-outs and a cache are for. */
const SLOW = { serverMs: 30_000, iterations: 1 } as const;

export const CALL_PARAMS = {
  program: choice({
    group: "workload",
    label: "Program",
    options: {
      "sun-rpc": "Sun RPC",
      udp: "Minimal, over UDP",
      tcp: "Minimal, over TCP",
      "c-call": "Calls of a C function",
    },
    default: "sun-rpc",
    why:
      "The authors compared Sun RPC with minimal programs of their own. These have no XDR and no list of procedures, " +
      "so they saw what these cost. Their base line is a loop of C calls.",
  }),
  argumentBytes: bytes({
    label: "Argument",
    max: 10_000,
    default: 0,
    why:
      "Table 3 has calls with no argument, with two bytes, and with four. UDP carries at most 8 KB (8,192 bytes), in " +
      "several packets.",
  }),
  argument: choice({
    group: "workload",
    label: "Form of the argument",
    options: { bytes: "Bytes", struct: "A struct with a string" },
    default: "bytes",
    why:
      "The procedures of Table 3 take plain numbers. The struct is ours: a short, a string and a bool. The length of " +
      "the argument is then that of the string.",
  }),
  iterations: number({
    group: "workload",
    label: "Turns of the loop",
    min: 1,
    max: 10_000,
    default: 100,
    repeats: true,
    why:
      "The authors ran loops of 1,000 calls, because their clock has coarse ticks. Without ticks a few are enough. " +
      "A loop of C calls has a thousand times as many turns.",
  }),
  place: choice({
    group: "machines",
    label: "Server process",
    options: { remote: "On another machine", local: "On the client’s machine" },
    default: "remote",
    why:
      "Table 3 has both. On one machine the two processes share the processor, and the kernel hands UDP’s messages " +
      "over without IP.",
  }),
  clients: clients({
    why:
      "The authors called from one machine. More of them share the loop’s turns, the Ethernet and the one server. " +
      "Over TCP and on one machine there is one.",
    only: { parameter: "place", values: ["remote"], why: "one machine has both processes" },
  }),
  serverMs: number({
    group: "machines",
    label: "Procedure waits",
    unit: "ms",
    min: 0,
    max: 60_000,
    default: 0,
    why: "The procedures of the paper do nothing. One that waits longer than the retry interval is called again.",
    stretches: { name: "procedure", wait: "end of the procedure", behind: "Search the list of procedures" },
  }),
  serverDead: choice({
    group: "machines",
    label: "Server dead",
    options: { no: "No", after: "Since the client knows its port", before: "From the beginning" },
    default: "no",
    why: "A call to a dead server fails after the total time. The portmapper’s client waits for 60 s.",
  }),
  clock: choice({
    group: "machines",
    label: "Clock that the program reads",
    options: { exact: "Exact", ticks: "In ticks, as on the machine" },
    default: "exact",
    why:
      "The machine’s clock interrupts every 20 ms, and charges all of them to the process that runs. Programs read " +
      "the sum in sixtieths of a second. An exact clock shows what a call really takes.",
  }),
  otherWork: choice({
    group: "machines",
    label: "Other work of the client’s machine",
    options: { none: "None", nfs: "Files over NFS, at random" },
    default: "none",
    why:
      "Table 1 repeats one measurement. Its times differ by more than the clock explains, because the machine works " +
      "for others, too. It is a client of NFS, so its kernel reads and writes files of a file server.",
  }),
  registeredProcedures: number({
    group: "machines",
    label: "Programs on the server’s list",
    unit: "programs",
    min: 1,
    max: 10_000,
    default: 3,
    why: "The server searches its list from the head. The paper registered three procedures.",
  }),
  transport: choice({
    group: "protocol",
    label: "Transport of Sun RPC",
    options: { udp: "UDP", tcp: "TCP" },
    default: "udp",
    why:
      "The paper’s library calls over UDP. It calls over TCP where a program asks for it. Then it asks the " +
      "portmapper, still over UDP, opens a connection, and sends each call once. A minimal program has one transport.",
    needs: { with: { program: "sun-rpc" }, why: "The minimal programs have their transport in their name." },
  }),
  waiting: choice({
    group: "protocol",
    label: "The client waits in",
    options: { select: "select, with a time-out", block: "a read that blocks" },
    default: "select",
    why: "Sun RPC uses select. The authors measured their own program with select and without.",
  }),
  dispatching: choice({
    group: "protocol",
    label: "Dispatching",
    options: { list: "By lists, as Sun RPC", fixed: "In the program’s text" },
    default: "list",
    why: "The paper asks what a call saves if client and server know each other’s procedures.",
  }),
  encoding: choice({
    group: "protocol",
    label: "Form of the data",
    options: { xdr: "XDR", raw: "As in the machine" },
    default: "xdr",
    why: "The paper asks what a call saves if both machines have the same form of data.",
  }),
  timeouts: choice({
    group: "protocol",
    label: "Time-outs",
    options: { on: "Sent again, then given up", off: "None" },
    default: "on",
    why:
      "The paper asks what a call saves without them. select without a time-out waits for ever, as a read that " +
      "blocks does.",
    needs: { with: SLOW, why: "A quick reply comes before any time-out." },
  }),
  retryS: number({
    group: "protocol",
    label: "Sent again after",
    unit: "s",
    min: 1,
    max: 60,
    step: 0.1,
    default: 5,
    why: "callrpc sends a call again every 5 s. Over TCP a call is sent once.",
    needs: { with: SLOW, why: "A quick reply comes before anything is sent again." },
    stretches: { name: "timer", timer: "Sun RPC client", state: "waiting" },
  }),
  totalS: number({
    group: "protocol",
    label: "Given up after",
    unit: "s",
    min: 1,
    max: 120,
    step: 0.1,
    default: 25,
    why: "callrpc gives up after 25 s, so it sends a call five times at most.",
    needs: { with: SLOW, why: "A quick reply comes before the client gives up." },
  }),
  duplicateCache: choice({
    group: "protocol",
    label: "Cache of replies",
    options: { off: "None", on: "64 replies" },
    default: "off",
    why:
      "A server of Sun RPC has no cache unless its program asks for one, so it runs a repeated call again. Over TCP " +
      "it needs none.",
    needs: { with: SLOW, why: "Without a repeated call the cache has no use." },
  }),
  udpChecksums: choice({
    group: "protocol",
    label: "UDP checksums",
    options: { off: "Off, as SunOS has them", on: "On" },
    default: "off",
    why:
      "UDP may put a sum over all bytes into each packet, so that the receiver finds a damaged one. The kernel of " +
      "SunOS 3.4 does so only where its administrator asks for it.",
  }),
  without: leftOut(["xidMatch", "savedResult", "clientMatch"]),
};

export const MEASURES = {
  elapsedUs: {
    label: "Time of a call",
    unit: "us",
    what: "from the first call to the end of the last one that ended, divided by their number; without the binding",
  },
  clientCpuUs: {
    label: "Client’s processor time",
    unit: "us",
    what: "processor time that the client’s process was charged for in a call, as the clock of the paper counts",
  },
  loopUs: {
    label: "Empty loop",
    unit: "us",
    what: "of a call of a C function: a turn of the loop without it; none for remote calls",
  },
  socketUs: {
    label: "sendto and recvfrom",
    unit: "us",
    what: "of the client’s processor time for a call, with interrupts that came while its process ran",
  },
  selectUs: { label: "select", unit: "us", what: "of the client’s processor time for a call" },
  xdrUs: { label: "XDR", unit: "us", what: "of the client’s processor time for a call: the paper’s thirteen routines" },
  dispatchUs: {
    label: "Dispatching",
    unit: "us",
    what: "callrpc and strcmp, of the client’s processor time for a call",
  },
  socketPercent: {
    label: "Sockets, share",
    unit: "%",
    what: "sendto, recvfrom and select, divided by the client’s processor time",
  },
  xdrPercent: { label: "XDR, share", unit: "%", what: "of the client’s processor time" },
  dispatchPercent: { label: "Dispatching, share", unit: "%", what: "of the client’s processor time" },
  packets: {
    label: "Packets",
    unit: "packets",
    what: "all packets of the run, the portmapper’s and those after the last answer included",
  },
  sends: { label: "Sends of the first call", unit: "", what: "how often the client sent it" },
  executions: {
    label: "Executions of the first call",
    unit: "",
    what: "how often the procedure ran for it, after its answer, too",
  },
  wrongArguments: {
    label: "Wrong arguments",
    unit: "",
    what: "how often a procedure ran with an argument that the client did not give, and nobody noticed",
  },
  outcome: {
    label: "End of the first call",
    unit: "",
    what:
      "returned, refused, timed out, unreadable reply, too long, no connection, crashed, hangs (it waits for ever), " +
      "or not bound (the client found no port)",
  },
  failedAfterS: {
    label: "Given up after",
    unit: "s",
    what: "from the first packet of the binding or the call that failed to the moment when the client gave up",
  },
  callBytes: {
    label: "Call message",
    unit: "bytes",
    what: "the program’s header and the argument, without the headers of UDP, TCP and IP and the mark of a record",
  },
  replyBytes: { label: "Reply message", unit: "bytes", what: "the program’s header and the results, likewise" },
  fillBytes: {
    label: "Padding",
    unit: "bytes",
    what: "zeros that XDR puts behind the argument, or behind the struct’s string, to fill the last unit of four bytes",
  },
} satisfies MeasureTable;

export type SunRpcValues = Values<typeof CALL_PARAMS>;
export type SunRpcMeasure = keyof typeof MEASURES;
