/**
 * The client’s end of a slot of a session, as eRPC has it (Kalia, Kaminsky and Andersen, NSDI 2019). The client alone
 * drives the call: the server answers each of its packets with one, and has no timer.
 *
 *     idle --call--> calling --the whole reply--> idle (returned)
 *                    calling --sent for the last time--> idle (failed)
 *
 * Rules
 * 1. The client’s packets of a call are counted: those of the request, then one for each packet of the reply behind the
 *    first. As many answers come: a credit for each packet of the request but the last, then the packets of the reply.
 * 2. So many packets are unanswered at most as the slot has credits. Each answer in order gives one back.
 * 3. Answers come in order; any other is ignored, as are those of other calls.
 * 4. Where no answer has come for `resendAfter`, the client goes back to the first packet that is unanswered, and sends
 *    from there again. After `sendLimit` such waits in a row it gives the server up.
 */
import { joined } from "../../wire/bytes.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { DatagramsPacket } from "../../wire/today-datagrams.ts";
import type { HostEffect } from "../ends.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";

export interface DatagramsOptions {
  readonly packetBytes: number;
  readonly credits: number;
  readonly resendAfter: Nanos;
  readonly sendLimit: number;
}

interface Calling {
  readonly tag: "calling";
  readonly call: number;
  readonly data: Uint8Array;
  readonly requests: number; // packets
  readonly replies: number; // packets; 0 while it is not known
  readonly sent: number;
  readonly answered: number;
  readonly reply: Uint8Array;
  readonly waits: number; // in a row
  readonly deadline: Nanos;
}

export type DatagramsClientState = { readonly tag: "idle"; readonly call: number } | Calling;

export type DatagramsClientInput =
  | { readonly tag: "call"; readonly call: number; readonly data: Uint8Array }
  | { readonly tag: "packet"; readonly packet: DatagramsPacket }
  | { readonly tag: "tick" };

type Effect = HostEffect<DatagramsPacket>;
type Step = readonly [DatagramsClientState, readonly Effect[]];

const NOTHING: readonly Effect[] = [];
const NO_DATA = new Uint8Array(0);
/** Its host says which slot of which session it is. */
const PLACE = { slot: 0, session: 0 } as const;

export const DATAGRAMS_CLIENT_STATES: readonly StateWord<DatagramsClientState["tag"]>[] = [
  { tag: "idle", what: "the slot has no call" },
  { tag: "calling", what: "packets of the call are under way" },
];

export const packetsOf = (data: Uint8Array, packetBytes: number): number =>
  Math.max(1, Math.ceil(data.length / packetBytes));

export const partOf = (data: Uint8Array, packet: number, packetBytes: number): Uint8Array =>
  data.slice(packet * packetBytes, (packet + 1) * packetBytes);

/** Its identity is its slot. */
export function datagramsClient(
  options: DatagramsOptions,
): Machine<DatagramsClientState, DatagramsClientInput, Effect, number> {
  return {
    protocol: "Datagrams client",
    states: DATAGRAMS_CLIENT_STATES,
    start: () => ({ tag: "idle", call: 0 }),
    step: (state, input, now) => step(state, input, now, options),
    deadline: (state) => (state.tag === "calling" ? state.deadline : null),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: (state) => keyText(state.tag === "calling" ? { ...state, deadline: 0 } : state),
    facts: (state) => facts(state, options),
  };
}

function step(state: DatagramsClientState, input: DatagramsClientInput, now: Nanos, options: DatagramsOptions): Step {
  switch (input.tag) {
    case "call": {
      if (state.tag === "calling") throw new Error(`The slot has call ${state.call}; it has one at a time.`);
      const requests = packetsOf(input.data, options.packetBytes);
      const { call, data } = input;
      const books = { sent: 0, answered: 0, replies: 0, waits: 0, reply: NO_DATA, deadline: now };
      return send({ tag: "calling", call, data, requests, ...books }, false, now, options);
    }
    case "packet":
      return state.tag === "idle" ? [state, NOTHING] : onAnswer(state, input.packet, now, options);
    case "tick":
      return state.tag === "idle" || now < state.deadline ? [state, NOTHING] : onTimeout(state, now, options);
  }
}

/** Rules 1 and 2: what the credits allow. */
function send(state: Calling, again: boolean, now: Nanos, options: DatagramsOptions): Step {
  const { requests, replies, answered, call, data } = state;
  const all = requests + Math.max(0, replies - 1);
  const until = Math.min(all, answered + options.credits);
  const effects: Effect[] = [];
  for (let at = state.sent; at < until; at++) {
    const isRequest = at < requests;
    const packet: DatagramsPacket = isRequest
      ? { kind: "request", ...PLACE, packet: at, packets: requests, call, data: partOf(data, at, options.packetBytes) }
      : { kind: "more", ...PLACE, packet: at - requests + 1, packets: replies, call, data: NO_DATA };
    effects.push({ tag: "send", packet, kind: packet.kind, call, send: null, again });
  }
  return [{ ...state, sent: Math.max(state.sent, until), deadline: now + options.resendAfter }, effects];
}

/** Rule 3. */
function onAnswer(state: Calling, packet: DatagramsPacket, now: Nanos, options: DatagramsOptions): Step {
  const { call, requests, answered, sent } = state;
  const isReply = packet.kind === "reply";
  const at = isReply ? requests - 1 + packet.packet : packet.packet;
  const isExpected = packet.call === call && at === answered && at < sent && isReply === at >= requests - 1;
  if (!isExpected) return [state, NOTHING];
  const reply = isReply ? joined(state.reply, packet.data) : state.reply;
  const replies = isReply ? packet.packets : state.replies;
  const next: Calling = { ...state, answered: at + 1, reply, replies, waits: 0 };
  const isWhole = isReply && packet.packet === packet.packets - 1;
  return isWhole ? [{ tag: "idle", call }, [{ tag: "returned", data: reply, call }]] : send(next, false, now, options);
}

/** Rule 4. */
function onTimeout(state: Calling, now: Nanos, options: DatagramsOptions): Step {
  const { call, answered, waits } = state;
  if (waits + 1 >= options.sendLimit) return [{ tag: "idle", call }, [{ tag: "failed", goesOn: true, call }]];
  return send({ ...state, sent: answered, waits: waits + 1 }, true, now, options);
}

function facts(state: DatagramsClientState, { credits, sendLimit }: DatagramsOptions): readonly Fact[] {
  if (state.tag === "idle") return [{ name: "call", kind: "number", value: state.call }];
  const { call, sent, answered, waits, deadline } = state;
  return [
    { name: "call", kind: "number", value: call },
    { name: "packets answered", kind: "count", value: answered },
    { name: "packets unanswered", kind: "count", value: sent - answered, limit: credits },
    { name: "waits in a row", kind: "count", value: waits, limit: sendLimit },
    { name: "goes back at", kind: "moment", value: deadline },
  ];
}
