/** The settings of services where a reader says nothing: of the graph, and of each question, which shows a few. */
import { DEFAULTS } from "./defaults.ts";
import type { ServicesValues } from "./params.ts";

/** When the disturbance begins, in seconds: late enough for a queue to have its usual length. No parameter. */
export const BLIP_AT_S = 2;

/** The experiments that ask one question each, and where their settings differ from the ones above. */
const QUESTIONS = {
  storm: {},
  layers: { graph: "three-layers", retryAt: "all", retries: 3, loadPerS: 50, blip: "fail", blipMs: 60_000, blipAtS: 0 },
  deadline: { loadPerS: 600, seconds: 20, timeoutMs: 60_000, retries: 0, blip: "burst", queueLimit: 1000 },
  "fan-out": { graph: "fan-out", loadPerS: 100, seconds: 10, workers: 2, serverMs: 5, retries: 0, blipMs: 0 },
  balancers: { graph: "single", servers: 10, loadPerS: 3000, seconds: 10, whom: "one" },
  overload: { graph: "single", servers: 2, loadPerS: 900, seconds: 10, retries: 0, queueLimit: 1000, blipMs: 0 },
  "cold-start": { hitShare: 0.9, keys: 20_000, loadPerS: 2000, seconds: 20, blip: "cold", blipMs: 100 },
  pool: { pool: 4, loadPerS: 600, blip: "slow", blipMs: 0, retries: 0, seconds: 10 },
  idempotency: { retries: 3, backoff: "exponential", loadPerS: 200, deadlineMs: 5000, keyLifeMs: 100 },
} as const;
export type Question = keyof typeof QUESTIONS;
export const QUESTION_NAMES = Object.keys(QUESTIONS) as readonly Question[];

/** All that a run must know: the values of the parameters, and when the disturbance begins. */
export type Settings = ServicesValues & { readonly blipAtS: number };

/** The settings of a question where a reader says nothing; of the graph where that is null. */
export const settingsOf = (question: Question | null): Settings => ({
  ...{ ...DEFAULTS, blipAtS: BLIP_AT_S },
  ...(question === null ? {} : QUESTIONS[question]),
});
