/** The parts of `npm test`, what each runs, and the order in which they report. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bootstrap.mjs";
import { findBrowser, thisMachine } from "./browser.ts";
import { siteIsStale } from "./site.mjs";
import { commandCounts, partLine, playwrightCounts, summary, vitestCounts } from "./test-results.ts";
import type { Counts, PartResult } from "./test-results.ts";

export interface TestFlags {
  readonly parts: readonly string[];
  readonly quick: boolean;
  readonly verbose: boolean;
}

interface Outcome extends Counts {
  readonly output: string;
}

interface Command {
  readonly args: readonly string[]; // for Node
  readonly env?: Readonly<Record<string, string>>;
}

const reports = join(root, ".cache", "test");
const TYPESCRIPT = "node_modules/typescript/bin/tsc";
const OUTPUT_SHOWN = 500; // last lines of a failed part; all of them are in its log

/** Runs Node in the project. Output is kept, and shown at once too where `verbose`. */
function run({ args, env }: Command, verbose: boolean): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, ...env },
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output.push(text);
        if (verbose) process.stdout.write(text);
      });
    }
    child.on("error", (error) => output.push(error.message));
    child.on("close", (code) => resolve({ code: code ?? 1, output: output.join("") }));
  });
}

/** A command that is one test: it passes where it ends with 0. */
async function check(command: Command, verbose: boolean): Promise<Outcome> {
  const { code, output } = await run(command, verbose);
  return { ...commandCounts(code), output };
}

function typeProjects(): string[] {
  const projects = (folder: string): string[] =>
    readdirSync(join(root, folder))
      .filter((file) => /^tsconfig.*\.json$/.test(file))
      .map((file) => `${folder}/${file}`);
  return ["engine", "app", "e2e"].flatMap(projects);
}

/** All projects at once: each is one process, and they share nothing. */
async function types({ verbose }: TestFlags): Promise<Outcome> {
  const outcomes = await Promise.all(
    typeProjects().map((project) => check({ args: [TYPESCRIPT, "-p", project] }, verbose)),
  );
  const failed = outcomes.some((outcome) => outcome.failed > 0);
  return { ...commandCounts(failed ? 1 : 0), output: outcomes.map((outcome) => outcome.output).join("") };
}

function readReport(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

const vitest =
  (project: string) =>
  async ({ quick, verbose }: TestFlags): Promise<Outcome> => {
    const report = join(reports, `${project}.json`);
    const args = [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      project,
      "--reporter=default",
      "--reporter=json",
    ];
    const { code, output } = await run(
      { args: [...args, `--outputFile.json=${report}`], env: { ROUNDTRIP_QUICK: quick ? "1" : "0" } },
      verbose,
    );
    return { ...vitestCounts(readReport(report), code), output };
  };

const BUILD = { args: ["engine/cli/build.mjs"] } as const;

/** Needs a built site and a browser; builds where this run has not. */
async function browser({ quick, verbose }: TestFlags): Promise<Outcome> {
  if (siteIsStale()) {
    const built = await check(BUILD, verbose);
    if (built.failed > 0) return { ...built, output: `${built.output}The browser tests need a built site.\n` };
  }
  const { chromium } = await import("@playwright/test");
  const found = findBrowser(thisMachine(chromium.executablePath()));
  if (typeof found === "string") return { passed: 0, failed: 1, output: `browser: ${found}\n` };
  console.log(`          ${found.version} from ${found.from}: ${found.path}`);
  const report = join(reports, "browser.json");
  const args = ["node_modules/@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts"];
  const { code, output } = await run(
    {
      args: quick ? [...args, "--grep", "@smoke"] : args,
      env: { ROUNDTRIP_CHROMIUM: found.path, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
    verbose,
  );
  const { flaky, ...counts } = playwrightCounts(readReport(report), code);
  if (flaky > 0) console.log(`          ${flaky} passed only when tried again; .cache/test/browser.log names them`);
  return { ...counts, output };
}

const PARTS: Readonly<Record<string, (flags: TestFlags) => Promise<Outcome>>> = {
  types,
  lint: ({ verbose }) => check({ args: ["node_modules/eslint/bin/eslint.js", ".", "--max-warnings", "0"] }, verbose),
  tidy: ({ verbose }) => check({ args: ["--import", "tsx", "engine/cli/tidy.ts"] }, verbose),
  unit: vitest("unit"),
  paper: vitest("paper"),
  headless: vitest("headless"),
  build: ({ verbose }) => check(BUILD, verbose),
  browser,
};

function lastLines(output: string, log: string): string {
  const lines = output.trimEnd().split("\n");
  const hidden = Math.max(0, lines.length - OUTPUT_SHOWN);
  return [...(hidden > 0 ? [`(${hidden} lines before these are in ${log})`] : []), ...lines.slice(hidden)].join("\n");
}

async function runPart(name: string, flags: TestFlags): Promise<PartResult> {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`part "${name}" has no command: test.mjs and test-run.ts disagree.`);
  const start = performance.now();
  const { passed, failed, output } = await part(flags);
  const result = { part: name, passed, failed, minutes: (performance.now() - start) / 60_000 };
  writeFileSync(join(reports, `${name}.log`), output);
  if (failed > 0 && !flags.verbose) console.log(lastLines(output, `.cache/test/${name}.log`));
  console.log(partLine(result));
  return result;
}

/** Runs the parts in order, each whatever became of those before it. Resolves to the exit code. */
export async function testRun(flags: TestFlags): Promise<number> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const results: PartResult[] = [];
  for (const name of flags.parts) results.push(await runPart(name, flags));
  console.log(`\n${summary(results)}`);
  return results.some((result) => result.failed > 0) ? 1 : 0;
}
