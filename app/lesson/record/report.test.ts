import { describe, expect, it } from "vitest";
import { lesson } from "../../../lessons/more-threads/lesson.ts";
import type { Lesson } from "../../../lessons/types.ts";
import { FORM, FORMAT } from "../../../lessons/hand-in/report-data.ts";
import type { ReportData } from "../../../lessons/hand-in/report-data.ts";
import { truthCurve } from "../../../lessons/verdict.ts";
import "../../../engine/experiments/index.ts"; // all experiments are here
import { EMPTY } from "../../record/record.ts";
import type { LessonRecord } from "../../record/record.ts";
import { reportHtml } from "./report.ts";

const step = lesson.steps.find(({ predict }) => predict?.kind === "curve");
const predict = step?.predict;
if (predict?.kind !== "curve") throw new Error("lesson 2.2 asks for no curve");
const curve = truthCurve(lesson.paper, predict).map(({ y }) => y);

const dataOf = (record: LessonRecord, of: Lesson): ReportData => ({
  ...{ format: FORMAT, form: FORM, engine: "0.1.0", lesson: of.slug, assignment: "", student: "", saved: 0 },
  ...{ finished: false, predictions: {}, checks: {} },
  explains: Object.fromEntries(Object.entries(record.explains).map(([id, { pick, text }]) => [id, { pick, text }])),
});

const reportOf = (record: LessonRecord, of: Lesson = lesson): string =>
  reportHtml({
    lesson: of,
    title: "More threads",
    record,
    plain: (text) => text,
    data: dataOf(record, of),
    date: "22 November 2026",
    addressOf: (place) => `https://example.org/#/lesson/more-threads?step=${place}`,
  });

describe("the report of a lesson", () => {
  it("shows a drawn curve over the paper’s figures, with what became of it", () => {
    const answered = { answers: [{ kind: "curve" as const, ys: curve }], settled: true, told: false, variant: null };
    const html = reportOf({ ...EMPTY, predictions: { [predict.id]: answered } });
    expect(html).toContain("<svg");
    expect(html).toMatch(/First answer<\/th><td>[^<]+: right/);
    expect(html).toContain("Truth</th>");
  });

  it("says what is not answered yet, and shows no truth of it", () => {
    const html = reportOf(EMPTY);
    expect(html).toContain("No answer yet.");
    expect(html).not.toContain("Truth</th>");
    expect(html).not.toContain("<svg");
  });

  it("has what the reader wrote and chose: an explanation with its pick, and the modern case", () => {
    const explain = lesson.steps.flatMap((one) => one.explain ?? []).find(({ picks }) => picks !== undefined);
    const modern = lesson.steps.find(({ transfer }) => transfer !== undefined);
    const [pick] = explain?.picks ?? [];
    const said = (text: string, chosen: string | null) => ({ pick: chosen, text, shown: true });
    const explains = {
      [explain?.id ?? ""]: said("Because it is slow", pick?.id ?? null),
      [`${modern?.id}-transfer`]: said("A pool of threads", null),
    };
    const html = reportOf({ ...EMPTY, explains });
    for (const text of [pick?.text ?? "?", "Because it is slow", "A pool of threads", modern?.transfer?.answer ?? "?"])
      expect(html).toContain(text);
  });

  it("gives the truth of a number as the lesson prints it, and an interval only where there is one", async () => {
    const { lesson: first } = await import("../../../lessons/across-the-wire/lesson.ts");
    const reported = (interval: { low: number; high: number } | null): string => {
      const answers = [{ kind: "number" as const, value: 350, interval }];
      const predictions = { "faster-wire": { answers, settled: true, told: true, variant: null } };
      return reportOf({ ...EMPTY, predictions }, first);
    };
    expect(reported({ low: 300, high: 400 })).toContain("350\u202fµs; a bet of 4 to 1: between 300 and 400\u202fµs");
    expect(reported(null)).toContain("350\u202fµs: wrong");
    expect(reported(null)).not.toContain("4 to 1");
    expect(reported(null)).toContain("<td>950\u202fµs</td>");
  });

  it("is text: what a reader writes cannot become part of the page", () => {
    const explain = lesson.steps.flatMap((one) => one.explain ?? [])[0];
    const text = "<script>alert(1)</script>";
    const record = { ...EMPTY, explains: { [explain?.id ?? ""]: { pick: null, text, shown: false } } };
    expect(reportOf(record)).not.toContain("<script>");
    expect(reportOf(record).split("</script>")).toHaveLength(2); // that of the data, which no browser runs
    expect(reportOf(record)).toContain("&lt;script&gt;");
  });
});
