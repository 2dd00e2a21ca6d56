/**
 * The callee's half of the packet exchange of Cedar and Firefly RPC, for one activity: one row of the callee's table
 * of activities.
 *
 *     (no row) --new call, whole--> executing --done--> retaining --next call--> executing
 *              --first packet of several--> gathering --last packet--> executing
 *     executing --done, a long result--> replying --acknowledgement--> replying, and with the last packet retaining
 *               --raise--> raising --acknowledgement--> suspended
 *     raising, suspended --resume, unwind--> executing
 *                        --tick, nobody answers--> settled (abandoned)
 *     replying, retaining --acknowledgement of the end, or too many sends--> settled --next call--> executing
 *     gathering, settled --tick, long silent--> (no row)
 *
 * Rules
 * 1. A call whose binding is not this incarnation's is rejected, whatever its sequence number: the exporter was
 *    restarted and remembers nothing.
 * 2. A call with a greater sequence number than the row's is new: it acknowledges the last result and is executed. A
 *    greater conversation identifier comes first: sequence numbers begin anew after the caller's restart.
 * 3. A call with the row's sequence number is a duplicate and never executed again. While the procedure runs it is
 *    acknowledged if it asks for that; once there is a result, the result is sent again.
 * 4. A call with a smaller one is late and ignored.
 * 5. The result is kept, in the packet that brought the call, until the next call or an acknowledgement; unacknowledged
 *    it is sent again, asking for an acknowledgement, and forgotten after as many sends as a call has.
 * 6. A probe is answered by an acknowledgement while the procedure runs, and by the result after that.
 * 7. Where a procedure ends after its caller gave up and called again, its result is thrown away; where it raises an
 *    exception, nobody handles that.
 * 8. The packets of a long call are acknowledged, each but the last; the procedure runs when all have come. A long
 *    result goes in the same way.
 * 9. An exception that the procedure raises is sent like a result. The answer of the caller's handler, a value or the
 *    word to unwind, goes back to the procedure. It names no binding; where its call has no row it is rejected.
 *    Meanwhile the callee asks by probes whether the caller is still there.
 * 10. Where the callee tells by itself that it is alive, it sends an acknowledgement again and again while it works, at
 *    the times at which probes would come.
 * 11. A row is forgotten when its activity has been silent for long: a late packet of it cannot come any more.
 * 12. Where several packets of a result are sent behind each other, the time until they are sent again begins when the
 *    last of them has left the machine.
 */
import type { Nanos } from "../../kernel/time.ts";
import { inOrder } from "../fragments.ts";
import { keyText, type Machine } from "../machine.ts";
import { ACTIVITY_STATES, calleeFacts } from "./callee-state.ts";
import type { ActivityState, CalleeEffect, CalleeInput, Known, Reply, Row, Said } from "./callee-state.ts";
import {
  acknowledged,
  atItsEnd,
  dueAgain,
  joined,
  lastNumber,
  messageOf,
  packetsOf,
  withPart,
  type Outgoing,
  type SentInput,
} from "./message.ts";
import { has, nextInterval, resendAt, type CalleeOptions } from "./options.ts";
import {
  answerTo,
  callOrder,
  NO_DATA,
  type CallHeader,
  type CallName,
  type ExchangePacket,
  type ExchangeType,
} from "./packet.ts";

const NOTHING: readonly CalleeEffect[] = [];

type CalleeStep = readonly [ActivityState, readonly CalleeEffect[]];

/** A row of the table. Throws where `done` comes for a call that does not run: that is the stub's mistake. */
export function exchangeCallee(
  protocol: string,
  options: CalleeOptions,
): Machine<ActivityState, CalleeInput, CalleeEffect> {
  return {
    protocol,
    states: ACTIVITY_STATES,
    start: () => ({ tag: "new" }),
    step: (state, input, now) => step(state, input, now, options),
    deadline: (state) => ("deadline" in state ? state.deadline : null),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? `${input.packet.type} packet` : input.tag),
    key: (state) => keyText({ ...state, deadline: isUnsent(state) ? "none" : null }),
    facts: (state) => calleeFacts(state, options),
  };
}

function step(state: ActivityState, input: CalleeInput, now: Nanos, options: CalleeOptions): CalleeStep {
  switch (input.tag) {
    case "packet":
      return onPacket(state, input.packet, now, options);
    case "sent":
      return [onSent(state, input, now, options), NOTHING];
    case "done":
      return onDone(state, input, now, options);
    case "raise":
      return onRaise(state, input, now, options);
    case "tick":
      return onTick(state, now, options);
  }
}

