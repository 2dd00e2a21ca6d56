/** One end of a TCP connection: what comes to it, what it keeps and gives, and how its states are told. */
import type { Nanos } from "../../kernel/time.ts";
import { keyText, type Fact, type StateWord } from "../machine.ts";

/** Sizes in bytes, times in nanoseconds; the rules in tcp.ts say what each is for. */
export interface TcpOptions {
  readonly segmentBytes: number;
  readonly windowBytes: number;
  readonly acknowledgeAfter: Nanos;
  readonly duplicateLimit: number;
  readonly retransmitAfter: Nanos;
  readonly openAfter: Nanos; // the same for the segment that opens
  readonly sendLimit: number;
  readonly keepAlive: { readonly after: Nanos; readonly every: Nanos; readonly limit: number };
}

/** What crosses the wire. `sequence` and `acknowledgement` count bytes from 0. */
export interface Segment {
  readonly control: "none" | "open" | "accept" | "reset"; // none, SYN, SYN and ACK, RST
  readonly sequence: number;
  readonly length: number;
  readonly acknowledgement: number;
}

/** Bytes from..to. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** All that an end keeps. Bytes are counted from 0 in either direction. */
export interface TcpState {
  readonly tag: "closed" | "opening" | "open" | "broken";
  // What goes out: acknowledged <= sent <= written.
  readonly written: number;
  readonly sent: number;
  readonly acknowledged: number;
  /** Below this, whatever is missed is sent again (rule 4). */
  readonly recover: number;
  readonly duplicates: number;
  /** Times that the timer has sent the first unacknowledged segment again. */
  readonly timeouts: number;
  readonly retransmitAt: Nanos; // Infinity while nothing is unacknowledged
  // What comes in.
  readonly received: number; // in order
  readonly early: readonly Stretch[]; // in order, with gaps between
  readonly acknowledgeAt: Nanos; // Infinity while no segment waits to be acknowledged
  // Whether the other end lives.
  readonly probes: number; // unanswered
  readonly probeAt: Nanos;
}

/** What comes to an end: from its user, from the wire, and from the clock. */
export type TcpInput =
  /** This end opens the connection. */
  | { readonly tag: "connect" }
  /** The other end has asked to open it. */
  | { readonly tag: "asked to open" }
  /** It was opened before: neither end sends anything. */
  | { readonly tag: "opened before" }
  | { readonly tag: "write"; readonly bytes: number }
  | { readonly tag: "segment"; readonly segment: Segment }
  | { readonly tag: "tick" }
  | { readonly tag: "abort" };

export type BrokenBy = "reset" | "no answer";

/** What an end asks for. */
export type TcpEffect =
  | {
      readonly tag: "send";
      readonly segment: Segment;
      readonly what: "data" | "acknowledgement" | "probe" | "open" | "accept" | "reset";
      readonly again: boolean;
    }
  /** So many more bytes have come in order. */
  | { readonly tag: "deliver"; readonly bytes: number }
  | { readonly tag: "broken"; readonly by: BrokenBy };

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
  acknowledgeAt: Infinity,
  probes: 0,
  probeAt: Infinity,
};

/** RFC 793's words; an end that is broken is as one that was never opened. */
export const NAMES = { closed: "CLOSED", opening: "SYN-SENT", open: "ESTABLISHED", broken: "CLOSED" } as const;

/** The states' words, and what they mean. */
export const END_STATES: readonly StateWord<(typeof NAMES)[keyof typeof NAMES]>[] = [
  { tag: "CLOSED", what: "the connection was not opened yet, or is broken" },
  { tag: "SYN-SENT", what: "it was asked to open, and no answer has come" },
  { tag: "ESTABLISHED", what: "data can go either way" },
];

/** "data", "acknowledgement", "open" */
export const segmentWord = ({ control, length }: Segment): string =>
  control === "none" ? (length > 0 ? "data" : "acknowledgement") : control;

/** The first time at which a timer of the end is over; null where none runs. */
export function deadline(state: TcpState): Nanos | null {
  const { tag, retransmitAt, acknowledgeAt } = state;
  if (tag === "closed" || tag === "broken") return null;
  const first = Math.min(retransmitAt, acknowledgeAt, isQuiet(state) ? state.probeAt : Infinity);
  return first === Infinity ? null : first;
}

/** A text for the state in which moments count from the deadline. */
export function key(state: TcpState): string {
  if (state.tag === "broken") return state.tag;
  const from = deadline(state) ?? 0;
  const { retransmitAt, acknowledgeAt, probeAt } = state;
  return keyText({
    ...state,
    retransmitAt: retransmitAt - from,
    acknowledgeAt: acknowledgeAt - from,
    probeAt: probeAt - from,
  });
}

/** What the end keeps, for a reader; nothing while there is no connection. */
export function facts(state: TcpState, options: TcpOptions): readonly Fact[] {
  if (state.tag === "closed" || state.tag === "broken") return [];
  const { written, sent, acknowledged, received, early, duplicates, timeouts, probes } = state;
  const moments: readonly Fact[] = [
    { name: "sent again at", kind: "moment", value: state.retransmitAt },
    { name: "acknowledged at", kind: "moment", value: state.acknowledgeAt },
    { name: "next probe at", kind: "moment", value: isQuiet(state) ? state.probeAt : Infinity },
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
    ...moments.filter(({ value }) => value < Infinity),
  ];
}

/** Whether probes watch the connection (rule 6) and not the retransmission timer (rule 5). */
export const isQuiet = ({ tag, sent, acknowledged }: TcpState): boolean => tag === "open" && sent === acknowledged;
