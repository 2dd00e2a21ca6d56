/**
 * The parts of a simulated run that all others share: the clock and its events, the trace, the script of faults, the
 * random streams, the hosts by name, and the timers of their protocols.
 */
import { FaultError, isMachineName, type Fault } from "../../faults/fault.ts";
import { endAfter, type MachineEvent } from "../../faults/machine-events.ts";
import { FaultScript } from "../../faults/script.ts";
import { formatFault } from "../../faults/text.ts";
import { itemAt } from "../../kernel/reads.ts";
import { RandomStreams } from "../../kernel/random.ts";
import { Simulation, WATCHED_EVENTS, type Timer } from "../../kernel/simulation.ts";
import { toMillis, type Nanos } from "../../kernel/time.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { TraceRecorder } from "../../kernel/trace.ts";
import { Chance } from "./chance.ts";
import { FramePool } from "./frame.ts";

interface WorldOptions {
  readonly faults: readonly Fault[];
  readonly keep: Keep;
  /** Names the run's random streams. */
  readonly seed?: number;
  /** Whether its receivers check or read bytes that were damaged behind their controllers; left out: they do not. */
  readonly garbles?: boolean;
  /** Events without a call that begins or ends, after which a run counts as endless; left out: 4 million. */
  readonly mostEvents?: number;
}

const MOST_EVENTS = 4e6;

/** A machine as a script of faults knows it. */
export interface FaultyMachine {
  readonly name: string;
  /** Its number on the medium. */
  readonly number: number;
  crash(): void;
  restart(): void;
  slow(times: number): void;
  /** Its processors stand still until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Marks a moment in the trace, with what befalls it. */
  note(label: string, about: { readonly kind: "cut"; readonly value: number }): unknown;
}

/** What the script does at a moment. */
interface ScriptEvent {
  readonly at: Nanos;
  readonly does: MachineEvent["does"] | "mark";
  readonly machine: string;
  readonly befall: () => void;
}

/** An owner of one timer; it is called when that goes off. */
interface TimerOwner {
  /** Whose timer it is, for a sentence about a run without end: "server (in state waiting)"; left out: not known. */
  readonly name?: () => string;
  timerWentOff(): void;
}

const NO_GARBLING =
  "the machines of this system take all for right that their controllers pass on. Write corrupt in place of garble.";

export class World {
  readonly sim = new Simulation();
  readonly recorder: TraceRecorder;
  readonly script: FaultScript;
  readonly streams: RandomStreams;
  /** The losses by chance that the script asks for. */
  readonly chance: Chance;
  /** Arrays for the bytes of frames. */
  readonly pool = new FramePool();
  /** Each says whether a timer of its own is set that only watches a connection. */
  readonly watchers: (() => boolean)[] = [];
  private readonly machines = new Map<string, FaultyMachine>();
  private readonly names = new Map<number, string>(); // of hosts, by their numbers
  private hasAnswers = false;
  private events: readonly ScriptEvent[] = []; // that are still to come
  private pauses = 0; // machines that stand still by the script
  private readonly timerTag: number;
  private readonly timerOwners: TimerOwner[] = [];
  private lastTimer: TimerOwner | null = null; // to go off
  private readonly mostEvents: number;
  /** Packets, beginnings and ends of calls when they were counted last, and the events by which a call was newest. */
  private progress = { packets: 0, called: 0, calledAt: 0 };

  /** Throws FaultError for damage that the system's receivers would not look for. */
  constructor({ faults, keep, seed = 0, garbles = false, mostEvents = MOST_EVENTS }: WorldOptions) {
    this.recorder = new TraceRecorder(keep);
    this.script = new FaultScript(faults);
    const garbling = garbles ? null : this.script.firstGarbling();
    if (garbling !== null) throw new FaultError(formatFault(garbling), NO_GARBLING);
    this.streams = new RandomStreams(seed);
    this.chance = new Chance(this.script, this.streams);
    this.timerTag = this.sim.register((_kind, owner) => {
      this.lastTimer = itemAt(this.timerOwners, owner, "owner of a timer");
      this.lastTimer.timerWentOff();
    });
    this.mostEvents = mostEvents;
    this.sim.watcher = () => this.needProgress();
  }

  /** Whether the program has all its answers. Then hosts outside the run fall silent, and nothing new is watched. */
  get isAnswered(): boolean {
    return this.hasAnswers;
  }

  /** Runs until the program has all its answers, or nothing is left that could bring them. */
  runUntilAnswered(): void {
    this.sim.run();
    this.hasAnswers = true;
  }

  /**
   * Whether the program has its answers and all that is left are watchers, whose probes would go on for ever. A watcher
   * asks this when its timer has gone off.
   */
  get onlyWatches(): boolean {
    const left = this.sim.pending - this.scripted;
    return this.hasAnswers && left === this.watchers.filter((isWatching) => isWatching()).length;
  }

  /** The program has all its answers, or can have no more: `runUntilAnswered` ends. */
  answered(): void {
    this.sim.stop();
  }

  /**
   * Runs on until nothing is left to happen: packets on the wire arrive, procedures end, timers go off. The script's
   * crashes, restarts and paces of a time when all else is over meet nothing.
   */
  runToEnd(): void {
    while (this.sim.pending > this.scripted) this.sim.run();
  }

