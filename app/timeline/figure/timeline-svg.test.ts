import { describe, expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import { packetRef } from "../../../engine/kernel/trace-data.ts";
import { numberAt } from "../../../engine/kernel/reads.ts";
import { AXIS_KINDS } from "../../setup/axis.ts";
import { repeatsOf } from "../../trace/repeats.ts";
import { LAST_RUNG, RUNGS, WHOLE_RUNG } from "../../words/rungs.ts";
import { gapText } from "../../words/times.ts";
import { timelineSvg } from "./timeline-svg.ts";

const one = runOf("firefly/null", { set: { calls: 1 } });
const frame = { head: "Null()", settings: "1 call" };
const look = { call: 1, width: 1000, theme: "light", frame } as const;
/** The words of a file, each once. */
const wordsIn = (svg: string): ReadonlySet<string> =>
  new Set([...svg.matchAll(/<tspan[^>]*>([^<]+)<\/tspan>/g)].map(([, text = ""]) => text));

describe("the file of a timeline on the ladder", () => {
  it("has the rows of its rung, not the processors, and says which rung it is", () => {
    const rows = ["program", "stub", "run time", "kernel", "controller"];
    for (const rung of [0, 1, 2, WHOLE_RUNG]) {
      const svg = timelineSvg(one, { ...look, rung });
      const words = wordsIn(svg);
      const open = rung === WHOLE_RUNG ? rows.length : rung + 1;
      if (rung > 0) for (const row of rows.slice(0, open)) expect(words, `rung ${rung}`).toContain(row);
      for (const row of rows.slice(open)) expect(words, `rung ${rung}`).not.toContain(row);
      expect([...words].some((text) => text.startsWith(`${RUNGS[rung] ?? ""}. `))).toBe(true);
      expect(svg).toContain(`<desc id="d">${RUNGS[rung] ?? ""}. `);
    }
    const words = wordsIn(timelineSvg(one, look));
    for (const row of rows.slice(1)) expect(words).not.toContain(row);
  });

  it("has the bytes of the chosen packet on the last rung, of the first packet without a choice", () => {
    const big = runOf("firefly/max-result", { set: { calls: 1, threads: 1 } });
    const { packets } = big.trace;
    const last = packets.bytes.indexOf(Math.max(...packets.bytes));
    const sizes = [0, last].map((row) => numberAt(packets.bytes, row).toLocaleString("en-US"));
    expect(sizes[0]).not.toBe(sizes[1]);
    const first = timelineSvg(big, { ...look, rung: LAST_RUNG });
    const chosen = timelineSvg(big, { ...look, rung: LAST_RUNG, selected: packetRef(last) });
    expect(first).toContain(`The call packet has ${String(sizes[0])} bytes.`);
    expect(chosen).toContain(`The result packet has ${String(sizes[1])} bytes.`);
    for (const svg of [first, chosen]) expect(wordsIn(svg)).toContain("Ethernet");
  });

  it("is drawn without a rung for a call of many machines, and on the closest rung that a call has", () => {
    const many = runOf("multirpc/call", { set: { servers: 3, trials: 1 } });
    expect(timelineSvg(many, { ...look, rung: 2 })).toBe(timelineSvg(many, look));
    const { frameLength } = one.trace.packets;
    const bare = {
      ...one,
      trace: { ...one.trace, packets: { ...one.trace.packets, frameLength: frameLength.map(() => 0) } },
    };
    expect(timelineSvg(bare, { ...look, rung: LAST_RUNG })).toBe(timelineSvg(bare, { ...look, rung: WHOLE_RUNG }));
  });

  it("has the axis that is asked for on each rung", () => {
    const lost = runOf("firefly/null", { set: { calls: 1 }, faults: ["drop result#1"] });
    for (const rung of [null, 0, 1, 2, WHOLE_RUNG]) {
      const files = AXIS_KINDS.map((axis) => timelineSvg(lost, { ...look, rung, axis }));
      expect(new Set(files).size, `rung ${String(rung)}`).toBe(AXIS_KINDS.length);
      expect(files[AXIS_KINDS.indexOf("log")]).toContain("The axis is logarithmic.");
      expect(files[AXIS_KINDS.indexOf("folded")]).toContain("folded.");
    }
  });

  it("marks packets that come again, with the gaps between them, on each axis and rung", () => {
    const again = runOf("cedar/call", { set: { calls: 1, load: 0, serverMs: 60_000 } });
    const times = repeatsOf(again.trace, 1)?.times ?? [];
    const gaps = times.slice(1).map((time, i) => gapText(time - (times[i] ?? time)));
    expect(gaps.length).toBeGreaterThan(1);
    for (const rung of [null, 0, WHOLE_RUNG]) {
      for (const axis of ["log", "linear"] as const) {
        const words = wordsIn(timelineSvg(again, { ...look, rung, axis }));
        expect(words).toContain("Probe packets");
        expect(gaps.filter((gap) => words.has(gap)).length, `rung ${String(rung)}, ${axis}`).toBeGreaterThan(1);
      }
    }
  });
});