const answer = (to: ExchangePacket, type: ExchangeType, fragment?: number): CalleeEffect => ({
  tag: "send",
  packet: answerTo(to, type, fragment),
  send: 1,
});

/** The call that a row stands for, as a name to compare with. */
const nameOf = (state: Known): CallName =>
  named(state.sequence, state.tag === "settled" ? state.conversation : state.call.conversation);

const named = (sequence: number, conversation: number | undefined): CallName => ({
  sequence,
  ...(conversation === undefined ? {} : { conversation }),
});

const isCaller = ({ type }: ExchangePacket): boolean =>
  type === "call" || type === "data" || type === "probe" || type === "resume" || type === "unwind";

function onPacket(state: ActivityState, packet: ExchangePacket, now: Nanos, options: CalleeOptions): CalleeStep {
  const { type } = packet;
  if (type === "acknowledgement") return onAcknowledgement(state, packet, now, options);
  if (!isCaller(packet)) return [state, NOTHING];
  if (!isKnown(packet, state, options)) return [state, [answer(packet, "reject")]]; // rule 1
  const order = state.tag === "new" ? 1 : callOrder(packet, nameOf(state));
  if (order !== 0 && isNew(packet, order, options)) {
    const left: readonly CalleeEffect[] = isWaiting(state) ? [{ tag: "abandon", call: nameOf(state) }] : NOTHING;
    const [next, effects] = onCall(packet, now, options);
    return [next, [...left, ...effects]];
  }
  if (state.tag === "new" || order !== 0) return [state, NOTHING]; // rule 4
  return onPresent(state, packet, now, options);
}

/** Whether a packet of a caller names an export that stands; the end of an exception names none, but has a row. */
export const isKnown = (packet: ExchangePacket, { tag }: ActivityState, options: CalleeOptions): boolean =>
  packet.type === "resume" || packet.type === "unwind" ? tag !== "new" : options.isExported(packet);

/** Rules 2 and 4. In a bulk protocol a later packet of a call may overtake the first. */
const isNew = ({ type }: ExchangePacket, order: number, options: CalleeOptions): boolean =>
  (type === "call" || (type === "data" && options.underWay === "all")) && (order > 0 || !has(options, "sequenceCheck"));

const isArgument = ({ type }: ExchangePacket): boolean => type === "call" || type === "data";

const isWaiting = (state: ActivityState): state is Extract<Known, { readonly tag: "raising" | "suspended" }> =>
  state.tag === "raising" || state.tag === "suspended";

/** A packet of a call that is new. */
function onCall(packet: ExchangePacket, now: Nanos, options: CalleeOptions): CalleeStep {
  const { sequence } = packet;
  const deadline = silentUntil(now, options);
  return withArguments(
    { tag: "gathering", sequence, call: packet, parts: [], whole: null, deadline },
    packet,
    now,
    options,
  );
}

/** Rule 8. */
function withArguments(
  state: Extract<Known, { readonly tag: "gathering" }>,
  packet: ExchangePacket,
  now: Nanos,
  options: CalleeOptions,
): CalleeStep {
  const parts = withPart(state.parts, packet.fragment, packet.data, options);
  const whole = packet.lastFragment ? packet.fragment + 1 : state.whole;
  const call = packet.fragment === 0 ? packet : state.call;
  const number = inOrder(parts);
  if (whole === null || number < whole) {
    const told = packet.pleaseAck && number > 0 ? [answer(packet, "acknowledgement", number - 1)] : NOTHING;
    return [{ ...state, call, parts, whole, deadline: silentUntil(now, options) }, told];
  }
  const entire = whole === 1 ? packet : { ...call, data: joined(parts) };
  const told = packet.pleaseAck && options.acknowledgements === "explicit" ? [answer(packet, "acknowledgement")] : [];
  return [
    executing({ sequence: state.sequence, call: entire, taken: whole, given: 0 }, null, options),
    [...told, { tag: "execute", call: entire }],
  ];
}

const silentUntil = (now: Nanos, { forgetAfter }: CalleeOptions): Nanos | null =>
  forgetAfter === null ? null : now + forgetAfter;

