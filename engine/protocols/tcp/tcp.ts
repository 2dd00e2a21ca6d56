/**
 * One end of a TCP connection that lasts (RFC 793, RFC 1122 §4.2, RFC 2581): what it sends, and when. Bytes are counted
 * from 0 in either direction; what they are is the user's business, and 32-bit sequence numbers are the wire's.
 *
 *     closed --connect--> opening --accept--> open
 *     closed --asked to open--> open          (at once; the answer carries the news)
 *     open --both users have closed, and each FIN is acknowledged--> ended
 *     opening --close--> ended
 *     opening, open --reset, or too many sends or probes unanswered--> broken
 *
 * Rules
 * 1. What the user writes is sent at once, in segments of at most `segmentBytes`, while no more than `windowBytes` are
 *    unacknowledged. What came in order is taken by the user at once, so the window that is offered never shrinks.
 * 2. Every second segment with data is acknowledged at once, a single one after `acknowledgeAfter`; data that goes the
 *    other way carries the acknowledgement.
 * 3. Data that comes early is kept. It is acknowledged at once, as is what fills a gap and what came before.
 * 4. After `duplicateLimit` acknowledgements that say the same, the first segment that they miss is sent again; and
 *    until all is acknowledged that had been sent by then, so is the next one that is missed (RFC 2582).
 * 5. What is not acknowledged in `retransmitAfter` is sent again, its first segment, then after twice as long each
 *    time, at most after `longestAfter`; after `sendLimit` sends the connection is broken.
 * 6. Where nothing is unacknowledged and nothing was heard for `keepAlive.after`, a probe is sent, a segment without
 *    data just before what is expected, which rule 3 answers; after `keepAlive.limit` unanswered ones it is broken. A
 *    probe of the other end is a word, too. The end that was asked to open waits `keepAlive.apart` longer: two timers
 *    of one length would run in step, and probes that cross look like acknowledgements that say the same.
 * 7. A reset breaks the connection. A machine answers a segment of a connection that it does not have with a reset,
 *    and a user that cannot go on sends one.
 * 8. A user that closes writes no more. Behind its last byte goes FIN, which counts as a byte: it waits for the window,
 *    is acknowledged, at once, and is sent again. The other direction stays open until its user closes, too. A
 *    connection that is not open yet is given up without a word.
 * 9. The end that closed first waits for `lingers` after both FINs are acknowledged, because its last acknowledgement
 *    may be lost and the other FIN come again; the other end is done at once.
 * 10. With Nagle's algorithm a segment that is not full waits while another that was not full is unacknowledged (RFC
 *    896, as Linux has it). More data may fill it meanwhile.
 *
 * An end with a flow (flow.ts) sends and acknowledges as its flow says, in place of rules 1, 2, 4 and 5.
 *
 * Not here: slow start and congestion (the window is fixed), the estimate of the round trip (the least time that Linux
 * waits is used) and selective acknowledgements, which flows have; urgent data, and sequence numbers that wrap.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { Machine } from "../machine.ts";
import { control, outgoing, plain, whatIs, withStretch } from "./segments.ts";
import { CLOSED, deadline, END_STATES, facts, hasAll, isQuiet, key, nameOf, segmentWord } from "./tcp-state.ts";
import type { BrokenBy, Draft, FlowStep, Segment, TcpEffect, TcpInput, TcpOptions, TcpState } from "./tcp-state.ts";

type TcpStep = readonly [TcpState, readonly TcpEffect[]];

const NOTHING: readonly TcpEffect[] = [];

/** One end of a connection. Throws where it is used before it is opened, or opened twice: mistakes of its user. */
export function tcpEnd(options: TcpOptions): Machine<TcpState, TcpInput, TcpEffect> {
  return {
    protocol: "TCP",
    states: END_STATES,
    start: () => (options.flow === undefined ? CLOSED : { ...CLOSED, flow: options.flow.start() }),
    step: (state, input, now) => step(state, input, now, options),
    deadline,
    name: nameOf,
    input: (input) => (input.tag === "segment" ? segmentWord(input.segment) : input.tag),
    key: (state) => key(state, options.flow),
    facts: (state) => facts(state, options),
  };
}

