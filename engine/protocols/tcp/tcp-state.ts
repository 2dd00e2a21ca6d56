/** One end of a TCP connection: what comes to it, what it keeps and gives, and how its states are told. */
import type { Nanos } from "../../kernel/time.ts";
import { keyText, type Fact, type StateWord } from "../machine.ts";
import type { FlowState, Stretch } from "./flow-state.ts";

/** Sizes in bytes, times in nanoseconds; the rules in tcp.ts say what each is for. */
export interface TcpOptions {
  readonly segmentBytes: number;
  /** Whether Nagle’s algorithm is on; left out: off, as systems for remote calls have it. */
  readonly nagle?: boolean;
  readonly windowBytes: number;
  readonly acknowledgeAfter: Nanos;
  readonly duplicateLimit: number;
  readonly retransmitAfter: Nanos;
  readonly openAfter: Nanos; // the same for the segment that opens
  /** The longest time between two sends of one segment; left out: it doubles without end. */
  readonly longestAfter?: Nanos;
  readonly sendLimit: number;
  /** The same for the segment that opens; left out: `sendLimit`. */
  readonly openLimit?: number;
  readonly lingers: Nanos;
  readonly keepAlive: {
    readonly after: Nanos;
    readonly apart: Nanos; // longer than a way there and back
    readonly every: Nanos;
    readonly limit: number;
  };
  /** How it sends and acknowledges, where not by rules 1, 2, 4 and 5: as today (protocols/today-tcp/). */
  readonly flow?: Flow;
}

/** A segment on the wire. `sequence` and `acknowledgement` count bytes from 0; FIN counts as a byte and goes alone. */
export interface Segment {
  readonly control: "none" | "open" | "accept" | "finish" | "reset"; // none, SYN, SYN and ACK, FIN, RST
  readonly sequence: number;
  readonly length: number;
  readonly acknowledgement: number;
  /** Data that the sender of an acknowledgement has out of order; left out: it does not say. */
  readonly sacks?: readonly Stretch[];
}

/** All that an end keeps. Bytes are counted from 0 in either direction. */
export interface TcpState {
  readonly tag: "closed" | "opening" | "open" | "broken" | "ended";
  // What goes out: acknowledged <= sent <= written.
  readonly written: number; // FIN included, once the user has closed
  readonly sent: number;
  readonly acknowledged: number;
  /** With Nagle’s algorithm: behind the last segment that was not full. */
  readonly smallUpTo?: number;
  /** Below this, whatever is missed is sent again (rule 4). */
  readonly recover: number;
  readonly duplicates: number;
  /** Times that the timer has sent the first unacknowledged segment again. */
  readonly timeouts: number;
  readonly retransmitAt: Nanos; // Infinity while nothing is unacknowledged
  // What comes in.
  readonly received: number; // in order
  readonly early: readonly Stretch[]; // in order, with gaps between
  // How it closes.
  readonly finishAt: number; // offset of the FIN that goes out; Infinity until the user closes
  readonly peerFinishAt: number; // offset of the FIN that came
  readonly closesFirst: boolean; // this end closed before the other's FIN had come
  readonly endsAt: Nanos; // Infinity until this end only waits for late segments
  readonly acknowledgeAt: Nanos; // Infinity while no segment waits to be acknowledged
  // Whether the other end lives.
  readonly wasAsked: boolean; // the other end has opened the connection
  readonly probes: number; // unanswered
  readonly probeAt: Nanos;
  /** Of an end with a flow. */
  readonly flow?: FlowState;
}

/** The inputs of an end: from its user, from the wire, and from the clock. */
export type TcpInput =
  /** This end opens the connection. */
  | { readonly tag: "connect" }
  /** The other end has asked to open it. */
  | { readonly tag: "asked to open" }
  /** It was opened before: neither end sends anything. */
  | { readonly tag: "opened before"; readonly by: "this end" | "the other end" }
  | { readonly tag: "write"; readonly bytes: number }
  | { readonly tag: "segment"; readonly segment: Segment }
  | { readonly tag: "tick" }
  /** The user writes no more. */
  | { readonly tag: "close" }
  | { readonly tag: "abort" };