/** @param told when the caller was told that the callee works; null while it was not */
function executing(
  { sequence, call, taken, given }: Row,
  told: Nanos | null,
  options: CalleeOptions,
  interval = options.firstProbeAfter,
): ActivityState {
  const deadline = told === null || options.liveness === "probes" ? null : told + interval;
  return { tag: "executing", sequence, call, taken, given, interval, deadline };
}

/** A packet of the row's own call: rules 3, 6, 8 and 9. */
function onPresent(state: Known, packet: ExchangePacket, now: Nanos, options: CalleeOptions): CalleeStep {
  switch (state.tag) {
    case "gathering":
      return isArgument(packet) ? withArguments(state, packet, now, options) : [state, NOTHING];
    case "executing": {
      if (!packet.pleaseAck) return [state, NOTHING];
      const isTold = options.liveness === "keep-alives" && state.deadline === null;
      return [isTold ? executing(state, now, options) : state, [answer(packet, "acknowledgement")]];
    }
    case "replying":
    case "retaining":
      if (!has(options, "sequenceCheck") && packet.type === "call") return onCall(packet, now, options);
      return sendReply(state, state, state.sends + 1, now, options);
    case "raising":
      if (packet.fragment < state.taken) return sendReply(state, state, state.sends + 1, now, options);
      return onHandled(state, packet);
    case "suspended":
      if (packet.fragment < state.taken) return [state, packet.pleaseAck ? [answer(packet, "acknowledgement")] : []];
      return onHandled(state, packet);
    case "settled":
      if (!has(options, "sequenceCheck") && packet.type === "call") return onCall(packet, now, options);
      return [state, NOTHING];
  }

  /** Rule 9: the caller's handler has ended. */
  function onHandled(row: Row, { type, data, fragment }: ExchangePacket): CalleeStep {
    if (type !== "resume" && type !== "unwind") return [state, NOTHING];
    const goesOn = executing({ ...row, taken: fragment + 1 }, null, options);
    const call = nameOf(state);
    return [goesOn, [type === "resume" ? { tag: "resume", call, data } : { tag: "unwind", call }]];
  }
}

function onAcknowledgement(
  state: ActivityState,
  packet: ExchangePacket,
  now: Nanos,
  options: CalleeOptions,
): CalleeStep {
  if (state.tag === "new" || callOrder(packet, nameOf(state)) !== 0) return [state, NOTHING];
  switch (state.tag) {
    case "replying":
    case "retaining":
    case "raising": {
      if (packet.fragment >= lastNumber(state.out)) {
        return [
          state.tag === "raising" ? suspended(state, options.firstProbeAfter, now) : settled(state, now, options),
          [],
        ];
      }
      const out = acknowledged(state.out, packet.fragment);
      if (out === state.out) return [state, NOTHING];
      return sendReply(state, { ...state, out }, options.underWay === "all" ? 2 : 1, now, options);
    }
    case "suspended":
      return [suspended(state, nextInterval(state.interval, options), now), NOTHING];
    default:
      return [state, NOTHING];
  }
}

function suspended(
  { sequence, call, taken, given, out }: Row & { readonly out: Outgoing },
  interval: Nanos,
  now: Nanos,
): ActivityState {
  return { tag: "suspended", sequence, call, taken, given, out, unanswered: 0, interval, deadline: now + interval };
}

/** The sequence number stays, until the activity has been silent for long. */
function settled(state: Known, now: Nanos, options: CalleeOptions): ActivityState {
  return { tag: "settled", ...nameOf(state), deadline: silentUntil(now, options) };
}

function onDone(state: ActivityState, said: Said, now: Nanos, options: CalleeOptions): CalleeStep {
  const { data, serverThread } = said;
  const row = runningRow(state, said, options);
  if (row === null) return [state, NOTHING]; // rule 7
  const out = messageOf("result", data, row.given, options);
  const result: ExchangePacket = { ...row.call, type: "result", pleaseAck: false, serverThread, data };
  const [next, effects] = sendReply(row, { out, result }, 1, now, options);
  if (!has(options, "duplicateTable")) return [{ tag: "new" }, effects];
  return has(options, "heldReply") ? [next, effects] : [settled(row, now, options), effects];
}

/** Rule 9. */
function onRaise(state: ActivityState, said: Said, now: Nanos, options: CalleeOptions): CalleeStep {
  const { data, serverThread } = said;
  const row = runningRow(state, said, options);
  if (row === null) return [state, [{ tag: "abandon", call: named(said.sequence, said.conversation) }]];
  const out = messageOf("exception", data, row.given, options, true);
  const result: ExchangePacket = { ...row.call, type: "exception", pleaseAck: false, serverThread, data };
  return sendReply(row, { out, result }, 1, now, options);
}

