import { describe, expect, it } from "vitest";
import { IndexedHeap } from "../kernel/indexed-heap.ts";
import { Simulation } from "../kernel/simulation.ts";
import { WORKLOADS } from "./workloads.ts";

const SLOW = 60_000; // ms, on a machine that is busy with other things

describe.each(WORKLOADS)("workload $name", ({ prepare, size, check }) => {
  it(
    "returns its check value at full size",
    () => {
      expect(prepare(new Simulation(), size)()).toBe(check);
    },
    SLOW,
  );

  it(
    "returns at a tenth of its size on the ladder queue what it returns on the heap",
    () => {
      const small = Math.ceil(size / 10);
      expect(prepare(new Simulation(), small)()).toBe(prepare(new Simulation(new IndexedHeap()), small)());
    },
    SLOW,
  );
});
