/** Firefly RPC as the search runs it: one caller thread, and the rows of the callee's table. */
import { itemAt } from "../kernel/reads.ts";
import { turnsOf } from "../kernel/turns.ts";
import { keyText } from "../protocols/machine.ts";
import type { CallerEffect, CallerState } from "../protocols/firefly/caller.ts";
import type { ActivityState, ServerEffect } from "../protocols/firefly/server.ts";
import type { Rule } from "../protocols/rules.ts";
import { callerMachine, serverMachine } from "../systems/firefly/options.ts";
import type { FireflyPacket } from "../wire/firefly.ts";
import { rulesLeftOut, type Explorable } from "./explorable.ts";
import { CALLEE, CALLER, type Host, type HostEffect, type HostInput, type Moment, type Protocol } from "./protocol.ts";
import { search } from "./search.ts";

type Effects = readonly HostEffect<FireflyPacket>[];

interface Caller {
  readonly at: "caller";
  readonly machine: CallerState;
  readonly binding: number; // that the program has imported
  readonly call: number;
}

/** A row of the table: an activity, and the call that it executes or has answered. */
interface Row {
  readonly space: number;
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

/** Calls and results count their sends themselves. */
const sent = (packet: FireflyPacket, call: number, send: number): HostEffect<FireflyPacket> => {
  const counts = packet.type === "call" || packet.type === "result";
  return { tag: "send", packet, kind: packet.type, call, send: counts ? send : null };
};

class Firefly implements Protocol<State, FireflyPacket> {
  readonly hosts = ["caller", "server"] as const;
  readonly crashable = [0, 1] as const;
  private readonly without: readonly Rule[];
  private readonly rows = new Map<number, ReturnType<typeof serverMachine>>(); // machines by their binding
  private readonly caller: ReturnType<typeof callerMachine>;

  constructor(without: readonly Rule[]) {
    this.without = without;
    this.caller = callerMachine(without);
  }

  start(): readonly [State, State] {
    const moment = { now: 0, calleeLife: 1 };
    return [this.restart(CALLER, 1, moment), this.restart(CALLEE, 1, moment)];
  }

  restart(host: Host, life: number, { calleeLife }: Moment): State {
    if (host !== CALLER) return { at: "callee", binding: life, rows: [] };
    const machine = this.caller.start({ machine: 1, space: life, thread: ONE });
    return { at: "caller", machine, binding: calleeLife, call: 0 };
  }

