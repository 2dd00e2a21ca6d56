/** `lab grade` and `lab verify`: what is right counts, and every forgery is found out by its runs or its hashes. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { lesson as words } from "../../lessons/across-the-wire/lesson.ts";
import { lesson as once } from "../../lessons/exactly-once/lesson.ts";
import { lesson as threads } from "../../lessons/more-threads/lesson.ts";
import { checkReceipt, checkReport } from "../../lessons/hand-in/check-report.ts";
import { classCsv, copiesNamed, csvCell } from "../../lessons/hand-in/class-table.ts";
import { bundleText } from "../../lessons/hand-in/bundle.ts";
import { receiptOf } from "../../lessons/hand-in/receipt.ts";
import { dataElement, dataText } from "../../lessons/hand-in/report-data.ts";
import type { CheckGiven, ReportData } from "../../lessons/hand-in/report-data.ts";
import { resealed, solved } from "../../lessons/hand-in/testing.ts";
import { openVariant } from "../../lessons/variants/open-variant.ts";
import { newChecker } from "./checker.ts";
import { ask } from "./testing.ts";

const checker = newChecker();
const good = await solved(words, checker.engine);
const broken = await solved(once, checker.engine, "Bea");
const page = "<!doctype html>\n<html><body>\n<h1>A report</h1>\n";
const asPage = (data: ReportData): string => `${page}${dataElement(data, page)}\n</body>\n</html>\n`;

/** The first part of a report with some of it changed. */
function withCheck(data: ReportData, change: Partial<CheckGiven>): ReportData {
  const [[name, given]] = Object.entries(data.checks) as [[string, CheckGiven]];
  return { ...data, checks: { ...data.checks, [name]: { ...given, ...change } } };
}
const [predicted = ""] = Object.keys(good.predictions);
const withAnswers = (answers: unknown): ReportData =>
  ({ ...good, predictions: { ...good.predictions, [predicted]: { answers, told: false, at: 0 } } }) as ReportData;

describe("a report with a student’s own numbers", async () => {
  const of = async (student: string): Promise<ReportData> => ({
    ...(await solved(await openVariant(once, student), checker.engine, student)),
    own: true,
  });
  const ada = await of("Ada");

  it("counts, and so does its receipt; its questions have the names that all have", async () => {
    const { kind, reasons, answers } = await checkReport(checker, "a", dataText(ada));
    expect({ kind, reasons }).toEqual({ kind: "good", reasons: [] });
    expect(answers.filter(({ state }) => state === "passed").map(({ id }) => id)).toEqual([
      "both-ways/not-run",
      "both-ways/ran",
    ]);
    const text = receiptOf(await openVariant(once, "Ada"), ada) ?? "";
    expect(await checkReceipt(checker, text)).toMatchObject({ kind: "good", reasons: [] });
  });

  it("of somebody else is named, also with its questions renamed and without its mark", async () => {
    const other = await checkReport(checker, "b", resealed({ ...ada, student: "Bea" }));
    expect(other).toMatchObject({
      kind: "forged",
      reasons: ['Checkpoint "both-ways/not-run": these are the numbers of another code than "Bea".'],
    });
    const names = Object.keys((await of("Bea")).checks);
    const checks = Object.fromEntries(Object.values(ada.checks).map((one, i) => [names[i] ?? "", one]));
    const renamed = await checkReport(checker, "b", resealed({ ...ada, student: "Bea", checks }));
    expect(renamed).toMatchObject({ kind: "forged", reasons: [expect.stringContaining("its seeds are") as string] });
    const { own: _, ...plain } = ada;
    expect(await checkReport(checker, "b", resealed(plain))).toMatchObject({ kind: "forged" });
    const wanted = { assignment: null, own: true };
    expect(await checkReport(checker, "b", dataText(broken), wanted)).toMatchObject({ kind: "foreign" });
  });
});

