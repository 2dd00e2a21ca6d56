/**
 * The entries of the search: pages, terms, machines, claims, published figures and commands, with words to find them
 * by.
 */
import { CATALOGUE } from "../../engine/experiments/catalogue.ts";
import { LEVELS } from "../../engine/explore/written/levels.ts";
import { COST_TABLES } from "../../engine/hardware/cost-tables.ts";
import { papers } from "../../engine/papers/all.ts";
import { claimsOf } from "../../engine/papers/claims.ts";
import { loadClaims } from "../../engine/papers/load-prose.ts";
import type { CellValue } from "../../engine/papers/types.ts";
import { findLesson, LESSONS } from "../../lessons/course.ts";
import { aboutLesson } from "../../lessons/about.ts";
import { GLOSSARY } from "../words/glossary.ts";
import { ALL_KEYS } from "../words/keys/all.ts";
import { tableName, unitText } from "../words/units.ts";
import { answeringHref } from "../setup/questions/answering-link.ts";
import { QUESTIONS } from "../setup/questions/index.ts";
import { answerOf } from "../setup/questions/reading.ts";
import { hrefOf } from "../setup/link-table.ts";
import { REFERENCE_SECTIONS } from "../setup/reference-sections.ts";
import { cellHref, entryHref, pageHref, paperHref, tableHref } from "../setup/paper-links.ts";
import {
  CAPTURE_WORDS,
  CONCEPT_WORDS,
  DESK_WORDS,
  NUMBERS_WORDS,
  SECTION_WORDS,
  TRACES_WORDS,
} from "./palette-words.ts";

export interface PaletteEntry {
  readonly title: string;
  readonly kind:
    | "question"
    | "lesson"
    | "step"
    | "experiment"
    | "table"
    | "page"
    | "command"
    | "term"
    | "machine"
    | "claim"
    | "number";
  /** The address of the entry; null for a command. */
  readonly href: string | null;
  readonly command: "theme" | "help" | null;
  readonly words: string; // lower case, what is searched
  readonly more: readonly string[]; // what it is found by beside its title, each in the reader's language, too
  /** Searched, too, and counts less: the sentences of an answer. */
  readonly also?: string;
}

export function entry(
  kind: PaletteEntry["kind"],
  title: string,
  href: string,
  ...more: readonly string[]
): PaletteEntry {
  return { kind, title, href, command: null, words: [title, kind, ...more].join(" ").toLowerCase(), more };
}

function command(title: string, name: "theme" | "help", more: string): PaletteEntry {
  return { kind: "command", title, href: null, command: name, words: `${title} ${more}`.toLowerCase(), more: [more] };
}

