/** The exchange of Cedar and Firefly RPC as the search runs it: one activity, and the rows of the callee's table. */
import { itemAt } from "../kernel/reads.ts";
import type { ActivityState, CalleeEffect, CalleeInput } from "../protocols/cedar/callee-state.ts";
import type { CallerEffect, CallerIdentity, CallerInput, CallerState } from "../protocols/cedar/caller.ts";
import type { ExchangePacket, ExchangeType } from "../protocols/cedar/packet.ts";
import { keyText, type Machine } from "../protocols/machine.ts";
import type { PacketKind } from "../faults/fault.ts";
import type { CallSteps } from "./explorable.ts";
import { CALLEE, CALLER, type Host, type HostEffect, type HostInput, type Moment, type Protocol } from "./protocol.ts";

type Effects = readonly HostEffect<ExchangePacket>[];
type CallerMachine = Machine<CallerState, CallerInput, CallerEffect, CallerIdentity>;
type CalleeMachine = Machine<ActivityState, CalleeInput, CalleeEffect>;

/** What the systems of the exchange have of their own. */
interface ExchangeSystem {
  readonly caller: CallerMachine;
  /** @param binding the incarnation of the exporter, from 1 */
  readonly callee: (binding: number) => CalleeMachine;
  /** The caller in its life with this number, from 1. */
  readonly identity: (life: number) => CallerIdentity;
  /** Packets whose sends the machine counts itself; the others are counted on the wire. */
  readonly counted: readonly ExchangeType[];
}

interface Caller {
  readonly at: "caller";
  readonly machine: CallerState;
  readonly binding: number; // that the program has imported
  readonly call: number;
}

/** A row of the table: an activity, and the call that it executes or has answered. */
interface Row {
  readonly key: string;
  readonly machine: ActivityState;
  readonly call: number;
}

interface Callee {
  readonly at: "callee";
  readonly binding: number;
  readonly rows: readonly Row[];
}

type State = Caller | Callee;

const ONE = 1; // server space, interface, procedure and thread: there is one of each

const lifeOf = ({ activity, conversation }: Pick<ExchangePacket, "activity" | "conversation">): number =>
  conversation ?? activity.space;
const keyOf = ({ activity: { machine, space, thread } }: Pick<ExchangePacket, "activity">): string =>
  `${machine}.${space}.${thread}`;

export class Exchange implements Protocol<State, ExchangePacket> {
  readonly hosts = ["caller", "server"] as const;
  readonly crashable = [0, 1] as const;
  private readonly system: ExchangeSystem;
  private readonly rows = new Map<number, CalleeMachine>(); // machines by their binding

  constructor(system: ExchangeSystem) {
    this.system = system;
  }

  start(): readonly [State, State] {
    const moment = { now: 0, calleeLife: 1 };
    return [this.restart(CALLER, 1, moment), this.restart(CALLEE, 1, moment)];
  }

  restart(host: Host, life: number, { calleeLife }: Moment): State {
    if (host !== CALLER) return { at: "callee", binding: life, rows: [] };
    const machine = this.system.caller.start(this.system.identity(life));
    return { at: "caller", machine, binding: calleeLife, call: 0 };
  }

