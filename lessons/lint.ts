/**
 * Checks a lesson: prose and data against one another, and both against the experiments and the paper. `lintLesson` is
 * about what is written; `lintSolutions` runs the engine to see that solutions pass and lucky guesses do not.
 */
import { closestWord } from "../engine/faults/closest-word.ts";
import { parseScript } from "../engine/faults/index.ts";
import { erratum } from "../engine/papers/errata.ts";
import { chartKey, chartNamed } from "../engine/experiments/charts.ts";
import { descriptionsHere } from "../engine/experiments/lookup.ts";
import { withDefaults } from "../engine/experiments/settings.ts";
import { allowedText, readValue } from "../engine/experiments/parameters.ts";
import { FIGURES } from "./types.ts";
import type { ParamValues } from "../engine/experiments/types.ts";
import { experimentsIn } from "./families.ts";
import { checksIn } from "./hand-in/said.ts";
import { asItStands, judge, solutionOf } from "./judge.ts";
import type { RunEngine } from "./judge.ts";
import { lintBeliefs } from "./lint-beliefs.ts";
import { attributeOf, attributesOf, componentsOf, lintText, nameOf, untagged } from "./lint-text.ts";
import type { Finding, TextNode } from "./lint-text.ts";
import { experimentNamed, paperFor } from "./named.ts";
import { lintWords } from "./lint-words.ts";
import { namesIn } from "./expression.ts";
import { namesOf, numberNamed, stated } from "./numbers.ts";
import { piecesOf } from "./prose.ts";
import { sentencesOf } from "./sentences.ts";
import type { Checkpoint, Lesson, Option, Prediction, Recall, Shown, StageRun, StageState, Step } from "./types.ts";
import { truthCurve, truthOf } from "./verdict.ts";

/** Two open the next lesson, and a part of two lessons ends with five. */
const RECALL_LEAST = 3;
const MOST_FIELDS = 5;
const PARTS = { Predict: "predict", Explain: "explain", Checkpoint: "checkpoint", Transfer: "transfer" } as const;

type Say = (step: string, what: string, todo: string) => void;

