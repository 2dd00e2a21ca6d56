/** For tests of figures: every kind of fault of an experiment, at moments all over its run. */
import { itemAt } from "../kernel/reads.ts";
import { sceneOf } from "./fuzz-cases.ts";
import { defaultsOf } from "./settings.ts";
import type { Experiment } from "./types.ts";

/** Shares of the time of a run without faults: the first is in the first work of the first call. */
const SHARES = [0.0001, 0.001, 0.004, 0.01, 0.05, 0.2, 0.5, 0.9, 0.999, 1.5] as const;
export const MOMENTS = SHARES.length;

/** The faults that name one packet, as they are written; `#` stands for the packet. */
const OF_PACKETS = ["drop #", "delay # by 5ms", "duplicate # by 24us", "reorder #", "corrupt #", "garble # byte 57"];

/** Machines beyond these are like them. */
const SOME = 3;

/**
 * Scripts of one moment, 0 to MOMENTS - 1: each machine of the run stops, stops and starts again, slows, for ever and
 * for a while, and stands still then; the network between the first two is cut; each kind of packet that is sent for
 * the call of that number meets each fault.
 */
export function everyFaultAt(experiment: Experiment, moment: number): readonly (readonly string[])[] {
  const { machines, kinds, elapsedNs } = sceneOf(experiment, defaultsOf(experiment), 1);
  const nanos = Math.max(1, Math.round(itemAt(SHARES, moment, "moment") * elapsedNs));
  const ofMachines = machines
    .slice(0, SOME)
    .flatMap((machine) => [
      [`crash ${machine} at ${nanos}ns`],
      [`crash ${machine} at ${nanos}ns`, `restart ${machine} at ${2 * nanos}ns`],
      [`slow ${machine} by 15 at ${nanos}ns`],
      [`slow ${machine} by 15 at ${nanos}ns for ${nanos}ns`],
      [`pause ${machine} at ${nanos}ns for ${nanos}ns`],
    ]);
  const [first, second] = machines;
  const cuts = second === undefined ? [] : [[`cut ${first} - ${second} at ${nanos}ns for ${nanos}ns`]];
  const ofPackets = kinds.flatMap((kind) =>
    OF_PACKETS.map((line) => [line.replace("#", `${kind}#${moment + 1}`)]).concat([[`lose 60% of ${kind} packets`]]),
  );
  return [...ofMachines, ...cuts, ...ofPackets];
}
