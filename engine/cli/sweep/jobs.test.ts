/** The jobs that `lab sweep --job` prints: what engines and shells make of them. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Job as KubernetesJob } from "kubernetes-models/batch/v1/Job";
import { PersistentVolumeClaim } from "kubernetes-models/v1/PersistentVolumeClaim";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { ask } from "../testing.ts";
import { JOB_ENGINES } from "./job.ts";

/** Values that a shell, make, or a pod would take for something else if they stood there without quotes. */
const GRAPH = JSON.stringify({ nodes: [{ name: "a b", ms: 1 }], arcs: [] });
const AWKWARD = ["--fault", "lose 1% of call packets from caller to server", "--fault", "crash server at 14.2ms"];

let folder = "";
/** A lab that prints the words that it is given. */
let echo: readonly string[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "a $HOME $(job) %d, o'x ")); // in the path of the lab
  writeFileSync(join(folder, "echo.mjs"), "console.log(JSON.stringify(process.argv.slice(2)));\n");
  echo = ["node", join(folder, "echo.mjs")];
});
afterAll(() => rmSync(folder, { recursive: true }));

const SWEEP = ["sweep", "firefly/null", "--over", "threads=1..8", "--trials", "50", "--set", "segment=shared"];
const WORDS = [
  ...["sweep", "firefly/null", "--over", "threads=1..8", "--set", "segment=shared"],
  ...["--seed", "1", "--trials", "50", ...AWKWARD],
];

async function jobOf(engine: string, flags: readonly string[] = []): Promise<string> {
  const line = [...SWEEP, ...AWKWARD, "--job", engine, "--shards", "8", ...flags];
  const { code, out, err } = await ask(line, { command: echo });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return `${out}\n`;
}

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawnSync(command, args, { cwd: folder, encoding: "utf8", env: { ...process.env, ...env } });
}

const wordsIn = (printed: string): unknown => JSON.parse(printed.trim().split("\n").at(-1) ?? "") as unknown;
const partWords = (file: string, index = 3): readonly string[] => [
  ...WORDS,
  ...["--shard", `${index}/8`, "--out", file, "--resume"],
];

