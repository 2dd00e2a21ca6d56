/** Runs Sprite RPC for an experiment’s parameters and takes the measures. */
import { toMillis, toSeconds } from "../../kernel/time.ts";
import { SPRITE_HOSTS } from "../../protocols/sprite/ends.ts";
import { simulateSprite, type SpriteRun } from "../../systems/sprite/system.ts";
import { rulesWithout } from "../params.ts";
import { runnerOf, type Outcome, type RunRequest, type Runs } from "../runnable.ts";
import { latenciesOf, median } from "../statistics.ts";
import type { call } from "./describe.ts";
import type { SpriteMeasure, SpriteValues } from "./params.ts";

/** The bytes of argument and result. */
const dataOf = ({ bytes, direction }: SpriteValues) => ({
  argumentBytes: direction === "back" ? 0 : bytes,
  resultBytes: direction === "there" ? 0 : bytes,
});

function runSprite(values: SpriteValues, { seed, faults: readFaults, keep, progress }: RunRequest) {
  const faults = readFaults(SPRITE_HOSTS);
  const { machine, space, calls, threads, serverMs, gapUs, receiveBuffers, without } = values;
  const isUser = space === "user" && machine === "sun3-60";
  const outcome = simulateSprite(
    {
      machine,
      isUser,
      calls,
      threads,
      serverMs,
      gapUs,
      receiveBuffers,
      without: rulesWithout(without),
      ...dataOf(values),
    },
    seed,
    faults,
    keep,
    progress,
  );
  return { ...outcome, faults, measures: measuresOf(outcome, values) };
}

function measuresOf(outcome: SpriteRun, values: SpriteValues): Outcome<SpriteMeasure>["measures"] {
  const { trace, elapsed, packets, retransmissions } = outcome;
  const latencies = latenciesOf(trace);
  const { argumentBytes, resultBytes } = dataOf(values);
  const bits = latencies.length * (argumentBytes + resultBytes) * 8;
  const made = trace.calls.count;
  return {
    msPerCall: made === 0 ? null : toMillis(elapsed) / made,
    latencyMs: latencies.length === 0 ? null : toMillis(median(latencies)),
    throughputMbps: elapsed > 0 ? bits / 1e6 / toSeconds(elapsed) : null,
    packets,
    retransmissions,
    failedCalls: made - latencies.length,
  };
}

export const runs: Runs = { "sprite/call": runnerOf<typeof call>(runSprite) };
