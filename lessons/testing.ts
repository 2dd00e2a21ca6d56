/** Short ways for tests to a lesson's prose and to the engine. */
import { experimentOf, runOf } from "../engine/experiments/testing.ts";
import type { Run } from "../engine/experiments/types.ts";
import { violationsOf } from "../engine/explore/index.ts";
import type { JudgeRun, RunEngine } from "./judge.ts";
import type { TextNode } from "./lint-text.ts";
import { parseText } from "./parse-text.ts";

const TEXTS = import.meta.glob<string>("./*/text.mdx", { query: "?raw", import: "default", eager: true });

/** The tree of a lesson's prose. */
export function treeOf(slug: string): Promise<TextNode> {
  const text = TEXTS[`./${slug}/text.mdx`];
  if (text === undefined) throw new Error(`lessons/${slug} has no text.mdx.`);
  return parseText(text);
}

function measuresOf({ experiment, parameters, seed, faults, search }: JudgeRun): Run["measures"] {
  if (search === undefined) return runOf(experiment, { set: parameters, seed, faults, keep: { calls: 1 } }).measures;
  return { violations: { value: violationsOf(experimentOf(experiment), { parameters, faults: search }), unit: "" } };
}

/** Runs the engine here and now, as the page does: some measures need the first call. Equal runs are made once. */
const known = new Map<string, ReturnType<RunEngine>>();
export const runNow: RunEngine = (request) => {
  const key = JSON.stringify(request);
  const run = known.get(key) ?? Promise.resolve(measuresOf(request));
  known.set(key, run);
  return run;
};
