/** Handles over the figure, small until a hand comes near; each has the keys that do what a drag does. */
import type { CSSProperties, KeyboardEvent } from "react";
import type { HandleFigure } from "../../figure/figure.ts";
import type { Handle } from "./handle.ts";
import type { Placed } from "./placed.ts";

/** How a handle looks; a lost packet’s is a cross on the ground. */
const SHAPES: Readonly<Record<Handle["kind"], string>> = {
  packet: "disc",
  copy: "disc",
  edge: "edge",
  crash: "mark",
  restart: "grip",
  timer: "ring",
  bar: "grip",
  wire: "bar",
};

/** The keys and their effects, for a screen reader. */
const KEYS: Readonly<Record<"across" | "down", Readonly<Record<Handle["kind"], string>>>> = {
  across: {
    packet: "Down loses it, left and right delay it, up copies it, Enter lists this, Delete takes the fault back",
    copy: "Left and right move it, Delete takes it back",
    edge: "Left and right choose a moment, Enter crashes the machine there",
    crash: "Left and right move it, Enter lists what else, Delete takes it back",
    restart: "Left and right move it, Delete takes it back",
    timer: "Left is shorter, right is longer, Delete sets the default",
    bar: "Left is shorter, right is longer, Delete sets the default",
    wire: "Left is faster, right is slower, Delete sets the default",
  },
  down: {
    packet: "Right loses it, up and down delay it, left copies it, Enter lists this, Delete takes the fault back",
    copy: "Up and down move it, Delete takes it back",
    edge: "Up and down choose a moment, Enter crashes the machine there",
    crash: "Up and down move it, Enter lists what else, Delete takes it back",
    restart: "Up and down move it, Delete takes it back",
    timer: "Up is shorter, down is longer, Delete sets the default",
    bar: "Up is shorter, down is longer, Delete sets the default",
    wire: "Up is faster, down is slower, Delete sets the default",
  },
};

export interface OneHandle {
  readonly placed: Placed;
  /** Held; or an edge that is held where it is a crash. */
  readonly look: "rest" | "hot" | "held" | "crash";
  readonly tabStop: boolean;
  readonly chosen: boolean;
  /** Whether its focus came by a pointer, and is not shown. */
  readonly quiet: boolean;
}

interface Props {
  readonly figure: HandleFigure;
  readonly ones: readonly OneHandle[];
  /** The moment: a timer that runs has so much left. */
  readonly time: number;
  /** While the call is played, handles recede. */
  readonly playing: boolean;
  readonly onKey: (event: KeyboardEvent<HTMLElement>, placed: Placed) => void;
  readonly onFocus: (placed: Placed, isVisible: boolean) => void;
  readonly onBlur: () => void;
}

export function Handles({ figure, ones, time, playing, onKey, onFocus, onBlur }: Props) {
  const words = KEYS[figure.down ? "down" : "across"];
  return (
    <div className={["tl-handles", ...(figure.down ? ["down"] : []), ...(playing ? ["playing"] : [])].join(" ")}>
      {ones.map(({ placed, look, tabStop, chosen, quiet }) => {
        const { handle } = placed;
        const { key, kind, name, value, rest } = handle;
        const shape = SHAPES[look === "crash" ? "crash" : kind];
        const marks = [
          shape,
          ...(rest === "ground" ? ["lost"] : []),
          ...(chosen ? ["chosen"] : []),
          ...(quiet ? ["quiet"] : []),
          look === "crash" ? "held" : look,
        ];
        return (
          <div
            key={key}
            data-handle={key}
            className={["tl-handle", ...marks.map((mark) => `is-${mark}`)].join(" ")}
            style={placeOf(figure, placed, shape, time)}
            role={value === null ? "button" : "slider"}
            tabIndex={tabStop ? 0 : -1}
            aria-label={`${name}. ${words[kind]}.`}
            {...(value === null ? {} : sliderOf(value, figure.down))}
            onKeyDown={(event) => onKey(event, placed)}
            onFocus={(event) => onFocus(placed, event.currentTarget.matches(":focus-visible"))}
            onBlur={onBlur}
          >
            <i />
            {shape === "edge" && <b />}
            {kind === "timer" && <s />}
          </div>
        );
      })}
    </div>
  );
}

const sliderOf = ({ now, least, most, text }: NonNullable<Handle["value"]>, down: boolean) => ({
  "aria-valuenow": now,
  "aria-valuemin": least,
  "aria-valuemax": most,
  "aria-valuetext": text,
  "aria-orientation": down ? ("vertical" as const) : ("horizontal" as const),
});

/** The share of a timer that has gone by, while it runs; before and after it is drawn whole. */
const goneOf = ({ from, to }: Handle, time: number): number =>
  time > from && time < to ? (time - from) / (to - from) : 0;

/**
 * Custom properties: the place of a mark on an edge, the length of a timer, both in pixels along; the share of a timer
 * that has gone by.
 */
function placeOf(
  { down, start, scale, places }: HandleFigure,
  { handle, along, across, inward }: Placed,
  shape: string,
  time: number,
): CSSProperties {
  const at = (a: number, b: number): string => (down ? `translate(${b}px, ${a}px)` : `translate(${a}px, ${b}px)`);
  const side = { "--inward": inward };
  if (shape === "edge") {
    const mark = Math.min(scale.length, Math.max(0, along - start));
    const own = { ...side, "--mark": `${mark}px` } as CSSProperties;
    return { transform: at(start, across), inlineSize: scale.length, ...own };
  }
  const long = handle.kind === "timer" ? along - Math.max(start, places.along(handle.from)) : 0;
  const own = { ...side, "--long": `${Math.max(0, long)}px`, "--gone": goneOf(handle, time) } as CSSProperties;
  return { transform: at(along, across), ...own };
}