/** Rule 7: the answer to a segment of a connection that there is not; null to a reset, which is not answered. */
export function resetFor({ control, acknowledgement, sequence, length }: Segment): Segment | null {
  if (control === "reset") return null;
  return { control: "reset", sequence: acknowledgement, length: 0, acknowledgement: sequence + length };
}

/** A step of a connection. One that is broken or has ended ignores all inputs. */
function step(state: TcpState, input: TcpInput, now: Nanos, options: TcpOptions): TcpStep {
  if (state.tag === "broken" || state.tag === "ended") return [state, NOTHING];
  const draft: Draft = { ...state, ...(state.flow === undefined ? {} : { flow: { ...state.flow } }) };
  const effects: TcpEffect[] = [];
  if (state.tag === "closed") open(draft, input, now, options, effects);
  else change(draft, input, now, options, effects);
  return [draft, effects];
}

/** The step of the end’s flow, where it has one; the draft's is a copy that may be written to. */
function flowStep(draft: Draft, now: Nanos, options: TcpOptions, effects: TcpEffect[]): FlowStep | null {
  return draft.flow === undefined ? null : { draft, flow: draft.flow, now, options, effects };
}

function open(draft: Draft, input: TcpInput, now: Nanos, options: TcpOptions, effects: TcpEffect[]): void {
  draft.tag = input.tag === "connect" ? "opening" : "open";
  draft.wasAsked = input.tag === "asked to open" || (input.tag === "opened before" && input.by === "the other end");
  hear(draft, now, options);
  const flowing = flowStep(draft, now, options, effects);
  if (flowing !== null && input.tag !== "opened before") options.flow?.opening(flowing);
  switch (input.tag) {
    case "connect":
      draft.retransmitAt = now + options.openAfter;
      effects.push({ tag: "send", segment: control(draft, "open"), what: "open", again: false });
      return;
    case "asked to open":
      effects.push({ tag: "send", segment: control(draft, "accept"), what: "accept", again: false });
      return;
    case "opened before":
      return;
    default:
      throw new Error(`A connection is opened before "${input.tag}".`);
  }
}

function change(draft: Draft, input: TcpInput, now: Nanos, options: TcpOptions, effects: TcpEffect[]): void {
  switch (input.tag) {
    case "write":
      if (draft.finishAt < Infinity) throw new Error("A user that has closed a connection writes no more.");
      draft.written += input.bytes;
      return sendMore(draft, now, options, effects);
    case "close":
      return close(draft, now, options, effects);
    case "segment":
      return onSegment(draft, input.segment, now, options, effects);
    case "tick":
      return onTick(draft, now, options, effects);
    case "abort": {
      draft.tag = "broken";
      const segment: Segment = { ...plain(draft.sent, 0, draft), control: "reset" };
      effects.push({ tag: "send", segment, what: "reset", again: false });
      return;
    }
    default:
      throw new Error(`A connection is opened once; "${input.tag}" came to one that is ${draft.tag}.`);
  }
}

/** Rule 8. A second close changes nothing. */
function close(draft: Draft, now: Nanos, options: TcpOptions, effects: TcpEffect[]): void {
  if (draft.tag === "opening") return endIt(draft, effects);
  if (draft.finishAt < Infinity) return;
  draft.finishAt = draft.written;
  draft.written += 1;
  draft.closesFirst = !hasAll(draft);
  sendMore(draft, now, options, effects);
}

/** Rule 9. */
function endIfDone(draft: Draft, now: Nanos, { lingers }: TcpOptions, effects: TcpEffect[]): void {
  if (draft.tag !== "open" || draft.acknowledged <= draft.finishAt || !hasAll(draft)) return;
  if (draft.closesFirst) draft.endsAt = now + lingers;
  else endIt(draft, effects);
}

function endIt(draft: Draft, effects: TcpEffect[]): void {
  draft.tag = "ended";
  effects.push({ tag: "ended" });
}

function breakIt(draft: Draft, by: BrokenBy, effects: TcpEffect[]): void {
  draft.tag = "broken";
  effects.push({ tag: "broken", by });
}

