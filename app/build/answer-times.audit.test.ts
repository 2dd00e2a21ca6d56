/** A question’s first run answers within three seconds of the processor, on a machine that does nothing else. */
import { expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { QUESTIONS } from "../setup/questions/index.ts";

const MOST_SECONDS = 3;
const MINUTE_MS = 60_000;

it.each(QUESTIONS)(
  "$id",
  ({ runs: [{ experiment, set, faults = [] }] }) => {
    const before = process.cpuUsage();
    runOf(experiment, { set, faults, keep: { calls: 1 } });
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(MOST_SECONDS);
  },
  MINUTE_MS,
);
