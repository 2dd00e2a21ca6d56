/** The headless lab as it is built, for tests that start it often: from its sources it takes ten times as long. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bootstrap.mjs";

interface Bundle {
  readonly lab: string; // path of the script that Node runs
  readonly remove: () => void;
}

/** Builds the lab into a folder of its own in the project, where it finds the packages that it needs. */
export function bundledLab(): Bundle {
  const cache = join(root, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "lab-"));
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const args = ["build", "--config", "engine/cli/lab.config.ts", "--logLevel", "error", "--outDir", folder];
  execFileSync(process.execPath, [vite, ...args], { cwd: root });
  return { lab: join(folder, "lab.mjs"), remove: () => rmSync(folder, { recursive: true }) };
}
