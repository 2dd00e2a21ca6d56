/**
 * A reader's answers to one lesson as a page of their own, to print or to hand in: what was guessed and what is true,
 * curves drawn on one chart, sentences written, checkpoints with their parameters. Pure text.
 */
import { itemAt, namedIn } from "../../../engine/kernel/reads.ts";
import { withDefaults } from "../../../engine/experiments/settings.ts";
import { experimentNamed } from "../../../lessons/named.ts";
import type { CheckpointPart, CurvePrediction, Lesson, Prediction, Prose, Step } from "../../../lessons/types.ts";
import { isRight, truthCurve } from "../../../lessons/verdict.ts";
import type { Committed } from "../../../lessons/verdict.ts";
import { chartSvg } from "../../chart/svg.ts";
import type { LessonRecord, PredictionRecord } from "../../record/record.ts";
import { changedTexts } from "../../setup/setting-text.ts";
import { amountText, betweenText } from "../../words/units.ts";
import { told } from "../Finished.tsx";
import { openSteps } from "../../../lessons/hand-in/open-steps.ts";
import { dataElement } from "../../../lessons/hand-in/report-data.ts";
import type { ReportData } from "../../../lessons/hand-in/report-data.ts";
import { transferSaid } from "../../../lessons/hand-in/said.ts";
import type { Said } from "../../../lessons/hand-in/said.ts";
import { drawnSeries } from "../drawn-curve.ts";

