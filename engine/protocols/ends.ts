/**
 * The ends of a protocol: its hosts, the state machines that run on them, what the machines' inputs and effects mean,
 * what the protocol promises, and which step is the procedure. A protocol says this once, in its ends.ts. Three drivers
 * use it: the simulator (systems/world/ends-run.ts), the search over faults (explore/), and the net that plays text
 * traces (testing/ends-net.ts). A protocol with one machine at each end makes its ends with `pairOfEnds` (pair.ts).
 *
 * States and packets are plain data. A driver gives a host an input, and carries out the effects that come back.
 */
import { itemAt } from "../kernel/items.ts";
import type { Nanos } from "../kernel/time.ts";
import type { Machine } from "./machine.ts";
import type { Property } from "./promises.ts";

/** A host by its place in `hosts`: the first one calls, and the others execute, where `roles` says nothing else. */
export type Host = number;
export const CALLER: Host = 0;
export const CALLEE: Host = 1;

/** What a host does for calls: its program makes them, it passes them on, or it executes them. */
export type Role = "client" | "proxy" | "server";

/** An input that only one protocol has: an exception of the procedure, a connection that breaks. */
export interface OwnInput {
  readonly tag: string;
}

/** Something that comes to a host. `call` is the number of the call that it belongs to, from 1. */
export type HostInput<Packet, Own extends OwnInput = never> =
  | Own
  /** The program makes its call with this number and this argument. */
  | { readonly tag: "call"; readonly call: number; readonly data: Uint8Array }
  | { readonly tag: "packet"; readonly packet: Packet; readonly call: number; readonly from: Host }
  /** The procedure has ended that an effect `execute` has started; `work` is what that effect held. */
  | { readonly tag: "done"; readonly work: string; readonly data: Uint8Array }
  | { readonly tag: "tick" };

/** A call without a result: it failed, a server or a breaker turned it away, or its caller gave it up on purpose. */
export type WithoutResult = "failed" | "refused" | "cancelled";

export type HostEffect<Packet> =
  | SendEffect<Packet>
  | ExecuteEffect
  | HeardEffect
  /** The call has come back to the program with this result. `call` here and below: left out, the last that began. */
  | { readonly tag: "returned"; readonly data: Uint8Array; readonly call?: number }
  /** The call has ended without a result; the program goes on with its next call, or gives up. */
  | { [Tag in WithoutResult]: { readonly tag: Tag; readonly goesOn: boolean; readonly call?: number } }[WithoutResult]
  /** The program has begun a further call by itself. */
  | { readonly tag: "begins"; readonly call: number };

/** The program has learnt what became of its call on one of the hosts: it has answered, or it counts as dead. */
export interface HeardEffect {
  readonly tag: "heard";
  readonly from: Host;
  readonly how: "answered" | "dead";
  /** Left out, the last that began. */
  readonly call?: number;
}

export interface SendEffect<Packet> {
  readonly tag: "send";
  readonly packet: Packet;
  /** The packet's kind, in the words of a fault script where that has a word; null for packets that none can name. */
  readonly kind: string | null;
  readonly call: number;
  /** Which sending of this kind for this call, from 1; null where the driver is to count. */
  readonly send: number | null;
  /** Whether it was sent before; left out: where `send` is more than 1. */
  readonly again?: boolean;
  /** The host that it goes to; left out for the other one of a pair. */
  readonly to?: Host;
  /** Further hosts that the same packet goes to: it is a broadcast. Left out: none. */
  readonly others?: readonly Host[];
}

/** An instance of a machine on a host, and its state. */
export interface MachineAt {
  readonly machine: Machine<unknown, unknown, unknown, never>;
  readonly instance: string;
  readonly state: unknown;
}

/** The procedure runs for a call, with this argument. */
export interface ExecuteEffect {
  readonly tag: "execute";
  readonly call: number;
  /** Names it until it is done. */
  readonly work: string;
  readonly data: Uint8Array;
}

/** A step that a machine has taken. */
export interface MachineStep<State = unknown, Input = unknown, Effect = unknown> {
  readonly machine: Machine<State, Input, Effect, never>;
  readonly instance: string; // "caller thread 1"
  readonly before: State;
  readonly input: Input;
  readonly after: State;
  readonly effects: readonly Effect[];
}

/** When a step is taken, and which life of the callee runs then: its first is 1, and each restart begins another. */
export interface Moment {
  readonly now: Nanos;
  readonly calleeLife: number;
  /** Is told each step of a machine; left out where nobody asks. */
  readonly took?: (step: MachineStep) => void;
}

/** Takes a step of a machine on a host, and tells the driver of it. */
export function take<State, Input, Effect, Identity>(
  machine: Machine<State, Input, Effect, Identity>,
  instance: string,
  before: State,
  input: Input,
  { now, took }: Moment,
): readonly [State, readonly Effect[]] {
  const [after, effects] = machine.step(before, input, now);
  took?.({ machine, instance, before, input, after, effects });
  return [after, effects];
}

/** A step of a protocol, by the words of its row in a trace: the protocol's, the input's. */
export interface StepWords {
  readonly protocol: string; // "Firefly caller"
  readonly input: string; // "start"
}

/** The steps of a call in a trace, in their order. */
export interface CallSteps {
  readonly starts: StepWords;
  readonly executes: StepWords;
  readonly answers: StepWords;
  readonly returns: StepWords;
  /** Protocols of the hosts between client and server; left out: there are none. */
  readonly between?: readonly string[];
}

