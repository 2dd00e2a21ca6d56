/**
 * `npm run bench parts`: putting 1 GB of parts together, in time and memory, and a row of a sweep beside a run that is
 * a command of its own. Each command is a process, as a user starts it.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { textTable } from "../cli/text-table.ts";

const PARTS = 8;
const BYTES = 1e9;
const PIECE_ROWS = 10_000;
const TRIALS = 200;
const SWEEP = ["sweep", "firefly/null", "--set", "calls=1", "--set", "segment=shared", "--over", "threads=1..8"];

interface Done {
  readonly seconds: number;
  readonly mebibytes: number; // of memory, at most
}

/** Runs a command of the lab, which tells its memory when it ends. Throws where it fails. */
function lab(cwd: string, args: readonly string[]): Done {
  const tells = "process.on('exit', () => process.stderr.write(`\\nmaxRSS ${process.resourceUsage().maxRSS}`))";
  const loader = fileURLToPath(import.meta.resolve("tsx"));
  const file = fileURLToPath(new URL("../cli/lab.ts", import.meta.url));
  const flags = ["--import", loader, "--import", `data:text/javascript,${tells}`, file];
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [...flags, ...args], { cwd, encoding: "utf8" });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`bench: lab ${args.join(" ")} ended with ${status}: ${stderr}`);
  return { seconds, mebibytes: Number(/maxRSS (\d+)/.exec(stderr)?.[1]) / 1024 };
}

/** Writes parts of a sweep and makes each as long as its share of the bytes, by rows that it has already. */
function largeParts(folder: string, ending: "csv" | "json"): readonly string[] {
  const names = Array.from({ length: PARTS }, (_, i) => `part-${i + 1}.${ending}`);
  for (const [i, name] of names.entries()) {
    lab(folder, [...SWEEP, "--shard", `${i + 1}/${PARTS}`, "--out", name]);
    const path = join(folder, name);
    const lines = readFileSync(path, "utf8").split("\n");
    const head = ending === "csv" ? 2 : 3;
    const row = lines[head] ?? "";
    const end = lines.slice(head + 1).join("\n");
    const piece = `${row.replace(/^ {4}/, "  , ")}\n`.repeat(PIECE_ROWS);
    writeFileSync(path, `${lines.slice(0, head + 1).join("\n")}\n`);
    let rows = 1;
    for (; statSync(path).size < BYTES / PARTS; rows += PIECE_ROWS) appendFileSync(path, piece);
    appendFileSync(path, end.replace(/1 row\b/, `${rows} rows`));
  }
  return names;
}

export function printParts(): void {
  const folder = mkdtempSync(join(tmpdir(), "roundtrip-bench-"));
  try {
    const rows = (["csv", "json"] as const).map((ending) => {
      const names = largeParts(folder, ending);
      const { seconds, mebibytes } = lab(folder, ["join", ...names, "--out", `whole.${ending}`]);
      const size = statSync(join(folder, `whole.${ending}`)).size;
      for (const name of [...names, `whole.${ending}`]) rmSync(join(folder, name));
      return [
        `join ${(size / 1e9).toFixed(2)} GB of ${ending.toUpperCase()}`,
        seconds.toFixed(2),
        mebibytes.toFixed(0),
      ];
    });
    const run = lab(folder, ["run", "firefly/null", "--set", "calls=1", "--set", "segment=shared"]);
    const all = lab(folder, [...SWEEP, "--trials", String(TRIALS), "--out", "sweep.csv"]);
    const row = (all.seconds - run.seconds) / (8 * TRIALS);
    rows.push(["a run that is a command of its own", run.seconds.toFixed(3), run.mebibytes.toFixed(0)]);
    rows.push(["the same run as a row of a sweep", row.toFixed(5), all.mebibytes.toFixed(0)]);
    console.log(textTable(["work", "seconds", "memory, MiB"], rows));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
