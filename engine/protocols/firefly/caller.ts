/**
 * The caller's half of the Firefly RPC packet exchange, for one activity (one caller thread, at most one call at a
 * time). The exchange follows Cedar RPC (Schroeder & Burrows 1990, Section 3.1; Birrell & Nelson).
 *
 *     idle --start--> calling --result--> idle (returned)
 *                     calling --tick, too many sends--> idle (failed: no answer)
 *                     calling --acknowledgement--> waiting --result--> idle (returned)
 *                     waiting --tick, too many probes unanswered--> idle (failed: no answer)
 *                     calling, waiting --reject--> idle (failed: unbound)
 *
 * Rules
 * 1. A call is sent again until it is acknowledged. Its result acknowledges it; so does an explicit acknowledgement.
 * 2. The first send asks for no acknowledgement, later ones do.
 * 3. Once acknowledged, the caller waits as long as its probes are answered; their interval doubles up to a limit.
 * 4. The next call of the activity acknowledges a result. One that asks for an acknowledgement (it was sent again)
 *    gets one at once, also when its call has returned already.
 * 5. Anything else that is not for the present call is late and ignored.
 *
 * Not here: calls of more than one packet.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { Activity, FireflyPacket, FireflyType } from "../../wire/firefly.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { Rule } from "../rules.ts";

/** What the stub asks for. `binding` is the exporter's incarnation learnt when the caller was bound. */
export interface CallRequest {
  readonly serverSpace: number;
  readonly interface: number;
  readonly binding: number;
  readonly procedure: number;
  readonly data: Uint8Array;
}

export type CallerState =
  | { readonly tag: "idle"; readonly activity: Activity; readonly sequence: number; readonly serverThread: number }
  | {
      readonly tag: "calling";
      readonly activity: Activity;
      readonly sequence: number;
      readonly serverThread: number;
      readonly call: CallRequest;
      readonly sends: number;
      readonly deadline: Nanos;
    }
  | {
      readonly tag: "waiting";
      readonly activity: Activity;
      readonly sequence: number;
      readonly serverThread: number;
      readonly call: CallRequest;
      readonly unanswered: number; // probes since the server was last heard of
      readonly interval: Nanos;
      readonly deadline: Nanos;
    };

export type CallerInput =
  | { readonly tag: "start"; readonly call: CallRequest }
  | { readonly tag: "packet"; readonly packet: FireflyPacket }
  | { readonly tag: "tick" };

export type CallFailure = "no answer" | "unbound";

export type CallerEffect =
  | { readonly tag: "send"; readonly packet: FireflyPacket; readonly send: number }
  | { readonly tag: "returned"; readonly data: Uint8Array }
  | { readonly tag: "failed"; readonly reason: CallFailure };

export interface CallerOptions {
  readonly retransmitAfter: Nanos;
  readonly sendLimit: number;
  readonly longestProbeInterval: Nanos;
  /** Rules that are left out; none where this is left out itself. */
  readonly without?: readonly Rule[];
}

const NOTHING: readonly CallerEffect[] = [];
const NO_DATA = new Uint8Array(0);

type CallerStep = readonly [CallerState, readonly CallerEffect[]];

/** The states' words, and what they mean. */
export const CALLER_STATES: readonly StateWord<CallerState["tag"]>[] = [
  { tag: "idle", what: "no call is outstanding" },
  { tag: "calling", what: "the call was sent and nothing was heard of it yet" },
  { tag: "waiting", what: "the server has acknowledged the call and works on it" },
];

/** The caller of an activity. Throws where a call starts while another is outstanding: that is the stub's mistake. */
export function fireflyCaller(options: CallerOptions): Machine<CallerState, CallerInput, CallerEffect, Activity> {
  return {
    protocol: "Firefly caller",
    states: CALLER_STATES,
    start: (activity) => ({ tag: "idle", activity, sequence: 0, serverThread: 0 }),
    step: (state, input, now) => step(state, input, now, options),
    deadline: (state) => (state.tag === "idle" ? null : state.deadline),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? `${input.packet.type} packet` : input.tag),
    key: (state) => keyText({ ...state, deadline: null }),
    facts: (state) => facts(state, options),
  };
}

function step(state: CallerState, input: CallerInput, now: Nanos, options: CallerOptions): CallerStep {
  switch (input.tag) {
    case "start":
      if (state.tag !== "idle") throw new Error("An activity has at most one call outstanding; this one has one.");
      return send({ ...state, sequence: state.sequence + 1 }, input.call, 1, now, options);
    case "packet":
      return onPacket(state, input.packet, now, options);
    case "tick":
      return onTick(state, now, options);
  }
}

