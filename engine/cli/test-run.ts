/**
 * The parts of `npm test`, what each runs, and the order in which they report. The tests that need no browser run
 * beside the build; the browser comes as soon as the site is built, and the checks of the text run beside it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bootstrap.mjs";
import { findBrowser, thisMachine } from "./browser.ts";
import { siteIsStale } from "./site.mjs";
import { Progress, run, testNamedIn } from "./test-lanes.ts";
import { commandCounts, partLine, playwrightCounts, summary, VITEST_PARTS, vitestResults } from "./test-results.ts";
import type { Counts, PartResult } from "./test-results.ts";

export interface TestFlags {
  readonly parts: readonly string[];
  readonly quick: boolean;
  readonly verbose: boolean;
}

type Found = ReturnType<typeof findBrowser>;

interface Context extends TestFlags {
  readonly progress: Progress;
  readonly browser: Promise<Found>;
}

/** What Node runs: a script and its arguments. */
type Args = readonly string[];

interface Outcome extends Counts {
  readonly output: string;
}

const reports = join(root, ".cache", "test");
/** TypeScript 7, which is fast. What reads syntax trees (tidy, lint of lessons) needs TypeScript 6. */
const TYPESCRIPT = "node_modules/typescript-7/bin/tsc";
const OUTPUT_SHOWN = 500; // last lines of a failed part; all of them are in its log

/** A command that is one test: it passes where it ends with 0. */
async function check(args: Args, { verbose }: Context): Promise<Outcome> {
  const { code, output } = await run({ args }, verbose);
  return { ...commandCounts(code), output };
}

/** What TypeScript found out about each file is kept: after a change it looks at what the change can reach. */
const keptTypes = (name: string): Args => ["--incremental", "--tsBuildInfoFile", `.cache/types/${name}.tsbuildinfo`];

const TYPE_CHECKS = ["engine", "app", "e2e"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => /^tsconfig.*\.json$/.test(file))
    .map((file) => [TYPESCRIPT, "-p", `${folder}/${file}`, ...keptTypes(`${folder}-${file}`)]),
);

/** Commands for Node, one after the other, that are one test: it passes where all of them end with 0. */
const passes =
  (part: string, commands: readonly Args[]) =>
  async (context: Context): Promise<Outcome> => {
    const outcomes: Outcome[] = [];
    for (const args of commands) {
      context.progress.reached(part, args.join(" "));
      outcomes.push(await check(args, context));
    }
    const failed = outcomes.some((outcome) => outcome.failed > 0);
    return { ...commandCounts(failed ? 1 : 0), output: outcomes.map((outcome) => outcome.output).join("") };
  };

/** Tells how many tests or files of a part have ended, and the last of them. */
function lastTest(part: string, progress: Progress): (line: string) => void {
  let ended = 0;
  return (line) => {
    const test = testNamedIn(line);
    if (test !== null) progress.reached(part, `${++ended} done, last ${test}`);
  };
}

const LINTER: readonly Args[] = [["node_modules/oxlint/bin/oxlint", "--type-aware"]];

