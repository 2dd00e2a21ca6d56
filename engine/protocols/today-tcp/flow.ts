/**
 * How TCP of today sends and acknowledges, as Linux does it. Opening, closing, order and probes of silent ends are
 * those of `protocols/tcp/tcp.ts`.
 *
 * Rules
 * 1. Slow start: a connection begins with a window of `initialWindow` segments (RFC 6928: 10). It grows by as many
 *    segments as are newly acknowledged, until it comes to the threshold; where `growsBy` says so, by one at most for
 *    each acknowledgement (RFC 5681 allows both, RFC 3465).
 * 2. Then it grows by a segment in a round trip (Reno, RFC 5681), or by CUBIC’s curve (RFC 9438).
 * 3. It grows only while it is in use: in slow start while it is below twice the most that was under way, later while
 *    it holds data back.
 * 4. After three acknowledgements that say the same, or as soon as selective acknowledgements show more than two
 *    segments behind a gap, the gap is a loss (RFC 5681, RFC 6675). The window is cut once for all losses of what was
 *    under way: to a half (Reno) or to 0.7 (CUBIC).
 * 5. What is lost is sent again, then new data, as long as what may still be in the network is below the window (RFC
 *    6675). A duplicate says that a segment has left the network, so a new one goes out on each of the first two
 *    (limited transmit, RFC 3042).
 * 6. Without selective acknowledgements a sender knows of one gap at a time: each acknowledgement that moves on and
 *    does not cover all that was under way shows the next one (NewReno, RFC 6582).
 * 7. One segment at a time is timed, never one that was sent again (Karn’s rule). The time-out is the smoothed round
 *    trip and four times its variation, that part at least `minRto` (RFC 6298, as Linux has it).
 * 8. After a time-out all that is not acknowledged counts as lost, the window is one segment, and it grows by rule 1 up
 *    to the cut window. The next time-out is twice as long. A connection that has timed out `sendLimit` times without
 *    an answer is given up, or one that has waited for `userTimeout`.
 * 9. Where nothing is lost as far as it knows, a sender that hears nothing for two round trips sends new data, or its
 *    last segment once more, before the time-out: what comes back shows a tail that was lost (tail-loss probe, RFC
 *    8985). Where one segment alone is under way, it waits for the longest delayed acknowledgement, too.
 * 10. After a silence the window is halved for each time-out that has passed, down to the initial one.
 * 11. The first segments with data are acknowledged at once, so many as `quickAcks` says. Later it is done when more
 *    than a full segment waits, or after `delayedAck`. After a silence of a time-out it is quick again.
 * 12. An acknowledgement names up to four stretches that lie behind a gap, the newest first (RFC 2018).
 * 13. With HyStart slow start ends before a loss: when the least round trip of the first eight segments of a round has
 *    grown by an eighth, at least 4 ms, at most 16 ms (RFC 9406), from a window of 16 on.
 *
 * Not here: time stamps (RFC 7323), losses found by time alone (RACK), and slower sending during recovery (RFC 6937).
 */
import type { Nanos } from "../../kernel/time.ts";
import type { Fact } from "../machine.ts";
import type { FlowState, Stretch } from "../tcp/flow-state.ts";
import type { Flow, FlowStep } from "../tcp/tcp-state.ts";
import { paused } from "./congestion.ts";
import { timedFrom } from "./hystart.ts";
import type { TodayFlow } from "./options.ts";
import { acknowledged, mayLeave, setTimer, timedOut } from "./recovery.ts";
import { measured, timeoutOf } from "./round-trip.ts";

const MOST_SACKS = 4;

export const todayFlow = (options: TodayFlow): Flow => ({
  start: () => started(options),
  opening: ({ flow, now }) => {
    flow.openedAt = now;
    flow.smoothed = NaN;
  },
  opened: ({ draft, flow, now }) => {
    if (flow.openedAt !== null && draft.timeouts === 0) measured(flow, now - flow.openedAt);
    flow.openedAt = null;
  },
  limit: (step) => {
    restart(step, options);
    return step.draft.sent + mayLeave(step);
  },
  sent: (step, from) => sent(step, from, options),
  acknowledged: (step, segment) => {
    answered(step);
    acknowledged(step, segment, options);
  },
  timedOut: (step) => timedOut(step, options),
  acknowledgeAt: (step, length) => acknowledgeAt(step, length, options),
  sacks: (early, near) => (options.sack ? sacksOf(early, near) : []),
  from: (flow, moment) => relative(flow, moment),
  latest: ({ timed, cubic, sentAt, stalledSince, cameAt, openedAt }) =>
    Math.max(sentAt, stalledSince, cameAt, openedAt ?? 0, timed?.since ?? 0, cubic?.since ?? 0),
  facts: (flow) => facts(flow, options),
});

