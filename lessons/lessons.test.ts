import { describe, expect, it } from "vitest";
import { lintLesson, lintSolutions } from "./lint.ts";
import { gradeOf, HIGHEST_GRADE, lintProse } from "./lint-prose.ts";
import type { Rivals } from "./lint-prose.ts";
import { findingText, paragraphsOf, plainSentence } from "./lint-text.ts";
import { runNow, treeOf } from "./testing.ts";
import { sentencesOf } from "./sentences.ts";
import { LESSONS } from "./course.ts";
import { familiesIn } from "./families.ts";
import { openRecall } from "./recalls.ts";
import type { Remembered } from "./recalls.ts";
import type { Lesson, Recall, Step, TwinRun } from "./types.ts";

async function partsOf(slug: string): Promise<Remembered> {
  const open = await openRecall(slug);
  if (open === null) throw new Error(`${slug} is not written.`);
  return open;
}

const lessonOf = async (slug: string): Promise<Lesson> => (await partsOf(slug)).lesson;

const RESULTS: Rivals = { reply: "result", response: "result", callee: "server", "retry timer": "timer" };

/**
 * One thing has one name in a lesson: the one that the system on its stage has. By family of experiments; a family that
 * is not here has words of its own.
 */
const RIVALS: Readonly<Record<string, Rivals>> = {
  cedar: { ...RESULTS, client: "caller" },
  firefly: RESULTS,
  sweepstakes: RESULTS,
  today: RESULTS,
  written: RESULTS, // its caller is a client
  multirpc: { caller: "client", callee: "server", response: "reply" },
  flexrpc: { reply: "result", response: "result", receiver: "callee" },
  services: { callee: "server", response: "reply" },
  many: { server: "callee", client: "caller", response: "reply" },
};

/** The words that no family on the stage of a lesson has for itself. */
function rivalsOf({ steps }: Pick<Lesson, "steps">): Rivals {
  const [first = {}, ...others] = familiesIn(steps).map((family) => RIVALS[family] ?? {});
  return Object.fromEntries(Object.entries(first).filter(([word]) => others.every((one) => Object.hasOwn(one, word))));
}

/** Every text of a lesson as a reader meets it, numbers filled in. */
async function textsOf(slug: string): Promise<readonly string[]> {
  const { lesson, recall } = await partsOf(slug);
  const sentences = sentencesOf(lesson, recall).map(({ text }) => plainSentence(text));
  return [...paragraphsOf(await treeOf(slug)), ...lesson.can, ...sentences].filter((text) => text !== "");
}

describe.each(LESSONS)("the prose of $slug", ({ slug }) => {
  it("has short sentences, plain words and one name for one thing", async () => {
    const rivals = rivalsOf(await lessonOf(slug));
    expect((await textsOf(slug)).flatMap((text) => lintProse(text, rivals))).toEqual([]);
  });

  it(`can be read at grade ${HIGHEST_GRADE} of school, by Flesch and Kincaid`, async () => {
    const grade = gradeOf(await textsOf(slug));
    console.info(`${slug}: grade ${grade.toFixed(1)}, at most ${HIGHEST_GRADE}`);
    expect(grade).toBeLessThanOrEqual(HIGHEST_GRADE);
  });
});

describe.each(LESSONS)("the lesson $slug", ({ slug }) => {
  it("keeps the rules for prose and data", async () => {
    const { lesson, recall } = await partsOf(slug);
    const found = lintLesson(lesson, recall, await treeOf(slug));
    expect(found.map(findingText)).toEqual([]);
  });
});

/** The findings for a lesson that was changed. */
async function findings(
  change: (lesson: Lesson) => Lesson,
  remember: (recall: readonly Recall[]) => readonly Recall[] = (recall) => recall,
  slug = "where-2-66-ms-go",
): Promise<string> {
  const { lesson, recall } = await partsOf(slug);
  return lintLesson(change(lesson), remember(recall), await treeOf(slug))
    .map(findingText)
    .join("\n");
}

const same = (lesson: Lesson): Lesson => lesson;

const changeStep = (lesson: Lesson, id: string, change: (step: Step) => Step): Lesson => ({
  ...lesson,
  steps: lesson.steps.map((step) => (step.id === id ? change(step) : step)),
});

