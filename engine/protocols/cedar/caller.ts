/**
 * The caller's half of the packet exchange of Cedar RPC (Birrell & Nelson) and of Firefly RPC, which follows it
 * (Schroeder & Burrows 1990, Section 3.1), for one activity: one process, at most one call at a time.
 *
 *     idle --start--> sending --acknowledgement--> sending, and with the last packet calling
 *     calling --result--> idle (returned)
 *             --acknowledgement--> waiting --result--> idle (returned)
 *             --first packet of a result--> receiving --last packet--> idle (returned)
 *             --exception--> handling --resume, unwind--> calling
 *     sending, calling --tick, too many sends--> idle (failed: no answer)
 *     waiting, receiving --tick, too many probes unanswered--> idle (failed: no answer)
 *     sending, calling, waiting, receiving --reject--> idle (failed: unbound)
 *
 * Rules
 * 1. A call is sent again until it is acknowledged. Its result acknowledges it; so does an explicit acknowledgement.
 * 2. The first send asks for no acknowledgement, later ones do.
 * 3. Once acknowledged, the caller waits as long as its probes are answered; their interval doubles up to a limit.
 * 4. The next call of the activity acknowledges a result. One that asks for an acknowledgement (it was sent again)
 *    gets one at once, also when its call has returned already.
 * 5. Anything else that is not for the present call is late and ignored.
 * 6. A call of several packets is sent packet by packet. Each but the last asks for an acknowledgement, and the next
 *    goes when that has come.
 * 7. The packets of a long result come in the same way: the caller acknowledges each but the last.
 * 8. An exception of the callee is raised in the calling process, which resumes it with a value or unwinds. Either is
 *    sent like a call: it acknowledges the exception, and the rest of the call goes on as before. A call does not end
 *    while its handler runs: a reject is ignored then. The exporter rejects the end of the handler, too.
 * 9. Where the callee tells by itself that it is alive, the caller sends no probe, and gives up when three in a row of
 *    the callee's packets are missing.
 * 10. Where several packets of the call are sent behind each other, the time until they are sent again begins when the
 *    last of them has left the machine.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { Activity } from "../../wire/activity.ts";
import { inOrder, type Incoming } from "../fragments.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import {
  acknowledged,
  atItsEnd,
  joined,
  lastNumber,
  dueAgain,
  messageOf,
  packetsOf,
  withPart,
  type Outgoing,
  type SendEffect,
  type SentInput,
} from "./message.ts";
import { nextInterval, resendAt, type ExchangeOptions } from "./options.ts";
import { answerTo, callOrder, NO_DATA, type CallHeader, type ExchangePacket } from "./packet.ts";

/** The request of the stub. `binding` is the exporter's incarnation that the caller learnt when it was bound. */
export interface CallRequest {
  readonly serverSpace: number;
  readonly interface: number;
  readonly binding: number;
  readonly procedure: number;
  readonly data: Uint8Array;
}

/** The caller: an activity, and the start of its machine since which it calls. */
export interface CallerIdentity {
  readonly activity: Activity;
  readonly conversation?: number;
}

interface Common {
  readonly who: CallerIdentity;
  readonly sequence: number;
  readonly serverThread: number;
}

/** A call under way. */
interface Talk extends Common {
  readonly call: CallRequest;
  readonly out: Outgoing;
  readonly heard: number; // packets of the callee's earlier messages in this call
  readonly parts: Incoming; // of the message that is coming in
  readonly whole: number | null; // how many parts that has, once its last packet has come
}

/** A call whose present message is not acknowledged. */
interface Sent extends Talk {
  readonly sends: number;
  readonly deadline: Nanos | null; // null while its last packet has not left the machine
}

/** A call whose callee was heard of. */
interface Heard extends Talk {
  readonly unanswered: number; // probes since then
  readonly interval: Nanos;
  readonly deadline: Nanos;
}

export type CallerState =
  | ({ readonly tag: "idle" } & Common)
  | ({ readonly tag: "sending" } & Sent)
  | ({ readonly tag: "calling" } & Sent)
  | ({ readonly tag: "waiting" } & Heard)
  | ({ readonly tag: "receiving" } & Heard)
  | ({ readonly tag: "handling" } & Talk);

