import { describe, expect, it, vi } from "vitest";
import { lesson } from "../../../lessons/more-threads/lesson.ts";
import { truthCurve } from "../../../lessons/verdict.ts";
import "../../../engine/experiments/index.ts"; // all experiments are here
import { EMPTY } from "../../record/record.ts";
import type { LessonRecord } from "../../record/record.ts";

// app/setup/location.ts reads the page's address as soon as it is imported.
vi.hoisted(() => vi.stubGlobal("window", { location: { hash: "" } }));
const { reportHtml } = await import("./report.ts");

const step = lesson.steps.find(({ predict }) => predict?.kind === "curve");
const predict = step?.predict;
if (predict?.kind !== "curve") throw new Error("lesson 2.2 asks for no curve");
const curve = truthCurve(lesson.paper, predict).map(({ y }) => y);

const reportOf = (record: LessonRecord): string =>
  reportHtml({
    lesson,
    title: "More threads",
    record,
    plain: (text) => text,
    version: "0.1.0",
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

  it("is text: what a reader writes cannot become part of the page", () => {
    const explain = lesson.steps.flatMap((one) => one.explain ?? [])[0];
    const text = "<script>alert(1)</script>";
    const record = { ...EMPTY, explains: { [explain?.id ?? ""]: { pick: null, text, shown: false } } };
    expect(reportOf(record)).not.toContain("<script>");
    expect(reportOf(record)).toContain("&lt;script&gt;");
  });
});
