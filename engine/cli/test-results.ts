/** Reads what the test runners report, adds it up, and prints it. */
import { textTable } from "./text-table.ts";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export interface PartResult extends Counts {
  readonly part: string;
  readonly minutes: number;
}

/** The fields that we read of Vitest's JSON report. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string; // the file's path
    readonly status: string;
    readonly startTime: number; // milliseconds
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** The parts that one process of Vitest runs, in the order in which they report. */
export const VITEST_PARTS = ["unit", "paper", "headless"] as const;
type VitestPart = (typeof VITEST_PARTS)[number];

/** The part that a test file belongs to: `*.paper.test.ts` hold claims of papers, engine/cli has the headless lab. */
export function partOfFile(path: string): VitestPart {
  if (path.includes(".paper.test.")) return "paper";
  return path.replaceAll("\\", "/").includes("engine/cli/") ? "headless" : "unit";
}

/** The fields that we read of Playwright's JSON report. */
interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
}

/** A run that ended badly, or ran nothing, without naming a failed test counts as one failure. */
function honest(counts: Counts, exitCode: number): Counts {
  const silent = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return silent ? { ...counts, failed: 1 } : counts;
}

/**
 * The results of each part of a run of Vitest; its minutes are the sum over its files. `report` is undefined where the
 * runner ended before it wrote one. A file that cannot be loaded is one failure, and so is a part without a test.
 * @param isChosen whether only some tests were asked for: then a part may have none
 */
export function vitestResults(
  report: string | undefined,
  exitCode: number,
  parts: readonly string[],
  isChosen = false,
): readonly PartResult[] {
  const files = report === undefined ? [] : (JSON.parse(report) as VitestReport).testResults;
  const results = parts.map((part): PartResult => {
    const ofPart = files.filter(({ name }) => partOfFile(name) === part);
    const tests = ofPart.flatMap((file) => file.assertionResults);
    const broken = ofPart.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
    const counts = {
      passed: tests.filter(({ status }) => status === "passed").length,
      failed: tests.filter(({ status }) => status === "failed").length + broken,
    };
    const milliseconds = ofPart.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
    return { part, ...(isChosen && report !== undefined ? counts : honest(counts, 0)), minutes: milliseconds / 60_000 };
  });
  const [first, ...others] = results;
  const isUnexplained = exitCode !== 0 && results.every(({ failed }) => failed === 0);
  return isUnexplained && first !== undefined ? [{ ...first, failed: 1 }, ...others] : results;
}

/** The same for Playwright. An error outside any test is a failure; `flaky` of those passed did so when tried again. */
export function playwrightCounts(report: string | undefined, exitCode: number): Counts & { readonly flaky: number } {
  if (report === undefined) return { passed: 0, failed: 1, flaky: 0 };
  const { stats, errors } = JSON.parse(report) as PlaywrightReport;
  const passed = stats.expected + stats.flaky;
  return { ...honest({ passed, failed: stats.unexpected + errors.length }, exitCode), flaky: stats.flaky };
}

/** A part without a runner of its own (types, lint, tidy, build) is one test. */
export const commandCounts = (exitCode: number): Counts =>
  exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

const minutesText = (minutes: number): string => minutes.toFixed(2);

export function partLine({ part, passed, failed, minutes }: PartResult): string {
  const verdict = failed === 0 ? "ok" : "FAILED";
  return `${part.padEnd(9)} ${verdict.padEnd(6)} ${passed} passed, ${failed} failed, ${minutesText(minutes)} min`;
}

/**
 * Minutes by part, then the sum alone on the last line: "123 passed, 0 failed". Some parts run beside others, so all of
 * them took less than their sum: `minutes` of the clock.
 */
export function summary(results: readonly PartResult[], minutes: number): string {
  const sum = (of: (result: PartResult) => number): number => results.reduce((total, result) => total + of(result), 0);
  const passed = sum((r) => r.passed);
  const failed = sum((r) => r.failed);
  const rows = results.map((r) => [r.part, r.passed, r.failed, minutesText(r.minutes)]);
  const total = ["all", passed, failed, minutesText(minutes)];
  const table = textTable(["part", "passed", "failed", "minutes"], [...rows, total]);
  return `${table}\n\n${passed} passed, ${failed} failed`;
}