  deadline(state: State): number | null {
    if (state.at === "caller") return this.caller.deadline(state.machine);
    const times = state.rows.flatMap(({ machine }) => this.row(state).deadline(machine) ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  key(state: State): string {
    if (state.at === "caller") return `${state.binding} ${state.call} ${this.caller.key(state.machine)}`;
    const due = this.deadline(state);
    const rows = state.rows.map(({ space, machine, call }) => {
      const deadline = this.row(state).deadline(machine);
      const later = deadline === null || due === null ? "" : deadline - due;
      return `${space} ${call} ${later} ${this.row(state).key(machine)}`;
    });
    return `${state.binding}: ${rows.join("; ")}`;
  }

  packetKey(packet: FireflyPacket): string {
    return keyText(packet);
  }

  step(state: State, input: HostInput<FireflyPacket>, moment: Moment): readonly [State, Effects] {
    return state.at === "caller" ? this.stepCaller(state, input, moment) : this.stepCallee(state, input, moment);
  }

  private stepCaller(state: Caller, input: HostInput<FireflyPacket>, moment: Moment): readonly [State, Effects] {
    if (input.tag === "done") throw new Error("The procedure does not run at the caller.");
    const { binding } = state;
    const call = input.tag === "call" ? input.call : state.call;
    if (input.tag === "packet" && input.packet.activity.space !== state.machine.activity.space) return [state, []];
    const request = { serverSpace: ONE, interface: ONE, binding, procedure: ONE, data: Uint8Array.of(call) };
    const given = input.tag === "call" ? ({ tag: "start", call: request } as const) : input;
    const [machine, effects] = this.caller.step(state.machine, given, moment.now);
    const isUnbound = effects.some((effect) => effect.tag === "failed" && effect.reason === "unbound");
    const after: Caller = { ...state, machine, call, binding: isUnbound ? moment.calleeLife : binding };
    const of = input.tag === "packet" ? input.call : call;
    return [after, effects.map((effect) => fromCaller(effect, of))];
  }

  private row({ binding }: Callee): ReturnType<typeof serverMachine> {
    const known = this.rows.get(binding);
    if (known !== undefined) return known;
    const made = serverMachine(binding, this.without);
    this.rows.set(binding, made);
    return made;
  }

  private stepCallee(state: Callee, input: HostInput<FireflyPacket>, { now }: Moment): readonly [State, Effects] {
    if (input.tag === "call") throw new Error("The server makes no calls.");
    if (input.tag === "packet") return this.packetAtCallee(state, input.packet, input.call, now);
    const machine = this.row(state);
    const index = state.rows.findIndex((row) =>
      input.tag === "tick" ? (machine.deadline(row.machine) ?? Infinity) <= now : row.space === spaceOf(input.work),
    );
    if (index < 0) return [state, []];
    const row = itemAt(state.rows, index, "row");
    const done = input.tag === "tick" ? input : doneWith(input.work);
    const [next, effects] = machine.step(row.machine, done, now);
    const rows = state.rows.with(index, { ...row, machine: next });
    return [{ ...state, rows }, effects.map((effect) => fromCallee(effect, row.call, row.space))];
  }

  private packetAtCallee(state: Callee, packet: FireflyPacket, call: number, now: number): readonly [State, Effects] {
    const machine = this.row(state);
    const { space } = packet.activity;
    const known = state.rows.findIndex((row) => row.space === space);
    const row: Row = known < 0 ? { space, machine: machine.start(), call: 0 } : itemAt(state.rows, known, "row");
    const [next, effects] = machine.step(row.machine, { tag: "packet", packet }, now);
    const isNew = effects.some(({ tag }) => tag === "execute");
    const changed: Row = { space, machine: next, call: isNew ? call : row.call };
    const rows = known < 0 ? [...state.rows, changed] : state.rows.with(known, changed);
    return [{ ...state, rows }, effects.map((effect) => fromCallee(effect, call, space))];
  }
}

/** A procedure that runs, as a number: its activity, its sequence number and the call whose data it has. */
const workOf = (space: number, { sequence, data }: FireflyPacket): number =>
  (space * 1000 + sequence) * 1000 + itemAt([...data], 0, "byte");
const spaceOf = (work: number): number => Math.floor(work / 1e6);
const doneWith = (work: number) => ({
  tag: "done" as const,
  sequence: Math.floor(work / 1000) % 1000,
  data: Uint8Array.of(work % 1000),
  serverThread: ONE,
});

function fromCaller(effect: CallerEffect, call: number): HostEffect<FireflyPacket> {
  switch (effect.tag) {
    case "send":
      return sent(effect.packet, call, effect.send);
    case "returned":
      return { tag: "returned", of: itemAt([...effect.data], 0, "byte") };
    case "failed":
      return { tag: "failed", goesOn: effect.reason === "unbound" };
  }
}

function fromCallee(effect: ServerEffect, call: number, space: number): HostEffect<FireflyPacket> {
  if (effect.tag === "send") return sent(effect.packet, call, effect.send);
  return { tag: "execute", call, work: workOf(space, effect.call) };
}

export const FIREFLY: Explorable = {
  experiments: ["firefly/null", "firefly/max-result", "firefly/max-arg"],
  parametersOf: (calls) => ({ threads: 1, calls, segment: "private" }),
  steps: {
    starts: { protocol: "Firefly caller", input: "start" },
    executes: { protocol: "Firefly server", input: "call packet" },
    answers: { protocol: "Firefly server", input: "done" },
    returns: { protocol: "Firefly caller", input: "result packet" },
  },
  executions: (trace) => turnsOf(trace, "Null (the server procedure)"),
  search: (parameters, times, options) => search(new Firefly(rulesLeftOut(parameters)), times, options),
};
