/**
 * The hosts of a protocol and the packets between them, as one value that can be copied, compared and gone on from. The
 * times of everything are fixed, so a run is decided by its faults alone.
 *
 * Rules
 * 1. Events happen in the order of their times; at one time in the order in which they were set off, and after them the
 *    timers, the caller's first.
 * 2. A packet that a fault script can name may meet one fault: it is dropped, or it comes late, or a copy of it does,
 *    or it comes with a damaged byte, or right behind the next packet of its direction. A late packet is held until the
 *    search lets it go, between any two later events. Copies meet no fault.
 * 3. A machine may crash and restart between any two events. Its restart takes REBOOT at least. What comes to a machine
 *    that is down is lost, and what it has not sent when it crashes.
 * 4. A machine may stand still between any two events. A timer falls due meanwhile, its own or another's, and it goes
 *    on between any two events behind that, but not behind more than MOST_TIMERS timers of others. What comes to it
 *    waits. A script says so by two lines, and so it counts as two faults: the machine becomes slow, and has its pace
 *    again.
 * 5. What happens between two events happens in the middle: a system whose times differ a little then shows the same.
 */
import { MOST_TIMES, type Fault } from "../faults/fault.ts";
import { itemAt } from "../kernel/reads.ts";
import { seconds, type Nanos } from "../kernel/time.ts";
import { CALLEE, hostsThat, type Ends, type Host } from "../protocols/ends.ts";
import type { Property } from "../protocols/promises.ts";
import type { Program } from "../experiments/explorable.ts";
import type { CallTimes } from "./call-times.ts";
import { Acts, placeOf, type Act } from "./net-acts.ts";
import { MOST_QUIET, withoutEnd } from "./net-endless.ts";
import { Events } from "./net-events.ts";
import { FactsTable, hasCall, lastCallOf, type Broken } from "./net-facts.ts";
import { fatesOf, isOvertaken } from "./net-fates.ts";
import { NetHosts } from "./net-hosts.ts";
import { KeyWriter } from "./net-key.ts";
import type { Between } from "./net-met.ts";
import { changed, Draft, firstOf, goesOn, isIdle, nextOf, REBOOT } from "./net-state.ts";
import type { Due, Event, Held, Input, NetState, Pause, Successor } from "./net-state.ts";

/** When nothing else is to happen, what is between two events comes so much later. */
const LATER = seconds(1);
/** So many timers of others fall due at most while a machine stands still: callers have given up by then. */
const MOST_TIMERS = 32;
/** How many times as slow a machine is that stands still, and one that has gone on. */
const PAUSE = [MOST_TIMES, 1] as const;

interface NetOptions {
  /** How many calls the program makes, one after the other. */
  readonly calls: number;
  /** The most faults of a run. */
  readonly faults: number;
  /** The promises that a run must keep. */
  readonly properties: readonly Property[];
  readonly program: Program;
  /** The only sorts of faults that packets meet; and machines stand still by `slow`. Left out: all. */
  readonly sorts?: readonly Fault["what"][];
  /** Whether a late packet is not let go where it changes nothing: it is as good as lost. Left out: it is let go. */
  readonly skipsIdle?: boolean;
  /** Whether each step of a host is taken anew, which is slow. Left out: it is remembered. */
  readonly takesAnew?: boolean;
}

export class Net<State, Packet> {
  private readonly ends: Ends<State, Packet>;
  private readonly times: CallTimes;
  private readonly calls: number;
  private readonly clients: readonly Host[];
  private readonly most: number;
  private readonly keepsTimers: boolean; // no timer may outlive its call
  private readonly skipsIdle: boolean;
  private readonly standsStill: boolean; // machines may
  private readonly events: Events<Packet>;
  private readonly hosts: NetHosts<State, Packet>;
  private readonly facts: FactsTable;
  private readonly repeated: Set<number>; // kinds, by their place, of which a name may be sent twice
  private readonly keys: KeyWriter<State>;

  constructor(ends: Ends<State, Packet>, times: CallTimes, options: NetOptions) {
    const { calls, faults, properties, program } = options;
    this.ends = ends;
    this.times = times;
    this.calls = calls;
    this.clients = hostsThat(ends, "client");
    this.most = faults;
    this.keepsTimers = properties.includes("timers");
    this.events = new Events(ends, program);
    this.standsStill = options.sorts?.includes("slow") ?? true;
    const acts = new Acts(ends, times, this.events, options.sorts);
    // Where hosts read the clock, equal numbers of hosts do not say that nothing has changed.
    this.skipsIdle = options.skipsIdle === true && ends.readsClock !== true;
    this.hosts = new NetHosts(ends, acts, options.takesAnew !== true);
    this.repeated = new Set(ends.sendsAgain?.map(placeOf));
    this.keys = new KeyWriter(this.repeated, acts.timed(), (state) => ends.since?.(state) ?? null);
    this.facts = new FactsTable(properties, hostsThat(ends, "server"), ends.isToOne === true);
  }