/** Rule 1. What is sent carries the acknowledgement (rule 2). */
function sendMore(draft: Draft, now: Nanos, options: TcpOptions, effects: TcpEffect[]): void {
  const { windowBytes, nagle = false } = options;
  const { acknowledged, written, sent: before } = draft;
  if (draft.tag !== "open" || before >= written) return;
  const flowing = flowStep(draft, now, options, effects);
  const flowLimit = flowing === null ? Infinity : (options.flow?.limit(flowing) ?? Infinity);
  const limit = Math.min(acknowledged + windowBytes, flowLimit);
  let sent = before;
  while (sent < written) {
    const segment = outgoing(draft, sent, written, options);
    if (sent + segment.length > limit) break;
    if (nagle && isSmall(segment, options)) {
      if ((draft.smallUpTo ?? 0) > acknowledged) break; // rule 10
      draft.smallUpTo = sent + segment.length;
    }
    effects.push({ tag: "send", segment, what: whatIs(segment), again: false });
    sent += segment.length;
  }
  if (sent === before) return;
  draft.sent = sent;
  if (flowing !== null) options.flow?.sent(flowing, before);
  else if (draft.retransmitAt === Infinity) draft.retransmitAt = now + options.retransmitAfter;
  draft.acknowledgeAt = Infinity;
}

const isSmall = ({ control: of, length }: Segment, { segmentBytes }: TcpOptions): boolean =>
  of === "none" && length < segmentBytes;

/** The first unacknowledged segment, once more. */
function sendFirstAgain(draft: Draft, options: TcpOptions, effects: TcpEffect[]): void {
  const segment = outgoing(draft, draft.acknowledged, draft.sent, options);
  effects.push({ tag: "send", segment, what: whatIs(segment), again: true });
}

/** @param near where the data stood that came last */
function acknowledge(draft: Draft, { flow }: TcpOptions, effects: TcpEffect[], near = draft.received): void {
  draft.acknowledgeAt = Infinity;
  const sacks = draft.early.length === 0 ? [] : (flow?.sacks(draft.early, near) ?? []);
  const segment = { ...plain(draft.sent, 0, draft), ...(sacks.length === 0 ? {} : { sacks }) };
  effects.push({ tag: "send", segment, what: "acknowledgement", again: false });
}

function onSegment(draft: Draft, segment: Segment, now: Nanos, options: TcpOptions, effects: TcpEffect[]): void {
  if (segment.control === "reset") return onReset(draft, effects);
  const isOfData = segment.control === "none" || segment.control === "finish";
  if (isOfData && draft.tag === "opening") return; // of an earlier connection
  hear(draft, now, options);
  if (segment.control === "open") {
    // The answer to the first was lost, or this is a late copy.
    effects.push({ tag: "send", segment: control(draft, "accept"), what: "accept", again: true });
    return;
  }
  if (segment.control === "accept") {
    if (draft.tag === "opening") {
      const flowing = flowStep(draft, now, options, effects);
      if (flowing !== null) options.flow?.opened(flowing);
      draft.tag = "open";
      draft.timeouts = 0;
      draft.retransmitAt = Infinity;
      sendMore(draft, now, options, effects);
    }
    if (effects.length === 0) acknowledge(draft, options, effects);
    return;
  }
  const hadAll = hasAll(draft);
  const flowing = flowStep(draft, now, options, effects);
  if (flowing !== null) options.flow?.acknowledged(flowing, segment);
  else onAcknowledgement(draft, segment, now, options, effects);
  onData(draft, segment, now, options, effects);
  sendMore(draft, now, options, effects);
  if (draft.acknowledgeAt <= now) acknowledge(draft, options, effects, segment.sequence);
  // The user may answer with a close, which goes behind the acknowledgement.
  if (!hadAll && hasAll(draft)) effects.push({ tag: "finished" });
  endIfDone(draft, now, options, effects);
}

/** Rule 6: something has come from the other end. */
function hear(draft: Draft, now: Nanos, { keepAlive }: TcpOptions): void {
  draft.probes = 0;
  draft.probeAt = now + keepAlive.after + (draft.wasAsked ? keepAlive.apart : 0);
}

/** Rule 7. An end that only waits for late segments has nothing to lose (RFC 1337). */
function onReset(draft: Draft, effects: TcpEffect[]): void {
  if (draft.endsAt < Infinity) endIt(draft, effects);
  else breakIt(draft, "reset", effects);
}

