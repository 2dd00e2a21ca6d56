import { expect, it } from "vitest";
import { defaultsOf } from "../experiments/settings.ts";
import { experimentOf } from "../experiments/testing.ts";
import { explorableOf } from "./index.ts";
import { drawnOf, notTaken, reached, toDot, type Reached } from "./reached.ts";

const reachedIn = (id: string, faults: number): Reached => {
  const experiment = experimentOf(id);
  return reached(experiment, { parameters: defaultsOf(experiment), faults }, explorableOf(id));
};

const machineIn = ({ machines }: Reached, name: string) => {
  const found = machines.find(({ protocol }) => protocol === name);
  return found ?? expect.fail(`The search has met no ${name}.`);
};

it("more faults reach more states and steps, and what is left of the described ways is named", () => {
  const [none, one] = [reachedIn("firefly/null", 0), reachedIn("firefly/null", 1)];
  const [before, after] = [machineIn(none, "Firefly caller"), machineIn(one, "Firefly caller")];
  expect(before.states.map(({ tag }) => tag)).toEqual(["idle", "calling"]);
  expect(before.steps).toContainEqual({ from: "calling", to: "idle", on: "result" });
  expect(after.steps).toContainEqual({ from: "calling", to: "calling", on: "tick" });
  expect(after.steps.length).toBeGreaterThan(before.steps.length);
  expect(after.unreached).toEqual(expect.arrayContaining(["sending", "handling"]));
  expect(notTaken(after).length).toBeLessThan(notTaken(before).length);
  // The call of one packet is taken. That of several stands in another diagram of the same machine.
  const started = notTaken(after).filter(({ from, on }) => from.includes("idle") && on.includes("start"));
  expect(started.map(({ to }) => to)).toEqual(["sending"]);
  expect(one.bounds.length).toBeGreaterThan(0);
});

it("is written in DOT: each state is a node, and each way between two states an edge", () => {
  const found = reachedIn("sun-rpc/call", 1);
  const text = toDot(found);
  expect(text.startsWith("digraph reached {\n")).toBe(true);
  expect((text.match(/\{/g) ?? []).length).toBe((text.match(/\}/g) ?? []).length);
  const edges = [...text.matchAll(/^ {4}("[^"]*") -> ("[^"]*") \[label="[^"]*"\];$/gm)];
  const nodes = new Set([...text.matchAll(/^ {4}("[^"]*") \[label=/gm)].map(([, name]) => name));
  expect(edges.length).toBe(found.machines.flatMap((one) => drawnOf(one).transitions).length);
  for (const [, from, to] of edges) expect([...nodes]).toEqual(expect.arrayContaining([from, to]));
  expect(text).toContain('"Sun RPC client: waiting" -> "Sun RPC client: idle" [label="reply');
});