  /** How many kinds of packets were sent twice with one name. When it grows, keys that were made before are void. */
  get repeats(): number {
    return this.repeated.size;
  }

  /** Equal keys, equal futures. The key is the first words of `row`, until the next one is made. */
  key(state: NetState<State, Packet>): { readonly row: Int32Array; readonly length: number } {
    return { row: this.keys.row, length: this.keys.write(state) };
  }

  start(): NetState<State, Packet> {
    const { begins, prepare } = this.times;
    const first = this.clients.slice(0, this.calls);
    return new Draft<State, Packet>({
      now: begins,
      hosts: this.hosts.start(),
      lives: this.ends.hosts.map(() => 1),
      crashedAt: this.ends.hosts.map(() => 0),
      due: first.map((client, place) => ofClient(client, this.events.begin(client, place + 1), begins + prepare)),
      held: [],
      pause: null,
      facts: this.facts.first(first),
      names: null,
      met: null,
      faultCount: 0,
      weight: 0,
      room: 0,
      quiet: 0,
    });
  }

  /**
   * The promise that the state breaks; null where it breaks none. A run whose clients are down has ended, unless one
   * restarts and the run goes on.
   */
  broken({ hosts, facts }: NetState<State, Packet>): Broken | null {
    let isUp = facts.isOver;
    let outlives: Host | null = null;
    // Asked of every state: no closure is made here.
    for (const client of this.clients) {
      const host = hosts[client] ?? null;
      if (host === null) continue;
      isUp = true;
      if (this.keepsTimers && host.deadline !== Infinity && !hasCall(facts, client)) outlives ??= client;
    }
    if (!isUp) return null;
    if (facts.broken !== null || outlives === null) return facts.broken;
    return { property: "timers", call: lastCallOf(facts, outlives) };
  }

  /** Whether nothing more can happen by itself. */
  isAtEnd(state: NetState<State, Packet>): boolean {
    return state.facts.isOver || (state.pause === null && nextOf(state) === Infinity);
  }

  /** All states that may follow. A run in which a call was executed too often meets no more faults: it only ends. */
  successors(state: NetState<State, Packet>): readonly Successor<State, Packet>[] {
    if (state.facts.isOver) return [];
    const all: Successor<State, Packet>[] = [];
    const next = nextOf(state);
    if (!state.facts.isWrong) this.meanwhile(state, next, all);
    const after = state.pause === null ? null : this.goOnFrom(state, state.pause, next);
    if (after !== null) all.push({ state: after, isUsual: true });
    if (next !== Infinity && (after === null || isPatient(state)))
      this.happen(state, next).forEach((one, i) => all.push({ state: one, isUsual: i === 0 && after === null }));
    return all;
  }

  /** Whether there may be one more fault, or so many. */
  private mayFail({ faultCount, facts, pause }: NetState<State, Packet>, more = 1): boolean {
    const kept = pause === null ? 0 : 1; // for the line by which the machine goes on
    return faultCount + kept + more <= this.most && !facts.isWrong;
  }

  // Between two events.

  /** Rules 2, 3 and 4. */
  private meanwhile(state: NetState<State, Packet>, next: Nanos, all: Successor<State, Packet>[]): void {
    for (const one of state.held) if (one.behind === null) this.release(state, next, one, all);
    if (!this.mayFail(state)) return;
    for (const host of this.ends.crashable) {
      const isDown = state.hosts[host] === null;
      if ((!isDown && next === Infinity) || host === state.pause?.host) continue;
      const between = betweenOf(state, next, isDown ? itemAt(state.crashedAt, host, "host") + REBOOT : 0);
      if (between === null) continue;
      const after = isDown ? this.restart(state, host, between) : this.crash(state, host, between);
      all.push({ state: after, isUsual: false });
    }
    if (this.standsStill && this.mayFail(state, PAUSE.length)) this.pauses(state, next, all);
  }

  /** Each machine may stand still, where a timer will fall due. */
  private pauses(state: NetState<State, Packet>, next: Nanos, all: Successor<State, Packet>[]): void {
    const until = Math.min(...state.hosts.map((host) => host?.deadline ?? Infinity));
    const between = betweenOf(state, next, 0);
    if (state.pause !== null || until === Infinity || between === null) return;
    for (const host of state.hosts.keys()) {
      if (state.hosts[host] === null) continue;
      const stands = this.atPace(state, host, PAUSE[0], between);
      stands.facts = this.facts.happened(state.facts, "still");
      stands.pause = { host, since: between.at, until, timers: 0 };
      all.push({ state: stands, isUsual: false });
    }
  }

