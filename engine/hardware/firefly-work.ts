/**
 * What the software of a Firefly takes for each step, in a design that may differ from the one measured. Every change
 * acts on single steps, so that what two changes save together follows from the run and not from a sum.
 */
import type { Nanos } from "../kernel/time.ts";
import type { Source, Step } from "../kernel/trace-data.ts";
import { durationOf, sizedDuration, type Cost, type SizedCost } from "./cost.ts";
import { FIREFLY, FIREFLY_CHANGES } from "./firefly-costs.ts";
import type { FireflyDesign } from "./firefly-design.ts";
import type { TimedStep } from "./processors.ts";

/** Makes the step of the trace for a cost that is a step of its own. */
function stepOf({ name, source }: Pick<Cost, "name" | "source">, layer: Step["layer"]): Step {
  return { name, layer, source };
}

/** A step of which a change takes a share away. */
const changed = (source: Source, by: Cost): Source => ({
  kind: "derived",
  text: `${source.text}; changed as ${by.source.text} says`,
  ...(source.cell === undefined ? {} : { cell: source.cell }),
});

export class FireflyWork {
  readonly design: FireflyDesign;

  constructor(design: FireflyDesign) {
    this.design = design;
  }

  /** Work of a processor that takes `nanos` on a MicroVAX II. */
  paced(step: Step, nanos: Nanos): TimedStep {
    return { step, duration: Math.round(nanos / this.design.cpuSpeed) };
  }

  kernel(cost: Cost): TimedStep {
    return this.paced(stepOf(cost, "kernel"), durationOf(cost));
  }

  /** A routine of the run time that is no stub: Section 4.2.8 recodes these. */
  routine(cost: Cost): TimedStep {
    if (this.design.runtime === "modula2") return this.unchanged(cost);
    const { recodeSpeedup } = FIREFLY;
    const step = { ...stepOf(cost, "rpc"), source: changed(cost.source, recodeSpeedup) };
    return this.paced(step, durationOf(cost) / recodeSpeedup.value);
  }

  /** A routine of the run time that no change touches but the processor’s speed. */
  unchanged(cost: Cost): TimedStep {
    return this.paced(stepOf(cost, "rpc"), durationOf(cost));
  }

  /** A program, which no change touches either. */
  program(cost: Cost): TimedStep {
    return this.paced({ ...stepOf(cost, "rpc"), part: "program" }, durationOf(cost));
  }

  /** The paper times a stub's call and return together. We assume half of the time on the way there and half back. */
  stub(cost: Cost, half: "call" | "return"): TimedStep {
    const source: Source = {
      ...cost.source,
      kind: "derived",
      text: `${cost.source.text}: one half each way, which is ours`,
    };
    const isOurs = this.design.stubs === "generated";
    const { exerciserNull } = FIREFLY;
    const whole = durationOf(cost) * (isOurs ? 1 : FIREFLY_CHANGES.exerciserStubs.value);
    const there = Math.round(whole / 2);
    const name = `${cost.name.replace(" (call and return)", "")} (${half})`;
    const step: Step = { name, layer: "rpc", part: "stub", source: isOurs ? source : changed(source, exerciserNull) };
    return this.paced(step, half === "call" ? there : Math.round(whole) - there);
  }

  /** What a stub copies or allocates. */
  copied({ step, duration }: TimedStep): TimedStep {
    if (this.design.stubs === "generated") return this.paced(step, duration);
    const source = changed(step.source, FIREFLY.exerciserMaxResult);
    return this.paced({ ...step, source }, duration * FIREFLY_CHANGES.exerciserArrays.value);
  }

  /** The checksum of a packet of `bytes`: printed for 74 and 1514 bytes, a straight line through both. */
  checksum(which: "sendChecksum" | "receiveChecksum", bytes: number): TimedStep {
    const cost = FIREFLY[which];
    const nanos = this.design.checksums ? sizedDuration(cost, bytes) : 0;
    return this.paced(stepOf(nearer(cost, bytes), "kernel"), nanos);
  }

  /** The Sender fills in the headers. */
  finishHeaders(): TimedStep {
    const cost = FIREFLY.finishUdpHeader;
    if (this.design.layering === "udp-ip") return this.kernel(cost);
    const { withoutIp } = FIREFLY_CHANGES;
    const step: Step = { name: "Finish Ethernet header (Sender)", layer: "kernel", source: withoutIp.source };
    return this.paced(step, durationOf(cost) - durationOf(withoutIp));
  }

  /** Only a signal from one processor to another; the paper counts it as hardware (E-F09), so no speed changes it. */
  interruptCpu0(): TimedStep {
    const cost = FIREFLY.interruptCpu0;
    return { step: stepOf(cost, "kernel"), duration: durationOf(cost) };
  }

  /** The main path of the Ethernet interrupt routine, for a packet: it reads the header. */
  handleReceived(): TimedStep {
    const { step, duration } = this.interruptRoutine(FIREFLY.handleReceived.name);
    if (this.design.header === "published") return { step, duration };
    const source = changed(step.source, FIREFLY.protocolSaving);
    return { step: { ...step, source }, duration: Math.round(duration * FIREFLY_CHANGES.redesignedHeader.value) };
  }

  /** The same path where it meets no packet. */
  interruptRoutine(name: string): TimedStep {
    const cost = ROUTINES[this.design.interruptRoutine];
    return this.paced({ name, layer: "kernel", source: cost.source }, durationOf(cost));
  }

  /** Between user space and the Nub, where buffers are not mapped everywhere. */
  copy(bytes: number): TimedStep {
    const { copyByte } = FIREFLY_CHANGES;
    const nanos = this.design.buffers === "mapped" ? 0 : bytes * copyByte.value * 1e3;
    return this.paced({ name: "Copy the packet", layer: "kernel", source: copyByte.source }, nanos);
  }
}

const ROUTINES = {
  original: FIREFLY.interruptOriginal,
  best: FIREFLY.interruptBest,
  assembly: FIREFLY.handleReceived,
} as const;

const nearer = (cost: SizedCost, bytes: number): Cost => (bytes <= cost.smallBytes ? cost.small : cost.large);
