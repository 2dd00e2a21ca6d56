/**
 * The Firefly as a table of costs: five MicroVAX II processors, QBus, DEQNA, and the RPC software that runs on them
 * (Schroeder & Burrows 1990, Tables III, IV, VI, VII). Step costs are the paper's inputs and are repeated here with
 * the address of their cell; what the paper measured with them (Tables I, X, XI) stands nowhere in this file, except
 * as the name of the cell that a calibrated constant was fitted to.
 */
import type { CellAddress } from "../kernel/trace-data.ts";
import { assumed, calibrated, printed, type Cost, type CostTable, type SizedCost } from "./cost.ts";

const at = (table: string, row: CellAddress["row"], column: string): CellAddress => ({
  paper: "firefly",
  table,
  row,
  column,
});

const send = (action: string, us: number): Cost =>
  printed(action, us, "us", `Table VI, ${action}`, at("table-vi", { side: "sender", action }, "us74"));

const receive = (action: string, us: number): Cost =>
  printed(action, us, "us", `Table VI, ${action}`, at("table-vi", { side: "receiver", action }, "us74"));

const sized = (side: string, action: string, us74: number, us1514: number): SizedCost => {
  const row = { side, action };
  return {
    small: printed(action, us74, "us", `Table VI, ${action}, 74 bytes`, at("table-vi", row, "us74")),
    large: printed(action, us1514, "us", `Table VI, ${action}, 1514 bytes`, at("table-vi", row, "us1514")),
    smallBytes: 74,
    largeBytes: 1514,
  };
};

const runtime = (machine: string, procedure: string, us: number): Cost =>
  printed(procedure, us, "us", `Table VII, ${procedure}`, at("table-vii", { machine, procedure }, "us"));

const text = (name: string, value: number, unit: string, key: string, section: string): Cost =>
  printed(name, value, unit, `Section ${section}`, at("text", { key }, "value"));

const array = (table: string, title: string, points: readonly [number, number, number, number]): SizedCost => {
  const [smallBytes, smallUs, largeBytes, largeUs] = points;
  const point = (bytes: number, us: number): Cost =>
    printed(title, us, "us", `${title}, ${bytes} bytes`, at(table, { bytes }, "marshalUs"));
  return { small: point(smallBytes, smallUs), large: point(largeBytes, largeUs), smallBytes, largeBytes };
};

export const FIREFLY = {
  // Table VI, the sending machine.
  finishUdpHeader: send("Finish UDP header (Sender)", 59),
  sendChecksum: sized("sender", "Calculate UDP checksum", 45, 440),
  trapToNub: send("Handle trap to Nub", 37),
  queuePacket: send("Queue packet for transmission", 39),
  interruptCpu0: send("Interprocessor interrupt to CPU 0", 10),
  handleInterprocessor: send("Handle interprocessor interrupt", 76),
  prodController: send("Prod Ethernet controller", 22),
  // Table VI, bus and controller. The wire's own row is not used: its time comes from framing (systems facts, E-F12).
  transmitLatency: sized("network", "QBus/controller transmit latency", 70, 815),
  receiveLatency: sized("network", "QBus/controller receive latency", 80, 835),
  // Table VI, the receiving machine.
  generalInterrupt: receive("General I/O interrupt handler", 14),
  handleReceived: receive("Handle interrupt for received packet", 177),
  receiveChecksum: sized("receiver", "Calculate UDP checksum", 45, 440),
  wakeUp: receive("Wake up RPC thread", 220),
  // Table VII.
  callingProgram: runtime("caller", "Calling program (loop to repeat call)", 16),
  callingStub: runtime("caller", "Calling stub (call and return)", 90),
  starter: runtime("caller", "Starter", 128),
  transporterSend: runtime("caller", "Transporter (send call packet)", 27),
  receiverReceive: runtime("server", "Receiver (receive call packet)", 158),
  serverStub: runtime("server", "Server stub (call and return)", 68),
  nullProcedure: runtime("server", "Null (the server procedure)", 10),
  receiverSend: runtime("server", "Receiver (send result packet)", 27),
  transporterReceive: runtime("caller", "Transporter (receive result packet)", 49),
  ender: runtime("caller", "Ender", 33),
  // Tables III and IV: one copy, by the caller's stub, for VAR OUT and VAR IN alike (Section 2.2).
  marshalFixed: array("table-iii", "Table III, fixed-length array", [4, 20, 400, 140]),
  marshalVariable: array("table-iv", "Table IV, variable-length array", [1, 115, 1440, 550]),
  // Stated in the text.
  processors: text("Processors", 5, "CPUs", "cpus", "1.1"),
  qbus: text("QBus bandwidth of the DEQNA", 16, "Mbit/s", "qbus", "1.1"),
  ethernet: text("Ethernet", 10, "Mbit/s", "ethernet", "1.1"),
  background: text("Background threads", 0.15, "CPU s/s", "backgroundCpu", "2.1"),
  retransmission: text("Wait before a retransmission", 600, "ms", "retransmitPenalty", "5"),
  slowPathNull: text("Null() with both packets on the slow path", 4.5, "ms", "slowPathNull", "3.2"),
  register: text("Register the call in the call table", 100, "us", "fixPenalty", "5"),
  minPacket: text("Packet with headers only", 74, "bytes", "minPacket", "2"),
  maxPacketData: text("Data of the largest packet", 1440, "bytes", "maxPacketResult", "2"),
} as const;