/** The message of the error that `look` throws; null where it throws none. */
function complaint(look: () => unknown): string | null {
  try {
    look();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function lintSentences(lesson: Lesson, recall: readonly Recall[], say: Say): void {
  for (const { step, text: sentence } of sentencesOf(lesson, recall)) {
    for (const piece of piecesOf(sentence)) {
      if ("number" in piece) {
        if (Object.hasOwn(lesson.numbers, piece.number)) continue;
        say(
          step,
          `"{${piece.number}}" is no number of the lesson.`,
          `Name one of ${Object.keys(lesson.numbers).join(", ")}.`,
        );
      } else {
        const figure = untagged(piece.text);
        if (figure !== null)
          say(
            step,
            `the number ${figure} in "${sentence}" has no address.`,
            "Put it into numbers and name it in braces.",
          );
      }
    }
  }
}

function lintSet(experiment: string, set: ParamValues, step: string, say: Say): void {
  const unknown = complaint(() => experimentNamed(experiment));
  if (unknown !== null) return say(step, unknown, "Name an experiment that exists.");
  const { params } = experimentNamed(experiment);
  for (const [key, value] of Object.entries(set)) {
    const param = Object.hasOwn(params, key) ? params[key] : undefined;
    if (param === undefined)
      say(step, `${experiment} has no parameter "${key}".`, `It has ${Object.keys(params).join(", ")}.`);
    else if (readValue(param, String(value)) !== value) {
      say(step, `${experiment}: ${key} = ${value} is not allowed.`, `Allowed: ${allowedText(param)}.`);
    }
  }
}

function lintRun({ experiment, set = {}, faults = [] }: StageRun, step: string, say: Say): void {
  lintSet(experiment, set, step, say);
  const problem = complaint(() => parseScript(faults, { kinds: experimentNamed(experiment).packetKinds }));
  if (problem !== null) say(step, problem, "Correct the fault.");
}

/** One text for one run, however much of it is left to the defaults. */
function runKey({ experiment, set = {}, seed = 1, faults = [] }: StageRun): string {
  const parameters = Object.entries(withDefaults(experimentNamed(experiment), set));
  return JSON.stringify([experiment, parameters, seed, faults]);
}

function lintTwin(stage: StageState, step: string, say: Say): void {
  const { twin } = stage;
  if (twin === undefined) return;
  lintRun(twin, step, say);
  if (twin.name.trim() === "") say(step, "its twin has no name.", "Say what it is called beside the stage’s own run.");
  if (complaint(() => experimentNamed(twin.experiment)) === null && runKey(twin) === runKey(stage)) {
    say(
      step,
      `its twin "${twin.name}" is the run on the stage itself.`,
      "Let something differ: experiment, set, faults.",
    );
  }
}

function lintStage(stage: StageState, step: string, say: Say): void {
  lintRun(stage, step, say);
  if (complaint(() => experimentNamed(stage.experiment)) !== null) return;
  lintTwin(stage, step, say);
  const experiment = experimentNamed(stage.experiment);
  const { chart, hero, open = [], figures, fields = [] } = stage;
  if (fields.length > MOST_FIELDS)
    say(step, `it opens ${fields.length} fields of a packet.`, `Name at most ${MOST_FIELDS}.`);
  if (chart !== undefined && chartNamed(experiment, chart) === undefined) {
    const known = experiment.measures[chart] === undefined ? "is no chart" : "has no chart";
    say(step, `"${chart}" ${known} of ${stage.experiment}.`, `Charts: ${experiment.charts.map(chartKey).join(", ")}.`);
  }
  const all: readonly string[] = FIGURES;
  for (const one of figures.filter((figure) => !all.includes(figure)))
    say(step, `there is no figure "${one}".`, `There is ${all.join(", ")}.`);
  const shown: readonly string[] = ["timeline", ...figures];
  for (const one of open.filter((figure) => !shown.includes(figure)))
    say(step, `the step opens "${one}", which is not on its stage.`, `On it: ${shown.join(", ")}.`);
  if (!shown.includes(hero))
    say(step, `its hero is "${hero}", which is not on its stage.`, `On it: ${shown.join(", ")}.`);
}

function lintOptions(options: readonly Option[], what: string, step: string, say: Say): void {
  if (options.filter(({ right }) => right === true).length !== 1)
    say(step, `${what} has not one right option.`, "Mark one.");
  for (const { id, reply } of options) {
    if (reply.trim() === "") say(step, `option "${id}" of ${what} has no reply.`, "Say what reasoning leads there.");
  }
}

function lintPrediction(lesson: Lesson, prediction: Prediction, step: Step, say: Say): void {
  const what = `prediction "${prediction.id}"`;
  for (const key of ["hit", "second", "third"] as const) {
    if (prediction[key].trim() === "") say(step.id, `${what} has no ${key} reply.`, "Write it.");
  }
  for (const { number } of prediction.bars) {
    if (!Object.hasOwn(lesson.numbers, number))
      say(step.id, `${what}: bar "${number}" is no number of the lesson.`, "Add it to numbers.");
  }
  lintOptions(prediction.variant.options, `the variant of ${what}`, step.id, say);
  if (prediction.kind === "choice") lintOptions(prediction.options, what, step.id, say);
  else {
    for (const [side, { reply }] of Object.entries(prediction.misses)) {
      if (reply.trim() === "")
        say(step.id, `${what} has no reply to ${side}.`, "Say what reasoning leads there and what to look at.");
    }
  }
  if (prediction.kind === "number" || prediction.kind === "crossing") {
    const problem = complaint(() => truthOf(lesson, prediction));
    if (problem !== null) say(step.id, `${what} has no truth: ${problem}`, "Name one of the lesson’s numbers.");
    else if (prediction.kind === "number")
      lintBeliefs(lesson, prediction, (said, todo) => say(step.id, `${what}: ${said}`, todo));
  }
  if (prediction.kind === "curve") {
    const problem = complaint(() => truthCurve(lesson.paper, prediction));
    const points = problem === null ? truthCurve(lesson.paper, prediction).length : 0;
    const want = prediction.truth.at.length;
    if (want < 2 || points !== want) {
      const found = problem ?? `${points} of ${want} points`;
      say(
        step.id,
        `${what} has no truth: ${found}`,
        "Name a table, a column of figures, and two of its values or more.",
      );
    }
  }
  lintStage({ ...step.stage, ...prediction.observe }, step.id, say);
}

function lintCheckpoint(checkpoint: Checkpoint, step: string, say: Say): void {
  if (checkpoint.hints.length === 0) say(step, "the checkpoint has no hint.", "Give one or two.");
  lintOptions(checkpoint.variant.options, "the variant of the checkpoint", step, say);
  const fields = checkpoint.parts.flatMap(({ experiment, free, labels }) =>
    Object.entries(experimentNamed(experiment).params).flatMap(([key, param]) =>
      free.includes(key) && param.kind === "number" ? [labels?.[key] ?? param.label] : [],
    ),
  );
  const twice = fields.find((label, i) => fields.indexOf(label) < i);
  if (twice !== undefined)
    say(step, `two fields of its checkpoint are called "${twice}".`, "Name them apart by the labels of their parts.");
  for (const part of checkpoint.parts) {
    const what = `checkpoint part "${part.id}"`;
    lintSet(part.experiment, { ...part.set, ...part.solution }, step, say);
    for (const set of [...part.fails, part.begin ?? {}]) lintSet(part.experiment, set, step, say);
    const { params } = experimentNamed(part.experiment);
    for (const key of part.free) {
      if (!Object.hasOwn(params, key))
        say(step, `${what}: ${part.experiment} has no parameter "${key}".`, "Name one that it has.");
    }
    for (const { experiment, measure, set, over, relative, as, search, per = measure } of part.conditions) {
      if ((over !== undefined || relative === true) !== (as !== undefined))
        say(step, `${what}: a ratio to another run, and no other bound, says what it is as long as.`, "Set its “as”.");
      lintSet(experiment, { ...set, ...over }, step, say);
      const measures = search === undefined ? experimentNamed(experiment).measures : { violations: "of a search" };
      const unknown = [measure, per].find((name) => !Object.hasOwn(measures, name));
      if (unknown === undefined) continue;
      const known = Object.keys(measures).join(", ");
      say(step, `${what}: ${experiment} has no measure "${unknown}".`, `It has ${known}.`);
    }
    const { near: replies = [] } = part;
    for (const near of replies) {
      if ("set" in near) lintSet(part.experiment, near.set, step, say);
      else
        for (const measure of Object.keys(near.measured)) {
          if (!part.conditions.some((one) => one.measure === measure))
            say(step, `${what}: a reply is to the measure "${measure}", which decides nothing.`, "Name one that does.");
        }
    }
    for (const faults of part.breaks === undefined ? [] : [part.breaks.solution, ...part.breaks.fails])
      lintRun({ experiment: part.experiment, faults }, step, say);
  }
}

/** Words of a step's action that speak of a figure. */
const SPEAKS_OF: readonly (readonly [RegExp, Shown])[] = [
  [/\btimeline\b|\bplayhead\b/, "timeline"],
  [/\bchart\b/, "chart"],
  [/\bwaterfall\b/, "waterfall"],
];

/** The figure that a step asks the reader to look at must stand open on its stage. */
function lintInView({ id, action, stage }: Step, say: Say): void {
  const { hero, open: others = [] } = stage;
  const open: readonly Shown[] = [hero, ...others];
  if ([hero, ...stage.figures].includes("rules") && stage.level === undefined)
    say(id, "it shows the figure of the rules.", "Name the level whose cells it offers.");
  for (const [words, figure] of SPEAKS_OF) {
    if (words.test(action) && !open.includes(figure))
      say(id, `its action speaks of the ${figure}, which is folded.`, "Make it the hero, or open it.");
  }
}

function lintStep(lesson: Lesson, step: Step, say: Say): void {
  lintInView(step, say);
  const { tries = [] } = step;
  lintStage(step.stage, step.id, say);
  for (const { stage } of tries) lintStage({ ...step.stage, ...stage }, step.id, say);
  if (step.predict !== undefined) lintPrediction(lesson, step.predict, step, say);
  const { picks } = step.explain ?? {};
  if (picks !== undefined) lintOptions(picks, "the explanation", step.id, say);
  if (step.checkpoint !== undefined) lintCheckpoint(step.checkpoint, step.id, say);
  if (step.cover !== undefined && step.cover.until !== step.predict?.id) {
    const earlier = lesson.steps.find(({ predict }) => predict?.id === step.cover?.until);
    if (earlier === undefined)
      say(step.id, `its cover waits for "${step.cover.until}", which nothing asks.`, "Name a prediction.");
  }
}

/** Components of the prose against the data: every part placed once, in its own step; every number with a source. */
function lintPlaces(lesson: Lesson, tree: TextNode, say: Say): void {
  const { buildsOn = [] } = lesson;
  const placed = componentsOf(tree);
  const steps = placed.filter(({ node }) => node.name === "Step").map(({ step }) => step);
  const want = lesson.steps.map(({ id }) => id);
  if (steps.join() !== want.join()) {
    say(
      "",
      `text.mdx has the steps ${steps.join(", ")}.`,
      `lesson.ts has ${want.join(", ")}: give both the same, in one order.`,
    );
  }
  for (const { step, node } of placed) {
    const given = attributesOf(node);
    const name = nameOf(node);
    const own = lesson.steps.find(({ id }) => id === step);
    if (name === "N") {
      const problem = complaint(() => numberNamed(lesson.numbers, attributeOf(node, "id")));
      if (problem !== null) say(step, `<N>: ${problem}`, "Name one of them, or add it.");
    }
    if (name === "Setting") lintSet(attributeOf(node, "experiment"), settingOf(node), step, say);
    if (name === "Erratum") {
      const problem = complaint(() => erratum(paperFor(lesson.paper, "an erratum"), attributeOf(node, "id")));
      if (problem !== null) say(step, `<Erratum>: ${problem}`, "Name one that the paper has.");
    }
    if (name === "Earlier") {
      const known = buildsOn.join(", ");
      if (!buildsOn.includes(attributeOf(node, "lesson")))
        say(step, `<Earlier lesson="${given["lesson"]}"> is none that the lesson builds on.`, `It builds on ${known}.`);
    }
    if (name === "Try" && own?.tries?.some(({ id }) => id === given["id"]) !== true) {
      say(step, `<Try id="${given["id"]}"> is none of the step’s tries.`, "Add it to lesson.ts.");
    }
    if (name in PARTS && own?.[PARTS[name as keyof typeof PARTS]] === undefined) {
      say(step, `<${name}> stands in a step without one.`, "Move it, or add its data to lesson.ts.");
    }
  }
  for (const [name, key] of Object.entries(PARTS)) {
    for (const step of lesson.steps.filter((one) => one[key] !== undefined)) {
      const count = placed.filter((one) => one.step === step.id && one.node.name === name).length;
      if (count !== 1) say(step.id, `its ${key} is placed ${count} times.`, `Write <${name} /> once in its step.`);
    }
  }
}

function settingOf(node: TextNode): ParamValues {
  const value = attributeOf(node, "value");
  return { [attributeOf(node, "name")]: Number.isFinite(Number(value)) ? Number(value) : value };
}

/** Questions enough for the lessons after it, the first about its prediction, each about one of its steps. */
function lintRecall(lesson: Lesson, recall: readonly Recall[], say: Say): void {
  if (recall.length < RECALL_LEAST)
    say("", `it has ${recall.length} questions from memory, want ${RECALL_LEAST}.`, "Add them to its recall.ts.");
  for (const [i, one] of recall.entries()) {
    const what = `question from memory "${one.id}"`;
    lintOptions(one.options, what, one.about, say);
    const step = lesson.steps.find(({ id }) => id === one.about);
    if (step === undefined) say("", `${what} is about the step "${one.about}".`, "Name one that the lesson has.");
    else if (i === 0 && step.predict === undefined)
      say(one.about, `${what} is the first and about no prediction.`, "Begin with the lesson’s prediction.");
    if (recall.findIndex(({ id }) => id === one.id) < i) say(one.about, `${what} is there twice.`, "Rename one.");
  }
}

/** Numbers that are stated nowhere, neither in the prose nor in a sentence nor by another number. */
function lintUnused(lesson: Lesson, recall: readonly Recall[], tree: TextNode, say: Say): void {
  const inProse = componentsOf(tree).flatMap(({ node }) => (node.name === "N" ? [attributesOf(node)["id"]] : []));
  const inSentences = sentencesOf(lesson, recall).flatMap(({ text }) =>
    piecesOf(text).flatMap((piece) => ("number" in piece ? [piece.number] : [])),
  );
  const predictions = lesson.steps.flatMap(({ predict }) => (predict === undefined ? [] : [predict]));
  const inPredictions = predictions.flatMap((one) => [
    ...one.bars.map(({ number }) => number),
    ...(one.kind === "number" || one.kind === "crossing" ? [one.truth] : []),
    ...(one.kind === "number" ? (one.alsoRight ?? []).map(({ number }) => number) : []),
    ...(one.kind === "number" ? one.beliefs.flatMap(({ gives }) => namesIn(gives)) : []),
  ]);
  const inNumbers = Object.values(lesson.numbers).flatMap(namesOf);
  const used = new Set([...inProse, ...inSentences, ...inPredictions, ...inNumbers]);
  for (const name of Object.keys(lesson.numbers)) {
    if (!used.has(name)) say("", `number "${name}" is stated nowhere.`, "State it, or leave it out.");
  }
}

/** Names of experiments that there are not. Nothing else can be said before they are right. */
function lintExperiments(lesson: Lesson): readonly Finding[] {
  const known = descriptionsHere().map(({ id }) => id);
  const unknown = experimentsIn(lesson.steps, lesson.numbers).filter((id) => !known.includes(id));
  return unknown.map((id) => {
    const meant = closestWord(id, known);
    const todo =
      meant === undefined ? `There is ${known.join(", ")}.` : `Did you mean ${meant}? lab list has them all.`;
    return { file: `lessons/${lesson.slug}/lesson.ts`, step: "", what: `there is no experiment "${id}".`, todo };
  });
}

/** Everything that can be said without running the engine. */
export function lintLesson(lesson: Lesson, recall: readonly Recall[], tree: TextNode): readonly Finding[] {
  const folder = `lessons/${lesson.slug}`;
  const strangers = lintExperiments(lesson);
  if (strangers.length > 0) return strangers;
  const findings: Finding[] = [...lintText(`${folder}/text.mdx`, tree)];
  const say: Say = (step, what, todo) => void findings.push({ file: `${folder}/lesson.ts`, step, what, todo });
  lintPlaces(lesson, tree, (step, what, todo) => void findings.push({ file: `${folder}/text.mdx`, step, what, todo }));
  lintSentences(lesson, recall, say);
  lintUnused(lesson, recall, tree, say);
  lintWords(lesson, recall, tree, say);
  for (const step of lesson.steps) lintStep(lesson, step, say);
  for (const [name, number] of Object.entries(lesson.numbers)) {
    const problem = complaint(() => stated(lesson.paper, number, lesson.numbers));
    if (problem !== null) say("", `number "${name}": ${problem}`, "Correct its source.");
  }
  lintRecall(
    lesson,
    recall,
    (step, what, todo) => void findings.push({ file: `${folder}/recall.ts`, step, what, todo }),
  );
  return findings;
}

/** Replays every solution and every lucky guess of the lesson's checkpoints. */
export async function lintSolutions(lesson: Lesson, run: RunEngine): Promise<readonly Finding[]> {
  const file = `lessons/${lesson.slug}/lesson.ts`;
  const findings: Finding[] = [];
  for (const step of lesson.steps) {
    for (const { part } of checksIn(step)) {
      const what = `checkpoint part "${part.id}"`;
      const solution = solutionOf(part);
      const say = (says: string, todo: string): void =>
        void findings.push({ file, step: step.id, what: `${what}: ${says}`, todo });
      if ((await judge(part, asItStands(step.stage, part), run)).passed)
        say(
          "it passes before the reader has done anything.",
          "Tighten the bounds, change the stage, or set its begin.",
        );
      if (part.solution !== undefined) {
        const { passed, bounds, neighbour } = await judge(part, solution, run);
        const values = bounds.map(({ condition, value }) => `${condition.measure} ${value}`).join(", ");
        const beside = neighbour?.fails === false ? `; ${neighbour.param} = ${neighbour.value} passes too` : "";
        if (!passed) say(`its solution does not pass: ${values}${beside}.`, "Correct the solution or the bounds.");
      }
      for (const set of part.fails) {
        const { passed } = await judge(part, { ...solution, set }, run);
        if (passed) say(`${JSON.stringify(set)} passes, which should fail.`, "Tighten the bounds.");
      }
      for (const faults of part.breaks?.fails ?? []) {
        const { passed } = await judge(part, { set: part.solution, faults }, run);
        if (passed) say(`"${faults.join("; ")}" passes, which should fail.`, "Tighten the bounds.");
      }
    }
  }
  return findings;
}