interface ReportOf {
  readonly lesson: Lesson;
  readonly title: string;
  readonly record: LessonRecord;
  readonly plain: (text: Prose) => string; // prose with its numbers filled in
  readonly data: ReportData; // which the page carries
  readonly date: string; // "22 November 2026"
  readonly addressOf: (step: number) => string; // whole address of a step, from 1
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const row = (name: string, text: string): string => `<tr><th scope="row">${name}</th><td>${escaped(text)}</td></tr>`;
const NOTHING = "No answer yet.";

/** An answer in words: a number with its interval, a curve by its points. */
function answerText({ lesson, plain }: ReportOf, prediction: Prediction, answer: Committed): string {
  if (answer.kind === "number" && prediction.kind === "number") {
    const { unit } = prediction;
    const { value, interval } = answer;
    const guess = amountText(value, unit);
    return interval === null ? guess : `${guess}; a bet of 4 to 1: ${betweenText(interval.low, interval.high, unit)}`;
  }
  return told(lesson, prediction, answer, plain).you;
}

/** The curve that was drawn first, over the paper's figures. */
function curveFigure({ lesson }: ReportOf, prediction: CurvePrediction, answer: Committed): string {
  if (answer.kind !== "curve") return "";
  const { measures, params, charts } = experimentNamed(prediction.experiment);
  const truth = truthCurve(lesson.paper, prediction);
  const measure = measures[prediction.measure];
  const spec = charts.find(({ y }) => y === prediction.measure);
  if (measure === undefined || spec === undefined) return "";
  const swept = namedIn(params, (spec.sweep ?? experimentNamed(prediction.experiment).sweep).over, "parameter");
  const source = { text: "", href: "" };
  const spots = truth.map(({ x }, i) => ({ x, y: itemAt(answer.ys, i, "point of the curve") }));
  const measured = truth.map((point) => ({ ...point, source }));
  const values = truth.map(({ x }) => x);
  return chartSvg(
    {
      spec: { y: prediction.measure, title: spec.title, points: [] },
      unit: measure.unit,
      x: { label: swept.label, unit: swept.kind === "number" ? swept.unit : "", values },
      series: [
        { kind: "measured", name: "paper", label: "paper", curveNumber: null, points: measured },
        drawnSeries(lesson, "drawn", spots),
      ],
    },
    { theme: "light", width: 560, height: 260 },
  );
}

function predictionPart(of: ReportOf, prediction: Prediction, record: PredictionRecord | undefined): string {
  const { answers: given = [] } = record ?? {};
  const [first] = given;
  const answers = given.map((answer, i) => {
    const verdict = isRight(of.lesson, prediction, answer) ? "right" : answer.kind === "none" ? "" : "wrong";
    const text = [answerText(of, prediction, answer), verdict].filter((part) => part !== "").join(": ");
    return row(i === 0 ? "First answer" : `Answer ${i + 1}`, text);
  });
  const truth = first === undefined ? [] : [row("Truth", told(of.lesson, prediction, first, of.plain).truth)];
  const figure = prediction.kind === "curve" && first !== undefined ? curveFigure(of, prediction, first) : "";
  const rows = answers.length === 0 ? [row("Answer", NOTHING)] : [...answers, ...truth];
  return `<p class="asked">${escaped(of.plain(prediction.question))}</p><table>${rows.join("")}</table>${figure}`;
}

/** What the reader picked and wrote, and ours where it was compared with. */
function saidPart(of: ReportOf, { id, prompt, picks = [], ours }: Said): string {
  const { pick = null, text = "", shown = false } = of.record.explains[id] ?? {};
  const picked = picks.find((one) => one.id === pick);
  const rows = [
    ...(picked === undefined ? [] : [row("You chose", of.plain(picked.text))]),
    ...(text.trim() === "" ? [] : [row("You wrote", text)]),
  ];
  if (rows.length === 0) rows.push(row("Your answer", NOTHING));
  if (shown) rows.push(row("Ours", of.plain(ours)));
  return `<p class="asked">${escaped(of.plain(prompt))}</p><table>${rows.join("")}</table>`;
}

function checkPart(of: ReportOf, checkpoint: string, part: CheckpointPart): string {
  const record = of.record.checks[`${checkpoint}/${part.id}`];
  const experiment = experimentNamed(part.experiment);
  const parameters = withDefaults(experiment, { ...part.set, ...record?.set });
  const texts = changedTexts({ experiment: experiment.id, parameters, seed: 1, faults: [] });
  const broken = part.breaks === undefined ? [] : (record?.faults ?? []);
  const state = record === undefined ? NOTHING : record.passed ? "Passed" : "Not passed yet";
  const tries = record === undefined || record.failures === 0 ? "" : `, after ${record.failures} that did not pass`;
  const hints = record === undefined || record.hints === 0 ? "" : `, with ${record.hints} hints`;
  const rows = [row("Result", `${state}${tries}${hints}`)];
  if (record !== undefined)
    rows.push(row("Parameters", texts.length === 0 ? "all at their defaults" : texts.join(", ")));
  if (broken.length > 0) rows.push(row("Faults", broken.join("; ")));
  return `<p class="asked">${escaped(of.plain(part.title))}</p><table>${rows.join("")}</table>`;
}

function stepPart(of: ReportOf, step: Step, place: number): string {
  const { predict, explain, checkpoint, transfer } = step;
  const parts = [
    ...(predict === undefined ? [] : [predictionPart(of, predict, of.record.predictions[predict.id])]),
    ...(explain === undefined ? [] : [saidPart(of, explain)]),
    ...(checkpoint === undefined
      ? []
      : [
          `<p class="asked">${escaped(of.plain(checkpoint.question))}</p>`,
          ...checkpoint.parts.map((part) => checkPart(of, checkpoint.id, part)),
        ]),
    ...(transfer === undefined ? [] : [saidPart(of, transferSaid(step, transfer))]),
  ];
  if (parts.length === 0) return "";
  const address = escaped(of.addressOf(place));
  return `<section><h2><a href="${address}">Step ${place}</a>: ${escaped(step.gist)}</h2>${parts.join("")}</section>`;
}

const STYLE = `
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Georgia, serif; }
body { color: #16181b; background: #fff; }
h1 { font-weight: 400; font-size: 2rem; line-height: 1.2; }
h2 { margin: 1.5rem 0 .25rem; padding-top: .75rem; border-top: 1px solid; font-size: 1.1rem; }
a { color: inherit; }
table { border-collapse: collapse; font: .9rem/1.4 sans-serif; }
th { padding: .2rem 1rem .2rem 0; text-align: left; vertical-align: top; font-weight: 400; }
th { color: #4a4e54; white-space: nowrap; }
td { padding: .2rem 0; }
.asked { margin: .5rem 0 .25rem; }
.who { font: .9rem/1.4 sans-serif; }
svg { display: block; max-width: 100%; height: auto; }
section { break-inside: avoid; }
`;

/** A whole HTML document that needs no other file. Its one script element is data, which no browser runs. */
export function reportHtml(of: ReportOf): string {
  const { lesson, title, data, date } = of;
  const steps = lesson.steps.map((step, i) => stepPart(of, step, i + 1)).join("\n");
  const open = openSteps(lesson, of.record, data.asked);
  const where = open.length === 1 ? `step ${open[0]}` : `steps ${open.slice(0, -1).join(", ")} and ${open.at(-1)}`;
  const what = data.asked === undefined ? "The lesson" : "What is asked of the lesson";
  const done = data.finished ? `${what} is finished.` : `${what} is not finished yet: see ${where}.`;
  const name = data.student === "" ? "______________________________" : escaped(data.student);
  const assignment = data.assignment === "" ? "" : `<p class="who">Assignment: ${escaped(data.assignment)}</p>\n`;
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(title)}: report</title><style>${STYLE}</style></head>
<body>
<h1>${escaped(title)}</h1>
<p class="who">Name: ${name}</p>
${assignment}<p class="who">A report of answers in Roundtrip ${escaped(data.engine)}, ${escaped(date)}. ${done}</p>
${steps}
`;
  return `${page}${dataElement(data, page)}
</body>
</html>
`;
}
