import { describe, expect, it } from "vitest";
import { openLesson } from "../../lessons/index.ts";
import { LESSONS } from "../../lessons/course.ts";
import type { Lesson } from "../../lessons/types.ts";
import { standingOf } from "./standing.ts";
import { readState, writeState } from "./suspend-data.ts";
import { fullRecord } from "./testing.ts";
import { EMPTY } from "../record/record.ts";

const SAID =
  "The server has done the work, and its answer is lost on the way back; the caller cannot tell that from a call " +
  "that never came, so it asks again, and without a number on the call the work is done twice.";
const QUERY = "step=6&experiment=firefly%2Fmax-result&threads=4&resultBytes=1440&seed=7&fault=drop+result%231";

async function lessonOf(slug: string): Promise<Lesson> {
  const open = await openLesson(slug);
  if (open === null) throw new Error(`there is no lesson ${slug}`);
  return open.lesson;
}

describe("what a learning platform keeps of a lesson", () => {
  it.each(LESSONS.map(({ slug }) => slug))("is short enough for SCORM 1.2 and comes back whole: %s", async (slug) => {
    const lesson = await lessonOf(slug);
    const kept = { record: fullRecord(lesson, SAID), query: QUERY };
    const { state, isCut } = writeState(slug, kept);
    expect(state.length).toBeLessThan(2500);
    expect(isCut).toBe(false);
    expect(state).toMatch(/^[\w.-]+$/);
    expect(readState(slug, state)).toEqual(kept);
  });

  it("keeps all answers where a reader writes a book, and the beginnings of its chapters", async () => {
    const lesson = await lessonOf("more-threads");
    const book = Array.from({ length: 20_000 }, (_, i) => String.fromCodePoint(97 + ((i * i * 31 + i * 7) % 26))).join(
      "",
    );
    const words = Array.from({ length: 3000 }, (_, i) => ((i * 2654435761) % 4294967296).toString(36)).join(" ");
    for (const text of [book, words, "é世🦊".repeat(5000)]) {
      const kept = { record: fullRecord(lesson, text), query: QUERY };
      const { state, isCut } = writeState("more-threads", kept);
      expect(state.length).toBeLessThanOrEqual(4000);
      const back = readState("more-threads", state);
      expect(back?.record.predictions).toEqual(kept.record.predictions);
      expect(back?.record.checks).toEqual(kept.record.checks);
      for (const { text: kept } of Object.values(back?.record.explains ?? {})) expect(text.startsWith(kept)).toBe(true);
      if (text === words) expect(isCut).toBe(true);
    }
  });

  it("is nothing where it is damaged, too large, or of another lesson or version", async () => {
    const lesson = await lessonOf("more-threads");
    const { state } = writeState("more-threads", { record: fullRecord(lesson, SAID), query: "" });
    expect(readState("timeouts", state)?.record).toEqual(EMPTY);
    for (const bad of ["", "1.", "2.abc", "1.!!", "<script>", state.slice(0, -40), `${state}AAAA`.replace("1.", "0.")])
      expect(readState("more-threads", bad), bad.slice(0, 20)).toBeNull();
    const { deflateSync, strFromU8 } = await import("fflate");
    const bomb = btoa(strFromU8(deflateSync(new Uint8Array(50_000_000)), true));
    expect(readState("more-threads", `1.${bomb}`)).toBeNull();
  });
});

describe("how a reader stands", () => {
  it.each(LESSONS.map(({ slug }) => slug))("goes from nothing to passed with all answers: %s", async (slug) => {
    const lesson = await lessonOf(slug);
    expect(standingOf(lesson, EMPTY)).toMatchObject({ answered: 0, score: 0, completed: false, passed: false });
    expect(standingOf(lesson, fullRecord(lesson, SAID))).toMatchObject({ score: 1, completed: true, passed: true });
  });

  it("counts the steps alone that an assignment asks for", async () => {
    const lesson = await lessonOf("exactly-once");
    const { predictions, seen } = fullRecord(lesson, SAID);
    const some = { ...EMPTY, predictions, seen: seen.slice(0, 2) };
    expect(standingOf(lesson, some, [1, 2])).toMatchObject({ questions: 1, score: 1, completed: true, passed: true });
    expect(standingOf(lesson, some)).toMatchObject({ completed: false });
  });

  it("is completed and not passed once a solution was shown", async () => {
    const lesson = await lessonOf("more-threads");
    const full = fullRecord(lesson, SAID);
    const checks = Object.fromEntries(Object.entries(full.checks).map(([key, one]) => [key, { ...one, told: true }]));
    const standing = standingOf(lesson, { ...full, checks });
    expect(standing).toMatchObject({ answered: standing.questions, completed: true, passed: false });
    expect(standing.score).toBeLessThan(1);
  });
});
