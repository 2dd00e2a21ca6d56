/** What the servers are asked for, and what comes of it, over the time of a run: the first strip of a crowd. */
import { useMemo, useRef } from "react";
import { crowdOf } from "../../engine/experiments/crowd.ts";
import { lastItem } from "../../engine/kernel/reads.ts";
import { toSeconds } from "../../engine/kernel/time.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { MARGIN, ticksOf, xMarks, yAxis, yMarks, yRoom } from "../chart/axes.ts";
import { crowdView, rateOf, sentIn, type CrowdView } from "../crowd/facts.ts";
import { rateShapes } from "../crowd/layout.ts";
import { Key, NAMES } from "../crowd/Readings.tsx";
import { useWidth } from "../draw/page-hooks.ts";
import { useSizeOf } from "../draw/figure-size.ts";
import { linearScale } from "../draw/scale.ts";
import { box, line, type Shape } from "../draw/scene.ts";
import { Hatched, Shapes } from "../draw/Shapes.tsx";
import { countText } from "./words.ts";

const HEIGHT = 190;
const CAPACITY = { stroke: "ink", lineWidth: 1.5, dash: [6, 4] } as const;
const SHOWN = ["useful", "first", "retried", "wasted", "refused"] as const;

const viewOf = (run: Run): CrowdView => crowdView(run, { ...run, crowd: crowdOf(run) });

function layoutOf(view: CrowdView, width: number): readonly Shape[] {
  const { crowd, until, blip } = view;
  const most = Math.max(1, crowd.capacity ?? 0, ...sentIn(view), ...rateOf(crowd, "refused"));
  const [y0, y1] = [MARGIN.top, HEIGHT - MARGIN.bottom + 12];
  const { scale, ticks } = yAxis([0, most * 1.02], { y0, y1 });
  const x0 = yRoom(ticks);
  const x1 = Math.max(x0 + 40, width - MARGIN.right);
  const seconds = linearScale({ domain: [0, toSeconds(until)], range: [x0, x1] });
  const time = linearScale({ domain: [0, until], range: [x0, x1] });
  const wave = (from: number, to: number): Shape => box(from, y0, Math.max(1, to - from), y1 - y0, { fill: "sunk" });
  const can = crowd.capacity === null ? [] : [scale.at(crowd.capacity)];
  return [
    ...(blip === null ? [] : [wave(time.at(blip.from), time.at(blip.until))]),
    ...yMarks(ticks, { x0, x1, y0, y1 }),
    ...rateShapes(view, time, scale),
    ...can.map((y) => line([x0, y, x1, y], CAPACITY)),
    ...xMarks(ticksOf(seconds, Math.max(2, Math.round((x1 - x0) / 90))), { x0, x1, y0, y1 }, "s"),
  ];
}

/** The figure in words, for whoever does not see it. */
function said({ crowd: { rates, capacity } }: CrowdView): string {
  const ends = SHOWN.flatMap((name) => {
    const values = rates[name];
    if (values === undefined) return [];
    return [
      `${NAMES[name]}: at the end ${countText(lastItem(values, "piece"))}, at most ${countText(Math.max(...values))}`,
    ];
  });
  const can = capacity === null ? "" : ` The servers can do ${countText(capacity)}.`;
  return `Requests a second over the time of the run. ${ends.join("; ")}.${can}`;
}

export function RatesFigure({ run }: { readonly run: Run | null }) {
  const host = useRef<HTMLDivElement>(null);
  const { width, scale, style } = useSizeOf(useWidth(host, true));
  const view = useMemo(() => (run === null ? null : viewOf(run)), [run]);
  const shapes = useMemo(() => (width === 0 || view === null ? [] : layoutOf(view, width)), [view, width]);
  return (
    <figure className="rates">
      <figcaption className="row">
        Requests a second
        <ul className="row legend">
          {SHOWN.map((name) => (
            <li key={name}>
              <Key of={name} /> {NAMES[name]}
            </li>
          ))}
          <li>
            <svg width={18} height={14} aria-hidden="true">
              <Shapes shapes={[line([0, 7, 18, 7], CAPACITY)]} />
            </svg>{" "}
            what the servers can do
          </li>
        </ul>
      </figcaption>
      <div
        ref={host}
        role="img"
        aria-label={view === null ? "Requests a second: not run yet" : said(view)}
        style={{ ...style, minHeight: HEIGHT * scale }}
      >
        <svg
          className="enlarged"
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${Math.max(1, width)} ${HEIGHT}`}
          aria-hidden="true"
        >
          <Hatched>
            <Shapes shapes={shapes} />
          </Hatched>
        </svg>
      </div>
    </figure>
  );
}
