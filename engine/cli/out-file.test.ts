import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
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
  const open = (name: string) => openOutFile("sweep", name, join(folder, name));
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
