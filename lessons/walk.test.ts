/** The walk through the course names each lesson that was walked, and each of its steps by its gist, in their order. */
import { describe, expect, it } from "vitest";
import { LESSONS } from "./course.ts";
import { openData } from "./index.ts";

const [walk = ""] = Object.values(
  import.meta.glob<string>("./WALK.md", { query: "?raw", import: "default", eager: true }),
);

/** The cells of a table’s row. */
const cellsOf = (line: string): readonly string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of each table below its head, by the title of the lesson in the first cell of that. */
const tables = new Map(
  walk
    .split(/\n\n+/)
    .filter((block) => block.startsWith("|"))
    .map((block): [string, readonly (readonly string[])[]] => {
      const [head = [], , ...rows] = block.trim().split("\n").map(cellsOf);
      return [(head[0] ?? "").replace(/^[\d.]+ /, ""), rows];
    }),
);

/** A new lesson is walked when it is done: until then it has no table. Its number may change with those before it. */
const WALKED = LESSONS.filter(({ title }) => tables.has(title));

describe("the walk through the course", () => {
  it("has tables for lessons of the course alone, in its order", () => {
    expect([...tables.keys()]).toEqual(WALKED.map(({ title }) => title));
    expect(WALKED.length).toBeGreaterThanOrEqual(23);
  });

  it.each(WALKED)("$title: a row for each step, with all its cells filled", async ({ title, slug }) => {
    const lesson = await openData(slug);
    const rows = tables.get(title) ?? [];
    expect(rows.map(([gist]) => gist)).toEqual(lesson?.steps.map(({ gist }) => gist));
    for (const row of rows) expect([row.length, row.every((cell) => cell !== "")], row[0]).toEqual([4, true]);
  });
});
