import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { LESSONS } from "../../lessons/course.ts";
import { openLesson } from "../../lessons/index.ts";
import { asksToStep } from "../../lessons/stepping.ts";
import type { Moment, Place, StageState, Step } from "../../lessons/types.ts";
import { refAt, timeOf } from "./stage-state.ts";

/** Every state that a step can put the stage in. */
const statesOf = ({ stage, tries = [], predict }: Step): readonly StageState[] => [
  stage,
  ...tries.map((one) => ({ ...stage, ...one.stage })),
  ...(predict === undefined ? [] : [{ ...stage, ...predict.observe }]),
];

const placesOf = ({ moment, highlight }: StageState): readonly Place[] => [
  ...(typeof moment === "string" ? [] : [moment.of]),
  ...(highlight === undefined ? [] : [highlight]),
];

/** The place at whose moment a step that is stepped through is done. */
const doneAt = ({ done, stage }: Step): readonly (readonly [StageState, Place])[] =>
  done === undefined || typeof done === "string" ? [] : [[stage, done.of]];

const traceOf = ({ experiment, set = {}, seed = 1, faults = [] }: StageState): TraceData =>
  runOf(experiment, { set, seed, faults }).trace;

/** The things that words of a step’s text name, and the step. */
function* litOf(slug: string): Generator<readonly [string, Place]> {
  const text = readFileSync(new URL(`../../lessons/${slug}/text.mdx`, import.meta.url), "utf8");
  for (const [, id = "", words = ""] of text.matchAll(/<Step id="([^"]+)">(.*?)<\/Step>/gs)) {
    for (const [, name = "", machine] of words.matchAll(/<Lit name="([^"]+)"(?: machine="([^"]+)")?>/g))
      yield [id, machine === undefined ? { name } : { name, machine }];
  }
}

/** In these the choice of a thing is seen. */
const LIGHTS: readonly string[] = ["timeline", "waterfall"];

describe.each(LESSONS)("the stage of $slug", ({ slug }) => {
  it("has every thing that a word of its texts lights, in a figure that shows it", async () => {
    const steps = (await openLesson(slug))?.lesson.steps ?? [];
    const dark = [...litOf(slug)].filter(([id, place]) => {
      const states = steps.filter((step) => step.id === id).flatMap((step) => statesOf(step));
      const lit = states.filter(({ hero, open = [] }) => [hero, ...open].some((figure) => LIGHTS.includes(figure)));
      return lit.every((state) => refAt(traceOf(state), state.call ?? 1, place) === NO_REF);
    });
    expect(dark).toEqual([]);
  });

  it("has every place that a step points at", async () => {
    const open = await openLesson(slug);
    const missing = (open?.lesson.steps ?? []).flatMap((step) =>
      [
        ...statesOf(step).flatMap((state) => placesOf(state).map((place) => [state, place] as const)),
        ...doneAt(step),
      ].flatMap(([state, place]) =>
        refAt(traceOf(state), state.call ?? 1, place) === NO_REF ? `${step.id}: ${place.name} ${place.machine}` : [],
      ),
    );
    expect(missing).toEqual([]);
  });

  it("says when a step is done that asks to step, and not before anybody has stepped", async () => {
    const steps = (await openLesson(slug))?.lesson.steps ?? [];
    const asksOnlyThat = (step: Step): boolean => asksToStep(step) && !/\. Then /.test(step.action);
    const asked = steps.filter((step) => step.done !== undefined || asksOnlyThat(step));
    const timeIn = ({ stage, done = "start" }: Step, moment: Moment = done): number =>
      timeOf(traceOf(stage), stage.call ?? 1, moment);
    expect(asked.filter((step) => timeIn(step) <= timeIn(step, step.stage.moment)).map(({ id }) => id)).toEqual([]);
  });
});

describe("a place in a run of many machines", () => {
  const { trace } = runOf("flexrpc/multicast", { set: { callees: 3 } });
  const at = (name: string, machine: string): number => timeOf(trace, 1, { at: "start", of: { name, machine } });

  it("is that of its machine: a packet’s where it is sent, a phase where it is entered", () => {
    const ways = ["argument", "argument forward", "process", "result forward"].map((name) =>
      ["callee1", "callee2"].map((machine) => at(name, machine)),
    );
    for (const [first = NaN, second = NaN] of ways) expect(first).toBeLessThan(second);
    expect(at("result forward", "callee2")).toBeGreaterThan(at("process", "callee2"));
  });

  it("is nowhere where the machine never says it", () => {
    expect(refAt(trace, 1, { name: "argument", machine: "callee3" })).toBe(NO_REF);
    expect(refAt(trace, 1, { name: "process", machine: "caller" })).toBe(NO_REF);
  });
});
