/** A host of a protocol that runs by its ends: its machine, its state, its rows in the trace, and its timer. */
import { NO_TIMER, type Timer } from "../../kernel/simulation.ts";
import type { Nanos } from "../../kernel/time.ts";
import { BEGIN, NO_REF, type Ref } from "../../kernel/trace-data.ts";
import type { Host, MachineAt, MachineStep } from "../../protocols/ends.ts";
import type { Frame } from "./frame.ts";
import type { MachineHost } from "./host.ts";
import { InstanceRecord } from "./instance.ts";
import type { World } from "./world.ts";

export class Place<State, Packet> {
  readonly host: Host;
  readonly machine: MachineHost<Packet>;
  state: State | null = null; // null while it is down
  life = 0;
  /** The call that it makes or has executed last, and the last packet that it sent. */
  call = 0;
  sent: Frame | null = null;
  private readonly world: World;
  private readonly records = new Map<string, InstanceRecord>();
  private readonly timerOwner: number;
  private timer: Timer = NO_TIMER;
  private armedFor: Nanos = Infinity;
  private last: Pick<MachineAt, "machine" | "state"> | null = null; // the machine that came to a state last

  /** @param due is called when the timer goes off */
  constructor(world: World, host: Host, machine: MachineHost<Packet>, due: () => void) {
    this.world = world;
    this.host = host;
    this.machine = machine;
    const timerWentOff = (): void => {
      this.armedFor = Infinity;
      due();
    };
    this.timerOwner = world.addTimerOwner({ name: () => this.who(), timerWentOff });
  }

  /** The power has gone, and the memory with it. */
  lose(): void {
    this.state = null;
    this.records.clear();
    this.sent = null;
    this.arm(null);
  }

  /** Sets the timer to this moment, or to none. Throws RangeError for what is no moment. */
  arm(deadline: Nanos | null): void {
    if (deadline === this.armedFor) return;
    if (this.armedFor !== Infinity) this.world.sim.cancel(this.timer);
    this.armedFor = Infinity;
    if (deadline === null) return;
    if (!Number.isSafeInteger(deadline)) {
      throw new RangeError(
        `the deadline of ${this.who()} is ${deadline}, want a whole number of nanoseconds, or null where nothing is ` +
          "awaited. Round with the constructors of time.ts.",
      );
    }
    this.armedFor = deadline;
    this.timer = this.world.setTimer(Math.max(deadline, this.world.sim.now), this.timerOwner);
  }

  /** The host, and the state that it has come to last. */
  private who(): string {
    const { name } = this.machine;
    if (this.last === null) return name;
    const { machine, state } = this.last;
    return `${name} (${machine.protocol}, in the state "${machine.name(state)}")`;
  }

  record(step: MachineStep, cause: Ref, call: number): void {
    const { machine, instance, before, input, after } = step;
    this.last = { machine, state: after };
    this.recordOf({ machine, instance, state: before }).reached({
      state: machine.name(after),
      input: machine.input(input),
      cause,
      call,
      due: machine.deadline(after),
      facts: () => machine.facts(after),
    });
  }

  /** The record of a machine's instance; it begins with the state that the instance has. */
  recordOf({ machine, instance, state }: MachineAt): InstanceRecord {
    const known = this.records.get(instance);
    if (known !== undefined) return known;
    this.last ??= { machine, state };
    const record = new InstanceRecord(this.machine, machine, instance);
    this.records.set(instance, record);
    this.machine.instances.add(record);
    record.reached({
      state: machine.name(state),
      input: BEGIN,
      cause: NO_REF,
      call: 0,
      due: machine.deadline(state),
      facts: () => machine.facts(state),
    });
    return record;
  }
}
