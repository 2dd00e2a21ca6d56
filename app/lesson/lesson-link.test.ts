import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { experiments } from "../../engine/experiments/index.ts";
import type { StageState } from "../../lessons/types.ts";
import type { Setup } from "../setup/setup.ts";
import { setupKey } from "../setup/setup.ts";
import { faultsFor } from "../setup/testing.ts";
import { hashOf, readPlace } from "../setup/location.ts";
import { saysOfStage, stagePlace, stepIndex, stepPlace } from "./lesson-link.ts";
import { readStage } from "./read-lesson-link.ts";
import { setupOf } from "./stage-state.ts";

const STAGE: StageState = {
  experiment: "firefly/max-result",
  set: { threads: 4 },
  moment: "end",
  hero: "chart",
  figures: ["use", "chart"],
};
const plain = readPlace("#/lesson/more-threads?step=3");
const linkOf = (setup: Setup): string => hashOf(stagePlace(plain, STAGE, setup));

describe("the link of a lesson", () => {
  it("says the step alone while the stage is as the step has it", () => {
    expect(linkOf(setupOf(STAGE))).toBe("#/lesson/more-threads?step=3");
    expect(saysOfStage(plain)).toBe(false);
    expect(hashOf(stepPlace("more-threads", 0, plain))).toBe("#/lesson/more-threads");
  });

  it("keeps from step to step whose assignment it is, which is nothing of the stage", () => {
    const given = readPlace("#/lesson/more-threads?step=3&assignment=week-3");
    expect(saysOfStage(given)).toBe(false);
    expect(hashOf(stepPlace("more-threads", 1, given))).toBe("#/lesson/more-threads?step=2&assignment=week-3");
  });

  it("says what the reader changed, with readable names", () => {
    const { parameters, ...rest } = setupOf(STAGE);
    const setup = { ...rest, parameters: { ...parameters, threads: 2 }, faults: ["drop result#1"] };
    expect(linkOf(setup)).toBe("#/lesson/more-threads?step=3&threads=2&fault=drop+result%231");
    expect(saysOfStage(readPlace(linkOf(setup)))).toBe(true);
  });

  it("says nothing of a key that its address is told about", async () => {
    expect((await readStage(readPlace("#/lesson/more-threads?step=3&colour=red"), STAGE)).problems).toEqual([]);
    const other = await readStage(readPlace("#/lesson/more-threads?step=3&servers=2"), STAGE); // of other experiments
    expect(other.problems).toEqual([expect.stringContaining('there is no parameter "servers"')]);
  });

  it("gives back the stage that it was written from, whatever was changed", async () => {
    const setups = fc.constantFrom(...experiments).chain((experiment) =>
      fc.record({
        experiment: fc.constant(experiment.id),
        seed: fc.nat(9),
        faults: fc.subarray(faultsFor(experiment)),
        parameters: fc.record(
          Object.fromEntries(
            Object.entries(experiment.params).map(([key, param]) => [
              key,
              param.kind === "choice"
                ? fc.constantFrom(...param.options.map(({ value }) => value))
                : fc.constantFrom(param.min, param.max, param.default),
            ]),
          ),
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(setups, async (setup) => {
        const { setup: read, problems } = await readStage(readPlace(linkOf(setup)), STAGE);
        expect(problems).toEqual([]);
        expect(setupKey(read)).toBe(setupKey(setup));
      }),
    );
  });

  it("keeps what the step has where it says something that cannot be used, and says so", async () => {
    const read = await readStage(readPlace("#/lesson/more-threads?step=3&threads=9&segment=shared&seed=x"), STAGE);
    expect(read.setup.parameters).toMatchObject({ threads: 4, segment: "shared" });
    expect(read.setup.seed).toBe(1);
    expect(read.problems).toHaveLength(2);
    const other = await readStage(readPlace("#/lesson/more-threads?experiment=firefly/none"), STAGE);
    expect(other.problems.join()).toContain("There is no experiment");
  });

  it("carries embedding and hidden parts from step to step", () => {
    const shown = readPlace("#/lesson/more-threads?step=3&hide=chart,use&embed=1");
    expect(hashOf(stepPlace("more-threads", 4, shown))).toBe("#/lesson/more-threads?step=5&hide=chart,use&embed=1");
    expect(saysOfStage(shown)).toBe(false);
  });

  it("names a step of the lesson, or none", () => {
    const index = (query: string) => stepIndex({ path: "/lesson/x", query }, 7);
    expect([index(""), index("step=7"), index("step=1&step=2")]).toEqual([0, 6, 1]);
    for (const text of ["0", "8", "-1", "two", "", "1e1", "07x"]) expect(index(`step=${text}`)).toBeNull();
  });
});
