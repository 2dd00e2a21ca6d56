/** What 6.2 counts in its forty runs, with the seeds from one to forty. */
import { expect, it } from "vitest";
import { measureOf, runOf } from "../engine/experiments/testing.ts";
import type { ParamValues } from "./types.ts";
import { lesson } from "./many/lesson.ts";
import { valueOf } from "./numbers.ts";
import { treeOf } from "./testing.ts";
import { paragraphsOf } from "./lint-text.ts";

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);
const answered = (set: ParamValues): readonly number[] =>
  SEEDS.map((seed) => measureOf(runOf("many/call", { set, seed, keep: { calls: 1 } }), "answered"));

it("all ten answers of V arrive in as many of them as the reply says", () => {
  const { forty } = lesson.numbers;
  if (forty === undefined) throw new Error("6.2 has no count of its forty runs.");
  const all = answered({ way: "v-group", loss: 0.1 }).filter((count) => count === 10);
  expect(all).toHaveLength(valueOf(lesson.paper, forty, lesson.numbers));
});

it("MultiRPC gives up a living callee in three of them, as the text says", async () => {
  expect(answered({ way: "multirpc", loss: 0.3 }).filter((count) => count < 10)).toHaveLength(3);
  expect(paragraphsOf(await treeOf("many")).join(" ")).toContain("In three of forty runs it gave up a callee");
});
