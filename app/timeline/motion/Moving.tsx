import { useLayoutEffect, useRef } from "react";
import { paint } from "../../draw/canvas.ts";
import type { PageStyle } from "../../draw/canvas.ts";
import type { Figure } from "../../figure/figure.ts";
import { movingShapes, toCome } from "./moving.ts";

interface Props {
  readonly figure: Figure;
  readonly style: PageStyle;
}

/** The figure with all things drawn faintly. The same figure, up to the playhead, lies over it. */
export function ToCome({ figure, style }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const surface = { width: figure.width, height: figure.height };
    if (canvas.current !== null) paint(canvas.current, surface, figure.ground, style, toCome);
  }, [figure, style]);
  return (
    <canvas
      ref={canvas}
      className="tl-to-come"
      aria-hidden="true"
      style={{ width: figure.width, height: figure.height }}
    />
  );
}

interface MovingProps extends Props {
  readonly time: number;
  /** Whether timers have rings already, as handles. */
  readonly ringed: boolean;
}

/** The call, other packets and timers as they are at a moment. */
export function Moving({ figure, style, time, ringed }: MovingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const surface = { width: figure.width, height: figure.height };
    if (canvas.current !== null) paint(canvas.current, surface, movingShapes(figure, time, ringed), style);
  }, [figure, style, time, ringed]);
  return (
    <canvas
      ref={canvas}
      className="tl-moving"
      aria-hidden="true"
      style={{ width: figure.width, height: figure.height }}
    />
  );
}
