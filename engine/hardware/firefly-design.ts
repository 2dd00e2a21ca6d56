/**
 * What can be changed of a Firefly and its RPC software: the eight improvements of Section 4.2, the interrupt routines
 * of Table IX, the stubs and the order of statements of Section 5, and three choices of Section 3.2.
 */
export interface FireflyDesign {
  /** §4.2.1: the DEQNA stores and forwards; the other one overlaps bus and wire as far as possible. */
  readonly controller: "deqna" | "overlapping";
  /** §4.2.3: how many times as fast as a MicroVAX II each processor is. */
  readonly cpuSpeed: number;
  /** §4.2.4: whether checksums over the whole packet are made and checked. */
  readonly checksums: boolean;
  /** §4.2.5. */
  readonly header: "published" | "redesigned";
  /** §4.2.6. */
  readonly layering: "udp-ip" | "ethernet";
  /** §4.2.7: a thread that waits for a packet sleeps, or loops in user space. */
  readonly waiting: "wakeup" | "busy";
  /** §4.2.8: the run time without its stubs. */
  readonly runtime: "modula2" | "assembly";
  /** Table IX. */
  readonly interruptRoutine: "original" | "best" | "assembly";
  /** §5: stubs as the compiler makes them, or those of the RPC Exerciser. */
  readonly stubs: "generated" | "exerciser";
  /** §5: a caller registers its call behind the send (fast) or before it (swapped). */
  readonly statementOrder: "fast" | "swapped";
  /** §3.2: who finds the thread of a packet. */
  readonly demultiplexing: "interrupt" | "thread";
  /** §3.2: packet buffers are mapped everywhere, or each packet is copied between user space and the Nub. */
  readonly buffers: "mapped" | "copied";
  /** §3.2: an interrupt handles all packets that have come, or one. */
  readonly perInterrupt: "all" | "one";
}

/** The Firefly that the paper measured. */
export const AS_MEASURED: FireflyDesign = {
  controller: "deqna",
  cpuSpeed: 1,
  checksums: true,
  header: "published",
  layering: "udp-ip",
  waiting: "wakeup",
  runtime: "modula2",
  interruptRoutine: "assembly",
  stubs: "generated",
  statementOrder: "fast",
  demultiplexing: "interrupt",
  buffers: "mapped",
  perInterrupt: "all",
};
