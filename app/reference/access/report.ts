/** The access report as data: verdicts on the criteria of WCAG, Section 508 and EN 301 549, and what holds each. */

/** The words of the template for such reports (VPAT), from the best to the worst; the last is no verdict. */
export const LEVELS = ["supports", "partially-supports", "does-not-support", "not-applicable"] as const;
export type Level = (typeof LEVELS)[number];

export interface Criterion {
  readonly num: string; // "1.4.10", "302.1"
  readonly name: string;
  readonly level: Level;
  readonly remark: string;
  /** The criteria of the report from whose verdicts this one follows; none where it is judged by itself. */
  readonly follows: readonly string[];
  /** Tests that fail once the verdict is no longer true: "e2e/places.spec.ts: axe finds nothing on". */
  readonly tests: readonly string[];
  /** Names of checks that were made by hand. */
  readonly checks: readonly string[];
}

export interface Chapter {
  readonly id: string; // as in the catalogues of OpenACR
  readonly label: string;
  /** Why none of its criteria is judged here. */
  readonly leftOut?: string;
  readonly criteria: readonly Criterion[];
}

/** What was looked at by hand, how, and what was found. */
export interface Check {
  readonly title: string;
  readonly date: string; // 2026-11-29
  readonly done: string;
  readonly found: string;
}

export interface AccessReport {
  readonly title: string;
  readonly description: string;
  readonly author: string;
  readonly edition: string;
  readonly standards: readonly string[];
  readonly date: string;
  readonly methods: string;
  readonly checks: Readonly<Record<string, Check>>;
  readonly chapters: readonly Chapter[];
}

/** How many of the criteria have each verdict. */
export const countsOf = (criteria: readonly Criterion[]): Readonly<Record<Level, number>> => {
  const count = (level: Level): number => criteria.filter((one) => one.level === level).length;
  return {
    supports: count("supports"),
    "partially-supports": count("partially-supports"),
    "does-not-support": count("does-not-support"),
    "not-applicable": count("not-applicable"),
  };
};
