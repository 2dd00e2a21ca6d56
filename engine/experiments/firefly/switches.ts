/** The switches of the Firefly's calls: what the paper changes, or thinks of changing, in machines and software. */
import type { FireflyDesign } from "../../systems/firefly.ts";
import { choice, number } from "../params.ts";
import type { Only, Values } from "../types.ts";

/** The ways to the other program. */
export const TRANSPORT = choice({
  group: "protocol",
  label: "Transport",
  options: {
    ethernet: "Ethernet, to another machine",
    "byte-stream": "Byte stream, to another machine",
    "shared-memory": "Shared memory, to another address space",
    lrpc: "Lightweight RPC, to another address space",
    local: "Local call, within one address space",
  },
  default: "ethernet",
  why:
    "A program chooses its transport when it binds (Section 3.1). The paper’s tests between machines used packets on " +
    "the Ethernet.",
});

/** What acts where the programs are on two machines. */
export const BETWEEN_MACHINES: Only = {
  parameter: "transport",
  values: ["ethernet", "byte-stream"],
  why: "the call stays on one machine",
};

const BUS_AND_WIRE = [
  "QBus/controller transmit latency: QBus",
  "QBus/controller transmit latency: controller",
  "QBus/controller receive latency: QBus",
  "QBus/controller receive latency: controller",
];
const STATUS = "Controller writes the status and reads the next descriptor";
const ON_WIRE = ["Transmission time on Ethernet", "Controller sends"];
const RECEIVED = "Handle interrupt for received packet";

/** Switches of the machines. */
export const MACHINE_SWITCHES = {
  controller: choice({
    group: "machines",
    label: "Network controller",
    options: { deqna: "DEQNA", overlapping: "Overlaps bus and wire" },
    default: "deqna",
    why:
      "Section 4.2.1: a controller that uses bus and wire at the same time saves about 300 µs of Null(). Of " +
      "MaxResult it saves 1,800. That is the most that one can conceive, the authors say.",
    changes: { steps: [...BUS_AND_WIRE, STATUS] },
    only: BETWEEN_MACHINES,
  }),
  cpuSpeed: number({
    group: "machines",
    label: "Processor speed",
    unit: "times",
    min: 1,
    max: 10,
    step: 0.1,
    default: 1,
    why: "Section 4.2.3 asks about processors three times as fast as a MicroVAX II.",
    changes: { allBut: [...BUS_AND_WIRE, STATUS, ...ON_WIRE, "Interprocessor interrupt to CPU 0"] },
  }),
};

