/** The headless lab at its limits, and as a process of its own: files, signals, full disks, our own mistakes. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { experiments } from "../experiments/index.ts";
import type { Experiment } from "../experiments/types.ts";
import { root } from "./bootstrap.mjs";
import { bundledLab } from "./testing-bundle.ts";
import { ask } from "./testing.ts";

const SWEEP = "sweep firefly/null --set calls=1 --set segment=shared --over threads=1..2 --trials 3";

const lines = (file: string | Uint8Array | undefined): readonly string[] =>
  Buffer.from(file ?? "")
    .toString()
    .trimEnd()
    .split("\n");

describe("a sweep that ends before time", () => {
  it.each([
    ["--csv", (out: string) => out.split("\n").length - 1],
    ["--json", (out: string) => (JSON.parse(out) as { readonly rows: unknown[] }).rows.length],
    ["--progress", (out: string) => out.split("\n").length - 1],
  ])("has its finished rows on standard output: %s", async (flag, rowsIn) => {
    const { code, out, err } = await ask(`${SWEEP} ${flag}`, { turns: 3 });
    expect({ code, rows: rowsIn(out) }).toEqual({ code: 130, rows: 3 });
    expect(err).toMatch(/(^|\n)lab sweep: interrupted; it ended after 3 of 6 runs\. 3 finished rows kept\.$/);
  });

  it("keeps its finished rows beside the name that --out gives, as a whole document", async () => {
    const { code, out, err, files } = await ask(`${SWEEP} --out x.json`, { turns: 2 });
    expect({ code, out, names: Object.keys(files) }).toEqual({ code: 130, out: "", names: ["x.json.partial"] });
    expect(err).toBe('lab sweep: interrupted; it ended after 2 of 6 runs. 2 finished rows kept in "x.json.partial".');
    expect(JSON.parse(lines(files["x.json.partial"]).join(""))).toMatchObject({ rows: { length: 2 } });
  });

  it("keeps them where the disk is full, and says so in one line", async () => {
    const { code, err, files } = await ask(`${SWEEP} --out x.csv`, { room: 600 });
    const rows = lines(files["x.csv.partial"]).length - 1;
    expect(rows).toBeGreaterThan(1);
    expect({ code, err }).toEqual({
      code: 2,
      err: `lab sweep: x.csv: the disk is full; ${rows} finished rows kept in "x.csv.partial".`,
    });
  });

  it("leaves nothing where not even one row was finished", async () => {
    const head = (await ask(`${SWEEP} --csv`, { turns: 1 })).out.split("\n")[0] ?? "";
    expect((await ask(`${SWEEP} --out x.csv`, { room: head.length + 20 })).files).toEqual({});
  });
});

describe("a sweep that --out names a file for", () => {
  it("is the same rows, by the name’s end", async () => {
    const { out, files } = await ask(`${SWEEP} --out x.csv`);
    expect(out).toBe("6 rows written to x.csv");
    expect(lines(files["x.csv"]).join("\n")).toBe((await ask(`${SWEEP} --csv`)).out);
    const json = await ask(`${SWEEP} --out x.json --json`);
    expect(JSON.parse(json.out)).toEqual({ file: "x.json", rows: 6 });
    expect(lines(json.files["x.json"]).join("\n")).toBe((await ask(`${SWEEP} --json`)).out);
  });

  it.each([
    ["--out x.png", /--out "x\.png": its name must end in one of \.csv, \.json\.$/],
    ["--out x.csv --csv", /--csv is for standard output; --out goes by the name’s end\.$/],
  ])("refuses %s", async (flags, message) => {
    expect(await ask(`${SWEEP} ${flags}`)).toMatchObject({ code: 2, err: expect.stringMatching(message) });
  });
});

describe("a sweep of more runs than can be meant", () => {
  const MANY = "sweep firefly/null --set calls=1 --over networkMbps=0.1..1000:0.1 --trials 10000 --csv";

  it("is refused before anything is run, with the number and what to do", async () => {
    expect(await ask(MANY)).toMatchObject({
      code: 2,
      out: "",
      err:
        "lab sweep: 100000000 runs are asked for (10000 values, 10000 trials each); at most 10000000. Take fewer " +
        "values or trials, or cut the sweep: --shard 1/10 to --shard 10/10.",
    });
    expect((await ask(`${MANY} --shard 2/9`)).err).toContain("11111111 runs are asked for in shard 2 of 9 ");
  });

  it("begins at once where it is cut into shards: no run is listed before its turn", async () => {
    const { code, out } = await ask(`${MANY} --shard 1/10`, { turns: 1 });
    expect([code, out.split("\n").length]).toEqual([130, 2]);
  });
});

describe("a mistake of ours", () => {
  const first = experiments.find(({ id }) => id === "firefly/null") as Experiment;
  const { run } = first;
  afterEach(() => vi.restoreAllMocks());

  it("is one line with what to report, and a sweep keeps its finished rows", async () => {
    vi.spyOn(first, "run").mockImplementation((parameters, seed, ...rest) => {
      if (seed === 3) throw new Error("Two\nlines.");
      return run(parameters, seed, ...rest);
    });
    const { code, err, files } = await ask(`${SWEEP} --out x.csv`);
    expect([code, lines(files["x.csv.partial"]).length]).toEqual([3, 3]);
    expect(err).toBe(
      "lab sweep: this is our mistake: firefly/null with threads=1 and seed 3: Two lines; 2 finished rows kept in " +
        '"x.csv.partial". Please report it to those who gave you Roundtrip, with this line, your command, and what ' +
        "it prints with ROUNDTRIP_STACK=1 before it.",
    );
  });
});

describe("the command itself", () => {
  const { lab, remove } = bundledLab();
  afterAll(remove);
  const ENV = { ...process.env, npm_lifecycle_event: "" };
  const command = (args: readonly string[], options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv }) =>
    spawnSync(process.execPath, [lab, ...args], {
      encoding: "utf8",
      ...options,
      env: { ...ENV, ...options.env },
    });
  let cwd = "";
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "roundtrip-lab-"));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  it("runs in any folder, writes files there, keeps answers and complaints apart, and ends with the code", () => {
    const good = command(["run", "firefly/null", "--set", "calls=1", "--json", "--out", "run.csv"], { cwd });
    expect({ code: good.status, err: good.stderr }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(good.stdout)).toHaveProperty("traceHash");
    expect(readFileSync(join(cwd, "run.csv"), "utf8")).toContain("firefly/null");
    const bad = command(["run", "firefly/null", "--set", "threads=9"], { cwd });
    expect({ code: bad.status, out: bad.stdout }).toEqual({ code: 2, out: "" });
    expect(bad.stderr).toMatch(/^lab run: .*threads.*\n$/);
  });

  it("writes where the reader stands when npm runs it in the project’s folder", () => {
    const env = { npm_lifecycle_event: "lab", INIT_CWD: cwd };
    command(["run", "firefly/null", "--set", "calls=1", "--out", "here.json"], { cwd: root, env });
    expect(existsSync(join(cwd, "here.json"))).toBe(true);
    expect(existsSync(join(root, "here.json"))).toBe(false);
  });

  it("ends with one line where standard output is on a full disk", () => {
    if (!existsSync("/dev/full")) return; // only Linux has a disk that is always full
    const { status, stderr } = spawnSync(process.execPath, [lab, "list"], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
      env: ENV,
    });
    const err = "lab: standard output cannot be written: the disk is full.\n";
    expect({ status, stderr }).toEqual({ status: 2, stderr: err });
  });

  it("writes two sweeps to one name at once: each is whole, and the later one has the name", async () => {
    const start = (values: string) => {
      const args = [
        "sweep",
        "firefly/null",
        "--set",
        "calls=1",
        "--over",
        `networkMbps=${values}`,
        "--out",
        "same.json",
      ];
      const child = spawn(process.execPath, [lab, ...args], { cwd, stdio: "ignore", env: ENV });
      return once(child, "exit");
    };
    expect(await Promise.all([start("0.1..6:0.1"), start("0.1..9:0.1")])).toEqual([
      [0, null],
      [0, null],
    ]);
    const { rows } = JSON.parse(readFileSync(join(cwd, "same.json"), "utf8")) as { readonly rows: readonly unknown[] };
    expect([60, 90]).toContain(rows.length);
    expect(readdirSync(cwd)).toEqual(["same.json"]);
  });

  it("leaves nothing on a disk without any room, and a whole document on one with little", () => {
    const sweep = (blocks: number) =>
      spawnSync(
        "sh",
        ["-c", `ulimit -f ${blocks}; exec "$@"`, "sh", process.execPath, lab, ...`${SWEEP} --out x.json`.split(" ")],
        { cwd, encoding: "utf8", env: { ...ENV, TSX_DISABLE_CACHE: "1" } },
      );
    const none = sweep(0);
    expect([none.status, readdirSync(cwd)]).toEqual([2, []]);
    expect(none.stderr).toBe('lab sweep: --out "x.json" cannot be written: it is larger than a file may be here.\n');
    const little = sweep(1); // half a KiB or one
    expect([little.status, readdirSync(cwd)]).toEqual([2, ["x.json.partial"]]);
    expect(JSON.parse(readFileSync(join(cwd, "x.json.partial"), "utf8"))).toHaveProperty("rows");
    expect(little.stderr).toMatch(/larger than a file may be here; \d finished rows? kept in "x\.json\.partial"\.\n$/);
  });

  it.each([
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ] as const)(
    "ends a sweep on %s behind the run that it is in, and leaves the old file alone",
    async (signal, code) => {
      writeFileSync(join(cwd, "x.json"), "old");
      const args = [...SWEEP.split(" ").slice(0, -1), "10000", "--out", "x.json", "--progress"];
      const child = spawn(process.execPath, [lab, ...args], { cwd, stdio: ["ignore", "ignore", "pipe"], env: ENV });
      const exited = once(child, "exit");
      let said = "";
      for await (const text of child.stderr.setEncoding("utf8")) {
        said += String(text);
        if (said.includes("\n3/") && !child.killed) child.kill(signal); // a second one would end it at once
      }
      const [last] = said.trimEnd().split("\n").slice(-1);
      expect(last).toMatch(/^lab sweep: interrupted; .* finished rows? kept in "x\.json\.partial"\.$/);
      expect(await exited).toEqual([code, null]);
      expect([readdirSync(cwd), readFileSync(join(cwd, "x.json"), "utf8")]).toEqual([
        ["x.json", "x.json.partial"],
        "old",
      ]);
      expect(JSON.parse(readFileSync(join(cwd, "x.json.partial"), "utf8"))).toHaveProperty("rows");
    },
  );
});
