/**
 * The access report: app/reference/access/report.yaml as data for the page, and as dist/accessibility.yaml in the form
 * of OpenACR, which offices read by machine (https://github.com/GSA/openacr, schema 0.1.0).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { parse, stringify } from "yaml";
import { LEVELS } from "../reference/access/report.ts";
import type { Chapter, Criterion, Level, AccessReport } from "../reference/access/report.ts";

const SOURCE = "app/reference/access/report.yaml";
const FILE = "accessibility.yaml";
const CATALOGUE = "2.5-edition-wcag-2.2-508-eu-en";

/** As the file has it: a verdict of its own, or the criteria from which it follows. */
interface Written extends Partial<Criterion> {
  readonly num: string;
  readonly name: string;
  readonly remark: string;
}
type WrittenChapter = Omit<Chapter, "criteria"> & { readonly criteria?: readonly Written[] };

/** The worst of some verdicts, of those that apply. */
function worst(levels: readonly Level[]): Level {
  const verdicts = LEVELS.filter((level) => level !== "not-applicable");
  return verdicts.findLast((level) => levels.includes(level)) ?? "not-applicable";
}

/** Throws where a criterion has no verdict, or follows from one that the report does not have. */
export function readReport(text: string): AccessReport {
  const source = parse(text) as Omit<AccessReport, "chapters"> & { readonly chapters: readonly WrittenChapter[] };
  const written = new Map(source.chapters.flatMap(({ criteria = [] }) => criteria.map((one) => [one.num, one])));
  const levelOf = (num: string): Level => {
    const one = written.get(num);
    if (one === undefined) throw new Error(`${SOURCE}: there is no criterion ${num}, from which another follows.`);
    if (one.follows !== undefined) return worst(one.follows.map(levelOf));
    const level = LEVELS.find((known) => known === one.level);
    if (level === undefined) throw new Error(`${SOURCE}: ${num} wants a level: ${LEVELS.join(", ")}.`);
    return level;
  };
  const chapters = source.chapters.map(({ criteria = [], ...chapter }) => ({
    ...chapter,
    criteria: criteria.map((one): Criterion => ({
      follows: [],
      tests: [],
      checks: [],
      ...one,
      level: levelOf(one.num),
    })),
  }));
  return { ...source, chapters };
}

/** A criterion’s remark with all that holds its verdict. */
function notesOf({ remark, follows, tests, checks }: Criterion, report: AccessReport): string {
  const made = checks.map((name) => {
    const check = report.checks[name];
    if (check === undefined) throw new Error(`${SOURCE}: there is no check ${JSON.stringify(name)}.`);
    return `Checked by hand on ${check.date}: ${check.title}. ${check.found}`;
  });
  const from = follows.length === 0 ? [] : [`Follows from ${follows.join(", ")}.`];
  return [remark, ...from, ...tests.map((test) => `Test: ${test}`), ...made].join("\n");
}

function chapterOf({ leftOut, criteria, id }: Chapter, report: AccessReport) {
  if (leftOut !== undefined) return { notes: leftOut, disabled: true };
  const name = id.startsWith("success_criteria") ? "web" : "none";
  return {
    criteria: criteria.map((one) => ({
      num: one.num,
      components: [{ name, adherence: { level: one.level, notes: notesOf(one, report) } }],
    })),
  };
}

/** The report as an OpenACR. @param version of the site */
export const openAcr = (report: AccessReport, version: string) => ({
  title: report.title,
  product: { name: "Roundtrip", version, description: report.description },
  author: { name: report.author, email: "" }, // the form wants the key; the project has no address
  vendor: { name: report.author, email: "" },
  report_date: report.date,
  last_modified_date: report.date,
  version: 1,
  notes: `${report.edition}. ${report.standards.join("; ")}.`,
  evaluation_methods_used: report.methods,
  license: "MIT",
  catalog: CATALOGUE,
  chapters: Object.fromEntries(report.chapters.map((chapter) => [chapter.id, chapterOf(chapter, report)])),
});

/** All texts in quotes: older readers of YAML take 2026-11-29 for a date, where the form wants a text. */
export const openAcrText = (report: AccessReport, version: string): string =>
  stringify(openAcr(report, version), { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" });

/** @param root the project's folder */
export function accessReport(root: string): Plugin {
  const path = join(root, SOURCE);
  const read = (): AccessReport => readReport(readFileSync(path, "utf8"));
  return {
    name: "roundtrip:access-report",
    enforce: "pre",
    load: {
      filter: { id: /\/access\/report\.yaml$/ },
      handler() {
        this.addWatchFile(path);
        return { code: `export default ${JSON.stringify(read())};`, moduleType: "js" };
      },
    },
    generateBundle() {
      const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
      this.emitFile({ type: "asset", fileName: FILE, source: openAcrText(read(), version) });
    },
  };
}
