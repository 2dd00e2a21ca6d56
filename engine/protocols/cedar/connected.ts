/**
 * A call over a byte stream, as Cedar's designers weighed it and turned it down (slides on Birrell & Nelson, "Transport
 * Protocol"): the caller opens a connection, both ends acknowledge every packet of the call, and the caller closes the
 * connection before its stub returns. Within the connection the packets are those of the exchange, so that the two can
 * be compared.
 *
 *     caller  closed --start--> opening --open--> open --the call has returned--> closing --closed--> closed (returned)
 *     callee  closed --open--> open --close--> closing --closed--> closed
 *
 * Rules
 * 1. The caller asks for a connection, and the callee agrees by a packet of the same type. The request is sent again
 *    until that has come.
 * 2. A connection is for one call, and has the call's name. A callee takes no packet of a call whose connection is not
 *    open, and opens none a second time.
 * 3. After the result the caller says that it closes. The callee says that it has closed, and the caller says so too,
 *    so that the callee need not say it again.
 * 4. Whoever is not answered gives up after as many sends as a call has. A call that has its result returns all the
 *    same.
 */
import type { Nanos } from "../../kernel/time.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import { exchangeCallee, isKnown } from "./callee.ts";
import type { ActivityState, CalleeEffect, CalleeInput } from "./callee-state.ts";
import { exchangeCaller } from "./caller.ts";
import type { CallerEffect, CallerIdentity, CallerInput, CallerState, CallRequest } from "./caller.ts";
import { lastNumber, type SendEffect } from "./message.ts";
import { resendAt, type CalleeOptions, type ExchangeOptions } from "./options.ts";
import { answerTo, callOrder, NO_DATA, type CallName, type ExchangePacket } from "./packet.ts";

/** A packet that was sent so often, and is due again. */
interface Waiting {
  readonly sends: number;
  readonly deadline: Nanos;
}

type CallEnd = Extract<CallerEffect, { readonly tag: "returned" | "failed" }>;

export type ConnectedCallerState =
  | { readonly tag: "closed"; readonly talk: CallerState }
  | ({ readonly tag: "opening"; readonly talk: CallerState; readonly call: CallRequest } & Waiting)
  | { readonly tag: "open"; readonly talk: CallerState; readonly call: CallRequest }
  | ({
      readonly tag: "closing";
      readonly talk: CallerState;
      readonly call: CallRequest;
      readonly end: CallEnd; // that the stub learns when the connection is closed
    } & Waiting);

export type ConnectedCalleeState =
  | { readonly tag: "closed"; readonly row: ActivityState; readonly last: CallName | null }
  | { readonly tag: "open"; readonly row: ActivityState; readonly last: CallName }
  | ({ readonly tag: "closing"; readonly row: ActivityState; readonly last: CallName } & Waiting & {
        readonly close: ExchangePacket;
      });

export const CONNECTED_CALLER_STATES: readonly StateWord<ConnectedCallerState["tag"]>[] = [
  { tag: "closed", what: "there is no connection" },
  { tag: "opening", what: "the caller has asked for a connection" },
  { tag: "open", what: "the call is under way in the connection" },
  { tag: "closing", what: "the result has come, and the callee was told to close" },
];

export const CONNECTED_CALLEE_STATES: readonly StateWord<ConnectedCalleeState["tag"]>[] = [
  { tag: "closed", what: "the activity has no connection; the number of the last one stays" },
  { tag: "open", what: "the callee takes the packets of the connection’s call" },
  { tag: "closing", what: "the callee has closed, and waits for the caller’s word" },
];

function waitingFacts(state: ConnectedCallerState | ConnectedCalleeState, sendLimit: number): readonly Fact[] {
  if (!("sends" in state)) return [];
  return [
    { name: "sent", kind: "count", value: state.sends, limit: sendLimit },
    { name: "sent again at", kind: "moment", value: state.deadline },
  ];
}

// The caller.

type CallerStep = readonly [ConnectedCallerState, readonly CallerEffect[]];

export const CALLERS_CONNECTION = "Caller’s connection";
export const CALLEES_CONNECTION = "Callee’s connection";

/** The caller of an activity. Throws where a call starts while another is outstanding: that is the stub's mistake. */
export function connectedCaller(
  protocol: string,
  options: ExchangeOptions,
): Machine<ConnectedCallerState, CallerInput, CallerEffect, CallerIdentity> {
  const inner = exchangeCaller(protocol, { ...options, acknowledgements: "explicit" });
  return {
    protocol,
    states: CONNECTED_CALLER_STATES,
    start: (who) => ({ tag: "closed", talk: inner.start(who) }),
    step: (state, input, now) => new CallerTurn(inner, options, now).step(state, input),
    deadline: (state) => ("deadline" in state ? state.deadline : inner.deadline(state.talk)),
    name: ({ tag }) => tag,
    input: (input) => inner.input(input),
    key: (state) => keyText({ ...state, talk: inner.key(state.talk), deadline: null }),
    facts: (state) => [...inner.facts(state.talk), ...waitingFacts(state, options.sendLimit)],
  };
}

