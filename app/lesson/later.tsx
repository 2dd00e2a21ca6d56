/**
 * The parts of a lesson that its first view does not show. The page fetches each part when a step shows it, and fetches
 * all of them ahead once the first figure has answered the reader: the first view does not wait for them.
 */
import { hasBefore } from "../../lessons/course.ts";
import { loadPapersOfLesson, openLesson } from "../../lessons/index.ts";
import { inText, later } from "./lazy-part.tsx";
import { PHONE } from "../controls/media.ts";

const memory = () => import("./questions/Memory.tsx");
const say = () => import("./questions/Say.tsx");
const tries = () => import("./text/Tries.tsx");

/** Parts that the text of a step may hold, and what it sets, except the first step of a lesson. */
const TEXT = {
  After: inText("What was tried", () => tries().then((m) => m.After)),
  Checkpoint: inText("The checkpoint", () => import("./questions/Checkpoint.tsx").then((m) => m.Checkpoint)),
  CoveredRest: later("The way to the question", () => import("./stage/Covered.tsx").then((m) => m.CoveredRest)),
  ErratumNote: inText("The note on the paper", () => import("./text/Erratum.tsx").then((m) => m.ErratumNote), "cited"),
  Explain: inText("The question", () => say().then((m) => m.Explain)),
  Lit: inText("The word", () => import("./text/Lit.tsx").then((m) => m.Lit)),
  NamedNumber: inText("The numbers", () => import("./text/Numbers.tsx").then((m) => m.NamedNumber)),
  Opening: inText("The questions", () => memory().then((m) => m.Opening)),
  Predict: inText("The question", () => import("./questions/Predict.tsx").then((m) => m.Predict)),
  StageForm: later("The controls", () => import("./stage/StageForm.tsx").then((m) => m.StageForm)),
  Transfer: inText("The question", () => say().then((m) => m.Transfer)),
  Try: inText("The buttons of the step", () => tries().then((m) => m.Try)),
};

const AROUND = {
  AnswersPanel: later("Your answers", () => import("./record/AnswersPanel.tsx").then((m) => m.AnswersPanel)),
  Changed: later("What you have changed", () => import("../lab/Changed.tsx").then((m) => m.Changed)),
  Covered: later("The way to the question", () => import("./stage/Covered.tsx").then((m) => m.Covered)),
  Done: later("The tick", () => import("./Done.tsx").then((m) => m.Done)),
  Distribution: later("The times of the calls", () => import("./stage/Distribution.tsx").then((m) => m.Distribution)),
  Details: later("The inspector", () => import("../lab/Details.tsx").then((m) => m.Details)),
  Dock: later("The buttons at the foot", () => import("./Dock.tsx").then((m) => m.Dock)),
  Ending: later("The questions", () => memory().then((m) => m.Ending)),
  FaultPanel: later("The faults", () => import("../lab/FaultPanel.tsx").then((m) => m.FaultPanel)),
  Finished: later("What you can now", () => import("./Finished.tsx").then((m) => m.Finished)),
  LessonChart: later("The chart", () => import("./stage/LessonChart.tsx").then((m) => m.LessonChart)),
  LessonWaterfall: later("The waterfall", () => import("./stage/LessonWaterfall.tsx").then((m) => m.LessonWaterfall)),
  MessageBytes: later("The bytes", () => import("./stage/MessageBytes.tsx").then((m) => m.MessageBytes)),
  OwnControls: later("The controls", () => import("./stage/OwnControls.tsx").then((m) => m.OwnControls)),
  ParameterPanel: later("The parameters", () => import("../lab/ParameterPanel.tsx").then((m) => m.ParameterPanel)),
  PinRow: later("The pinned runs", () => import("../lab/PinRow.tsx").then((m) => m.PinRow)),
  Search: later("The search", () => import("./stage/Search.tsx").then((m) => m.Search)),
  StatePanel: later("The state", () => import("../lab/StatePanel.tsx").then((m) => m.StatePanel)),
  TwinPanel: later("The twin timelines", () => import("../lab/TwinPanel.tsx").then((m) => m.TwinPanel)),
  Utilisation: later("The table of use", () => import("./stage/Utilisation.tsx").then((m) => m.Utilisation)),
};

/** Few steps show these, and some are large: each is fetched where a step shows it, never ahead. */
const RARE = {
  CrowdFigure: later("The crowd", () => import("../crowd/OnStage.tsx").then((m) => m.OnStage)),
  MachinePanel: later("The machines", () => import("../lab/MachinePanel.tsx").then((m) => m.MachinePanel)),
  ModelPanel: later("The model", () => import("../lab/ModelPanel.tsx").then((m) => m.ModelPanel)),
  Specification: later("The specification", () => import("./stage/Specification.tsx").then((m) => m.Specification)),
  Tables: later("The table", () => import("./stage/Tables.tsx").then((m) => m.Tables)),
  StageTools: later("The tools", () => import("./StageTools.tsx").then((m) => m.StageTools)),
  AssignedLine: later("The assignment", () => import("../assigned/AssignedLine.tsx").then((m) => m.AssignedLine)),
  WrittenRules: later("The rules", () => import("./stage/WrittenRules.tsx").then((m) => m.WrittenRules), "write"),
};

export const Later = { ...TEXT, ...AROUND, ...RARE };

/**
 * Fetches what a lesson opens with: its files; at its first step, but for the first lesson, the questions about lessons
 * before, and numbers; at another step all that its text may hold; and with any of these the paper. Rejects where one
 * fails.
 */
export async function lessonAhead(slug: string, step: number): Promise<void> {
  const first = hasBefore(slug) ? [Later.Opening, Later.NamedNumber] : [];
  const parts = [
    ...(step > 1 ? Object.values(TEXT) : first),
    ...(window.matchMedia(PHONE).matches ? [Later.Dock] : []),
  ];
  await Promise.all([
    openLesson(slug),
    parts.length === 0 ? null : loadPapersOfLesson(slug),
    ...parts.map((part) => part.ahead()),
    step > 1 || !hasBefore(slug) ? null : memory().then((m) => m.openingAhead(slug)),
  ]);
}

/**
 * Fetches the paper and the parts that are not there yet. What cannot be fetched now is fetched where a step shows it.
 */
export function fetchAhead(slug: string): void {
  loadPapersOfLesson(slug).catch(() => undefined);
  for (const part of Object.values({ ...TEXT, ...AROUND })) part.ahead().catch(() => undefined);
}
