/** `lab list`: the experiments with their parameters, the lessons, the papers. */
import { notesOf } from "../experiments/notes.ts";
import { claimsOf } from "../papers/claims.ts";
import { TO_MEND } from "../../lessons/catalogue.ts";
import { LESSONS } from "../../lessons/course.ts";
import { aboutLesson } from "../../lessons/about.ts";
import type { CourseLesson, LessonAbout } from "../../lessons/types.ts";
import { experiments } from "../experiments/index.ts";
import { groupsOf } from "../experiments/groups.ts";
import { allowedText } from "../experiments/parameters.ts";
import type { Description } from "../experiments/types.ts";
import { papers } from "../papers/index.ts";
import type { Paper } from "../papers/types.ts";
import { textTable } from "./text-table.ts";
import { DONE } from "./usage.ts";
import { printJson } from "./verb.ts";
import type { Verb } from "./verb.ts";

/** Everything of an experiment that is data. */
function described({ id, title, question, paper, params, measures, packetKinds, sweep }: Description): object {
  return { id, title, question, paper, params, measures, packetKinds, sweep, notes: notesOf(id) };
}

function paperDescribed({ id, citation, tables, modelFunctions }: Paper): object {
  return {
    id,
    citation,
    tables: tables.map((table) => ({ id: table.id, title: table.title, source: table.source })),
    claims: claimsOf(id).length,
    modelFunctions,
  };
}

function paperText({ id, citation, modelFunctions }: Paper): string {
  const functions = modelFunctions.map(({ name }) => name).join(", ");
  return `${id}  ${citation.title} (${citation.year})\n  model: ${functions}`;
}

type Listed = CourseLesson & Pick<LessonAbout, "number" | "question" | "minutes">;

const lessonDescribed = ({ slug, title }: CourseLesson): Listed => {
  const { number, question, minutes } = aboutLesson(slug);
  return { number, slug, title, question, minutes };
};

function lessonsText(lessons: readonly Listed[]): string {
  if (lessons.length === 0) return "";
  const rows = lessons.map(({ number, slug, title, question }) => [`  ${number}`, slug, title, question]);
  return `Lessons\n${textTable([], rows)}`;
}

function experimentText({ id, title, question, params }: Description): string {
  const rows = groupsOf(params).flatMap((group) => [
    [`  ${group.name}`],
    ...group.params.map(([key, param]) => [`    ${key}`, param.label, allowedText(param), `default ${param.default}`]),
  ]);
  return [`${id}  ${title}`, `  ${question}`, textTable([], rows)].join("\n");
}

export const list: Verb = {
  name: "list",
  summary: "Prints the experiments with their parameters, the lessons and the papers.",
  operands: [],
  flags: [],
  run: (args, io) => {
    const lessons = LESSONS.map(lessonDescribed);
    for (const sentence of TO_MEND) io.err(`lab list: a lesson is to be mended: ${sentence}`);
    if (args.has("json")) {
      printJson(io, { experiments: experiments.map(described), lessons, papers: papers.map(paperDescribed) });
      return DONE;
    }
    const texts = [...experiments.map(experimentText), lessonsText(lessons), ...papers.map(paperText)];
    io.out(texts.filter((text) => text !== "").join("\n\n"));
    return DONE;
  },
};