/** One step of the caller: its options, and the time. */
class CallerTurn {
  private readonly inner: Machine<CallerState, CallerInput, CallerEffect, CallerIdentity>;
  private readonly options: ExchangeOptions;
  private readonly now: Nanos;

  constructor(
    inner: Machine<CallerState, CallerInput, CallerEffect, CallerIdentity>,
    options: ExchangeOptions,
    now: Nanos,
  ) {
    this.inner = inner;
    this.options = options;
    this.now = now;
  }

  step(state: ConnectedCallerState, input: CallerInput): CallerStep {
    if (input.tag === "start") return this.start(state, input.call);
    if (input.tag === "tick" && "deadline" in state) return this.tick(state);
    if (input.tag === "packet" && isOfConnection(input.packet)) return this.connection(state, input.packet);
    if (input.tag === "packet" && input.packet.type === "reject" && state.tag !== "open") {
      return isOf(input.packet, state) ? this.rejected(state) : [state, []];
    }
    return this.inside(state, input);
  }

  private start({ tag, talk }: ConnectedCallerState, call: CallRequest): CallerStep {
    if (tag !== "closed") throw new Error("An activity has at most one call outstanding; this one has one.");
    return this.sendOpen(talk, call, 1);
  }

  /** Rule 1. */
  private sendOpen(talk: CallerState, call: CallRequest, sends: number): CallerStep {
    const deadline = resendAt(this.options, sends, this.now);
    return [
      { tag: "opening", talk, call, sends, deadline },
      [this.packet("open", talk, talk.sequence + 1, call, sends)],
    ];
  }

  /** Rule 3. */
  private sendClose(talk: CallerState, call: CallRequest, end: CallEnd, sends: number): CallerStep {
    const deadline = resendAt(this.options, sends, this.now);
    const close = this.packet("close", talk, talk.sequence, call, sends);
    return [{ tag: "closing", talk, call, end, sends, deadline }, [close]];
  }

  private packet(
    type: "open" | "close",
    { who, serverThread }: CallerState,
    sequence: number,
    call: CallRequest,
    send: number,
  ): SendEffect {
    const { serverSpace, interface: index, binding, procedure } = call;
    const header = { ...who, sequence, serverSpace, serverThread, interface: index, binding, procedure };
    const packet = { ...header, type, pleaseAck: true, lastFragment: true, fragment: 0, data: NO_DATA };
    return { tag: "send", packet, send };
  }

  private connection(state: ConnectedCallerState, packet: ExchangePacket): CallerStep {
    const isPresent = isOf(packet, state);
    if (packet.type === "open") {
      if (state.tag !== "opening" || !isPresent) return [state, []];
      return this.inside({ tag: "open", talk: state.talk, call: state.call }, { tag: "start", call: state.call });
    }
    if (packet.type !== "closed") return [state, []];
    if (state.tag === "closing" && isPresent) return [{ tag: "closed", talk: state.talk }, [said(packet), state.end]];
    const isPast = callOrder(packet, { ...state.talk.who, sequence: state.talk.sequence + 1 }) < 0;
    return [state, isPast && state.tag !== "open" ? [said(packet)] : []]; // the last word of rule 3 was lost
  }

  /** The exporter has started anew, and knows of no connection. */
  private rejected(state: ConnectedCallerState): CallerStep {
    if (state.tag === "closing") return [{ tag: "closed", talk: state.talk }, [state.end]];
    if (state.tag !== "opening") return [state, []];
    return [{ tag: "closed", talk: skipped(state.talk) }, [{ tag: "failed", reason: "unbound" }]];
  }

  /** Rules 1, 3 and 4. */
  private tick(state: Extract<ConnectedCallerState, Waiting>): CallerStep {
    const { talk, call, sends, deadline } = state;
    if (this.now < deadline) return [state, []];
    const isLast = sends >= this.options.sendLimit;
    if (state.tag === "closing") {
      return isLast ? [{ tag: "closed", talk }, [state.end]] : this.sendClose(talk, call, state.end, sends + 1);
    }
    return isLast
      ? [{ tag: "closed", talk: skipped(talk) }, [{ tag: "failed", reason: "no answer" }]]
      : this.sendOpen(talk, call, sends + 1);
  }

  /** The exchange takes the input; when its call is over, so is the connection. */
  private inside(state: ConnectedCallerState, input: CallerInput): CallerStep {
    const [talk, effects] = this.inner.step(state.talk, input, this.now);
    const end = effects.find((effect): effect is CallEnd => effect.tag === "returned" || effect.tag === "failed");
    if (end === undefined || state.tag !== "open") return [talk === state.talk ? state : { ...state, talk }, effects];
    if (end.tag === "failed") return [{ tag: "closed", talk }, effects];
    const [next, close] = this.sendClose(talk, state.call, end, 1);
    return [next, [...effects.filter((effect) => effect !== end), ...close]];
  }
}

const isOfConnection = ({ type }: ExchangePacket): boolean => type === "open" || type === "close" || type === "closed";

