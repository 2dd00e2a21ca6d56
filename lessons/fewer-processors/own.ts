/** What a student’s code draws in 2.5: the seeds of its runs. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = { "two-humps": { draws: {}, seeds: everyFrom(4, 15), parts: {} } };
