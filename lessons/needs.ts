/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { LessonNeeds } from "./types.ts";

/** What the page fetches with each lesson, by its slug. */
export const NEEDS: Readonly<Record<string, LessonNeeds>> = {
  "across-the-wire": { paper: "cedar", families: ["cedar"] },
  "exactly-once": { paper: "cedar", families: ["cedar"] },
  "slow-is-not-dead": { paper: "cedar", families: ["cedar"] },
  "too-big": { paper: "cedar", families: ["cedar"] },
  binding: { paper: "cedar", families: ["cedar"] },
  "where-2-66-ms-go": { paper: "firefly", families: ["firefly"] },
  "more-threads": { paper: "firefly", families: ["firefly"] },
  marshalling: { paper: "firefly", families: ["firefly"] },
  "make-it-faster": { paper: "firefly", families: ["firefly"] },
  "fewer-processors": { paper: "firefly", families: ["firefly"] },
  "three-orders": { paper: "enutt", families: ["sun-rpc"] },
  xdr: { paper: "enutt", families: ["sun-rpc"] },
  timeouts: { paper: "enutt", families: ["sun-rpc"] },
  callback: { paper: "multirpc", families: ["multirpc"] },
  ceiling: { paper: "multirpc", families: ["multirpc"] },
  scale: { paper: "multirpc", families: ["multirpc"] },
  "quitting-early": { paper: "multirpc", families: ["multirpc"] },
  "stub-compiler": { paper: "multirpc", families: ["multirpc"] },
  "parallel-or-serial": { paper: "flexrpc", families: ["flexrpc"] },
  relay: { paper: "flexrpc", families: ["flexrpc"] },
  "who-is-fastest": { paper: "firefly", families: ["sweepstakes", "today"] },
  many: { paper: "multirpc", families: ["many", "flexrpc"] },
  "what-rules-are-for": { paper: "cedar", families: ["cedar", "written"] },
  blip: { paper: null, families: ["services"] },
  "forty-calls": { paper: null, families: ["services"] },
  deadline: { paper: null, families: ["services"] },
  "two-timers": { paper: null, families: ["tcp"] },
};
