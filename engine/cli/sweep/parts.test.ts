/** The parts of a sweep as files: written, cut short, gone on with, and put together. */
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask } from "../testing.ts";

const SWEEP = "sweep firefly/null --set calls=1";
/** Values that draw and values that do not: of these only the first run has a row. */
const CERTAIN = `${SWEEP} --over segment=private,shared,private,private,shared --trials 3`;
const RANDOM = `${SWEEP} --set segment=shared --over threads=1..3 --trials 3`;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "roundtrip-parts-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(path(name), "utf8");
const lab = (line: string, turns = Infinity) => ask(line, { folder, turns });

/** Writes all parts of a sweep and returns their names. */
async function writeParts(sweep: string, count: number, ending: string): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, i) => `p${i + 1}.${ending}`);
  for (const [i, name] of names.entries()) {
    expect(await lab(`${sweep} --shard ${i + 1}/${count} --out ${name}`)).toMatchObject({ code: 0, err: "" });
  }
  return names;
}

describe("the parts of a sweep", () => {
  it.each(["csv", "json"])("are the whole, byte for byte, once they are put together: %s", async (ending) => {
    for (const over of ["threads=1..5", "segment=private,shared", "threads=3", "threads=2,2"]) {
      const sweep = `${SWEEP} --over ${over} --trials 2`;
      await lab(`${sweep} --out whole.${ending}`);
      for (const count of [1, 2, 3, 13]) {
        const parts = await writeParts(sweep, count, ending);
        const reversed = parts.toReversed().join(" "); // the order in which they are given says nothing
        expect(await lab(`join ${reversed} --out joined.${ending}`)).toMatchObject({ code: 0, err: "" });
        expect(text(`joined.${ending}`), `${over} in ${count}`).toBe(text(`whole.${ending}`));
      }
    }
  });

  it("say in their first line which part of which sweep they are", async () => {
    await lab(`${RANDOM} --seed 5 --shard 2/4 --out p.csv`);
    const [first = "", columns = "", ...rest] = text("p.csv").trimEnd().split("\n");
    const [, sweep = ""] = /^# part 2 of 4 of a sweep: (.*)$/.exec(first) ?? [];
    expect(JSON.parse(sweep)).toEqual({
      engine: expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/),
      experiment: "firefly/null",
      over: "threads=1..3",
      parameters: expect.objectContaining({ calls: 1, segment: "shared" }),
      seed: 5,
      trials: 3,
      faults: [],
    });
    expect(columns).toMatch(/^threads,trial,seed,draws,/);
    expect(rest.at(-1)).toMatch(new RegExp(`^# end: ${rest.length - 1} rows, sha256 [0-9a-f]{64}$`));
    await lab(`${RANDOM} --shard 2/4 --out p.json`);
    expect(Object.keys(JSON.parse(text("p.json")) as object)).toEqual(["part", "columns", "rows", "end"]);
  });
});

