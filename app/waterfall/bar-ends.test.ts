import { describe, expect, it } from "vitest";
import { elapsedOf } from "../../engine/kernel/reads.ts";
import { handlesIn, runOf, setupFor } from "../timeline/handle/testing.ts";
import type { Setup } from "../setup/setup.ts";
import { defaultPlace, handleOfRow, placeAt, placeLine, trackOf, withPlace } from "./bar-ends.ts";
import type { Track } from "./bar-ends.ts";
import { endsOf } from "./Pulls.tsx";
import { inWords, stepRows } from "./rows.ts";
import type { ShownRow } from "./rows.ts";

const ENDS = ["bar", "wire"];

/** The tracks of a call’s bars, by the names of their rows. */
function tracksIn(setup: Setup, call = 1): ReadonlyMap<string, Track> {
  const run = runOf(setup);
  const handles = handlesIn(setup, run, call).filter(({ kind }) => ENDS.includes(kind));
  const found = new Map<string, Track>();
  for (const row of inWords(stepRows(run.trace, call))) {
    const handle = handleOfRow(row, handles);
    const track = handle === null ? null : trackOf(handle, setup);
    if (track !== null) found.set(row.name, track);
  }
  return found;
}

const trackOfRow = (setup: Setup, name: string): Track => {
  const track = tracksIn(setup).get(name);
  if (track === undefined) throw new Error(`No end of "${name}" can be pulled.`);
  return track;
};

describe("ends of bars in the waterfall", () => {
  it("stand at the packets and at the procedure, and nowhere else", () => {
    expect([...tracksIn(setupFor("firefly/null", { calls: 2 }), 2).keys()]).toEqual(["Call packet", "Result packet"]);
    const slow = setupFor("cedar/call", { calls: 1, load: 0, serverMs: 1 });
    expect([...tracksIn(slow).keys()]).toEqual(["Call packet", "Server the procedure runs", "Result packet"]);
  });

  it("are none of a wait for a thing, and of many of one parameter the first is a Tab stop", () => {
    const setup = setupFor("multirpc/call");
    const run = runOf(setup);
    const handles = handlesIn(setup, run).filter(({ kind }) => ENDS.includes(kind));
    const rows = inWords(stepRows(run.trace, 1));
    const hands = { setup, handles, stands: "", onPreview: () => undefined, onChange: () => undefined };
    const ends = endsOf(rows, hands);
    const isBefore = ({ wait, steps, to }: ShownRow): boolean =>
      wait && handles.some(({ ref, to: end }) => steps[0]?.refs.includes(ref) === true && to < end);
    expect(rows.some(isBefore)).toBe(true);
    expect(ends.filter((end, i) => end !== null && rows.slice(i, i + 1).some(isBefore))).toEqual([]);
    const pulled = ends.filter((end) => end !== null);
    const stops = pulled.filter(({ isStop }) => isStop).map(({ track }) => track.pulled.key);
    expect(pulled.length).toBeGreaterThan(stops.length);
    expect(stops).toEqual([...new Set(pulled.map(({ track }) => track.pulled.key))]);
    expect(endsOf([null], hands)).toEqual([null]);
  });

  it("give a faster network where the bar of a packet is pulled shorter, and the call is as much shorter", () => {
    const setup = setupFor("firefly/null", { calls: 1 });
    const track = trackOfRow(setup, "Call packet");
    const by = 40_000; // nanoseconds
    const pulled = withPlace(track, setup, placeAt(track, track.pulled.to - by));
    expect(Number(pulled.parameters["networkMbps"])).toBeGreaterThan(10);
    const saved = elapsedOf(runOf(setup).trace, 0) - elapsedOf(runOf(pulled).trace, 0);
    expect(saved).toBeGreaterThan(2 * by - 5000); // both packets
    expect(saved).toBeLessThan(2 * by + 5000);
  });

  it("go back where they came from: a key to the other side leads to the value before", () => {
    const setup = setupFor("firefly/null", { calls: 1 });
    const valuesFrom = (from: Setup, ...ways: readonly boolean[]): readonly number[] => {
      const values: number[] = [];
      let at = from;
      for (const longer of ways) {
        const track = trackOfRow(at, "Call packet");
        at = withPlace(track, at, track.next(longer, false));
        values.push(Number(at.parameters["networkMbps"]));
      }
      return values;
    };
    expect(valuesFrom(setup, false, false, true, true, true)).toEqual([20, 50, 20, 10, 5]);
    const track = trackOfRow(setup, "Call packet");
    expect(track.valueOf(track.next(false, true))).toBeGreaterThan(20);
  });

  it("go along the options of a choice, longer to the right", () => {
    const track = trackOfRow(setupFor("cedar/call", { calls: 1, load: 0, networkMbps: "10" }), "Call packet");
    const places = Array.from({ length: track.most + 1 }, (_, place) => track.valueOf(place));
    expect(places).toEqual(places.toSorted((a, b) => b - a));
    expect(track.valueOf(track.now)).toBe(10);
    expect(placeLine(track, track.now)).toContain("10 Mbit/s");
    expect(placeLine(track, track.most)).toMatch(/^network .* → 3 Mbit\/s/);
  });

  it("say where they stay, and know the default", () => {
    const setup = setupFor("cedar/call", { calls: 1, load: 0, serverMs: 2 });
    const track = trackOfRow(setup, "Server the procedure runs");
    expect(placeAt(track, track.pulled.to)).toBe(track.now);
    expect(withPlace(track, setup, track.now)).toEqual(setup);
    expect(withPlace(track, setup, defaultPlace(track)).parameters["serverMs"]).toBe(0);
  });
});