function readReport(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

const BUILD = ["engine/cli/build.mjs"];

/** Finds a browser, or installs one: done while the other parts already run. */
async function browserHere(): Promise<Found> {
  const { chromium } = await import("@playwright/test");
  return findBrowser(thisMachine(chromium.executablePath()));
}

/** Needs a built site and a browser; builds where this run has not. */
async function browser(context: Context): Promise<Outcome> {
  const { quick, verbose, progress } = context;
  const found = await context.browser;
  if (siteIsStale()) {
    const built = await check(BUILD, context);
    if (built.failed > 0) return { ...built, output: `${built.output}The browser tests need a built site.\n` };
  }
  if (typeof found === "string") return { passed: 0, failed: 1, output: `browser: ${found}\n` };
  progress.say(`          ${found.version} from ${found.from}: ${found.path}`);
  const report = join(reports, "browser.json");
  const args = ["node_modules/@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts"];
  const { code, output } = await run(
    {
      args: quick ? [...args, "--grep", "@smoke"] : args,
      env: { ROUNDTRIP_CHROMIUM: found.path, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
    verbose,
    lastTest("browser", progress),
  );
  const { flaky, ...counts } = playwrightCounts(readReport(report), code);
  if (flaky > 0) progress.say(`          ${flaky} passed only when tried again; .cache/test/browser.log names them`);
  return { ...counts, output };
}

const PARTS: Readonly<Record<string, (context: Context) => Promise<Outcome>>> = {
  types: passes("types", TYPE_CHECKS),
  lint: passes("lint", LINTER),
  tidy: passes("tidy", [["--import", "tsx", "engine/cli/tidy.ts"]]),
  build: passes("build", [BUILD]),
  browser,
};

function lastLines(output: string, log: string): string {
  const lines = output.trimEnd().split("\n");
  const hidden = Math.max(0, lines.length - OUTPUT_SHOWN);
  return [...(hidden > 0 ? [`(${hidden} lines before these are in ${log})`] : []), ...lines.slice(hidden)].join("\n");
}

/** Keeps what a part printed, shows it where the part failed, and says how it ended. */
function report(result: PartResult, output: string, log: string, { verbose, progress }: Context): void {
  writeFileSync(join(reports, `${log}.log`), output);
  progress.ended(log);
  if (result.failed > 0 && !verbose && output !== "") progress.say(lastLines(output, `.cache/test/${log}.log`));
  progress.say(partLine(result));
}

async function runPart(name: string, context: Context): Promise<PartResult> {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`part "${name}" has no command: test.mjs and test-run.ts disagree.`);
  const start = performance.now();
  const { passed, failed, output } = await part(context);
  const result = { part: name, passed, failed, minutes: (performance.now() - start) / 60_000 };
  report(result, output, name, context);
  return result;
}

/** Whether files of the checkout differ from its last commit; false outside of one. */
function isChanged(): boolean {
  const { status, stdout } = spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
  return status === 0 && stdout !== "";
}

/** The tests without a browser: one process of Vitest, whichever of their parts are asked for. */
async function runVitest(parts: readonly string[], context: Context): Promise<readonly PartResult[]> {
  if (parts.length === 0) return [];
  const { quick, verbose, progress } = context;
  const file = join(reports, "vitest.json");
  const isChosen = quick && isChanged();
  const { code, output } = await run(
    {
      args: [
        "node_modules/vitest/vitest.mjs",
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${file}`,
        ...(isChosen ? ["--changed", "--passWithNoTests"] : []),
      ],
      env: { ROUNDTRIP_QUICK: quick ? "1" : "0", ROUNDTRIP_PARTS: parts.join(",") },
    },
    verbose,
    lastTest("vitest", progress),
  );
  const results = vitestResults(readReport(file), code, parts, isChosen);
  for (const [i, result] of results.entries()) {
    // One log holds all of them; it is shown once, with the first part that failed.
    const isFirst = results.findIndex(({ failed }) => failed > 0) === i;
    report(result, isFirst || i === 0 ? output : "", isFirst || i === 0 ? "vitest" : result.part, context);
  }
  return results;
}

async function inTurn(parts: readonly string[], context: Context): Promise<readonly PartResult[]> {
  const results: PartResult[] = [];
  for (const part of parts) results.push(await runPart(part, context));
  return results;
}

/** Runs the parts, each whatever became of the others. Resolves to the exit code. */
export async function testRun(flags: TestFlags): Promise<number> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const start = performance.now();
  const found = flags.parts.includes("browser") ? browserHere() : Promise.resolve("it was not asked for.");
  const context: Context = { ...flags, progress: new Progress(), browser: found };
  const isVitest = (part: string): boolean => (VITEST_PARTS as readonly string[]).includes(part);
  const chosen = (...names: readonly string[]): Promise<readonly PartResult[]> =>
    inTurn(
      names.filter((name) => flags.parts.includes(name)),
      context,
    );
  const built = chosen("build");
  const checked = built.then(() => chosen("types", "lint", "tidy"));
  const tests = runVitest(flags.parts.filter(isVitest), context);
  const browsed = built.then(() => chosen("browser"));
  const all = (await Promise.all([built, checked, tests, browsed])).flat();
  const results = all.sort((a, b) => flags.parts.indexOf(a.part) - flags.parts.indexOf(b.part));
  console.log(`\n${summary(results, (performance.now() - start) / 60_000)}`);
  return results.some((result) => result.failed > 0) ? 1 : 0;
}