type Executing = Extract<ActivityState, { readonly tag: "executing" }>;

/** The row of a procedure that says something; null where its caller has called again meanwhile. */
function runningRow(state: ActivityState, said: Said, options: CalleeOptions): Executing | null {
  const order = state.tag === "new" ? 1 : callOrder(said, nameOf(state));
  if (state.tag === "executing" && order === 0) return state;
  // Without these rules an old call can take the row from a newer one.
  if (order < 0 || !has(options, "sequenceCheck") || !has(options, "duplicateTable")) return null;
  throw new Error(`The procedure of call ${said.sequence} ended for an activity that is ${describe(state)}.`);
}

const describe = (state: ActivityState): string => (state.tag === "new" ? "new" : `${state.tag} ${state.sequence}`);

/** Rules 5 and 8: the first send asks for no acknowledgement of its end, because the next call is one. */
function sendReply(
  { sequence, call, taken }: Row,
  { out, result }: Pick<Reply, "out" | "result">,
  sends: number,
  now: Nanos,
  options: CalleeOptions,
): CalleeStep {
  const isWhole = options.underWay === "all" || atItsEnd(out);
  const tag = out.type === "exception" ? "raising" : isWhole ? "retaining" : "replying";
  const given = lastNumber(out) + 1;
  const effects = packetsOf(out, headerOf(result), sends, options);
  const deadline = dueAgain(effects, options, sends, now);
  return [{ tag, sequence, call, taken, given, out, result, sends, deadline }, effects];
}

type Unsent = Extract<ActivityState, Reply> & { readonly deadline: null };

/** The last packet of the row's message has not left the machine. */
const isUnsent = (state: ActivityState): state is Unsent => "sends" in state && state.deadline === null;

/** Rule 12. */
function onSent(state: ActivityState, { packet, send }: SentInput, now: Nanos, options: CalleeOptions): ActivityState {
  if (!isUnsent(state) || state.sends !== send || callOrder(packet, nameOf(state)) !== 0) return state;
  return { ...state, deadline: resendAt(options, send, now) };
}

/** The fields that every packet of the row's call has. */
function headerOf(packet: ExchangePacket): CallHeader {
  const {
    type: _type,
    pleaseAck: _pleaseAck,
    lastFragment: _last,
    fragment: _fragment,
    data: _data,
    ...header
  } = packet;
  return header;
}

function onTick(state: ActivityState, now: Nanos, options: CalleeOptions): CalleeStep {
  if (!("deadline" in state) || state.deadline === null || now < state.deadline) return [state, NOTHING];
  switch (state.tag) {
    case "executing": {
      const [interval, fragment] = [nextInterval(state.interval, options), state.taken - 1];
      return [executing(state, now, options, interval), [answer(state.call, "acknowledgement", fragment)]]; // rule 10
    }
    case "replying":
    case "retaining":
      if (state.sends >= options.sendLimit) return [settled(state, now, options), NOTHING];
      return sendReply(state, state, state.sends + 1, now, options);
    case "raising":
      if (state.sends >= options.sendLimit) return abandon(state, now, options);
      return sendReply(state, state, state.sends + 1, now, options);
    case "suspended":
      return askCaller(state, now, options);
    case "gathering":
    case "settled":
      return [{ tag: "new" }, [{ tag: "forget" }]]; // rule 11
  }
}

/** The caller of a procedure that waits for its handler is gone. */
const abandon = (state: Known, now: Nanos, options: CalleeOptions): CalleeStep => [
  settled(state, now, options),
  [{ tag: "abandon", call: nameOf(state) }],
];

function askCaller(
  state: Extract<ActivityState, { readonly tag: "suspended" }>,
  now: Nanos,
  options: CalleeOptions,
): CalleeStep {
  if (state.unanswered >= options.sendLimit) return abandon(state, now, options);
  const unanswered = state.unanswered + 1;
  const packet: ExchangePacket = {
    ...headerOf(state.call),
    type: "probe",
    pleaseAck: true,
    lastFragment: true,
    fragment: lastNumber(state.out),
    data: NO_DATA,
  };
  const deadline = resendAt(options, unanswered, now);
  return [{ ...state, unanswered, deadline }, [{ tag: "send", packet, send: unanswered }]];
}
