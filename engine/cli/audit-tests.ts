/** Commands and test files that `npm run audit` runs. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bootstrap.mjs";

/** Runs a command with its output on the screen. Throws where it does not end with 0. */
export function command(name: string, args: readonly string[], cwd: string, env = process.env): void {
  const { status } = spawnSync(name, args, { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${name} ${args.join(" ")} ended with ${status}, want 0`);
}

/** Runs test files with Vitest. Throws where one fails. */
export function unitTests(files: readonly string[], settings: Readonly<Record<string, string>>): void {
  const env = { ...process.env, ...settings };
  command(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...files], root, env);
}

/** Runs test files with all that they take a sample of. Throws where one is not there: Vitest passes it over. */
export function everyTestOf(files: readonly string[], settings: Readonly<Record<string, string>> = {}): void {
  const missing = files.filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) throw new Error(`there is no ${missing.join(" and no ")}`);
  unitTests(files, { ROUNDTRIP_EVERY: "1", ...settings });
}

/** The test files of engine and app. */
export function testFiles(): readonly string[] {
  return ["app", "engine"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file}`.replaceAll("\\", "/"))
      .filter((file) => /\.test\.tsx?$/.test(file)),
  );
}

/** Those that hold properties of fast-check, and that `npm test` runs. */
export const propertyTests = (): readonly string[] =>
  testFiles().filter(
    (file) => !/\.audit\b/.test(file) && readFileSync(join(root, file), "utf8").includes("fast-check"),
  );