describe("a report", () => {
  it.each([words, once, threads])("of $slug counts as a page and as data, with every answer", async (lesson) => {
    const data = await solved(lesson, checker.engine);
    for (const text of [asPage(data), dataText(data), asPage(data).replaceAll("\n", "\r\n")]) {
      const { kind, reasons, answers } = await checkReport(checker, "a.html", text);
      expect({ kind, reasons }).toEqual({ kind: "good", reasons: [] });
      expect(answers.filter(({ kind: of }) => of === "prediction").every(({ state }) => state === "same")).toBe(true);
      expect(answers.filter(({ kind: of }) => of === "checkpoint").every(({ state }) => state === "passed")).toBe(true);
    }
  });

  it("of another assignment is foreign, one of another version old", async () => {
    const other = await checkReport(checker, "a", dataText({ ...good, assignment: "week-2" }), {
      assignment: "week-1",
      own: false,
    });
    expect(other).toMatchObject({
      kind: "foreign",
      reasons: ['It belongs to the assignment "week-2", not to "week-1".'],
    });
    const agrees = await checkReport(checker, "a", dataText({ ...good, engine: "0.0.9" }));
    expect(agrees).toMatchObject({ kind: "old", reasons: [expect.stringContaining("Its runs agree.") as string] });
    const differs = await checkReport(
      checker,
      "a",
      dataText({ ...withCheck(good, { hash: "0123456789abcdef" }), engine: "0.0.9" }),
    );
    expect(differs).toMatchObject({ kind: "old", data: null });
  });

  it("of some steps is finished when these are; whoever names other steps is found out", async () => {
    const asked = words.steps.flatMap(({ checkpoint }, i) => (checkpoint === undefined ? [i + 1] : []));
    const some = { ...good, checks: {}, asked };
    expect(await checkReport(checker, "a", dataText(some))).toMatchObject({ kind: "good", data: { asked } });
    const all = words.steps.map((_, i) => i + 1);
    for (const forged of [
      { ...good, checks: {} },
      { ...some, asked: all },
      { ...some, finished: false },
    ])
      expect(await checkReport(checker, "a", resealed(forged))).toMatchObject({ kind: "forged" });
  });

  it("has beliefs behind wrong answers, and no idea is none", async () => {
    const wrong = await checkReport(
      checker,
      "a",
      dataText(withAnswers([{ kind: "number", value: 9, interval: null }])),
    );
    expect(wrong.answers[0]).toMatchObject({ state: "differs", given: expect.stringContaining("9") as string });
    const none = await checkReport(checker, "a", dataText(withAnswers([{ kind: "none" }])));
    expect(none.answers[0]).toMatchObject({ state: "no idea", beliefs: [] });
  });
});

/** The name of each forgery, and its text. The first six are made with a text editor; others know how to seal. */
const FORGERIES: readonly (readonly [string, string])[] = [
  ["the page says Passed", asPage(good).replace("A report", "A better report")],
  ["another name in the data", asPage(good).replace('"student":"Ada"', '"student":"Eve"')],
  ["something after the data", asPage(good).replace("</body>", "<p>Finished</p></body>")],
  [
    "a false passed made true",
    dataText(withCheck(good, { passed: false })).replace('"passed": false', '"passed": true'),
  ],
  ["other parameters", dataText(good).replace('"arrayWords": 13', '"arrayWords": 14')],
  ["the data of one on the page of another", `${page}<p>Eve</p>\n${dataElement(good, page)}\n</body>\n</html>`],
  ["a wrong solution that says passed", resealed(withCheck(good, { set: { arrayWords: 12 } }))],
  ["the hash of another run", resealed(withCheck(good, { hash: "0123456789abcdef" }))],
  ["no hash", resealed(withCheck(good, { hash: null }))],
  ["a run that nobody submitted", resealed(withCheck(good, { passed: false, failures: 0 }))],
  ["a parameter that is not free", resealed(withCheck(good, { set: { arrayWords: 13, threads: 8 } }))],
  ["a parameter beyond its limits", resealed(withCheck(good, { set: { arrayWords: 1e9 } }))],
  ["a parameter that is no number", resealed(withCheck(good, { set: { arrayWords: "13" } }))],
  ["faults where none are asked", resealed(withCheck(good, { faults: ["drop call#1"] }))],
  ["other seeds", resealed(withCheck(good, { seeds: [2] }))],
  ["another experiment", resealed(withCheck(good, { experiment: "firefly/null" }))],
  ["fault lines that break nothing", resealed(withCheck(broken, { faults: [] }))],
  ["finished, with a step open", resealed({ ...good, explains: {} })],
  ["not finished, and all is there", resealed({ ...good, finished: false })],
  ["an answer beyond the question", resealed(withAnswers([{ kind: "number", value: 1e12, interval: null }]))],
  ["an answer of another kind", resealed(withAnswers([{ kind: "curve", ys: [1, 2] }]))],
  [
    "an interval that is the wrong way round",
    resealed(withAnswers([{ kind: "number", value: 900, interval: { low: 9, high: 1 } }])),
  ],
  ["answered without an answer", resealed(withAnswers([]))],
];

