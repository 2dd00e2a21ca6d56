import { describe, expect, it } from "vitest";
import "../engine/experiments/index.ts";
import { judge } from "./judge.ts";
import type { JudgeRun } from "./judge.ts";
import type { CheckpointPart, Condition } from "./types.ts";

const EXPERIMENT = "flexrpc/multicast";

/** Judges with an engine whose latency is the argument's size, doubled in parallel calls, and keeps what was asked. */
async function judged(
  condition: Partial<Condition>,
  part: Partial<CheckpointPart>,
  argumentBytes: number,
  faults: readonly string[] = [],
) {
  const asked: JudgeRun[] = [];
  const whole: Condition = {
    experiment: EXPERIMENT,
    measure: "latencyUs",
    test: "at most",
    bound: 1,
    says: "latency",
    ...condition,
  };
  const judgement = await judge(
    {
      id: "part",
      title: "",
      experiment: EXPERIMENT,
      free: ["argumentBytes"],
      seeds: [1],
      conditions: [whole],
      solution: {},
      fails: [],
      ...part,
    },
    { set: { argumentBytes }, faults },
    (run) => {
      asked.push(run);
      const { argumentBytes: bytes, mode } = run.parameters;
      const value = Number(bytes) * (mode === "parallel" ? 2 : 1);
      return Promise.resolve({ latencyUs: { value, unit: "us" }, resultPhaseUs: { value: 4, unit: "us" } });
    },
  );
  return { judgement, asked, value: judgement.bounds[0]?.value };
}

describe("judging a checkpoint", () => {
  it("measures a ratio over the same run but for what the condition changes, with all that the part sets", async () => {
    const { asked, value } = await judged({ over: { mode: "parallel" } }, { set: { callees: 3 } }, 3000);
    expect(value).toBe(0.5);
    expect(asked.map(({ parameters: { mode, callees, argumentBytes } }) => [mode, callees, argumentBytes])).toEqual([
      ["serial", 3, 3000],
      ["parallel", 3, 3000],
    ]);
  });

  it("judges so far beside what was set, and not beyond the end of the parameter", async () => {
    expect((await judged({ beside: { argumentBytes: 2048 } }, {}, 3000)).value).toBe(5048);
    expect((await judged({ beside: { argumentBytes: -2048 } }, {}, 3000)).value).toBe(952);
    expect((await judged({ beside: { argumentBytes: -2048 } }, {}, 1000)).value).toBe(0);
  });

  it("measures a ratio to another measure of the same run", async () => {
    const { judgement, asked } = await judged({ per: "resultPhaseUs" }, {}, 3000);
    expect(judgement.bounds[0]).toMatchObject({ value: 750, unit: "", base: null });
    expect(asked).toHaveLength(1);
  });

  it("runs the reader’s faults only in a part that is to be broken, and counts their lines", async () => {
    const breaks = { most: 1, solution: [], fails: [] };
    const lost = ["drop argument#1"];
    const whole = await judged({ bound: 9 }, {}, 3, lost);
    expect([whole.asked[0]?.faults, whole.judgement.lines, whole.judgement.passed]).toEqual([[], null, true]);
    const broken = await judged({ bound: 9 }, { breaks }, 3, lost);
    expect([broken.asked[0]?.faults, broken.judgement.lines, broken.judgement.passed]).toEqual([lost, null, true]);
    const none = await judged({ bound: 9 }, { breaks }, 3);
    expect([none.judgement.lines, none.judgement.passed]).toEqual([{ most: 1, got: 0 }, false]);
    const many = await judged({ bound: 9 }, { breaks }, 3, [...lost, "drop result#1"]);
    expect([many.judgement.lines, many.judgement.passed]).toEqual([{ most: 1, got: 2 }, false]);
  });

  it("takes what lies outside of a part’s limits for their end", async () => {
    const within = { argumentBytes: [100, 200] } as const;
    expect((await judged({}, { within }, 5000)).value).toBe(200);
    expect((await judged({}, { within }, 0)).value).toBe(100);
    expect((await judged({}, { within }, 150)).value).toBe(150);
  });
});
