/**
 * A Linux machine on a switched network: one processor, and an interface that interrupts it.
 *
 * Rules
 * 1. Receiving comes before sending, and sending before the procedure: the more urgent work stops the other, which
 *    later goes on where it stopped. So a machine that relays sends only what receiving leaves time for.
 * 2. Each segment with data takes the processor the same time, whatever its length, to send and to receive. Segments
 *    without data take none besides: what they cost is in that time.
 * 3. The interface interrupts when a frame has come, but no sooner after the last interrupt than `moderation`; frames
 *    that come meanwhile wait. An interrupt handles all frames that have come, and those that come while it does.
 * 4. A machine that is slowed takes so many times as long for all its work from then on, the rest of the work under
 *    way included.
 */
import { itemAt } from "../kernel/reads.ts";
import { PreemptiveResource } from "../kernel/resources.ts";
import type { Simulation } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import type { Ref, Source, Step } from "../kernel/trace-data.ts";
import { inRange, wholeFrom } from "./check.ts";
import { durationOf } from "./cost.ts";
import { CLUSTER_ASSUMED, CLUSTER_CALIBRATED, segmentWork } from "./linux-costs.ts";
import type { BusyParts, Hardware, HardwareOwner, MachineFrame, MachineKind, Reception, Task } from "./machine.ts";

export interface NodeFrame extends MachineFrame {
  /** Segments without data occupy no processor (rule 2). */
  readonly hasData: boolean;
}

export interface NodeCosts {
  readonly segment: Nanos;
  readonly moderation: Nanos;
}

/** Source of the share of a segment’s time. The paper gives that time; only the share is fitted. */
const SHARE: Source = CLUSTER_CALIBRATED.relayCost.source;
const SEND_STEP: Step = { name: "Send a segment", layer: "kernel", source: SHARE };
const RECEIVE_STEP: Step = { name: "Receive a segment", layer: "kernel", source: SHARE };

/** The costs of a segment on the cluster on which FlexRPC was measured. */
const CLUSTER_NODE: NodeCosts = {
  segment: segmentWork(CLUSTER_CALIBRATED.relayCost.value),
  moderation: durationOf(CLUSTER_ASSUMED.moderation),
};

/** A Linux machine as a kind: by default one of the cluster on which FlexRPC was measured. */
export const linuxMachine = <F extends NodeFrame>(costs = CLUSTER_NODE): MachineKind<F, LinuxNode<F>> => ({
  tracks: {
    all: [
      { name: "CPU", kind: "processor" },
      { name: "Link out", kind: "controller" },
      { name: "Link in", kind: "controller" },
    ],
    out: "Link out",
    in: "Link in",
    notes: "CPU",
    timers: "CPU",
  },
  sendsAhead: true,
  make: (sim, recorder, name, owner) => new LinuxNode<F>(sim, recorder, name, costs, owner),
});

type NodeOwner<F> = Pick<HardwareOwner<F>, "transmit" | "received">;

/** Work on the processor: a step for a call. `then` is called when it has run; `cause` is then its last span. */
export interface Work {
  readonly step: number;
  readonly owner: number;
  readonly call: number;
  readonly duration: Nanos;
  cause: Ref;
  readonly then: (work: Work) => void;
}

const POWER_OFF = -1; // stops all else
const RECEIVE = 0;
const SEND = 1;
const PROCEDURE = 2;

const NOBODY = -1;
const KERNEL = -1; // owner of the work on segments
const DONE = 0;
const INTERRUPT = 1;

/** The ring is copied to its start once so many frames at its head have been taken out. */
const COMPACT_AT = 64;

export class LinuxNode<F extends NodeFrame> implements Hardware<F> {
  readonly track: number;
  private readonly sim: Simulation;
  private readonly recorder: TraceRecorder;
  private readonly owner: NodeOwner<F>;
  private readonly costs: NodeCosts;
  private readonly cpu: PreemptiveResource;
  private readonly tag: number;
  private readonly sendStep: number;
  private readonly receiveStep: number;
  private readonly works: (Work | null)[] = [];
  private readonly lengths: Nanos[] = []; // of each work at the present pace
  private readonly free: number[] = [];
  private ring: F[] = []; // received, not yet handled
  private ringHead = 0;
  private interruptAt: Nanos = 0; // no interrupt before this
  private waiting = false; // an interrupt is held back
  private handling = false; // the interrupt routine is at work
  private times = 1; // as slow as the machine's own pace
  private halted = false;

  /** Throws RangeError for costs that are no whole nanoseconds from 0. */
  constructor(sim: Simulation, recorder: TraceRecorder, machine: string, costs: NodeCosts, owner: NodeOwner<F>) {
    wholeFrom(machine, "segment", costs.segment, 0, "nanoseconds");
    wholeFrom(machine, "moderation", costs.moderation, 0, "nanoseconds");
    this.sim = sim;
    this.recorder = recorder;
    this.owner = owner;
    this.costs = costs;
    this.track = recorder.track({ name: "CPU", machine, kind: "processor" });
    this.sendStep = recorder.step(SEND_STEP);
    this.receiveStep = recorder.step(RECEIVE_STEP);
    this.tag = sim.register((kind, id) => (kind === DONE ? this.complete(id) : this.interrupt()));
    this.cpu = new PreemptiveResource(sim, `${machine}.cpu`, (id, start, end) => this.record(id, start, end));
  }

