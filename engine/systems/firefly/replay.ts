/**
 * The states of the protocol in a recorded run: the step functions of `protocols/firefly`, the same ones that the
 * simulation runs on, stepped again with the inputs that the trace holds. So a host's state can be looked at for any
 * moment, though the trace records no states.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { Ref, TraceData } from "../../kernel/trace-data.ts";
import { newCaller, stepCaller, type CallerInput, type CallerState } from "../../protocols/firefly/caller.ts";
import type { MachineInput } from "../../protocols/firefly/states.ts";
import { NEW_ACTIVITY, stepServer, type ActivityState, type ServerInput } from "../../protocols/firefly/server.ts";
import type { Activity, FireflyPacket } from "../../wire/firefly.ts";
import { firstPackets, protocolInputs, type ProtocolInput, type Side } from "./inputs.ts";
import { CALLER_OPTIONS, serverOptions } from "./options.ts";

/** From `at` on the state is this one. */
export interface Change<State> {
  readonly at: Nanos;
  readonly on: MachineInput | "crash" | "restart" | "power"; // "power": as the run begins
  /** The row of the trace that brought the input; -1 as the run begins. */
  readonly cause: Ref;
  readonly call: number; // the number of the call that the state speaks of; 0 for none
  readonly state: State | null; // null where a crash has taken it away
}

/** One activity: at the caller a thread with at most one call, at the server a row of the call table. */
export interface History<State> {
  readonly activity: Activity;
  readonly changes: readonly Change<State>[]; // in order of time
}

export interface Power {
  readonly at: Nanos;
  readonly up: boolean;
  /** At the caller the address space of its program, at the server the binding that it exports. */
  readonly incarnation: number;
  readonly cause: Ref;
}

export interface HostStory<State> {
  readonly power: readonly Power[];
  readonly activities: readonly History<State>[];
}

export interface FireflyStory {
  readonly caller: HostStory<CallerState>;
  readonly server: HostStory<ActivityState>;
}

export function replayFirefly(trace: TraceData): FireflyStory {
  const inputs = protocolInputs(trace);
  return { caller: new Callers(trace).replay(inputs), server: new Rows(trace).replay(inputs) };
}

interface Kept<State> {
  readonly activity: Activity;
  readonly changes: Change<State>[];
  state: State;
  call: number;
}

const inputOf = (input: ProtocolInput): Change<never>["on"] =>
  input.what === "packet" ? input.packet.type : input.what;

/** One machine: what it keeps for each activity, and what a crash takes away. */
abstract class Replayed<State> {
  protected incarnation = 1;
  protected readonly present = new Map<string, Kept<State>>();
  private readonly all: Kept<State>[] = [];
  private readonly power: Power[] = [{ at: 0, up: true, incarnation: 1, cause: -1 }];
  private readonly side: Side;

  constructor(side: Side) {
    this.side = side;
  }

  replay(inputs: readonly ProtocolInput[]): HostStory<State> {
    for (const input of inputs) {
      if (input.side !== this.side) continue;
      if (input.what === "crash") this.crash(input.at, input.cause);
      else if (input.what === "restart") this.restart(input.at, input.cause);
      else this.take(input);
    }
    return { power: this.power, activities: this.all };
  }

  protected abstract take(input: ProtocolInput): void;

  protected add(activity: Activity, state: State, change: Omit<Change<State>, "state" | "call">): Kept<State> {
    const kept: Kept<State> = { activity, state, call: 0, changes: [{ ...change, call: 0, state }] };
    this.present.set(keyOf(activity), kept);
    this.all.push(kept);
    return kept;
  }

  /** Puts a step's outcome down, where it is another state. */
  protected enter(kept: Kept<State>, state: State, input: ProtocolInput): void {
    if (state === kept.state) return;
    kept.state = state;
    kept.changes.push({ at: input.at, on: inputOf(input), cause: input.cause, call: kept.call, state });
  }

  protected crash(at: Nanos, cause: Ref): void {
    for (const { changes, call } of this.present.values()) changes.push({ at, on: "crash", cause, call, state: null });
    this.present.clear();
    this.power.push({ at, up: false, incarnation: this.incarnation, cause });
  }

