/**
 * The ends of the exchange that Cedar and Firefly RPC share: the threads that call, each an activity with one call at a
 * time, and the rows of the callee's table.
 */
import {
  CALLER,
  ofHost,
  take,
  type CallSteps,
  type Ends,
  type Host,
  type HostEffect,
  type HostInput,
  type Moment,
  type ProcedureWords,
} from "../ends.ts";
import { keyText, type Machine } from "../machine.ts";
import { EXACTLY_ONCE } from "../promises.ts";
import { least } from "../least.ts";
import type { CalleeEffect, CalleeInput } from "./callee-state.ts";
import type { CallerEffect, CallerIdentity, CallerInput } from "./caller.ts";
import type { SentInput } from "./message.ts";
import type { CallName, ExchangePacket, ExchangeType } from "./packet.ts";

type Effects = readonly HostEffect<ExchangePacket>[];

/** Inputs that other protocols do not have: the procedure raises an exception, and the caller's handler ends. */
export type ExchangeOwn =
  | { readonly tag: "raise"; readonly work: string; readonly data: Uint8Array }
  | { readonly tag: "resume"; readonly data: Uint8Array }
  | { readonly tag: "unwind"; readonly data: Uint8Array };

type ExchangeInput = HostInput<ExchangePacket, ExchangeOwn>;
type CallersInput = Exclude<ExchangeInput, { readonly tag: "done" | "raise" }>;

/** A caller over any transport, as far as its ends look at its state. */
type CallerMachine<State> = Machine<State, CallerInput, CallerEffect, CallerIdentity>;
type CalleeMachine<State> = Machine<State, CalleeInput, CalleeEffect>;

/** The machines of a system that uses the exchange. */
interface ExchangeSystem<CallerAt = unknown, CalleeAt = unknown> {
  readonly caller: CallerMachine<CallerAt>;
  /** @param binding the incarnation of the exporter, from 1 */
  readonly callee: (binding: number) => CalleeMachine<CalleeAt>;
  /** A thread of the caller in its life with this number; both from 1. */
  readonly identity: (life: number, thread: number) => CallerIdentity;
  /** Threads that call; left out: one. */
  readonly threads?: number;
  /** Packets whose sends the machine counts itself; the others are counted on the wire. */
  readonly counted: readonly ExchangeType[];
  /** The types of its packets. */
  readonly kinds: readonly ExchangeType[];
  /** The span in a trace that shows that the procedure runs. */
  readonly procedure: ProcedureWords;
}

interface Thread {
  readonly machine: unknown;
  readonly who: CallerIdentity;
  readonly call: number; // its last; 0 before the first
  readonly isCalling: boolean;
}

interface Caller {
  readonly at: "caller";
  readonly threads: readonly Thread[];
  readonly binding: number; // that the program has imported
}

/** A row of the table: an activity, and the call that it executes or has answered. */
interface Row {
  readonly key: string;
  readonly machine: unknown;
  readonly call: number;
}

interface Callee {
  readonly at: "callee";
  readonly binding: number;
  readonly rows: readonly Row[];
}

export type ExchangeHost = Caller | Callee;

const ONE = 1; // server space, interface, procedure and thread: there is one of each

const keyOf = ({ activity: { machine, space, thread } }: Pick<ExchangePacket, "activity">): string =>
  `${machine}.${space}.${thread}`;

/** A procedure that runs, as a text: its activity, conversation and sequence number. */
export const workOf = (packet: Pick<ExchangePacket, "activity" | "conversation" | "sequence">): string =>
  [keyOf(packet), packet.conversation ?? "", packet.sequence].join(" ");

export function calledBy(work: string): { readonly key: string; readonly name: CallName } {
  const [key = "", conversation = "", sequence] = work.split(" ");
  const name = { sequence: Number(sequence) };
  return { key, name: conversation === "" ? name : { ...name, conversation: Number(conversation) } };
}

/** The steps of a call, by the names of its two machines. */
const stepsOf = (caller: string, callee: string): CallSteps => ({
  starts: { protocol: caller, input: "start" },
  executes: { protocol: callee, input: "call packet" },
  answers: { protocol: callee, input: "done" },
  returns: { protocol: caller, input: "result packet" },
});

export class ExchangeEnds implements Ends<ExchangeHost, ExchangePacket, ExchangeOwn> {
  readonly hosts = ["caller", "server"];
  readonly kinds: readonly string[];
  readonly crashable = [0, 1];
  readonly promises = EXACTLY_ONCE;
  readonly steps: CallSteps;
  readonly procedure: ProcedureWords;
  private readonly system: ExchangeSystem;
  private readonly rows = new Map<number, CalleeMachine<unknown>>(); // machines by their binding