/** Rules 4 and 5. */
function onAcknowledgement(
  draft: Draft,
  { acknowledgement: upTo, length }: Segment,
  now: Nanos,
  options: TcpOptions,
  effects: TcpEffect[],
): void {
  const { acknowledged, sent, recover } = draft;
  if (upTo > sent || upTo < acknowledged) return;
  if (upTo > acknowledged) {
    draft.acknowledged = upTo;
    draft.duplicates = 0;
    draft.timeouts = 0;
    draft.retransmitAt = upTo < sent ? now + options.retransmitAfter : Infinity;
    if (upTo < recover) sendFirstAgain(draft, options, effects);
    return;
  }
  if (length > 0 || sent === acknowledged) return;
  draft.duplicates++;
  if (draft.duplicates !== options.duplicateLimit || acknowledged < recover) return;
  draft.recover = sent;
  sendFirstAgain(draft, options, effects);
}

/** Rules 2 and 3: `acknowledgeAt` is `now` where an acknowledgement is due at once. */
function onData(
  draft: Draft,
  { control: of, sequence, length }: Segment,
  now: Nanos,
  options: TcpOptions,
  effects: TcpEffect[],
): void {
  const { received, early } = draft;
  const end = sequence + length;
  if (length === 0 && sequence >= received) return;
  const isFinish = of === "finish";
  if (isFinish) draft.peerFinishAt = sequence;
  if (sequence === received && early.length === 0) {
    const flowing = flowStep(draft, now, options, effects);
    const isDue = isFinish || (flowing === null && draft.acknowledgeAt < Infinity);
    const later = flowing === null ? undefined : options.flow?.acknowledgeAt(flowing, length);
    draft.acknowledgeAt = isDue ? now : (later ?? now + options.acknowledgeAfter);
    takeUpTo(draft, end, effects);
    return;
  }
  draft.acknowledgeAt = now;
  if (end <= received) return;
  if (sequence > received) {
    draft.early = withStretch(early, { from: sequence, to: end });
    return;
  }
  const next = early.reduce((upTo, { from, to }) => (from <= upTo ? Math.max(upTo, to) : upTo), end);
  draft.early = early.filter(({ to }) => to > next);
  takeUpTo(draft, next, effects);
}

/** Bytes before `end` are now in order; the last may be FIN. */
function takeUpTo(draft: Draft, end: number, effects: TcpEffect[]): void {
  const bytes = Math.min(end, draft.peerFinishAt) - draft.received;
  draft.received = end;
  if (bytes > 0) effects.push({ tag: "deliver", bytes });
}

function onTick(draft: Draft, now: Nanos, options: TcpOptions, effects: TcpEffect[]): void {
  if (now >= draft.retransmitAt) onTimeout(draft, now, options, effects);
  else if (now >= draft.acknowledgeAt) acknowledge(draft, options, effects);
  else if (now >= draft.endsAt) endIt(draft, effects);
  else if (now >= draft.probeAt && isQuiet(draft)) probe(draft, now, options, effects);
}

/** Rule 5. */
function onTimeout(draft: Draft, now: Nanos, options: TcpOptions, effects: TcpEffect[]): void {
  const isOpening = draft.tag === "opening";
  const flowing = isOpening ? null : flowStep(draft, now, options, effects);
  if (flowing !== null) {
    if (options.flow?.timedOut(flowing) === false) breakIt(draft, "no answer", effects);
    return;
  }
  draft.timeouts++;
  const limit = isOpening ? (options.openLimit ?? options.sendLimit) : options.sendLimit;
  if (draft.timeouts >= limit) return breakIt(draft, "no answer", effects);
  const first = isOpening ? options.openAfter : options.retransmitAfter;
  draft.duplicates = 0;
  draft.recover = draft.sent;
  draft.retransmitAt = now + Math.min(first * 2 ** draft.timeouts, options.longestAfter ?? Infinity);
  if (isOpening) effects.push({ tag: "send", segment: control(draft, "open"), what: "open", again: true });
  else sendFirstAgain(draft, options, effects);
}

/** Rule 6. */
function probe(draft: Draft, now: Nanos, { keepAlive }: TcpOptions, effects: TcpEffect[]): void {
  if (draft.probes >= keepAlive.limit) return breakIt(draft, "no answer", effects);
  draft.probes++;
  draft.probeAt = now + keepAlive.every;
  effects.push({ tag: "send", segment: plain(draft.sent - 1, 0, draft), what: "probe", again: false });
}
