/** A call as a rung of the ladder shows it. */
import { analysis } from "../trace/analysis.ts";
import { planLanes } from "../trace/lanes.ts";
import { traceOnRung } from "../trace/rungs.ts";
import { storyOf } from "../trace/story.ts";
import type { ShownCall } from "./shown-call.ts";

export const shownOnRung = analysis((shown: ShownCall, rung: number): ShownCall => {
  const trace = traceOnRung(shown.trace, rung);
  return { ...shown, trace, plan: planLanes(trace), story: storyOf(trace, shown.story.call) };
});
