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
}

const NOTHING: readonly CallerEffect[] = [];
const NO_DATA = new Uint8Array(0);

export const newCaller = (activity: Activity): CallerState => ({ tag: "idle", activity, sequence: 0, serverThread: 0 });

/** When the state wants a tick; null where it waits for no time. */
export const callerDeadline = (state: CallerState): Nanos | null => (state.tag === "idle" ? null : state.deadline);

/** One step. Throws where a call is started while another is outstanding: that is the stub's mistake. */
export function stepCaller(
  state: CallerState,
  input: CallerInput,
  now: Nanos,
  options: CallerOptions,
): [CallerState, readonly CallerEffect[]] {
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
function send(
  state: Common,
  call: CallRequest,
  sends: number,
  now: Nanos,
  options: CallerOptions,
): [CallerState, readonly CallerEffect[]] {
  const { activity, sequence, serverThread } = state;
  const deadline = now + options.retransmitAfter;
  return [
    { tag: "calling", activity, sequence, serverThread, call, sends, deadline },
    [{ tag: "send", packet: packetFor(state, "call", call, sends > 1), send: sends }],
  ];
}

function onPacket(
  state: CallerState,
  packet: FireflyPacket,
  now: Nanos,
  options: CallerOptions,
): [CallerState, readonly CallerEffect[]] {
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

function onTick(state: CallerState, now: Nanos, options: CallerOptions): [CallerState, readonly CallerEffect[]] {
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
