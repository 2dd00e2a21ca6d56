/** A field that searches all that was kept of the run; Enter goes from one find to the next. */
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import type { TimedRef } from "../../trace/events.ts";
import { Icon } from "../../controls/Icon.tsx";
import { grouped } from "../../words/numbers.ts";
import { findRows, neighbourIn, readQuery } from "./find.ts";
import "./search.css";

interface Props {
  readonly trace: TraceData;
  readonly time: number;
  readonly selected: Ref;
  /** Each time that this grows the reader wants to type here. */
  readonly wished: number;
  /** Told what is found, whenever that changes; null while nothing is searched for. */
  readonly onFound: (found: readonly TimedRef[] | null) => void;
  readonly onGo: (event: TimedRef) => void;
  /** The second Escape: back to where the reader came from. */
  readonly onLeave: () => void;
}

function countText(found: readonly TimedRef[] | null, selected: Ref): string {
  if (found === null) return "";
  const at = found.findIndex(({ ref }) => ref === selected);
  const all = grouped(found.length, 0);
  if (found.length === 0) return "none";
  return at < 0 ? `${all} found` : `${grouped(at + 1, 0)} of ${all}`;
}

export function TraceSearch({ trace, time, selected, wished, onFound, onGo, onLeave }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wished > 0) field.current?.focus();
  }, [wished]);
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const found = useMemo(() => {
    const query = readQuery(wanted);
    return query === null ? null : findRows(trace, query);
  }, [trace, wanted]);
  useEffect(() => onFound(found), [found, onFound]);
  useEffect(() => () => onFound(null), [onFound]);
  const go = (way: 1 | -1): void => {
    const next = found?.[neighbourIn(found, selected, time, way)];
    if (next !== undefined) onGo(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape" && text !== "") setText("");
    else if (event.key === "Escape") onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const none = found === null || found.length === 0;
  return (
    <div className="tl-search" role="search" aria-label="Search the trace" onKeyDown={onKeyDown}>
      <label htmlFor={id}>Find</label>
      <input
        ref={field}
        id={id}
        type="search"
        value={text}
        placeholder="step, packet, machine, lost, #call"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={`${id}-count`}
        onChange={(event) => setText(event.target.value)}
      />
      <span id={`${id}-count`} className="count" role="status">
        {countText(found, selected)}
      </span>
      <button type="button" className="tl-icon" aria-label="Previous found" disabled={none} onClick={() => go(-1)}>
        <Icon name="up" />
      </button>
      <button type="button" className="tl-icon" aria-label="Next found" disabled={none} onClick={() => go(1)}>
        <Icon name="down" />
      </button>
    </div>
  );
}
