import { useRef } from "react";
import { createPortal } from "react-dom";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { itemAt } from "../../../engine/kernel/reads.ts";
import type { ChartLayout } from "../../chart/layout.ts";
import { useWidth } from "../../draw/page-hooks.ts";
import type { Point } from "../../draw/point.ts";
import type { Shape } from "../../draw/scene.ts";
import { pointIn, useSizeOf } from "../../draw/figure-size.ts";
import { Shapes } from "../../draw/Shapes.tsx";
import { pointerEvents } from "../../hand/hand-events.ts";
import { noSlack } from "../../hand/hand.ts";
import { useHand } from "../../hand/use-hand.ts";
import { plainText } from "../../words/numbers.ts";
import { filled, moved } from "./pad.ts";
import { keyValue } from "../../controls/number-steps.ts";
import { useLesson } from "../context.ts";
import type { NumberRange } from "../../controls/number-steps.ts";

const PAD_HEIGHT = 236; // in the text
const AROUND_PAD = 174; // for what stands around it on the stage: title, pens, note, buttons
const LEAST_PAD = 300;

/** How high the paper is, in px: on the stage, all that the hero's place leaves. */
export const padHeight = (paper: HTMLElement | null, scale: number): number =>
  paper === null ? PAD_HEIGHT : Math.floor(Math.max(LEAST_PAD, paper.clientHeight - AROUND_PAD * scale) / scale);

/** On the stage, where the chart that answers will stand, or in the text where the stage is not beside it. */
export function OnPaper({ children }: { readonly children: ReactNode }) {
  const { paper } = useLesson();
  return paper === null ? children : createPortal(<div className="predict on-paper">{children}</div>, paper);
}

/** How high and how finely a curve can be drawn. */
interface Range {
  readonly max: number;
  readonly step: number;
}

/** Heights over the values, null where nothing is drawn yet. */
export type Ys = readonly (number | null)[];

/** A curve with its gaps joined; null while it is not drawn from end to end. */
type Whole = readonly number[] | null;

interface Props {
  readonly title: string;
  readonly unit: string; // of heights
  readonly points: string; // what is drawn, for who cannot see the paper
  readonly xs: readonly number[];
  readonly range: Range;
  readonly curves: readonly Ys[];
  /** What each curve is called in the names of its points; "" where there is one curve. */
  readonly names: readonly string[];
  /** The unit, or what the values are of: "10 Mbit/s", "4 threads". */
  readonly of: string;
  /** The curve that is drawn, and how a key takes another one. */
  readonly pen: number;
  readonly onPen?: (pen: number) => void;
  readonly onDraw: (pen: number, ys: Ys) => void;
  readonly layoutOf: (curves: readonly Whole[], size: PadSize) => ChartLayout;
  /** What else stands on the paper. */
  readonly marksOn?: (layout: ChartLayout, curves: readonly Whole[]) => readonly Shape[];
}

export interface PadSize {
  readonly width: number;
  readonly height: number;
}

/** All that a chart shows. */
export const marksOf = ({ layers }: ChartLayout): readonly Shape[] => layers.flatMap(({ marks }) => marks);

/** The pen is at height `y` over the nth value; null before there is paper. */
type Drawn = { readonly at: number; readonly y: number } | null;

function drawnAt({ x: px, y: py }: Point, xs: readonly number[], range: Range, layout: ChartLayout | null): Drawn {
  if (layout === null) return null;
  const { plot, xAt, yAt } = layout;
  const { max, step } = range;
  const share = Math.min(1, Math.max(0, (plot.y1 - py) / (plot.y1 - yAt(max))));
  const far = xs.map((x) => Math.abs(xAt(x) - px));
  return { at: far.indexOf(Math.min(...far)), y: Number((Math.round((share * max) / step) * step).toFixed(6)) };
}

