/**
 * The hosts of a protocol and the packets between them, as one value that can be copied, compared and gone on from. The
 * times of everything are fixed, so a run is decided by its faults alone.
 *
 * Rules
 * 1. Events happen in the order of their times; at one time in the order in which they were set off, and after them the
 *    timers, the caller's first.
 * 2. A packet that a fault script can name may meet one fault: it is dropped, or it comes late, or a copy of it does,
 *    or it comes with a damaged byte. A late packet is held until the search lets it go, between any two later events.
 *    Copies meet no fault.
 * 3. A machine may crash and restart between any two events. Its restart takes REBOOT at least. What comes to a machine
 *    that is down is lost, and what it has not sent when it crashes.
 * 4. What happens between two events happens in the middle: a system whose times differ a little then shows the same.
 */
import { PACKET_KINDS, type PacketFault, type PacketName } from "../faults/fault.ts";
import { itemAt } from "../kernel/reads.ts";
import { seconds, type Nanos } from "../kernel/time.ts";
import { NetKeys } from "./net-key.ts";
import { begunWith, executed, lateBy, REBOOT, rounded, type Between, type Due, type Held } from "./net-state.ts";
import type { NetState, Successor } from "./net-state.ts";
import {
  CALLEE,
  CALLER,
  type Ends,
  type Host,
  type HostEffect,
  type HostInput,
  type SendEffect,
} from "../protocols/ends.ts";
import type { Property } from "../protocols/promises.ts";
import type { Program } from "../experiments/explorable.ts";
import { wayName, type CallTimes } from "./call-times.ts";
import { brokenBy, isTooOften, type CallFacts } from "./properties.ts";

/** When nothing else is to happen, what is between two events comes so much later. */
const LATER = seconds(1);

interface NetOptions {
  /** How many calls the program makes, one after the other. */
  readonly calls: number;
  /** The most faults of a run. */
  readonly faults: number;
  /** The promises that a run must keep. */
  readonly properties: readonly Property[];
  readonly program: Program;
}

/** The promise that a run breaks, and the call that breaks it, from 1. */
interface Broken {
  readonly property: Property;
  readonly call: number;
}

export class Net<State, Packet> {
  private readonly ends: Ends<State, Packet>;
  private readonly times: CallTimes;
  private readonly calls: number;
  private readonly most: number;
  private readonly properties: readonly Property[];
  private readonly program: Program;
  private readonly keys: NetKeys<State, Packet>;
  private readonly begun: CallFacts; // a call that has begun

  constructor(ends: Ends<State, Packet>, times: CallTimes, { calls, faults, properties, program }: NetOptions) {
    this.ends = ends;
    this.program = program;
    this.times = times;
    this.calls = calls;
    this.most = faults;
    this.properties = properties;
    this.keys = new NetKeys(ends);
    this.begun = begunWith(ends.isToOne === true ? 1 : ends.hosts.length - 1);
  }

  /** Equal keys, equal futures. */
  key(state: NetState<State, Packet>): string {
    return this.keys.of(state);
  }

  start(): NetState<State, Packet> {
    const { begins, prepare } = this.times;
    return {
      now: begins,
      hosts: this.ends.start(),
      lives: this.ends.hosts.map(() => 1),
      crashedAt: this.ends.hosts.map(() => 0),
      due: [{ tag: "begin", at: begins + prepare }],
      held: [],
      calls: [this.begun],
      isOver: false,
      isCrash: false,
      sends: {},
      named: {},
      faults: [],
      room: 0,
    };
  }

  /**
   * The promise that the state breaks; null where it breaks none. A run whose caller is down has ended, unless the
   * caller restarts and the run goes on.
   */
  broken(state: NetState<State, Packet>): Broken | null {
    const caller = state.hosts[CALLER] ?? null;
    if (caller === null && !state.isOver) return null;
    for (const [i, call] of state.calls.entries()) {
      const property = brokenBy(call, i + 1, state.isCrash, this.properties);
      if (property !== null) return { property, call: i + 1 };
    }
    const isPromised = this.properties.includes("timers");
    const waits = isPromised && caller !== null && this.ends.deadline(caller) !== null;
    return waits && !this.isCalling(state) ? { property: "timers", call: state.calls.length } : null;
  }