describe("a job", () => {
  it.each(JOB_ENGINES)("never has a name that ends a comment, or that is taken for a flag: %s", async (engine) => {
    const line = [...SWEEP, "--job", engine, "--shards", "8", "--out"];
    for (const name of ["x\ntouch A\n.csv", "x\r.csv", "x\u2028.csv", "x\u0085.csv"]) {
      const { code, out, err } = await ask([...line, name], { command: echo });
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(/^lab sweep: --out "x\\.* has a control character, and cannot stand in the text of a job\.$/);
    }
    const { out } = await ask([...line, "-rf.csv"], { command: ["node", "lab.mjs"] });
    expect(out).not.toMatch(/(^|[\s'"])-rf\b/m);
  });

  it.each(JOB_ENGINES)(
    "says in three lines how to start it, to resume it and to put the parts together: %s",
    async (engine) => {
      const lines = (await jobOf(engine)).split("\n");
      const marks = ["Start", "Resume", "Together"].map((word) =>
        lines.filter((line) => line.startsWith(`# ${word}:`)),
      );
      expect(marks.map((found) => found.length)).toEqual([1, 1, 1]);
      expect(lines.find((line) => line.startsWith("# 400 "))).toContain("400 runs of firefly/null in 8 parts");
    },
  );

  it("is in JSON a text with its engine and its numbers", async () => {
    const { out } = await ask([...SWEEP, "--job", "make", "--shards", "8", "--json"], { command: echo });
    expect(JSON.parse(out)).toEqual({ job: "make", shards: 8, runs: 400, text: expect.stringMatching(/^# 400 runs/) });
  });

  it("says every parameter that is not at its default, those of the experiment’s own sweep among them", async () => {
    const line = ["sweep", "firefly/max-result", "--job", "make", "--shards", "2"];
    const { out } = await ask(line, { command: echo });
    const parts = await ask(
      [...(/ sweep (.*) --shard/.exec(out)?.[1] ?? "").split(" "), "--csv"].toSpliced(0, 0, "sweep"),
    );
    expect(parts).toMatchObject({ code: 0, out: (await ask(["sweep", "firefly/max-result", "--csv"])).out });
  });

  it("is refused where its tasks would be: a fault that cannot be read, an engine that there is not", async () => {
    const fault = await ask([...SWEEP, "--fault", "lose call#1", "--job", "make", "--shards", "8"]);
    expect(fault).toMatchObject({ code: 2, out: "", err: expect.stringMatching(/^lab sweep: fault "lose call#1": /) });
    const { err } = await ask([...SWEEP, "--job", "slrum", "--shards", "8"]);
    expect(err).toMatch(/^lab sweep: --job "slrum" is not allowed: did you mean slurm\?/);
  });
});

describe("a job for Slurm", () => {
  /** The options of sbatch that a job may have, with what each takes (sbatch's manual). */
  const OPTIONS: Readonly<Record<string, RegExp>> = {
    "job-name": /^[\w-]+$/,
    array: /^\d+-\d+(%\d+)?$/,
    ntasks: /^\d+$/,
    "cpus-per-task": /^\d+$/,
    mem: /^\d+[KMGT]$/,
    time: /^(\d+-)?\d\d:\d\d:\d\d$/,
    requeue: /^$/,
    "open-mode": /^(append|truncate)$/,
    output: /^("[^"]+"|\S+)$/,
  };
  /** Whether there is a cluster whose controller answers. */
  const hasSlurm = spawnSync("sinfo", { timeout: 5000 }).status === 0;

  it("is a script that bash reads, and whose task runs its own part", async () => {
    writeFileSync(join(folder, "s.slurm"), await jobOf("slurm"));
    expect(run("bash", ["-n", "s.slurm"])).toMatchObject({ status: 0, stderr: "" });
    const { stdout } = run("bash", ["s.slurm"], { SLURM_ARRAY_TASK_ID: "3" });
    expect(wordsIn(stdout)).toEqual(partWords("sweep.parts/part-3.csv"));
  });

  const judge = hasSlurm ? "sbatch --test-only" : "a stand-in, because no cluster of Slurm answers";

  it(`asks for what sbatch knows (${judge})`, async () => {
    const job = await jobOf("slurm", ["--out", "my sweep.csv"]);
    const given = [...job.matchAll(/^#SBATCH --([\w-]+)(?:=(.*))?$/gm)].map(([, name = "", value = ""]) => ({
      name,
      value,
    }));
    expect(given.length).toBe(job.match(/^#SBATCH/gm)?.length);
    for (const { name, value } of given) expect(value, name).toMatch(OPTIONS[name] ?? /^no such option$/);
    expect(given).toContainEqual({ name: "array", value: "1-8" });
    if (!hasSlurm) return;
    writeFileSync(join(folder, "t.slurm"), job);
    expect(run("sbatch", ["--test-only", "t.slurm"])).toMatchObject({ status: 0 });
  });

  it("gives a long sweep more time, and warns where a cluster may not number so many tasks", async () => {
    const timeOf = async (flags: readonly string[]): Promise<string> => {
      const { out } = await ask(["sweep", "firefly/null", ...flags, "--job", "slurm"]);
      return /--time=(.*)/.exec(out)?.[1] ?? "";
    };
    const long = ["--over", "threads=1..8", "--trials", "10000", "--set", "calls=100000"];
    expect(await timeOf([...long, "--shards", "8"])).toBe("4-15:16:40"); // 10 minutes and 8 × 10,000 × 5 s
    expect(await timeOf(["--over", "threads=1..8", "--shards", "8"])).toMatch(/^00:1\d:\d\d$/);
    const { out } = await ask(["sweep", "firefly/null", ...long, "--job", "slurm", "--shards", "2000"]);
    expect(out).toContain("on yours, MaxArraySize must be above 2000");
  });
});

describe("a job for GNU Parallel", () => {
  it("is a script of any shell, and runs its own part", async () => {
    writeFileSync(join(folder, "p.sh"), await jobOf("parallel", ["--out", "o'x.json"]));
    expect(run("sh", ["-n", "p.sh"])).toMatchObject({ status: 0, stderr: "" });
    expect(wordsIn(run("sh", ["p.sh", "part", "3"]).stdout)).toEqual(partWords("o'x.parts/part-3.json"));
  });
});

describe("a Makefile", () => {
  it("makes each part and then the whole, once", async () => {
    writeFileSync(join(folder, "m.mk"), await jobOf("make"));
    const { stdout, stderr, status } = run("make", ["-s", "-f", "m.mk"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const lines = stdout.trim().split("\n");
    expect(lines.slice(0, 8).map(wordsIn)).toEqual(
      Array.from({ length: 8 }, (_, i) => partWords(`sweep.parts/part-${i + 1}.csv`, i + 1)),
    );
    expect(lines.slice(8).map(wordsIn)).toEqual([["join", "sweep.parts/part-*.csv", "--out", "sweep.csv"]]);
  });

  it("keeps a graph in JSON as it is", async () => {
    const graph = ["sweep", "sun-rpc/olympus", "--over", "nodes=4,5", "--set", `graph=${GRAPH}`];
    const { out, err } = await ask([...graph, "--job", "make", "--shards", "1"], { command: echo });
    expect(err).toBe("");
    writeFileSync(join(folder, "g.mk"), `${out}\n`);
    const { stdout } = run("make", ["-s", "-f", "g.mk", "sweep.parts/part-1.csv"]);
    const said = wordsIn(stdout) as readonly string[];
    expect(JSON.parse(said.find((word) => word.startsWith("graph="))?.slice("graph=".length) ?? "")).toMatchObject({
      nodes: [{ name: "a b", ms: 1 }],
    });
  });
});

describe("a job for Kubernetes", () => {
  it("is what the schemas of its kinds allow: a volume, an Indexed Job, and a job that waits to join", async () => {
    const documents = parseAllDocuments(await jobOf("kubernetes"));
    expect(documents.map(({ errors, warnings }) => [...errors, ...warnings])).toEqual([[], [], []]);
    const [volume, parts, together] = documents.map((one) => one.toJS() as Record<string, unknown>);
    expect([volume, parts, together].map((one) => one?.["kind"])).toEqual(["PersistentVolumeClaim", "Job", "Job"]);
    new PersistentVolumeClaim(volume).validate();
    for (const job of [parts, together]) new KubernetesJob(job).validate();
    expect(() => new KubernetesJob({ ...parts, spec: { completions: "8" } } as never).validate()).toThrow(/integer/);
    expect(parts).toMatchObject({ spec: { completionMode: "Indexed", completions: 8, backoffLimitPerIndex: 5 } });
    expect(together).toMatchObject({ spec: { suspend: true } });
    const manifest = readFileSync(new URL("../../../Containerfile", import.meta.url), "utf8");
    expect(manifest, "the image has the lab where the pods start it").toContain("RUN npm run build");
  });

  it("runs in each pod its own part, with every word as it was", async () => {
    const [, parts] = parseAllDocuments(await jobOf("kubernetes")).map((one) => one.toJS() as { spec: unknown });
    const { command } = (parts?.spec as { template: { spec: { containers: { command: string[] }[] } } }).template.spec
      .containers[0] ?? { command: [] };
    // What a pod makes of its command: "$$" is "$"; then our own lab in place of the image's, and no volume.
    const words = command.map((word) =>
      word
        .replaceAll("$$", "$")
        .replace("node dist-lab/lab.mjs", 'node "$ECHO"')
        .replace(/mkdir -p \S+;/, ""),
    );
    const { stdout } = run(words[0] ?? "", words.slice(1), { JOB_COMPLETION_INDEX: "2", ECHO: echo[1] ?? "" });
    expect(wordsIn(stdout)).toEqual(partWords(expect.stringMatching(/^\/parts\/roundtrip-\w+\/part-3\.csv$/) as never));
  });
});