const started = ({ initialWindow, quickAcks, known }: TodayFlow): FlowState => ({
  window: initialWindow,
  threshold: Infinity,
  cubic: null,
  phase: "open",
  sacked: [],
  guessed: 0,
  lostUpTo: 0,
  resentUpTo: 0,
  smoothed: known ?? NaN,
  variation: 0,
  least: known ?? Infinity,
  timed: null,
  round: null,
  timer: "resend",
  probe: null,
  wasFull: false,
  most: 0,
  countsUpTo: 0,
  sentAt: 0,
  stalledSince: 0,
  quick: quickAcks,
  owed: 0,
  cameAt: 0,
  openedAt: null,
});

/** The end that was asked to open has its first answer. */
function answered({ draft, flow, now }: FlowStep): void {
  if (flow.openedAt === null) return;
  if (draft.wasAsked) measured(flow, now - flow.openedAt);
  flow.openedAt = null;
}

/** Rule 10. */
function restart({ draft, flow, now }: FlowStep, options: TodayFlow): void {
  if (draft.sent > draft.acknowledged) return;
  const silence = now - flow.sentAt;
  paused(flow, silence);
  const timeout = timeoutOf(flow, options);
  if (!options.restarts || draft.sent === 0 || silence <= timeout) return;
  flow.threshold = Math.max(flow.threshold, (3 / 4) * flow.window);
  for (let left = silence - timeout; left > 0 && flow.window > options.initialWindow; left -= timeout) {
    flow.window = Math.max(options.initialWindow, flow.window / 2);
  }
}

function sent(step: FlowStep, from: number, options: TodayFlow): void {
  const { draft, flow, now } = step;
  if (from === draft.acknowledged) flow.stalledSince = now;
  flow.sentAt = now;
  flow.timed ??= { upTo: draft.sent, since: now };
  timedFrom(flow, draft.sent, now, options);
  const isFull = mayLeave(step) < step.options.segmentBytes;
  const underWay = draft.sent - draft.acknowledged;
  if (draft.acknowledged >= flow.countsUpTo || isFull || (!flow.wasFull && underWay > flow.most)) {
    flow.wasFull = isFull;
    flow.most = underWay;
    flow.countsUpTo = draft.sent;
  }
  if (draft.retransmitAt === Infinity || flow.timer === "probe") setTimer(step, options);
}

/** Rule 11. */
function acknowledgeAt({ draft, flow, now, options }: FlowStep, length: number, today: TodayFlow): Nanos {
  const wasSilent = now - flow.cameAt > timeoutOf(flow, today);
  flow.cameAt = now;
  if (wasSilent) flow.quick = today.quickAcks;
  if (draft.acknowledgeAt === Infinity) flow.owed = 0;
  flow.owed += length;
  if (flow.quick > 0) {
    flow.quick--;
    return now;
  }
  if (flow.owed > options.segmentBytes) return now;
  return draft.acknowledgeAt === Infinity ? now + today.delayedAck : draft.acknowledgeAt;
}

/** Rule 12. */
function sacksOf(early: readonly Stretch[], near: number): readonly Stretch[] {
  const isNewest = ({ from, to }: Stretch): boolean => from <= near && near < to;
  const others = early.filter((one) => !isNewest(one)).toReversed();
  return [...early.filter(isNewest), ...others].slice(0, MOST_SACKS);
}

/** Moments that are long past count no further. */
function relative(flow: FlowState, moment: Nanos): unknown {
  const { timed, round, cubic, sentAt, stalledSince, cameAt, openedAt, smoothed, threshold, least, ...others } = flow;
  return {
    ...others,
    smoothed: String(smoothed),
    threshold: String(threshold),
    least: String(least),
    timed: timed === null ? null : { ...timed, since: timed.since - moment },
    round: round === null ? null : { ...round, sent: round.sent.map((one) => one.since - moment) },
    cubic: cubic === null || cubic.since === null ? cubic : { ...cubic, since: cubic.since - moment },
    sentAt: sentAt - moment,
    stalledSince: stalledSince - moment,
    cameAt: cameAt - moment,
    openedAt: openedAt === null ? null : openedAt - moment,
  };
}

function facts(flow: FlowState, options: TodayFlow): readonly Fact[] {
  const { window, threshold, smoothed, quick } = flow;
  return [
    { name: "congestion window", kind: "number", value: Math.floor(window) },
    ...(threshold === Infinity
      ? []
      : [{ name: "threshold of slow start", kind: "number" as const, value: Math.floor(threshold) }]),
    ...(Number.isNaN(smoothed)
      ? []
      : [{ name: "round trip, smoothed", kind: "duration" as const, value: Math.round(smoothed) }]),
    { name: "time-out", kind: "duration", value: timeoutOf(flow, options) },
    { name: "acknowledgements at once, left", kind: "count", value: quick },
  ];
}