/** A chart that the reader draws curves on with a pen (mouse, finger or stylus), or point by point with keys. */
export function DrawingPad(props: Props) {
  const { title, unit, points, xs, range, curves, pen, onDraw, layoutOf, marksOn } = props;
  const box = useRef<HTMLDivElement>(null);
  const { width, scale, style } = useSizeOf(useWidth(box, true));
  const height = padHeight(useLesson().paper, scale);
  const last = useRef<number | null>(null); // where the pen was, while it is down
  const whole = curves.map(filled);
  // The element stays the same before its width is known, so that it goes on being measured.
  const layout = width === 0 ? null : layoutOf(whole, { width, height });
  const { send } = useHand<null, Drawn>({
    ...{ slack: noSlack, isChange: () => false, keyed: () => null, stands: "", experiment: "" },
    // The paper may stretch under the pen: what is drawn on is the one of now.
    meaningAt: (_, point) => drawnAt(point, xs, range, layout),
    run: (effect) => {
      if (effect.tag === "hold the axis") last.current = null; // the pen has just come down
      if (effect.tag !== "preview" || effect.meaning === null) return;
      const { at, y } = effect.meaning;
      onDraw(pen, moved(itemAt(curves, pen, "curve"), last.current, at, y));
      last.current = at;
    },
  });
  const pointOf = (event: PointerEvent<HTMLElement>): Point => {
    const { x, y } = pointIn(event.currentTarget, event); // of the paper, about the figure
    return { x: x / scale, y: y / scale };
  };
  const hand = pointerEvents(null, send, pointOf);
  return (
    <>
      <p className="pad-title" aria-hidden="true">
        {title} <span>{unit}</span>
      </p>
      <div
        ref={box}
        className="pad"
        style={{ ...style, height: height * scale }}
        role="group"
        aria-label={`${title} in ${unit}: ${points}`}
        {...hand}
        onPointerDown={(event) => {
          hand.onPointerDown(event);
          hand.onPointerMove(event); // a pen draws where it comes down
        }}
      >
        <svg className="enlarged" width={width} height={height}>
          {layout !== null && (
            <>
              <g aria-hidden="true">
                <Shapes shapes={[...marksOf(layout), ...(marksOn?.(layout, whole) ?? [])]} />
              </g>
              <Points {...props} layout={layout} whole={whole} />
            </>
          )}
        </svg>
      </div>
    </>
  );
}

interface PointsProps extends Props {
  readonly layout: ChartLayout;
  readonly whole: readonly Whole[];
}

/** Every point of every curve, each moved by key. */
function Points({ xs, range, curves, names, unit, of, pen, onPen, onDraw, layout, whole }: PointsProps) {
  const onKey = (event: KeyboardEvent, ys: Ys, k: number, i: number): void => {
    const next = keyedHeight(event, ys[i] ?? 0, range);
    if (next === undefined) return;
    onDraw(
      k,
      ys.map((y, place) => (place === i ? next : y)),
    );
  };
  const isOne = curves.length === 1;
  return curves.map((ys, k) =>
    xs.map((x, i) => {
      const y = ys[i] ?? null;
      const kind = ["ring", k > 0 && "second", y === null && "undrawn", k !== pen && "idle"].filter(Boolean).join(" ");
      return (
        <circle
          key={`${k} ${x}`}
          cx={layout.xAt(x)}
          cy={layout.yAt(y ?? whole[k]?.[i] ?? 0)}
          r={isOne ? 7 : 6}
          className={kind}
          role="slider"
          tabIndex={0}
          aria-orientation="vertical"
          aria-label={`${isOne ? "" : `${itemAt(names, k, "name")}, `}${plainText(x)} ${of}`}
          aria-valuemin={0}
          aria-valuemax={range.max}
          aria-valuenow={y ?? 0}
          aria-valuetext={y === null ? "not drawn" : `${plainText(y)} ${unit}`}
          onFocus={(event) => event.currentTarget.matches(":focus-visible") && onPen?.(k)}
          onKeyDown={(event) => onKey(event, ys, k, i)}
        />
      );
    }),
  );
}

/** The height that a key moves a point to; undefined where the key moves nothing. */
function keyedHeight(event: KeyboardEvent, y: number, { max, step }: Range): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const range: NumberRange = { kind: "number", label: "", unit: "", min: 0, max, step, default: 0, why: "" };
  const next = keyValue(range, y, event.key, event.shiftKey);
  if (next === undefined) return undefined;
  event.preventDefault();
  event.stopPropagation();
  return next;
}