type Talking = Exclude<CallerState, { readonly tag: "idle" }>;

export type CallerInput =
  | { readonly tag: "start"; readonly call: CallRequest }
  | { readonly tag: "packet"; readonly packet: ExchangePacket }
  | SentInput
  /** The handler of an exception has ended: each with words for the callee. */
  | { readonly tag: "resume"; readonly data: Uint8Array }
  | { readonly tag: "unwind"; readonly data: Uint8Array }
  | { readonly tag: "tick" };

export type CallFailure = "no answer" | "unbound";

export type CallerEffect =
  | SendEffect
  | { readonly tag: "returned"; readonly data: Uint8Array }
  | { readonly tag: "raised"; readonly data: Uint8Array }
  | { readonly tag: "failed"; readonly reason: CallFailure };

const NOTHING: readonly CallerEffect[] = [];

type CallerStep = readonly [CallerState, readonly CallerEffect[]];

/** The states' words, and what they mean. */
export const CALLER_STATES: readonly StateWord<CallerState["tag"]>[] = [
  { tag: "idle", what: "no call is outstanding" },
  { tag: "sending", what: "packets of the call are still to be sent, one after the other" },
  { tag: "calling", what: "the call was sent and nothing was heard of it yet" },
  { tag: "waiting", what: "the server has acknowledged the call and works on it" },
  { tag: "receiving", what: "a part of the result has come" },
  { tag: "handling", what: "the callee raised an exception, and a handler of the caller runs" },
];

/** The caller of an activity. Throws where a call starts while another is outstanding: that is the stub's mistake. */
export function exchangeCaller(
  protocol: string,
  options: ExchangeOptions,
): Machine<CallerState, CallerInput, CallerEffect, CallerIdentity> {
  return {
    protocol,
    states: CALLER_STATES,
    start: (who) => ({ tag: "idle", who, sequence: 0, serverThread: 0 }),
    step: (state, input, now) => step(state, input, now, options),
    deadline: (state) => ("deadline" in state ? state.deadline : null),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? `${input.packet.type} packet` : input.tag),
    key: (state) => keyText({ ...state, deadline: "deadline" in state && state.deadline === null ? "none" : null }),
    facts: (state) => facts(state, options),
  };
}

function step(state: CallerState, input: CallerInput, now: Nanos, options: ExchangeOptions): CallerStep {
  switch (input.tag) {
    case "start":
      return start(state, input.call, now, options);
    case "packet":
      return onPacket(state, input.packet, now, options);
    case "sent":
      return [onSent(state, input, now, options), NOTHING];
    case "resume":
      return onHandled(state, messageFrom(state, "resume", input.data, options), now, options);
    case "unwind":
      return onHandled(state, messageFrom(state, "unwind", input.data, options), now, options);
    case "tick":
      return onTick(state, now, options);
  }
}

function facts(state: CallerState, { sendLimit }: ExchangeOptions): readonly Fact[] {
  const common: readonly Fact[] = [
    { name: "sequence number", kind: "number", value: state.sequence },
    { name: "server thread, a hint", kind: "number", value: state.serverThread },
    ...(state.who.conversation === undefined
      ? []
      : [{ name: "conversation", kind: "number", value: state.who.conversation } as const]),
  ];
  if (state.tag === "idle") return common;
  const binding: Fact = { name: "binding", kind: "number", value: state.call.binding };
  const { length } = state.out.parts;
  const packets: readonly Fact[] =
    length === 1 ? [] : [{ name: "packets acknowledged", kind: "count", value: state.out.base, limit: length }];
  switch (state.tag) {
    case "sending":
    case "calling":
      return [
        ...common,
        binding,
        ...packets,
        { name: "sent", kind: "count", value: state.sends, limit: sendLimit },
        ...(state.deadline === null ? [] : [{ name: "sent again at", kind: "moment", value: state.deadline } as const]),
      ];
    case "waiting":
    case "receiving":
      return [
        ...common,
        ...(state.parts.length === 0
          ? []
          : [{ name: "packets of the result", kind: "count", value: state.parts.length } as const]),
        { name: "probes unanswered", kind: "count", value: state.unanswered, limit: sendLimit },
        { name: "between probes", kind: "duration", value: state.interval },
        { name: "next probe at", kind: "moment", value: state.deadline },
      ];
    case "handling":
      return [...common, binding];
  }
}

