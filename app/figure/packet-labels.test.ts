import { expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { ETHERNET_BYTES } from "../../engine/wire/ethernet.ts";
import { IPV4_AT, PROTOCOL_TCP } from "../../engine/wire/ipv4.ts";
import { labelArea } from "../draw/place-label.ts";
import { isLabel } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { PROTOCOL_AT, TCP } from "./packet-words.ts";
import { shownCall } from "./shown-call.ts";
import { anyFigureOf } from "./any.ts";

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
      const { x0, x1, y0, y1 } = labelArea(one, tableWidth);
      return handles.some(([x, y]) => x > x0 && x < x1 && y > y0 && y < y1);
    });
    expect(covered.map(({ runs }) => runs.map(({ text }) => text).join(" "))).toEqual([]);
  },
);

it("finds TCP’s segments where the format of IPv4 has its protocol", () => {
  expect(PROTOCOL_AT).toBe(ETHERNET_BYTES + IPV4_AT.protocol);
  expect(TCP).toBe(PROTOCOL_TCP);
});
