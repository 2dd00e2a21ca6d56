/** Runs one small protocol in the tools of others that this machine has, and in the table of the search. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { numberText } from "../../cli/text-table.ts";
import { statesOfPeer } from "./at-most-once.ts";

interface Tool {
  readonly name: string;
  /** Commands that make its program, in a folder with the models. */
  readonly made: readonly string[];
  readonly run: string;
  /** Where its report says the number of states. */
  readonly states: RegExp;
}

const TOOLS: readonly Tool[] = [
  {
    name: "spin",
    made: ["spin -a at-most-once.pml", "gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c"],
    run: "./pan -m1000000 -E",
    states: /(\d+) states, stored/,
  },
  {
    name: "rumur, all cores",
    made: [
      "rumur at-most-once.m --output rumur.c --deadlock-detection off",
      "gcc -std=c11 -O3 -march=native -mcx16 rumur.c -o rumur -lpthread",
    ],
    run: "./rumur",
    states: /(\d+) states, \d+ rules fired/,
  },
  {
    name: "stateright",
    made: ["cargo build --release --quiet --manifest-path stateright/Cargo.toml"],
    run: "./stateright/target/release/peer",
    states: /(\d+) states/,
  },
];

const MODELS = fileURLToPath(new URL(".", import.meta.url));

const row = (name: string, states: number, seconds: number): string[] => [
  name,
  numberText(states),
  seconds.toFixed(1),
  numberText(Math.round(states / seconds)),
];

function runOf({ name, made, run, states }: Tool, cwd: string): string[] {
  const shell = (command: string) => spawnSync(command, { cwd, shell: true, encoding: "utf8" });
  if (made.some((command) => shell(command).status !== 0)) return [name, "is not on this machine", "", ""];
  const start = performance.now();
  const { stdout } = shell(run);
  const seconds = (performance.now() - start) / 1000;
  const found = states.exec(stdout)?.[1];
  if (found === undefined) throw new Error(`bench: ${name} does not say how many states it has found.\n${stdout}`);
  return row(name, Number(found), seconds);
}

/** A row for each tool: its name, states, seconds and states a second. */
export function peers(): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(tmpdir(), "roundtrip-peers-"));
  try {
    cpSync(MODELS, folder, { recursive: true });
    const rows = TOOLS.map((tool) => runOf(tool, folder));
    const start = performance.now();
    const states = statesOfPeer();
    return [...rows, row("the table of the search", states, (performance.now() - start) / 1000)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
