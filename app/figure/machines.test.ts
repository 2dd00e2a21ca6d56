/** Which machines stand in the figure of a run on the campus, and how one that is down looks there. */
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import type { ParamValues, Run } from "../../engine/experiments/types.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Box, Drawing } from "../draw/scene.ts";
import { deadIn, downTimes } from "../trace/machine-events.ts";
import { hasMany, isMany, planLanes } from "../trace/lanes.ts";
import { shownCall } from "./shown-call.ts";
import type { ShownCall } from "./shown-call.ts";
import { summaryOf } from "../timeline/figure/summary.ts";
import { drawingOf, drawnAt, frameOf, wordsOf } from "./testing.ts";
import { tableWidth } from "../draw/text-width.ts";
import { whereOf } from "../trace/row-names.ts";

const call = (set: ParamValues): Run => runOf("multirpc/call", { set: { placement: "ring", trials: 1, ...set } });
const shownOf = (run: Run): ShownCall => shownCall(run.trace, 1, "folded");
const servers = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `server${i + 1}`);

const local = call({ servers: 10 });
const single = call({ servers: 1 });
const singleDead = call({ servers: 1, dead: 1 });
const someDead = call({ servers: 10, dead: 2 });

const many = (run: Run, width: number): Drawing => {
  const shown = shownOf(run);
  return drawingOf(shown, frameOf(shown, { width }, tableWidth), shown.fit, NO_REF, tableWidth);
};

/** What is hatched as bare paper is; the swatch of the legend is smaller. */
const bare = ({ ground }: Drawing): readonly Box[] =>
  ground.flatMap((shape) => (shape.shape === "box" && shape.fill === "paper" && shape.hatch === "wide" ? [shape] : []));

describe("the machines of a figure", () => {
  it("are client and servers alone where no packet leaves their ring", () => {
    expect([...planLanes(local.trace).machines].toSorted()).toEqual(["client", ...servers(10)].toSorted());
  });

  it("are routers too where packets meet them, after the client and its servers", () => {
    const { machines } = planLanes(call({ servers: 30, placement: "campus" }).trace);
    expect(machines[0]).toBe("client");
    const routers = machines.filter((machine) => /Router|room/.test(machine));
    expect(routers.length).toBeGreaterThan(2);
    expect(machines.slice(-routers.length)).toEqual(routers);
  });

  it("are two where one server is called on the ring, which is then the medium between them", () => {
    const plan = planLanes(single.trace);
    expect(plan.machines).toEqual(["client", "server1"]);
    expect([isMany(plan), hasMany(single.trace), plan.medium]).toEqual([false, false, "Test ring"]);
    expect(whereOf(single.trace, 1)).toBe("Test ring");
    expect(wordsOf(drawnAt(shownOf(single), 1000))).toContain("Test ring");
  });

  it("hold a server that was dead all the while, with the lane of a processor that did nothing", () => {
    const { lanes, machines } = planLanes(singleDead.trace);
    expect(machines).toEqual(["client", "server1"]);
    expect(lanes.map(({ machine, name }) => `${machine} ${name}`)).toEqual(["client CPU 0", "server1 CPU 0"]);
    const names = planLanes(someDead.trace).lanes.map(({ machine }) => machine);
    for (const machine of deadIn(someDead.trace)) expect(names).toContain(machine);
  });
});

describe("a server that was dead from the beginning", () => {
  const dead = deadIn(someDead.trace);

  it("is down for all of the run", () => {
    expect(dead).toHaveLength(2);
    for (const machine of dead) expect(downTimes(someDead.trace, machine)).toEqual([{ from: 0, to: Infinity }]);
    expect(deadIn(local.trace)).toEqual([]);
  });

  it.each([1000, 360])("stands on bare paper and is named in a figure of many machines %i wide", (width) => {
    const drawing = many(someDead, width);
    const long = bare(drawing).filter((box) => Math.max(box.width, box.height) > 200);
    expect(long).toHaveLength(2);
    expect(
      wordsOf(drawing)
        .split("|")
        .filter((text) => text === "× dead"),
    ).toHaveLength(2);
    expect(bare(many(local, width))).toEqual([]);
  });

  it("stands on bare paper between two machines, whichever way time runs", () => {
    const shown = shownOf(singleDead);
    const across = drawnAt(shown, 1000);
    expect(bare(across).map(({ width }) => width > 200)).toEqual([true, false]); // the other is in the legend
    expect(wordsOf(across)).toContain("× dead");
    const down = drawnAt(shown, 360);
    expect(bare(down).map(({ height }) => height > 200)).toEqual([true]);
  });

  it("shares a row with the others that are dead, all of it bare, and with nobody who lives", () => {
    const run = runOf("multirpc/callback-break", { set: { workstations: 200, deadFraction: 0.5 } });
    const shown = shownOf(run);
    const frame = frameOf(shown, { width: 1000 }, tableWidth);
    const drawing = drawingOf(shown, frame, shown.fit, NO_REF, tableWidth);
    const isDead = new Set(deadIn(run.trace));
    expect(isDead.size).toBe(100);
    for (const { machines, from, to } of frame.rows) {
      const here = bare(drawing).filter(({ y, height }) => y >= from - 1e-6 && y + height <= to + 1e-6);
      const dead = machines.filter((machine) => isDead.has(shown.plan.machines[machine] ?? "")).length;
      expect([0, machines.length]).toContain(dead);
      expect(here.reduce((sum, { height }) => sum + height, 0)).toBeCloseTo(dead === 0 ? 0 : to - from, 6);
    }
    expect(wordsOf(drawing)).toContain("+ 100 workstations|dead, asked in vain");
    expect(wordsOf(drawing)).toContain("down");
  });

  it("is told in words", () => {
    expect(summaryOf(someDead, shownOf(someDead)).description).toMatch(
      /\. Server \d+ and server \d+ are dead from the b/,
    );
    expect(summaryOf(singleDead, shownOf(singleDead)).description).toContain("Server 1 is dead from the beginning.");
    expect(summaryOf(local, shownOf(local)).description).not.toContain("dead");
  });

  it("is no longer named once it was restarted before the view begins", () => {
    const [machine = ""] = dead;
    const run = runOf("multirpc/call", {
      set: { placement: "ring", trials: 2, servers: 10, dead: 2 },
      faults: [`crash ${machine} at 0.5ms`, `restart ${machine} at 1ms`],
    });
    expect(downTimes(run.trace, machine)).toEqual([{ from: 0, to: 1e6 }]);
    const shown = shownCall(run.trace, 2, "folded");
    const drawing = drawnAt(shown, 1000);
    expect(
      wordsOf(drawing)
        .split("|")
        .filter((text) => text === "× dead"),
    ).toHaveLength(1);
  });
});
