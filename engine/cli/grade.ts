/** `lab grade`: reports of lessons, every checkpoint run again, as a table of a class. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { classCsv, copiesNamed, countsOf, isCounted, withoutOlder } from "../../lessons/hand-in/class-table.ts";
import type { CheckedReport } from "../../lessons/hand-in/check-report.ts";
import { LARGEST, tooLarge } from "../../lessons/hand-in/read-report.ts";
import { visible } from "../faults/quote.ts";
import type { Arguments } from "./arguments.ts";
import { readBytes } from "./read-text.ts";
import { inReadersFolder } from "./readers-folder.ts";
import { textTable } from "./text-table.ts";
import { CHECK_FAILED, DONE, UsageError } from "./usage.ts";
import { printJson, progressOf } from "./verb.ts";
import type { Io, Verb } from "./verb.ts";

/** The files of a folder that may be reports; a file itself. */
function filesOf(name: string): readonly string[] {
  const path = inReadersFolder(name);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [name];
  const files = readdirSync(path).filter((file) => /\.(html?|json)$/i.test(file));
  if (files.length === 0) throw new UsageError(`lab grade: the folder ${name} has no .html and no .json.`);
  return files.sort().map((file) => join(name, file));
}

/** The text of a file, or why it is no report before it is read. */
function contentOf(name: string): { readonly text: string } | { readonly why: string } {
  const path = inReadersFolder(name);
  const found = statSync(path, { throwIfNoEntry: false });
  const why = found === undefined ? null : tooLarge(found.size);
  if (why !== null) return { why };
  try {
    return { text: readBytes("grade:", name, path, LARGEST).toString("utf8") };
  } catch (error) {
    // A name that leads nowhere is a slip of who typed it; a file that cannot be read is one of a class.
    if (found === undefined || !(error instanceof UsageError)) throw error;
    return { why: error.message };
  }
}

function print(reports: readonly CheckedReport[], io: Io): void {
  const rows = reports.filter(isCounted).map((report) => {
    const { file, kind, data } = report;
    const { right, predictions, passed, parts, open, minutes } = countsOf(report);
    const names = [data.student, data.lesson, data.finished ? "yes" : "no"];
    return [...names, `${right} of ${predictions}`, `${passed} of ${parts}`, open, minutes, kind, file].map((cell) =>
      typeof cell === "string" ? visible(cell) : cell,
    );
  });
  const head = ["student", "lesson", "finished", "predicted", "passed", "open", "minutes", "verdict", "file"];
  if (rows.length > 0) io.out(textTable(head, rows));
  for (const { file, kind, reasons } of reports) {
    if (reasons.length > 0) io.out(visible(`${file}: ${kind}. ${reasons.join(" ")}`));
  }
  const counted = reports.filter(isCounted).length;
  const files = reports.length === 1 ? "1 file" : `${reports.length} files`;
  io.out(`${files}: ${counted} counted, ${reports.length - counted} refused.`);
}

async function gradeAll(args: Arguments, io: Io): Promise<number> {
  const { checkReport, refused } = await import("../../lessons/hand-in/check-report.ts");
  const { checkedIn } = await import("../../lessons/hand-in/bundle.ts");
  const { newChecker } = await import("./checker.ts");
  const checker = newChecker();
  const tell = progressOf(args, io);
  const now = Math.floor(Date.now() / 1000);
  const wanted = { assignment: args.one("assignment") ?? null, own: args.has("own"), now };
  const files = args.operands.flatMap(filesOf);
  const reports: CheckedReport[] = [];
  for (const [i, file] of files.entries()) {
    tell(`${i + 1} of ${files.length}: ${visible(file)}`);
    const content = contentOf(file);
    if ("why" in content) reports.push(refused(file, content.why));
    else {
      const check = (name: string, text: string): Promise<CheckedReport> => checkReport(checker, name, text, wanted);
      reports.push(...(await checkedIn(file, content.text, check)));
    }
  }
  const { replaced } = withoutOlder(reports);
  const named = copiesNamed(reports);
  if (args.has("csv")) io.out(classCsv(named).trimEnd());
  else if (args.has("json")) printJson(io, named);
  else print(named, io);
  for (const { file } of replaced) io.err(`${visible(file)}: the same student handed in a newer one.`);
  return reports.every(isCounted) ? DONE : CHECK_FAILED;
}

export const grade: Verb = {
  name: "grade",
  summary: "Checks reports of lessons by running every checkpoint again, and prints the table of the class.",
  operands: ["FILE…"],
  flags: [
    { name: "csv", what: "a line a file, with each answer beside its truth" },
    { name: "assignment", value: "CODE", what: "refuse reports of other assignments" },
    { name: "own", what: "refuse reports whose numbers were not drawn from the student’s name or code" },
  ],
  run: gradeAll,
};