  /** Whether a call is under way. */
  isCalling({ calls }: NetState<State, Packet>): boolean {
    return calls.some(({ outcome }) => outcome === "pending");
  }

  /** Whether nothing more can happen by itself. */
  isAtEnd(state: NetState<State, Packet>): boolean {
    return state.isOver || this.nextAt(state) === null;
  }

  /** All states that may follow. A run in which a call was executed too often meets no more faults: it only ends. */
  successors(state: NetState<State, Packet>): readonly Successor<State, Packet>[] {
    if (state.isOver) return [];
    const next = this.nextAt(state) === null ? [] : this.happen(state);
    return this.isWrong(state) ? next : [...this.meanwhile(state), ...next];
  }

  private mayFail(state: NetState<State, Packet>): boolean {
    return state.faults.length < this.most && !this.isWrong(state);
  }

  private isWrong({ calls, isCrash }: NetState<State, Packet>): boolean {
    return calls.some((call) => isTooOften(call, isCrash, this.properties));
  }

  // Between two events.

  private nextAt({ due, hosts, now }: NetState<State, Packet>): Nanos | null {
    const times = hosts.flatMap((host) => (host === null ? [] : (this.ends.deadline(host) ?? [])));
    if (due[0] !== undefined) times.push(due[0].at);
    return times.length === 0 ? null : Math.max(now, Math.min(...times));
  }

  /** The middle between now, or `from`, and the next event; null where nothing fits between. */
  private between(state: NetState<State, Packet>, from: Nanos): Between | null {
    const next = this.nextAt(state);
    const start = Math.max(state.now, from);
    if (next === null) return { at: start + LATER, room: LATER };
    return next - start < 2 ? null : { at: Math.floor((start + next) / 2), room: next - start };
  }

  /** Rules 2 and 3. */
  private meanwhile(state: NetState<State, Packet>): readonly Successor<State, Packet>[] {
    const { held, hosts, crashedAt } = state;
    const released = held.flatMap((one) => this.release(state, one));
    if (!this.mayFail(state)) return released;
    const powered = this.ends.crashable.flatMap((host) => {
      const isDown = hosts[host] === null;
      const between = this.between(state, isDown ? itemAt(crashedAt, host, "host") + REBOOT : 0);
      if (between === null || (!isDown && this.nextAt(state) === null)) return [];
      const next = isDown ? this.restart(state, host, between) : this.crash(state, host, between);
      return [{ state: next, isUsual: false }];
    });
    return [...released, ...powered];
  }

  private release(state: NetState<State, Packet>, one: Held<Packet>): readonly Successor<State, Packet>[] {
    const between = this.between(state, one.since);
    if (between === null) return [];
    const fault = itemAt(state.faults, one.fault, "fault");
    const faults = state.faults.with(
      one.fault,
      lateBy(fault, between.at - one.since, between, state.now === one.since),
    );
    const held = state.held.filter((other) => other !== one);
    const { to, packet, call } = one;
    const free = { ...state, now: between.at, held, faults, room: state.room + between.room };
    const states = to.reduce<readonly NetState<State, Packet>[]>(
      (before, host) => before.flatMap((next) => this.arrive(next, host, { tag: "packet", packet, call })),
      [free],
    );
    return states.map((next) => ({ state: next, isUsual: false }));
  }

  private crash(state: NetState<State, Packet>, host: Host, { at, room }: Between): NetState<State, Packet> {
    const isCaller = host === CALLER;
    const lost = (due: Due<Packet>): boolean => {
      if (due.tag === "packet") return due.from === host && due.leaves > at;
      return due.tag === "begin" || due.tag === "finish" ? isCaller : due.host === host;
    };
    const down: NetState<State, Packet> = {
      ...state,
      now: at,
      hosts: state.hosts.with(host, null),
      crashedAt: state.crashedAt.with(host, at),
      due: state.due.filter((due) => !lost(due)),
      isCrash: true,
      faults: [...state.faults, { what: "crash", machine: this.nameOf(host), at: rounded(at, room) }],
      room: state.room + room,
    };
    if (!isCaller) return down;
    const failed = this.isCalling(state) ? this.ended(down, state.calls.length, "failed", null) : down;
    return { ...failed, isOver: state.calls.length === this.calls };
  }