/** Whether a packet is of the connection of the present call. */
const isOf = (packet: ExchangePacket, { tag, talk }: ConnectedCallerState): boolean =>
  callOrder(packet, { ...talk.who, sequence: talk.sequence + (tag === "opening" ? 1 : 0) }) === 0;

const said = (packet: ExchangePacket): SendEffect => ({ tag: "send", packet: answerTo(packet, "closed"), send: 1 });

/** The activity after a call that was never sent: its number is used up. */
const skipped = ({ who, sequence, serverThread }: CallerState): CallerState => ({
  tag: "idle",
  who,
  sequence: sequence + 1,
  serverThread,
});

// The callee.

type CalleeStep = readonly [ConnectedCalleeState, readonly CalleeEffect[]];
type RowMachine = Machine<ActivityState, CalleeInput, CalleeEffect>;

/** A row of the callee's table. */
export function connectedCallee(
  protocol: string,
  options: CalleeOptions,
): Machine<ConnectedCalleeState, CalleeInput, CalleeEffect> {
  const inner = exchangeCallee(protocol, { ...options, acknowledgements: "explicit" });
  return {
    protocol,
    states: CONNECTED_CALLEE_STATES,
    start: () => ({ tag: "closed", row: inner.start(), last: null }),
    step: (state, input, now) => calleeStep(state, input, now, inner, options),
    deadline: (state) => {
      const due = inner.deadline(state.row);
      if (!("deadline" in state)) return due;
      return due === null ? state.deadline : Math.min(due, state.deadline);
    },
    name: ({ tag }) => tag,
    input: (input) => inner.input(input),
    key: (state) => {
      const moments = [inner.deadline(state.row), "deadline" in state ? state.deadline : null];
      const first = Math.min(...moments.map((at) => at ?? Infinity));
      const ahead = moments.map((at) => (at === null ? null : at - first));
      return keyText({ ...state, row: inner.key(state.row), deadline: ahead });
    },
    facts: (state) => [...inner.facts(state.row), ...waitingFacts(state, options.sendLimit)],
  };
}

function calleeStep(
  state: ConnectedCalleeState,
  input: CalleeInput,
  now: Nanos,
  inner: RowMachine,
  options: CalleeOptions,
): CalleeStep {
  if (input.tag === "packet") {
    const { packet } = input;
    if (isOfConnection(packet)) return onConnection(state, packet, now, inner, options);
    const isTaken = state.tag !== "closed" && callOrder(packet, state.last) === 0;
    const isTold = packet.type === "acknowledgement" || !isKnown(packet, state.row, options);
    if (!isTaken && !isTold) return [state, []]; // rule 2
  }
  const [own, sent] = input.tag === "tick" && "deadline" in state ? again(state, now, options) : [state, []];
  const [row, effects] = inner.step(own.row, input, now);
  return [row === own.row ? own : { ...own, row }, [...sent, ...effects]];
}

function onConnection(
  state: ConnectedCalleeState,
  packet: ExchangePacket,
  now: Nanos,
  inner: RowMachine,
  options: CalleeOptions,
): CalleeStep {
  const { row, last } = state;
  const order = last === null ? 1 : callOrder(packet, last);
  switch (packet.type) {
    case "open": {
      if (!options.isExported(packet)) return [state, [{ tag: "send", packet: answerTo(packet, "reject"), send: 1 }]];
      const agreed: SendEffect = { tag: "send", packet: answerTo(packet, "open"), send: 1 };
      if (order === 0 && state.tag === "open") return [state, [agreed]];
      const { sequence, conversation = 0 } = packet;
      return order > 0 ? [{ tag: "open", row, last: { sequence, conversation } }, [agreed]] : [state, []];
    }
    case "close": {
      if (order !== 0 || last === null) return [state, [said(packet)]]; // it is closed, or was never here
      if (state.tag !== "open") return [state, [said(packet)]];
      const deadline = resendAt(options, 1, now);
      const row = hasResult(state.row, packet, now, inner);
      return [{ tag: "closing", row, last, close: packet, sends: 1, deadline }, [said(packet)]];
    }
    default:
      return order === 0 && state.tag === "closing" ? [{ tag: "closed", row, last: state.last }, []] : [state, []];
  }
}

/** A caller that closes has the result, though its acknowledgement may have been lost. */
function hasResult(row: ActivityState, close: ExchangePacket, now: Nanos, inner: RowMachine): ActivityState {
  if (row.tag !== "retaining") return row;
  const packet = answerTo(close, "acknowledgement", lastNumber(row.out));
  return inner.step(row, { tag: "packet", packet }, now)[0];
}

/** Rules 3 and 4. */
function again(
  state: Extract<ConnectedCalleeState, Waiting>,
  now: Nanos,
  options: CalleeOptions,
): readonly [ConnectedCalleeState, readonly CalleeEffect[]] {
  const { row, last, close, sends, deadline } = state;
  if (now < deadline) return [state, []];
  if (sends >= options.sendLimit) return [{ tag: "closed", row, last }, []];
  const next = { ...state, sends: sends + 1, deadline: resendAt(options, sends + 1, now) };
  return [next, [{ tag: "send", packet: answerTo(close, "closed"), send: sends + 1 }]];
}
