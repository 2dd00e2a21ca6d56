/** The build computes these modules (app/build/reproduction.ts). */
declare module "virtual:reproduction" {
  /** Of one paper. */
  export interface Reproduced {
    readonly reproduction: import("./reproduction.ts").PaperReproduction;
    /** The runs that try its claims. */
    readonly claims: import("./claim-runs.ts").ClaimRuns;
  }
  /** Paper id to a way to its numbers. */
  export const reproductions: Readonly<Record<string, () => Promise<Reproduced>>>;
}

declare module "virtual:claim-checks" {
  /** Paper id to the checks of its claims. */
  export const claimChecks: Readonly<Record<string, import("./claim-checks.ts").ClaimChecks>>;
  /** Paper id to claim id to the lesson that treats the claim. */
  export const claimLessons: Readonly<
    Record<string, Readonly<Record<string, import("./claim-lessons.ts").LessonLink>>>
  >;
}
