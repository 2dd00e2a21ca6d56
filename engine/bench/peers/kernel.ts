/** The workloads of the kernel in C++ and in ns-3, by turns with ours in one run: see README.md. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { itemAt } from "../../kernel/reads.ts";
import { textTable } from "../../cli/text-table.ts";
import { WORKLOADS, type Workload } from "../workloads.ts";

const FOLDER = fileURLToPath(new URL("kernel", import.meta.url));
const PEERS = { "C++, ladder": "ladder.cc", "C++, std::priority_queue": "heap.cc", "ns-3": "ns3.cc" } as const;
const TOGETHER = ["hold1k", "hold100k", "mm1", "fanout", "timers"];
const TURNS = 3;

const median = (rates: readonly number[]): number =>
  rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? NaN;

/** A program of the workloads; null where this machine cannot make it. */
function made(folder: string, file: string): string | null {
  const program = join(folder, file.replace(".cc", ""));
  const libraries = file === "ns3.cc" ? ["-lns3-core"] : [];
  const words = ["-std=c++17", "-O3", "-march=native", join(FOLDER, file), "-o", program, ...libraries];
  return spawnSync("g++", words).status === 0 ? program : null;
}

/** The rates of a program's rounds. Throws where it has done something else. */
function ratesOf(program: string, { name, check }: Workload): readonly number[] {
  const numbers = spawnSync(program, [name], { encoding: "utf8" }).stdout.trim().split(" ").map(Number);
  if (numbers.at(-1) === check) return numbers.slice(0, -1);
  throw new Error(`bench: ${program} returns ${numbers.at(-1)} for ${name}, want ${check}.`);
}

/** @param ours measures a workload of the kernel in a process of its own */
export function printKernel(ours: (name: string) => { readonly rates: readonly number[] }): void {
  const folder = mkdtempSync(join(tmpdir(), "roundtrip-kernel-"));
  try {
    const peers = Object.entries(PEERS).map(([name, file]) => ({ name, program: made(folder, file) }));
    const rows = WORKLOADS.filter(({ name }) => TOGETHER.includes(name)).map((workload) => {
      const turns = Array.from({ length: TURNS }, () => [
        ours(workload.name).rates,
        ...peers.map(({ program }) => (program === null ? [] : ratesOf(program, workload))),
      ]);
      const [own = NaN, ...others] = [...peers.keys(), peers.length].map((at) =>
        median(turns.flatMap((turn) => itemAt(turn, at, "rates"))),
      );
      const ratios = others.map((rate) => (Number.isNaN(rate) ? "not here" : (own / rate).toPrecision(2)));
      return [workload.name, `${Math.round(own).toLocaleString("en-US")} ${workload.unit}/s`, ...ratios];
    });
    const heads = peers.map(({ name }) => `times ${name}`);
    console.log(textTable(["workload", "here", ...heads], rows));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
