/** What app/build/reproduction.ts computes when the site is built. */
declare module "virtual:reproduction" {
  export const reproduction: import("./reproduction.ts").Reproduction;
  /** Paper id to the runs that try its claims. */
  export const claims: Readonly<Record<string, import("./claim-runs.ts").ClaimRuns>>;
}

declare module "virtual:claim-checks" {
  /** Paper id to the checks of its claims. */
  export const claimChecks: Readonly<Record<string, import("./claim-checks.ts").ClaimChecks>>;
  /** Paper id to claim id to the lesson that treats the claim. */
  export const claimLessons: Readonly<
    Record<string, Readonly<Record<string, import("./claim-lessons.ts").LessonLink>>>
  >;
}
