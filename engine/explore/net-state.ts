/** The state of a protocol’s hosts and of the packets between them: plain data; and the moments between two events. */
import type { Fault } from "../faults/fault.ts";
import { itemAt } from "../kernel/reads.ts";
import { millis, type Nanos } from "../kernel/time.ts";
import type { Host, HostInput, WithoutResult } from "../protocols/ends.ts";
import type { Facts } from "./net-facts.ts";
import { faultsOf, weightOf, type Met } from "./net-met.ts";

/** The shortest time from a crash to the restart. */
export const REBOOT = millis(50);

/** A host. Those whose steps will be the same have the same number. */
export interface HostAt<State> {
  readonly number: number;
  readonly state: State;
  /** Its own clock is so far ahead of the net's: its state may be one that was reached at another time. */
  readonly ahead: Nanos;
  readonly deadline: Nanos; // by the net's clock; Infinity where it waits for no time
}

/** An input of a host. Equal ones have the same number. */
export interface Input<Packet> {
  readonly number: number;
  readonly input: HostInput<Packet>;
}

/** An event to come, without its time. Equal events have the same number. */
export type Event<Packet> =
  /** An input comes to a host. `serves`: the call whose procedure has ended, where the ends count waste. */
  | {
      readonly tag: "input";
      readonly number: number;
      readonly to: Host;
      readonly input: Input<Packet>;
      readonly serves?: number;
    }
  /** The procedure begins. */
  | { readonly tag: "run"; readonly number: number; readonly host: Host; readonly call: number }
  /** The program of a client makes this call. */
  | { readonly tag: "begin"; readonly number: number; readonly host: Host; readonly call: number }
  | {
      readonly tag: "finish";
      readonly number: number;
      readonly host: Host; // the client
      readonly call: number;
      readonly outcome: "returned" | WithoutResult;
      readonly goesOn: boolean;
    };

/** Something that will happen at a time. */
export interface Due<Packet> {
  readonly at: Nanos;
  readonly event: Event<Packet>;
  /** A crash of this host before `leaves` undoes it: a packet is still inside its sender, or work is under way. */
  readonly of: Host;
  readonly leaves: Nanos;
}

/** A late packet, or a late copy. It may come after `since`, when it would have come without a fault. */
export interface Held<Packet> {
  readonly since: Nanos;
  readonly events: readonly Event<Packet>[]; // one for each host that it goes to
  readonly fault: number; // index into the faults
  readonly isCopy: boolean; // the packet itself has come in time
  /** Reordered: it comes right behind the next packet from this host. Null: the search lets it go. */
  readonly behind: Host | null;
}

/** A machine stands still: what comes to it waits, and its own work stops. */
export interface Pause {
  readonly host: Host;
  readonly since: Nanos;
  /** Then a timer falls due, and it goes on behind that. */
  readonly until: Nanos;
  /** So many timers of other machines have fallen due so far. */
  readonly timers: number;
}

/** The packets that were sent and that a script can name, the last one first. */
export interface Names {
  readonly name: number;
  /** Which the net has counted for its kind and call, from 1; 0 where the machine says its number. */
  readonly counted: number;
  readonly counter: number; // of its kind and call
  readonly isMet: boolean; // by a fault
  readonly before: Names | null;
}

/** A state of the net. It never changes once it is made. */
export interface NetState<State, Packet> {
  readonly now: Nanos;
  readonly hosts: readonly (HostAt<State> | null)[]; // null while it is down
  readonly lives: readonly number[];
  readonly crashedAt: readonly Nanos[]; // of the last crash
  readonly due: readonly Due<Packet>[]; // in the order in which they will happen
  readonly held: readonly Held<Packet>[];
  readonly pause: Pause | null;
  readonly facts: Facts;
  readonly names: Names | null;
  readonly met: Met | null;
  readonly faults: readonly Fault[]; // put together when they are asked for
  readonly faultCount: number;
  /** The sum of the faults' places in the order from the simplest to the least simple. */
  readonly weight: number;
  /** The times between two events in which faults had to fit, taken together. */
  readonly room: Nanos;
  /** Events since a call began or ended. It is no part of what will happen. */
  readonly quiet: number;
}

/** A state that is being made: a copy of another one, which changes until all has happened that happens at a moment. */
export class Draft<State, Packet> implements NetState<State, Packet> {
  now: Nanos;
  hosts: readonly (HostAt<State> | null)[];
  lives: readonly number[];
  crashedAt: readonly Nanos[];
  due: readonly Due<Packet>[];
  held: readonly Held<Packet>[];
  pause: Pause | null;
  facts: Facts;
  names: Names | null;
  met: Met | null;
  faultCount: number;
  weight: number;
  room: Nanos;
  quiet: number;