describe("a forgery", () => {
  it.each(FORGERIES)("is found: %s", async (_, text) => {
    const { kind, reasons, data } = await checkReport(checker, "forged", text);
    expect({ kind, data }).toEqual({ kind: "forged", data: null });
    expect(reasons.join()).toMatch(/^[^\n]{20,300}\.$/);
  });
});

describe("a forgery with one answer that does not match", () => {
  it("still says the others, and which one it is", async () => {
    const { claimed, answers } = await checkReport(
      checker,
      "a",
      resealed(withCheck(good, { set: { arrayWords: 12 } })),
    );
    expect(answers).toEqual([]);
    const wrong = claimed?.answers.filter(({ state }) => state === "does not match");
    expect(wrong?.map(({ kind, why }) => [kind, why])).toEqual([
      ["checkpoint", expect.stringContaining("the run with its parameters does not pass") as string],
    ]);
    expect(claimed?.answers.some(({ kind, state }) => kind === "prediction" && state === "same")).toBe(true);
  });
});

describe("a receipt", () => {
  it.each([words, once, threads])("of $slug is short, and is verified by running it again", async (lesson) => {
    const data = await solved(lesson, checker.engine);
    const receipt = receiptOf(lesson, data) ?? "";
    expect(receipt.length).toBeLessThan(2500);
    const wrapped = receipt.replaceAll(/(.{60})/g, "$1\n");
    expect(await checkReceipt(checker, wrapped)).toMatchObject({
      kind: "good",
      data: { student: "Ada", finished: true },
    });
  });

  it("comes with a finished lesson alone, and is refused where a letter of it is another", async () => {
    expect(receiptOf(words, { ...good, explains: {} })).toBeNull();
    const receipt = receiptOf(words, good) ?? "";
    for (const at of [0, 3, 10, 50, 120, receipt.length - 20, receipt.length - 1]) {
      const letter = receipt[at] === "A" ? "B" : "A";
      const { kind } = await checkReceipt(checker, receipt.slice(0, at) + letter + receipt.slice(at + 1));
      expect({ at, kind }).toEqual({ at, kind: expect.stringMatching(/damaged|forged|foreign|old/) as string });
    }
    expect(await checkReceipt(checker, receipt.slice(0, -5))).toMatchObject({ data: null });
  });
});