  constructor(system: ExchangeSystem) {
    this.system = system;
    this.procedure = system.procedure;
    this.kinds = system.kinds;
    this.steps = stepsOf(system.caller.protocol, system.callee(ONE).protocol);
  }

  start(): readonly ExchangeHost[] {
    const moment = { now: 0, calleeLife: 1 };
    return [this.restart(CALLER, 1, moment), this.restart(1, 1, moment)];
  }

  restart(host: Host, life: number, { calleeLife }: Moment): ExchangeHost {
    if (host !== CALLER) return { at: "callee", binding: life, rows: [] };
    const { threads: count = 1, caller, identity } = this.system;
    const threads = Array.from({ length: count }, (_, place): Thread => {
      const who = identity(life, place + 1);
      return { machine: caller.start(who), who, call: 0, isCalling: false };
    });
    return { at: "caller", threads, binding: calleeLife };
  }

  deadline(state: ExchangeHost): number | null {
    const { caller } = this.system;
    return least(
      state.at === "caller"
        ? state.threads.map(({ machine }) => caller.deadline(machine))
        : state.rows.map(({ machine }) => this.row(state).deadline(machine)),
    );
  }

  key(state: ExchangeHost): string {
    const due = this.deadline(state);
    const later = (deadline: number | null): number | "" => (deadline === null || due === null ? "" : deadline - due);
    if (state.at === "caller") {
      const { caller } = this.system;
      const threads = state.threads.map(
        ({ machine, call, isCalling }) =>
          `${call} ${isCalling} ${later(caller.deadline(machine))} ${caller.key(machine)}`,
      );
      return `${state.binding} ${threads.join("; ")}`;
    }
    const rows = state.rows.map(
      ({ key, machine, call }) =>
        `${key} ${call} ${later(this.row(state).deadline(machine))} ${this.row(state).key(machine)}`,
    );
    return `${state.binding}: ${rows.join("; ")}`;
  }

  packetKey(packet: ExchangePacket): string {
    return keyText(packet);
  }

  step(state: ExchangeHost, input: ExchangeInput, moment: Moment): readonly [ExchangeHost, Effects] {
    return state.at === "caller" ? this.stepCaller(state, input, moment) : this.stepCallee(state, input, moment);
  }

  private stepCaller(state: Caller, input: ExchangeInput, moment: Moment): readonly [ExchangeHost, Effects] {
    if (input.tag === "done" || input.tag === "raise") throw new Error("The procedure does not run at the caller.");
    let [after, effects]: readonly [Caller, Effects] = [state, []];
    for (const place of this.threadsFor(state, input, moment)) {
      const [next, more] = this.stepThread(after, place, input, moment);
      [after, effects] = [next, [...effects, ...more]];
    }
    return [after, effects];
  }

  /** The threads that an input is for, by their places. */
  private threadsFor({ threads }: Caller, input: CallersInput, { now }: Moment): readonly number[] {
    const all = [...threads.keys()];
    switch (input.tag) {
      case "call": {
        const free = threads.findIndex(({ isCalling }) => !isCalling);
        return [Math.max(free, 0)]; // where none is free, the first says that it is a mistake
      }
      case "packet":
        return all.filter((place) => keyOf(ofHost(threads, place).who) === keyOf(input.packet));
      case "tick": {
        const isDue = ({ machine }: Thread): boolean => (this.system.caller.deadline(machine) ?? Infinity) <= now;
        return threads.length === 1 ? all : all.filter((place) => isDue(ofHost(threads, place)));
      }
      default:
        return [0]; // handlers run where one thread calls
    }
  }

  private stepThread(state: Caller, place: number, input: CallersInput, moment: Moment): readonly [Caller, Effects] {
    const { binding, threads } = state;
    const thread = ofHost(threads, place);
    const instance = threads.length === 1 ? "caller" : `caller ${place + 1}`;
    const call = input.tag === "call" ? input.call : thread.call;
    const of = input.tag === "packet" ? input.call : call;
    const given = callerInput(input, binding);
    const [machine, effects] = takeAndSend(this.system.caller, instance, thread.machine, given, moment);
    const isOver = effects.some(({ tag }) => tag === "returned" || tag === "failed");
    const isUnbound = effects.some((effect) => effect.tag === "failed" && effect.reason === "unbound");
    const after: Thread = {
      ...thread,
      machine,
      call,
      isCalling: (thread.isCalling || input.tag === "call") && !isOver,
    };
    return [
      { ...state, threads: threads.with(place, after), binding: isUnbound ? moment.calleeLife : binding },
      effects.flatMap((effect) => this.fromCaller(effect, of, call)),
    ];
  }

  private row({ binding }: Callee): CalleeMachine<unknown> {
    const known = this.rows.get(binding);
    if (known !== undefined) return known;
    const made = this.system.callee(binding);
    this.rows.set(binding, made);
    return made;
  }

