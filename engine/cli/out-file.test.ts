import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openOutFile, refusal } from "./out-file.ts";

describe("a file that --out names", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(realpathSync(tmpdir()), "roundtrip-out-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const open = (name: string, kept?: number) => openOutFile("sweep", name, join(folder, name), kept);
  const text = (name: string): string => readFileSync(join(folder, name), "utf8");

  it("has its name only when all of it is there; until then the old file keeps it", () => {
    writeFileSync(join(folder, "a.csv"), "old");
    const file = open("a.csv");
    file.write("new, ");
    expect([text("a.csv"), text("a.csv.partial")]).toEqual(["old", "new, "]);
    file.write(Uint8Array.of(0x34, 0x32));
    file.finish();
    expect([text("a.csv"), readdirSync(folder)]).toEqual(["new, 42", ["a.csv"]]);
  });

  it("stays beside its name where it is kept, and goes where it is discarded", () => {
    const kept = open("kept.csv");
    kept.write("row");
    expect(kept.keep()).toBe("kept.csv.partial");
    const gone = open("gone.csv");
    gone.write("row");
    gone.discard();
    expect([readdirSync(folder), text("kept.csv.partial")]).toEqual([["kept.csv.partial"], "row"]);
  });

  it("goes where a link leads, and the link stays", () => {
    mkdirSync(join(folder, "far"));
    writeFileSync(join(folder, "far/a.csv"), "old");
    symlinkSync(join(folder, "far/a.csv"), join(folder, "a.csv"));
    const file = open("a.csv");
    file.write("new");
    file.finish();
    expect([realpathSync(join(folder, "a.csv")), text("a.csv")]).toEqual([join(folder, "far/a.csv"), "new"]);
  });

  it("leaves a file alone that has its partial name, or a link there", () => {
    writeFileSync(join(folder, "precious.txt"), "mine");
    symlinkSync(join(folder, "precious.txt"), join(folder, "a.csv.partial"));
    writeFileSync(join(folder, "a.csv.partial-2"), "mine");
    const file = open("a.csv");
    file.write("new");
    expect(file.keep()).toBe("a.csv.partial-3");
    expect([text("precious.txt"), text("a.csv.partial-2"), text("a.csv.partial-3")]).toEqual(["mine", "mine", "new"]);
  });

  it("is whole for each of two that write at once, and the later one has the name", () => {
    const [first, second] = [open("a.csv"), open("a.csv")];
    first.write("one");
    second.write("second");
    first.write(", whole");
    first.finish();
    expect(text("a.csv")).toBe("one, whole");
    second.finish();
    expect([text("a.csv"), readdirSync(folder)]).toEqual(["second", ["a.csv"]]);
  });

  it("is gone on with where it was left, also by two at once, and has no more than they wrote", () => {
    writeFileSync(join(folder, "a.csv.partial"), "one, two, th and rubbish");
    const [first, second] = [open("a.csv", 5), open("a.csv", 5)];
    for (const file of [first, second]) file.write("two, three");
    first.finish();
    expect(text("a.csv")).toBe("one, two, three");
    second.finish();
    expect([text("a.csv"), readdirSync(folder)]).toEqual(["one, two, three", ["a.csv"]]);
  });

  it("has the rights of the file that had its name", () => {
    writeFileSync(join(folder, "a.csv"), "old", { mode: 0o600 });
    const file = open("a.csv");
    file.write("new");
    expect(statSync(join(folder, "a.csv.partial")).mode & 0o777).toBe(0o600);
    file.finish();
    expect(statSync(join(folder, "a.csv")).mode & 0o777).toBe(0o600);
  });

  it("is refused where it would part the names of a file, or follow a link to nowhere", () => {
    writeFileSync(join(folder, "a.csv"), "old");
    linkSync(join(folder, "a.csv"), join(folder, "b.csv"));
    symlinkSync(join(folder, "none.csv"), join(folder, "dangling.csv"));
    symlinkSync(join(folder, "loop.csv"), join(folder, "loop.csv"));
    expect(() => open("a.csv")).toThrow('--out "a.csv" cannot be written: the file has 2 names (hard links)');
    expect(() => open("dangling.csv")).toThrow("cannot be written: it is a link to a file that is not there.");
    expect(() => open("loop.csv")).toThrow("cannot be written: it is a link that leads back to itself.");
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
  });

  it("is a whole document behind every part of it", () => {
    const file = open("a.json");
    file.write("[1", "]");
    expect(text("a.json.partial")).toBe("[1]");
    file.write(", 2", "]");
    expect(text("a.json.partial")).toBe("[1, 2]");
    file.write("]");
    file.finish();
    expect(text("a.json")).toBe("[1, 2]");
  });

  it("says where its content is when the name cannot be taken", () => {
    const file = open("a.csv");
    file.write("row");
    mkdirSync(join(folder, "a.csv"));
    expect(() => file.finish()).toThrow(/cannot be written: .*; all of it is in "a\.csv\.partial"\.$/);
    expect(text("a.csv.partial")).toBe("row");
  });

  it.each([
    ["no/a.csv", 'lab sweep: --out "no/a.csv" cannot be written: its folder does not exist.'],
    ["a.csv/b.csv", 'lab sweep: --out "a.csv/b.csv" cannot be written: its folder is a file.'],
    ["c", 'lab sweep: --out "c" cannot be written: it is a folder.'],
    [
      `${"x".repeat(300)}.csv`,
      `lab sweep: --out "${"x".repeat(60)}…" cannot be written: its name is too long.`, // and it is quoted once
    ],
  ])("is refused with one line: %s", (name, message) => {
    writeFileSync(join(folder, "a.csv"), "");
    mkdirSync(join(folder, "c"));
    expect(() => open(name)).toThrow(message);
  });

  it("is refused in words, or with the machine’s own code", () => {
    expect(refusal(Object.assign(new Error("/tmp/x"), { code: "ENOSPC" }))).toBe("the disk is full");
    expect(refusal(Object.assign(new Error("/tmp/x"), { code: "EIO" }))).toBe("the machine says EIO");
  });
});
