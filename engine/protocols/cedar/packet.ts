/**
 * The packets of the exchange that Cedar and Firefly RPC share, whatever bytes they have on the wire
 * (`wire/cedar.ts`, `wire/firefly.ts`).
 */
import type { Activity } from "../../wire/activity.ts";

/** A message has one packet of its own type, and behind it packets of the type "data" where one does not hold it. */
export const EXCHANGE_TYPES = [
  "call",
  "result",
  "data",
  "acknowledgement",
  "probe",
  "exception",
  "resume",
  "unwind",
  "reject",
] as const;
/** Of a connection, which the exchange does without (connected.ts). */
export const CONNECTION_TYPES = ["open", "close", "closed"] as const;
export type ExchangeType = (typeof EXCHANGE_TYPES)[number] | (typeof CONNECTION_TYPES)[number];

export interface ExchangePacket {
  readonly type: ExchangeType;
  readonly pleaseAck: boolean;
  /** It ends its message. */
  readonly lastFragment: boolean;
  /** Its number among the packets that its end sends within the call, from 0; an acknowledgement repeats a number. */
  readonly fragment: number;
  readonly activity: Activity;
  /** Greater after each restart of the caller's machine. Left out where the activity itself is another then. */
  readonly conversation?: number;
  readonly sequence: number;
  readonly serverSpace: number;
  readonly serverThread: number;
  readonly interface: number;
  readonly binding: number;
  readonly procedure: number;
  readonly data: Uint8Array;
}

/** The name of a call among those of its activity: two conversations can have the same sequence numbers. */
export type CallName = Pick<ExchangePacket, "conversation" | "sequence">;

/** The fields that all packets of one call have. */
export type CallHeader = Omit<ExchangePacket, "type" | "pleaseAck" | "lastFragment" | "fragment" | "data">;

export const NO_DATA = new Uint8Array(0);

/** A packet without data that answers another: it names the same call and the same number. */
export const answerTo = (packet: ExchangePacket, type: ExchangeType, fragment = packet.fragment): ExchangePacket => ({
  ...packet,
  type,
  fragment,
  pleaseAck: false,
  data: NO_DATA,
});

const conversationOf = ({ conversation = 0 }: Pick<ExchangePacket, "conversation">): number => conversation;

/** Whether a call comes after another of its activity: below 0 before it, 0 the same, above 0 after it. */
export function callOrder(a: CallName, b: CallName): number {
  return conversationOf(a) - conversationOf(b) || a.sequence - b.sequence;
}
