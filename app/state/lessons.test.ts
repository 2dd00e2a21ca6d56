/** Every figure of state on a lesson’s stage has something to show, and finds what the step names. */
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { LESSONS } from "../../lessons/course.ts";
import { openData } from "../../lessons/index.ts";
import type { StageState } from "../../lessons/types.ts";
import { buffersOf } from "./buffers.ts";
import { graphsOf } from "./graphs.ts";
import { tablesOf } from "./tables.ts";

const OF_STATE = ["calls", "graph", "buffer"] as const;

interface Staged {
  readonly name: string;
  readonly stage: StageState;
}

const staged: Staged[] = [];
for (const { slug } of LESSONS) {
  const lesson = await openData(slug);
  for (const { id, stage, tries = [] } of lesson?.steps ?? []) {
    staged.push({ name: `${slug} ${id}`, stage });
    for (const one of tries) staged.push({ name: `${slug} ${id}, ${one.id}`, stage: { ...stage, ...one.stage } });
  }
}

const shown = staged.flatMap(({ name, stage }) =>
  OF_STATE.filter((kind) => stage.figures.includes(kind)).map((kind) => ({ name, stage, kind })),
);

describe("figures of state in lessons", () => {
  it("stand in the lessons whose steps are about a table or a buffer", () => {
    const slugs = new Set(shown.map(({ name }) => name.split(" ")[0]));
    for (const slug of [
      "exactly-once",
      "binding",
      "more-threads",
      "timeouts",
      "callback",
      "scale",
      "quitting-early",
      "many",
      "what-rules-are-for",
    ])
      expect(slugs).toContain(slug);
  });

  it.each(shown)("$name: $kind", ({ stage, kind }) => {
    const { experiment, set = {}, faults = [], seed = 1, keeps } = stage;
    const run = runOf(experiment, { set, faults, seed });
    const items = { calls: tablesOf(run), graph: graphsOf(run.trace, run.site), buffer: buffersOf(run.trace) }[kind];
    expect(items.length).toBeGreaterThan(0);
    if (keeps !== undefined) expect(items.map(({ key }) => key)).toContain(keeps);
  });
});