/** A trace shows that the procedure begins by a span with the name of its step, or by a step of a machine. */
export type ProcedureWords = { readonly span: string } | StepWords;

/**
 * The hosts of a protocol, with their machines.
 * @typeParam Own inputs of this protocol alone, which its tests give and no other driver does
 */
export interface Hosts<State, Packet, Own extends OwnInput = never> {
  /** The names of the hosts in a fault script, the caller first. */
  readonly hosts: readonly string[];
  /** What each host is, the first one a client; left out: all others are servers. */
  readonly roles?: readonly Role[];
  /** The kinds of packets that they send, in the words of a fault script. */
  readonly kinds: readonly string[];
  /** The hosts as a run begins. */
  start(): readonly State[];
  /** The state of a host after a restart, in its life with this number. */
  restart(host: Host, life: number, moment: Moment): State;
  step(state: State, input: HostInput<Packet, Own>, moment: Moment): readonly [State, readonly HostEffect<Packet>[]];
  /** When the host wants a tick; null where it waits for no time. */
  deadline(state: State): Nanos | null;
  /** What the timer is called in a trace that falls due next; left out: it is that of a retransmission. */
  timerName?(state: State): string;
  /**
   * Whether the timer that falls due next only watches connections on which nothing is under way. A run ends without it
   * after the last answer. Left out: none does.
   */
  isWatching?(state: State): boolean;
  /**
   * Whether a call counts as wasted that has failed or was cancelled, and whose procedure a server ends after that. No
   * host knows it, so no effect says it. Left out: such a call keeps its outcome.
   */
  readonly countsWaste?: boolean;
}

/** The hosts of a protocol of calls, and what the protocol promises. */
export interface Ends<State, Packet, Own extends OwnInput = never> extends Hosts<State, Packet, Own> {
  /** The hosts that a script may crash. */
  readonly crashable: readonly Host[];
  readonly promises: readonly Property[];
  readonly steps: CallSteps;
  readonly procedure: ProcedureWords;
  /** Rules of its own that its ends can leave out, besides those of rules.ts: words for text traces. Left out: none. */
  readonly rules?: readonly string[];
  /** Whether a call goes to one of the hosts that execute; left out: to each of them. */
  readonly isToOne?: boolean;
  /** Whether the program begins its calls after the first by itself, several at once. Left out: when it is told. */
  readonly makesCalls?: boolean;
  /**
   * Whether the steps of hosts with equal keys may depend on the clock: a host sweeps its timers at certain moments, or
   * waits by times that it has measured. Left out: they do not.
   */
  readonly readsClock?: boolean;
  /** Kinds of packets of which a host may send two with the same number for a call. Left out: the search finds out. */
  readonly sendsAgain?: readonly string[];
  /** The machines that a host has from its start on; left out where each is made when it is first needed. */
  machines?(state: State): readonly MachineAt[];
  /**
   * The moment that a state without a deadline counts the moments of its key from. Left out or null: it keeps none,
   * and it does not matter how long it has been so.
   */
  since?(state: State): Nanos | null;
  /** Equal keys, equal futures. The key does not depend on the clock. */
  key(state: State): string;
  packetKey(packet: Packet): string;
  /**
   * What becomes of a packet when a byte of it is damaged behind its receiver's controller, one for each byte that the
   * search tries. Left out where a checksum finds all damage: the packet is then as good as dropped.
   */
  garbled?(packet: Packet): readonly Garbled<Packet>[];
}

export interface Garbled<Packet> {
  readonly byte: number; // of its frame
  readonly packet: Packet;
}

/** The hosts with a role, in their order. */
export const hostsThat = ({ hosts, roles }: Pick<Hosts<unknown, unknown>, "hosts" | "roles">, role: Role): Host[] =>
  [...hosts.keys()].filter((host) => roleOf(roles, host) === role);

/** The role of a host. */
export const roleOf = (roles: readonly Role[] | undefined, host: Host): Role =>
  roles === undefined ? (host === CALLER ? "client" : "server") : ofHost(roles, host);

/**
 * The hosts that a packet goes to. Throws RangeError for a host that is not there, and where a packet names none though
 * the hosts have roles: "the other one" is a pair's.
 */
export function receiversOf(
  { hosts, roles }: Pick<Hosts<unknown, unknown>, "hosts" | "roles">,
  from: Host,
  { kind, to, others = [] }: Pick<SendEffect<unknown>, "kind" | "to" | "others">,
): readonly [Host, ...Host[]] {
  const first = to ?? (from === CALLER ? CALLEE : CALLER);
  const isKnown = (host: Host): boolean => host in hosts;
  if ((to !== undefined || roles === undefined) && isKnown(first) && others.every(isKnown)) return [first, ...others];
  const all = hosts.map((name, host) => `${host} ${name}`).join(", ");
  const says = to === undefined ? "without saying to whom" : `to host ${[first, ...others].join(" and ")}`;
  throw new RangeError(`ends: ${ofHost(hosts, from)} sends a ${kind ?? "packet"} ${says}. \`to\` is one of ${all}.`);
}

/** The ends of any protocol. */
export type AnyEnds = Ends<unknown, unknown, OwnInput>;

/** The item of a list for a host. Throws RangeError where there is no such host. */
export function ofHost<Of>(list: readonly Of[], host: Host): Of {
  return itemAt(list, host, "host");
}
