/** A run as a tree: its calls, their packets, the steps that each packet led to, each with its time. */
import { useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { endOf, startOf } from "../../../engine/kernel/critical-path.ts";
import { fateOf, timeAt } from "../../../engine/kernel/reads.ts";
import { NO_REF, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { moveOf } from "../../controls/list-keys.ts";
import { callOf, placeOf } from "../../trace/calls.ts";
import type { Branch } from "../../trace/call-tree.ts";
import { PAGE_ROWS } from "../../trace/events.ts";
import { machineName } from "../../trace/machine-names.ts";
import { whatOf, whereOf } from "../../trace/row-names.ts";
import { trackAt } from "../../trace/tables.ts";
import { counted } from "../../words/numbers.ts";
import { durationText } from "../../words/times.ts";
import type { EventListProps } from "../props.ts";
import { callText } from "./call-text.ts";
import { callKey, mostOf, parentAt, refOfItem, treeItems } from "./tree-items.ts";
import type { TreeItem, TreeState } from "./tree-items.ts";
import "./tree.css";

type Props = Pick<EventListProps, "run" | "call" | "selected" | "onSelect" | "onElsewhere">;

/** What an item does when it is pressed, and where it stands among the others. */
interface Actions {
  readonly focus: (at: number) => void;
  readonly toggle: (key: string, open: boolean) => void;
  readonly press: (item: TreeItem) => void;
}

export function EventTree({ run, call, selected, onSelect, onElsewhere }: Props) {
  const { trace } = run;
  const [state, setState] = useState<TreeState>({ open: new Set([callKey(call)]), most: new Map() });
  const [focused, setFocused] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const moves = useRef(false);
  const items = treeItems(trace, state);
  const found = items.findIndex(({ key }) => key === focused);
  const home = Math.max(0, found);
  useLayoutEffect(() => {
    if (!moves.current) return;
    moves.current = false;
    list.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  });
  const focus = (at: number): void => {
    const item = items[Math.min(items.length - 1, Math.max(0, at))];
    if (item === undefined) return;
    moves.current = true;
    setFocused(item.key);
  };
  const toggle = (key: string, open: boolean): void => {
    const next = new Set(state.open);
    if (open) next.add(key);
    else next.delete(key);
    setState({ ...state, open: next });
  };
  const press = (item: TreeItem): void => {
    setFocused(item.key);
    if (item.kind === "more") {
      const most = new Map(state.most).set(item.of, mostOf(state, item.of) + PAGE_ROWS);
      return setState({ ...state, most });
    }
    const ref = refOfItem(item);
    if (ref === NO_REF) return toggle(item.key, item.open !== true);
    const other = callOf(trace, ref);
    if (other > 0 && other !== call) onElsewhere?.(placeOf(trace, ref, call));
    else onSelect(ref);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (treeKey(event.key, items, home, { focus, toggle, press })) event.preventDefault();
  };
  return (
    <div className="tl-scroll">
      <ul ref={list} role="tree" aria-label="Calls, packets and steps" className="tl-tree" onKeyDown={onKeyDown}>
        {items.map((item, at) => (
          <li
            key={item.key}
            role="treeitem"
            className={`${item.kind} level-${item.level}${isLost(trace, item) ? " lost" : ""}`}
            tabIndex={at === home ? 0 : -1}
            aria-level={item.level}
            aria-posinset={item.position}
            aria-setsize={item.size}
            aria-expanded={item.open}
            aria-selected={selected !== NO_REF && refOfItem(item) === selected}
            onClick={() => press(item)}
          >
            {sentencesOf(trace, item).map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The keys of a tree: arrows go through it, open and close; Enter presses. False where a key means nothing. */
function treeKey(key: string, items: readonly TreeItem[], at: number, { focus, toggle, press }: Actions): boolean {
  const item = items[at];
  if (item === undefined) return false;
  const move = moveOf(key, at, items.length);
  if (move !== undefined) focus(move);
  else if (key === "Enter" || key === " ") press(item);
  else if (key === "ArrowRight" && item.open === false) toggle(item.key, true);
  else if (key === "ArrowRight" && item.open === true) focus(at + 1);
  else if (key === "ArrowLeft" && item.open === true) toggle(item.key, false);
  else if (key === "ArrowLeft" && item.level > 1) focus(parentAt(items, at));
  else return false;
  return true;
}

const machineAt = (trace: TraceData, track: number | undefined): string =>
  machineName(trace, trackAt(trace, track).machine) || "all";

/** "Call packet, caller to server: 931 µs on the wire, then 12 steps, 604 µs". */
function branchText(trace: TraceData, { packet, steps, work }: Branch): string {
  if (packet === NO_REF) return `Before any packet: ${counted(steps, "step")}, ${durationText(work)}`;
  const row = refRow(packet);
  const { packets } = trace;
  const time = durationText(timeAt(packets.arrives, row) - timeAt(packets.departs, row));
  const way = `${machineAt(trace, packets.from[row])} to ${machineAt(trace, packets.to[row])}`;
  const told = `${whatOf(trace, packet)}, ${way}: ${time} on the wire`;
  return steps === 0 ? told : `${told}, then ${counted(steps, "step")}, ${durationText(work)}`;
}

/** "Receiver (receive call packet), server CPU 4: 158 µs"; a change of state takes no time. */
function rowText(trace: TraceData, ref: Ref): string {
  const told = `${whatOf(trace, ref)}, ${whereOf(trace, ref)}`;
  return refTable(ref) === "span" ? `${told}: ${durationText(endOf(trace, ref) - startOf(trace, ref))}` : told;
}

/** What an item says, each sentence by itself. */
function sentencesOf(trace: TraceData, item: TreeItem): readonly string[] {
  switch (item.kind) {
    case "call":
      return callText(trace, item.call);
    case "branch":
      return [branchText(trace, item.branch)];
    case "row":
      return [rowText(trace, item.ref)];
    case "more":
      return [`Show more: ${counted(item.left, "item is", "items are")} left`];
  }
}

const isLost = (trace: TraceData, item: TreeItem): boolean =>
  item.kind === "branch" && item.branch.packet !== NO_REF && fateOf(trace, refRow(item.branch.packet)) === "lost";
