import { useRef } from "react";
import { createPortal } from "react-dom";
import type { PointerEvent, ReactNode, RefObject } from "react";
import type { ChartFrame } from "../../chart/axes.ts";
import { keyValue } from "../../controls/number-steps.ts";
import { useLesson } from "../context.ts";
import type { NumberRange } from "../../controls/number-steps.ts";

const PAD_HEIGHT = 236; // in the text
const AROUND_PAD = 174; // for what stands around it on the stage: title, pens, note, buttons
const LEAST_PAD = 300;

/** How high the paper is, in px: on the stage, all that the hero's place leaves. */
export const padHeight = (paper: HTMLElement | null): number =>
  paper === null ? PAD_HEIGHT : Math.max(LEAST_PAD, paper.clientHeight - AROUND_PAD);

/** On the stage, where the chart that answers will stand, or in the text where the stage is not beside it. */
export function OnPaper({ children }: { readonly children: ReactNode }) {
  const { paper } = useLesson();
  return paper === null ? children : createPortal(<div className="predict on-paper">{children}</div>, paper);
}

/** The values that a curve is drawn over, and how high and how finely it can be drawn. */
interface Range {
  readonly max: number;
  readonly step: number;
}

interface Props extends Range {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly unit: string;
  readonly points: string; // what is drawn, for who cannot see the paper
  readonly xs: readonly number[];
  /** Null until the width is known. The element stays the same, so that its width goes on being measured. */
  readonly frame: Pick<ChartFrame, "plot" | "xAt" | "yAt"> | null;
  /** The pen is at height `y` over the nth value; `from` is where it was before, null where it has just come down. */
  readonly onPen: (from: number | null, at: number, y: number) => void;
  readonly children?: ReactNode;
}

/** A chart that the reader draws on with a pen: mouse, finger or stylus. What it draws is up to the page. */
export function DrawingPad(props: Props) {
  const { box, width, height, title, unit, points, xs, frame, max, step, onPen, children } = props;
  const last = useRef<number | null>(null); // where the pen was, while it is down
  const pen = (event: PointerEvent<HTMLDivElement>): void => {
    if (frame === null) return;
    const { plot, xAt, yAt } = frame;
    const bounds = event.currentTarget.getBoundingClientRect();
    const [px, py] = [event.clientX - bounds.left, event.clientY - bounds.top];
    const share = Math.min(1, Math.max(0, (plot.y1 - py) / (plot.y1 - yAt(max))));
    const y = Number((Math.round((share * max) / step) * step).toFixed(6));
    const far = xs.map((x) => Math.abs(xAt(x) - px));
    const at = far.indexOf(Math.min(...far));
    onPen(last.current, at, y);
    last.current = at;
  };
  return (
    <>
      <p className="pad-title" aria-hidden="true">
        {title} <span>{unit}</span>
      </p>
      <div
        ref={box}
        className="pad"
        style={{ height }}
        role="group"
        aria-label={`${title} in ${unit}: ${points}`}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          last.current = null;
          pen(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && pen(event)}
      >
        <svg width={width} height={height}>
          {children}
        </svg>
      </div>
    </>
  );
}

type PressedKey = Pick<
  KeyboardEvent,
  "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "preventDefault" | "stopPropagation"
>;

/** The height that a key moves a point to; undefined where the key moves nothing. */
export function keyedHeight(event: PressedKey, y: number, { max, step }: Range): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const range: NumberRange = { kind: "number", label: "", unit: "", min: 0, max, step, default: 0, why: "" };
  const next = keyValue(range, y, event.key, event.shiftKey);
  if (next === undefined) return undefined;
  event.preventDefault();
  event.stopPropagation();
  return next;
}
