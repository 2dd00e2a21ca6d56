import { describe, expect, it } from "vitest";
import "../engine/experiments/index.ts";
import { judge } from "./judge.ts";
import type { JudgeRun } from "./judge.ts";
import type { CheckpointPart, Condition } from "./types.ts";

const EXPERIMENT = "flexrpc/multicast";

/** Judges with an engine whose latency is the argument's size, doubled in parallel calls, and keeps what was asked. */
async function judged(condition: Partial<Condition>, part: Partial<CheckpointPart>, argumentBytes: number) {
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
    { argumentBytes },
    (run) => {
      asked.push(run);
      const { argumentBytes: bytes, mode } = run.parameters;
      const value = Number(bytes) * (mode === "parallel" ? 2 : 1);
      return Promise.resolve({ latencyUs: { value, unit: "us" } });
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

  it("takes what lies outside of a part's limits for their end", async () => {
    const within = { argumentBytes: [100, 200] } as const;
    expect((await judged({}, { within }, 5000)).value).toBe(200);
    expect((await judged({}, { within }, 0)).value).toBe(100);
    expect((await judged({}, { within }, 150)).value).toBe(150);
  });
});
