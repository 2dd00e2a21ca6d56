/**
 * HyStart (RFC 9406): slow start ends before a loss, when the round trip grows. Of each round the first eight segments
 * are timed, and the least of their trips counts: one acknowledgement that was delayed is no queue. The limits are
 * those of §4.3, the least window is Linux’s (hystart_low_window).
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { FlowState } from "../tcp/flow-state.ts";
import type { TodayFlow } from "./options.ts";

const LEAST_RISE = millis(4);
const MOST_RISE = millis(16);
const RISE = 1 / 8;
const SAMPLES = 8;
const LEAST_WINDOW = 16;

const isOn = ({ window, threshold }: FlowState, { hyStart, congestion }: TodayFlow): boolean =>
  hyStart && congestion === "cubic" && window >= LEAST_WINDOW && window < threshold;

/** A segment up to this byte leaves for the first time. */
export function timedFrom(flow: FlowState, upTo: number, now: Nanos, options: TodayFlow): void {
  if (!isOn(flow, options)) return;
  const { sent, ...round } = flow.round ?? { sent: [], answered: 0, least: Infinity };
  if (sent.length < SAMPLES) flow.round = { ...round, sent: [...sent, { upTo, since: now }] };
}

/** All bytes below `upTo` have come. */
export function timedUpTo(flow: FlowState, upTo: number, now: Nanos, options: TodayFlow): void {
  const { round } = flow;
  if (round === null) return;
  const came = round.sent.slice(round.answered).filter((one) => one.upTo <= upTo);
  const answered = round.answered + came.length;
  const least = Math.min(round.least, ...came.map(({ since }) => now - since));
  flow.round = answered === SAMPLES ? null : { ...round, answered, least };
  if (answered < SAMPLES || !isOn(flow, options)) return;
  const rise = Math.min(MOST_RISE, Math.max(LEAST_RISE, RISE * flow.least));
  if (least >= flow.least + rise) flow.threshold = flow.window;
}
