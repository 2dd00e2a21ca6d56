/**
 * Two numbers for one thing. Every number of a lesson's text is held to the run that gives it, whether the text has it
 * from the paper, the model, a run or arithmetic. Where another step's text, or the stage beside it, has the same
 * quantity with other digits, one step or sentence must name both: it can say why they differ. `npm run audit` looks
 * at all lessons.
 */
import { expect, it } from "vitest";
import { answerTo } from "../engine/experiments/answering.ts";
import { descriptionsHere } from "../engine/experiments/lookup.ts";
import { withDefaults } from "../engine/experiments/settings.ts";
import type { Description, ModelLink, ParamValues } from "../engine/experiments/types.ts";
import type { RunEngine } from "./judge.ts";
import { attributeOf, componentsOf, findingText } from "./lint-text.ts";
import type { Finding, TextNode } from "./lint-text.ts";
import { sentencesOf } from "./sentences.ts";
import { busyResource, experimentNamed } from "./named.ts";
import { numberNamed, stated, valueOf } from "./numbers.ts";
import { piecesOf } from "./prose.ts";
import type { Lesson, ModelNumber, Recall, StageRun, Step } from "./types.ts";
import { LESSONS } from "./course.ts";
import { openRecall } from "./recalls.ts";
import { runNow, treeOf } from "./testing.ts";

/** A measure of a run; equal keys mean the same thing. */
interface Quantity {
  readonly key: string;
  readonly scale: number; // measure times scale is in the number's unit
}

/** A number for a quantity, in the measure's own unit, and how far it may be off by its printed digits. */
interface Said {
  readonly step: string;
  readonly name: string; // of the number; "" of the stage’s
  readonly by: string; // "inTurn 185 s", "the stage 185"
  readonly key: string;
  readonly value: number;
  readonly within: number;
  readonly isText: boolean;
}

/** Arithmetic, or the paper's model, that reckons what another number of the lesson says, by the names of both. */
const RECKONED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "across-the-wire": { here: "median" },
  "where-2-66-ms-go": { wireBoth: "wireHere" },
  "fewer-processors": { five: "hereFive", two: "hereTwo", one: "hereOne" },
  callback: { inTurn: "runInTurn" },
  ceiling: { parts: "runNull", nullMulti: "runNull" },
  relay: { tail: "tailHere" },
  "who-is-fastest": {
    fireflyWork: "fireflyNow",
    amoebaWork: "amoebaNow",
    cedarWire: "cedarHere",
    amoebaWire: "amoebaHere",
    spriteWire: "spriteHere",
  },
};

/** What only says how often a run repeats its work makes no other quantity. */
function keyOf(experiment: string, set: ParamValues, faults: readonly string[], measure: string): string {
  const found = experimentNamed(experiment);
  const counts = Object.entries(withDefaults(found, set)).filter(
    ([name]) => found.params[name]?.kind === "choice" || !isRepeat(found, name),
  );
  return JSON.stringify([experiment, counts, faults, measure]);
}

function isRepeat({ params }: Description, name: string): boolean {
  const param = params[name];
  return param?.kind === "number" && param.repeats === true;
}

/** The runs that a step shows: its own, those of its buttons, of its reply, and the ones beside them. */
function runsOf({ stage, tries = [], predict }: Step): readonly StageRun[] {
  const states = [stage, ...tries.map((one) => ({ ...stage, ...one.stage })), { ...stage, ...predict?.observe }];
  return states.flatMap((state) => [state, ...(state.twin === undefined ? [] : [state.twin])]);
}

const argumentsOf = (
  link: Pick<ModelLink, "arguments">,
  found: Description,
  set: ParamValues,
): Readonly<Record<string, unknown>> => link.arguments(withDefaults(found, set));

