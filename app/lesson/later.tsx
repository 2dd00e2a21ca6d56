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
  answers: () => import("./AnswersPanel.tsx"),
  checkpoint: () => import("./Checkpoint.tsx"),
  chart: () => import("./LessonChart.tsx"),
  covered: () => import("./Covered.tsx"),
  explore: () => import("./LessonExplore.tsx"),
  dock: () => import("./Dock.tsx"),
  details: () => import("../lab/Details.tsx"),
  finished: () => import("./Finished.tsx"),
  erratum: () => import("./Erratum.tsx"),
  memory: () => import("./Memory.tsx"),
  number: () => import("./NumberNote.tsx"),
  numbers: () => import("./Numbers.tsx"),
  pins: () => import("../lab/PinRow.tsx"),
  predict: () => import("./Predict.tsx"),
  say: () => import("./Say.tsx"),
  settings: () => import("./Settings.tsx"),
  twin: () => import("../lab/TwinPanel.tsx"),
  use: () => import("./Utilisation.tsx"),
  waterfall: () => import("./LessonWaterfall.tsx"),
} as const;

/** The editor of the model. Few steps show it and it is large, so it is fetched where a step shows it, never ahead. */
const panel = () => import("../lab/ModelPanel.tsx");

export const AnswersPanel = later(fetched("Your answers", () => PARTS.answers().then((m) => m.AnswersPanel)));
export const Checkpoint = inText(fetched("The checkpoint", () => PARTS.checkpoint().then((m) => m.Checkpoint)));
export const Covered = later(fetched("The way to the question", () => PARTS.covered().then((m) => m.Covered)));
export const Details = later(fetched("The inspector", () => PARTS.details().then((m) => m.Details)));
const dock = fetched("The buttons at the foot", () => PARTS.dock().then((m) => m.Dock));
export const Dock = later(dock);
export const ErratumNote = inText(fetched("The note on the paper", () => PARTS.erratum().then((m) => m.ErratumNote)));
export const Finished = later(fetched("What you can now", () => PARTS.finished().then((m) => m.Finished)));
export const LessonChart = later(fetched("The chart", () => PARTS.chart().then((m) => m.LessonChart)));
export const LessonExplore = later(fetched("The search", () => PARTS.explore().then((m) => m.LessonExplore)));
export const LessonWaterfall = later(fetched("The waterfall", () => PARTS.waterfall().then((m) => m.LessonWaterfall)));
export const Ending = later(fetched("The questions", () => PARTS.memory().then((m) => m.Ending)));
const opening = fetched("The questions", () => PARTS.memory().then((m) => m.Opening));
export const Opening = inText(opening);
const numbers = fetched("The numbers", () => PARTS.numbers().then((m) => m.NamedNumber));
export const NamedNumber = inText(numbers);
export const ModelPanel = later(fetched("The model", () => panel().then((m) => m.ModelPanel)));
export const PinRow = later(fetched("The pinned runs", () => PARTS.pins().then((m) => m.PinRow)));
export const Predict = inText(fetched("The question", () => PARTS.predict().then((m) => m.Predict)));
export const Settings = later(fetched("The parameters", () => PARTS.settings().then((m) => m.Settings)));
export const TwinPanel = later(fetched("The twin timelines", () => PARTS.twin().then((m) => m.TwinPanel)));
export const Utilisation = later(fetched("The table of use", () => PARTS.use().then((m) => m.Utilisation)));
export const Explain = inText(fetched("The question", () => PARTS.say().then((m) => m.Explain)));
export const Transfer = inText(fetched("The question", () => PARTS.say().then((m) => m.Transfer)));

/**
 * Fetches what a lesson opens with: its files; and, but for the first one, the questions about lessons before, and
 * numbers. Rejects where one fails.
 */
export async function lessonAhead(slug: string): Promise<void> {
  const parts = [
    ...(hasBefore(slug) ? [opening.ahead(), numbers.ahead()] : []),
    ...(window.matchMedia(PHONE).matches ? [dock.ahead()] : []),
  ];
  await Promise.all([openLesson(slug), ...parts]);
}

/** Fetches the parts that are not there yet. A part that cannot be fetched now is fetched where a step shows it. */
export function fetchAhead(): void {
  for (const part of Object.values(PARTS)) void part().catch(() => undefined);
}
