import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readShare, startOthers } from "./shares.ts";

/** A program that leaves a file with the name of its share. */
const LEAVE = "fs.writeFileSync(`${process.env.ROUNDTRIP_RESULTS}/${process.argv[1].replace('/', ' of ')}`, '')";

describe("work that processes share", () => {
  it("is shared out to all processes but the caller’s own", async () => {
    const folder = mkdtempSync(join(tmpdir(), "roundtrip-shares-"));
    await startOthers(["-e", LEAVE], 3, folder);
    expect(readdirSync(folder).sort()).toEqual(["2 of 3", "3 of 3"]);
    rmSync(folder, { recursive: true });
  });

  it("ends where a process fails: the caller makes what is missing", async () => {
    await expect(startOthers(["-e", "process.exit(1)"], 2, tmpdir())).resolves.toBeUndefined();
  });

  it("has no share beyond the last, before the first, or of another form", () => {
    expect(readShare("2/3")).toEqual({ index: 2, count: 3 });
    for (const word of ["", "0/3", "4/3", "1", "a/b", "1/2/3"]) expect(readShare(word), word).toBeNull();
  });
});
