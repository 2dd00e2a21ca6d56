/** Runs a small protocol in the tools of others that this machine has, and here: see README.md. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { numberText } from "../../cli/text-table.ts";
import { statesOfPeer } from "./at-most-once.ts";
import { statesOfTimed } from "./timed.ts";

interface Tool {
  readonly name: string;
  /** Commands that make its program of a model, in a folder with the models. */
  readonly made: (model: Model) => readonly string[];
  readonly run: (model: Model) => string;
  /** Where its report says the number of states. */
  readonly states: RegExp;
}

/** The names of the models’ files, and what of ours finds their states. */
const MODELS = {
  "at-most-once": { ours: "the table of the search", states: statesOfPeer },
  timed: { ours: "the search", states: statesOfTimed },
} as const;
type Model = keyof typeof MODELS;

const TOOLS: readonly Tool[] = [
  {
    name: "spin",
    made: (model) => [`spin -a ${model}.pml`, "gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c"],
    run: () => "./pan -m1000000 -E",
    states: /(\d+) states, stored/,
  },
  {
    name: "rumur, all cores",
    made: (model) => [
      `rumur ${model}.m --output rumur.c --deadlock-detection off`,
      "gcc -std=c11 -O3 -march=native -mcx16 rumur.c -o rumur -lpthread",
    ],
    run: () => "./rumur",
    states: /(\d+) states, \d+ rules fired/,
  },
  {
    name: "stateright",
    made: () => ["cargo build --release --quiet --manifest-path stateright/Cargo.toml"],
    run: (model) => `./stateright/target/release/${model}`,
    states: /(\d+) states/,
  },
];

const NOT_HERE = "is not on this machine";
const FOLDER = fileURLToPath(new URL(".", import.meta.url));

const row = (name: string, states: number, seconds: number): string[] => [
  name,
  numberText(states),
  seconds.toFixed(1),
  numberText(Math.round(states / seconds)),
];

function runOf({ name, made, run, states }: Tool, model: Model, cwd: string): string[] {
  const shell = (command: string) => spawnSync(command, { cwd, shell: true, encoding: "utf8" });
  if (made(model).some((command) => shell(command).status !== 0)) return [name, NOT_HERE, "", ""];
  // The shell’s own clock for its children: other work on the machine counts little.
  const { stdout, stderr } = spawnSync("bash", ["-c", `TIMEFORMAT="%U %S"; time ${run(model)}`], {
    cwd,
    encoding: "utf8",
  });
  const found = states.exec(stdout)?.[1];
  if (found === undefined) throw new Error(`bench: ${name} does not say how many states it has found.\n${stdout}`);
  const seconds = stderr.trim().split(/\s+/).slice(-2).map(Number);
  return row(
    name,
    Number(found),
    seconds.reduce((sum, one) => sum + one, 0),
  );
}

/** A row for each tool: its name, states, seconds of the processor, and states a second. */
export function peers(model: Model): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(tmpdir(), "roundtrip-peers-"));
  try {
    cpSync(FOLDER, folder, { recursive: true });
    const rows = TOOLS.map((tool) => runOf(tool, model, folder));
    const { ours, states } = MODELS[model];
    const before = process.cpuUsage();
    const count = states();
    const { user, system } = process.cpuUsage(before);
    const other = rows.find(([, found]) => found !== numberText(count) && found !== NOT_HERE);
    if (other !== undefined) throw new Error(`bench: ${other[0]} finds ${other[1]} states, and ${ours} ${count}.`);
    return [...rows, row(ours, count, (user + system) / 1e6)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