describe("the table of a class", () => {
  it("has no cell that a spreadsheet would calculate", () => {
    for (const text of [
      "=1+1",
      "+1",
      "-1",
      "@SUM(A1)",
      "\t=1",
      " =1",
      "|calc",
      "%0",
      "\r\n=1",
      "\u0000=1",
      "＝1",
      "＋1",
    ]) {
      expect(csvCell(text)).toMatch(/^"'/);
    }
    expect(csvCell('a "b"\nc')).toBe('"a ""b"" c"');
  });

  it("stands in CSV with a line a file, whoever’s name is a formula", async () => {
    const one = await checkReport(checker, "=cmd", dataText({ ...good, student: '=HYPERLINK("http://x")' }));
    const [head = "", line = ""] = classCsv([one]).split("\r\n");
    expect(head).toContain('"across-the-wire');
    expect(line).toMatch(/^"'=cmd","good","","'=HYPERLINK\(""http:\/\/x""\)"/);
  });
});

describe("answers of one student under another name", () => {
  const handed = (file: string, data: ReportData) => checkReport(checker, file, resealed(data));
  it("are named, and neither the same student’s second report nor other times are", async () => {
    const [first, second, other] = [{ ...good, saved: good.saved + 60 }, { ...good, student: "Cy" }, predicted];
    const later = { ...good.predictions, [other]: { ...good.predictions[other], at: 1_790_000_007 } };
    const own = { ...good, student: "Di", predictions: later } as ReportData;
    const reports = await Promise.all([
      handed("ada", good),
      handed("ada-again", first),
      handed("cy", second),
      handed("di", own),
    ]);
    expect(reports.map(({ kind }) => kind)).toEqual(["good", "good", "good", "good"]);
    const named = copiesNamed(reports).filter(({ reasons }) => reasons.length > 0);
    expect(named.map(({ file, reasons }) => [file, reasons[0]])).toEqual([
      ["cy", "Its answers were given in the same seconds as those of ada, by another name."],
    ]);
  });
});

describe("lab grade and lab verify", () => {
  const folder = mkdtempSync(join(tmpdir(), "grade-"));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  it("read a folder, name who is refused with the reason, and end with 1 where any is", async () => {
    writeFileSync(join(folder, "ada.html"), asPage(good));
    writeFileSync(join(folder, "bea.json"), dataText(broken));
    const both = await ask(["grade", folder]);
    expect(both).toMatchObject({ code: 0, err: "" });
    expect(both.out).toMatch(/Ada +across-the-wire +yes +\d+ of \d+ +1 of 1/);
    writeFileSync(join(folder, "eve.html"), asPage(good).replace('"Ada"', '"Eve"'));
    const three = await ask(["grade", folder, "--csv"]);
    expect(three.code).toBe(1);
    expect(three.out.split("\r\n")).toHaveLength(4);
    expect(three.out).toMatch(/eve.html","forged","Its data were changed/);
    writeFileSync(join(folder, "receipt.txt"), receiptOf(words, good) ?? "");
    for (const text of [join(folder, "receipt.txt"), receiptOf(words, good) ?? "", join(folder, "ada.html")]) {
      const { code, out } = await ask(["verify", text]);
      expect({ code, out }).toEqual({
        code: 0,
        out: expect.stringContaining('"Ada" has finished lesson across') as string,
      });
    }
    expect(await ask(["verify", join(folder, "eve.html")])).toMatchObject({ code: 1 });
  });

  it("take a hand-in of an assignment apart: each report counts by itself, a changed file is forged", async () => {
    const own = { question: "=Why?", answer: "The number of the call." };
    const bundle = { assignment: "Week 6", student: "Ada", own, reports: [good, broken].map(dataText) };
    const file = join(folder, "hand-in.json");
    writeFileSync(file, bundleText(bundle));
    const { code, out } = await ask(["grade", file, "--csv"]);
    expect({ code, lines: out.split("\r\n").length }).toEqual({ code: 0, lines: 3 });
    expect(out).toMatch(/hand-in.json, report 2","good".*"exactly-once".*"'=Why\?","The number of the call\."/);
    writeFileSync(file, bundleText(bundle).replace("The number", "No number"));
    expect(await ask(["grade", file])).toMatchObject({ code: 1, out: expect.stringContaining("forged") as string });
  });
});
