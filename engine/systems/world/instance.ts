/**
 * One instance of a protocol on a host, such as the caller of one thread. It holds the state of a `Machine`, gives it
 * inputs, records each step in the trace, and sets the timer that the state asks for.
 */
import { NO_TIMER, type Timer } from "../../kernel/simulation.ts";
import type { Nanos } from "../../kernel/time.ts";
import {
  BEGIN,
  CRASH,
  END,
  ENDED_STATE,
  LOST_STATE,
  NO_REF,
  NO_STATE,
  type ProtocolWords,
  type Ref,
} from "../../kernel/trace-data.ts";
import type { Fact, Machine } from "../../protocols/machine.ts";
import type { World } from "./world.ts";

interface InstanceHost {
  readonly name: string;
  readonly world: World;
  readonly instances: Set<Instance>;
}

/** A state that an instance has come to. */
interface Reached {
  readonly state: string;
  readonly input: string;
  readonly cause: Ref;
  readonly call: number;
  /** When the state wants a tick; null for never. */
  readonly due: Nanos | null;
  readonly facts: () => readonly Fact[];
}

const NO_FACTS = (): readonly Fact[] => [];

/** Records an instance in the trace: each state that it reaches, step by step. */
export class InstanceRecord {
  private readonly host: InstanceHost;
  private readonly machine: number;
  private readonly protocol: number;
  private readonly instance: number;
  private state: number; // word

  constructor(host: InstanceHost, protocol: ProtocolWords, name: string) {
    const { recorder } = host.world;
    this.host = host;
    this.machine = recorder.word(host.name);
    this.protocol = recorder.protocol(protocol);
    this.instance = recorder.word(name);
    this.state = recorder.word(NO_STATE);
  }

  reached({ state, input, cause, call, due, facts }: Reached): void {
    const { recorder, sim } = this.host.world;
    const { machine, protocol, instance, state: from } = this;
    const to = recorder.word(state);
    this.state = to;
    const word = recorder.word(input);
    recorder.transition({ at: sim.now, machine, protocol, instance, from, to, input: word, cause, call, due, facts });
  }

  /** The host has lost its power, and the state with it. */
  lose(): void {
    this.reached({ state: LOST_STATE, input: CRASH, cause: NO_REF, call: 0, due: null, facts: NO_FACTS });
  }

  /** The program is done with the instance. */
  end(cause: Ref, call: number): void {
    this.reached({ state: ENDED_STATE, input: END, cause, call, due: null, facts: NO_FACTS });
  }
}

interface InstanceOptions<Identity> {
  readonly name: string; // "caller thread 1"
  readonly identity: Identity;
  /** Called at the state's deadline: the owner marks it in the trace and steps with a tick. */
  readonly due: () => void;
}

/** An instance of any protocol, as its host knows it. */
export interface Instance {
  lose(): void;
}

export class ProtocolInstance<State, Input, Effect, Identity = void> implements Instance {
  private readonly host: InstanceHost;
  private readonly machine: Machine<State, Input, Effect, Identity>;
  private readonly due: () => void;
  private readonly record: InstanceRecord;
  private readonly facts = (): readonly Fact[] => this.machine.facts(this.current);
  private readonly owner: number; // of its timer
  private current: State;
  private timer: Timer = NO_TIMER;
  private armedFor: Nanos = Infinity;

  constructor(
    host: InstanceHost,
    machine: Machine<State, Input, Effect, Identity>,
    { name, identity, due }: InstanceOptions<Identity>,
  ) {
    this.host = host;
    this.machine = machine;
    this.due = due;
    this.record = new InstanceRecord(host, machine, name);
    this.owner = host.world.addTimerOwner(this);
    this.current = machine.start(identity);
    this.note(BEGIN, NO_REF, 0, machine.deadline(this.current));
    host.instances.add(this);
  }

  get state(): State {
    return this.current;
  }

  /** Whether its timer is set. */
  get isArmed(): boolean {
    return this.armedFor < Infinity;
  }

  /** The effects that an input would have, without taking the step. */
  effectsOf(input: Input): readonly Effect[] {
    return this.machine.step(this.current, input, this.host.world.sim.now)[1];
  }

  /** Takes a step. `cause` is the row of the trace that the input came with, `call` the call that it is for. */
  step(input: Input, cause: Ref, call: number): readonly Effect[] {
    const { machine } = this;
    const [state, effects] = machine.step(this.current, input, this.host.world.sim.now);
    this.current = state;
    const deadline = machine.deadline(state);
    this.note(machine.input(input), cause, call, deadline);
    this.arm(deadline);
    return effects;
  }

  /** The host has lost its power, and the state with it. */
  lose(): void {
    this.record.lose();
    this.disarm();
  }

  /** The program is done with the instance; `cause` is the row of the trace that made it so. */
  end(cause: Ref, call: number): void {
    this.disarm();
    if (this.host.instances.delete(this)) this.record.end(cause, call);
  }

  timerWentOff(): void {
    this.armedFor = Infinity;
    const deadline = this.machine.deadline(this.current);
    if (deadline !== null && this.host.world.sim.now >= deadline) this.due();
    else this.arm(deadline);
  }

  /** Sets the timer. One that is set for an earlier moment stays: it goes off in vain, and is then set anew. */
  private arm(deadline: Nanos | null): void {
    if (deadline === null) {
      this.disarm();
      return;
    }
    if (deadline >= this.armedFor) return;
    const { world } = this.host;
    world.sim.cancel(this.timer);
    this.armedFor = deadline;
    this.timer = world.setTimer(deadline, this.owner);
  }

  private disarm(): void {
    if (this.armedFor === Infinity) return;
    this.host.world.sim.cancel(this.timer);
    this.armedFor = Infinity;
  }

  private note(input: string, cause: Ref, call: number, due: Nanos | null): void {
    const { machine, current, facts } = this;
    this.record.reached({ state: machine.name(current), input, cause, call, due, facts });
  }
}
