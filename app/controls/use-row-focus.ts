/** A list whose rows are one Tab stop together: the keys go from row to row, and the one come to stays in view. */
import { useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { moveOf } from "./list-keys.ts";

interface RowFocus {
  readonly list: RefObject<HTMLOListElement | null>;
  /** The row that the Tab key comes to. */
  readonly home: number;
  readonly onFocus: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** @param wish the row to come to first, -1 for none; `rows` are new where the list is another */
export function useRowFocus(rows: readonly unknown[], wish: number): RowFocus {
  const list = useRef<HTMLOListElement>(null);
  const [at, setAt] = useState({ rows, index: -1 });
  const own = at.rows === rows ? at.index : -1;
  const home = own >= 0 ? own : Math.max(0, wish);
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>(":scope > li > button") ?? [])];
    const from = buttons.findIndex((button) => button === event.target); // not in what a row has opened
    const move = moveOf(event.key, from, buttons.length);
    if (from < 0 || move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const button = buttons[Math.min(buttons.length - 1, Math.max(0, move))];
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: "nearest" });
  };
  return { list, home, onFocus: (index) => setAt({ rows, index }), onKeyDown };
}