const idle = ({ who, sequence, serverThread }: Common): CallerState => ({ tag: "idle", who, sequence, serverThread });

function headerOf({ who, sequence, serverThread, call }: Talk): CallHeader {
  const { serverSpace, interface: index, binding, procedure } = call;
  return { ...who, sequence, serverSpace, serverThread, interface: index, binding, procedure };
}

function talkOf({ who, sequence, serverThread, call, out, heard, parts, whole }: Talk): Talk {
  return { who, sequence, serverThread, call, out, heard, parts, whole };
}

function start(state: CallerState, call: CallRequest, now: Nanos, options: ExchangeOptions): CallerStep {
  if (state.tag !== "idle") throw new Error("An activity has at most one call outstanding; this one has one.");
  const { who, sequence, serverThread } = state;
  const out = messageOf("call", call.data, 0, options);
  const talk: Talk = { who, sequence: sequence + 1, serverThread, call, out, heard: 0, parts: [], whole: null };
  return send(talk, 1, now, options);
}

/** Rules 1, 2 and 6. */
function send(talk: Talk, sends: number, now: Nanos, options: ExchangeOptions): CallerStep {
  const tag = options.underWay === "all" || atItsEnd(talk.out) ? "calling" : "sending";
  const effects = packetsOf(talk.out, headerOf(talk), sends, options);
  const deadline = dueAgain(effects, options, sends, now);
  return [{ tag, ...talkOf(talk), sends, deadline }, effects];
}

/** Rule 10. */
function onSent(state: CallerState, { packet, send }: SentInput, now: Nanos, options: ExchangeOptions): CallerState {
  if (!("sends" in state) || state.deadline !== null || state.sends !== send) return state;
  const isPresent = callOrder(packet, { ...state.who, sequence: state.sequence }) === 0;
  return isPresent ? { ...state, deadline: resendAt(options, send, now) } : state;
}

function onPacket(state: CallerState, packet: ExchangePacket, now: Nanos, options: ExchangeOptions): CallerStep {
  const order = callOrder(packet, { ...state.who, sequence: state.sequence });
  if (order !== 0 || state.tag === "idle") return [state, order > 0 ? NOTHING : acknowledge(packet)];
  switch (packet.type) {
    case "acknowledgement":
      return onAcknowledgement(state, packet.fragment, now, options);
    case "result":
    case "exception":
    case "data":
      return onPart(state, packet, now, options);
    case "reject":
      if (state.tag === "handling") return [state, NOTHING];
      return [idle(state), [{ tag: "failed", reason: "unbound" }]];
    case "probe":
      if (state.tag !== "handling") return [state, NOTHING]; // its own packets tell that it is there
      return [state, [{ tag: "send", packet: answerTo(packet, "acknowledgement"), send: 1 }]];
    default:
      return [state, NOTHING]; // a call is never sent to a caller
  }
}

/** Rules 4, 5 and 7: of a packet of a result, where it asks for that. */
function acknowledge(packet: ExchangePacket, number = packet.fragment): readonly CallerEffect[] {
  const isResult = packet.type === "result" || packet.type === "exception" || packet.type === "data";
  if (!isResult || !packet.pleaseAck) return NOTHING;
  return [{ tag: "send", packet: answerTo(packet, "acknowledgement", number), send: 1 }];
}

function onAcknowledgement(state: Talking, number: number, now: Nanos, options: ExchangeOptions): CallerStep {
  switch (state.tag) {
    case "sending":
    case "calling": {
      if (number >= lastNumber(state.out)) return [heardOf(state, options.firstProbeAfter, now, options), NOTHING];
      const out = acknowledged(state.out, number);
      if (out === state.out) return [state, NOTHING];
      return send({ ...state, out }, options.underWay === "all" ? 2 : 1, now, options);
    }
    case "waiting":
      return [heardOf(state, nextInterval(state.interval, options), now, options), NOTHING];
    case "receiving":
      return [receiving(state, now, options), NOTHING];
    case "handling":
      return [state, NOTHING];
  }
}