/** Switches of the software, in all calls. */
export const SOFTWARE_SWITCHES = {
  stubs: choice({
    group: "software",
    label: "Stubs",
    options: { generated: "Generated", exerciser: "Made by hand" },
    default: "generated",
    why:
      "Section 5: the RPC Exerciser’s stubs, made by hand, save 140 µs of Null() and 600 of MaxResult. Tables X and " +
      "XI were measured with them. They fit one interface, and trust its users.",
    changes: {
      steps: [
        "Calling stub (call)",
        "Calling stub (return)",
        "Server stub (call)",
        "Server stub (return)",
        "Marshal the argument",
        "Unmarshal the result",
      ],
    },
  }),
  runtime: choice({
    group: "software",
    label: "RPC run time",
    options: { modula2: "Modula-2+", assembly: "Assembly language" },
    default: "modula2",
    why:
      "Section 4.2.8: the run time in machine code, but for the stubs, saves about 280 µs. Assembly language is hard " +
      "to write, and to change later.",
    changes: {
      steps: [
        "Starter",
        "Transporter (send call packet)",
        "Receiver (receive call packet)",
        "Receiver (send result packet)",
        "Transporter (receive result packet)",
        "Ender",
      ],
    },
  }),
  interruptRoutine: choice({
    group: "software",
    label: "Interrupt routine",
    options: { assembly: "Assembly language", best: "Best Modula-2+", original: "First Modula-2+" },
    default: "assembly",
    why: "Table IX times three versions of its main path: 177, 547 and 758 µs.",
    changes: { steps: [RECEIVED, "Handle transmit-complete interrupt"] },
    only: BETWEEN_MACHINES,
  }),
  waiting: choice({
    group: "software",
    label: "Threads that wait",
    options: { wakeup: "Sleep", busy: "Loop" },
    default: "wakeup",
    why:
      "Section 4.2.7: a thread that loops in user space needs no wake-up, which saves about 440 µs. It keeps a " +
      "processor busy all the time.",
    changes: { steps: ["Wait on a condition variable", "Wake up RPC thread", "Loop until a packet comes"] },
    only: BETWEEN_MACHINES,
  }),
  statementOrder: choice({
    group: "software",
    label: "Caller registers its call",
    options: { fast: "After the send", swapped: "Before the send" },
    default: "fast",
    why:
      "Section 5: the fast order loses packets where both machines have one processor. The swapped one does not, " +
      "and costs about 100 µs. Tables X and XI were measured with it.",
    changes: { steps: ["Register the call in the call table"] },
    only: BETWEEN_MACHINES,
  }),
  demultiplexing: choice({
    group: "software",
    label: "Packets are sorted by",
    options: { interrupt: "The interrupt routine", thread: "A thread" },
    default: "interrupt",
    why: "Section 3.2: the traditional way is a thread of the operating system, which doubles the wake-ups.",
    changes: { steps: ["Wake up RPC thread"] },
    only: {
      ...BETWEEN_MACHINES,
      values: ["ethernet"],
      why: "a thread sorts a byte stream’s packets, and the others have none",
    },
  }),
  buffers: choice({
    group: "software",
    label: "Packet buffers",
    options: { mapped: "Mapped everywhere", copied: "Copied" },
    default: "mapped",
    why:
      "Section 3.2: shared buffers need no copies, and are not secure among users who do not trust each other. The " +
      "paper times no such copy. Ours takes 0.3 µs a byte, the slope of Table III.",
    changes: { steps: ["Copy the packet"] },
    only: {
      ...BETWEEN_MACHINES,
      values: ["ethernet", "byte-stream", "shared-memory"],
      why: "the call has no packet",
    },
  }),
  perInterrupt: choice({
    group: "software",
    label: "An interrupt handles",
    options: { all: "All packets that came", one: "One packet" },
    default: "all",
    why: "Section 3.2: the handler looks for more packets before it ends. Several hundred were seen in one interrupt.",
    needs: {
      with: { threads: 8, interruptRoutine: "original" },
      why: "Where threads are few or the routine is quick, hardly two packets wait at the same time.",
    },
    changes: { steps: ["General I/O interrupt handler"] },
    only: BETWEEN_MACHINES,
  }),
};

/** Switches of the packets. */
export const PROTOCOL_SWITCHES = {
  udpChecksums: choice({
    group: "protocol",
    label: "Checksums in software",
    options: { on: "Made and checked", off: "Left out" },
    default: "on",
    why:
      "Section 4.2.4: without UDP checksums 180 µs of Null() and 1,000 of MaxResult are saved. But the controller " +
      "sometimes damages a packet behind its own check, and then nobody notices.",
    changes: { steps: ["Calculate UDP checksum"] },
    only: BETWEEN_MACHINES,
  }),
  header: choice({
    group: "protocol",
    label: "RPC header",
    options: { published: "As it was", redesigned: "Redesigned" },
    default: "published",
    why: "Section 4.2.5 estimates 200 µs a call for a header that is easy to interpret, and another hash function.",
    changes: { steps: [RECEIVED] },
    only: BETWEEN_MACHINES,
  }),
  layering: choice({
    group: "protocol",
    label: "RPC packets travel in",
    options: { "udp-ip": "UDP and IP", ethernet: "Ethernet alone" },
    default: "udp-ip",
    why:
      "Section 4.2.6 estimates 100 µs a call for packets without IP and UDP. They cannot pass an IP gateway, and " +
      "machines without access to the kernel could not send them.",
    changes: {
      steps: [
        "Finish UDP header (Sender)",
        "Finish Ethernet header (Sender)",
        "Calculate UDP checksum",
        ...BUS_AND_WIRE,
        ...ON_WIRE,
      ],
    },
    only: BETWEEN_MACHINES,
  }),
};

type Switches = Values<typeof MACHINE_SWITCHES & typeof SOFTWARE_SWITCHES & typeof PROTOCOL_SWITCHES>;

/** The Firefly that the switches ask for. */
export const designOf = ({ udpChecksums, ...same }: Switches): FireflyDesign => ({
  controller: same.controller,
  cpuSpeed: same.cpuSpeed,
  checksums: udpChecksums === "on",
  header: same.header,
  layering: same.layering,
  waiting: same.waiting,
  runtime: same.runtime,
  interruptRoutine: same.interruptRoutine,
  stubs: same.stubs,
  statementOrder: same.statementOrder,
  demultiplexing: same.demultiplexing,
  buffers: same.buffers,
  perInterrupt: same.perInterrupt,
});
