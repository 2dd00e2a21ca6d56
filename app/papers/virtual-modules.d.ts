/** What app/build/reproduction.ts computes when the site is built. */
declare module "virtual:reproduction" {
  export const reproduction: import("./reproduction.ts").Reproduction;
}

declare module "virtual:claim-checks" {
  /** Paper id to the checks of its claims. */
  export const claimChecks: Readonly<Record<string, import("./claim-checks.ts").ClaimChecks>>;
}