/** The quantity that a value of a model predicts, where a run of the lesson has the model's arguments. */
function predicted(lesson: Lesson, { fn, args }: ModelNumber): Quantity | null {
  for (const { experiment, set = {}, faults = [] } of lesson.steps.flatMap(runsOf)) {
    const found = experimentNamed(experiment);
    const link = found.models.find((one) => one.function === fn && (one.when?.(withDefaults(found, set)) ?? true));
    if (link === undefined || faults.length > 0) continue;
    const given = argumentsOf(link, found, set);
    if (Object.entries(args).every(([name, value]) => given[name] === value))
      return { key: keyOf(experiment, set, [], link.measure), scale: 1 / link.scale };
  }
  return null;
}

/** The quantity of a number, by its name; null where nothing else of the lesson can say it. */
function quantityOf(lesson: Lesson, name: string): Quantity | null {
  const reckoned = RECKONED[lesson.slug] ?? {};
  const of = reckoned[name] ?? (Object.values(reckoned).includes(name) ? name : undefined);
  const measured = measuredBy(lesson, of ?? name);
  return measured ?? (of === undefined ? null : { key: of, scale: 1 });
}

/** The quantity of a run that a number says; null where there is no such run. */
function measuredBy(lesson: Lesson, name: string): Quantity | null {
  const number = numberNamed(lesson.numbers, name);
  if (number.kind === "model") return predicted(lesson, number);
  if (number.kind === "ours") {
    const [, of, by] = /^(\w+) \/ (1000|1024)$/.exec(number.expression) ?? [];
    const inner = of === undefined ? null : quantityOf(lesson, of);
    return inner === null ? null : { ...inner, scale: inner.scale / Number(by) };
  }
  const { run, origin } = stated(lesson.paper, number, lesson.numbers);
  if (run === null) return null;
  // A number that several runs make is none of one run.
  if (origin.kind === "cell" && answerTo(descriptionsHere(), origin.address)?.answer.compute !== undefined) return null;
  const own = number.kind === "cell" ? (number.scale ?? 1) : 1;
  return { key: keyOf(run.experiment, run.set, run.faults, run.measure), scale: run.scale * own };
}

const namesOf = (sentence: string): readonly string[] =>
  piecesOf(sentence).flatMap((piece) => ("number" in piece ? [piece.number] : []));

/** The numbers of a step that every reader meets: of its prose, its question, and what is said to a right answer. */
function metIn({ id, predict, explain, checkpoint }: Step, tree: TextNode): ReadonlySet<string> {
  const right = [...(explain?.picks ?? []), ...(predict?.kind === "choice" ? predict.options : [])];
  const sentences = [
    ...[predict?.question, predict?.hit, explain?.prompt, explain?.ours, checkpoint?.question],
    ...right.flatMap((option) => (option.right === true ? [option.reply] : [])),
  ];
  const inProse = componentsOf(tree).filter(({ step, node }) => step === id && node.name === "N");
  return new Set([
    ...inProse.map(({ node }) => attributeOf(node, "id")),
    ...sentences.flatMap((sentence) => namesOf(sentence ?? "")),
  ]);
}

/** The names of the numbers that a step's text states, with the step. */
function namedIn(lesson: Lesson, recall: readonly Recall[], tree: TextNode): readonly (readonly [string, string])[] {
  return [
    ...lesson.steps.flatMap((step) => [...metIn(step, tree)].map((name) => [step.id, name] as const)),
    ...sentencesOf(lesson, recall).flatMap(({ step, text }) => namesOf(text).map((name) => [step, name] as const)),
  ];
}