describe("the linter names file, step, what is wrong and what to do", () => {
  it("for a twin that is the stage’s own run, one that cannot be run, and one without a name", async () => {
    const withTwin = (twin: TwinRun) =>
      findings((lesson) => changeStep(lesson, "large", (step) => ({ ...step, stage: { ...step.stage, twin } })));
    const own = await withTwin({ name: "MaxResult", experiment: "firefly/max-result", set: { threads: 1 } });
    expect(own).toContain('step "large": its twin "MaxResult" is the run on the stage itself. Let something differ');
    const broken = await withTwin({
      name: " ",
      experiment: "firefly/null",
      set: { treads: 2 },
      faults: ["drop cal#1"],
    });
    expect(broken).toContain('firefly/null has no parameter "treads"');
    expect(broken).toContain("its twin has no name.");
    expect(broken).toMatch(/step "large": .*cal#1/);
  });

  it("for a stage with a parameter that the experiment does not have", async () => {
    const text = await findings((lesson) =>
      changeStep(lesson, "check", (step) => ({ ...step, stage: { ...step.stage, set: { networkMBps: 3 } } })),
    );
    expect(text).toContain(
      'lessons/where-2-66-ms-go/lesson.ts, step "check": firefly/null has no parameter "networkMBps". It has threads',
    );
  });

  it("for a number that is guessed on a logarithmic axis from 0", async () => {
    const from =
      (min: number) =>
      (lesson: Lesson): Lesson => ({
        ...lesson,
        steps: lesson.steps.map((step) =>
          step.predict?.kind === "number" ? { ...step, predict: { ...step.predict, log: true, min } } : step,
        ),
      });
    expect(await findings(from(0))).toContain("its axis is logarithmic and begins at 0. Set min above 0");
    expect(await findings(from(1))).not.toContain("logarithmic");
  });

  it("for a figure that the action speaks of and that is folded", async () => {
    const text = await findings((lesson) =>
      changeStep(lesson, "account", (step) => ({ ...step, stage: { ...step.stage, hero: "timeline" } })),
    );
    expect(text).toContain('step "account": its action speaks of the waterfall, which is folded.');
  });

  it("for a number in a reply that has no address", async () => {
    const text = await findings((lesson) =>
      changeStep(lesson, "check", (step) => ({ ...step, action: "Try 3.1 first." })),
    );
    expect(text).toContain('step "check": the number 3.1 in "Try 3.1 first." has no address.');
  });

  it("for an option without a reply and a prediction without a truth", async () => {
    const text = await findings((lesson) => {
      return changeStep(lesson, "predict-wire", (step) => {
        const { predict } = step;
        if (predict?.kind !== "number") throw new Error("predict-wire asks for a number");
        const [first, ...others] = predict.variant.options;
        const options = first === undefined ? [] : [{ ...first, reply: " " }, ...others];
        return { ...step, predict: { ...predict, truth: "nowhere", variant: { ...predict.variant, options } } };
      });
    });
    expect(text).toContain('option "half" of the variant of prediction "wire-share" has no reply.');
    expect(text).toContain('prediction "wire-share" has no truth');
  });

  it("for a part that the prose does not place, and steps in another order", async () => {
    const text = await findings((lesson) => ({ ...lesson, steps: lesson.steps.slice(1) }));
    expect(text).toContain("text.mdx has the steps follow, predict-wire");
  });

  it("for a number of a paper in a lesson that has none", async () => {
    const text = await findings((lesson) => ({ ...lesson, paper: null }));
    expect(text).toMatch(/number "\w+": the cell .* is of a paper, and the lesson has none \(paper: null\)\./);
  });

  it("a word is a rival where every system on the stage has another for it", () => {
    const steps = (...ids: readonly string[]): Pick<Lesson, "steps"> => {
      const stage = (experiment: string): Step["stage"] => {
        return { experiment, moment: "start", hero: "timeline", figures: ["use", "inspector"] };
      };
      return { steps: ids.map((id) => ({ id, gist: "", action: "", stage: stage(id) })) };
    };
    expect(rivalsOf(steps("cedar/call"))).toHaveProperty("client", "caller");
    expect(rivalsOf(steps("cedar/call", "written/call"))).not.toHaveProperty("client");
    expect(rivalsOf(steps("cedar/call", "echo-fixture/call"))).toEqual({});
  });

  it("for questions from memory that are too few, not about its prediction, or twice there", async () => {
    expect(await findings(same, (recall) => recall.slice(0, 2))).toContain("it has 2 questions from memory, want 3.");
    expect(await findings(same, (recall) => recall.toReversed())).toContain(
      'recall.ts, step "honest": question from memory "the-rest" is the first and about no prediction.',
    );
    expect(await findings(same, (recall) => [...recall, ...recall])).toContain('"full-packet" is there twice.');
    const lost = await findings(same, (recall) => recall.map((one) => ({ ...one, about: "nowhere" })));
    expect(lost).toContain('is about the step "nowhere". Name one that the lesson has.');
  });

  it("for a number that is stated nowhere", async () => {
    const text = await findings((lesson) => ({
      ...lesson,
      numbers: { ...lesson.numbers, spare: { kind: "cell", table: "text", row: "ethernet", column: "value" } },
    }));
    expect(text).toContain('number "spare" is stated nowhere.');
  });

  it("for a solution that does not pass, whose neighbour passes too, and for a lucky guess", async () => {
    const wrong = changeStep(await lessonOf("where-2-66-ms-go"), "check", (step) => {
      const parts =
        step.checkpoint?.parts.map((part) => ({
          ...part,
          solution: { networkMbps: 3 },
          fails: [{ networkMbps: 3.1 }],
        })) ?? [];
      return step.checkpoint === undefined ? step : { ...step, checkpoint: { ...step.checkpoint, parts } };
    });
    const text = (await lintSolutions(wrong, runNow)).map(findingText).join("\n");
    expect(text).toContain(
      "its solution does not pass: longestStep Transmission time on Ethernet; networkMbps = 3.1 passes too.",
    );
    expect(text).toContain('{"networkMbps":3.1} passes, which should fail.');
  });

  it("for a checkpoint that its reader need not touch", async () => {
    const lesson = await lessonOf("where-2-66-ms-go");
    const done = changeStep(lesson, "check", (step) => {
      const parts = (step.checkpoint?.parts ?? []).map(({ neighbour: _, ...part }) => part);
      const stage = { ...step.stage, set: { ...step.stage.set, networkMbps: 3 } };
      return step.checkpoint === undefined ? step : { ...step, stage, checkpoint: { ...step.checkpoint, parts } };
    });
    const text = (await lintSolutions(done, runNow)).map(findingText).join("\n");
    expect(text).toContain('checkpoint part "wire": it passes before the reader has done anything.');
  });
});
