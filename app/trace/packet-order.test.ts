import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { run } from "../../engine/systems/firefly/testing.ts";
import { planLanes } from "./lanes.ts";
import { sendingOrder } from "./packet-order.ts";
import { takePicture, tellCall } from "./story.ts";
import type { ShownPacket } from "./story.ts";

const packet = (
  ref: number,
  departs: number,
  arrives: number,
  fate: ShownPacket["fate"] = "delivered",
): ShownPacket => ({
  ref,
  departs,
  arrives,
  fate,
  delayed: 0,
  bytes: 74,
  kind: "call",
  origin: "first",
  fromLane: 0,
  toLane: 5,
  mine: true,
});

describe("the order of sending", () => {
  it("numbers packets that cross, and no others", () => {
    const packets = [packet(1, 0, 10), packet(5, 20, 60), packet(9, 30, 40), packet(13, 70, 80)];
    expect([...sendingOrder(packets)]).toEqual([
      [5, 1],
      [9, 2],
    ]);
    expect([...sendingOrder([packet(1, 0, 50), packet(5, 10, 20, "lost")])]).toEqual([]);
  });

  it("numbers exactly those that an earlier one comes after, or that come after a later one", () => {
    const some = fc.array(fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 40 })), { maxLength: 12 });
    fc.assert(
      fc.property(some, (times) => {
        const packets = times.map(([departs, takes], i) =>
          packet(4 * i + 1, departs * 20 + i, departs * 20 + i + takes * 20),
        );
        const order = sendingOrder(packets);
        for (const one of packets) {
          const crossed = packets.some((other) => (one.departs - other.departs) * (one.arrives - other.arrives) < 0);
          if (crossed) expect(order.has(one.ref)).toBe(true);
        }
        const numbered = packets.filter(({ ref }) => order.has(ref)).sort((a, b) => a.departs - b.departs);
        for (const [i, { ref }] of numbered.entries()) {
          const before = order.get(numbered[i - 1]?.ref ?? -1) ?? 0;
          expect([1, before + 1]).toContain(order.get(ref));
        }
      }),
    );
  });

  it("is seen in a run whose first call was overtaken by the second", () => {
    const { trace } = run({ threads: 2, calls: 2 }, ["reorder call#1"]);
    const plan = planLanes(trace);
    const picture = takePicture(trace, plan, tellCall(trace, plan, 1), { from: 0, to: trace.elapsed });
    const order = sendingOrder(picture.packets);
    expect(picture.packets.filter(({ ref }) => order.has(ref)).map(({ kind }) => kind)).toEqual(["call", "call"]);
  });
});
