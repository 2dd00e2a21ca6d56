import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import { NO_REF, packetRef } from "../../../engine/kernel/trace-data.ts";
import { currentEvent, eventsOf, PAGE_ROWS } from "../../trace/events.ts";
import { exampleRun } from "../../trace/two-machines.ts";
import { timelineKeys } from "../../words/keys/timeline.ts";
import { timelineCommand } from "../keys.ts";
import { nowText } from "../events/now.ts";
import { clockUnit, durationText, onClock, speedText } from "../../words/times.ts";
import { grouped, plain } from "../../words/numbers.ts";
import { fieldAt, packetActions, packetNameOf, rowOfPacket } from "../../trace/packet-facts.ts";
import { advance, eventTimes, keyMoments, neighbour, retreat, speedsFor } from "./playback.ts";
import { shownCall } from "../../figure/shown-call.ts";
import { causeOf } from "../../../engine/kernel/reads.ts";
import { effectOf, whatOf, whereOf } from "../../trace/row-names.ts";
import { cellText } from "../../trace/source-names.ts";

const plainCall = shownCall(exampleRun().trace, 1, "folded");
const lostRun = exampleRun({ mishap: "lost" });
const lostCall = shownCall(lostRun.trace, 1, "folded");

describe("play", () => {
  it("advances computed time at its speed, and no further than the end", () => {
    expect(advance(0, 2, 200_000, [], 1e6)).toBe(400_000);
    expect(advance(0, 20, 200_000, [], 1e6)).toBe(1e6);
  });

  it("crosses a fold in the same time whatever its length, and loses none of the time beside it", () => {
    const short = [{ from: 1000, to: 2000 }];
    const long = [{ from: 1000, to: 9_001_000 }];
    const seconds = 1000 / 1000 + 0.6 + 0.5;
    expect(advance(0, seconds, 1000, short, 1e9)).toBeCloseTo(2500, 3);
    expect(advance(0, seconds, 1000, long, 1e9)).toBeCloseTo(9_001_500, 3);
  });

  it("never goes back", () => {
    fc.assert(
      fc.property(fc.nat(7e8), fc.double({ min: 0, max: 5, noNaN: true }), (time, seconds) => {
        expect(advance(time, seconds, 200_000, lostCall.folds, 1e9)).toBeGreaterThanOrEqual(time - 1e-3);
      }),
    );
  });

  it("runs back the way that it came, folds and all, and no further than the start", () => {
    fc.assert(
      fc.property(fc.nat(6e8), fc.double({ min: 0, max: 5, noNaN: true }), (time, seconds) => {
        const later = advance(time, seconds, 200_000, lostCall.folds, 1e12);
        const back = retreat(later, seconds, 200_000, lostCall.folds, 0);
        expect(Math.abs(back - time)).toBeLessThan(1e-6 * Math.max(1, later));
      }),
    );
    expect(retreat(400_000, 20, 200_000, [], 0) + 0).toBe(0);
    expect(retreat(400_000, 1, 200_000, [], 0)).toBe(200_000);
  });

  it("offers speeds that follow steps, watch the call and see it at a glance", () => {
    expect(speedsFor(plainCall).map(speedText)).toEqual(["10 µs", "200 µs", "1 ms"]);
    expect(speedsFor(lostCall)[1]).toBeLessThan(1e6);
  });

  it("steps from event to event, both ways, and stays at the ends", () => {
    const times = eventTimes(plainCall.trace, 1, plainCall.call);
    expect(neighbour(times, 0, 1)).toBe(16_000);
    expect(neighbour(times, 16_000, -1)).toBe(0);
    expect(neighbour(times, 0, -1)).toBe(0);
    expect(neighbour(times, plainCall.call.to, 1)).toBe(plainCall.call.to);
    let at = times[0] ?? 0;
    for (const time of times.slice(1)) expect((at = neighbour(times, at, 1))).toBe(time);
    for (const time of times.slice(0, -1).reverse()) expect((at = neighbour(times, at, -1))).toBe(time);
  });

  it("tells the story in a few key moments, first to last", () => {
    const moments = keyMoments(plainCall);
    expect(moments[0]).toBe(plainCall.call.from);
    expect(moments.at(-1)).toBe(plainCall.call.to);
    expect(moments.length).toBeGreaterThan(8);
    expect(moments.length).toBeLessThan(20);
  });

  it("names what happens at a moment", () => {
    expect(nowText(plainCall, 0)).toBe("Calling program, caller CPU 1");
    expect(nowText(plainCall, 600_000)).toBe("Call packet, Ethernet");
    expect(nowText(plainCall, plainCall.call.to)).toBe("The call has returned");
    expect(nowText(lostCall, 300e6)).toContain("waits for the retransmission timer");
  });
});

it("a processor never waits until it is free: its machine does", () => {
  const run = runOf("flexrpc/multicast", { set: { callees: 3 } });
  const shown = shownCall(run.trace, 1, "linear");
  const words = [...eventTimes(run.trace, 1, shown.call)].map((time) => nowText(shown, time));
  expect(words).toContain("Caller waits until the CPU is free");
  expect(words.filter((text) => text.includes("CPU waits"))).toEqual([]);
});