export const ENTRIES: readonly PaletteEntry[] = [
  ...QUESTIONS.map((question) => ({
    ...entry("question", question.asked, answeringHref(question.runs[0], question.id), question.words),
    also: answerOf(question).toLowerCase(),
  })),
  ...LESSONS.map(({ title, slug }) => entry("lesson", title, hrefOf("lesson", [slug]), aboutLesson(slug).question)),
  ...CATALOGUE.map(({ id, title, question }) => entry("experiment", title, hrefOf("bench", [id]), id, question)),
  ...papers.flatMap((paper) => [
    entry("page", `${paper.citation.title}: all tables`, paperHref(paper.id), paper.citation.authors.join(" ")),
    ...paper.tables.map((table) =>
      entry("table", `${table.source}: ${table.title}`, tableHref(paper.id, table.id), paper.id),
    ),
    entry("page", `${paper.citation.title}: claims`, pageHref(paper.id, "claims")),
    entry("page", `${paper.citation.title}: errata`, pageHref(paper.id, "errata")),
  ]),
  entry("page", "Course", hrefOf(""), "home lessons"),
  entry("page", "Your numbers: what breaks first", hrefOf("numbers"), NUMBERS_WORDS),
  entry("page", "What do you believe? A test before and after the course", hrefOf("concept"), CONCEPT_WORDS),
  entry("page", "For teachers: an assignment, and the answers to it", hrefOf("desk"), DESK_WORDS),
  entry("page", "Captures: open your own", hrefOf("capture"), CAPTURE_WORDS),
  entry("page", "Traces of services: open your own", hrefOf("traces"), TRACES_WORDS),
  ...LEVELS.map(({ number, title, goal }) =>
    entry("page", `Write the rule, level ${number}: ${title}`, hrefOf("write", [String(number)]), ...goal),
  ),
  ...REFERENCE_SECTIONS.map((section) =>
    entry("page", `Reference: ${section}`, hrefOf("reference", [section]), SECTION_WORDS[section]),
  ),
  ...GLOSSARY.map(({ term }) => entry("term", term, hrefOf("reference", ["glossary"], { entry: term }), "glossary")),
  ...[...new Set(COST_TABLES.map(({ of }) => of))].map((machine) =>
    entry("machine", machine, hrefOf("reference", ["machines"], { entry: machine })),
  ),
  ...ALL_KEYS.map(({ id, what, keys }) =>
    entry("page", `Key ${keys.join(" ")}: ${what}`, hrefOf("reference", ["keys"], { entry: id }), "keyboard shortcut"),
  ),
  command("Light or dark", "theme", "theme colour night"),
  command("Help with keys", "help", "keyboard shortcuts"),
];

/** The steps of the lessons, found by every word of their text. Rejects where they do not come. */
export async function stepEntries(): Promise<readonly PaletteEntry[]> {
  const { lessonWords } = await import("virtual:lesson-words");
  return lessonWords.map(({ slug, step, gist, words }) => {
    const found = findLesson(slug);
    const title = `${found?.lesson.title ?? slug}, step ${step}: ${gist}`;
    return entry("step", title, hrefOf("lesson", [slug], { step: step === 1 ? null : String(step) }), words);
  });
}

/** The claims of all papers, fetched when somebody looks for something. Rejects where they do not come. */
export async function claimEntries(): Promise<readonly PaletteEntry[]> {
  await Promise.all(papers.map(({ id }) => loadClaims(id)));
  return papers.flatMap(({ id: paper }) =>
    claimsOf(paper).map(({ id, statement, quantity }) =>
      entry("claim", statement, entryHref(paper, "claims", id), `${paper} ${id} ${quantity ?? ""}`),
    ),
  );
}

const digitsOf = (text: string): string => text.replaceAll(/[^\d]/g, "");

/** Whether a figure is the one that was typed: "26.61", "1,500" or, without its point, "2661". */
function isFigure(value: CellValue | undefined, typed: string): boolean {
  if (typeof value !== "number") return false;
  return typed.includes(".") ? String(value) === typed : digitsOf(String(value)) === digitsOf(typed);
}

const NUMBER = /^\d[\d,]*(\.\d+)?$/;

/** The published figures that a query names, each at its cell; none for words. */
export function numberEntries(query: string): readonly PaletteEntry[] {
  const typed = query.trim().replaceAll(",", "");
  if (!NUMBER.test(typed) || typed.length < 2) return [];
  return papers.flatMap(({ id: paper, tables }) =>
    tables.flatMap((table) =>
      table.rows.flatMap((row) => {
        const key = Object.fromEntries(table.keys.map((name) => [name, row[name] as string | number]));
        return table.columns
          .filter((column) => !table.keys.includes(column.key) && isFigure(row[column.key], typed))
          .map((column) => {
            const where = Object.values(key).join(", ");
            const figure = `${String(row[column.key])} ${unitText(column.unit ?? "")}`.trim();
            const title = `${figure}: ${column.label}, ${where}`;
            const href = cellHref({ paper, table: table.id, row: key, column: column.key });
            return entry("number", `${title} (${tableName(table)})`, href);
          });
      }),
    ),
  );
}