export type BrokenBy = "reset" | "no answer";

/** The effects of an end. */
export type TcpEffect =
  | {
      readonly tag: "send";
      readonly segment: Segment;
      readonly what: "data" | "acknowledgement" | "probe" | "open" | "accept" | "finish" | "reset";
      readonly again: boolean;
    }
  /** So many more bytes have come in order. */
  | { readonly tag: "deliver"; readonly bytes: number }
  /** All has come that the other end wrote. */
  | { readonly tag: "finished" }
  /** Both directions are closed: nothing is left of the connection. */
  | { readonly tag: "ended" }
  | { readonly tag: "broken"; readonly by: BrokenBy };

/**
 * A copy of a state that a step writes to. A step that copied the state at each change would be slow on long streams.
 */
export type Draft = { -readonly [Field in keyof TcpState]: TcpState[Field] };

/** A step of an end, as its flow takes part in it. */
export interface FlowStep {
  readonly draft: Draft;
  readonly flow: FlowState;
  readonly now: Nanos;
  readonly options: TcpOptions;
  readonly effects: TcpEffect[];
}

/**
 * How an end may send otherwise than by a fixed window and a fixed timer. An end with a flow asks it how much may
 * leave, what an acknowledgement means, when a timer sends again, and when what came is acknowledged.
 */
export interface Flow {
  start(): FlowState;
  /** The connection is being opened, or is open. */
  opening(step: FlowStep): void;
  opened(step: FlowStep): void;
  /** Data is there to be sent: gives the place in the stream up to which it may be. */
  limit(step: FlowStep): number;
  /** New data has left from this place on. */
  sent(step: FlowStep, from: number): void;
  acknowledged(step: FlowStep, segment: Segment): void;
  /** The timer of the data is over; false where the connection is to be given up. */
  timedOut(step: FlowStep): boolean;
  /** Data has come in order: when is it to be acknowledged? */
  acknowledgeAt(step: FlowStep, length: number): Nanos;
  /** What an acknowledgement says of data out of order, that at `near` first. */
  sacks(early: readonly Stretch[], near: number): readonly Stretch[];
  /** The moments of the state, counted from another one. */
  from(flow: FlowState, moment: Nanos): unknown;
  /** The latest moment of the state. */
  latest(flow: FlowState): Nanos;
  facts(flow: FlowState, options: TcpOptions): readonly Fact[];
}

/** An end of a connection that was not opened yet. */
export const CLOSED: TcpState = {
  tag: "closed",
  written: 0,
  sent: 0,
  acknowledged: 0,
  recover: 0,
  duplicates: 0,
  timeouts: 0,
  retransmitAt: Infinity,
  received: 0,
  early: [],
  finishAt: Infinity,
  peerFinishAt: Infinity,
  closesFirst: false,
  endsAt: Infinity,
  acknowledgeAt: Infinity,
  wasAsked: false,
  probes: 0,
  probeAt: Infinity,
};

const WORDS = [
  { tag: "CLOSED", what: "the connection was not opened yet, has ended, or is broken" },
  { tag: "SYN-SENT", what: "it was asked to open, and no answer has come" },
  { tag: "ESTABLISHED", what: "data can go either way" },
  { tag: "CLOSING", what: "an end has closed; the other one may still write, or waits for an acknowledgement" },
  { tag: "TIME-WAIT", what: "both have closed, and this end waits for late segments" },
] as const;
type Name = (typeof WORDS)[number]["tag"];

/** The states' words, and what they mean. */
export const END_STATES: readonly StateWord<Name>[] = WORDS;