describe("the event list", () => {
  it("holds every row of the call in order of time, and the last at or before the playhead is current", () => {
    const rows = eventsOf(lostRun.trace, 1, lostCall.call, false);
    expect(rows).toHaveLength(lostRun.trace.spans.count + lostRun.trace.packets.count + lostRun.trace.marks.count);
    for (const [i, { at }] of rows.entries()) expect(at).toBeGreaterThanOrEqual(rows[i - 1]?.at ?? 0);
    expect(currentEvent(rows, -1)).toBe(-1);
    expect(currentEvent(rows, 0)).toBe(0);
    expect(currentEvent(rows, 16_000)).toBe(1);
    expect(currentEvent(rows, 1e12)).toBe(rows.length - 1);
  });

  it("leaves nothing out, however much there is", () => {
    const { trace } = exampleRun({ calls: 20 });
    const rows = eventsOf(trace, 1, { from: 0, to: trace.elapsed }, true);
    expect(rows).toHaveLength(trace.spans.count + trace.packets.count);
    expect(rows.length).toBeGreaterThan(2 * PAGE_ROWS);
  });
});

describe("words", () => {
  it("follow cause and effect to each other", () => {
    const { trace } = lostRun;
    for (const { ref } of eventsOf(trace, 1, lostCall.call, false)) {
      const effect = effectOf(trace, ref);
      if (effect !== NO_REF) expect(causeOf(trace, effect)).toBe(ref);
    }
  });

  it("name rows and places", () => {
    expect(whatOf(lostRun.trace, packetRef(1))).toBe("Result packet, lost");
    expect(whereOf(lostRun.trace, packetRef(1))).toBe("Ethernet");
    expect(whereOf(lostRun.trace, 0)).toBe("caller CPU 1");
    expect(
      cellText({
        paper: "firefly",
        table: "table-vi",
        row: { side: "sender", action: "Handle trap to Nub" },
        column: "us74",
      }),
    ).toBe("Table VI, sender, Handle trap to Nub");
  });

  it("name packets as the fault script does", () => {
    const { trace } = lostRun;
    expect(packetNameOf(trace, 0)).toEqual({ kind: "call", call: 1, send: 1 });
    expect(packetNameOf(trace, 2)).toEqual({ kind: "call", call: 1, send: 2 });
    const name = packetNameOf(trace, 2);
    expect(name === null ? [] : packetActions(name).map(({ line }) => line)).toEqual([
      "drop call#1 send 2",
      "duplicate call#1 send 2",
      "delay call#1 send 2 by 5ms",
      "reorder call#1 send 2",
    ]);
    for (let row = 0; row < trace.packets.count; row++) {
      const own = packetNameOf(trace, row);
      if (own !== null) expect(rowOfPacket(trace, own)).toBe(row);
    }
    expect(rowOfPacket(trace, { kind: "call", call: 1, send: 3 })).toBe(-1);
  });

  it("have no name for a copy, which no script can meet", () => {
    const { trace } = exampleRun({ mishap: "duplicated" });
    const copies = Array.from({ length: trace.packets.count }, (_, row) => row).filter(
      (row) => trace.packets.origin[row] === 2,
    );
    expect(copies).toHaveLength(1);
    expect(copies.map((row) => packetNameOf(trace, row))).toEqual([null]);
  });

  it("find the narrowest field that holds a byte", () => {
    const layers = [
      {
        name: "IPv4",
        length: 4,
        fields: [
          { name: "word", text: "", at: 0, length: 4 },
          { name: "flags", text: "", at: 2, length: 1 },
        ],
      },
    ];
    expect(fieldAt(layers, 2)?.name).toBe("flags");
    expect(fieldAt(layers, 3)?.name).toBe("word");
    expect(fieldAt(layers, 4)).toBeNull();
  });
});

describe("numbers", () => {
  it("group thousands, keep their unit and use a true minus", () => {
    expect(grouped(1367, 1)).toBe("1,367.0");
    expect(grouped(-1234567.25, 2)).toBe("−1,234,567.25");
    expect(grouped(-0.01, 1)).toBe("0.0");
    expect(plain(68.8)).toBe("68.8");
    expect(plain(1000, 0)).toBe("1,000");
    expect(durationText(598_200_000)).toBe("598.2 ms");
    expect(durationText(60_000)).toBe("60 µs");
    expect(durationText(500)).toBe("500 ns");
    expect(onClock(1_367_000, clockUnit(2_531_644))).toBe("1,367.0");
    expect(clockUnit(603e6).name).toBe("ms");
  });
});

describe("keys", () => {
  const press = (key: string, ctrlKey = false, shiftKey = false) =>
    timelineCommand({ key, ctrlKey, metaKey: false, altKey: false, shiftKey });

  it("mean what the help says", () => {
    expect(press(" ")).toBe("play");
    expect(press(",")).toBe("back");
    expect(press(".")).toBe("forward");
    expect(press("W")).toBe("zoom-in");
    expect(press("a")).toBe("pan-left");
    expect(press("ArrowLeft", true)).toBe("cause");
    expect(press("ArrowRight", true)).toBe("effect");
    expect(press("Escape")).toBe("clear");
    expect(press("r")).toBe("reverse");
    expect(press("g")).toBe("run-to");
    expect(press("G", false, true)).toBe("run-back");
    expect(press("h")).toBe("host");
    expect(press("/")).toBe("search");
  });

  it("leave the browser its own", () => {
    expect(press("w", true)).toBeUndefined();
    expect(press("d", true)).toBeUndefined();
    expect(press("F5")).toBeUndefined();
  });

  it("are each listed once", () => {
    expect(new Set(timelineKeys.map(({ id }) => id)).size).toBe(timelineKeys.length);
  });
});
