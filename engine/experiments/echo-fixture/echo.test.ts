/** The echo protocol as an experiment: what a family must say is enough for the headless lab, faults and exports. */
import { describe, expect, it } from "vitest";
import { ECHO } from "../../wire/echo-fixture.ts";
import { dissect } from "../../wire/layers.ts";
import { defaultsOf } from "../settings.ts";
import { toCsv, toPcapng, toTraceEvents } from "../export/index.ts";
import { readParameters } from "../parameters.ts";
import { chartCurves, firstJobs, runJob } from "../sweep.ts";
import { withRuns } from "../with-runs.ts";
import { descriptions, title } from "./describe.ts";
import { experiments } from "./experiments.ts";
import { runs } from "./run.ts";

const [echo] = experiments;
if (echo === undefined) throw new Error("The fixture has no experiment.");
const run = (faults: readonly string[] = []) => echo.run(defaultsOf(echo), 1, faults, { keep: "all" });

describe("a new system", () => {
  it("is described in one file and run by another", () => {
    expect(title).toBe("Echo");
    expect(experiments).toMatchObject(descriptions.map(({ id, params }) => ({ id, params })));
  });

  it("is run with its defaults, and says what a bad parameter may be", () => {
    expect(run().measures).toMatchObject({ failedCalls: { value: 0 }, latencyUs: { unit: "us" } });
    const { problems } = readParameters(echo, { bytes: "3" });
    expect(problems[0]?.message).toContain('bytes = "3" is not allowed: 4 to 1400 bytes');
  });

  it("takes faults in words, and says which met nothing", () => {
    const broken = run(["drop call#1", "drop result#9"]);
    expect(broken.unusedFaults).toEqual(["drop result#9"]);
    expect(broken.elapsedNs).toBeGreaterThan(run().elapsedNs);
    expect(() => run(["crash caller at 1ms"])).toThrow(/got "caller", want a machine: client or server/);
  });

  it("is told which word of its packets no fault can name", () => {
    const [description] = descriptions;
    if (description === undefined) throw new Error("The fixture has no description.");
    const kinds = ["call", "answer"] as unknown as typeof description.packetKinds;
    const [strange] = withRuns([{ ...description, packetKinds: kinds }], runs);
    expect(() => strange?.run(defaultsOf(echo), 1, [], { keep: "none" })).toThrow(
      /"answer", which no fault can name; there/,
    );
  });

  it("is swept for its chart", () => {
    const [chart] = echo.charts;
    if (chart === undefined) throw new Error("It has no chart.");
    const curves = chartCurves(echo, chart, { parameters: defaultsOf(echo), seed: 1, faults: [], trials: 2 });
    const latencies = firstJobs(curves).map((job) => Number(runJob(echo, job).measures["latencyUs"]?.value));
    expect(latencies).toHaveLength(3);
    expect(latencies).toEqual(latencies.toSorted((a, b) => a - b));
  });

  it("is exported as rows, as packets that can be dissected, and as events", () => {
    const whole = run();
    expect(toCsv(whole)).toContain("Echo client");
    expect(toPcapng(whole).length).toBeGreaterThan(500);
    expect(JSON.stringify(toTraceEvents(whole))).toContain("client");
    const { frames, packets } = whole.trace;
    const first = frames.subarray(packets.frameAt[0], Number(packets.frameAt[0]) + Number(packets.frameLength[0]));
    expect(dissect(first).map(({ name }) => name)).toContain("UDP");
  });

  it("has its packets taken apart by the table that writes them", () => {
    const [dissector] = ECHO.dissectors;
    const bytes = ECHO.write({ kind: "result", number: 3, data: Uint8Array.of(1, 2) });
    expect(ECHO.read(bytes)).toMatchObject({ kind: "result", number: 3, data: Uint8Array.of(1, 2) });
    const taken = dissector?.read(bytes, 0, bytes.length, { name: "UDP", at: 0, keys: [], isFragment: false });
    expect(taken).toMatchObject({
      layers: [
        { name: "Echo", length: 8 },
        { name: "data", length: 2 },
      ],
    });
    expect(() => ECHO.read(bytes.with(3, 9))).toThrow(
      "echo header, byte 0, kind: got 9, want one of 1 (call), 2 (result)",
    );
    expect(dissector?.read(bytes, 0, 6, { name: "UDP", at: 0, keys: [], isFragment: false })).toContain("echo header");
  });
});
