/**
 * The parts of a lesson that its first view does not show. The page fetches each part when a step shows it, and fetches
 * all of them ahead once the first figure has answered the reader: the first view does not wait for them.
 */
import { hasBefore } from "../../lessons/course.ts";
import { openLesson } from "../../lessons/index.ts";
import { inText, later } from "./lazy-part.tsx";
import { fetched } from "../controls/fetched.tsx";
import { PHONE } from "../controls/media.ts";

const PARTS = {
  answers: fetched("Your answers", () => import("./AnswersPanel.tsx").then((m) => m.AnswersPanel)),
  chart: fetched("The chart", () => import("./LessonChart.tsx").then((m) => m.LessonChart)),
  checkpoint: fetched("The checkpoint", () => import("./Checkpoint.tsx").then((m) => m.Checkpoint)),
  covered: fetched("The way to the question", () => import("./Covered.tsx").then((m) => m.Covered)),
  details: fetched("The inspector", () => import("../lab/Details.tsx").then((m) => m.Details)),
  dock: fetched("The buttons at the foot", () => import("./Dock.tsx").then((m) => m.Dock)),
  ending: fetched("The questions", () => import("./Memory.tsx").then((m) => m.Ending)),
  erratum: fetched("The note on the paper", () => import("./Erratum.tsx").then((m) => m.ErratumNote)),
  explain: fetched("The question", () => import("./Say.tsx").then((m) => m.Explain)),
  explore: fetched("The search", () => import("./LessonExplore.tsx").then((m) => m.LessonExplore)),
  finished: fetched("What you can now", () => import("./Finished.tsx").then((m) => m.Finished)),
  numbers: fetched("The numbers", () => import("./Numbers.tsx").then((m) => m.NamedNumber)),
  opening: fetched("The questions", () => import("./Memory.tsx").then((m) => m.Opening)),
  pins: fetched("The pinned runs", () => import("../lab/PinRow.tsx").then((m) => m.PinRow)),
  predict: fetched("The question", () => import("./Predict.tsx").then((m) => m.Predict)),
  settings: fetched("The parameters", () => import("./Settings.tsx").then((m) => m.Settings)),
  transfer: fetched("The question", () => import("./Say.tsx").then((m) => m.Transfer)),
  twin: fetched("The twin timelines", () => import("../lab/TwinPanel.tsx").then((m) => m.TwinPanel)),
  use: fetched("The table of use", () => import("./Utilisation.tsx").then((m) => m.Utilisation)),
  waterfall: fetched("The waterfall", () => import("./LessonWaterfall.tsx").then((m) => m.LessonWaterfall)),
} as const;

/** The editor of the model. Few steps show it and it is large, so it is fetched where a step shows it, never ahead. */
const model = fetched("The model", () => import("../lab/ModelPanel.tsx").then((m) => m.ModelPanel));

export const AnswersPanel = later(PARTS.answers);
export const Checkpoint = inText(PARTS.checkpoint);
export const Covered = later(PARTS.covered);
export const Details = later(PARTS.details);
export const Dock = later(PARTS.dock);
export const Ending = later(PARTS.ending);
export const ErratumNote = inText(PARTS.erratum);
export const Explain = inText(PARTS.explain);
export const Finished = later(PARTS.finished);
export const LessonChart = later(PARTS.chart);
export const LessonExplore = later(PARTS.explore);
export const LessonWaterfall = later(PARTS.waterfall);
export const ModelPanel = later(model);
export const NamedNumber = inText(PARTS.numbers);
export const Opening = inText(PARTS.opening);
export const PinRow = later(PARTS.pins);
export const Predict = inText(PARTS.predict);
export const Settings = later(PARTS.settings);
export const Transfer = inText(PARTS.transfer);
export const TwinPanel = later(PARTS.twin);
export const Utilisation = later(PARTS.use);

/** What the text of a step may hold, but for the first step of a lesson. */
const TEXT = [PARTS.checkpoint, PARTS.erratum, PARTS.explain, PARTS.numbers, PARTS.predict, PARTS.transfer] as const;

/**
 * Fetches what a lesson opens with: its files; at its first step, but for the first lesson, the questions about lessons
 * before, and numbers; at another step all that its text may hold. Rejects where one fails.
 */
export async function lessonAhead(slug: string, step: number): Promise<void> {
  const first = hasBefore(slug) ? [PARTS.opening, PARTS.numbers] : [];
  const parts = [...(step > 1 ? TEXT : first), ...(window.matchMedia(PHONE).matches ? [PARTS.dock] : [])];
  await Promise.all([openLesson(slug), ...parts.map((part) => part.ahead())]);
}

/** Fetches the parts that are not there yet. A part that cannot be fetched now is fetched where a step shows it. */
export function fetchAhead(): void {
  for (const part of Object.values(PARTS)) part.ahead().catch(() => undefined);
  import("./NumberNote.tsx").catch(() => undefined);
}