describe("a part that was cut short", () => {
  it.each([
    ["csv", RANDOM],
    ["json", RANDOM],
    ["csv", CERTAIN],
    ["json", CERTAIN],
  ])("goes on behind its last whole row, wherever it was cut: %s of %s", async (ending, sweep) => {
    const command = `${sweep} --shard 2/2 --out p.${ending} --resume`;
    await lab(command);
    const whole = text(`p.${ending}`);
    await fc.assert(
      fc.asyncProperty(fc.nat(Buffer.byteLength(whole)), async (length) => {
        writeFileSync(path(`p.${ending}`), whole);
        truncateSync(path(`p.${ending}`), length);
        renameSync(path(`p.${ending}`), path(`p.${ending}.partial`));
        expect(await lab(command)).toMatchObject({ code: 0, err: "" });
        expect(text(`p.${ending}`)).toBe(whole);
        expect(readdirSync(folder)).toEqual([`p.${ending}`]);
      }),
      { numRuns: 25 },
    );
  });

  it("says after Ctrl+C how to go on, makes only the runs that lack, and says how many rows were there", async () => {
    const command = `${RANDOM} --shard 1/1 --out p.csv`;
    expect(await lab(command, 4)).toMatchObject({
      code: 130,
      err:
        "lab sweep: interrupted; it ended after 4 of 9 runs. 4 finished rows kept in " +
        '"p.csv.partial"; the same command with --resume goes on with it.',
    });
    const again = await lab(`${command} --resume --progress`);
    expect(again.out).toBe("9 rows written to p.csv, 4 of which were there");
    expect(again.err.split("\n")).toHaveLength(5);
  });

  it("is made from its start where nothing is there, and left alone where all of it is", async () => {
    const command = `${RANDOM} --shard 1/2 --out p.csv --resume`;
    expect((await lab(command)).out).toBe("4 rows written to p.csv");
    const again = await lab(`${command} --progress`);
    expect([again.out, again.err]).toEqual(["4 rows written to p.csv, all of which were there", ""]);
    const json = JSON.parse((await lab(`${command} --json`)).out) as unknown;
    expect(json).toEqual({ file: "p.csv", rows: 4, part: 1, of: 2, before: 4 });
  });

  it.each([
    [
      "a file of another kind",
      () => "threads,trial\n1,1\n",
      /"p\.csv" is no part of a sweep\. Give --out another name/,
    ],
    ["another sweep", (t: string) => t.replace('"seed":1', '"seed":2'), /is another part: seed 2, not 1\. Give --out/],
    [
      "another part",
      (t: string) => t.replace("part 1 of 2", "part 2 of 2"),
      /is another part: part 2 of 2, not 1 of 2\./,
    ],
    ["another engine", (t: string) => t.replace(/\+[0-9a-f]{12}/, "+0"), /is another part: engine .*\+0, not /],
    ["a whole part without its end", (t: string) => t.replace(/# end.*\n/, ""), /"p\.csv" has lost its end; remove it/],
  ])("is refused over %s, which stays as it is", async (_what, change, message) => {
    const command = `${RANDOM} --shard 1/2 --out p.csv`;
    await lab(command);
    writeFileSync(path("p.csv"), change(text("p.csv")));
    const before = text("p.csv");
    expect(await lab(`${command} --resume`)).toMatchObject({ code: 2, err: expect.stringMatching(message) });
    expect([text("p.csv"), readdirSync(folder)]).toEqual([before, ["p.csv"]]);
  });

  it("is refused where a line in its middle is no row of it, with the number of the line", async () => {
    const command = `${RANDOM} --shard 1/1 --out p.csv`;
    await lab(command, 5);
    writeFileSync(path("p.csv.partial"), text("p.csv.partial").replace("\n1,3,3,", "\n1,3,4,"));
    expect((await lab(`${command} --resume`)).err).toMatch(
      /--resume: line 5 of "p\.csv\.partial" is no row of this part\./,
    );
  });

  it.each([
    ["--resume --out p.csv", /--resume needs --shard i\/n and --out FILE/],
    ["--resume --shard 1/2", /--resume needs --shard i\/n and --out FILE/],
    ["--shards 3", /--shards is for --job; one part is --shard i\/n\./],
    ["--job make", /--job needs --shards N/],
    ["--job make --shards 2 --resume", /--resume does not go with --job/],
    ["--job make --shards 10", /--shards 10 is not allowed: the sweep has 9 runs\. Take 1 to 9\./],
    ["--job make --shards 2 --out a:b.csv", /--out "a:b\.csv" cannot stand in a Makefile/],
  ])("refuses %s", async (flags, message) => {
    expect(await lab(`${RANDOM} ${flags}`)).toMatchObject({ code: 2, out: "", err: expect.stringMatching(message) });
  });
});

describe("lab join", () => {
  /** The parts of two sweeps: p1 to p4, and other.csv. */
  const prepare = async (): Promise<void> => {
    await writeParts(RANDOM, 4, "csv");
    await lab(`${RANDOM} --seed 9 --shard 3/4 --out other.csv`);
    copyFileSync(path("p2.csv"), path("copy.csv"));
    const cut = text("p4.csv").split("\n").slice(0, -3).join("\n");
    writeFileSync(path("p4.csv.partial"), cut);
    writeFileSync(path("table.csv"), "a,b\n1,2\n");
    writeFileSync(path("digit.csv"), text("p4.csv").replace(/(\n3,3,.*)\d\n/, "$10\n"));
    writeFileSync(path("crlf.csv"), text("p4.csv").replaceAll("\n", "\r\n"));
    writeFileSync(path("bom.csv"), `\ufeff${text("p4.csv")}`);
    writeFileSync(path("first.csv"), text("p4.csv").replace(/^.*\n/, ""));
    writeFileSync(path("lost.csv"), text("p4.csv").replace(/\n3,3,.*\n/, "\n"));
  };

  it.each([
    ["p1.csv p3.csv p4.csv", 1, ["part 2 of 4 is missing (firefly/null)."]],
    ["p1.csv", 1, ["parts 2–4 of 4 are missing (firefly/null)."]],
    ["p1.csv p2.csv copy.csv p3.csv p4.csv", 1, ['part 2 is given 2 times: "p2.csv", "copy.csv".']],
    [
      "p1.csv p2.csv other.csv p4.csv",
      1,
      ['"other.csv" is of another sweep than most parts: seed 9, not 1.', "part 3 of 4 is missing (firefly/null)."],
    ],
    [
      "p1.csv p2.csv p3.csv p4.csv.partial",
      1,
      ['"p4.csv.partial" is not whole: its end is missing. Run part 4/4 again with --resume.'],
    ],
    [
      "p1.csv p2.csv p3.csv lost.csv",
      2,
      ['"lost.csv" is damaged: it has 2 rows, and its end says 3. Remove it, and run that part again.'],
    ],
    [
      "p1.csv p2.csv p3.csv digit.csv",
      2,
      ['"digit.csv" is damaged: its bytes have another sum than its end says. Remove it, and run that part again.'],
    ],
    ["p1.csv crlf.csv", 2, [/^"crlf\.csv" is no part as the lab wrote it: it has lines that end with CR LF/]],
    ["p1.csv bom.csv", 2, [/^"bom\.csv" is no part as the lab wrote it: it begins with a byte-order mark/]],
    ["p1.csv first.csv", 2, [/^"first\.csv" is no part as the lab wrote it: it has lost its first line/]],
    ["p1.csv table.csv", 2, [/^"table\.csv" is no part of a sweep: its first line does not say which\./]],
    ["p1.csv none.csv", 2, ['"none.csv" cannot be read: there is no such file.']],
  ])("names what is wrong with %s, and writes nothing", async (parts, code, problems) => {
    await prepare();
    const answer = await lab(`join ${parts} --out whole.csv`);
    expect({ code: answer.code, out: answer.out }).toEqual({ code, out: "" });
    const lines = answer.err.split("\n").map((line) => line.replace(/^lab join: /, ""));
    expect(lines).toHaveLength(problems.length);
    for (const [i, problem] of problems.entries()) {
      if (typeof problem === "string") expect(lines[i]).toBe(problem);
      else expect(lines[i]).toMatch(problem);
    }
    expect(readdirSync(folder).filter((name) => name.startsWith("whole"))).toEqual([]);
  });

  it("refuses parts of the other form, a whole that is one of its parts, and no name for the whole", async () => {
    await writeParts(RANDOM, 1, "csv");
    const err = async (line: string): Promise<string> => (await lab(line)).err;
    expect(await err("join p1.csv --out whole.json")).toBe(
      'lab join: "p1.csv" is a part in CSV; --out must end in .csv as well.',
    );
    expect(await err("join p1.csv --out p1.csv")).toMatch(/--out "p1\.csv" is one of the parts\. Give the whole/);
    expect(await err("join p1.csv")).toBe("lab join: --out FILE is missing: the whole goes there.");
    expect(await err("join --out whole.csv")).toMatch(
      /^lab join: PART… is missing\. Usage: lab join PART… \[--out FILE\]/,
    );
  });

  it("tells what it wrote", async () => {
    const parts = (await writeParts(RANDOM, 2, "json")).join(" ");
    expect((await lab(`join ${parts} --out whole.json`)).out).toBe("9 rows of 2 parts written to whole.json");
    const json = JSON.parse((await lab(`join ${parts} --out whole.json --json`)).out) as unknown;
    expect(json).toEqual({ file: "whole.json", parts: 2, rows: 9 });
  });
});