  deadline(state: State): number | null {
    if (state.at === "caller") return this.system.caller.deadline(state.machine);
    const times = state.rows.flatMap(({ machine }) => this.row(state).deadline(machine) ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  key(state: State): string {
    if (state.at === "caller") return `${state.binding} ${state.call} ${this.system.caller.key(state.machine)}`;
    const due = this.deadline(state);
    const rows = state.rows.map(({ key, machine, call }) => {
      const deadline = this.row(state).deadline(machine);
      const later = deadline === null || due === null ? "" : deadline - due;
      return `${key} ${call} ${later} ${this.row(state).key(machine)}`;
    });
    return `${state.binding}: ${rows.join("; ")}`;
  }

  packetKey(packet: ExchangePacket): string {
    return keyText(packet);
  }

  step(state: State, input: HostInput<ExchangePacket>, moment: Moment): readonly [State, Effects] {
    return state.at === "caller" ? this.stepCaller(state, input, moment) : this.stepCallee(state, input, moment);
  }

  private stepCaller(state: Caller, input: HostInput<ExchangePacket>, moment: Moment): readonly [State, Effects] {
    if (input.tag === "done") throw new Error("The procedure does not run at the caller.");
    const { binding } = state;
    const call = input.tag === "call" ? input.call : state.call;
    const { who } = state.machine;
    if (input.tag === "packet" && input.packet.activity.space !== who.activity.space) return [state, []];
    const request = { serverSpace: ONE, interface: ONE, binding, procedure: ONE, data: Uint8Array.of(call) };
    const given = input.tag === "call" ? ({ tag: "start", call: request } as const) : input;
    const [machine, effects] = this.system.caller.step(state.machine, given, moment.now);
    const isUnbound = effects.some((effect) => effect.tag === "failed" && effect.reason === "unbound");
    const after: Caller = { ...state, machine, call, binding: isUnbound ? moment.calleeLife : binding };
    const of = input.tag === "packet" ? input.call : call;
    return [after, effects.map((effect) => this.fromCaller(effect, of))];
  }

  private row({ binding }: Callee): CalleeMachine {
    const known = this.rows.get(binding);
    if (known !== undefined) return known;
    const made = this.system.callee(binding);
    this.rows.set(binding, made);
    return made;
  }

  private stepCallee(state: Callee, input: HostInput<ExchangePacket>, { now }: Moment): readonly [State, Effects] {
    if (input.tag === "call") throw new Error("The server makes no calls.");
    if (input.tag === "packet") return this.packetAtCallee(state, input.packet, input.call, now);
    const machine = this.row(state);
    const index = state.rows.findIndex((row) =>
      input.tag === "tick"
        ? (machine.deadline(row.machine) ?? Infinity) <= now
        : row.key === this.keyOfLife(lifeOfWork(input.work)),
    );
    if (index < 0) return [state, []];
    const row = itemAt(state.rows, index, "row");
    const done = input.tag === "tick" ? input : this.doneWith(input.work);
    const [next, effects] = machine.step(row.machine, done, now);
    const rows = state.rows.with(index, { ...row, machine: next });
    return [{ ...state, rows }, this.fromCallee(effects, row.call)];
  }

  private packetAtCallee(state: Callee, packet: ExchangePacket, call: number, now: number): readonly [State, Effects] {
    const machine = this.row(state);
    const key = keyOf(packet);
    const known = state.rows.findIndex((row) => row.key === key);
    const row: Row = known < 0 ? { key, machine: machine.start(), call: 0 } : itemAt(state.rows, known, "row");
    const [next, effects] = machine.step(row.machine, { tag: "packet", packet }, now);
    const isNew = effects.some(({ tag }) => tag === "execute");
    const changed: Row = { key, machine: next, call: isNew ? call : row.call };
    const rows = known < 0 ? [...state.rows, changed] : state.rows.with(known, changed);
    return [{ ...state, rows }, this.fromCallee(effects, call)];
  }

  private keyOfLife(life: number): string {
    return keyOf(this.system.identity(life));
  }

  private doneWith(work: number): CalleeInput {
    const { conversation } = this.system.identity(lifeOfWork(work));
    return {
      tag: "done",
      ...(conversation === undefined ? {} : { conversation }),
      sequence: Math.floor(work / 1000) % 1000,
      data: Uint8Array.of(work % 1000),
      serverThread: ONE,
    };
  }

  private sent(packet: ExchangePacket, call: number, send: number): HostEffect<ExchangePacket> {
    const kind: PacketKind = packet.type;
    return { tag: "send", packet, kind, call, send: this.system.counted.includes(packet.type) ? send : null };
  }

  private fromCaller(effect: CallerEffect, call: number): HostEffect<ExchangePacket> {
    switch (effect.tag) {
      case "send":
        return this.sent(effect.packet, call, effect.send);
      case "returned":
        return { tag: "returned", of: itemAt([...effect.data], 0, "byte") };
      case "failed":
        return { tag: "failed", goesOn: effect.reason === "unbound" };
      case "raised":
        throw new Error("The procedure of a search raises no exception.");
    }
  }

  /** A row that is forgotten tells nobody. */
  private fromCallee(effects: readonly CalleeEffect[], call: number): Effects {
    return effects.flatMap((effect): Effects => {
      if (effect.tag === "send") return [this.sent(effect.packet, call, effect.send)];
      return effect.tag === "execute" ? [{ tag: "execute", call, work: workOf(effect.call) }] : [];
    });
  }
}

/** A procedure that runs, as a number: its caller's life, its sequence number and the call whose data it has. */
const workOf = (packet: ExchangePacket): number =>
  (lifeOf(packet) * 1000 + packet.sequence) * 1000 + itemAt([...packet.data], 0, "byte");
const lifeOfWork = (work: number): number => Math.floor(work / 1e6);

/** The steps of a call, by the names of its two machines. */
export const stepsOf = (caller: string, callee: string): CallSteps => ({
  starts: { protocol: caller, input: "start" },
  executes: { protocol: callee, input: "call packet" },
  answers: { protocol: callee, input: "done" },
  returns: { protocol: caller, input: "result packet" },
});
