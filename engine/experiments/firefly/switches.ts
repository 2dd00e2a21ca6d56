/** The switches of the Firefly's calls: what the paper changes, or thinks of changing, in machines and software. */
import type { FireflyDesign } from "../../systems/firefly.ts";
import { choice, number } from "../params.ts";
import type { Values } from "../types.ts";

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
  }),
  runtime: choice({
    group: "software",
    label: "RPC run time",
    options: { modula2: "Modula-2+", assembly: "Assembly language" },
    default: "modula2",
    why:
      "Section 4.2.8: the run time in machine code, but for the stubs, saves about 280 µs. Assembly language is hard " +
      "to write, and to change later.",
  }),
  interruptRoutine: choice({
    group: "software",
    label: "Interrupt routine",
    options: { assembly: "Assembly language", best: "Best Modula-2+", original: "First Modula-2+" },
    default: "assembly",
    why: "Table IX times three versions of its main path: 177, 547 and 758 µs.",
  }),
  waiting: choice({
    group: "software",
    label: "Threads that wait",
    options: { wakeup: "Sleep", busy: "Loop" },
    default: "wakeup",
    why:
      "Section 4.2.7: a thread that loops in user space needs no wake-up, which saves about 440 µs. It keeps a " +
      "processor busy all the time.",
  }),
  statementOrder: choice({
    group: "software",
    label: "Caller registers its call",
    options: { fast: "After the send", swapped: "Before the send" },
    default: "fast",
    why:
      "Section 5: the fast order loses packets where both machines have one processor. The swapped one does not, " +
      "and costs about 100 µs. Tables X and XI were measured with it.",
  }),
  demultiplexing: choice({
    group: "software",
    label: "Packets are sorted by",
    options: { interrupt: "The interrupt routine", thread: "A thread" },
    default: "interrupt",
    why: "Section 3.2: the traditional way is a thread of the operating system, which doubles the wake-ups.",
  }),
  buffers: choice({
    group: "software",
    label: "Packet buffers",
    options: { mapped: "Mapped everywhere", copied: "Copied" },
    default: "mapped",
    why:
      "Section 3.2: shared buffers need no copies, and are not secure among users who do not trust each other. The " +
      "paper times no such copy. Ours takes 0.3 µs a byte, the slope of Table III.",
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
  }),
  header: choice({
    group: "protocol",
    label: "RPC header",
    options: { published: "As it was", redesigned: "Redesigned" },
    default: "published",
    why: "Section 4.2.5 estimates 200 µs a call for a header that is easy to interpret, and another hash function.",
  }),
  layering: choice({
    group: "protocol",
    label: "RPC packets travel in",
    options: { "udp-ip": "UDP and IP", ethernet: "Ethernet alone" },
    default: "udp-ip",
    why:
      "Section 4.2.6 estimates 100 µs a call for packets without IP and UDP. They cannot pass an IP gateway, and " +
      "machines without access to the kernel could not send them.",
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
