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

const routine = (version: string, us: number): Cost =>
  printed(
    `Ethernet interrupt routine, ${version}`,
    us,
    "us",
    `Table IX, ${version}`,
    at("table-ix", { version }, "us"),
  );

const estimate = (name: string, us: number, section: string): Cost =>
  printed(name, us, "us", `Section ${section}, the authors’ estimate`, at("improvements", { section }, "nullSavedUs"));

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
  // Changes: Table IX, Section 4.2 and Section 5.
  interruptOriginal: routine("Original Modula2+", 758),
  interruptBest: routine("Best Modula2+", 547),
  recodeSpeedup: text("Speed-up of recoded routines", 3, "times", "recodeSpeedup", "4.2.8"),
  protocolSaving: estimate("A header and a hash function redesigned", 200, "4.2.5"),
  withoutIpSaving: estimate("No IP and UDP", 100, "4.2.6"),
  exerciserNull: text("Hand-made stubs, saved on Null()", 140, "us", "exerciserNullFaster", "5"),
  exerciserMaxResult: text("Hand-made stubs, saved on MaxResult", 600, "us", "exerciserMaxResultFaster", "5"),
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

const derived = (name: string, value: number, unit: string, text: string): Cost => ({
  name,
  value,
  unit,
  source: { kind: "derived", text },
});

const slope = ({ small, large, smallBytes, largeBytes }: SizedCost): number =>
  (large.value - small.value) / (largeBytes - smallBytes);

const STUBS_US = FIREFLY.callingStub.value + FIREFLY.serverStub.value;
const ARRAY_US = FIREFLY.marshalVariable.large.value;
const ARRAY_SAVED_US = FIREFLY.exerciserMaxResult.value - FIREFLY.exerciserNull.value;

/** Without IP and UDP the 74 bytes of a packet are 60. What that saves in each packet, at 10 Mbit/s: */
const SHORTER_US =
  (74 - 60) *
  (8 / FIREFLY.ethernet.value +
    slope(FIREFLY.transmitLatency) +
    slope(FIREFLY.receiveLatency) +
    slope(FIREFLY.sendChecksum) +
    slope(FIREFLY.receiveChecksum));

/** What a change leaves of a step, or takes away. The paper gives savings of whole calls; the steps are our choice. */
export const FIREFLY_CHANGES = {
  exerciserStubs: derived(
    "Share of the stubs’ time that hand-made stubs need",
    (STUBS_US - FIREFLY.exerciserNull.value) / STUBS_US,
    "",
    "Section 5: Null() is 140 µs faster; the two stubs of Table VII take 158 µs",
  ),
  exerciserArrays: derived(
    "Share of the marshalling of an array that hand-made stubs need",
    (ARRAY_US - ARRAY_SAVED_US) / ARRAY_US,
    "",
    "Section 5: MaxResult is 600 µs faster, 460 more than Null(); Table IV has 550 µs for the array",
  ),
  redesignedHeader: derived(
    "Share of the interrupt routine that a redesigned header leaves",
    (FIREFLY.handleReceived.value - FIREFLY.protocolSaving.value / 2) / FIREFLY.handleReceived.value,
    "",
    "Section 4.2.5 estimates 200 µs a call. We take half from the routine of each packet, which reads and hashes",
  ),
  withoutIp: derived(
    "Taken from the Sender where there is no IP and UDP",
    FIREFLY.withoutIpSaving.value / 2 - SHORTER_US,
    "us",
    "Section 4.2.6 estimates 100 µs a call. We take from each packet what its fewer bytes do not save already",
  ),
  copyByte: derived(
    "Copy a packet between user space and the Nub",
    slope(FIREFLY.marshalFixed),
    "us per byte",
    "The slope of Table III, a copy by a stub. Section 3.2 names such copies and times none",
  ),
} as const;

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
  idleLimit: assumed(
    "Seconds without a call after which no server thread waits for the caller",
    5000,
    "ms",
    "Section 3.1 says that calls must have occurred within a few seconds.",
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

/**
 * Fitted constants of the whole paper: four and the window of the race, each to one cell, never one a row. The time
 * between two transmissions is not among them: it is built from steps of Table VI (firefly-machine.ts, deqna.ts).
 */
export const FIREFLY_CALIBRATED = {
  offPath: calibrated(
    "Wait on a condition variable",
    85,
    "us",
    "Fitted so that the caller of four threads of MaxResult uses 1.2 processors (Section 2.1).",
    at("text", { key: "cpuAtMax" }, "value"),
  ),
  lastProcessor: calibrated(
    "Give the thread the last idle processor",
    270,
    "us",
    "Fitted so that Null() with two caller processors takes the time of Table X.",
    at("table-x", { callerProcessors: 2, serverProcessors: 5 }, "secondsPer1000"),
  ),
  longerWait: calibrated(
    "Wait through the scheduler of one processor",
    1200,
    "us",
    "Fitted so that five threads of MaxResult with one caller processor have the throughput of Table XI.",
    at("table-xi", { callerThreads: 5 }, "caller1server5"),
  ),
  fromKernel: calibrated(
    "Come out of the kernel through the scheduler of one processor",
    220,
    "us",
    "Fitted so that Null() takes about 20 ms where packets are lost (Section 5): the window of the race.",
    at("text", { key: "uniprocessorNullFirst" }, "value"),
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
    title: "What a change takes away",
    note: "Follows from savings that the paper gives for whole calls. Which steps they come from is our choice.",
    costs: Object.values(FIREFLY_CHANGES),
  },
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
