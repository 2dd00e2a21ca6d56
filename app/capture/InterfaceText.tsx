/** The text of an interface file: lines that name a value of the call are buttons, and one of them is lit. */
import { useLayoutEffect, useRef, useState } from "react";
import type { Source } from "../../engine/stubs/parts.ts";
import type { ValueRow } from "./value-rows.ts";

interface Props {
  readonly sources: readonly Source[];
  /** The line that is lit; null where none is. */
  readonly place: ValueRow["place"];
  readonly rows: readonly ValueRow[];
  readonly onLine: (source: string, line: number) => void;
}

const ABOVE = 60; // px that stay in view above the lit line

export function InterfaceText({ sources, place, rows, onLine }: Props) {
  const [shown, setShown] = useState<string | null>(null); // what the reader chose to see
  const box = useRef<HTMLDivElement>(null);
  const source = sources.find(({ name }) => name === (shown ?? place?.source)) ?? sources[0];
  const lit = place !== null && place.source === source?.name ? place.line : null;
  useLayoutEffect(() => setShown(null), [place]);
  useLayoutEffect(() => {
    const line = box.current?.querySelector<HTMLElement>(".on") ?? null;
    if (line !== null && box.current !== null) box.current.scrollTop = line.offsetTop - ABOVE;
  }, [lit, source]);
  if (source === undefined) return null;
  const named = new Set(rows.flatMap((row) => (row.place?.source === source.name ? [row.place.line] : [])));
  return (
    <section aria-label={`Interface file ${source.name}`}>
      {sources.length > 1 ? (
        <select aria-label="Interface file" value={source.name} onChange={(event) => setShown(event.target.value)}>
          {sources.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      ) : (
        <b>{source.name}</b>
      )}
      <div className="capture-text" ref={box} tabIndex={0} role="group" aria-label={`Text of ${source.name}`}>
        {source.text.split("\n").map((text, i) => {
          const line = i + 1;
          const look = line === lit ? "on" : undefined;
          return named.has(line) ? (
            <button
              key={line}
              type="button"
              className={line === lit ? "link on" : "link"}
              aria-pressed={line === lit}
              onClick={() => onLine(source.name, line)}
            >
              {text}
            </button>
          ) : (
            <span key={line} className={look}>
              {text || " "}
            </span>
          );
        })}
      </div>
    </section>
  );
}
