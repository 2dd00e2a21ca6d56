/** How the window of a connection grows and is cut: Reno (RFC 5681) and CUBIC (RFC 9438). Windows are in segments. */
import { toSeconds, type Nanos } from "../../kernel/time.ts";
import type { CubicState, FlowState } from "../tcp/flow-state.ts";

export type Congestion = "reno" | "cubic";

/** What is left of a window after a loss. */
const LEFT: Readonly<Record<Congestion, number>> = { reno: 0.5, cubic: 0.7 };
const LEAST_THRESHOLD = 2;

// CUBIC, RFC 9438 §4.
const C = 0.4; // segments a cubed second
const BETA = LEFT.cubic;
/** What a Reno that is cut as little as CUBIC adds in a round trip, so that both have the same mean (§4.3). */
const RENO_GAIN = (3 * (1 - BETA)) / (1 + BETA);
const MOST_GROWTH = 1.5; // in a round trip

/** So many segments were acknowledged while the window was in use. */
export function grow(flow: FlowState, rule: Congestion, segments: number, now: Nanos): void {
  let left = segments;
  if (flow.window < flow.threshold) {
    const window = Math.min(flow.window + left, flow.threshold);
    left -= window - flow.window;
    flow.window = window;
  }
  if (left <= 0) return;
  if (rule === "reno") flow.window += left / flow.window;
  else growCubic(flow, left, now);
}

/** A loss: the threshold for what follows. */
export function cut(flow: FlowState, rule: Congestion): void {
  const { window, cubic } = flow;
  flow.threshold = Math.max(LEAST_THRESHOLD, window * LEFT[rule]);
  if (rule === "reno") return;
  // Fast convergence (§4.7): a connection that was cut before it was back makes room for others.
  const most = cubic !== null && window < cubic.most ? (window * (1 + BETA)) / 2 : window;
  flow.cubic = { before: window, most, since: null, seconds: 0, reno: 0 };
}

/** Time in which nothing was sent does not count for the growth. */
export function paused(flow: FlowState, time: Nanos): void {
  const { cubic } = flow;
  if (cubic !== null && cubic.since !== null) flow.cubic = { ...cubic, since: cubic.since + time };
}

function growCubic(flow: FlowState, segments: number, now: Nanos): void {
  const { window } = flow;
  const cubic = begun(flow.cubic, window, now);
  const trip = Number.isNaN(flow.smoothed) ? 0 : toSeconds(flow.smoothed);
  const past = toSeconds(now - (cubic.since ?? now));
  const gain = cubic.reno >= cubic.before ? 1 : RENO_GAIN;
  const reno = cubic.reno + (gain * segments) / window;
  flow.cubic = { ...cubic, reno };
  if (cubicAt(cubic, past) < reno) {
    flow.window = Math.max(window, reno);
    return;
  }
  const target = Math.min(MOST_GROWTH * window, Math.max(window, cubicAt(cubic, past + trip)));
  flow.window += (segments * (target - window)) / window;
}

/** The window by CUBIC’s curve so many seconds after its beginning. */
const cubicAt = ({ most, seconds }: CubicState, past: number): number => {
  const away = past - seconds;
  return C * away * away * away + most;
};

/** The curve of a growth that begins now, where none is under way. */
function begun(cubic: CubicState | null, window: number, now: Nanos): CubicState {
  if (cubic !== null && cubic.since !== null) return cubic;
  const before = cubic?.before ?? window;
  const most = Math.max(window, cubic?.most ?? window);
  return { before, most, since: now, seconds: cubeRoot((most - window) / C), reno: window };
}

/** By Newton’s steps: engines round `Math.cbrt` differently. */
function cubeRoot(value: number): number {
  if (value <= 0) return 0;
  let root = Math.max(1, value);
  for (let next = root; ; root = next) {
    next = (2 * root + value / (root * root)) / 3;
    if (next >= root) return root;
  }
}
