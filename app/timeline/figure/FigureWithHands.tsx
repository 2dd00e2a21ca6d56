/** The figure of a run that a reader can take hold of: handles over it, the run before under it, words beside them. */
import { useMemo, useRef } from "react";
import type { ComponentProps } from "react";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { TimelineFigure } from "./TimelineFigure.tsx";
import { Choices } from "../handle/Choices.tsx";
import { ghostShapes, withGhost } from "../handle/ghost.ts";
import { Handles } from "../handle/Handles.tsx";
import type { HandleFigure } from "../../figure/figure.ts";
import { Pill } from "../handle/Pill.tsx";
import { spotOf } from "../handle/pill-text.ts";
import { beyondOf, looksOf } from "../handle/shown-handles.ts";
import { isOneStop } from "../handle/surface.ts";
import { useHandling } from "../handle/use-handling.ts";
import type { HandlingProps } from "../handle/use-handling.ts";
import { Zones } from "../handle/Zones.tsx";
import "../handle/handle.css";
import "../handle/zones.css";

type Props = Omit<HandlingProps, "late"> &
  Omit<ComponentProps<typeof TimelineFigure>, "figure" | "taking" | "children" | "onSelect">;

export function FigureWithHands({ figure, state, hands, handles, handled, host, onSelect, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const late = hands.useLate();
  const pale = hands.usePale();
  const handling = useHandling({ figure, state, hands, late, handles, handled, host, onSelect }, box);
  const { hand, placed, attention, pill, ghost } = handling;
  const isHeld = hand.tag === "held";
  const drawn = useWithGhost(
    figure,
    state.shown,
    isHeld ? hand.press.target.shown : (ghost?.shown ?? null),
    ghost?.opacity ?? 0.9,
  );
  const focused = attention.tag === "focus" ? attention : null;
  const stop = placed.find(({ handle }) => handle.key === focused?.key) ?? placed[0];
  const isOne = isOneStop(placed);
  const ones = looksOf(placed, hand).map((one) => ({
    ...one,
    tabStop: !isOne || one.placed.handle.key === stop?.handle.key,
    chosen: state.chosen !== NO_REF && one.placed.handle.ref === state.chosen,
    quiet: focused?.isVisible === false && focused.key === one.placed.handle.key,
  }));
  return (
    <div ref={box} className={isHeld && pale ? "tl-hands pale" : "tl-hands"} data-late={late}>
      <TimelineFigure
        {...rest}
        onSelect={onSelect}
        figure={drawn}
        isHeld={isHeld}
        above={placed.flatMap(({ handle, along, inward }) =>
          handle.kind === "timer" && inward > 0
            ? [{ from: figure.places.along(handle.from) - KNOB, to: along + KNOB }]
            : [],
        )}
        ringed={handles.some(({ kind }) => kind === "timer")}
        taking={handling.taking}
      >
        {isHeld && (
          <Zones
            {...{ figure, target: hand.press.target, drop: hand.meaning }}
            beyond={beyondOf(state.shown, figure)}
          />
        )}
        <Handles
          {...{ figure, ones, time: rest.time, playing: rest.playing }}
          onKey={handling.onKey}
          onFocus={handling.onFocus}
          onBlur={handling.onBlur}
        />
      </TimelineFigure>
      {pill !== null && <Pill figure={figure} {...pill} />}
      {attention.tag === "list" && (
        <Choices
          {...{ figure, choices: attention.choices, focus: attention.isFocused }}
          name={attention.placed.handle.name}
          {...spotOf(figure, attention.placed)}
          onChoice={handling.choose}
          onClose={handling.close}
        />
      )}
      <p className="vh" aria-live="polite">
        {isHeld ? "" : handling.said}
      </p>
    </div>
  );
}

/** From the middle of a handle to its edge, with a little space. */
const KNOB = 12; // px

/** Painted anew only where run, view or ghost changed: not with each move of the pointer. */
function useWithGhost(figure: HandleFigure, after: ShownCall, before: ShownCall | null, opacity: number): HandleFigure {
  return useMemo(
    () =>
      before === null
        ? figure
        : { ...figure, ground: withGhost(figure.ground, ghostShapes(before, after, figure, opacity)) },
    [figure, after, before, opacity],
  );
}
