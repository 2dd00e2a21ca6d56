import { describe, expect, it } from "vitest";
import { commandCounts, partLine, partOfFile, playwrightCounts, summary, vitestResults } from "./test-results.ts";

const UNIT = "/engine/kernel/time.test.ts";

/** A report of Vitest: so many tests of each file that passed, and that failed. Each file took three seconds. */
const vitest = (...files: readonly (readonly [name: string, passed: number, failed: number])[]): string =>
  JSON.stringify({
    testResults: files.map(([name, passed, failed]) => ({
      name,
      status: failed > 0 || passed === 0 ? "failed" : "passed",
      startTime: 1000,
      endTime: 4000,
      assertionResults: [
        ...Array.from({ length: passed }, () => ({ status: "passed" })),
        ...Array.from({ length: failed }, () => ({ status: "failed" })),
      ],
    })),
  });
const playwright = (expected: number, unexpected: number, flaky = 0, errors: readonly object[] = []): string =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped: 0 }, errors });

describe("the counts of a runner", () => {
  it("are those of Vitest’s report, by part", () => {
    const report = vitest(
      [UNIT, 12, 0],
      ["/engine/papers/firefly.paper.test.ts", 4, 1],
      ["/engine/cli/lab.test.ts", 2, 0],
      ["/app/chart/data.test.ts", 3, 0],
    );
    expect(vitestResults(report, 1, ["unit", "paper", "headless"])).toEqual([
      { part: "unit", passed: 15, failed: 0, minutes: 0.1 },
      { part: "paper", passed: 4, failed: 1, minutes: 0.05 },
      { part: "headless", passed: 2, failed: 0, minutes: 0.05 },
    ]);
  });

  it("take every test file into one part", () => {
    expect(partOfFile("engine/cli/tidy/project.test.ts")).toBe("headless");
    expect(partOfFile("C:\\engine\\cli\\lab.test.ts")).toBe("headless");
    expect(partOfFile("engine/experiments/firefly.paper.test.ts")).toBe("paper");
    expect(partOfFile("lessons/lessons.test.ts")).toBe("unit");
  });

  it("count a test file that could not be loaded as a failure", () => {
    const broken = vitest([UNIT, 3, 0], ["/app/broken.test.ts", 0, 0]);
    expect(vitestResults(broken, 1, ["unit"])).toMatchObject([{ passed: 3, failed: 1 }]);
  });

  it("are those of Playwright’s report, with those told apart that needed a second try", () => {
    expect(playwrightCounts(playwright(5, 0), 0)).toEqual({ passed: 5, failed: 0, flaky: 0 });
    expect(playwrightCounts(playwright(5, 1, 1), 1)).toEqual({ passed: 6, failed: 1, flaky: 1 });
    const none = playwright(0, 0, 0, [{ message: "no server" }]);
    expect(playwrightCounts(none, 1)).toEqual({ passed: 0, failed: 1, flaky: 0 });
  });

  it("never call a run of Vitest good that ended badly, ran nothing, or left no report", () => {
    expect(vitestResults(vitest([UNIT, 4, 0]), 1, ["unit"])).toMatchObject([{ passed: 4, failed: 1 }]);
    expect(vitestResults(vitest([UNIT, 4, 0]), 0, ["unit", "paper"])).toMatchObject([{ failed: 0 }, { failed: 1 }]);
    expect(vitestResults(undefined, 0, ["unit"])).toMatchObject([{ passed: 0, failed: 1 }]);
    expect(vitestResults(undefined, 0, ["unit"], true)).toMatchObject([{ failed: 1 }]);
    expect(vitestResults(vitest([UNIT, 4, 0]), 0, ["unit", "paper"], true)).toMatchObject([
      { failed: 0 },
      { failed: 0 },
    ]);
  });

  it("never call a run of Playwright good that ended badly, ran nothing, or left no report", () => {
    expect(playwrightCounts(playwright(4, 0), 1)).toMatchObject({ passed: 4, failed: 1 });
    expect(playwrightCounts(playwright(0, 0), 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(playwrightCounts(undefined, 0)).toMatchObject({ passed: 0, failed: 1 });
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

  it("ends with the sum and the minutes of the clock, plain and alone on the last line", () => {
    expect(summary(results, 1.5)).toBe(
      [
        "part   passed  failed  minutes",
        "types       1       0     0.15",
        "unit     1234       2     1.50",
        "all      1235       2     1.50",
        "",
        "1235 passed, 2 failed",
      ].join("\n"),
    );
  });
});