  private stepCallee(state: Callee, input: ExchangeInput, moment: Moment): readonly [ExchangeHost, Effects] {
    if (input.tag === "call") throw new Error("The server makes no calls.");
    if (input.tag === "resume" || input.tag === "unwind") throw new Error("No handler runs at the server.");
    if (input.tag === "packet") return this.packetAtCallee(state, input.packet, input.call, moment);
    const machine = this.row(state);
    const index = input.tag === "tick" ? this.firstDue(state) : rowOf(state, calledBy(input.work).key);
    const row = state.rows[index];
    if (row === undefined) {
      if (input.tag === "tick") return [state, []];
      throw new Error(`The procedure of call ${calledBy(input.work).name.sequence} ended for an activity that is new.`);
    }
    const given = input.tag === "tick" ? input : saidWith(input);
    const [next, effects] = takeAndSend(machine, row.key, row.machine, given, moment);
    const rows = state.rows.with(index, { ...row, machine: next });
    return [{ ...state, rows }, this.fromCallee(effects, row.call)];
  }

  /** The row that waits for the earliest time; -1 where none waits. */
  private firstDue(state: Callee): number {
    const due = this.deadline(state);
    return state.rows.findIndex(({ machine }) => due !== null && this.row(state).deadline(machine) === due);
  }

  private packetAtCallee(
    state: Callee,
    packet: ExchangePacket,
    call: number,
    moment: Moment,
  ): readonly [ExchangeHost, Effects] {
    const machine = this.row(state);
    const key = keyOf(packet);
    const known = rowOf(state, key);
    const row: Row = state.rows[known] ?? { key, machine: machine.start(), call: 0 };
    const [next, effects] = takeAndSend(machine, key, row.machine, { tag: "packet", packet }, moment);
    const isNew = effects.some(({ tag }) => tag === "execute");
    const changed: Row = { key, machine: next, call: isNew ? call : row.call };
    const rows = known < 0 ? [...state.rows, changed] : state.rows.with(known, changed);
    return [{ ...state, rows }, this.fromCallee(effects, call)];
  }

  private sent(packet: ExchangePacket, call: number, send: number): HostEffect<ExchangePacket> {
    const isCounted = this.system.counted.includes(packet.type);
    return { tag: "send", packet, kind: packet.type, call, send: isCounted ? send : null, again: send > 1 };
  }

  /**
   * Turns the caller's effects into the host's. An exception has none: a driver that makes the procedure raise one
   * reads it from the step.
   * @param of the call of the packet that has come, or the thread’s own
   * @param call the thread’s own
   */
  private fromCaller(effect: CallerEffect, of: number, call: number): Effects {
    switch (effect.tag) {
      case "send":
        return [this.sent(effect.packet, of, effect.send)];
      case "returned":
        return [{ tag: "returned", data: effect.data, call }];
      case "failed":
        return [{ tag: "failed", goesOn: effect.reason === "unbound", call }];
      case "raised":
        return [];
    }
  }

  /** A row that is forgotten tells nobody. */
  private fromCallee(effects: readonly CalleeEffect[], call: number): Effects {
    return effects.flatMap((effect): Effects => {
      if (effect.tag === "send") return [this.sent(effect.packet, call, effect.send)];
      if (effect.tag === "execute") {
        return [{ tag: "execute", call, work: workOf(effect.call), data: effect.call.data }];
      }
      return [];
    });
  }
}

/**
 * Takes a step of a machine. Packets leave at once here, so it is told of the one that it wanted to be told of.
 */
function takeAndSend<State, Input, Effect extends CallerEffect | CalleeEffect, Identity>(
  machine: Machine<State, Input | SentInput, Effect, Identity>,
  instance: string,
  before: State,
  input: Input,
  moment: Moment,
): readonly [State, readonly Effect[]] {
  const [after, effects] = take(machine, instance, before, input, moment);
  const told = effects.findLast((effect) => effect.tag === "send" && effect.tells === true);
  if (told?.tag !== "send") return [after, effects];
  const { packet, send } = told;
  return [take(machine, instance, after, { tag: "sent", packet, send }, moment)[0], effects];
}

const rowOf = ({ rows }: Callee, key: string): number => rows.findIndex((row) => row.key === key);

function callerInput(input: CallersInput, binding: number): CallerInput {
  if (input.tag !== "call") return input;
  const call = { serverSpace: ONE, interface: ONE, binding, procedure: ONE, data: input.data };
  return { tag: "start", call };
}

const saidWith = ({ tag, work, data }: Extract<ExchangeInput, { readonly tag: "done" | "raise" }>): CalleeInput => ({
  tag,
  ...calledBy(work).name,
  data,
  serverThread: ONE,
});
