/** The state of a protocol’s hosts and of the packets between them: plain data; and the moments between two events. */
import type { Fault } from "../faults/fault.ts";
import { millis, type Nanos } from "../kernel/time.ts";
import type { CallFacts } from "./properties.ts";
import type { Host } from "../protocols/ends.ts";

/** The shortest time from a crash to the restart. */
export const REBOOT = millis(50);

/** Something that will happen at a time. */
export type Due<Packet> =
  | {
      readonly tag: "packet";
      readonly at: Nanos;
      readonly from: Host;
      readonly leaves: Nanos; // until then it is inside its sender
      readonly to: Host;
      readonly packet: Packet;
      readonly call: number;
    }
  | { readonly tag: "run"; readonly at: Nanos; readonly host: Host; readonly call: number } // the procedure begins
  | { readonly tag: "done"; readonly at: Nanos; readonly host: Host; readonly work: string; readonly data: Uint8Array }
  | { readonly tag: "begin"; readonly at: Nanos }
  | {
      readonly tag: "finish";
      readonly at: Nanos;
      readonly call: number;
      readonly outcome: "returned" | "failed";
      readonly goesOn: boolean;
    };

/** A late packet, or a late copy. It may come after `since`, when it would have come without a fault. */
export interface Held<Packet> {
  readonly since: Nanos;
  readonly to: readonly Host[];
  readonly packet: Packet;
  readonly call: number;
  readonly fault: number; // index into the faults
}

export interface NetState<State, Packet> {
  readonly now: Nanos;
  readonly hosts: readonly (State | null)[]; // null while it is down
  readonly lives: readonly number[];
  readonly crashedAt: readonly Nanos[]; // of the last crash
  readonly due: readonly Due<Packet>[]; // in the order in which they will happen
  readonly held: readonly Held<Packet>[];
  readonly calls: readonly CallFacts[]; // those that have begun
  readonly isOver: boolean; // the program makes no more calls
  readonly isCrash: boolean; // a machine has crashed
  readonly sends: Readonly<Record<string, number>>; // packets that the net has counted, by kind and call
  readonly named: Readonly<Record<string, boolean>>; // packets by name, and whether a fault met them
  readonly faults: readonly Fault[];
  /** The times between two events in which faults had to fit, taken together. */
  readonly room: Nanos;
}

/** A state that may follow. */
export interface Successor<State, Packet> {
  readonly state: NetState<State, Packet>;
  /** Whether this follows where nothing goes wrong. */
  readonly isUsual: boolean;
}

/** A call that has begun. Its executions are counted on each of so many hosts; with 1, on all of them together. */
export const begunWith = (executing: number): CallFacts => ({
  outcome: "pending",
  executions: Array.from({ length: executing }, () => 0),
  resultOf: null,
});

/** The procedure has begun on a host for a call. */
export function executed<State, Packet>(
  state: NetState<State, Packet>,
  host: Host,
  number: number,
): NetState<State, Packet> {
  const counted = ({ executions, ...call }: CallFacts): CallFacts => ({
    ...call,
    executions: executions.map((times, callee, { length }) =>
      callee + 1 === host || length === 1 ? times + 1 : times,
    ),
  });
  return { ...state, calls: state.calls.map((call, i) => (i === number - 1 ? counted(call) : call)) };
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
