/**
 * Every kind of fault in every experiment, at moments all over its run: each figure of the bench can be drawn, and
 * says in words what it shows. `npm test` crashes the caller at three moments; ROUNDTRIP_EVERY=1 takes all.
 */
import { describe, expect, it } from "vitest";
import { everyFaultAt, MOMENTS } from "../../engine/experiments/every-fault.ts";
import { EVERY } from "../../engine/experiments/fuzz-cases.ts";
import { defaultsOf } from "../../engine/experiments/settings.ts";
import type { Experiment, Run } from "../../engine/experiments/types.ts";
import { FaultError } from "../../engine/faults/index.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { campusSvg } from "../campus/campus-svg.ts";
import { machineSvg } from "../machine/machine-svg.ts";
import { allShown, itemsOf, STATE_KINDS } from "../state/items.ts";
import { stateSvg } from "../state/state-svg.ts";
import { nowText } from "../timeline/events/now.ts";
import { narration, sentenceOf } from "../timeline/events/Story.tsx";
import { shownCall } from "../figure/shown-call.ts";
import { timelineSvg } from "../timeline/figure/timeline-svg.ts";
import { hasMany } from "../trace/lanes.ts";
import { eventsOfCall } from "../trace/events.ts";
import { waterfallSvg } from "../waterfall/waterfall-svg.ts";
import { prepared } from "./prepare.ts";

const ALL = process.env["ROUNDTRIP_EVERY"] === "1";
const SAMPLE = [0, 2, 5];
const HEAD = { theme: "light", frame: { head: "", settings: "" } } as const;

/** What the bench shows of a run whose address names only the experiment and the faults. */
async function drawn(run: Run): Promise<void> {
  const call = 1;
  const { trace } = run;
  await prepared(run, call, () => true);
  for (const axis of ["folded", "log"] as const) timelineSvg(run, { call, width: 1000, axis, ...HEAD });
  timelineSvg(run, { call, width: 1000, rung: 1, ...HEAD });
  waterfallSvg(run, { call, width: 1000, ...HEAD });
  waterfallSvg(run, { call, width: 1000, steps: true, ...HEAD });
  const shown = shownCall(trace, call, "folded");
  const { from } = shown.call;
  for (const time of [from, from + 1, (from + shown.end) / 2, shown.call.to, shown.end]) {
    nowText(shown, time);
    narration(shown, time);
    if (!hasMany(trace)) machineSvg(run, { call, time, width: 780, ...HEAD });
    if (run.site?.kind === "campus") campusSvg(run, { call, time, selected: NO_REF, width: 780, ...HEAD });
    for (const kind of STATE_KINDS) {
      for (const item of allShown(kind, itemsOf({ run, site: run.site }, kind), []))
        stateSvg(run, kind, item, { call, time, least: 300, most: 900, ...HEAD });
    }
  }
  for (const { ref } of eventsOfCall(trace, call).slice(0, 40)) sentenceOf(trace, ref);
}

/** A fault that this experiment refuses is none of its runs. */
async function failureOf(experiment: Experiment, faults: readonly string[]): Promise<string | null> {
  try {
    await drawn(experiment.run(defaultsOf(experiment), 1, faults, { keep: { calls: 20 } }));
    return null;
  } catch (error) {
    if (error instanceof FaultError) return null;
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return `${faults.join("; ")}: ${said.slice(0, 400)}`;
  }
}

describe("with every fault at every moment all figures of the bench are drawn", () => {
  it.each(EVERY.map((experiment) => [experiment.id, experiment] as const))("%s", async (_, experiment) => {
    const failures: string[] = [];
    for (let moment = 0; moment < MOMENTS; moment++) {
      if (!ALL && !SAMPLE.includes(moment)) continue;
      const scripts = everyFaultAt(experiment, moment); // first the crash of the machine that calls
      for (const faults of ALL ? scripts : scripts.slice(0, 1)) {
        const failure = await failureOf(experiment, faults);
        if (failure !== null) failures.push(failure);
      }
    }
    expect(failures).toEqual([]);
  });
});
