/** What a sender learns of acknowledgements and of their absence. The rules stand at the head of flow.ts. */
import { millis } from "../../kernel/time.ts";
import type { FlowState } from "../tcp/flow-state.ts";
import { outgoing, whatIs } from "../tcp/segments.ts";
import type { FlowStep, Segment } from "../tcp/tcp-state.ts";
import { cut, grow } from "./congestion.ts";
import type { TodayFlow } from "./options.ts";
import { timedUpTo } from "./hystart.ts";
import { backedOff, measured, timeoutOf } from "./round-trip.ts";
import { bytesIn, DUPLICATES, gapFrom, lostBelow, withSacks } from "./scoreboard.ts";

/** An acknowledgement may be delayed for so long (Linux, TCP_DELACK_MAX; RFC 8985, WCDelAckT). */
const LONGEST_DELAY = millis(200);

/** What may still be in the network: what was sent, is not known to have come, and does not count as lost. */
function underWay({ draft, flow, options }: FlowStep): number {
  const { acknowledged, sent } = draft;
  const lostUpTo = Math.max(acknowledged, flow.lostUpTo);
  const resentUpTo = Math.max(acknowledged, flow.resentUpTo);
  const guessed = Math.min(sent - lostUpTo, flow.guessed * options.segmentBytes);
  const once = sent - lostUpTo - bytesIn(flow.sacked, lostUpTo, sent) - guessed;
  return once + resentUpTo - acknowledged - bytesIn(flow.sacked, acknowledged, resentUpTo);
}

/** Bytes that may leave besides (rule 5). */
export const mayLeave = (step: FlowStep): number =>
  Math.max(0, Math.floor(step.flow.window) * step.options.segmentBytes - underWay(step));

/** Rules 1 to 6. */
export function acknowledged(step: FlowStep, segment: Segment, options: TodayFlow): void {
  const { draft, flow } = step;
  const { acknowledgement: upTo, sacks = [] } = segment;
  if (upTo > draft.sent || upTo < draft.acknowledged) return;
  const known = flow.sacked;
  if (options.sack) flow.sacked = withSacks(known, sacks, upTo);
  const isNew = upTo > draft.acknowledged;
  if (isNew) movedOn(step, upTo, bytesIn(known, draft.acknowledged, upTo), options);
  else if (saysTheSame(segment)) repeated(step, flow.sacked !== known, options);
  if (draft.sent === draft.acknowledged) return setTimer(step, options);
  const lost = Math.max(lostBelow(flow.sacked, step.options.segmentBytes), belowProbe(flow));
  const wasOpen = flow.phase === "open";
  if (wasOpen && (draft.duplicates >= DUPLICATES || lost > draft.acknowledged)) repair(step, options);
  if (flow.phase !== "open") {
    flow.lostUpTo = Math.max(flow.lostUpTo, lost);
    sendLost(step);
  }
  // A duplicate gives no more time (RFC 6298, 5.3), but what was lost has now left again.
  if (isNew || wasOpen !== (flow.phase === "open") || flow.timer === "probe") setTimer(step, options);
}

/** Rule 9: a probe that has come without what lay before it shows that this is lost. */
function belowProbe({ probe: asked, sacked }: FlowState): number {
  const stretch = asked === null ? undefined : sacked.find(({ from, to }) => from < asked.upTo && asked.upTo <= to);
  return stretch === undefined ? 0 : stretch.from;
}

const saysTheSame = ({ control, length }: Segment): boolean => control === "none" && length === 0;

/** @param isNews whether it names data that had not been known to have come */
function repeated({ draft, flow }: FlowStep, isNews: boolean, { sack }: TodayFlow): void {
  if (flow.probe?.upTo === draft.acknowledged) flow.probe = null; // what it repeated had come, too
  if (draft.sent === draft.acknowledged || (sack && !isNews)) return;
  draft.duplicates++;
  if (!sack) flow.guessed++;
}

/** @param bytesBefore of what it covers that were known to have come */
function movedOn(step: FlowStep, upTo: number, bytesBefore: number, options: TodayFlow): void {
  const { draft, flow, now } = step;
  const { segmentBytes } = step.options;
  const known = Math.min(upTo - draft.acknowledged, bytesBefore + flow.guessed * segmentBytes);
  const segments = (upTo - draft.acknowledged) / segmentBytes;
  time(step, upTo, options);
  draft.acknowledged = upTo;
  draft.duplicates = 0;
  draft.timeouts = 0;
  flow.stalledSince = now;
  flow.guessed = Math.max(0, flow.guessed - Math.max(0, Math.ceil(segments) - 1));
  probed(step, upTo, options);
  if (flow.phase !== "open" && upTo >= draft.recover) {
    flow.phase = "open";
    flow.guessed = 0;
  } else if (flow.phase === "recovery") {
    if (!options.sack) loseFirst(step); // rule 6
    return;
  }
  const fresh = segments - known / segmentBytes;
  const counted = options.growsBy === "segments" ? fresh : Math.min(1, fresh);
  if (isInUse(step)) grow(flow, options.congestion, counted, now);
}

/** Rule 3. */
function isInUse({ flow, options }: FlowStep): boolean {
  if (flow.wasFull || flow.phase === "loss") return true;
  return flow.window < flow.threshold && flow.window * options.segmentBytes < 2 * flow.most;
}

/** Rules 7 and 13. */
function time({ flow, now }: FlowStep, upTo: number, options: TodayFlow): void {
  const { timed } = flow;
  if (timed !== null && upTo >= timed.upTo) {
    measured(flow, now - timed.since);
    flow.timed = null;
  }
  timedUpTo(flow, upTo, now, options);
}

