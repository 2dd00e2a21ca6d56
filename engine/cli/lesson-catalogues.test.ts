/** A mistake in a lesson is a sentence about that lesson, and the course goes on without it. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { descriptions as echo } from "../experiments/echo-fixture/describe.ts";
import { takeIn } from "../experiments/lookup.ts";
import { root } from "./bootstrap.mjs";
import { lessonFiles } from "./lesson-catalogues.ts";

const FIXTURE = "echo-fixture";
let folder: string;

beforeAll(() => {
  takeIn(echo);
  mkdirSync(join(root, ".cache"), { recursive: true });
  folder = mkdtempSync(join(root, ".cache", "lessons-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What stands in a file of the lesson, and what stands there instead; null: the file is not there. */
type Change = readonly [file: string, was: string | null, is: string];

interface Listed {
  readonly course: string;
  readonly all: string;
  readonly toMend: readonly string[];
}

let copies = 0;

/**
 * What the lists say of two lessons of the same words, the second of them with these changes. Each copy is another
 * folder: a module is loaded once.
 */
async function listed(...changes: readonly Change[]): Promise<Listed> {
  const home = join(folder, String(copies++));
  const lessons = join(home, "lessons");
  const edit = (path: string, change: (text: string) => string): void =>
    writeFileSync(
      path,
      change(readFileSync(path, "utf8")).replaceAll('"../sources.ts"', `"${root}lessons/sources.ts"`),
    );
  mkdirSync(join(lessons, "parts"), { recursive: true });
  writeFileSync(
    join(lessons, "parts/echo.ts"),
    'export const part = { place: 1, title: "Echo", authors: null, year: null };',
  );
  for (const [name, place] of [
    ["first", 1],
    ["one-mask", 2],
  ] as const) {
    cpSync(join(root, "lessons", FIXTURE), join(lessons, name), { recursive: true });
    edit(join(lessons, name, "lesson.ts"), (text) =>
      text
        .replace(`slug: "${FIXTURE}"`, `slug: "${name}"`)
        .replace(`part: "${FIXTURE}"`, 'part: "echo"')
        .replace("place: 1", `place: ${place}`),
    );
  }
  for (const [file, was, is] of changes) {
    const path = join(lessons, file);
    if (was === null) rmSync(path);
    else {
      expect(readFileSync(path, "utf8")).toContain(was);
      edit(path, (text) => text.replace(was, is));
    }
  }
  const { "lessons/catalogue.ts": course = "", "lessons/all.ts": all = "" } = await lessonFiles(home);
  const [, json = "[]"] = /TO_MEND: readonly string\[\] = (.*);/.exec(course) ?? [];
  return { course, all, toMend: JSON.parse(json) as string[] };
}

const DATA = "one-mask/lesson.ts";
const TEXT = "one-mask/text.mdx";

/** A mistake, what is changed for it, and what is said. */
const MISTAKES: readonly (readonly [mistake: string, changes: readonly Change[], said: string])[] = [
  [
    "a file forgotten",
    [["one-mask/recall.ts", null, ""]],
    "lessons/one-mask: there is no recall.ts. A lesson is a folder",
  ],
  ["another slug", [[DATA, 'slug: "one-mask"', 'slug: "mask"']], `${DATA}: its slug is "mask", want "one-mask", as`],
  [
    "no such part",
    [[DATA, 'part: "echo"', 'part: "ecco"']],
    `${DATA}: its part is "ecco", want echo? (one of echo). A new`,
  ],
  [
    "no such paper",
    [[DATA, "paper: null", 'paper: "ceder"']],
    `${DATA}: its paper is "ceder", want cedar? (one of cedar,`,
  ],
  [
    "minutes in words",
    [[DATA, "minutes: 5", 'minutes: "ten"']],
    `${DATA}: its minutes is "ten", want a whole number from`,
  ],
  [
    "the place of another",
    [[DATA, "place: 2", "place: 1"]],
    `${DATA}: its place 1 is that of first, too; want another`,
  ],
  [
    "what it builds on comes later",
    [["first/lesson.ts", "minutes: 5,", 'minutes: 5, buildsOn: ["one-mask"],']],
    'first/lesson.ts: it builds on "one-mask", which comes later; want an earlier lesson',
  ],
  [
    "an experiment misspelt",
    [[DATA, 'const EXPERIMENT = "echo-fixture/call"', 'const EXPERIMENT = "echo-fixture/cal"']],
    'there is no experiment "echo-fixture/cal". Did you mean echo-fixture/call?',
  ],
  [
    "a parameter misspelt",
    [[DATA, "{ calls: 1 }", "{ cals: 1 }"]],
    'echo-fixture/call has no parameter "cals". It has calls,',
  ],
  ["a fault misspelt", [[DATA, '"drop result#1"', '"drop reslt#1"']], "reslt"],
  [
    "a number without an address",
    [[TEXT, "The server keeps", "All 2 servers keep"]],
    `${TEXT}, step "twice": the number 2 has no`,
  ],
  [
    "a number that is not there",
    [[TEXT, 'id="longer"', 'id="loonger"']],
    'the lesson has no number "loonger"; it has whole',
  ],
  ["a component that is none", [[TEXT, "<Predict />", "<Guess />"]], "<Guess> is no component. Write one of Step"],
  ["a step left open", [[TEXT, '</Step>\n\n<Step id="predict-lost">', '<Step id="predict-lost">']], `${TEXT}:`],
  [
    "a value of another type",
    [[DATA, "conditions: [", "conditions: null, was: ["]],
    `${DATA}: its data have not the types of`,
  ],
  ["code that throws", [[DATA, "const ONE = { calls: 1 };", "const ONE = calls;"]], `${DATA}`],
  [
    "a cell without a paper",
    [[DATA, "numbers,", '"numbers": { ...numbers, a: { kind: "cell", table: "t", row: "1", column: "c" } },']],
    "is of a paper, and the lesson has none",
  ],
];

describe("a lesson with a mistake", () => {
  it.each(MISTAKES)("%s: is a sentence about that lesson, and the other is listed", async (_mistake, changes, said) => {
    const { course, toMend } = await listed(...changes);
    expect(toMend.join("\n")).toContain(said);
    expect(toMend.filter((sentence) => !/^lessons\/(one-mask|first)\b.*[.;)]$/.test(sentence))).toEqual([]);
    expect(course).toContain('"slug":"first"');
  });

  it("without one, both are listed, and nothing is to be mended", async () => {
    const { course, all, toMend } = await listed();
    expect(toMend).toEqual([]);
    expect(all, "a slug is no name in the code: new, 2-66-ms").toContain(
      '{ lesson as lesson2 } from "./one-mask/lesson.ts"',
    );
    expect(course).toContain('"slug":"one-mask"');
  });
});