  /** Events to come of the script alone. The end of a pause is none where the machine stands still: it has work. */
  private get scripted(): number {
    return this.events.length - this.pauses;
  }

  /** Throws RangeError where the run goes on for nothing, or has been at its calls for too long. */
  private needProgress(): void {
    const { now, fired } = this.sim;
    const { packetRows, calls } = this.recorder;
    const called = calls.calls.count + calls.ended;
    const timer = this.lastTimer?.name?.();
    const whose = timer === undefined ? "" : ` The timer that went off last is that of ${timer}.`;
    const { progress } = this;
    if (progress.called === called && progress.packets === packetRows) {
      throw new RangeError(
        `the run goes nowhere: in ${WATCHED_EVENTS} events no packet was sent and no call began or ended; its clock ` +
          `is at ${toMillis(now)} ms.${whose} A deadline must lie in the future, or be null where nothing is awaited.`,
      );
    }
    const calledAt = progress.called === called ? progress.calledAt : fired;
    this.progress = { packets: packetRows, called, calledAt };
    if (fired - calledAt <= this.mostEvents) return;
    throw new RangeError(
      `the run has no end: in more than ${this.mostEvents} events no call began or ended; its clock is at ` +
        `${toMillis(now)} ms.${whose} Where calls need more events, give mostEvents to runOnEthernet or the World.`,
    );
  }

  /** Ends the trace with its last row: a timer that goes off in vain makes no run longer. */
  finish(answeredAt: Nanos): TraceData {
    return this.recorder.finish(Math.max(answeredAt, this.recorder.lastRow));
  }

  /** A host joins. Throws RangeError for a name that a fault cannot have, or that another host has. */
  add(machine: FaultyMachine): void {
    if (!isMachineName(machine.name)) {
      throw new RangeError(`world: a machine "${machine.name}", want small letters, digits and hyphens.`);
    }
    if (this.machines.has(machine.name)) throw new RangeError(`world: there are two machines named ${machine.name}.`);
    this.machines.set(machine.name, machine);
    this.names.set(machine.number, machine.name);
  }

  /** The name of the host with a number on the medium. Throws RangeError where no host has it. */
  nameOf(host: number): string {
    const name = this.names.get(host);
    if (name === undefined) throw new RangeError(`world: no host has the number ${host}.`);
    return name;
  }

  /**
   * Puts what the script does to machines into the event queue. To be called once, when all hosts joined.
   * Throws FaultError for a machine that is not there, also where packets from or to it are to be lost.
   */
  scheduleMachineEvents(): void {
    for (const fault of this.script.losses()) {
      for (const machine of [fault.from, fault.to]) if (machine !== null) this.machineOf(machine, fault);
    }
    const events = [...this.script.machineEvents().map((event) => this.befalling(event)), ...this.cutMarks()];
    this.events = events.toSorted((a, b) => a.at - b.at);
    const tag = this.sim.register(() => this.befallNext());
    for (const { at } of this.events) this.sim.at(at, tag, 0);
  }

  private befalling({ fault, machine: name, at, does, times }: MachineEvent): ScriptEvent {
    const machine = this.machineOf(name, fault);
    const happens = {
      crash: () => machine.crash(),
      restart: () => machine.restart(),
      pace: () => machine.slow(times),
      pause: () => {
        this.pauses++;
        machine.freeze();
      },
      "go on": () => {
        this.pauses--;
        machine.thaw();
      },
    }[does];
    const befall = (): void => {
      this.script.met(fault);
      happens();
    };
    return { at, does, machine: name, befall };
  }

  /** Marks on both machines say when the network between them is cut. It is `chance` that loses the packets. */
  private cutMarks(): readonly ScriptEvent[] {
    return this.script.cuts().flatMap((fault) => {
      const [a, b] = fault.ends;
      return [a, b].flatMap((name): readonly ScriptEvent[] => {
        const machine = this.machineOf(name, fault);
        const other = name === a ? b : a;
        const mark = (at: Nanos, label: string, value: number): ScriptEvent => {
          return { at, does: "mark", machine: name, befall: () => machine.note(label, { kind: "cut", value }) };
        };
        const end = endAfter(fault.at, fault.forNs);
        return [mark(fault.at, `cut off from ${other}`, 1), mark(end, `joined with ${other} again`, 0)];
      });
    });
  }

  /** Whether the script will yet restart a machine. */
  willRestart(machine: string): boolean {
    return this.events.some((event) => event.machine === machine && event.does === "restart");
  }

  /** A number for an owner of a timer, to be given to `setTimer`. */
  addTimerOwner(owner: TimerOwner): number {
    return this.timerOwners.push(owner) - 1;
  }

  setTimer(at: Nanos, owner: number): Timer {
    return this.sim.at(at, this.timerTag, owner);
  }

  private machineOf(name: string, fault: Fault): FaultyMachine {
    const machine = this.machines.get(name);
    if (machine !== undefined) return machine;
    const names = [...this.machines.keys()].join(", ");
    throw new FaultError(formatFault(fault), `there is no machine ${name}, want one of ${names}.`);
  }

  private befallNext(): void {
    const [event, ...rest] = this.events;
    if (event === undefined) throw new Error("An event of the script fell due that the script does not have.");
    if (this.hasAnswers && event.does !== "go on" && this.sim.pending === rest.length - this.pauses) {
      this.sim.stop();
      return;
    }
    this.events = rest;
    event.befall();
  }
}