  /** The machine goes on behind the timer; null where that is still to come, or another event at the same time. */
  private goOnFrom(state: NetState<State, Packet>, pause: Pause, next: Nanos): NetState<State, Packet> | null {
    if (next <= pause.until) return null;
    const between = betweenOf(state, next, pause.until);
    if (between === null) return null;
    const goes = this.atPace(state, pause.host, PAUSE[1], between);
    goes.pause = null;
    goes.due = goesOn(state.due, pause, between.at);
    return goes;
  }

  private atPace(
    state: NetState<State, Packet>,
    host: Host,
    times: number,
    { at, room }: Between,
  ): Draft<State, Packet> {
    const after = new Draft(state);
    after.now = at;
    after.meets({ what: "slow", machine: this.nameOf(host), times, at }, at, room);
    return after;
  }

  private release(
    state: NetState<State, Packet>,
    next: Nanos,
    one: Held<Packet>,
    all: Successor<State, Packet>[],
  ): void {
    const between = betweenOf(state, next, one.since);
    if (between === null) return;
    const { at, room } = between;
    const after = new Draft(state);
    after.now = at;
    after.held = state.held.filter((other) => other !== one);
    // A copy that comes before anything else happens comes right behind the packet.
    after.times(one.fault, one.isCopy && state.now === one.since ? null : at - one.since, room);
    const states = this.inTurn([after], one.events);
    if (this.skipsIdle && states.every((released) => isIdle(state, released))) return;
    for (const released of states) all.push({ state: released, isUsual: false });
  }

  private crash(state: NetState<State, Packet>, host: Host, { at, room }: Between): NetState<State, Packet> {
    const facts = this.facts.happened(state.facts, "crash");
    const isClient = this.clients.includes(host);
    const failed = isClient ? this.facts.allFailed(facts, host) : facts;
    const isOver = facts.calls.length === this.calls && !failed.isCalling;
    const after = new Draft(state);
    after.now = at;
    after.meets({ what: "crash", machine: this.nameOf(host), at }, at, room);
    after.hosts = changed(state.hosts, host, null);
    after.crashedAt = changed(state.crashedAt, host, at);
    after.due = state.due.filter(({ of, leaves }) => of !== host || leaves <= at);
    after.facts = isClient ? this.facts.over(failed, isOver) : failed;
    return after;
  }

  private restart(state: NetState<State, Packet>, host: Host, { at, room }: Between): NetState<State, Packet> {
    const life = itemAt(state.lives, host, "host") + 1;
    const after = new Draft(state);
    after.now = at;
    after.meets({ what: "restart", machine: this.nameOf(host), at }, at, room);
    after.lives = changed(state.lives, host, life);
    const born = this.hosts.restart(host, life, at, itemAt(after.lives, CALLEE, "host"));
    after.hosts = changed(state.hosts, host, born);
    if (this.clients.includes(host)) this.goOn(after, host);
    return after;
  }

  private nameOf(host: Host): string {
    return itemAt(this.ends.hosts, host, "host");
  }

  // Events. They change the states in which they happen.

  /** The next event, with every fate of what it sends. The first is the one where nothing goes wrong. */
  private happen(state: NetState<State, Packet>, at: Nanos): readonly Draft<State, Packet>[] {
    if (state.quiet >= MOST_QUIET) throw withoutEnd(this.ends, state);
    const after = new Draft(state);
    after.now = at;
    after.quiet++;
    const first = firstOf(state);
    const due = first < 0 ? null : itemAt(state.due, first, "event");
    if (due !== null && due.at <= at) {
      after.due = first === 0 ? state.due.slice(1) : state.due.toSpliced(first, 1);
      return this.comes(after, due);
    }
    const paused = state.pause?.host;
    const ticks = state.hosts.findIndex((host, place) => host !== null && host.deadline <= at && place !== paused);
    if (state.pause !== null) after.pause = { ...state.pause, timers: state.pause.timers + 1 };
    return this.arrive(after, ticks, this.events.tick);
  }

  /** Something happens, and right behind a packet come those that it has overtaken. */
  private comes(state: Draft<State, Packet>, due: Due<Packet>): readonly Draft<State, Packet>[] {
    const { held } = state;
    let states = this.happens(state, due.event);
    for (const late of held) {
      if (!isOvertaken(late, due)) continue;
      for (const one of states) one.held = one.held.filter(({ fault }) => fault !== late.fault);
      states = this.inTurn(states, late.events);
    }
    return states;
  }