  protected restart(at: Nanos, cause: Ref): void {
    this.incarnation++;
    this.power.push({ at, up: true, incarnation: this.incarnation, cause });
  }
}

const keyOf = ({ machine, space, thread }: Activity): string => `${machine}.${space}.${thread}`;

/** The calling machine's number on the wire. */
const CALLER = 1;

class Callers extends Replayed<CallerState> {
  private readonly threads: number;
  private readonly requests: ReadonlyMap<number, FireflyPacket>;

  constructor(trace: TraceData) {
    super("caller");
    this.threads = trace.owners.filter((name) => /^caller thread \d+$/.test(name)).length;
    this.requests = firstPackets(trace, "call");
    this.startThreads(0, "power", -1);
  }

  private startThreads(at: Nanos, on: "power" | "restart", cause: Ref): void {
    for (let thread = 1; thread <= this.threads; thread++) {
      const activity = { machine: CALLER, space: this.incarnation, thread };
      this.add(activity, newCaller(activity), { at, on, cause });
    }
  }

  protected override restart(at: Nanos, cause: Ref): void {
    super.restart(at, cause);
    this.startThreads(at, "restart", cause);
  }

  protected take(input: ProtocolInput): void {
    const kept = this.keptFor(input);
    const event = kept === undefined ? null : this.event(input, kept.state);
    if (kept === undefined || event === null) return;
    if (event.tag === "start") kept.call = input.call;
    this.enter(kept, stepCaller(kept.state, event, input.at, CALLER_OPTIONS)[0], input);
  }

  private keptFor(input: ProtocolInput): Kept<CallerState> | undefined {
    if (input.what === "start") {
      return this.present.get(keyOf({ machine: CALLER, space: this.incarnation, thread: input.thread }));
    }
    const packet = input.what === "packet" ? input.packet : this.requests.get(input.call);
    return packet === undefined ? undefined : this.present.get(keyOf(packet.activity));
  }

  private event(input: ProtocolInput, state: CallerState): CallerInput | null {
    if (input.what === "tick") return { tag: "tick" };
    if (input.what === "packet") return { tag: "packet", packet: input.packet };
    // A call that a crash kept from the wire asked for what the others ask for; its data are not known.
    const sent = this.requests.get(input.call) ?? [...this.requests.values()].at(-1);
    if (input.what !== "start" || state.tag !== "idle" || sent === undefined) return null;
    const { serverSpace, binding, procedure, data } = sent;
    return { tag: "start", call: { serverSpace, interface: sent.interface, binding, procedure, data } };
  }
}

class Rows extends Replayed<ActivityState> {
  private readonly calls: ReadonlyMap<number, FireflyPacket>;
  private readonly results: ReadonlyMap<number, FireflyPacket>;

  constructor(trace: TraceData) {
    super("server");
    this.calls = firstPackets(trace, "call");
    this.results = firstPackets(trace, "result");
  }

  protected take(input: ProtocolInput): void {
    const packet = input.what === "packet" ? input.packet : this.calls.get(input.call);
    if (packet === undefined) return;
    const kept =
      this.present.get(keyOf(packet.activity)) ??
      this.add(packet.activity, NEW_ACTIVITY, { at: input.at, on: inputOf(input), cause: input.cause });
    const event = this.event(input, packet, kept.state);
    if (event === null) return;
    const [state, effects] = stepServer(kept.state, event, input.at, serverOptions(this.incarnation));
    if (effects.some(({ tag }) => tag === "execute")) kept.call = input.call;
    this.enter(kept, state, input);
  }

  private event(input: ProtocolInput, packet: FireflyPacket, state: ActivityState): ServerInput | null {
    if (input.what === "tick") return { tag: "tick" };
    if (input.what === "packet") return { tag: "packet", packet };
    const known = state.tag === "new" ? 0 : state.sequence;
    const runs = state.tag === "executing" && known === packet.sequence;
    if (input.what !== "done" || !(runs || packet.sequence < known)) return null;
    const data = this.results.get(input.call)?.data ?? new Uint8Array(0);
    return { tag: "done", sequence: packet.sequence, data, serverThread: input.thread };
  }
}
