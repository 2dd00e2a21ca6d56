/** A picture of two canvases with its places as buttons over it: one Tab stop, and keys go from place to place. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent, RefObject } from "react";
import { paint } from "../draw/canvas.ts";
import type { PageStyle } from "../draw/canvas.ts";
import type { Shape } from "../draw/scene.ts";
import { OnPaper } from "./OnPaper.tsx";
import "../styles/picture-map.css";

interface PicturePlace {
  readonly key: string;
  readonly rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }; // px
  /** What a screen reader says. */
  readonly name: string;
  readonly kind?: string; // a class for its looks
  readonly pressed?: boolean;
}

interface Props {
  readonly width: number; // px
  readonly height: number;
  /** Shapes that stay while time runs, and those that move. */
  readonly ground: readonly Shape[];
  readonly live: readonly Shape[];
  readonly style: PageStyle;
  readonly name: string;
  readonly help: string;
  readonly places: readonly PicturePlace[];
  /** The key of the place that has the Tab stop. */
  readonly cursor: string;
  readonly onCursor: (key: string) => void;
  /** Moves the cursor by a key of the keyboard; false where that key moves it nowhere. */
  readonly onMove: (keyboardKey: string) => boolean;
  readonly onPress: (key: string, event: MouseEvent<HTMLElement>) => void;
  readonly onDoublePress?: (key: string) => void;
}

export function PictureMap({ width, height, ground, live, style, name, help, places, cursor, ...on }: Props) {
  const under = usePainted(width, height, ground, style);
  const over = usePainted(width, height, live, style);
  const helpId = useId();
  const { onKeyDown, setButton } = useFocus(cursor, on.onMove);
  const size = { width, height };
  return (
    <>
      <div
        className="picture-map"
        style={{ height }}
        role="group"
        aria-label={name}
        aria-describedby={helpId}
        onKeyDown={onKeyDown}
      >
        <canvas ref={under} style={size} aria-hidden="true" />
        <canvas ref={over} style={size} aria-hidden="true" />
        <OnPaper {...size} shapesOf={() => [...ground, ...live]} />
        {places.map(({ key, rect, kind = "", ...place }) => (
          <button
            key={key}
            ref={(button) => setButton(key, button)}
            type="button"
            className={`picture-place ${kind}`}
            style={{ left: rect.x, top: rect.y, width: rect.width, height: rect.height }}
            tabIndex={key === cursor ? 0 : -1}
            aria-pressed={place.pressed}
            aria-label={place.name}
            onFocus={() => on.onCursor(key)}
            onClick={(event) => on.onPress(key, event)}
            onDoubleClick={() => on.onDoublePress?.(key)}
          />
        ))}
      </div>
      <p id={helpId} className="vh">
        {help}
      </p>
    </>
  );
}

function usePainted(
  width: number,
  height: number,
  shapes: readonly Shape[],
  style: PageStyle,
): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current !== null) paint(canvas.current, { width, height }, shapes, style);
  }, [width, height, shapes, style]);
  return canvas;
}

/** Only a key moves the focus: a place that is chosen otherwise has it already. */
function useFocus(cursor: string, onMove: (keyboardKey: string) => boolean) {
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const [moves, setMoves] = useState(0);
  useEffect(() => {
    if (moves > 0) buttons.current.get(cursor)?.focus();
  }, [moves, cursor]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !onMove(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    setMoves(moves + 1);
  };
  const setButton = (key: string, button: HTMLButtonElement | null): void => {
    if (button === null) buttons.current.delete(key);
    else buttons.current.set(key, button);
  };
  return { onKeyDown, setButton };
}