  constructor(from: Omit<NetState<State, Packet>, "faults">) {
    this.now = from.now;
    this.hosts = from.hosts;
    this.lives = from.lives;
    this.crashedAt = from.crashedAt;
    this.due = from.due;
    this.held = from.held;
    this.pause = from.pause;
    this.facts = from.facts;
    this.names = from.names;
    this.met = from.met;
    this.faultCount = from.faultCount;
    this.weight = from.weight;
    this.room = from.room;
    this.quiet = from.quiet;
  }

  get faults(): readonly Fault[] {
    return faultsOf(this.met);
  }

  /** One fault more; its time is null where it has none, or gets it later. */
  meets(fault: Fault, time: Nanos | null, room: Nanos): void {
    this.met = { fault, place: this.faultCount, time, room, before: this.met };
    this.faultCount++;
    this.weight += weightOf(fault);
    this.room += room;
  }

  /** A fault of before gets its time. */
  times(place: number, time: Nanos | null, room: Nanos): void {
    if (time !== null) this.met = { fault: null, place, time, room, before: this.met };
    this.room += room;
  }

  /** Something more is to happen; it comes behind what comes at the same time. */
  expects(one: Due<Packet>): void {
    this.due = inOrder(this.due, one);
  }
}

/** A state that may follow. */
export interface Successor<State, Packet> {
  readonly state: NetState<State, Packet>;
  /** Whether this follows where nothing goes wrong. */
  readonly isUsual: boolean;
}

/** Whether nothing has changed but the time. */
export function isIdle<State, Packet>(before: NetState<State, Packet>, after: NetState<State, Packet>): boolean {
  if (after.due !== before.due || after.facts !== before.facts) return false;
  return after.hosts.every((host, i) => {
    const other = before.hosts[i] ?? null;
    return host === null ? other === null : host.number === other?.number && host.deadline === other.deadline;
  });
}

/** The fate of a packet that a script can name; null where it was not sent yet. */
export function named(names: Names | null, name: number): Names | null {
  for (let one = names; one !== null; one = one.before) if (one.name === name) return one;
  return null;
}

/** How many packets the net has counted for a kind and call. */
export function countedIn(names: Names | null, counter: number): number {
  for (let one = names; one !== null; one = one.before) {
    if (one.counter === counter && one.counted > 0) return one.counted;
  }
  return 0;
}

/** Whether something waits until a machine goes on. */
const waits = <Packet>({ event, of, leaves }: Due<Packet>, { host, since }: Pause): boolean =>
  (of === host && leaves > since) || (event.tag === "input" && event.to === host);

/** The place of the earliest event that comes by itself; −1 where there is none. */
export function firstOf<State, Packet>({ due, pause }: NetState<State, Packet>): number {
  if (pause === null) return due.length === 0 ? -1 : 0;
  return due.findIndex((one) => !waits(one, pause));
}

/** When the next event happens by itself; Infinity where nothing does. */
export function nextOf<State, Packet>(state: NetState<State, Packet>): Nanos {
  const { now, due, hosts, pause } = state;
  const first = firstOf(state);
  let next = first < 0 ? Infinity : itemAt(due, first, "event").at;
  for (let place = 0; place < hosts.length; place++) {
    const host = hosts[place] ?? null;
    if (host !== null && host.deadline < next && place !== pause?.host) next = host.deadline;
  }
  return Math.max(now, next);
}

/** The machine goes on: its own work comes later by the time that it has stood still. */
export function goesOn<Packet>(due: readonly Due<Packet>[], { host, since }: Pause, at: Nanos): readonly Due<Packet>[] {
  const stood = at - since;
  const isOwn = ({ of, leaves }: Due<Packet>): boolean => of === host && leaves > since;
  const later = due.filter(isOwn).map((one) => ({ ...one, at: one.at + stood, leaves: one.leaves + stood }));
  return later.reduce<readonly Due<Packet>[]>(
    inOrder,
    due.filter((one) => !isOwn(one)),
  );
}

/** The events to come with one more, which stands behind those of the same time. */
function inOrder<Packet>(due: readonly Due<Packet>[], one: Due<Packet>): readonly Due<Packet>[] {
  let place = due.length;
  while (place > 0 && itemAt(due, place - 1, "event").at > one.at) place--;
  return due.toSpliced(place, 0, one);
}

/** The same list with another item at one place: `with` is slow. */
export function changed<Of>(list: readonly Of[], place: number, item: Of): readonly Of[] {
  const all = list.slice();
  all[place] = item;
  return all;
}
