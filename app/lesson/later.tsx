/**
 * The parts of a lesson that its first view does not show. The page fetches each part when a step shows it, and fetches
 * all of them ahead once the first figure has answered the reader: the first view does not wait for them.
 */
import { hasBefore } from "../../lessons/course.ts";
import { loadPaperOfLesson, openLesson } from "../../lessons/index.ts";
import { inText, later } from "./lazy-part.tsx";
import { fetched } from "../controls/fetched.tsx";
import { PHONE } from "../controls/media.ts";

const memory = () => import("./questions/Memory.tsx");
const say = () => import("./questions/Say.tsx");

const tries = () => import("./text/Tries.tsx");

const after = fetched("What was tried", () => tries().then((m) => m.After));
const answers = fetched("Your answers", () => import("./record/AnswersPanel.tsx").then((m) => m.AnswersPanel));
const bytes = fetched("The bytes", () => import("./stage/MessageBytes.tsx").then((m) => m.MessageBytes));
const calls = fetched("The times of the calls", () => import("../lab/Calls.tsx").then((m) => m.Calls));
const changed = fetched("What you have changed", () => import("../lab/Changed.tsx").then((m) => m.Changed));
const chart = fetched("The chart", () => import("./stage/LessonChart.tsx").then((m) => m.LessonChart));
const checkpoint = fetched("The checkpoint", () => import("./questions/Checkpoint.tsx").then((m) => m.Checkpoint));
const controls = fetched("The controls", () => import("./stage/OwnControls.tsx").then((m) => m.OwnControls));
const covered = fetched("The way to the question", () => import("./stage/Covered.tsx").then((m) => m.Covered));
const details = fetched("The inspector", () => import("../lab/Details.tsx").then((m) => m.Details));
const dock = fetched("The buttons at the foot", () => import("./Dock.tsx").then((m) => m.Dock));
const ending = fetched("The questions", () => memory().then((m) => m.Ending));
const erratum = fetched("The note on the paper", () => import("./text/Erratum.tsx").then((m) => m.ErratumNote));
const explain = fetched("The question", () => say().then((m) => m.Explain));
const explore = fetched("The search", () => import("../lab/Explore.tsx").then((m) => m.Explore));
const faults = fetched("The faults", () => import("../lab/FaultPanel.tsx").then((m) => m.FaultPanel));
const finished = fetched("What you can now", () => import("./Finished.tsx").then((m) => m.Finished));
const machines = fetched("The machines", () => import("../lab/MachinePanel.tsx").then((m) => m.MachinePanel));
const numbers = fetched("The numbers", () => import("./text/Numbers.tsx").then((m) => m.NamedNumber));
const opening = fetched("The questions", () => memory().then((m) => m.Opening));
const form = fetched("The controls", () => import("./stage/StageForm.tsx").then((m) => m.StageForm));
const parameters = fetched("The parameters", () => import("../lab/ParameterPanel.tsx").then((m) => m.ParameterPanel));
const pins = fetched("The pinned runs", () => import("../lab/PinRow.tsx").then((m) => m.PinRow));
const predict = fetched("The question", () => import("./questions/Predict.tsx").then((m) => m.Predict));
const specification = fetched("The specification", () =>
  import("./stage/Specification.tsx").then((m) => m.Specification),
);
const rules = fetched("The table", () => import("../lab/RuleMatrix.tsx").then((m) => m.RuleMatrix));
const written = fetched("The rules", () => import("./stage/WrittenRules.tsx").then((m) => m.WrittenRules));
const state = fetched("The state", () => import("../lab/StatePanel.tsx").then((m) => m.StatePanel));
const tables = fetched("The table", () => import("../lab/RunTables.tsx").then((m) => m.RunTables));
const tried = fetched("The buttons of the step", () => tries().then((m) => m.Try));
const transfer = fetched("The question", () => say().then((m) => m.Transfer));
const twin = fetched("The twin timelines", () => import("../lab/TwinPanel.tsx").then((m) => m.TwinPanel));
const use = fetched("The table of use", () => import("./stage/Utilisation.tsx").then((m) => m.Utilisation));
const waterfall = fetched("The waterfall", () => import("./stage/LessonWaterfall.tsx").then((m) => m.LessonWaterfall));

/** The editor of the model. Few steps show it and it is large, so it is fetched where a step shows it, never ahead. */
const model = fetched("The model", () => import("../lab/ModelPanel.tsx").then((m) => m.ModelPanel));

export const After = inText(after);
export const AnswersPanel = later(answers);
export const Calls = later(calls);
export const Changed = later(changed);
export const Checkpoint = inText(checkpoint);
export const Covered = later(covered);
export const Details = later(details);
export const Dock = later(dock);
export const Ending = later(ending);
export const ErratumNote = inText(erratum);
export const Explain = inText(explain);
export const Explore = later(explore);
export const FaultPanel = later(faults);
export const Finished = later(finished);
export const LessonChart = later(chart);
export const LessonWaterfall = later(waterfall);
export const MachinePanel = later(machines);
export const MessageBytes = later(bytes);
export const ModelPanel = later(model);
export const NamedNumber = inText(numbers);
export const Opening = inText(opening);
export const OwnControls = later(controls);
export const StageForm = later(form);
export const ParameterPanel = later(parameters);
export const PinRow = later(pins);
export const Predict = inText(predict);
export const RuleMatrix = later(rules);
export const RunTables = later(tables);
/** Its editor is as large as that of the model, and one lesson shows it. */
export const Specification = later(specification);
export const StatePanel = later(state);
export const Transfer = inText(transfer);
export const Try = inText(tried);
export const TwinPanel = later(twin);
export const WrittenRules = later(written);
export const Utilisation = later(use);

/** Parts that the text of a step may hold, and what it sets, except the first step of a lesson. */
const TEXT = [after, checkpoint, erratum, explain, form, numbers, predict, transfer, tried];

const PARTS = [
  ...TEXT,
  answers,
  bytes,
  calls,
  changed,
  chart,
  controls,
  covered,
  details,
  dock,
  ending,
  explore,
  faults,
  finished,
  opening,
  parameters,
  pins,
  state,
  tables,
  twin,
  use,
  waterfall,
];

/**
 * Fetches what a lesson opens with: its files; at its first step, but for the first lesson, the questions about lessons
 * before, and numbers; at another step all that its text may hold; and with any of these the paper. Rejects where one
 * fails.
 */
export async function lessonAhead(slug: string, step: number): Promise<void> {
  const first = hasBefore(slug) ? [opening, numbers] : [];
  const parts = [...(step > 1 ? TEXT : first), ...(window.matchMedia(PHONE).matches ? [dock] : [])];
  await Promise.all([
    openLesson(slug),
    parts.length === 0 ? null : loadPaperOfLesson(slug),
    ...parts.map((part) => part.ahead()),
  ]);
}

/**
 * Fetches the paper and the parts that are not there yet. What cannot be fetched now is fetched where a step shows it.
 */
export function fetchAhead(slug: string): void {
  loadPaperOfLesson(slug).catch(() => undefined);
  for (const part of PARTS) part.ahead().catch(() => undefined);
}
