import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventQueue, Timer } from "./event-pool.ts";
import { IndexedHeap } from "./indexed-heap.ts";
import { LadderQueue } from "./ladder-queue.ts";
import type { Nanos } from "./time.ts";

const SLOW = 60_000; // ms, on a machine that is busy with other things

/** One step of a schedule: add an event some time after the last taken, cancel an earlier one, or take some. */
type Step =
  | { readonly does: "add"; readonly delay: number; readonly times: number }
  | { readonly does: "cancel"; readonly which: number }
  | { readonly does: "take"; readonly times: number; readonly within: number };

/** Delays of every scale, with many ties: the scales decide how the ladder lays out its rungs. */
const delay = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 1000 }),
  fc.integer({ min: 0, max: 1e9 }),
  fc.integer({ min: 0, max: 1e15 }),
  fc.constantFrom(1000, 30e9),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant("add" as const), delay, times: fc.integer({ min: 1, max: 90 }) }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("cancel" as const), which: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("take" as const),
      times: fc.integer({ min: 1, max: 200 }),
      within: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 1e9 })),
    }),
  },
);

/** What a queue answers to a schedule, all of it, in order. */
function answers(queue: EventQueue, steps: readonly Step[]): (number | boolean)[] {
  const seen: (number | boolean)[] = [];
  const timers: Timer[] = [];
  let now = 0;
  const take = (until: number): boolean => {
    const slot = queue.take(until);
    seen.push(queue.pending);
    if (slot < 0) return false;
    now = queue.now;
    seen.push(now, queue.words[slot << 2] as number, queue.words[(slot << 2) | 1] as number);
    return true;
  };
  for (const step of steps) {
    if (step.does === "add") {
      for (let i = 0; i < step.times; i++) {
        // Delays of one step lie near to each other or are the same.
        const time = now + step.delay + (step.delay % 7) * (i % 11);
        timers.push(queue.add(Math.min(time, Number.MAX_SAFE_INTEGER), i, timers.length));
      }
    } else if (step.does === "cancel") {
      if (timers.length > 0) {
        // A run of timers, so that whole buckets fall empty.
        for (let i = 0; i < 1 + (step.which % 60); i++) {
          seen.push(queue.cancel(timers[(step.which + i) % timers.length] as Timer));
        }
      }
    } else {
      for (let i = 0; i < step.times && take(now + step.within); i++);
    }
  }
  while (take(Infinity));
  return seen;
}

/**
 * The order in which a queue takes events where a rung that was made of the bottom's later half does not end with its
 * last bucket, and that bucket, being full, is divided: the last of the finer buckets then reaches beyond the rung.
 */
function takenPastTheEndOfARung(queue: EventQueue): Nanos[] {
  const pitch = 2 ** 18;
  const taken: Nanos[] = [];
  const add = (time: Nanos, times = 1): void => {
    for (let i = 0; i < times; i++) queue.add(time, 0, 0);
  };
  const take = (times: number): void => {
    for (let i = 0; i < times && queue.take(Infinity) >= 0; i++) taken.push(queue.now);
  };
  for (let i = 0; i < 200; i++) add(i * pitch); // more than the bottom holds: it keeps the first 24
  take(25); // the first rung, of buckets half a pitch wide: the first 15, eight events, go to the bottom
  const end = 31.5 * pitch; // of what belongs to the bottom
  add(end);
  add(31 * pitch + 1, 17);
  add(end - 100_003, 43); // from here on a second rung, of buckets of 512 ns, the last of them from end - 163
  add(end - 163, 40);
  add(end - 1, 21); // the last is one too many for the bottom
  take(7 + 17 + 43 + 40 + 1); // a third rung, of buckets of 8 ns: one of them reaches from end - 3 to end + 5
  add(end + 3);
  take(Infinity);
  return taken;
}

describe("event queues", () => {
  it("the ladder keeps the order at the end of a rung that its last bucket reaches beyond", () => {
    const taken = takenPastTheEndOfARung(new LadderQueue());
    expect(taken).toEqual(takenPastTheEndOfARung(new IndexedHeap()));
    expect(taken).toEqual([...taken].sort((a, b) => a - b));
  });

  it(
    "the ladder fires every schedule exactly as the heap does",
    () => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 150, size: "max" }), (steps) => {
          expect(answers(new LadderQueue(), steps)).toEqual(answers(new IndexedHeap(), steps));
        }),
        { numRuns: 300 },
      );
    },
    SLOW,
  );
});
