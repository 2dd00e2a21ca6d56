/** The state of a protocol’s hosts and of the packets between them: plain data; and the moments between two events. */
import type { Fault } from "../faults/fault.ts";
import { millis, type Nanos } from "../kernel/time.ts";
import type { Host, HostInput } from "../protocols/ends.ts";
import type { Facts } from "./net-facts.ts";

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

/** What will happen, without its time. Equal ones have the same number. */
export type Event<Packet> =
  /** An input comes to a host. */
  | { readonly tag: "input"; readonly number: number; readonly to: Host; readonly input: Input<Packet> }
  /** The procedure begins. */
  | { readonly tag: "run"; readonly number: number; readonly host: Host; readonly call: number }
  /** The program makes its next call. */
  | { readonly tag: "begin"; readonly number: number }
  | {
      readonly tag: "finish";
      readonly number: number;
      readonly call: number;
      readonly outcome: "returned" | "failed";
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
  readonly faults: readonly Fault[];
  /** The sum of the faults' places in the order from the simplest to the least simple. */
  readonly weight: number;
  /** The times between two events in which faults had to fit, taken together. */
  readonly room: Nanos;
}

/** A state that may follow. */
export interface Successor<State, Packet> {
  readonly state: NetState<State, Packet>;
  /** Whether this follows where nothing goes wrong. */
  readonly isUsual: boolean;
}

/** The simplest faults first. */
const SIMPLEST: readonly Fault["what"][] = [
  "drop",
  "duplicate",
  "delay",
  "garble",
  "crash",
  "restart",
  "reorder",
  "slow",
];
const WEIGHTS: Readonly<Partial<Record<Fault["what"], number>>> = Object.fromEntries(
  SIMPLEST.map((what, place) => [what, place]),
);

export const weightOf = (fault: Fault): number => WEIGHTS[fault.what] ?? 0;

/** The state with one more fault. */
export const withFault = <State, Packet>(state: NetState<State, Packet>, fault: Fault): NetState<State, Packet> => ({
  ...state,
  faults: [...state.faults, fault],
  weight: state.weight + weightOf(fault),
});

/** What a search knows of a packet that a script can name: null where it was not sent yet. */
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

/** What happens first of all that is to happen by itself, as its place; −1 where nothing does. */
export function firstOf<State, Packet>({ due, pause }: NetState<State, Packet>): number {
  if (pause === null) return due.length === 0 ? -1 : 0;
  return due.findIndex((one) => !waits(one, pause));
}

/** When the next event happens by itself; Infinity where nothing does. */
export function nextOf<State, Packet>(state: NetState<State, Packet>): Nanos {
  const { now, due, hosts, pause } = state;
  let next = due[firstOf(state)]?.at ?? Infinity;
  for (const [place, host] of hosts.entries()) {
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

/** What is to happen, and one thing more; it comes behind what comes at the same time. */
export function inOrder<Packet>(due: readonly Due<Packet>[], one: Due<Packet>): readonly Due<Packet>[] {
  const all: Due<Packet>[] = [];
  let isIn = false;
  for (const other of due) {
    if (!isIn && other.at > one.at) {
      all.push(one);
      isIn = true;
    }
    all.push(other);
  }
  if (!isIn) all.push(one);
  return all;
}

/** The same list with another item at one place: `with` is slow. */
export function changed<Of>(list: readonly Of[], place: number, item: Of): readonly Of[] {
  const all = list.slice();
  all[place] = item;
  return all;
}

/** A moment between two events, and how much time there is around it. */
export interface Between {
  readonly at: Nanos;
  readonly room: Nanos;
}

/** The fault with its time. A copy that comes before anything else happens comes right behind the packet. */
export function lateBy(fault: Fault, late: Nanos, { room }: Between, isNext: boolean): Fault {
  if (fault.what === "delay") return { ...fault, byNs: rounded(late, room) };
  if (fault.what === "duplicate") return { ...fault, afterNs: isNext ? 0 : rounded(late, room) };
  throw new Error(`A packet is held back by a fault that ${fault.what}s.`);
}

/** The time in few digits: it moves by an eighth of the room around it at most. */
export function rounded(time: Nanos, room: Nanos): Nanos {
  const unit = 10 ** Math.floor(Math.log10(Math.max(room / 4, 1)));
  return Math.max(unit, Math.round(time / unit) * unit);
}
