/** What the changes of the Firefly save, of calls whose times are made up. */
import { expect, it } from "vitest";
import { micros } from "../../kernel/time.ts";
import { papers } from "../../papers/index.ts";
import { savings, SAVINGS_CALLS } from "./savings.ts";

it("a change that takes 500 µs from 2,000 saves 25 percent", () => {
  const paper = papers.find(({ id }) => id === "firefly");
  if (paper === undefined) throw new Error("The Firefly’s paper is not there.");
  const made = (took: number) => ({ steps: [], waited: 0, took: micros(took) });
  const without = { empty: made(2000), full: made(2000) };
  const calls = Object.fromEntries(Object.keys(SAVINGS_CALLS).map((name) => [name, made(1500)]));
  for (const { at, value } of savings(paper, { ...without, ...calls }))
    expect(value, at.column).toBe(at.column.endsWith("Us") ? 500 : 25);
});
