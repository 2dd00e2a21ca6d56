/**
 * An invented class: nobody gave these answers. They try the teacher’s desk and its tests. Every checkpoint in them is
 * run, so that its hash is a true one.
 */
import { ENGINE_VERSION } from "../../engine/experiments/export/version.ts";
import { RandomStream } from "../../engine/kernel/random.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { asItStands, solutionOf } from "../judge.ts";
import type { CheckpointPart, Lesson, Prediction, StageState } from "../types.ts";
import { truthCurve, truthOf, wrongNumbers } from "../verdict.ts";
import type { Committed } from "../verdict.ts";
import { openSteps } from "./open-steps.ts";
import { proofOf } from "./proof.ts";
import type { ProofEngine } from "./proof.ts";
import { FORM, FORMAT } from "./report-data.ts";
import type { CheckGiven, ExplainGiven, PredictionGiven, ReportData } from "./report-data.ts";
import { checksIn, saidIn } from "./said.ts";

export const INVENTED_NAMES: readonly string[] = [
  ...["Mina", "Omar", "Ravi", "Ana", "Noa", "Emil", "Yuna", "Leo", "Ida", "Tariq", "Sofia", "Jonas"],
];

export function rightAnswer(lesson: Lesson, prediction: Prediction): Committed {
  switch (prediction.kind) {
    case "choice":
      return {
        kind: "choice",
        option: itemAt(
          prediction.options.filter(({ right }) => right === true),
          0,
          "right option",
        ).id,
      };
    case "number":
      return { kind: "number", value: truthOf(lesson, prediction), interval: null };
    case "curve":
      return { kind: "curve", ys: truthCurve(lesson.paper, prediction).map(({ y }) => y) };
    case "crossing": {
      const at = truthOf(lesson, prediction);
      const { values } = prediction.x;
      return { kind: "crossing", curves: [values.map(() => at), values.map((x) => x)] };
    }
  }
}

/** Some number of 0 up to `below`. */
type Draw = (below: number) => number;

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

function someAnswer(lesson: Lesson, prediction: Prediction, draw: Draw): Committed {
  const chance = draw(20);
  if (chance === 0) return { kind: "none" };
  const right = rightAnswer(lesson, prediction);
  if (chance < 9) return right;
  switch (prediction.kind) {
    case "choice":
      return { kind: "choice", option: itemAt(prediction.options, draw(prediction.options.length), "option").id };
    case "number": {
      const wrong = wrongNumbers(lesson, prediction);
      const about = wrong[draw(wrong.length)] ?? truthOf(lesson, prediction);
      const value = within((about * (95 + draw(11))) / 100, prediction.min, prediction.max);
      return { kind: "number", value: Number(value.toPrecision(3)), interval: null };
    }
    case "curve": {
      const factor = (30 + draw(140)) / 100;
      const ys = right.kind === "curve" ? right.ys : [];
      return { kind: "curve", ys: ys.map((y) => within(y * factor, 0, prediction.max)) };
    }
    case "crossing": {
      const { values } = prediction.x;
      const at = itemAt(values, draw(values.length), "value");
      return { kind: "crossing", curves: [values.map(() => at), values.map((x) => x)] };
    }
  }
}

/** When the answers were begun, in seconds since 1970. */
const BEGUN = 1_790_000_000;

async function someCheck(
  stage: StageState,
  part: CheckpointPart,
  { draw, at }: { readonly draw: Draw; readonly at: number },
  engine: ProofEngine,
): Promise<CheckGiven> {
  const setup = { experiment: part.experiment, seeds: part.seeds };
  const chance = draw(10);
  if (chance === 0) {
    const none = { passed: false, told: true, failures: 0, hints: 2, set: {}, faults: [], hash: null, at: null };
    return { ...none, ...setup };
  }
  const fails = part.breaks?.fails ?? part.fails;
  const wrong = chance < 3 ? fails[draw(fails.length)] : undefined;
  const isList = Array.isArray(wrong);
  const found = wrong === undefined || isList ? part.solution : (wrong as CheckpointPart["solution"]);
  const set = { ...asItStands(stage, part).set, ...found };
  const faults = isList ? (wrong as readonly string[]) : solutionOf(part).faults;
  const { judgement, hash } = await proofOf(part, { set, faults }, engine);
  const failures = judgement.passed ? draw(3) : 1 + draw(9);
  return { passed: judgement.passed, told: false, failures, hints: draw(3), set, faults, hash, at, ...setup };
}

interface Invented {
  readonly student: string;
  readonly assignment: string;
  readonly seed: number; // who answers otherwise has another one
}

/** One student’s report of a lesson: some stop before its end. */
export async function inventedReport(
  lesson: Lesson,
  { student, assignment, seed }: Invented,
  engine: ProofEngine,
): Promise<ReportData> {
  const stream = new RandomStream(seed, `invented ${lesson.slug} ${student}`);
  const draw: Draw = (below) => (below === 0 ? 0 : stream.integer(below));
  const stops = draw(4) === 0 ? 2 + draw(lesson.steps.length - 2) : lesson.steps.length;
  const predictions: [string, PredictionGiven][] = [];
  const explains: [string, ExplainGiven][] = [];
  const checks: [string, CheckGiven][] = [];
  let at = BEGUN + draw(5 * 86_400);
  for (const step of lesson.steps.slice(0, stops)) {
    const { predict } = step;
    at += 40 + draw(200);
    if (predict !== undefined)
      predictions.push([predict.id, { answers: [someAnswer(lesson, predict, draw)], told: false, at }]);
    for (const { id, picks = [] } of saidIn(step)) {
      const pick = picks[draw(picks.length)]?.id ?? null;
      explains.push([id, { pick, text: pick === null ? "(an invented sentence)" : "" }]);
    }
    for (const { name, part } of checksIn(step))
      checks.push([name, await someCheck(step.stage, part, { draw, at: (at += 30 + draw(300)) }, engine)]);
  }
  const answers = {
    predictions: Object.fromEntries(predictions),
    explains: Object.fromEntries(explains),
    checks: Object.fromEntries(checks),
  };
  const finished = openSteps(lesson, answers).length === 0;
  const head = { format: FORMAT, form: FORM, engine: ENGINE_VERSION, lesson: lesson.slug } as const;
  return { ...head, assignment, student, saved: at + 60, finished, ...answers };
}

/** The same report, with a setting that does not pass in a checkpoint that it says is passed; null where none can. */
export async function inventedForgery(
  lesson: Lesson,
  data: ReportData,
  engine: ProofEngine,
): Promise<ReportData | null> {
  for (const { name, part } of lesson.steps.flatMap(checksIn)) {
    const [fails] = part.fails;
    const given = data.checks[name];
    const lines = part.breaks?.fails[0];
    if ((fails ?? lines) === undefined || given?.passed !== true) continue;
    const set = { ...given.set, ...fails };
    const faults = lines ?? given.faults;
    const { hash } = await proofOf(part, { set, faults }, engine);
    return { ...data, checks: { ...data.checks, [name]: { ...given, set, faults, hash } } };
  }
  return null;
}
