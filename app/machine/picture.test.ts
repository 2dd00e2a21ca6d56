import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import type { Run } from "../../engine/experiments/types.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { isLabel } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { areaOf } from "../draw/uncovered.ts";
import { groundShapes } from "./draw.ts";
import { hostsOf } from "./hosts.ts";
import { machineLayout } from "./layout.ts";
import { liveShapes } from "./live.ts";
import { machineSvg } from "./machine-svg.ts";
import { hostSentences, wireSentence } from "./machine-text.ts";
import { moved, placesOf } from "./places.ts";
import { journeysOf } from "./stays.ts";
import { lone, moments, named, now, RUNS } from "./testing.ts";
import type { Rect } from "../draw/point.ts";

const WIDTHS = [288, 358, 640, 780, 960] as const;

/** A figure of a run at a moment, drawn at a width. */
function drawn(trace: TraceData, time: number, width: number, call = 1) {
  const { hosts } = hostsOf(trace) ?? { hosts: [] };
  const layout = machineLayout(hosts, width);
  const state = now(trace, time, call);
  const given = { trace, layout, measure: tableWidth };
  return { layout, state, shapes: [...groundShapes(given), ...liveShapes(given, state)] };
}

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe("the picture", () => {
  it("has room for every part at every width, and none on another", () => {
    for (const [name, { trace }] of RUNS) {
      for (const width of WIDTHS) {
        const { layout } = drawn(trace, 0, width);
        for (const { processors, ready, waiting, memory, bus, controllers, band } of layout.places) {
          const parts = [...processors.values(), ready, waiting, ...controllers.values()];
          if (memory !== null) parts.push(memory.queue, memory.received);
          if (bus !== null) parts.push(bus);
          for (const [i, part] of parts.entries()) {
            const at = `${name}, ${width} px, part ${i}`;
            expect(part.width > 20 || part === bus, at).toBe(true);
            expect(part.x >= band.x && part.x + part.width <= band.x + band.width, at).toBe(true);
            expect(part.y >= band.y && part.y + part.height <= band.y + band.height, at).toBe(true);
            expect(
              parts.slice(i + 1).some((other) => overlap(part, other)),
              at,
            ).toBe(false);
          }
        }
        expect(layout.height).toBeGreaterThan(0);
      }
    }
  });

  it("cuts no word at its edges", () => {
    fc.assert(
      fc.property(moments, fc.constantFrom(...WIDTHS), ({ run: { trace }, time }, width) => {
        const { shapes, layout } = drawn(trace, time, width);
        for (const one of shapes.filter(isLabel)) {
          const { x0, x1, y1 } = areaOf(one);
          const text = one.runs.map((run) => run.text).join(" ");
          expect(x0 + 4, text).toBeGreaterThanOrEqual(0);
          expect(x1 - 4, text).toBeLessThanOrEqual(width);
          expect(y1 - 3, text).toBeLessThanOrEqual(layout.height);
        }
      }),
    );
  });

  it("keeps words within their part, beside the marks there, and those of the network between the machines", () => {
    fc.assert(
      fc.property(moments, fc.constantFrom(...WIDTHS), ({ run: { trace }, time }, width) => {
        const { shapes, layout } = drawn(trace, time, width);
        const labels = shapes.filter(isLabel);
        const slips = shapes.flatMap((one) => (one.shape === "box" && one.height === 17 ? [one] : []));
        const rectOf = (one: (typeof labels)[number]): Rect => {
          const { x0, x1, y0, y1 } = areaOf(one);
          return { x: x0 + 4, y: y0, width: x1 - x0 - 8, height: y1 - y0 - 3 };
        };
        for (const { processors, controllers } of layout.places) {
          for (const part of [...processors.values(), ...controllers.values()]) {
            for (const one of labels.filter(({ x, y }) => overlap({ x, y, width: 1, height: 1 }, part))) {
              const area = rectOf(one);
              expect(area.x + area.width, JSON.stringify(one.runs)).toBeLessThanOrEqual(part.x + part.width);
              if (one.anchor === "start")
                expect(slips.some((mark) => overlap(mark, area) && processors.size > 1)).toBe(false);
            }
          }
        }
        if (!layout.beside) return;
        const [left, right] = layout.places.map(({ band }) => band);
        const own = labels.filter(({ x }) => x === layout.cable?.name.x).map(rectOf);
        expect(own.length).toBeGreaterThan(0);
        for (const { x, width: wide } of own) {
          expect(x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0));
          expect(x + wide).toBeLessThanOrEqual(right?.x ?? 0);
        }
      }),
    );
  });

  it("shows CPU 0 on yellow while an interrupt carries the call on, and on ink while another one runs", () => {
    const { spans, elapsed } = lone.trace;
    const seen = { onPath: 0, beside: 0 };
    for (let row = 0; row < spans.count; row++) {
      const time = spans.start[row] ?? elapsed;
      const { state, shapes, layout } = drawn(lone.trace, time, 780);
      for (const [i, { processors }] of state.hosts.entries()) {
        const [{ work, isInterrupt, track } = { work: null, isInterrupt: false, track: -1 }] = processors;
        if (work === null || !isInterrupt) continue;
        const rect = layout.places[i]?.processors.get(track);
        const fills = shapes.flatMap((one) =>
          one.shape === "box" && one.x === rect?.x && one.y === rect.y && one.width === rect.width ? [one.fill] : [],
        );
        expect(fills).toEqual([work.onPath ? "accent" : "ink"]);
        seen[work.onPath ? "onPath" : "beside"]++;
      }
    }
    expect(seen.onPath).toBeGreaterThan(5);
    expect(seen.beside).toBeGreaterThan(5);
  });

  it("has the cross of a lost packet where it was lost: at the end of the wire, or in the receiver’s memory", () => {
    for (const [name, onWire] of [
      ["a lost result", true],
      ["the race on one processor", false],
    ] as const) {
      const { trace } = named(name);
      const lost = journeysOf(trace).all.find(({ isLost }) => isLost);
      const [call, time] = [lost?.call ?? 0, lost?.to ?? 0];
      const { layout, shapes } = drawn(trace, time, 780, call);
      const crosses = shapes.flatMap((one) => (one.shape === "line" && one.stroke === "lost" ? [one.points] : []));
      expect(crosses.length, name).toBe(2);
      const [x = 0, y = 0] = crosses[0] ?? [];
      const memory = layout.places[0]?.memory?.received ?? { x: 0, y: 0, width: 0, height: 0 };
      expect(overlap({ x, y, width: 1, height: 1 }, memory), name).toBe(!onWire);
    }
  });

  it("is a file, and none of a run that the figure has no place for", () => {
    const options = { call: 1, time: 600_000, width: 1000, theme: "light" } as const;
    const text = machineSvg(lone, options);
    expect(text).toMatch(/^<svg [^>]*width="1000"/);
    expect(text).toContain(">QBus<");
    expect(text).not.toContain("NaN");
    expect(machineSvg(runOf("multirpc/call", { set: { servers: 10, trials: 1 } }), options)).toBe("");
  });
});

