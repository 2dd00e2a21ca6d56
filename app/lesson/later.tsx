/**
 * The parts of a lesson that its first view does not show. The page fetches each part when a step shows it, and fetches
 * all of them ahead once the first figure has answered the reader: the first view does not wait for them.
 */
import { lazy } from "react";
import { inText, later } from "./lazy-part.tsx";

const PARTS = {
  answers: () => import("./AnswersPanel.tsx"),
  checkpoint: () => import("./Checkpoint.tsx"),
  chart: () => import("./LessonChart.tsx"),
  details: () => import("../lab/Details.tsx"),
  erratum: () => import("./Erratum.tsx"),
  memory: () => import("./Memory.tsx"),
  number: () => import("./NumberNote.tsx"),
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

export const AnswersPanel = later(lazy(() => PARTS.answers().then((m) => ({ default: m.AnswersPanel }))));
export const Checkpoint = inText(lazy(() => PARTS.checkpoint().then((m) => ({ default: m.Checkpoint }))));
export const Details = later(lazy(() => PARTS.details().then((m) => ({ default: m.Details }))));
export const ErratumNote = inText(lazy(() => PARTS.erratum().then((m) => ({ default: m.ErratumNote }))));
export const LessonChart = later(lazy(() => PARTS.chart().then((m) => ({ default: m.LessonChart }))));
export const LessonWaterfall = later(lazy(() => PARTS.waterfall().then((m) => ({ default: m.LessonWaterfall }))));
export const Ending = later(lazy(() => PARTS.memory().then((m) => ({ default: m.Ending }))));
export const Opening = inText(lazy(() => PARTS.memory().then((m) => ({ default: m.Opening }))));
export const ModelPanel = later(lazy(() => panel().then((m) => ({ default: m.ModelPanel }))));
export const PinRow = later(lazy(() => PARTS.pins().then((m) => ({ default: m.PinRow }))));
export const Predict = inText(lazy(() => PARTS.predict().then((m) => ({ default: m.Predict }))));
export const Settings = later(lazy(() => PARTS.settings().then((m) => ({ default: m.Settings }))));
export const TwinPanel = later(lazy(() => PARTS.twin().then((m) => ({ default: m.TwinPanel }))));
export const Utilisation = later(lazy(() => PARTS.use().then((m) => ({ default: m.Utilisation }))));
export const Explain = inText(lazy(() => PARTS.say().then((m) => ({ default: m.Explain }))));
export const Transfer = inText(lazy(() => PARTS.say().then((m) => ({ default: m.Transfer }))));

/** Fetches the parts that are not there yet. A part that cannot be fetched now is fetched where a step shows it. */
export function fetchAhead(): void {
  for (const part of Object.values(PARTS)) void part().catch(() => undefined);
}
