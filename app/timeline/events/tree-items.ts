/** The items of the tree of a run that are in view: calls, packets, steps. Plain data, in the order of reading. */
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { isKept } from "../../trace/calls.ts";
import { callTree } from "../../trace/call-tree.ts";
import type { Branch } from "../../trace/call-tree.ts";
import { PAGE_ROWS } from "../../trace/events.ts";

interface Place {
  readonly key: string;
  readonly level: 1 | 2 | 3;
  /** Its place among its siblings, from 1, and their number. */
  readonly position: number;
  readonly size: number;
  /** Undefined where nothing stands below it. */
  readonly open?: boolean;
  readonly call: number;
}

export type TreeItem = Place &
  (
    | { readonly kind: "call" }
    | { readonly kind: "branch"; readonly branch: Branch }
    | { readonly kind: "row"; readonly ref: Ref }
    /** Opens so many more of its siblings. */
    | { readonly kind: "more"; readonly left: number; readonly of: string }
  );

export interface TreeState {
  /** Keys of the items that are open. */
  readonly open: ReadonlySet<string>;
  /** How many siblings stand below an item where that is not a page of them. */
  readonly most: ReadonlyMap<string, number>;
}

export const callKey = (call: number): string => `call ${call}`;
export const branchKey = (call: number, { packet }: Branch): string => `${callKey(call)} packet ${packet}`;
export const mostOf = ({ most }: TreeState, key: string): number => most.get(key) ?? PAGE_ROWS;

/** The first items below a parent, and one that brings more. */
function cut<Child>(
  parent: { readonly key: string; readonly level: 1 | 2 | 3; readonly call: number },
  children: readonly Child[],
  state: TreeState,
  item: (child: Child, place: { readonly position: number; readonly size: number }) => readonly TreeItem[],
): readonly TreeItem[] {
  const shown = Math.min(children.length, mostOf(state, parent.key));
  const left = children.length - shown;
  const size = shown + (left > 0 ? 1 : 0);
  const more: readonly TreeItem[] =
    left > 0
      ? [{ ...parent, key: `${parent.key} more`, kind: "more", left, of: parent.key, position: size, size }]
      : [];
  return [...children.slice(0, shown).flatMap((child, i) => item(child, { position: i + 1, size })), ...more];
}

function itemsOfCall(trace: TraceData, call: number, state: TreeState): readonly TreeItem[] {
  const key = callKey(call);
  return cut({ key, level: 2, call }, callTree(trace, call), state, (branch, place) => {
    const own = branchKey(call, branch);
    const open = branch.rows.length === 0 ? undefined : state.open.has(own);
    const rows =
      open !== true
        ? []
        : cut({ key: own, level: 3, call }, branch.rows, state, ({ ref }, at): readonly TreeItem[] => [
            { key: `${own} row ${ref}`, kind: "row", level: 3, call, ref, ...at },
          ]);
    return [
      { key: own, kind: "branch", level: 2, call, branch, ...(open === undefined ? {} : { open }), ...place },
      ...rows,
    ];
  });
}

/** All items that are in view. */
export function treeItems(trace: TraceData, state: TreeState): readonly TreeItem[] {
  const calls = Array.from({ length: trace.calls.count }, (_, i) => i + 1).filter((call) => isKept(trace, call));
  return cut({ key: "run", level: 1, call: 0 }, calls, state, (call, place) => {
    const key = callKey(call);
    const open = state.open.has(key);
    return [{ key, kind: "call", level: 1, call, open, ...place }, ...(open ? itemsOfCall(trace, call, state) : [])];
  });
}

/** The item that holds another: the nearest before it on a higher level. -1 for a call. */
export const parentAt = (items: readonly TreeItem[], at: number): number =>
  items.slice(0, at).findLastIndex(({ level }) => level < (items[at]?.level ?? 1));

/** The row of the trace that an item stands for; NO_REF for a call, and for steps before any packet. */
export const refOfItem = (item: TreeItem): Ref =>
  item.kind === "row" ? item.ref : item.kind === "branch" ? item.branch.packet : NO_REF;