  private restart(state: NetState<State, Packet>, host: Host, { at, room }: Between): NetState<State, Packet> {
    const life = itemAt(state.lives, host, "host") + 1;
    const lives = state.lives.with(host, life);
    const born = this.ends.restart(host, life, { now: at, calleeLife: itemAt(lives, CALLEE, "host") });
    const up: NetState<State, Packet> = {
      ...state,
      now: at,
      hosts: state.hosts.with(host, born),
      lives,
      faults: [...state.faults, { what: "restart", machine: this.nameOf(host), at: rounded(at, room) }],
      room: state.room + room,
    };
    return host === CALLER ? this.goOn(up) : up;
  }

  private nameOf(host: Host): string {
    return itemAt(this.ends.hosts, host, "host");
  }

  // Events.

  /** The next event, with every fate of what it sends. The first is the one where nothing goes wrong. */
  private happen(state: NetState<State, Packet>): readonly Successor<State, Packet>[] {
    const at = this.nextAt(state);
    if (at === null) return [];
    const [due, ...rest] = state.due;
    const next = { ...state, now: at };
    const after = due !== undefined && due.at <= at ? this.take({ ...next, due: rest }, due) : this.tick(next);
    return after.map((one, i) => ({ state: one, isUsual: i === 0 }));
  }

  private take(state: NetState<State, Packet>, due: Due<Packet>): readonly NetState<State, Packet>[] {
    switch (due.tag) {
      case "packet":
        return this.arrive(state, due.to, { tag: "packet", packet: due.packet, call: due.call });
      case "run":
        return [executed(state, due.host, due.call)];
      case "done":
        return this.arrive(state, due.host, { tag: "done", work: due.work, data: due.data });
      case "begin": {
        const call = state.calls.length;
        return this.arrive(state, CALLER, { tag: "call", call, data: this.program.argument(call) });
      }
      case "finish": {
        const ended = this.ended(state, due.call, due.outcome, null);
        return [due.goesOn ? this.goOn(ended) : { ...ended, isOver: true }];
      }
    }
  }

  private tick(state: NetState<State, Packet>): readonly NetState<State, Packet>[] {
    const isDue = (host: State | null): boolean => {
      const deadline = host === null ? null : this.ends.deadline(host);
      return deadline !== null && deadline <= state.now;
    };
    return this.arrive(state, state.hosts.findIndex(isDue), { tag: "tick" });
  }

  /** The program makes its next call, or has made all. */
  private goOn(state: NetState<State, Packet>): NetState<State, Packet> {
    if (this.ends.makesCalls === true) return { ...state, isOver: !this.isCalling(state) };
    if (state.calls.length === this.calls) return { ...state, isOver: true };
    const calls = [...state.calls, this.begun];
    return this.with({ ...state, calls }, { tag: "begin", at: state.now + this.times.prepare });
  }

  /** A call changes. */
  private ended(
    state: NetState<State, Packet>,
    number: number,
    outcome: CallFacts["outcome"],
    resultOf: number | null,
  ): NetState<State, Packet> {
    const call = itemAt(state.calls, number - 1, "call");
    const got = outcome === "failed" ? null : (resultOf ?? call.resultOf);
    return { ...state, calls: state.calls.with(number - 1, { ...call, outcome, resultOf: got }) };
  }

  /** Sets something off; it comes behind what comes at the same time. */
  private with(state: NetState<State, Packet>, due: Due<Packet>): NetState<State, Packet> {
    const behind = state.due.findIndex(({ at }) => at > due.at);
    return { ...state, due: behind < 0 ? [...state.due, due] : state.due.toSpliced(behind, 0, due) };
  }

  /** An input comes to a host, which may be down. */
  private arrive(
    state: NetState<State, Packet>,
    host: Host,
    input: HostInput<Packet>,
  ): readonly NetState<State, Packet>[] {
    const before = state.hosts[host] ?? null;
    if (before === null) return [state];
    const calleeLife = itemAt(state.lives, CALLEE, "host");
    const [after, effects] = this.ends.step(before, input, { now: state.now, calleeLife });
    const hosts = state.hosts.with(host, after);
    return effects.reduce<readonly NetState<State, Packet>[]>(
      (states, effect) => states.flatMap((one) => this.act(one, host, effect)),
      [{ ...state, hosts }],
    );
  }

