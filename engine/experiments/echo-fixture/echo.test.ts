/** The echo protocol as an experiment: what a family must say is enough for the headless lab, faults and exports. */
import { describe, expect, it } from "vitest";
import { dissect } from "../../wire/layers.ts";
import { defaultsOf } from "../answering.ts";
import { toCsv, toPcapng, toTraceEvents } from "../export/index.ts";
import { readParameters } from "../parameters.ts";
import { chartCurves, firstJobs, runJob } from "../sweep.ts";
import { descriptions } from "./describe.ts";
import { experiments } from "./run.ts";

const [echo] = experiments;
if (echo === undefined) throw new Error("The fixture has no experiment.");
const run = (faults: readonly string[] = []) => echo.run(defaultsOf(echo), 1, faults, { keep: "all" });

describe("a new system", () => {
  it("is described in one file and run by another", () => {
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
});