/**
 * RFC 793's words. CLOSING stands for its FIN-WAIT-1, FIN-WAIT-2, CLOSE-WAIT, CLOSING and LAST-ACK, which the facts
 * tell apart; an end that is broken is as one that was never opened.
 */
export function nameOf(state: TcpState): Name {
  if (state.tag === "opening") return "SYN-SENT";
  if (state.tag !== "open") return "CLOSED";
  if (state.endsAt < Infinity) return "TIME-WAIT";
  return state.finishAt < Infinity || hasAll(state) ? "CLOSING" : "ESTABLISHED";
}

/** Whether all has come that the other end wrote. */
export const hasAll = ({ received, peerFinishAt }: TcpState): boolean => received > peerFinishAt;

/** "data", "acknowledgement", "open" */
export const segmentWord = ({ control, length }: Segment): string =>
  control === "none" ? (length > 0 ? "data" : "acknowledgement") : control;

/** The first time at which a timer of the end is over; null where none runs. */
export function deadline(state: TcpState): Nanos | null {
  const { tag, retransmitAt, acknowledgeAt, endsAt } = state;
  if (tag !== "opening" && tag !== "open") return null;
  const first = Math.min(retransmitAt, acknowledgeAt, endsAt, isQuiet(state) ? state.probeAt : Infinity);
  return first === Infinity ? null : first;
}

/** A text for the state in which moments count from the deadline, or from another one where none is. */
export function key(state: TcpState, flow?: Flow, known: Nanos = 0): string {
  if (state.tag === "broken" || state.tag === "ended") return state.tag;
  const from = deadline(state) ?? known;
  const { retransmitAt, acknowledgeAt, probeAt, endsAt } = state;
  return keyText({
    ...state,
    ...(state.flow === undefined ? {} : { flow: flow?.from(state.flow, from) }),
    retransmitAt: retransmitAt - from,
    acknowledgeAt: acknowledgeAt - from,
    probeAt: probeAt - from,
    endsAt: endsAt - from,
  });
}

/** The facts that the end keeps, for a reader; none while there is no connection. */
export function facts(state: TcpState, options: TcpOptions): readonly Fact[] {
  if (state.tag !== "opening" && state.tag !== "open") return [];
  const { written, sent, acknowledged, received, early, duplicates, timeouts, probes } = state;
  const some: readonly Fact[] = [
    { name: "sent again at", kind: "moment", value: state.retransmitAt },
    { name: "acknowledged at", kind: "moment", value: state.acknowledgeAt },
    { name: "next probe at", kind: "moment", value: isQuiet(state) ? state.probeAt : Infinity },
    { name: "forgotten at", kind: "moment", value: state.endsAt },
    { name: "FIN of this end behind", kind: "bytes", value: state.finishAt },
    { name: "FIN of the other end behind", kind: "bytes", value: state.peerFinishAt },
  ];
  return [
    { name: "written", kind: "bytes", value: written },
    { name: "sent", kind: "bytes", value: sent },
    { name: "sent and unacknowledged", kind: "bytes", value: sent - acknowledged, limit: options.windowBytes },
    { name: "received in order", kind: "bytes", value: received },
    { name: "received early", kind: "bytes", value: early.reduce((sum, { from, to }) => sum + to - from, 0) },
    { name: "acknowledgements that say the same", kind: "count", value: duplicates },
    { name: "sent again by the timer", kind: "count", value: timeouts, limit: options.sendLimit },
    { name: "probes unanswered", kind: "count", value: probes, limit: options.keepAlive.limit },
    ...(state.flow === undefined ? [] : (options.flow?.facts(state.flow, options) ?? [])),
    ...some.filter(({ value }) => value < Infinity),
  ];
}

/** Whether probes watch the connection (rule 6) and not the retransmission timer (rule 5). */
export const isQuiet = ({ tag, sent, acknowledged, endsAt }: TcpState): boolean =>
  tag === "open" && sent === acknowledged && endsAt === Infinity;
