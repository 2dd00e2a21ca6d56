import { expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { ETHERNET_BYTES } from "../../engine/wire/ethernet.ts";
import { IPV4_AT, PROTOCOL_TCP } from "../../engine/wire/ipv4.ts";
import { isLabel } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { areaOf } from "../draw/uncovered.ts";
import { PROTOCOL_AT, TCP } from "./packet-words.ts";
import { shownCall } from "./shown-call.ts";
import { anyFigureOf } from "./any.ts";
import { figureIn } from "./testing.ts";

it.each([780, 1000, 1200])(
  "no name lies over the handle of a packet, be it an acknowledgement: %i px wide",
  (width) => {
    const shown = shownCall(runOf("cedar/call", { set: { calls: 1, load: 0 } }).trace, 1, "folded");
    const { names, places } = anyFigureOf(
      shown,
      { width, room: undefined, open: new Set() },
      tableWidth,
    )(shown.fit, NO_REF);
    const rows = Array.from({ length: shown.trace.packets.count }, (_, row) => row);
    const handles = rows.flatMap((row) => {
      const ends = places?.packet(row);
      return ends === undefined || ends === null ? [] : [[(ends[0] + ends[2]) / 2, (ends[1] + ends[3]) / 2] as const];
    });
    expect(handles.length).toBeGreaterThanOrEqual(4);
    const covered = names.filter(isLabel).filter((one) => {
      const { x0, x1, y0, y1 } = areaOf(one);
      return handles.some(([x, y]) => x > x0 && x < x1 && y > y0 && y < y1);
    });
    expect(covered.map(({ runs }) => runs.map(({ text }) => text).join(" "))).toEqual([]);
  },
);

it.each([
  [
    "cedar/call",
    { calls: 1, load: 0, argumentPackets: 3 },
    ["drop data#1"],
    "143.7 Interrupt routine takes a packet in",
  ],
  ["sweepstakes/throughput", {}, [], "451.3 Server stub takes the"],
  ["firefly/null", { calls: 3 }, ["duplicate call#1 by 2ms", "delay result#1 by 3ms"], "700 Demultiplex in"],
] as const)(
  "of %s on a phone: no packet of the call lies under a name, and steps have theirs",
  (id, set, faults, step) => {
    const shown = shownCall(runOf(id, { set, faults, keep: { calls: 5 } }).trace, 1, "folded");
    const { names, places } = figureIn(shown, { width: 390, room: undefined, open: new Set() })(shown.fit, NO_REF);
    const { packets } = shown.trace;
    const points = Array.from({ length: packets.count }, (_, row) => row)
      .filter((row) => packets.call[row] === 1 && packets.delayed[row] === 0 && packets.fate[row] === 0)
      .flatMap((row) => {
        const [y0 = 0, x0 = 0, y1 = 0, x1 = 0] = places?.packet(row) ?? [];
        return [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => [x0 + share * (x1 - x0), y0 + share * (y1 - y0)] as const);
      });
    expect(points.length).toBeGreaterThan(0);
    const words = names.filter(isLabel).map((one) => one.runs.map(({ text }) => text).join(" "));
    const covered = names.filter(isLabel).map((one) => {
      const { x0, x1, y0, y1 } = areaOf(one);
      return points.some(([x, y]) => x > x0 + 4 && x < x1 - 4 && y > y0 && y < y1 - 3);
    });
    expect(words.filter((_, i) => covered[i] === true)).toEqual([]);
    expect(words).toContain(step);
  },
);

it("finds TCP’s segments where the format of IPv4 has its protocol", () => {
  expect(PROTOCOL_AT).toBe(ETHERNET_BYTES + IPV4_AT.protocol);
  expect(TCP).toBe(PROTOCOL_TCP);
});
