import { describe, expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import { NO_REF, packetRef, refRow, refTable, spanRef } from "../../../engine/kernel/trace-data.ts";
import { itemAt, numberAt, timeAt } from "../../../engine/kernel/reads.ts";
import { dissect } from "../../../engine/wire/layers.ts";
import { tableWidth } from "../../draw/text-width.ts";
import { frameOf as bytesOf } from "../../trace/packet-facts.ts";
import { timesByRow, traceOnRung } from "../../trace/rungs.ts";
import { pathOf } from "../../trace/path.ts";
import { LAST_RUNG, RUNGS, WHOLE_RUNG } from "../../words/rungs.ts";
import { microsText } from "../../words/times.ts";
import { hasPlaces } from "../../figure/figure.ts";
import type { Figure, Place } from "../../figure/figure.ts";
import { shownCall } from "../../figure/shown-call.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { overlaps, wordsOf } from "../../figure/testing.ts";
import type { Handle } from "../handle/handle.ts";
import { placed } from "../handle/placed.ts";
import { anyFigureOf } from "../../figure/any.ts";
import { isOnRung } from "./on-rung.ts";
import { rungAt, whyNoRungs } from "./rung.ts";
import { rungSentence } from "./sentence.ts";

const RUNS = {
  cedar: runOf("cedar/call", { set: { calls: 1, load: 0, arguments: 1, results: 1 } }),
  firefly: runOf("firefly/null", { set: { calls: 1 } }),
  sun: runOf("sun-rpc/call", { set: { iterations: 1 } }),
} as const;
const NAMES = ["cedar", "firefly", "sun"] as const;
const shownOf = (name: keyof typeof RUNS): ShownCall => shownCall(RUNS[name].trace, 1, "folded", false);

/** The packet that a figure shows the bytes of. */
const CALL = 0;

function figureAt(shown: ShownCall, position: number, width = 1000): Figure {
  const layers = dissect(bytesOf(shown.trace, callRow(shown)));
  const place: Place = {
    ...{ width, room: undefined, open: new Set<string>() },
    ladder: { position, bytes: { row: callRow(shown), layers, chosen: CALL } },
  };
  return anyFigureOf(shown, place, tableWidth)(shown.fit, NO_REF);
}

const callRow = ({ trace }: ShownCall): number =>
  Array.from({ length: trace.packets.count }, (_, row) => row).find(
    (row) => trace.packets.call[row] === 1 && numberAt(trace.packets.frameLength, row) > 0,
  ) ?? -1;

it("says why a call to several machines, and a whole run, have no rungs", () => {
  const { trace } = runOf("multirpc/call", { set: { servers: 4 } });
  expect(whyNoRungs(shownCall(trace, 1, "folded"))).toBe("The ladder shows a call between two machines. Here are 5.");
  expect(whyNoRungs(shownCall(RUNS.firefly.trace, 0, "folded"))).toBe("The ladder shows one call: choose a call.");
  expect(whyNoRungs(shownOf("firefly"))).toBe("");
});

/** Time on the critical path by the row in which a rung has it. */
function pathTimes(shown: ShownCall, rung: number): ReadonlyMap<string, number> {
  const told = traceOnRung(shown.trace, rung);
  const sums = new Map<string, number>();
  for (const { ref, part, from, to } of pathOf(told, 1)) {
    if (part !== "work" || refTable(ref) !== "span") continue;
    const { name, machine } = itemAt(told.tracks, numberAt(told.spans.track, refRow(ref)), "track");
    if (machine === "") continue;
    const row = name === "procedure" ? "program" : name;
    sums.set(row, (sums.get(row) ?? 0) + to - from);
  }
  return sums;
}

describe.each(NAMES)("the ladder of a call of %s", (name) => {
  const shown = shownOf(name);
  const whole = timesByRow(shown.trace, 1);

  it("has all time on every rung: a row that is open has its own, the last open one that of all below it", () => {
    const rows = ["program", "stub", "run time", "kernel", "controller"];
    for (const rung of [0, 1, 2, WHOLE_RUNG]) {
      const times = pathTimes(shown, rung);
      const open = rung === WHOLE_RUNG ? rows.length - 1 : rung;
      for (const [depth, row] of rows.entries()) {
        const below = whole.slice(depth).reduce((sum, time) => sum + time, 0);
        const wanted = depth < open ? whole[depth] : depth === open ? below : 0;
        expect(times.get(row) ?? 0, `${row} on rung ${rung}`).toBe(wanted);
      }
    }
    expect(whole[2]).toBeGreaterThan(0);
    expect(whole[3]).toBeGreaterThan(0);
  });

  it("leaves rows of the trace, their times and causes as they are", () => {
    for (const rung of [0, 1, 2, WHOLE_RUNG]) {
      const { spans, packets, calls } = traceOnRung(shown.trace, rung);
      expect(spans.start).toBe(shown.trace.spans.start);
      expect(spans.cause).toBe(shown.trace.spans.cause);
      expect(packets.departs).toBe(shown.trace.packets.departs);
      expect(calls).toBe(shown.trace.calls);
    }
  });

  it("writes the time of each stretch on the first rung, and sets no name over another on any", () => {
    const words = wordsOf(figureAt(shown, 0));
    const [first, last] = [shown.story.path[0], shown.story.path.at(-1)];
    expect(first?.from).toBe(shown.call.from);
    expect(last?.to).toBe(shown.call.to);
    expect(words).toMatch(/calls/);
    expect(words).toMatch(/runs/);
    expect(words).toMatch(/goes on/);
    for (const width of [390, 1000]) {
      for (const rung of RUNGS.keys()) expect(overlaps(figureAt(shown, rung, width)), `rung ${rung}`).toEqual([]);
    }
  });

  it("opens rows without a jump: a figure just after a rung stands as that of the rung", () => {
    for (const width of [390, 1000]) {
      for (const rung of [0, 1, 2]) {
        const [at, after] = [figureAt(shown, rung, width), figureAt(shown, rung + 1e-4, width)];
        expect(after.height).toBeCloseTo(at.height, 1);
        expect(after.axis).toBeCloseTo(at.axis, 1);
        const before = figureAt(shown, rung + 1 - 1e-4, width);
        const next = figureAt(shown, rung + 1, width);
        expect(before.height).toBeCloseTo(next.height, 0);
        for (let row = 0; row < shown.trace.spans.count; row++) {
          const [a, b] = [at.places?.span(row), after.places?.span(row)];
          if (a === undefined || b === undefined || a === null || b === null) continue;
          expect(b[0]).toBeCloseTo(a[0], 1);
          expect(Math.abs(b[1] - a[1]), `span ${row} on rung ${rung}`).toBeLessThan(0.1);
        }
      }
    }
  });

  it("keeps time where it is up to the last rung", () => {
    const ends = [0, 0.5, 1, 1.7, 2, 3].map((position) => figureAt(shown, position).scale);
    for (const scale of ends) expect([scale.from, scale.to]).toEqual([ends[0]?.from, ends[0]?.to]);
  });

  it("has the bytes of the call packet on the last rung, in the order of sending and all of them", () => {
    const row = callRow(shown);
    for (const width of [390, 1000]) {
      expect(figureAt(shown, WHOLE_RUNG, width).layers).toEqual([]);
      const { layers, scale, start } = figureAt(shown, LAST_RUNG, width);
      expect(layers.reduce((sum, { length }) => sum + length, 0)).toBe(numberAt(shown.trace.packets.bytes, row));
      expect(layers[0]?.from).toBeCloseTo(start + scale.at(timeAt(shown.trace.packets.departs, row)), 6);
      expect(layers.at(-1)?.to).toBeCloseTo(start + scale.at(timeAt(shown.trace.packets.arrives, row)), 6);
      for (const [i, layer] of layers.entries()) if (i > 0) expect(layer.from).toBeCloseTo(layers[i - 1]?.to ?? 0, 6);
    }
  });

  it("says in a sentence what each rung shows", () => {
    const of = (rung: number): string => rungSentence(shown, rung, callRow(shown), false);
    expect(of(0)).toContain("A program calls a procedure");
    expect(of(LAST_RUNG)).toContain(`${numberAt(shown.trace.packets.bytes, callRow(shown))} bytes`);
    expect(new Set([...RUNGS.keys()].map(of)).size).toBe(RUNGS.length);
  });
});

describe("the ladder of an empty call between two Fireflies", () => {
  const shown = shownOf("firefly");

  it("has the sums of Tables VI and VII", () => {
    const words = wordsOf(figureAt(shown, WHOLE_RUNG)).split("|");
    for (const time of [16, 45, 155, 288, 70, 80, 456, 158, 34, 10]) expect(words).toContain(microsText(time * 1000));
  });

  it("has the handle of the packet on the last rung behind its bytes, in the middle of the wire as elsewhere", () => {
    const packet = callRow(shown);
    const handle = { key: "packet call#1", ref: packetRef(packet), kind: "packet", rest: "middle" } as Handle;
    for (const width of [390, 1000]) {
      const spotOn = (position: number) => {
        const figure = figureAt(shown, position, width);
        if (!hasPlaces(figure)) throw new Error("The figure has no places.");
        const bytes = position > WHOLE_RUNG ? { row: packet, share: position - WHOLE_RUNG } : null;
        const among = { figure, bytes, trace: shown.trace, first: "caller", momentOf: () => 0 };
        const choosing = { apart: 24, many: false, selected: NO_REF, machine: null, kept: handle.key };
        return { figure, spot: placed([handle], among, choosing)[0] };
      };
      const { figure, spot } = spotOn(LAST_RUNG);
      const [first, last] = [figure.layers[0], figure.layers.at(-1)];
      if (spot === undefined || first === undefined || last === undefined) throw new Error("Nothing is there to take.");
      expect(spot.along).toBeGreaterThan(last.to + 8);
      expect(spot.along).toBeLessThan(figure.start + figure.scale.length - 8);
      expect(spot.across).toBeCloseTo((first.top + first.bottom) / 2, 6);
      const [before, after] = [spotOn(WHOLE_RUNG).spot, spotOn(WHOLE_RUNG + 1e-4).spot];
      expect(after?.along).toBeCloseTo(before?.along ?? NaN, 1);
    }
  });

  it("shows a bar’s handle where its work has a row for itself", () => {
    const { trace } = shown;
    const handleOn = (step: RegExp): Handle => {
      const row = trace.spans.step.findIndex((number) => step.test(trace.steps[number]?.name ?? ""));
      return { ref: spanRef(row), kind: "bar" } as Handle;
    };
    const seen = (handle: Handle): readonly number[] =>
      [...RUNGS.keys()].filter((rung) => isOnRung(trace, handle, rung));
    expect(seen(handleOn(/server procedure/))).toEqual([1, 2, 3, 4]);
    expect(seen(handleOn(/Server stub/))).toEqual([2, 3, 4]);
    expect(seen(handleOn(/Starter/))).toEqual([3, 4]);
    expect(seen(handleOn(/Wake up RPC thread/))).toEqual([3, 4]);
  });
});

it("its keys and buttons stop at the first rung and at the call’s last", () => {
  expect([-5, -1, 0, 1, 3, 4, 9].map((number) => rungAt(3, number))).toEqual([0, 0, 0, 1, 3, 3, 3]);
});