  private act(
    state: NetState<State, Packet>,
    host: Host,
    effect: HostEffect<Packet>,
  ): readonly NetState<State, Packet>[] {
    const { finish, works = {} } = this.times;
    switch (effect.tag) {
      case "send":
        return this.send(state, host, effect);
      case "execute": {
        const { call, work } = effect;
        const { enter, service } = works[this.nameOf(host)] ?? this.times;
        const at = state.now + enter;
        const begun = enter === 0 ? executed(state, host, call) : this.with(state, { tag: "run", at, host, call });
        const data = this.program.result(effect.data);
        return [this.with(begun, { tag: "done", at: at + service, host, work, data })];
      }
      case "returned": {
        const { call = state.calls.length, data } = effect;
        const got = this.ended(state, call, "pending", itemAt([...data], 0, "byte of a result"));
        return [this.with(got, { tag: "finish", at: state.now + finish, call, outcome: "returned", goesOn: true })];
      }
      case "failed": {
        const { call = state.calls.length, goesOn } = effect;
        return [this.with(state, { tag: "finish", at: state.now + finish, call, outcome: "failed", goesOn })];
      }
      case "begins":
        return [{ ...state, calls: [...state.calls, this.begun] }];
      case "heard": // no promise speaks of it
        return [state];
    }
  }

  /** A packet on its way; with its number among those of its kind for the call. */
  private flight(
    { now }: NetState<State, Packet>,
    from: Host,
    { packet, kind, call, to }: Pick<SendEffect<Packet>, "packet" | "kind" | "call"> & { readonly to: Host },
    number: number,
  ) {
    const { reply, request, ways = {} } = this.times;
    const name = [this.nameOf(from), kind ?? "", this.nameOf(to)] as const;
    const { takes, inside } = ways[wayName(...name, number)] ??
      ways[wayName(...name)] ?? { takes: to === CALLER ? reply : request, inside: 0 };
    return { tag: "packet", at: now + takes, from, leaves: now + inside, to, packet, call } as const;
  }

  /** Every fate of a packet that is sent. The first is that it arrives. */
  private send(
    state: NetState<State, Packet>,
    from: Host,
    { packet, kind: word, call, send, to: first = from === CALLER ? CALLEE : CALLER, others = [] }: SendEffect<Packet>,
  ): readonly NetState<State, Packet>[] {
    const to = [first, ...others];
    const kind = PACKET_KINDS.find((one) => one === word);
    const counter = `${word}#${call}`;
    const number = send ?? (state.sends[counter] ?? 0) + 1; // 0 where none was sent
    const flights = to.map((host) => this.flight(state, from, { packet, kind: word, call, to: host }, number));
    const flying = (on: NetState<State, Packet>, as = packet): NetState<State, Packet> =>
      flights.reduce((after, flight) => this.with(after, { ...flight, packet: as }), on);
    if (kind === undefined) return [flying(state)]; // no script can name it
    const name: PacketName = { kind, call, send: number };
    const text = `${kind}#${call} ${number}`;
    const before = state.named[text];
    if (before === true) return []; // a script cannot tell the two apart
    const sends = send === null ? { ...state.sends, [counter]: number } : state.sends;
    const counted = (isMet: boolean): NetState<State, Packet> => ({
      ...state,
      sends,
      named: { ...state.named, [text]: isMet },
    });
    const whole = flying(counted(false));
    if (!this.mayFail(state) || before === false) return [whole];
    const met = counted(true);
    const since = Math.max(...flights.map(({ at }) => at));
    const late: Held<Packet> = { since, to, packet, call, fault: state.faults.length };
    const with_ = (fault: PacketFault, on: NetState<State, Packet>, held: readonly Held<Packet>[]) => ({
      ...on,
      held,
      faults: [...state.faults, fault],
    });
    return [
      whole,
      with_({ what: "drop", packet: name }, met, state.held),
      with_({ what: "duplicate", packet: name, afterNs: 0 }, flying(met), [...state.held, late]),
      with_({ what: "delay", packet: name, byNs: 1 }, met, [...state.held, late]),
      ...(this.ends.garbled?.(packet) ?? []).map(({ byte, packet: other }) =>
        with_({ what: "garble", packet: name, byte }, flying(met, other), state.held),
      ),
    ];
  }
}
