import { describe, expect, it } from "vitest";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import { runOf } from "../../../engine/experiments/testing.ts";
import type { Run } from "../../../engine/experiments/types.ts";
import { tableWidth } from "../../draw/text-width.ts";
import type { Box, Shape } from "../../draw/scene.ts";
import type { Figure } from "../../figure/figure.ts";
import { shownCall } from "../../figure/shown-call.ts";
import { anyFigureOf } from "../../figure/any.ts";
import { changedShapes, keyed, morphOf, type Keyed } from "./morph.ts";
import { movingShapes, toCome } from "./moving.ts";

const PLACE = { width: 1200, room: undefined, open: new Set<string>(), ladder: null };

function figureFor(run: Run, width = PLACE.width): Figure {
  const shown = shownCall(run.trace, 1, "folded");
  return anyFigureOf(shown, { ...PLACE, width }, tableWidth)(shown.fit, NO_REF);
}

const call = (set = {}, faults: readonly string[] = []): Run =>
  runOf("cedar/call", { set: { calls: 1, load: 0, ...set }, faults });

const plain = call();
const slow = call({ serverMs: 2 });
const lost = call({}, ["drop result#1"]);

const own = ({ run, ground }: Figure) => keyed(run?.trace ?? plain.trace, ground);
const boxes = (shapes: readonly { readonly key: string; readonly shape: Shape }[]) =>
  new Map(shapes.flatMap(({ key, shape }): [string, Box][] => (shape.shape === "box" ? [[key, shape]] : [])));

describe("the way from one run’s figure to another’s", () => {
  const [a, b] = [own(figureFor(plain)), own(figureFor(slow))];
  const at = morphOf(a, b);

  it("begins at the one and ends at the other", () => {
    const first = new Map(at(0).map(({ key, shape, alpha }) => [key, { shape, alpha }]));
    for (const { key, shape } of a) {
      const found = first.get(key);
      expect(found?.alpha, key).toBe(1);
      expect(found?.shape.shape === "box" && found.shape.x, key).toBe(shape.shape === "box" && shape.x);
    }
    const last = at(1);
    expect(last.map(({ key }) => key)).toEqual(b.map(({ key }) => key));
    for (const [i, { shape, alpha }] of last.entries()) {
      expect(alpha).toBe(1);
      const want = b[i]?.shape;
      if (shape.shape === "box" && want?.shape === "box") expect(shape.x).toBeCloseTo(want.x, 6);
    }
  });

  it("moves a bar from its place to its place", () => {
    const [from, to] = [boxes(a), boxes(b)];
    const moved = [...to].filter(([key, { x, of }]) => of !== undefined && from.has(key) && from.get(key)?.x !== x);
    expect(moved.length).toBeGreaterThan(10);
    const half = boxes(at(0.5));
    for (const [key, { x }] of moved) expect(half.get(key)?.x).toBeCloseTo(((from.get(key)?.x ?? 0) + x) / 2, 6);
  });

  it("finds the same packet again after one was lost, and brings in those that are new", () => {
    const [whole, broken] = [own(figureFor(plain)), own(figureFor(lost))];
    const packetsOf = (list: typeof whole) => list.filter(({ key }) => key.startsWith("packet"));
    const kept = new Set(packetsOf(whole).map(({ key }) => key));
    const isKept = packetsOf(broken).filter(({ key }) => kept.has(key));
    expect(isKept.some(({ key }) => /, call, 1, 0 /.test(key))).toBe(true);
    const news = morphOf(whole, broken)(0).filter(({ key, alpha }) => alpha === 0 && key.startsWith("packet"));
    expect(news.length).toBeGreaterThan(0);
    const goes = morphOf(broken, whole);
    const left = goes(0.25).filter(({ alpha }) => alpha === 0.75);
    expect(left.length).toBeGreaterThan(0);
    expect(goes(1).map(({ key }) => key)).toEqual(whole.map(({ key }) => key));
  });

  it("marks nothing where nothing has changed, and what has", () => {
    expect(changedShapes(a, own(figureFor(plain)))).toEqual([]);
    expect(changedShapes(a, b).length).toBeGreaterThan(0);
  });
});

describe("what moves in play", () => {
  const figure = figureFor(plain);
  const { trace } = plain;
  const row = [...trace.packets.kind].findIndex((kind) => trace.packetKinds[kind] === "call");
  const [departs, arrives] = [trace.packets.departs[row] ?? 0, trace.packets.arrives[row] ?? 0];

  it("is an envelope on the packet’s line, and a disc in the machine before", () => {
    const middle = movingShapes(figure, (departs + arrives) / 2);
    const envelope = middle.find((shape) => shape.shape === "box");
    const ends = figure.places?.packet(row);
    expect(envelope?.shape === "box" && envelope.x + envelope.width / 2).toBeCloseTo(
      ((ends?.[0] ?? 0) + (ends?.[2] ?? 0)) / 2,
      3,
    );
    expect(envelope?.shape === "box" && envelope.y + envelope.height / 2).toBeCloseTo(
      ((ends?.[1] ?? 0) + (ends?.[3] ?? 0)) / 2,
      3,
    );
    const before = movingShapes(figure, departs / 2);
    expect(before.map(({ shape }) => shape)).toEqual(["disc"]);
  });

  it("has a timer that drains where it goes off, until it goes off", () => {
    const broken = figureFor(lost);
    const path = (time: number) => movingShapes(broken, time).find((shape) => shape.shape === "path");
    expect(path(5e6)).toBeDefined();
    expect(path(10e6)).not.toEqual(path(5e6));
    expect(movingShapes(broken, 5e6, true).some((shape) => shape.shape === "path")).toBe(false);
    expect(path(lost.trace.calls.end[0] ?? 0)).toBeUndefined();
  });

  it("stands where time runs down at the same moments", () => {
    const down = figureFor(plain, 390);
    const envelope = movingShapes(down, (departs + arrives) / 2).find((shape) => shape.shape === "box");
    const ends = down.places?.packet(row);
    expect(down.down).toBe(true);
    expect(envelope?.shape === "box" && envelope.y + envelope.height / 2).toBeCloseTo(
      ((ends?.[0] ?? 0) + (ends?.[2] ?? 0)) / 2,
      3,
    );
  });

  it("lets all things recede that are to come, and neither machines nor the axis", () => {
    const faint = figure.ground.filter((shape) => toCome(shape) < 1);
    expect(faint.length).toBeGreaterThan(20);
    expect(faint.every(({ of }) => of !== undefined)).toBe(true);
    expect(figure.ground.some((shape) => shape.shape === "label" && toCome(shape) < 1)).toBe(false);
  });
});

it("a name moves from its place to its place", () => {
  const name = (x: number, y: number): Keyed => {
    const runs = [{ text: "server", ink: "ink" as const }];
    return { key: "name", shape: { shape: "label", x, y, runs, size: 12, anchor: "start" } };
  };
  const [half] = morphOf([name(0, 10)], [name(100, 30)])(0.5);
  expect(half?.shape).toMatchObject({ x: 50, y: 20 });
});
