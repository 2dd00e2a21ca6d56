/** What the place says is held to the runs that it makes. */
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";
import { defaultNumbers, runOfNumbers } from "../setup/your-numbers.ts";
import { factsOf, isHealed, keepsUp, type Facts } from "./facts.ts";
import { judge, type Ask, type Try, type Verdict } from "./judge.ts";
import { assumptionsOf, movedTo } from "./assumptions.ts";

const factsAt = ({ values, blipMs, seed = 1 }: Try): Facts =>
  factsOf(runOf("services/graph", { set: runOfNumbers(values, blipMs), seed, keep: "none" }).measures);

const ask: Ask = (tries) => Promise.resolve(tries.map(factsAt));

const numbers = (set: ParamValues): ParamValues => ({ ...defaultNumbers(), ...set });
const asItIs = (values: ParamValues): Facts => factsAt({ values, blipMs: 0 });

async function verdictOn(set: ParamValues): Promise<Verdict> {
  const values = numbers(set);
  return judge(values, asItIs(values), ask);
}

describe("what breaks first", () => {
  it("is the retries where a pause does not heal with them, and the cure that is named heals", async () => {
    const { headline, reason, other } = await verdictOn({});
    expect(headline).toBe("The retries break first.");
    expect(reason).toContain("With a budget of one retry for ten calls it comes back.");
    if (other === null) throw new Error("the case that shows it is missing");
    expect(isHealed(factsAt(other))).toBe(false);
    expect(isHealed(factsAt({ ...other, values: numbers({ budget: 0.1 }) }))).toBe(true);
    expect(isHealed(factsAt({ ...other, values: numbers({ retries: 1 }) }))).toBe(false); // so it is not named
  });

  it("is the servers where more is asked than they can do; the number that is named carries it", async () => {
    const { headline, reason, other } = await verdictOn({ loadPerS: 500 });
    expect(headline).toBe("The servers break first.");
    expect(reason).toBe("You ask for 500 calls a second, and 4 servers can do 400. 6 servers would carry it.");
    if (other === null) throw new Error("the case that shows it is missing");
    expect(keepsUp(other.values, factsAt(other))).toBe(true);
  });

  it.each([
    [{ timeoutMs: 5, retries: 0 }, "The time-out breaks first.", "is shorter than the procedure"],
    [{ timeoutMs: 50 }, "The retries break first.", "no pause is needed"],
    [{ queueLimit: 0, retries: 0 }, "The queue breaks first.", "With 10 places nearly all return."],
    [
      { loadPerS: 385, retries: 0, timeoutMs: 5000 },
      "The queue breaks first.",
      "One server more brings 99 of 100 calls",
    ],
    [{ loadPerS: 100 }, "Nothing breaks soon.", "It carries 3 times these calls."],
    [{ deadlineMs: 10 }, "The deadline breaks first.", "A whole call has 10 ms, and often needs longer. With"],
    [{ hedgeMs: 5 }, "The second copies break first.", "Without second copies nearly all return."],
    [{ loadPerS: 5000, serverMs: 1000 }, "The servers break first.", "At least 5,001 servers are needed."],
  ])("%j: %s", async (set, headline, says) => {
    const verdict = await verdictOn(set);
    expect(verdict.headline).toBe(headline);
    expect(verdict.reason).toContain(says);
  });
});

describe("how far the answer moves", () => {
  it("never gives a time of servers that do not keep up", () => {
    const values = numbers({ loadPerS: 390 });
    const rows = assumptionsOf(values).map((one) => ({ ...one, ...movedTo(one, one.tries.map(factsAt)) }));
    expect(rows.find(({ change }) => change === "one server less")?.answer).toBe("does not keep up");
    expect(rows.find(({ change }) => change === "10 % more calls")?.answer).toBe("does not keep up");
  });

  it("asks for no value that a field does not take", () => {
    const most = numbers({ loadPerS: 5000, servers: 1, serverMs: 1000 });
    expect(assumptionsOf(most).map(({ change }) => change)).not.toContain("10 % more calls");
    expect(assumptionsOf(most).map(({ change }) => change)).not.toContain("it takes a fifth longer");
  });
});

it("one server with four workers is what Erlang’s formula says, within a tenth", () => {
  const { mean, model } = asItIs(numbers({ servers: 1, workers: 4 }));
  if (mean === null || model === null) throw new Error("a mean is missing");
  expect(Math.abs(mean / model - 1)).toBeLessThan(0.1);
});
