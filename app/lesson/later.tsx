/**
 * Parts of a lesson that its first view has no use for. Each is fetched when it is met, or ahead of that once the first
 * figure has answered the reader, so that they wait neither for it nor because of it.
 */
import { createContext, lazy, Suspense, useContext, useState } from "react";
import type { ComponentType, FunctionComponent } from "react";

const PARTS = {
  answers: () => import("./AnswersPanel.tsx"),
  checkpoint: () => import("./Checkpoint.tsx"),
  chart: () => import("./LessonChart.tsx"),
  details: () => import("../bench/Details.tsx"),
  erratum: () => import("./Erratum.tsx"),
  memory: () => import("./Memory.tsx"),
  number: () => import("./NumberNote.tsx"),
  pins: () => import("../bench/PinRow.tsx"),
  predict: () => import("./Predict.tsx"),
  say: () => import("./Say.tsx"),
  settings: () => import("./Settings.tsx"),
  twin: () => import("../bench/TwinPanel.tsx"),
  use: () => import("./Utilisation.tsx"),
  waterfall: () => import("./LessonWaterfall.tsx"),
} as const;

/** What few steps have, and brings an editor: fetched where it is met, and never ahead of that. */
const panel = () => import("../bench/ModelPanel.tsx");

/** Whether the lesson is seen. Until then it waits for all of its first text, so that nothing of it moves later. */
export const Arrived = createContext(false);

/** A part that stands below or beside the text: nothing is there until it is. */
function later<P extends object>(part: ComponentType<P>): FunctionComponent<P> {
  const Part = part as FunctionComponent<P>;
  return function Later(props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** A part of the text: the lesson comes with it where it begins with it, and does not wait for it where it goes on. */
function inText<P extends object>(part: ComponentType<P>): FunctionComponent<P> {
  const Part = part as FunctionComponent<P>;
  const Alone = later(part);
  return function InText(props) {
    const [alone] = useState(useContext(Arrived)); // as it was met: it stays where it is
    return alone ? <Alone {...props} /> : <Part {...props} />;
  };
}

export const AnswersPanel = later(lazy(() => PARTS.answers().then((m) => ({ default: m.AnswersPanel }))));
export const Checkpoint = inText(lazy(() => PARTS.checkpoint().then((m) => ({ default: m.Checkpoint }))));
export const Details = later(lazy(() => PARTS.details().then((m) => ({ default: m.Details }))));
export const ErratumNote = inText(lazy(() => PARTS.erratum().then((m) => ({ default: m.ErratumNote }))));
export const LessonChart = later(lazy(() => PARTS.chart().then((m) => ({ default: m.LessonChart }))));
export const LessonWaterfall = later(lazy(() => PARTS.waterfall().then((m) => ({ default: m.LessonWaterfall }))));
export const Ending = later(lazy(() => PARTS.memory().then((m) => ({ default: m.Ending }))));
export const Opening = inText(lazy(() => PARTS.memory().then((m) => ({ default: m.Opening }))));
export const ModelPanel = later(lazy(() => panel().then((m) => ({ default: m.ModelPanel }))));
export const NumberNote = later(lazy(() => PARTS.number().then((m) => ({ default: m.NumberNote }))));
export const PinRow = later(lazy(() => PARTS.pins().then((m) => ({ default: m.PinRow }))));
export const Predict = inText(lazy(() => PARTS.predict().then((m) => ({ default: m.Predict }))));
export const Settings = later(lazy(() => PARTS.settings().then((m) => ({ default: m.Settings }))));
export const TwinPanel = later(lazy(() => PARTS.twin().then((m) => ({ default: m.TwinPanel }))));
export const Utilisation = later(lazy(() => PARTS.use().then((m) => ({ default: m.Utilisation }))));
export const Explain = inText(lazy(() => PARTS.say().then((m) => ({ default: m.Explain }))));
export const Transfer = inText(lazy(() => PARTS.say().then((m) => ({ default: m.Transfer }))));

/** Fetches what is not there yet. A part that cannot be fetched now is asked for again where it is met. */
export function fetchAhead(): void {
  for (const part of Object.values(PARTS)) void part().catch(() => undefined);
}