  busyNs(): BusyParts {
    return [["cpu", this.cpu.busyNs]];
  }

  /** Sends a frame: with data once the processor has had it, else at once. */
  send(frame: F): void {
    if (!frame.hasData) {
      frame.queuedAt = this.sim.now;
      this.owner.transmit(frame);
      return;
    }
    const then = (work: Work): void => {
      frame.ref = work.cause;
      frame.queuedAt = this.sim.now;
      this.owner.transmit(frame);
    };
    this.request(SEND, this.segment(this.sendStep, frame, then));
  }

  /** Its interface lines frames up by itself. */
  sent(): void {
    // Nothing is to be done.
  }

  abandoned(): void {
    // The operating system is not told.
  }

  /** Runs work as urgently as sending. */
  task(task: Task): void {
    this.runSteps(SEND, task);
  }

  runProcess(task: Task): void {
    this.runSteps(PROCEDURE, task);
  }

  /** Runs work one step behind the other. */
  private runSteps(priority: number, { segment: { steps, ends }, call, cause, done }: Task): void {
    const from = (i: number, last: Ref): void => {
      const [step, end] = [steps[i], ends[i]];
      if (step === undefined || end === undefined) {
        done(last);
        return;
      }
      const duration = end - (ends[i - 1] ?? 0);
      const then = (work: Work): void => from(i + 1, work.cause);
      this.request(priority, { step, owner: KERNEL, call, duration, cause: last, then });
    };
    from(0, cause);
  }

  /** Runs a step as urgently as sending. */
  run(work: Work): void {
    this.request(SEND, work);
  }

  /** Runs a step where nothing more urgent wants the processor. */
  runProcedure(work: Work): void {
    this.request(PROCEDURE, work);
  }

  /** A frame has come in whole. */
  arrive(frame: F): Reception {
    if (this.halted) return "absent";
    this.ring.push(frame);
    if (this.handling || this.waiting) return "copied";
    if (this.sim.now >= this.interruptAt) this.interrupt();
    else this.holdBack(frame);
    return "copied";
  }

  private holdBack({ ref, call }: F): void {
    const { recorder, sim } = this;
    this.waiting = true;
    recorder.mark(sim.now, this.track, recorder.label("interrupt held back", "note"), ref, call);
    sim.at(this.interruptAt, this.tag + INTERRUPT, 0);
  }

  /** Rule 4. @param times as slow as the machine's own pace, more than 0 */
  slow(times: number): void {
    const ratio = inRange("node", "times", times, 1e-3, 1e6) / this.times;
    this.times = times;
    this.cpu.repace((id, done) => {
      if (id === NOBODY) return done;
      const length = done + Math.round((itemAt(this.lengths, id, "work") - done) * ratio);
      this.lengths[id] = length;
      return length;
    });
  }

  freeze(): void {
    this.cpu.freeze();
  }

  thaw(): void {
    this.cpu.thaw();
  }

  /** The machine stops for good; a restart makes another. Work is recorded up to now. */
  halt(): void {
    this.cpu.request(POWER_OFF, 1, this.tag + DONE, NOBODY); // ends the present piece of work
    this.halted = true;
  }

  private segment(step: number, { call, ref }: F, then: (work: Work) => void): Work {
    return { step, owner: KERNEL, call, duration: this.costs.segment, cause: ref, then };
  }

  private request(priority: number, work: Work): void {
    if (this.halted) return;
    const id = this.free.pop() ?? this.works.length;
    const length = this.times === 1 ? work.duration : Math.round(work.duration * this.times);
    this.works[id] = work;
    this.lengths[id] = length;
    this.cpu.request(priority, length, this.tag + DONE, id);
  }

  private complete(id: number): void {
    const work = this.works[id];
    if (work === null || work === undefined || this.halted) return;
    this.works[id] = null;
    this.free.push(id);
    work.then(work);
  }

  private record(id: number, start: Nanos, end: Nanos): void {
    const work = this.works[id];
    if (work === null || work === undefined || this.halted) return;
    work.cause = this.recorder.span(this.track, work.step, work.owner, start, end, work.cause, work.call);
  }

  /** Rule 3. */
  private interrupt(): void {
    if (this.halted) return;
    this.waiting = false;
    this.handling = true;
    this.interruptAt = this.sim.now + this.costs.moderation;
    this.handleNext();
  }

  private handleNext(): void {
    for (let frame = this.take(); frame !== undefined; frame = this.take()) {
      if (frame.hasData) {
        this.handle(frame);
        return;
      }
      this.owner.received(frame);
    }
    this.handling = false;
  }

  private handle(frame: F): void {
    const then = (work: Work): void => {
      frame.ref = work.cause;
      this.owner.received(frame);
      this.handleNext();
    };
    this.request(RECEIVE, this.segment(this.receiveStep, frame, then));
  }

  private take(): F | undefined {
    if (this.ringHead === this.ring.length) {
      if (this.ringHead > 0) this.ring = [];
      this.ringHead = 0;
      return undefined;
    }
    const frame = this.ring[this.ringHead++];
    if (this.ringHead === COMPACT_AT) {
      this.ring = this.ring.slice(this.ringHead);
      this.ringHead = 0;
    }
    return frame;
  }
}
