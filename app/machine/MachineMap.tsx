/** The drawing with its places as buttons over it: one Tab stop, arrows among them. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { OnPaper } from "../controls/OnPaper.tsx";
import { paint } from "../draw/canvas.ts";
import type { PageStyle } from "../draw/canvas.ts";
import type { Shape } from "../draw/scene.ts";
import type { MachineLayout } from "./layout.ts";
import { moved } from "./places.ts";
import type { Place } from "./places.ts";

interface Props {
  readonly layout: MachineLayout;
  readonly ground: readonly Shape[];
  readonly live: readonly Shape[];
  readonly style: PageStyle;
  readonly places: readonly Place[];
  /** While time runs the names of places say nothing of the moment: a screen reader would read each. */
  readonly quiet: boolean;
  readonly onChoose: (place: Place) => void;
}

export function MachineMap({ layout, ground, live, style, places, quiet, onChoose }: Props) {
  const under = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const { width, height } = layout;
  useLayoutEffect(() => {
    if (under.current !== null) paint(under.current, { width, height, ratio: devicePixelRatio }, ground, style);
  }, [width, height, ground, style]);
  useLayoutEffect(() => {
    if (over.current !== null) paint(over.current, { width, height, ratio: devicePixelRatio }, live, style);
  }, [width, height, live, style]);
  const help = useId();
  const { cursor, setCursor, onKeyDown, setButton } = useCursor(places);
  const size = { width, height };
  return (
    <>
      <div
        className="machine-map"
        style={{ height }}
        role="group"
        aria-label="Picture of the machines"
        aria-describedby={help}
        onKeyDown={onKeyDown}
      >
        <canvas ref={under} style={size} aria-hidden="true" />
        <canvas ref={over} style={size} aria-hidden="true" />
        <OnPaper {...size} shapesOf={() => [...ground, ...live]} />
        {places.map((place) => {
          const { key, rect, name, text } = place;
          return (
            <button
              key={key}
              ref={(button) => setButton(key, button)}
              type="button"
              className="machine-place"
              style={{ left: rect.x, top: rect.y, width: rect.width, height: rect.height }}
              tabIndex={key === cursor ? 0 : -1}
              aria-label={quiet ? name : `${name}: ${text}`}
              onFocus={() => setCursor(key)}
              onClick={() => {
                setCursor(key);
                onChoose(place);
              }}
            />
          );
        })}
      </div>
      <p id={help} className="tl-hidden">
        Up and down go from part to part, left and right to the same part of the other machine. Enter shows what the
        part does in the inspector. Comma and full stop step through the call. The table holds the same in words.
      </p>
    </>
  );
}

/** One of the places has the Tab stop, and the arrow keys move it. */
function useCursor(places: readonly Place[]) {
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const [wished, setWished] = useState("");
  const [moves, setMoves] = useState(0);
  const own = places.find(({ key }) => key === wished) ?? places[0];
  const cursor = own?.key ?? "";
  useEffect(() => {
    if (moves > 0) buttons.current.get(cursor)?.focus();
    // Only a key moves the focus: a place that is chosen otherwise has it already.
  }, [moves, cursor]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || own === undefined) return;
    const next = moved(places, own, event.key);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    setWished(next.key);
    setMoves(moves + 1);
  };
  const setButton = (name: string, button: HTMLButtonElement | null): void => {
    if (button === null) buttons.current.delete(name);
    else buttons.current.set(name, button);
  };
  return { cursor, setCursor: setWished, onKeyDown, setButton };
}
