/** Which machines of real runs share a row, and where packets that were lost have their crosses. */
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { FATES, NO_REF, packetRef } from "../../engine/kernel/trace-data.ts";
import { tableWidth } from "../draw/text-width.ts";
import { storyGroupsOf } from "../trace/story-groups.ts";
import { shownCall } from "./shown-call.ts";
import { drawingOf, drawnAt, frameOf, wordsOf } from "./testing.ts";
import { arrange, arrangementOf } from "./arrange-many.ts";
import { anyFigureOf } from "./any.ts";

const told = runOf("multirpc/callback-break", { set: { deadFraction: 0.03 } });
const call = runOf("multirpc/call", { set: { servers: 100, trials: 1 } });
const probe = runOf("flexrpc/p2p-probe");
const chain = runOf("flexrpc/multicast", { set: { callees: 32, argumentBytes: 1024, resultBytes: 1024 } });
const few = runOf("multirpc/callback-break", { set: { workstations: 10, mode: "iterative", deadFraction: 0 } });

const unitsOf = ({ trace }: Run): readonly string[] =>
  arrangementOf(trace, 1).units.map(({ title, story }) => (story === "" ? title : `${title}: ${story}`));

describe("machines with one story", () => {
  it("share a row with their count where there are many, in the order in which they are called", () => {
    expect(unitsOf(told)).toEqual([
      "File server",
      "3 workstations: dead, asked in vain",
      "93 workstations: answered",
      "4 workstations: a packet lost, asked again, answered",
      "8 machines: pass packets on",
    ]);
    const broadcast = runOf("sun-rpc/broadcast", { set: { machines: 50 } });
    expect(unitsOf(broadcast).at(-1)).toBe("47 hosts: take packets in, send none");
    expect(unitsOf(call).slice(0, 3)).toEqual([
      "Client",
      "95 servers: answered",
      "5 servers: a packet lost, asked again, answered",
    ]);
  });

  it("are all machines of the run together, each once", () => {
    for (const run of [told, call, probe, chain, few]) {
      const { units, plan } = arrangementOf(run.trace, 1);
      const machines = units.flatMap((unit) => unit.machines);
      expect(machines.toSorted((a, b) => a - b)).toEqual(plan.machines.map((_, machine) => machine));
    }
  });

  it("keep a row each in a chain, where every machine hands on", () => {
    expect(unitsOf(chain).slice(0, 3)).toEqual(["Caller", "Callee1", "Callee2"]);
    expect(unitsOf(chain)).toHaveLength(33);
  });

  it("fold where they take no part, also where machines are few", () => {
    expect(unitsOf(few)).toEqual(["File server", "Workstation 1", "9 workstations: take no part"]);
    expect(unitsOf(probe)).toContain("26 peers: take no part");
    expect(unitsOf(probe)).toContain("4 peers: down");
  });

  it("of several clients: the first calls on top, and those with other calls share the last row", () => {
    expect(unitsOf(runOf("sprite/call", { set: { clients: 2, calls: 2 } }))).toEqual(["Client", "Server", "Client 2"]);
    const eight = runOf("sprite/call", { set: { clients: 8, calls: 16 } });
    expect(unitsOf(eight)).toEqual(["Client", "Server", "7 clients: work for other calls"]);
  });

  it("open to a row each and keep their head; what is open in one call is open in the next", () => {
    const key = storyGroupsOf(told.trace, 1).groups.find(({ story }) => story.startsWith("dead"))?.key ?? "";
    const open = new Set([key]);
    const { units } = arrange(told.trace, 1, open);
    const head = units.findIndex(({ isOpen }) => isOpen);
    expect(units[head]).toMatchObject({ title: "3 workstations", machines: [] });
    for (const { machines, title } of units.slice(head + 1, head + 4)) {
      expect(machines).toHaveLength(1);
      expect(title).toMatch(/^Workstation \d+$/);
    }
    const other = runOf("multirpc/callback-break", { set: { deadFraction: 0.05 } });
    expect(arrange(other.trace, 1, open).units.filter(({ isOpen }) => isOpen)).toHaveLength(1);
  });

  it("can be opened in the figure, by a place that says what they are", () => {
    const shown = shownCall(told.trace, 1, "folded");
    for (const width of [1000, 360]) {
      const place = { width, room: undefined, open: new Set<string>(), ladder: null };
      const { hosts } = anyFigureOf(shown, place, tableWidth)(shown.fit, NO_REF);
      const names = hosts.flatMap((host) => ("opens" in host ? [host.opens.name] : []));
      expect(names).toContain("93 workstations: answered");
    }
  });

  it("keep room for their names where one of them is open to many", () => {
    const key = storyGroupsOf(told.trace, 1).groups.find(({ story }) => story === "answered")?.key ?? "";
    const { rows, height } = frameOf(
      shownCall(told.trace, 1, "folded"),
      { width: 1000, open: new Set([key]) },
      tableWidth,
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(height).toBeLessThanOrEqual(560.5);
    for (const { opens, pitch } of rows) if (opens !== null) expect(pitch).toBeGreaterThanOrEqual(18);
  });

  it("have their packets drawn as bands that say how many machines they are for", () => {
    const shown = shownCall(call.trace, 1, "folded");
    const drawing = drawnAt(shown, 1000);
    expect(wordsOf(drawing)).toContain("Request to 3 more servers");
    expect(drawing.ground.length).toBeLessThan(2000);
  });
});

describe("the crosses of lost packets", () => {
  it("stand in a lane of their own and in no machine’s, and lead to their packets", () => {
    for (const run of [told, call]) {
      const shown = shownCall(run.trace, 1, "folded");
      for (const width of [1000, 360]) {
        const frame = frameOf(shown, { width }, tableWidth);
        const { ground, targets, names } = drawingOf(shown, frame, shown.fit, NO_REF, tableWidth);
        const { from = 0, to = 0 } = frame.losses ?? {};
        const across = (points: readonly number[]): readonly number[] =>
          points.filter((_, i) => i % 2 === (width < 760 ? 0 : 1));
        const arms = ground.flatMap((shape) =>
          shape.shape === "line" && shape.stroke === "lost" && shape.lineWidth === 3 ? [across(shape.points)] : [],
        );
        expect(arms.length).toBeGreaterThan(1);
        for (const y of arms.flat()) expect(y > from - 1 && y < to + 1).toBe(true);
        const lost = run.trace.packets.fate.findIndex((fate) => FATES[fate] === "lost");
        expect(targets().some(({ ref }) => ref === packetRef(lost))).toBe(true);
        expect(names.length).toBeGreaterThan(0);
      }
    }
  });

  it("have no lane where none was lost", () => {
    expect(frameOf(shownCall(few.trace, 1, "folded"), { width: 1000 }, tableWidth).losses).toBeNull();
  });

  it("that lie too close to be told apart are one, with their count", () => {
    const shown = shownCall(told.trace, 1, "folded");
    const words = wordsOf(drawnAt(shown, 1000));
    expect(words.split("|")).toContain("2");
  });
});
