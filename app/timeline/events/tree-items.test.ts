import { expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import { callTree } from "../../trace/call-tree.ts";
import { branchKey, callKey, parentAt, treeItems } from "./tree-items.ts";

const none = new Map<string, number>();
const shape = (items: ReturnType<typeof treeItems>): string =>
  items.map(({ kind, level, position, size }) => `${kind} ${level} ${position}/${size}`).join(", ");

it("an item in view has its level, its place and its parent; only what is open shows what it holds", () => {
  const { trace } = runOf("firefly/null", { set: { calls: 2 } });
  expect(shape(treeItems(trace, { open: new Set(), most: none }))).toBe("call 1 1/2, call 1 2/2");
  const opened = treeItems(trace, { open: new Set([callKey(2)]), most: none });
  expect(shape(opened)).toMatch(/^call 1 1\/2, call 1 2\/2, branch 2 1\/(\d+), branch 2 2\/\1/);
  const [branch] = callTree(trace, 2);
  if (branch === undefined) throw new Error("firefly/null: the call has no steps.");
  const all = treeItems(trace, { open: new Set([callKey(2), branchKey(2, branch)]), most: none });
  expect(all.length).toBe(opened.length + branch.rows.length);
  expect([parentAt(all, 0), parentAt(all, 2), parentAt(all, 3)]).toEqual([-1, 1, 2]);
});

it("a part with many items shows a page of them, and one that brings more", () => {
  const { trace } = runOf("multirpc/call", { set: { servers: 120, trials: 1 } });
  const packets = callTree(trace, 1).length;
  const first = treeItems(trace, { open: new Set([callKey(1)]), most: none });
  const last = first.at(-1);
  expect(last).toMatchObject({ kind: "more", left: packets - 100 });
  const next = treeItems(trace, { open: new Set([callKey(1)]), most: new Map([[callKey(1), packets]]) });
  expect(next.length).toBe(1 + packets);
});
