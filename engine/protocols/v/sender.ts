/**
 * A process that calls by V’s Send (Cheriton and Zwaenepoel 1983). Send, Receive and Reply are all that there is: the
 * process is blocked until the reply is there.
 *
 * Rules
 * 1. A call is a message of 32 bytes; its reply acknowledges it. Nothing acknowledges the reply. A call whose packets
 *    arrive in time takes these two and no other.
 * 2. Without an answer the kernel sends the message again after 200 ms. After five sendings Send fails.
 * 3. A reply-pending packet says that the receiver works on the message. The kernel goes on asking every 200 ms, and
 *    counts its sendings anew.
 * 4. More than 32 bytes are a segment, which the receiver fetches (MoveFrom). The kernel sends the packets of the
 *    segment back to back, from the first one that the receiver misses. Nobody acknowledges them.
 * 5. A result of more than 32 bytes is moved here before the reply comes (MoveTo). The kernel takes its packets in
 *    order. The last one asks for an acknowledgement, which says how far the kernel has come.
 * 6. A host that does not know the receiving process says so. Then Send fails at once.
 * 7. Packets about other messages are late, and ignored.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { VPacket } from "../../wire/v.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import {
  moved,
  MOST_SENDS,
  noBytes,
  packetTo,
  RETRY_AFTER,
  withPacket,
  type Between,
  type VEffect,
  type VEffects,
  type VOptions,
} from "./message.ts";

export const SENDER_STATES = [
  { tag: "ready", what: "no message is outstanding" },
  { tag: "awaiting reply", what: "the message was sent, and the process is blocked until the reply comes" },
] as const satisfies readonly StateWord[];

interface Awaiting extends Between {
  readonly tag: "awaiting reply";
  readonly data: Uint8Array; // of the message or of its segment
  readonly got: Uint8Array; // of a result that is moved here
  readonly sends: number; // that nothing has answered
  readonly deadline: Nanos;
}

export type SenderState = { readonly tag: "ready"; readonly from: number } | Awaiting;

export type SenderInput =
  | { readonly tag: "call"; readonly call: number; readonly data: Uint8Array; readonly to: number }
  | { readonly tag: "packet"; readonly packet: VPacket }
  | { readonly tag: "tick" };

type Step = readonly [SenderState, VEffects];
/** The identity is the process. */
export type VSender = Machine<SenderState, SenderInput, VEffect, number>;

export function vSender(options: VOptions): VSender {
  return {
    protocol: "V sender",
    states: SENDER_STATES,
    start: (from) => ({ tag: "ready", from }),
    step: (state, input, now) => {
      if (input.tag === "call") return begins(state, input, now, options);
      if (state.tag === "ready") return [state, []];
      if (input.tag === "tick") return again(state, now, options);
      const { packet } = input;
      const isOfIt = packet.call === state.call && packet.from === state.to;
      return isOfIt ? heard(state, packet, now, options) : [state, []]; // rule 7
    },
    deadline: (state) => (state.tag === "ready" ? null : state.deadline),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: (state) => keyText({ ...state, deadline: null }),
    facts: factsOf,
  };
}

function factsOf(state: SenderState): readonly Fact[] {
  if (state.tag === "ready") return [];
  return [
    { name: "sends", kind: "count", value: state.sends, limit: MOST_SENDS },
    ...(state.got.length === 0 ? [] : [{ name: "moved", kind: "bytes", value: state.got.length } as const]),
    { name: "until", kind: "moment", value: state.deadline },
  ];
}

/** Throws where a message is outstanding. */
function begins(
  state: SenderState,
  { call, data, to }: Extract<SenderInput, { tag: "call" }>,
  now: Nanos,
  options: VOptions,
): Step {
  if (state.tag !== "ready") throw new Error("V: the process is blocked by a Send; it sends one message at a time.");
  const { from } = state;
  return send({ tag: "awaiting reply", from, to, call, data, got: noBytes, sends: 1, deadline: now }, now, options);
}

/** Rules 1, 2 and 4: a segment stays here, and the message says how long it is. */
function send(state: Awaiting, now: Nanos, { messageBytes }: VOptions): Step {
  const { data, sends } = state;
  const isSegment = data.length > messageBytes;
  const content = isSegment ? { size: data.length } : { data };
  const message = packetTo("message", betweenOf(state), { ...content, again: sends > 1 });
  return [{ ...state, deadline: now + RETRY_AFTER }, [message]];
}

function again(state: Awaiting, now: Nanos, options: VOptions): Step {
  if (state.sends < MOST_SENDS) return send({ ...state, sends: state.sends + 1 }, now, options);
  return [ready(state), [{ tag: "failed", goesOn: true, call: state.call }]];
}

function heard(state: Awaiting, packet: VPacket, now: Nanos, options: VOptions): Step {
  const alive: Awaiting = { ...state, sends: 1, deadline: now + RETRY_AFTER };
  switch (packet.kind) {
    case "reply": {
      const data = packet.size > 0 ? state.got : packet.data;
      if (packet.size > state.got.length) return [state, []]; // a move is missing: a copy of it has overtaken it
      return [ready(state), [{ tag: "returned", data, call: state.call }]];
    }
    case "pending":
      return [alive, []];
    case "fetch":
      return [alive, moved(betweenOf(state), state.data, packet.place, options)];
    case "data": {
      const got = withPacket(state.got, packet);
      const acknowledgement = packetTo("acknowledgement", betweenOf(state), { size: packet.size, place: got.length });
      return [{ ...alive, got }, packet.last ? [acknowledgement] : []];
    }
    case "nak": // rule 6
      return [ready(state), [{ tag: "failed", goesOn: true, call: state.call }]];
    default:
      return [state, []]; // what senders send
  }
}

const betweenOf = ({ from, to, call }: Between): Between => ({ from, to, call });
const ready = ({ from }: Awaiting): SenderState => ({ tag: "ready", from });
