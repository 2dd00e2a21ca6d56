import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { countsOf, LEVELS } from "../reference/access/report.ts";
import { openAcr, openAcrText, readReport } from "./access-report.ts";

const root = new URL("../../", import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, root), "utf8");
const source = textOf("app/reference/access/report.yaml");
const report = readReport(source);
const [levelA, levelAA] = report.chapters;
const all = report.chapters.flatMap(({ criteria }) => criteria);
const judged = all.filter(({ follows }) => follows.length === 0);

/** WCAG 2.2 by guideline: the last numbers of its criteria at level A, and at AA. 4.1.1 is of older versions alone. */
const WCAG: Readonly<Record<string, readonly [string, string]>> = {
  "1.1": ["1", ""],
  "1.2": ["1 2 3", "4 5"],
  "1.3": ["1 2 3", "4 5"],
  "1.4": ["1 2", "3 4 5 10 11 12 13"],
  "2.1": ["1 2 4", ""],
  "2.2": ["1 2", ""],
  "2.3": ["1", ""],
  "2.4": ["1 2 3 4", "5 6 7 11"],
  "2.5": ["1 2 3 4", "7 8"],
  "3.1": ["1", "2"],
  "3.2": ["1 2 6", "3 4"],
  "3.3": ["1 2 7", "3 4 8"],
  "4.1": ["1 2", "3"],
};
const wcag = (level: 0 | 1): readonly string[] =>
  Object.entries(WCAG).flatMap(([guideline, numbers]) =>
    numbers[level].split(" ").flatMap((number) => (number === "" ? [] : `${guideline}.${number}`)),
  );

it("has every criterion of WCAG 2.2 at levels A and AA once, and 4.1.1", () => {
  expect(levelA?.criteria.map(({ num }) => num)).toEqual(wcag(0));
  expect(levelAA?.criteria.map(({ num }) => num)).toEqual(wcag(1));
  expect(wcag(0).length + wcag(1).length).toBe(55 + 1);
});

it("has each criterion of Section 508 and EN 301 549 once, or says why a chapter has none", () => {
  const numbers = all.map(({ num }) => num);
  expect(numbers).toEqual([...new Set(numbers)]);
  const chapters = new Set([...report.chapters.map(({ label }) => /(?:chapter|clause) \d+/.exec(label)?.[0])]);
  const wanted = [
    ...[3, 4, 5, 6].map((n) => `chapter ${n}`),
    ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((n) => `clause ${n}`),
  ];
  expect([...chapters].filter((one) => one !== undefined)).toEqual(wanted);
  const empty = report.chapters.filter(({ criteria, leftOut = "" }) => (criteria.length === 0) !== leftOut.length > 10);
  expect(empty).toEqual([]);
});

it("holds each verdict by a test or a check, and gives the reason where there is none", () => {
  const held = judged.filter(({ tests, checks }) => tests.length + checks.length > 0);
  expect(judged.filter((one) => one.level === "supports" && !held.includes(one))).toEqual([]);
  expect(all.filter(({ remark }) => !/^[A-Z].{10,}\.$/s.test(remark)).map(({ num }) => num)).toEqual([]);
  expect(countsOf(all).supports).toBeGreaterThan(50);
});

/** A test that only the audit makes holds nothing from day to day. */
const LATE = /^["`],\s*(?:AUDIT|heldBy)/;

it("names tests that are there, and that `npm test` makes", () => {
  const named = [...new Set(judged.flatMap(({ tests }) => tests))];
  expect(named.length).toBeGreaterThan(30);
  const wrong = named.filter((test) => {
    const [, file = "", name = ""] = /^(\S+): (.{10,})$/.exec(test) ?? [];
    if (!existsSync(new URL(file, root)) || file === "") return true;
    const text = textOf(file);
    const at = text.indexOf(name);
    return at < 0 || LATE.test(text.slice(at + name.length).replace(/^[^"`]*/, ""));
  });
  expect(wrong).toEqual([]);
});

it("dates every check by hand, and rests a verdict on each", () => {
  const used = new Set(all.flatMap(({ checks }) => checks));
  expect([...used].toSorted()).toEqual(Object.keys(report.checks).toSorted());
  for (const { date, done, found } of Object.values(report.checks)) {
    expect(date).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
    for (const text of [done, found]) expect(text).toMatch(/^[A-Z].{20,}\.$/s);
  }
});

it("takes the worst verdict where one follows from others, and names a criterion that is not there", () => {
  const levels = new Map(all.map(({ num, level }) => [num, level]));
  for (const { level, follows } of all.filter(({ follows }) => follows.length > 0)) {
    const ranks = follows.map((num) => LEVELS.indexOf(levels.get(num) ?? "does-not-support"));
    expect(LEVELS.indexOf(level)).toBe(Math.max(...ranks.filter((rank) => rank < 3)));
  }
  expect(() => readReport(source.replace(/follows:\n\s+- 1\.4\.1\n/, "follows: [9.9.9]\n"))).toThrow(/9\.9\.9/);
});

it("is an OpenACR: a contact, a catalogue, and for each criterion a component with one of the form’s verdicts", () => {
  const { author, catalog, chapters, report_date } = openAcr(report, "1.0.0");
  expect([author.email, catalog]).toEqual(["", "2.5-edition-wcag-2.2-508-eu-en"]);
  expect(report_date).toBe(report.date);
  expect(openAcrText(report, "1.0.0")).toContain(`\nreport_date: "${report.date}"\n`);
  const components = Object.entries(chapters).flatMap(([id, { criteria = [] }]) =>
    criteria.flatMap((one) => one.components.map(({ name, adherence }) => ({ id, name, ...adherence }))),
  );
  expect(components).toHaveLength(all.length);
  for (const { id, name, level } of components) {
    expect(name).toBe(id.startsWith("success") ? "web" : "none");
    expect(LEVELS).toContain(level);
  }
});
