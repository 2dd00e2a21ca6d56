/** A thousand damaged and hostile files: each is refused with one sentence, and none counts or runs anything. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lesson } from "../../lessons/more-threads/lesson.ts";
import { checkReport } from "../../lessons/hand-in/check-report.ts";
import { classCsv } from "../../lessons/hand-in/class-table.ts";
import { dataElement, dataText } from "../../lessons/hand-in/report-data.ts";
import { resealed, solved } from "../../lessons/hand-in/testing.ts";
import { newChecker } from "./checker.ts";

const checker = newChecker();
const data = await solved(lesson, checker.engine);
const page = "<!doctype html>\n<html><body>\n";
const html = `${page}${dataElement(data, page)}\n</body>\n</html>\n`;
const json = dataText(data);
const deep = (open: string, shut: string): string => open.repeat(200_000) + shut.repeat(200_000);
const withKey = (key: string, value: unknown): string => resealed({ ...data, [key]: value });
const SCRIPT = "<script>globalThis.isHit = true</script>";

const HOSTILE: readonly string[] = [
  ...[
    "",
    " ",
    "\u0000",
    "\ufeff",
    "null",
    "[]",
    "{}",
    "42",
    '"x"',
    "true",
    "GIF89a",
    "PK\u0003\u0004",
    "%PDF-1.7",
    SCRIPT,
  ],
  ...[deep("[", "]"), deep('{"a":', "}"), "x".repeat(50 << 20), html + "x".repeat(3 << 20)],
  ...[
    html + SCRIPT,
    html.replace("<body>", `<body>${SCRIPT}`),
    html.replace("</script>", ""),
    html.replace("</html>", ""),
  ],
  ...[withKey("student", SCRIPT.repeat(9)), withKey("lesson", "../../etc/passwd"), withKey("lesson", "__proto__")],
  ...[
    withKey("lesson", "constructor"),
    withKey("form", 2),
    withKey("form", 0),
    withKey("form", "1"),
    withKey("more", 1),
  ],
  ...[withKey("finished", "yes"), withKey("saved", -1), withKey("saved", 1e300), withKey("engine", "9".repeat(99))],
  ...[withKey("predictions", []), withKey("predictions", { "=1+1": {} }), withKey("checks", { "a/b": {} })],
  ...[withKey("explains", { nobody: { pick: null, text: "x" } }), withKey("predictions", { x: null })],
  json.replace("{", '{"__proto__": {"kind": "good"},'),
  json.replace('"seed', '"__proto__'),
  html.replace('"roundtrip-report"', '"roundtrip"'),
  html.replace('"format":"roundtrip-report"', '"format":"other"'),
];

/** A text with a run of its characters left out, put in twice, or made others: somewhere in its data. */
const damaged = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.integer({ min: text.indexOf('"format"'), max: text.lastIndexOf("}") }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom("cut", "twice", "end", "other"),
      fc.string({ minLength: 1, maxLength: 10 }),
    )
    .map(([at, length, how, other]) => {
      const piece = text.slice(at, at + length);
      if (how === "end") return text.slice(0, at);
      const put = how === "cut" ? "" : how === "twice" ? piece + piece : other;
      return text.slice(0, at) + put + text.slice(at + length);
    });

async function isRefused(text: string): Promise<void> {
  const checked = await checkReport(checker, "=file.html", text);
  expect({ kind: checked.kind, answers: checked.answers }).toEqual({
    kind: expect.stringMatching(/damaged|foreign|old|forged/) as string,
    answers: [],
  });
  expect(checked.reasons).toHaveLength(1);
  expect(checked.reasons[0]).toMatch(/^[^\n]{5,400}\.$/);
  expect(classCsv([checked])).not.toMatch(/(^|,)"?[=+@-]/m);
}

/** Whether a change leaves the same data: a space between two keys, or a zero behind the last digit. */
const isSame = (text: string): boolean => {
  const of = (whole: string): string => JSON.stringify(JSON.parse(/report">(.*)<\/script>/s.exec(whole)?.[1] ?? whole));
  try {
    return of(text) === of(text.startsWith("<") ? html : json);
  } catch {
    return false;
  }
};

describe("a file that is no report, or not as it was saved", () => {
  it.each(HOSTILE.map((text, i) => [i, text.slice(0, 40), text] as const))("is refused: %i %s", async (_, __, text) => {
    await isRefused(text);
    expect(globalThis).not.toHaveProperty("isHit");
    expect(({} as Record<string, unknown>)["kind"]).toBeUndefined();
  });

  it("is refused however it was damaged, in 1,000 ways", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged(json), damaged(html)), async (text) => {
        fc.pre(text !== json && text !== html && !isSame(text));
        await isRefused(text);
      }),
      { numRuns: 1000 },
    );
  });
});
