import { describe, expect, it } from "vitest";
import { commandCounts, partLine, playwrightCounts, summary, vitestCounts } from "./test-results.ts";

const vitest = (passed: number, failed: number, files: readonly object[] = []): string =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files });
const playwright = (expected: number, unexpected: number, flaky = 0, errors: readonly object[] = []): string =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped: 0 }, errors });

describe("the counts of a runner", () => {
  it("are those of Vitest's report", () => {
    expect(vitestCounts(vitest(12, 0), 0)).toEqual({ passed: 12, failed: 0 });
    expect(vitestCounts(vitest(10, 2), 1)).toEqual({ passed: 10, failed: 2 });
  });

  it("count a test file that could not be loaded as a failure", () => {
    const broken = { status: "failed", assertionResults: [] };
    const failing = { status: "failed", assertionResults: [{}] };
    expect(vitestCounts(vitest(3, 1, [broken, failing]), 1)).toEqual({ passed: 3, failed: 2 });
  });

  it("are those of Playwright's report, with those told apart that needed a second try", () => {
    expect(playwrightCounts(playwright(5, 0), 0)).toEqual({ passed: 5, failed: 0, flaky: 0 });
    expect(playwrightCounts(playwright(5, 1, 1), 1)).toEqual({ passed: 6, failed: 1, flaky: 1 });
    const none = playwright(0, 0, 0, [{ message: "no server" }]);
    expect(playwrightCounts(none, 1)).toEqual({ passed: 0, failed: 1, flaky: 0 });
  });

  it.each([
    ["Vitest", vitestCounts, vitest(4, 0), vitest(0, 0)],
    ["Playwright", playwrightCounts, playwright(4, 0), playwright(0, 0)],
  ])("never call a run of %s good that ended badly, ran nothing, or left no report", (_, count, good, empty) => {
    expect(count(good, 1)).toMatchObject({ passed: 4, failed: 1 });
    expect(count(empty, 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(count(undefined, 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it("are one for a command, by its exit code", () => {
    expect(commandCounts(0)).toEqual({ passed: 1, failed: 0 });
    expect(commandCounts(2)).toEqual({ passed: 0, failed: 1 });
  });
});

describe("the report", () => {
  const results = [
    { part: "types", passed: 1, failed: 0, minutes: 0.15 },
    { part: "unit", passed: 1234, failed: 2, minutes: 1.5 },
  ];

  it("says what became of a part, with its minutes", () => {
    expect(results.map(partLine)).toEqual([
      "types     ok     1 passed, 0 failed, 0.15 min",
      "unit      FAILED 1234 passed, 2 failed, 1.50 min",
    ]);
  });

  it("ends with the sum, plain and alone on the last line", () => {
    expect(summary(results)).toBe(
      [
        "part   passed  failed  minutes",
        "types       1       0     0.15",
        "unit     1234       2     1.50",
        "all      1235       2     1.65",
        "",
        "1235 passed, 2 failed",
      ].join("\n"),
    );
  });
});