function saidIn(lesson: Lesson, recall: readonly Recall[], tree: TextNode): readonly Said[] {
  const seen = new Set<string>();
  return namedIn(lesson, recall, tree).flatMap(([step, name]) => {
    const quantity = quantityOf(lesson, name);
    if (quantity === null || seen.has(`${step} ${name}`)) return [];
    seen.add(`${step} ${name}`);
    const { key, scale } = quantity;
    const number = numberNamed(lesson.numbers, name);
    const { text, unit } = stated(lesson.paper, number, lesson.numbers);
    const half = 0.5 * 10 ** -(text.split(".")[1]?.length ?? 0);
    const value = valueOf(lesson.paper, number, lesson.numbers) / scale;
    const by = `${name} ${text} ${unit}`.trim();
    return [{ step, name, by, key, value, within: half / Math.abs(scale), isText: true }];
  });
}

/** What the stage measures of the quantities that the text speaks of. */
async function shownIn(lesson: Lesson, keys: ReadonlySet<string>, run: RunEngine): Promise<readonly Said[]> {
  const shown: Said[] = [];
  for (const step of lesson.steps) {
    for (const { experiment, set = {}, seed = 1, faults = [] } of runsOf(step)) {
      const found = experimentNamed(experiment);
      const measures = Object.keys(found.measures).filter((name) => keys.has(keyOf(experiment, set, faults, name)));
      if (measures.length === 0) continue;
      const parameters = withDefaults(found, set);
      const values = await run({ experiment, parameters, seed, faults });
      for (const measure of measures) {
        const value = values[measure]?.value;
        if (typeof value !== "number" || busyResource(measure) !== null) continue;
        const key = keyOf(experiment, set, faults, measure);
        shown.push({
          step: step.id,
          name: "",
          by: `the stage ${Number(value.toPrecision(5))}`,
          key,
          value,
          within: Math.abs(value) * 1e-4,
          isText: false,
        });
      }
    }
  }
  return shown;
}

const differ = (a: Said, b: Said): boolean => Math.abs(a.value - b.value) > a.within + b.within;

/** The quantities with two numbers that no step's text names together. */
async function twoNumbers(
  lesson: Lesson,
  recall: readonly Recall[],
  tree: TextNode,
  run: RunEngine,
): Promise<readonly Finding[]> {
  const said = saidIn(lesson, recall, tree);
  const shown = await shownIn(lesson, new Set(said.map(({ key }) => key)), run);
  const all = [...said, ...shown];
  const groups = [
    ...lesson.steps.map((step) => metIn(step, tree)),
    ...sentencesOf(lesson, recall).map(({ text }) => new Set(namesOf(text))),
  ];
  /** Whether every reader of a step meets both values, or one sentence has both. */
  const isTold = (a: Said, b: Said): boolean =>
    groups.some((names) => {
      const own = said.filter(({ name, key }) => names.has(name) && key === a.key);
      return own.some((one) => !differ(one, a)) && own.some((one) => !differ(one, b));
    });
  const found = all.flatMap((a, i) =>
    all.slice(i + 1).flatMap((b): readonly Finding[] => {
      if (a.key !== b.key || !differ(a, b) || (!a.isText && !b.isText)) return [];
      if (!(a.isText && b.isText) && a.step !== b.step) return [];
      if (isTold(a, b)) return [];
      const what = `two numbers for one thing: ${a.by} (step "${a.step}") and ${b.by} (step "${b.step}").`;
      return [
        {
          file: `lessons/${lesson.slug}`,
          step: b.step,
          what,
          todo: "Leave one out, or name both in one step and say why they differ.",
        },
      ];
    }),
  );
  return [...new Map(found.map((one) => [one.what, one])).values()];
}

const LOOKS_AT_ALL = process.env["ROUNDTRIP_EVERY"] === "1";
const SOME = ["callback", "relay"];

it.each(LESSONS.filter(({ slug }) => LOOKS_AT_ALL || SOME.includes(slug)))(
  "$slug has one number for one thing",
  async ({ slug }) => {
    const open = await openRecall(slug);
    if (open === null) throw new Error(`${slug} is not written.`);
    const found = await twoNumbers(open.lesson, open.recall, await treeOf(slug), runNow);
    expect(found.map(findingText)).toEqual([]);
  },
);
