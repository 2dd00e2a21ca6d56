/**
 * One end of a TCP connection that lasts (RFC 793, RFC 1122 §4.2, RFC 2581): what it sends, and when. Bytes are counted
 * from 0 in either direction; what they are is the user's business, and 32-bit sequence numbers are the wire's.
 *
 *     opening --accept--> open          (an end that is asked to open is open at once: `acceptTcp`)
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
 *    time; after `sendLimit` sends the connection is broken.
 * 6. Where nothing is unacknowledged and nothing was heard for `keepAlive.after`, a probe is sent, a segment without
 *    data just before what is expected, which rule 3 answers; after `keepAlive.limit` unanswered ones it is broken.
 * 7. A reset breaks the connection. Who gets a segment of a connection that it does not have answers with a reset, and
 *    a user that cannot go on sends one.
 *
 * Not here: slow start and congestion (the window is fixed), Nagle's delay, the estimate of the round trip (the least
 * time that Linux waits is used), selective acknowledgements, urgent data, closing, and sequence numbers that wrap.
 */
import type { Nanos } from "../../kernel/time.ts";

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
interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface TcpState {
  readonly tag: "opening" | "open" | "broken";
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

export type TcpInput =
  | { readonly tag: "write"; readonly bytes: number }
  | { readonly tag: "segment"; readonly segment: Segment }
  | { readonly tag: "tick" }
  | { readonly tag: "abort" };

export type BrokenBy = "reset" | "no answer";

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

export type TcpStep = readonly [TcpState, readonly TcpEffect[]];

const NOTHING: readonly TcpEffect[] = [];
const NO_STRETCH: readonly Stretch[] = [];

function fresh(tag: TcpState["tag"], now: Nanos, { keepAlive }: TcpOptions): TcpState {
  return {
    tag,
    written: 0,
    sent: 0,
    acknowledged: 0,
    recover: 0,
    duplicates: 0,
    timeouts: 0,
    retransmitAt: Infinity,
    received: 0,
    early: NO_STRETCH,
    acknowledgeAt: Infinity,
    probes: 0,
    probeAt: now + keepAlive.after,
  };
}

/** An end of a connection that was opened before. */
export const openTcp = (now: Nanos, options: TcpOptions): TcpState => fresh("open", now, options);

/** The end that opens. */
export function connectTcp(now: Nanos, options: TcpOptions): TcpStep {
  const state = { ...fresh("opening", now, options), retransmitAt: now + options.openAfter };
  return [state, [{ tag: "send", segment: control(state, "open"), what: "open", again: false }]];
}

/** The end that was asked to open. */
export function acceptTcp(now: Nanos, options: TcpOptions): TcpStep {
  const state = fresh("open", now, options);
  return [state, [{ tag: "send", segment: control(state, "accept"), what: "accept", again: false }]];
}

/** Rule 7: the answer to a segment of a connection that there is not; null to a reset, which is not answered. */
export function resetFor({ control, acknowledgement, sequence, length }: Segment): Segment | null {
  if (control === "reset") return null;
  return { control: "reset", sequence: acknowledgement, length: 0, acknowledgement: sequence + length };
}

/** When the state wants a tick; Infinity where it is broken. */
export function tcpDeadline(state: TcpState): Nanos {
  const { tag, retransmitAt, acknowledgeAt } = state;
  return tag === "broken" ? Infinity : Math.min(retransmitAt, acknowledgeAt, isQuiet(state) ? state.probeAt : Infinity);
}

/** Only then does rule 6 look after the connection; else rule 5 does. */
const isQuiet = ({ tag, sent, acknowledged }: TcpState): boolean => tag === "open" && sent === acknowledged;

/**
 * A copy of a state, to be written to while a step is taken: copies of copies are what a long stream would wait
 * for.
 */
type Draft = { -readonly [Field in keyof TcpState]: TcpState[Field] };

/** One step. What comes to a connection that is broken is ignored. */
export function stepTcp(state: TcpState, input: TcpInput, now: Nanos, options: TcpOptions): TcpStep {
  if (state.tag === "broken") return [state, NOTHING];
  const draft: Draft = { ...state };
  const effects: TcpEffect[] = [];
  switch (input.tag) {
    case "write":
      draft.written += input.bytes;
      sendMore(draft, now, options, effects);
      break;
    case "segment":
      onSegment(draft, input.segment, now, options, effects);
      break;
    case "tick":
      onTick(draft, now, options, effects);
      break;
    case "abort":
      draft.tag = "broken";
      effects.push({
        tag: "send",
        segment: { ...plain(state.sent, 0, state), control: "reset" },
        what: "reset",
        again: false,
      });
  }
  return [draft, effects];
}

const control = ({ received }: TcpState, what: "open" | "accept"): Segment => ({
  control: what,
  sequence: 0,
  length: 0,
  acknowledgement: received,
});

const plain = (sequence: number, length: number, { received }: TcpState): Segment => ({
  control: "none",
  sequence,
  length,
  acknowledgement: received,
});

function breakIt(draft: Draft, by: BrokenBy, effects: TcpEffect[]): void {
  draft.tag = "broken";
  effects.push({ tag: "broken", by });
}

/** Rule 1. What is sent carries the acknowledgement (rule 2). */
function sendMore(draft: Draft, now: Nanos, options: TcpOptions, effects: TcpEffect[]): void {
  const { segmentBytes, windowBytes } = options;
  const { acknowledged, written, sent: before } = draft;
  if (draft.tag !== "open") return;
  let sent = before;
  while (sent < written) {
    const length = Math.min(segmentBytes, written - sent);
    if (sent + length - acknowledged > windowBytes) break;
    effects.push({ tag: "send", segment: plain(sent, length, draft), what: "data", again: false });
    sent += length;
  }
  if (sent === before) return;
  draft.sent = sent;
  if (draft.retransmitAt === Infinity) draft.retransmitAt = now + options.retransmitAfter;
  draft.acknowledgeAt = Infinity;
}

/** The first unacknowledged segment, once more. */
function sendFirstAgain(draft: Draft, { segmentBytes }: TcpOptions, effects: TcpEffect[]): void {
  const { acknowledged, sent } = draft;
  const segment = plain(acknowledged, Math.min(segmentBytes, sent - acknowledged), draft);
  effects.push({ tag: "send", segment, what: "data", again: true });
}

function acknowledge(draft: Draft, effects: TcpEffect[]): void {
  draft.acknowledgeAt = Infinity;
  effects.push({ tag: "send", segment: plain(draft.sent, 0, draft), what: "acknowledgement", again: false });
}

function onSegment(draft: Draft, segment: Segment, now: Nanos, options: TcpOptions, effects: TcpEffect[]): void {
  if (segment.control === "reset") return breakIt(draft, "reset", effects);
  if (segment.control === "none" && draft.tag === "opening") return; // of an earlier connection
  draft.probes = 0;
  draft.probeAt = now + options.keepAlive.after;
  if (segment.control === "open") {
    // The answer to the first was lost, or this is a late copy.
    effects.push({ tag: "send", segment: control(draft, "accept"), what: "accept", again: true });
    return;
  }
  if (segment.control === "accept") {
    if (draft.tag === "opening") {
      draft.tag = "open";
      draft.timeouts = 0;
      draft.retransmitAt = Infinity;
      sendMore(draft, now, options, effects);
    }
    if (effects.length === 0) acknowledge(draft, effects);
    return;
  }
  onAcknowledgement(draft, segment, now, options, effects);
  onData(draft, segment, now, options, effects);
  sendMore(draft, now, options, effects);
  if (draft.acknowledgeAt <= now) acknowledge(draft, effects);
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
  { sequence, length }: Segment,
  now: Nanos,
  options: TcpOptions,
  effects: TcpEffect[],
): void {
  const { received, early } = draft;
  const end = sequence + length;
  if (length === 0 && sequence >= received) return;
  if (sequence === received && early.length === 0) {
    draft.received = end;
    draft.acknowledgeAt = draft.acknowledgeAt < Infinity ? now : now + options.acknowledgeAfter;
    effects.push({ tag: "deliver", bytes: length });
    return;
  }
  draft.acknowledgeAt = now;
  if (end <= received) return;
  if (sequence > received) {
    draft.early = withStretch(early, { from: sequence, to: end });
    return;
  }
  const next = early.reduce((upTo, { from, to }) => (from <= upTo ? Math.max(upTo, to) : upTo), end);
  draft.received = next;
  draft.early = early.filter(({ to }) => to > next);
  effects.push({ tag: "deliver", bytes: next - received });
}

/** The stretches in order, those that touch or overlap made one. */
function withStretch(stretches: readonly Stretch[], added: Stretch): readonly Stretch[] {
  const merged: Stretch[] = [];
  for (const one of [...stretches, added].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last === undefined || last.to < one.from) merged.push(one);
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, one.to) };
  }
  return merged;
}

function onTick(draft: Draft, now: Nanos, options: TcpOptions, effects: TcpEffect[]): void {
  if (now >= draft.retransmitAt) onTimeout(draft, now, options, effects);
  else if (now >= draft.acknowledgeAt) acknowledge(draft, effects);
  else if (now >= draft.probeAt && isQuiet(draft)) probe(draft, now, options, effects);
}

/** Rule 5. */
function onTimeout(draft: Draft, now: Nanos, options: TcpOptions, effects: TcpEffect[]): void {
  draft.timeouts++;
  if (draft.timeouts >= options.sendLimit) return breakIt(draft, "no answer", effects);
  const isOpening = draft.tag === "opening";
  const first = isOpening ? options.openAfter : options.retransmitAfter;
  draft.duplicates = 0;
  draft.recover = draft.sent;
  draft.retransmitAt = now + first * 2 ** draft.timeouts;
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