describe("the words for a moment", () => {
  const words = (run: Run, time: number): string => {
    const state = now(run.trace, time);
    return [...state.hosts.flatMap((own) => hostSentences(run.trace, own)), wireSentence(run.trace, state)].join(" ");
  };

  it("say who has each processor, what waits, and where the packet is", () => {
    expect(words(lone, 50_000)).toBe(
      "CPU 4 runs caller thread 1: Calling stub (call). All processors are idle. Ethernet carries no packet.",
    );
    expect(words(lone, 490_000)).toBe(
      "CPU 0 runs an interrupt: Prod Ethernet controller. CPU 4 runs caller thread 1: Register the call in the call " +
        "table. The call packet of call 1 waits to be sent. All processors are idle. Ethernet carries no packet.",
    );
    expect(words(lone, 550_000)).toMatch(/QBus carries the call packet of call 1 to the controller\./);
    expect(words(lone, 600_000)).toMatch(/Caller thread 1 waits for an answer\..* Ethernet carries the call packet of/);
    expect(words(named("a crash"), 10_000_000)).toMatch(/The machine is down\./);
    expect(words(named("a slow server"), 1_500_000)).toMatch(/The processors are 3 times as slow\./);
    expect(words(named("a lost result"), 500_000_000)).toMatch(/The result packet of call 1 was lost: dropped by the/);
  });

  it("name each place, and the keys lead to all of them and across", () => {
    const { layout, state } = drawn(lone.trace, 490_000, 780);
    const places = placesOf(lone.trace, layout, state);
    const [first] = places;
    expect(places.length).toBe(2 * (1 + 2 + 5 + 2 + 3) + 1);
    const seen = [first];
    for (let at = first; at !== undefined;) {
      const next: typeof at | null = moved(places, at, "ArrowDown");
      if (next === null || next === at) break;
      seen.push(next);
      at = next;
    }
    expect(seen).toEqual(places);
    const cpu = places.find(({ name }) => name === "Caller CPU 0");
    expect(cpu?.text).toBe("interrupt for call 1: Prod Ethernet controller");
    expect(cpu === undefined ? null : moved(places, cpu, "ArrowRight")?.name).toBe("Server CPU 0");
    expect(places.find(({ name }) => name === "Caller packets to be sent")?.text).toBe("call packet of call 1");
  });
});