function facts(state: CallerState, { sendLimit }: CallerOptions): readonly Fact[] {
  const common: readonly Fact[] = [
    { name: "sequence number", kind: "number", value: state.sequence },
    { name: "server thread, a hint", kind: "number", value: state.serverThread },
  ];
  switch (state.tag) {
    case "idle":
      return common;
    case "calling":
      return [
        ...common,
        { name: "binding", kind: "number", value: state.call.binding },
        { name: "sent", kind: "count", value: state.sends, limit: sendLimit },
        { name: "sent again at", kind: "moment", value: state.deadline },
      ];
    case "waiting":
      return [
        ...common,
        { name: "probes unanswered", kind: "count", value: state.unanswered, limit: sendLimit },
        { name: "between probes", kind: "duration", value: state.interval },
        { name: "next probe at", kind: "moment", value: state.deadline },
      ];
  }
}

type Common = Pick<CallerState, "activity" | "sequence" | "serverThread">;

function idle(state: Common): CallerState {
  return { tag: "idle", activity: state.activity, sequence: state.sequence, serverThread: state.serverThread };
}

function packetFor(state: Common, type: FireflyType, call: CallRequest, pleaseAck: boolean): FireflyPacket {
  return {
    type,
    pleaseAck,
    lastFragment: true,
    fragment: 0,
    activity: state.activity,
    sequence: state.sequence,
    serverSpace: call.serverSpace,
    serverThread: state.serverThread,
    interface: call.interface,
    binding: call.binding,
    procedure: call.procedure,
    data: type === "call" ? call.data : NO_DATA,
  };
}

/** Rules 1 and 2. */
function send(state: Common, call: CallRequest, sends: number, now: Nanos, options: CallerOptions): CallerStep {
  const { activity, sequence, serverThread } = state;
  const deadline = now + options.retransmitAfter;
  const pleaseAck = sends > 1 && options.without?.includes("pleaseAck") !== true;
  return [
    { tag: "calling", activity, sequence, serverThread, call, sends, deadline },
    [{ tag: "send", packet: packetFor(state, "call", call, pleaseAck), send: sends }],
  ];
}

function onPacket(state: CallerState, packet: FireflyPacket, now: Nanos, options: CallerOptions): CallerStep {
  if (packet.sequence !== state.sequence || state.tag === "idle") return [state, acknowledge(state, packet)];
  switch (packet.type) {
    case "result": {
      const returned: CallerEffect = { tag: "returned", data: packet.data };
      return [idle({ ...state, serverThread: packet.serverThread }), [returned, ...acknowledge(state, packet)]];
    }
    case "reject":
      return [idle(state), [{ tag: "failed", reason: "unbound" }]];
    case "acknowledgement":
      return [heardOf(state, now, options), NOTHING];
    default:
      return [state, NOTHING]; // a call or a probe is never sent to a caller
  }
}

/** Rules 4 and 5. */
function acknowledge(state: CallerState, packet: FireflyPacket): readonly CallerEffect[] {
  if (packet.type !== "result" || !packet.pleaseAck || packet.sequence > state.sequence) return NOTHING;
  const acknowledgement: FireflyPacket = {
    ...packet,
    type: "acknowledgement",
    pleaseAck: false,
    data: NO_DATA,
  };
  return [{ tag: "send", packet: acknowledgement, send: 1 }];
}

/** Rule 3: the first probe after one retransmission interval, then twice as long each time it was answered. */
function heardOf(state: Exclude<CallerState, { tag: "idle" }>, now: Nanos, options: CallerOptions): CallerState {
  const { activity, sequence, serverThread, call } = state;
  const interval =
    state.tag === "waiting" ? Math.min(state.interval * 2, options.longestProbeInterval) : options.retransmitAfter;
  return { tag: "waiting", activity, sequence, serverThread, call, unanswered: 0, interval, deadline: now + interval };
}

function onTick(state: CallerState, now: Nanos, options: CallerOptions): CallerStep {
  if (state.tag === "idle" || now < state.deadline) return [state, NOTHING];
  const sent = state.tag === "calling" ? state.sends : state.unanswered;
  if (sent >= options.sendLimit) return [idle(state), [{ tag: "failed", reason: "no answer" }]];
  if (state.tag === "calling") return send(state, state.call, sent + 1, now, options);
  // An unanswered probe is sent again like any other packet.
  return [
    { ...state, unanswered: sent + 1, deadline: now + options.retransmitAfter },
    [{ tag: "send", packet: packetFor(state, "probe", state.call, true), send: sent + 1 }],
  ];
}
