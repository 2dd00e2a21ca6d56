import { useLayoutEffect, useMemo, useRef } from "react";
import { paint } from "../../draw/canvas.ts";
import type { AlphaOf, PageStyle } from "../../draw/canvas.ts";
import type { Shape } from "../../draw/scene.ts";
import type { Figure } from "../../figure/figure.ts";
import { movingShapes, toCome } from "./moving.ts";

interface Props {
  readonly figure: Figure;
  readonly style: PageStyle;
}

interface OverProps extends Props {
  readonly shapes: readonly Shape[];
  readonly alpha?: AlphaOf;
  readonly className: string;
}

/** A canvas of the figure's size over it. */
function Over({ figure: { width, height }, shapes, style, alpha, className }: OverProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current !== null) paint(canvas.current, { width, height }, shapes, style, alpha);
  }, [width, height, shapes, style, alpha]);
  return <canvas ref={canvas} className={className} aria-hidden="true" style={{ width, height }} />;
}

/** The figure with all things drawn faintly. The same figure, up to the playhead, lies over it. */
export const ToCome = (props: Props) => (
  <Over {...props} shapes={props.figure.ground} alpha={toCome} className="tl-to-come" />
);

interface MovingProps extends Props {
  readonly time: number;
  /** Whether timers have rings already, as handles. */
  readonly ringed: boolean;
}

/** The call, other packets and timers as they are at a moment. */
export function Moving({ figure, style, time, ringed }: MovingProps) {
  const shapes = useMemo(() => movingShapes(figure, time, ringed), [figure, time, ringed]);
  return <Over {...{ figure, style, shapes }} className="tl-moving" />;
}