/** Rules 3 and 9: the callee lives. The first probe comes soon, each later one after twice as long. */
function heardOf(talk: Talk, interval: Nanos, now: Nanos, options: ExchangeOptions): CallerState {
  let deadline = now + interval;
  if (options.liveness === "keep-alives") {
    const second = nextInterval(interval, options);
    deadline += second + nextInterval(second, options) + options.retransmitAfter;
  }
  return { tag: "waiting", ...talkOf(talk), unanswered: 0, interval, deadline };
}

/** The callee sends the next packet again by itself; the caller asks only after a longer silence. */
function receiving(talk: Talk, now: Nanos, options: ExchangeOptions): CallerState {
  const interval = options.retransmitAfter * (options.liveness === "keep-alives" ? options.sendLimit + 1 : 2);
  return { tag: "receiving", ...talkOf(talk), unanswered: 0, interval, deadline: now + interval };
}

function onPart(state: Talking, packet: ExchangePacket, now: Nanos, options: ExchangeOptions): CallerStep {
  const index = packet.fragment - state.heard;
  if (index < 0 || state.tag === "handling") return [state, acknowledge(packet)];
  // No result begins before the whole call has come, and no exception within a result.
  if (state.tag === "sending" || (packet.type === "exception" && state.tag === "receiving")) return [state, NOTHING];
  const parts = withPart(state.parts, index, packet.data, options);
  const whole = packet.lastFragment ? index + 1 : state.whole;
  const has = inOrder(parts);
  if (whole === null || has < whole) {
    if (parts === state.parts && index >= parts.length) return [state, NOTHING]; // it is ahead of its turn
    return [receiving({ ...state, parts, whole }, now, options), acknowledge(packet, state.heard + has - 1)];
  }
  const data = joined(parts);
  if (packet.type === "exception") {
    const talk: Talk = { ...talkOf(state), heard: state.heard + whole, parts: [], whole: null };
    return [{ tag: "handling", ...talk }, [{ tag: "raised", data }, ...acknowledge(packet)]];
  }
  const ended = idle({ ...state, serverThread: packet.serverThread });
  return [ended, [{ tag: "returned", data }, ...acknowledge(packet)]];
}

/** Rule 8. */
function messageFrom(
  state: CallerState,
  type: "resume" | "unwind",
  data: Uint8Array,
  options: ExchangeOptions,
): Outgoing {
  if (state.tag === "handling") return messageOf(type, data, lastNumber(state.out) + 1, options, true);
  throw new Error(`A handler ended by ${type} for an activity that is ${state.tag}.`);
}

function onHandled(state: CallerState, out: Outgoing, now: Nanos, options: ExchangeOptions): CallerStep {
  if (state.tag !== "handling") throw new Error(`A handler ended for an activity that is ${state.tag}.`);
  return send({ ...state, out }, 1, now, options);
}

function onTick(state: CallerState, now: Nanos, options: ExchangeOptions): CallerStep {
  if (!("deadline" in state) || state.deadline === null || now < state.deadline) return [state, NOTHING];
  if ("sends" in state) {
    if (state.sends >= options.sendLimit) return [idle(state), [{ tag: "failed", reason: "no answer" }]];
    return send(state, state.sends + 1, now, options);
  }
  const isLast = state.unanswered >= options.sendLimit || options.liveness === "keep-alives";
  if (isLast) return [idle(state), [{ tag: "failed", reason: "no answer" }]];
  // An unanswered probe is sent again like any other packet.
  const unanswered = state.unanswered + 1;
  const packet: ExchangePacket = {
    ...headerOf(state),
    type: "probe",
    pleaseAck: true,
    lastFragment: true,
    fragment: lastNumber(state.out),
    data: NO_DATA,
  };
  return [
    { ...state, unanswered, deadline: resendAt(options, unanswered, now) },
    [{ tag: "send", packet, send: unanswered }],
  ];
}
