import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { claimEntries, ENTRIES, stepEntries } from "./palette-entries.ts";
import type { PaletteEntry } from "./palette-entries.ts";
import { findNear } from "./palette-search.ts";
import { toggleTheme } from "../controls/theme.ts";

interface Props {
  /** What was typed while this was fetched. */
  readonly typed: RefObject<string>;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

const SHOWN_MAX = 12;

function said(count: number, fits: boolean, query: string): string {
  const words = query.trim();
  if (count === 0)
    return `Nothing found for “${words}”. Ask in other words, or look through the questions of the reference.`;
  if (!fits) return `Nothing fits “${words}”. These come nearest. Enter opens, Escape closes.`;
  const shown = count > SHOWN_MAX ? `, the first ${SHOWN_MAX} shown` : "";
  return `${count} found${shown}. Enter opens, Escape closes.`;
}

/** Finds a page or a command by a few letters: type, arrow to it, Enter. */
export function Palette({ typed, onClose, onHelp }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [query, setQuery] = useState(() => typed.current);
  const [at, setAt] = useState(0);
  const [later, setLater] = useState<readonly PaletteEntry[]>([]);
  const { entries: all, fits } = useMemo(() => findNear(query, [...ENTRIES, ...later]), [query, later]);
  const found = all.slice(0, SHOWN_MAX);
  useLayoutEffect(() => {
    box.current?.showModal();
    input.current?.setSelectionRange(typed.current.length, typed.current.length);
  }, [typed]);
  useEffect(() => {
    for (const fetching of [claimEntries(), stepEntries()]) {
      const add = (more: readonly PaletteEntry[]): void => setLater((before) => [...before, ...more]);
      fetching.then(add, () => undefined); // without a network the rest is found
    }
  }, []);
  const choose = ({ href, command }: PaletteEntry): void => {
    box.current?.close();
    if (href !== null) window.location.assign(href);
    else if (command === "theme") toggleTheme();
    else onHelp();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = found[at];
    if (by !== 0 && found.length > 0) setAt((at + by + found.length) % found.length);
    else if (event.key === "Enter" && chosen !== undefined) choose(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={box} className="box palette" aria-label="Find" onClose={onClose}>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Find a question, a lesson, an experiment, a table, a term, a claim, a number or a command"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] === undefined ? undefined : `${id}-${at}`}
        autoComplete="off"
        placeholder="Find a lesson, a term, a number, or ask a question"
        value={query}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Found">
        {found.map((entry, index) => (
          <li
            key={index}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => choose(entry)}
            onPointerMove={() => setAt(index)}
          >
            <span>{entry.title}</span>
            <span className="kind">{entry.kind}</span>
          </li>
        ))}
      </ul>
      <p className="note" role="status">
        {said(all.length, fits, query)}
      </p>
    </dialog>
  );
}
