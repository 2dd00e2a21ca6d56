/**
 * A machine that a script of faults can crash, restart, slow and pause: it lives in power cycles. A crash
 * loses the state of the cycle: the hardware's, the instances of protocols, all that a system keeps in memory. The name
 * of the machine stays, and its place on the medium, its pace, and the account of how long its parts were busy.
 */
import type { Hardware, Reception } from "../../hardware/machine.ts";
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, POWER, type MarkKind, type Ref } from "../../kernel/trace-data.ts";
import type { CarrierHost } from "./carrier.ts";
import type { Frame, PowerCycle } from "./frame.ts";
import type { Instance } from "./instance.ts";
import type { FaultyMachine, World } from "./world.ts";

export interface HostCycle extends PowerCycle {
  readonly machine: Pick<Hardware<Frame>, "halt" | "slow" | "freeze" | "thaw" | "busyNs">;
}

/** Why a machine is down. */
type Down = "crash" | "dead";

export abstract class PoweredHost<Cycle extends HostCycle = HostCycle> implements CarrierHost, FaultyMachine {
  readonly name: string;
  /** Its number on the medium. */
  readonly number: number;
  readonly world: World;
  /** Tracks of the interfaces that it sends and receives by. */
  abstract readonly outTrack: number;
  abstract readonly inTrack: number;
  /** The track of the marks of its crashes, restarts and paces. */
  protected abstract readonly noteTrack: number;
  /** The track of the marks of its timers. */
  protected abstract readonly timerTrack: number;
  /** Instances of protocols in this power cycle. */
  readonly instances = new Set<Instance>();
  private cycle: Cycle | null = null;
  private busyBefore: ReadonlyMap<string, Nanos> = new Map(); // in power cycles that are over
  private times = 1; // as slow as the machine's own pace
  /** When the script crashed it first; null while it has not. */
  firstCrash: Nanos | null = null;

  constructor(world: World, name: string, number: number) {
    this.world = world;
    this.name = name;
    this.number = number;
    world.add(this);
  }

  /** The hardware of a new power cycle. */
  protected abstract powerOn(): Cycle;
  /** All that the system keeps of a power cycle is lost with it. */
  protected abstract crashed(cycle: Cycle): void;
  /** The machine has come up with an empty memory. */
  protected abstract restarted(): void;

  get now(): Nanos {
    return this.world.sim.now;
  }

  get isDown(): boolean {
    return this.cycle === null;
  }

  /** The present power cycle. Throws where the machine is down. */
  get up(): Cycle {
    if (this.cycle === null) throw new Error(`${this.name} is down.`);
    return this.cycle;
  }

  /** To be called once, when the host is made. */
  protected switchOn(): void {
    this.cycle = this.powerOn();
    if (this.times !== 1) this.cycle.machine.slow(this.times);
  }

  /** Busy time of each part so far, with the machine's name: "server.cpu0". */
  busyNs(): ReadonlyMap<string, Nanos> {
    const busy = new Map(this.busyBefore);
    if (this.cycle === null) return busy;
    for (const [part, nanos] of this.cycle.machine.busyNs()) {
      const name = `${this.name}.${part}`;
      const before = busy.get(name);
      busy.set(name, before === undefined ? nanos : before + nanos);
    }
    return busy;
  }

  /** The power goes. "dead" says that it did so before the run, by the run's parameters. */
  crash(why: Down = "crash"): void {
    const { cycle } = this;
    if (cycle === null) return;
    this.busyBefore = this.busyNs();
    cycle.endedAt = this.now;
    if (why === "crash") this.firstCrash ??= this.now;
    cycle.machine.halt();
    this.cycle = null;
    this.note(why, { kind: "power", value: why === "crash" ? POWER.crashed : POWER.deadFromStart });
    for (const instance of this.instances) instance.lose();
    this.instances.clear();
    this.crashed(cycle);
  }

  restart(): void {
    if (this.cycle !== null) return;
    this.switchOn();
    this.note("restart", { kind: "power", value: POWER.restarted });
    this.restarted();
  }

  /** Its processors take so many times as long from now on, those of later power cycles too. */
  slow(times: number): void {
    if (!(times > 0 && times < Infinity))
      throw new RangeError(`${this.name}: ${times} times as slow, want more than 0.`);
    this.times = times;
    this.cycle?.machine.slow(times);
    this.note(paceText(times), { kind: "pace", value: times });
  }

  /** Its processors stand still until `thaw`. A machine that is down from the beginning has none that could. */
  freeze(): void {
    this.cycle?.machine.freeze();
    this.note(paceText(0), { kind: "pace", value: 0 });
  }

  thaw(): void {
    this.cycle?.machine.thaw();
    this.note("goes on", { kind: "pace", value: this.times });
  }

  /** Marks a timer of a protocol that went off. What it makes the protocol do has the mark for its cause. */
  timerMark(cause: Ref, call: number, label = "retransmission timer"): Ref {
    const { recorder, sim } = this.world;
    return recorder.mark(sim.now, this.timerTrack, recorder.label(label, "timer"), cause, call);
  }

  /** Marks this moment in the trace; `kind` says what the mark means (MARK_KINDS). For timers there is `timerMark`. */
  note(label: string, { kind = "note", value = 0, cause = NO_REF, call = 0, track = this.noteTrack }: Note = {}): Ref {
    const { recorder, sim } = this.world;
    return recorder.mark(sim.now, track, recorder.label(label, kind, value), cause, call);
  }

  // The medium's side.

  sent(frame: Frame, departs: Nanos): void {
    const { cycle } = this;
    if (cycle !== null && frame.sender === cycle) this.hasSent(cycle, frame, departs);
  }

  abandoned(frame: Frame): void {
    const { cycle } = this;
    if (cycle !== null && frame.sender === cycle) this.hasAbandoned(cycle, frame);
  }

  arrive(frame: Frame): Reception {
    return this.cycle === null ? "absent" : this.takeIn(this.cycle, frame);
  }

  /** The last bit of a frame of this power cycle has left. */
  protected hasSent(_cycle: Cycle, _frame: Frame, _departs: Nanos): void {
    // Machines whose interface tells nothing of it have nothing to do.
  }

  /** The medium has given up a frame of this power cycle. */
  protected hasAbandoned(_cycle: Cycle, _frame: Frame): void {
    // Media that give nothing up never say so.
  }

  /** A frame has come to the interface whole. */
  protected abstract takeIn(cycle: Cycle, frame: Frame): Reception;
}

/** What a mark says of a machine that is so many times as slow as at its own pace from now on; 0: it stands still. */
export const paceText = (times: number): string =>
  times === 0 ? "stands still" : times === 1 ? "at its own pace again" : `${times} times as slow`;

/** The meanings of a note. A timer has `timerMark`. */
export type NoteKind = Exclude<MarkKind, "timer">;

/** The facts of a mark beside its label. */
interface Note {
  readonly kind?: NoteKind;
  readonly value?: number;
  readonly cause?: Ref;
  readonly call?: number;
  readonly track?: number;
}