  /** Events happen one after the other, each in all states that come of the one before. */
  private inTurn(
    states: readonly Draft<State, Packet>[],
    events: readonly Event<Packet>[],
  ): readonly Draft<State, Packet>[] {
    let all = states;
    for (const event of events) all = ofEach(all, (one) => this.happens(one, event));
    return all;
  }

  private happens(state: Draft<State, Packet>, event: Event<Packet>): readonly Draft<State, Packet>[] {
    const { facts } = state;
    switch (event.tag) {
      case "input":
        if (state.pause?.host !== event.to) {
          if (event.serves !== undefined) state.facts = this.facts.served(facts, event.serves);
          return this.arrive(state, event.to, event.input);
        }
        // A late packet waits, too, while its receiver stands still. No crash of a sender undoes it.
        state.expects({ at: state.now, event, of: event.to, leaves: 0 });
        return [state];
      case "run":
        state.facts = this.facts.executed(facts, event.host, event.call);
        return [state];
      case "begin":
        state.quiet = 0;
        return this.arrive(state, event.host, this.events.call(event.call));
      case "finish":
        state.quiet = 0;
        state.facts = this.facts.ended(facts, event.call, event.outcome);
        if (event.goesOn) this.goOn(state, event.host);
        else state.facts = this.facts.over(state.facts, !state.facts.isCalling);
        return [state];
    }
  }

  /** The program of a client makes its next call, or all have been made. */
  private goOn(state: Draft<State, Packet>, client: Host): void {
    const { facts } = state;
    if (this.ends.makesCalls === true || facts.calls.length === this.calls) {
      state.facts = this.facts.over(facts, !facts.isCalling);
      return;
    }
    state.facts = this.facts.begun(facts, client);
    const begins = this.events.begin(client, state.facts.calls.length);
    state.expects(ofClient(client, begins, state.now + this.times.prepare));
  }

  /** An input comes to a host, which may be down. */
  private arrive(state: Draft<State, Packet>, host: Host, input: Input<Packet>): readonly Draft<State, Packet>[] {
    const before = state.hosts[host] ?? null;
    if (before === null) return [state];
    const [after, acts] = this.hosts.step(before, host, input, state.now, itemAt(state.lives, CALLEE, "host"));
    state.hosts = changed(state.hosts, host, after);
    let states: readonly Draft<State, Packet>[] = [state];
    for (const act of acts) states = ofEach(states, (one) => this.act(one, host, act));
    return states;
  }

  private act(state: Draft<State, Packet>, host: Host, act: Act<Packet>): readonly Draft<State, Packet>[] {
    const { now, facts } = state;
    const finish = now + this.times.finish;
    switch (act.tag) {
      case "send":
        return fatesOf(state, host, act, this.mayFail(state), this.repeated);
      case "execute": {
        const at = now + act.enter;
        if (act.enter > 0) state.expects({ at, event: act.run, of: host, leaves: Infinity });
        else state.facts = this.facts.executed(facts, host, act.call);
        state.expects({ at: at + act.service, event: act.done, of: host, leaves: Infinity });
        break;
      }
      case "returned": {
        const call = act.call ?? lastCallOf(facts, host);
        state.facts = this.facts.got(facts, call, act.resultOf);
        state.expects(ofClient(host, this.events.finish(host, call, "returned", true), finish));
        break;
      }
      case "ended": {
        const call = act.call ?? lastCallOf(facts, host);
        state.expects(ofClient(host, this.events.finish(host, call, act.outcome, act.goesOn), finish));
        break;
      }
      case "begins":
        state.facts = this.facts.begun(facts, host);
        break;
    }
    return [state];
  }
}

/** The event of a client's program. */
const ofClient = <Packet>(of: Host, event: Event<Packet>, at: Nanos): Due<Packet> => ({
  at,
  event,
  of,
  leaves: Infinity,
});

/** The successors of some states. Most often there is one state. */
function ofEach<One>(states: readonly One[], change: (state: One) => readonly One[]): readonly One[] {
  const [only] = states;
  return only !== undefined && states.length === 1 ? change(only) : states.flatMap(change);
}

/** Whether a machine that stands still may do so for longer. */
const isPatient = ({ pause }: Pick<NetState<unknown, unknown>, "pause">): boolean =>
  pause === null || pause.timers < MOST_TIMERS;

/** The middle between now, or `from`, and the next event; null where nothing fits between. */
function betweenOf({ now }: { readonly now: Nanos }, next: Nanos, from: Nanos): Between | null {
  const start = Math.max(now, from);
  if (next === Infinity) return { at: start + LATER, room: LATER };
  return next - start < 2 ? null : { at: Math.floor((start + next) / 2), room: next - start };
}
