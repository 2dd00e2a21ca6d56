/**
 * The point of no return: the shortest disturbance after which the crowd does not come back. It is a verdict of runs:
 * each twice as long as the one before until one does not heal, and then halves between the two. The disturbance of
 * the setup itself does not move it. A still longer one may heal again, so none is taken for granted.
 */
import { millis, toMillis, toSeconds } from "../../engine/kernel/time.ts";
import type { Measure } from "../../engine/experiments/types.ts";
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { rolesOf } from "./facts.ts";
import type { CrowdView } from "./facts.ts";

export type NoReturn =
  /** This one does not heal; one of `STEP_MS` less does. */
  | { readonly tag: "from"; readonly ms: number }
  /** All that were tried heal, this one and shorter ones. */
  | { readonly tag: "none"; readonly upToMs: number }
  /** Not even the shortest one heals. */
  | { readonly tag: "any" };

export const STEP_MS = 100;
const MOST_S = 12;
/** So long a run must go on to show whether it heals, in seconds. */
const AFTER_S = 5;

type Measures = Readonly<Record<string, Measure>>;

/** With a disturbance of this length. */
export function lasting(setup: Setup, ms: number): Setup {
  const { blip } = rolesOf(experimentOf(setup));
  return blip === undefined ? setup : { ...setup, parameters: { ...setup.parameters, [blip.length]: ms } };
}

/** The longest that is tried, in steps; 0 where the experiment has no disturbance, or its run is too short for one. */
export function mostSteps({ setup, until }: Pick<CrowdView, "setup" | "until">): number {
  const experiment = experimentOf(setup);
  const { blip, recovery } = rolesOf(experiment);
  if (blip === undefined || recovery === undefined) return 0;
  const param = experiment.params[blip.length];
  const mostMs = param?.kind === "number" ? param.max : 0;
  const left = toSeconds(until) - toMillis(blip.at) / 1000 - AFTER_S;
  return Math.max(0, Math.floor(Math.min(mostMs, 1000 * MOST_S, 1000 * left) / STEP_MS));
}

/** @param measuresOf runs a setup. @returns null where nothing can be tried, or nobody wants it any more */
export async function findNoReturn(
  view: Pick<CrowdView, "setup" | "until">,
  measuresOf: (setup: Setup) => Promise<Measures>,
  isWanted: () => boolean,
): Promise<NoReturn | null> {
  const { recovery = "" } = rolesOf(experimentOf(view.setup));
  const heals = async (steps: number): Promise<boolean> =>
    typeof (await measuresOf(lasting(view.setup, steps * STEP_MS)))[recovery]?.value === "number";
  const most = mostSteps(view);
  if (most < 1) return null;
  let [well, ill] = [0, 1];
  while (await heals(ill)) {
    if (ill === most) return { tag: "none", upToMs: most * STEP_MS };
    if (!isWanted()) return null;
    [well, ill] = [ill, Math.min(2 * ill, most)];
  }
  while (ill - well > 1) {
    if (!isWanted()) return null;
    const middle = Math.floor((well + ill) / 2);
    if (await heals(middle)) well = middle;
    else ill = middle;
  }
  if (!isWanted()) return null;
  return well === 0 ? { tag: "any" } : { tag: "from", ms: ill * STEP_MS };
}

/** Whether a run stands at the point of no return: one of its length does not heal, a slightly shorter one does. */
export const standsAt = (found: NoReturn, { blip }: Pick<CrowdView, "blip">): boolean =>
  found.tag === "from" && blip !== null && blip.until - blip.from === millis(found.ms);
