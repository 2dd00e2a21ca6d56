import { describe, expect, it } from "vitest";
import type { Fault } from "../faults/fault.ts";
import { faultsOf, weightOf, type Met } from "./net-met.ts";

const PACKET = { kind: "call", call: 1, send: 1 } as const;

/** The list of these, the first one met first. */
const listOf = (...all: readonly Omit<Met, "before">[]): Met | null =>
  all.reduce<Met | null>((before, one) => ({ ...one, before }), null);

const met = (place: number, fault: Fault | null, time: number | null, room = 40): Omit<Met, "before"> => ({
  fault,
  place,
  time,
  room,
});

describe("the faults of a run", () => {
  it("stand in their order, each with its time in few digits", () => {
    const crash = { what: "crash", machine: "server", at: 0 } as const;
    const drop = { what: "drop", packet: PACKET } as const;
    const list = listOf(met(0, crash, 7_513_402), met(1, drop, null), met(2, { ...crash, what: "restart" }, 7_600_001));
    expect(faultsOf(list)).toEqual([{ ...crash, at: 7_513_400 }, drop, { ...crash, what: "restart", at: 7_600_000 }]);
    expect(faultsOf(null)).toEqual([]);
  });

  it("get their times later where they hold a packet back", () => {
    const delay = { what: "delay", packet: PACKET, byNs: 1 } as const;
    const copy = { what: "duplicate", packet: PACKET, afterNs: 0 } as const;
    const list = listOf(met(0, delay, null), met(1, copy, null), met(1, null, 555), met(0, null, 777, 400));
    expect(faultsOf(list)).toEqual([
      { ...delay, byNs: 800 },
      { ...copy, afterNs: 560 },
    ]);
    const slow = { what: "slow", machine: "server", times: 1000, at: 0 } as const;
    expect(faultsOf(listOf(met(0, slow, 5)))).toEqual([{ ...slow, at: 10 }]);
    expect(() => faultsOf(listOf(met(0, { what: "drop", packet: PACKET }, 5)))).toThrow("has no time");
  });

  it("weigh more, the less simple they are", () => {
    const weights = ["drop", "duplicate", "delay", "garble"].map((what) => weightOf({ what, packet: PACKET } as Fault));
    expect(weights).toEqual([0, 1, 2, 3]);
  });
});
