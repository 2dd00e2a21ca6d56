/** A snap says an order of two events: in the run that it leads to, they come in this order. */
import { describe, expect, it } from "vitest";
import { timeAt } from "../../../engine/kernel/reads.ts";
import { rowOfPacket } from "../../trace/packet-facts.ts";
import { packetNames } from "../../trace/packet-names.ts";
import { timersOfCall } from "../../trace/timers.ts";
import { formatPacket } from "../../../engine/faults/text.ts";
import type { Run } from "../../../engine/experiments/types.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Handle, Snap } from "./handle.ts";
import { meaningOf } from "./meaning.ts";
import { proceduresOf } from "./procedures.ts";
import { handlesIn, runOf, setupFor } from "./testing.ts";

interface Caught {
  readonly setup: Setup;
  readonly after: Setup; // what the snap means
  readonly handle: Handle;
  readonly snap: Snap;
  readonly run: Run;
}

/** All snaps of the setup whose words are such, each with the run that it leads to. */
function caught(setup: Setup, words: RegExp): readonly Caught[] {
  return handlesIn(setup).flatMap((handle) =>
    handle.snaps
      .filter((snap) => words.test(snap.words))
      .map((snap): Caught => {
        const meaning = meaningOf(handle, { at: snap.at + 40, zone: "middle" }, setup, {
          grain: 1e5,
          reach: 100,
          end: 1e12,
        });
        expect(meaning.snap, `${handle.key}: ${snap.words}`).toBe(snap);
        return { setup, after: meaning.setup, handle, snap, run: runOf(meaning.setup) };
      }),
  );
}

const SETUPS: readonly Setup[] = [
  setupFor("written/call", { calls: 1 }),
  setupFor("written/call", { calls: 1, serverMs: 30 }),
  setupFor("cedar/call", { calls: 1, load: 0, serverMs: 12 }),
  setupFor("sun-rpc/call", { iterations: 1, serverMs: 6000 }),
];

const all = (words: RegExp): readonly Caught[] => SETUPS.flatMap((setup) => caught(setup, words));

const isDue = ({ run }: Caught, at: number): boolean => timersOfCall(run.trace, 1).some(({ due }) => due === at);

describe("a snap", () => {
  it("brings a packet in the nanosecond after a timer", () => {
    const found = all(/^\S+ (send \d+ )?arrives just after the timer of/);
    expect(found.length).toBeGreaterThan(4);
    for (const one of found) {
      const { handle, run, snap } = one;
      if (handle.sets.tag !== "packet" || !snap.words.startsWith(`${handle.name} arrives`)) continue;
      const at = timeAt(run.trace.packets.arrives, rowOfPacket(run.trace, handle.sets.packet));
      expect([at, isDue(one, at - 1)], snap.words).toEqual([snap.at, true]);
    }
  });

  it("makes a call so late that its result comes in the nanosecond after a timer", () => {
    const found = all(/^(result|reply)#1 arrives/).filter(({ handle }) => handle.name === "call#1");
    expect(found.length).toBeGreaterThan(1);
    for (const one of found) {
      const { trace } = one.run;
      const name = one.snap.words.split(" ")[0];
      const row = [...packetNames(trace, 1)].find(([, packet]) => formatPacket(packet) === name)?.[0] ?? -1;
      expect(isDue(one, timeAt(trace.packets.arrives, row) - 1), `${one.setup.experiment} ${one.snap.words}`).toBe(
        true,
      );
    }
  });

  it("crashes a machine just before or after its procedure, or before a packet comes", () => {
    const found = all(/^just (before the procedure begins|after the procedure has ended)$/);
    expect(found.length).toBeGreaterThan(4);
    for (const { handle, setup, run, snap } of found) {
      const before = proceduresOf(runOf(setup).trace, 1).filter(({ machine }) => machine === handle.machine);
      const after = proceduresOf(run.trace, 1).filter(({ machine }) => machine === handle.machine);
      const whole = after.filter(({ from, to }) => before.some((one) => one.from === from && one.to === to));
      expect(whole, `${setup.experiment} ${snap.words}`).toHaveLength(
        snap.words.includes("before") ? 0 : before.length,
      );
    }
  });

  it("sets a timer so long that it no longer goes off before the result", () => {
    const found = all(/^just after the result has come$/).filter(({ handle }) => handle.key.endsWith(" 0"));
    expect(found.length).toBeGreaterThan(1);
    for (const { run, setup, after, handle } of found) {
      const timer = handlesIn(after, run).find(({ key }) => key === handle.key);
      const own = timersOfCall(run.trace, 1).find(({ from, due }) => from === timer?.from && due === timer.to);
      expect(own, `${setup.experiment} ${handle.key}`).toBeDefined();
      expect(own?.left, setup.experiment).toBeLessThan(own?.due ?? 0);
    }
  });

  it("makes a procedure so long that its result comes after the timer", () => {
    const found = all(/^the result comes just after the timer of/);
    expect(found.length).toBeGreaterThan(1);
    for (const { run, setup, snap } of found) {
      const late = timersOfCall(run.trace, 1).some(({ due, left }) => left >= due && left < due * 1.2);
      expect(late, `${setup.experiment} ${snap.words}`).toBe(true);
    }
  });
});