/**
 * The time that the slow path adds to a packet: half of its addition to a call. The paper gives both calls in round
 * figures, 4.5 ms and 2.66 ms (Sections 3.2 and 2.1); only this difference is used, and only on the slow path.
 */
export const SLOW_PATH_EXTRA: Cost = {
  name: "Slow path, added to a packet",
  value: 920,
  unit: "us",
  source: { kind: "derived", text: "(4.5 ms - 2.66 ms) / 2, Sections 3.2 and 2.1" },
};

/** Costs that a simulation needs and the paper does not say. None of these was fitted. */
export const FIREFLY_ASSUMED = {
  backgroundPeriod: assumed(
    "Period of the background threads",
    20,
    "ms",
    "The paper gives their share only; a burst each 20 ms at the lowest priority is ours.",
  ),
  serverThreads: assumed(
    "Server threads",
    8,
    "threads",
    "The server is multithreaded (Section 2.1); as many threads as the most callers of Table I.",
  ),
  receiveBuffers: assumed(
    "Receive buffers given to the DEQNA",
    16,
    "packets",
    "Drivers of the period gave it a few; the paper reports no loss at eight threads, so there were at least eight.",
  ),
  sendLimit: assumed(
    "Sends before a call fails",
    10,
    "sends",
    "Cedar RPC gives up after an unstated number of retransmissions (slides on Birrell & Nelson); ten is ours.",
  ),
  cableMetres: assumed(
    "Cable between two machines on a private Ethernet",
    5,
    "m",
    "Two machines side by side; adds 22 ns a packet.",
  ),
  sharedCableMetres: assumed(
    "Cable of a shared Ethernet segment",
    500,
    "m",
    "The longest coaxial segment of the 10 Mbit/s Ethernet standard.",
  ),
  sharedHosts: assumed(
    "Other hosts on a shared segment",
    20,
    "hosts",
    "An office floor; only their load matters to the call.",
  ),
  sharedLoad: assumed(
    "Load by other hosts on a shared segment",
    0.03,
    "of capacity",
    "A lightly used office Ethernet; heavier use is another experiment.",
  ),
} as const;

/** Fitted constants: two, each to one cell of Table I, never one a row. */
export const FIREFLY_CALIBRATED = {
  transmitDone: calibrated(
    "Handle transmit-complete interrupt",
    395,
    "us",
    "Fitted so that eight threads of MaxResult take the time of Table I; the paper lists no such step.",
    at("table-i", { callerThreads: 8 }, "maxResultSeconds"),
  ),
  returnBuffer: calibrated(
    "Return the old buffer to the receive queue",
    185,
    "us",
    "Fitted so that seven threads of Null() take the time of Table I; Section 3.2 describes the step but times it not.",
    at("table-i", { callerThreads: 7 }, "nullSeconds"),
  ),
} as const;

const isSized = (cost: Cost | SizedCost): cost is SizedCost => "small" in cost;

/** Every printed number that a Firefly repeats: a test compares each with its cell. */
export const FIREFLY_COSTS: readonly Cost[] = Object.values(FIREFLY).flatMap((cost: Cost | SizedCost) =>
  isSized(cost) ? [cost.small, cost.large] : [cost],
);

const PRINTED =
  "Repeated from cells of the paper; a test compares each with its cell. A step that depends on size has two, and a " +
  "straight line between them.";

export const COST_TABLES: readonly CostTable[] = [
  { of: "Firefly", title: "What the paper prints", note: PRINTED, costs: [...FIREFLY_COSTS, SLOW_PATH_EXTRA] },
  {
    of: "Firefly",
    title: "Calibrated",
    note: "Fitted, each to one cell, so what that cell says is no prediction.",
    costs: Object.values(FIREFLY_CALIBRATED),
  },
  {
    of: "Firefly",
    title: "Assumed",
    note: "What a simulation needs and the paper does not say. None was fitted.",
    costs: Object.values(FIREFLY_ASSUMED),
  },
];
