import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keptResults } from "./kept-results.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kept-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const never = (): never => {
  throw new Error("made anew");
};

test("another process gets what one has kept, exactly", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.jsonValue({ noUnicodeString: false }), (key, value) => {
      const kept = keptResults("1", folder);
      const made = kept(key, () => value);
      const isKept =
        JSON.stringify(made) === JSON.stringify(value) && !/(^|[[:,])-0(?!\d|\.)/.test(fc.stringify(value));
      fc.pre(isKept);
      expect(keptResults("1", folder)(key, never)).toEqual(value);
    }),
    { numRuns: 20 },
  );
});

test("what another process keeps later is found, too", () => {
  const [one, other] = [keptResults("1", folder), keptResults("1", folder)];
  expect(one("a", () => 1)).toBe(1);
  expect(other("b", () => 2)).toBe(2);
  expect([one("b", never), other("a", never)]).toEqual([2, 1]);
});

test.each([
  ["not a number", Number.NaN],
  ["minus zero", -0],
  ["a part that JSON leaves out", { latencyMs: undefined }],
])("%s is made anew each time", (_, value) => {
  let made = 0;
  for (let asked = 0; asked < 2; asked++) {
    keptResults("1", folder)("a", () => {
      made++;
      return value;
    });
  }
  expect(made).toBe(2);
});

test("another version of the engine finds nothing, and takes nothing away", () => {
  keptResults("1", folder)("a", () => 1);
  expect(keptResults("2", folder)("a", () => 2)).toBe(2);
  expect(keptResults("1", folder)("a", never)).toBe(1);
});

test("damaged lines, and a line without its end, hide no other", () => {
  keptResults("1", folder)("a", () => 1);
  const [file = ""] = readdirSync(folder);
  appendFileSync(join(folder, file), 'rubbish\n["b"]\n[1,2]\n["c",3');
  expect(keptResults("1", folder)("a", never)).toBe(1);
  expect(keptResults("1", folder)("c", () => 4)).toBe(4);
});

test("a folder that cannot be written keeps nothing and stops no run", () => {
  const path = join(folder, "file");
  writeFileSync(path, "");
  expect(keptResults("1", path)("a", () => 1)).toBe(1);
});

test("a file that nobody has added to for a month is removed", () => {
  const old = join(folder, "results-0.jsonl");
  writeFileSync(old, "");
  utimesSync(old, 0, 0);
  keptResults("1", folder);
  expect(existsSync(old)).toBe(false);
});