/** Rule 4: a loss in what was under way since the last cut. */
function repair(step: FlowStep, { congestion }: TodayFlow): void {
  const { draft, flow } = step;
  flow.phase = "recovery";
  draft.recover = draft.sent;
  cut(flow, congestion);
  flow.window = flow.threshold;
  flow.probe = null;
  flow.resentUpTo = draft.acknowledged;
  loseFirst(step);
}

/** The first segment that is missed counts as lost, and goes again whatever is under way. */
function loseFirst(step: FlowStep): void {
  const { draft, flow } = step;
  const first = outgoing(draft, draft.acknowledged, draft.sent, step.options);
  flow.lostUpTo = Math.max(flow.lostUpTo, draft.acknowledged + first.length);
  flow.resentUpTo = Math.max(flow.resentUpTo, draft.acknowledged);
  resend(step, draft.acknowledged, draft.sent);
}

/** Rule 5. */
function sendLost(step: FlowStep): void {
  const { draft, flow, options } = step;
  for (;;) {
    const from = Math.max(draft.acknowledged, flow.resentUpTo);
    const gap = gapFrom(flow.sacked, from, Math.min(draft.sent, flow.lostUpTo));
    if (gap === null) return;
    const { length } = outgoing(draft, gap.from, gap.to, options);
    if (mayLeave(step) < length) return;
    resend(step, gap.from, gap.to);
  }
}

/** The segment at `from` once more. */
function resend({ draft, flow, now, options, effects }: FlowStep, from: number, to: number): void {
  const segment = outgoing(draft, from, to, options);
  flow.resentUpTo = Math.max(flow.resentUpTo, from + segment.length);
  flow.timed = null;
  flow.round = null;
  flow.sentAt = now;
  effects.push({ tag: "send", segment, what: whatIs(segment), again: true });
}

// Timers.

/** Rules 7 to 9: the timer runs while data is not acknowledged. */
export function setTimer({ draft, flow, now, options: { segmentBytes } }: FlowStep, options: TodayFlow): void {
  const waits = draft.sent - draft.acknowledged;
  if (waits === 0) {
    draft.retransmitAt = Infinity;
    return;
  }
  const timeout = backedOff(timeoutOf(flow, options), draft.timeouts, options.maxRto);
  const canProbe = options.tailProbe && options.sack && flow.phase === "open" && flow.sacked.length === 0;
  const probeAfter = 2 * flow.smoothed + (waits <= segmentBytes ? LONGEST_DELAY : 0);
  flow.timer = canProbe && flow.probe === null && draft.timeouts === 0 && probeAfter > 0 ? "probe" : "resend";
  const after = flow.timer === "probe" ? Math.min(timeout, Math.round(probeAfter)) : timeout;
  draft.retransmitAt = Math.min(now + after, flow.stalledSince + options.userTimeout);
}

/** Rules 8 and 9. @returns false where the connection is given up */
export function timedOut(step: FlowStep, options: TodayFlow): boolean {
  const { draft, flow, now } = step;
  if (now - flow.stalledSince >= options.userTimeout) return false;
  if (flow.timer === "probe") {
    probe(step, options);
    return true;
  }
  draft.timeouts++;
  if (draft.timeouts >= step.options.sendLimit) return false;
  if (flow.phase === "open") cut(flow, options.congestion);
  flow.cubic = null;
  flow.phase = "loss";
  draft.recover = draft.sent;
  flow.window = 1;
  flow.probe = null;
  flow.guessed = 0;
  draft.duplicates = 0;
  flow.lostUpTo = draft.sent;
  flow.resentUpTo = draft.acknowledged;
  sendLost(step);
  setTimer(step, options);
  return true;
}

/** Rule 9. */
function probe(step: FlowStep, options: TodayFlow): void {
  const { draft, flow, now, effects } = step;
  const { segmentBytes, windowBytes } = step.options;
  const { sent, written, acknowledged: from } = draft;
  const fresh = sent < written ? outgoing(draft, sent, written, step.options) : null;
  if (fresh !== null && sent + fresh.length <= from + windowBytes) {
    draft.sent += fresh.length;
    flow.sentAt = now;
    flow.probe = { upTo: draft.sent, again: false };
    effects.push({ tag: "send", segment: fresh, what: whatIs(fresh), again: false });
  } else {
    const at = sent - 1 === draft.finishAt ? sent - 1 : Math.max(from, lastStart(from, sent, segmentBytes));
    flow.probe = { upTo: sent, again: true };
    const segment = outgoing(draft, at, sent, step.options);
    flow.timed = null;
    flow.round = null;
    effects.push({ tag: "send", segment, what: whatIs(segment), again: true });
  }
  setTimer(step, options);
}

/** Where the last segment begins of what is under way. */
const lastStart = (from: number, to: number, segmentBytes: number): number =>
  from + Math.floor((to - from - 1) / segmentBytes) * segmentBytes;

/**
 * What an acknowledgement says of a probe (RFC 8985 §7.4). Where the probe repeated a segment, a second acknowledgement
 * that says the same shows that both have come; where data behind it is acknowledged instead, the first one was lost.
 */
function probed({ flow }: FlowStep, upTo: number, { congestion }: TodayFlow): void {
  const { probe: asked } = flow;
  if (asked === null || upTo < asked.upTo || (asked.again && upTo === asked.upTo)) return;
  flow.probe = null;
  if (!asked.again) return;
  cut(flow, congestion);
  flow.window = flow.threshold;
}
