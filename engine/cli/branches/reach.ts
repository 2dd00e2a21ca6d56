/** Which branches of the protocols' machines a list of searches reaches: runs them in an instrumented copy. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../bootstrap.mjs";
import { STATE_MACHINES } from "../../protocols/state-machines.ts";
import { CAME } from "./came.ts";
import { instrumented, type Branch } from "./instrument.ts";
import type { Searched } from "./program.ts";

/** The files with the steps of machines that somebody has drawn. */
const STEP_FILES: readonly string[] = [
  ...new Set(Object.values(STATE_MACHINES).flatMap((some) => some.map(({ file }) => file))),
].sort();

/** Each of these files with its text. */
const readStepFiles = (): readonly (readonly [file: string, text: string])[] =>
  STEP_FILES.map((file) => [file, readFileSync(join(root, file), "utf8")]);

const COPIED = ["engine", "package.json", "tsconfig.base.json"];
const MOST_BRANCHES = 100_000;

interface Reach {
  readonly branches: readonly Branch[];
  readonly came: ReadonlySet<number>; // places of branches
}

export async function reach(lists: readonly (readonly Searched[])[]): Promise<Reach> {
  const copy = mkdtempSync(join(tmpdir(), "roundtrip-branches-"));
  try {
    for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    const branches: Branch[] = [];
    for (const [file, text] of readStepFiles()) writeFileSync(join(copy, file), instrumented(file, text, branches));
    const all = await Promise.all(lists.map((list) => cameIn(copy, list)));
    return { branches, came: new Set(all.flat()) };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function cameIn(copy: string, list: readonly Searched[]): Promise<readonly number[]> {
  const first = `data:text/javascript,globalThis.${CAME}=new Uint8Array(${MOST_BRANCHES})`;
  const args = ["--import", first, "--import", "tsx", "engine/cli/branches/program.ts", JSON.stringify(list)];
  const child = spawn(process.execPath, args, { cwd: copy, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (more) => (text += String(more)));
    child.on("close", (code) => {
      if (code === 0) resolve(JSON.parse(text) as readonly number[]);
      else reject(new Error(`The searches ended with ${code}.`));
    });
  });
}

/** The branches that none has come to, without those inside of others and those that throw. */
export function unreached({ branches, came }: Reach): readonly Branch[] {
  const isAlone = ({ inside }: Branch): boolean => inside < 0 || came.has(inside);
  return branches.filter((one, place) => !came.has(place) && isAlone(one) && !one.throws);
}
