/** A sweep in parts as processes of their own: one is killed, the job is started, and the parts are put together. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundledLab } from "../testing-bundle.ts";
import { ask } from "../testing.ts";

const { lab, remove } = bundledLab();
afterAll(remove);
const COMMAND = ["node", lab] as const;
const SWEEP = "sweep firefly/null --set segment=shared --set calls=30 --over threads=1..8 --trials 25".split(" ");
const SHARDS = 4;

const hasParallel = spawnSync("parallel", ["--version"]).status === 0;
/** How the parts are run: by the engine's own job, or by make's where GNU Parallel is not installed. */
const engine = hasParallel ? "parallel" : "make";
const START = hasParallel ? ["sh", "job"] : ["make", "-j", "2", "-f", "job"];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "roundtrip-job-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const path = (name: string): string => join(folder, name);

const WRITES = 12; // the head, and ten whole rows

/** A module that kills its process in the middle of a row, as a power cut would. */
const KILLS = `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const write = fs.writeSync;
  let writes = 0;
  fs.writeSync = (file, bytes, offset, length, position) => {
    if (++writes < ${WRITES}) return write(file, bytes, offset, length, position);
    write(file, bytes, offset, Math.floor(length / 2), position);
    process.kill(process.pid, "SIGKILL");
  };
  syncBuiltinESMExports();`;

/** Starts a part that is killed in the middle of its eleventh row. */
function killPart(index: number): void {
  const file = `sweep.parts/part-${index}.csv`;
  mkdirSync(path("sweep.parts"));
  writeFileSync(path("kills.mjs"), KILLS);
  const args = [...SWEEP, "--shard", `${index}/${SHARDS}`, "--out", file, "--resume"];
  const { signal } = spawnSync(process.execPath, ["--import", path("kills.mjs"), ...COMMAND.slice(1), ...args], {
    cwd: folder,
  });
  expect([signal, existsSync(path(file))]).toEqual(["SIGKILL", false]);
  expect(readFileSync(path(`${file}.partial`), "utf8")).toMatch(/^(.*\n){12}.*[^\n]$/);
}

const by = hasParallel ? "GNU Parallel" : "make, because GNU Parallel is not installed";

describe(`200 runs in 4 parts by ${by}`, () => {
  it("are the sweep of one process byte for byte, though a part was killed and gone on with", async () => {
    const job = await ask([...SWEEP, "--job", engine, "--shards", String(SHARDS)], { command: COMMAND });
    writeFileSync(path("job"), `${job.out}\n`);
    killPart(3);
    const started = spawnSync(START[0] ?? "", START.slice(1), { cwd: folder, encoding: "utf8" });
    // make puts the parts together, too.
    expect({
      status: started.status,
      ends: started.stdout.match(/^\d+ rows?( of \d+ parts)? written/gm)?.length,
    }).toEqual({
      status: 0,
      ends: SHARDS + (hasParallel ? 0 : 1),
    });
    expect(started.stdout).toContain(`50 rows written to sweep.parts/part-3.csv, 10 of which were there`);
    const parts = readdirSync(path("sweep.parts")).filter((name) => name.endsWith(".csv"));
    expect(parts).toHaveLength(SHARDS);
    const joined = await ask(["join", ...parts.map((name) => `sweep.parts/${name}`), "--out", "joined.csv"], {
      folder,
    });
    expect(joined).toMatchObject({ code: 0, out: "200 rows of 4 parts written to joined.csv" });
    await ask([...SWEEP, "--out", "whole.csv"], { folder });
    expect(readFileSync(path("joined.csv")).equals(readFileSync(path("whole.csv")))).toBe(true);
  });

  it("are left alone where the job is started once more", () => {
    const before = readFileSync(path("sweep.parts/part-3.csv"));
    expect(spawnSync(START[0] ?? "", START.slice(1), { cwd: folder }).status).toBe(0);
    expect(readFileSync(path("sweep.parts/part-3.csv")).equals(before)).toBe(true);
  });
});
