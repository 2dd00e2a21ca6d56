/** The run's own value on the axis of a chart, to be pulled to another: the figures follow the hand. */
import { useSlider } from "../hand/use-slider.ts";
import { nearest, xText } from "./cursor.ts";
import type { ChartLayout } from "./layout.ts";

interface Props {
  readonly layout: ChartLayout;
  readonly over: string; // "caller threads"
  /** The value of the run that is shown. */
  readonly x: number;
  readonly onSelectX: (x: number, curve: number | null) => void;
  /** The value under the hand; null where it lets go and nothing changes. */
  /** What stands, as a key. */
  readonly stands?: string;
  readonly onHoldX?: (x: number | null) => void;
}

/** By how many values the page keys move it. */
const PAGE = 3;

export function Grip({ layout, over, x, stands = "", onSelectX, onHoldX }: Props) {
  const { rows, plot, data } = layout;
  const xs = rows.map((row) => row.x);
  const at = nearest(layout, layout.xAt(x)) ?? 0;
  const own = {
    value: at,
    least: 0,
    most: xs.length - 1,
    page: PAGE,
    by: (right: number, _: number, from: number) => (nearest(layout, layout.xAt(xs[from] ?? x) + right) ?? from) - from,
    onHeld: (place: number | null) => onHoldX?.(place === null ? null : (xs[place] ?? null)),
    onSet: (place: number) => onSelectX(xs[place] ?? x, null),
  };
  const { held, slider } = useSlider(own, stands, "chart-grip");
  const now = held === null ? x : (xs[held] ?? x);
  return (
    <div
      {...slider}
      aria-label={`The run’s place in the chart, over ${over}`}
      aria-valuenow={now}
      aria-valuemin={xs[0] ?? x}
      aria-valuemax={xs.at(-1) ?? x}
      aria-valuetext={xText(data.x, now)}
      title={`Pull to run another value: ${over}`}
      style={{ left: layout.xAt(now), top: plot.y0, height: plot.y1 - plot.y0 }}
    >
      <i />
    </div>
  );
}
