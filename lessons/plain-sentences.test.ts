import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lintProse } from "./lint-prose.ts";
import { sentencesOfSource } from "./source-text.ts";

const ROOT = new URL("..", import.meta.url);

const filesIn = (folder: string): readonly string[] =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\b(test|testing|example|fixture)\b|\/(tidy|build)\//.test(file));

/** Errors between parts of the program, which no reader is shown, name their keys and words. */
const FOR_US = /^(?:There is no|The trace has|An? \w+ has no|Mark|lesson:|this: )/;

/** In the answers to questions a number of a run: "{p99Ms 2}". A reader sees the number. */
const NUMBER = /\{\w+(?: \d)?\}/g;

describe("what the page, the engine and the headless lab say", () => {
  it.each(["app", "engine/experiments", "engine/faults", "engine/cli"])("is plain in %s", (folder) => {
    const found = filesIn(folder).flatMap((file) =>
      sentencesOfSource(file, readFileSync(new URL(file, ROOT), "utf8"))
        .filter(({ text }) => !FOR_US.test(text))
        .flatMap(({ line, text }) => lintProse(text.replaceAll(NUMBER, "7")).map((what) => `${file}:${line}: ${what}`)),
    );
    expect(found).toEqual([]);
  });

  it.each(["errata", "claims", "corrections", "tables"])("is plain in the papers’ %s, whose words are ours", (part) => {
    const texts = wordsOf(part);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.flatMap((text) => lintProse(text))).toEqual([]);
  });
});

/** What is our sentence in a file of a paper: the title of a table is the paper's own. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  errata: ["title", "text"],
  claims: ["statement", "check"],
  corrections: ["why"],
  tables: ["conditions", "why"],
};

/** The texts of these fields, however deep they stand. */
function textsIn(value: unknown, fields: readonly string[]): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === "string" ? (fields.includes(name) ? [inner] : []) : textsIn(inner, fields),
  );
}

const wordsOf = (part: string): readonly string[] =>
  ["cedar", "enutt", "firefly", "flexrpc", "multirpc"].flatMap((paper) => {
    const text = readFileSync(new URL(`engine/papers/${paper}/${part}.json`, ROOT), "utf8");
    return textsIn(JSON.parse(text), FIELDS[part] ?? []);
  });

describe("sentences in source", () => {
  const said = (source: string): readonly string[] => sentencesOfSource("x.tsx", source).map(({ text }) => text);

  it("are literals, added literals, templates and the words of elements, with what is computed told by a word", () => {
    expect(said('const a = "One is here. " + "It stays.";')).toEqual(["One is here. It stays."]);
    expect(said("const a = `${quote(b)} is not allowed.`;")).toEqual(["this is not allowed."]);
    expect(said('const a = <p>Of <b>{n}</b> packets{" "}\n none came.</p>;')).toEqual(["Of this packets none came."]);
  });

  it("are neither names nor words alone", () => {
    expect(said('import x from "./A b.c."; const a = ["Null()", "a key.", "Wake up"];')).toEqual([]);
  });
});
