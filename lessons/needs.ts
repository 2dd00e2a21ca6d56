/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { LessonNeeds } from "./types.ts";

/** What the page fetches with each lesson, by its slug. */
export const NEEDS: Readonly<Record<string, LessonNeeds>> = {
  "across-the-wire": { papers: ["cedar"], families: ["cedar"] },
  "exactly-once": { papers: ["cedar"], families: ["cedar"] },
  "slow-is-not-dead": { papers: ["cedar"], families: ["cedar"] },
  "too-big": { papers: ["cedar"], families: ["cedar"] },
  binding: { papers: ["cedar"], families: ["cedar"] },
  "where-2-66-ms-go": { papers: ["firefly"], families: ["firefly"] },
  "more-threads": { papers: ["firefly"], families: ["firefly"] },
  marshalling: { papers: ["firefly"], families: ["firefly"] },
  "make-it-faster": { papers: ["firefly"], families: ["firefly"] },
  "fewer-processors": { papers: ["firefly"], families: ["firefly"] },
  "three-orders": { papers: ["enutt"], families: ["sun-rpc"] },
  xdr: { papers: ["enutt"], families: ["sun-rpc"] },
  timeouts: { papers: ["enutt"], families: ["sun-rpc"] },
  callback: { papers: ["multirpc"], families: ["multirpc"] },
  ceiling: { papers: ["multirpc"], families: ["multirpc"] },
  scale: { papers: ["multirpc"], families: ["multirpc"] },
  "quitting-early": { papers: ["multirpc"], families: ["multirpc"] },
  "stub-compiler": { papers: ["multirpc"], families: ["multirpc"] },
  "parallel-or-serial": { papers: ["flexrpc"], families: ["flexrpc"] },
  relay: { papers: ["flexrpc"], families: ["flexrpc"] },
  "who-is-fastest": { papers: ["firefly"], families: ["sweepstakes", "today"] },
  many: { papers: ["multirpc"], families: ["many", "flexrpc"] },
  "what-rules-are-for": { papers: ["cedar"], families: ["cedar", "written"] },
  blip: { papers: ["today"], families: ["services"] },
  "forty-calls": { papers: ["today"], families: ["services"] },
  deadline: { papers: ["today"], families: ["services"] },
  "two-timers": { papers: ["today"], families: ["tcp"] },
};
