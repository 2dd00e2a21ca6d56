/** The drawing of a crowd: what its run shows, cut off at the strips, and over it poles, names and the moment. */
import { memo, useId, useMemo } from "react";
import type { Nanos } from "../../engine/kernel/time.ts";
import type { Area } from "../draw/place-label.ts";
import { box } from "../draw/scene.ts";
import type { Label } from "../draw/scene.ts";
import { Hatched, Shapes } from "../draw/Shapes.tsx";
import { uncovered } from "../draw/uncovered.ts";
import { plain } from "../words/numbers.ts";
import { onClock } from "../words/times.ts";
import type { CrowdView } from "./facts.ts";
import type { CrowdHandle } from "./handles.ts";
import type { CrowdLayout } from "./layout.ts";
import type { NoReturn } from "./no-return.ts";
import { blipName, loadNameAt, nameWidth, namesIn } from "./names.ts";
import { poleOf } from "./poles.ts";
import type { Pole } from "./poles.ts";
import { clockOf } from "./words.ts";

/** What the run draws; it stays as it is while a handle or the moment moves. */
export const Ground = memo(function Ground({ layout }: { readonly layout: CrowdLayout }) {
  const id = useId();
  const { x0, x1, rates, waiting, times, silent, frame, shapes } = layout;
  const widest = silent.reduce<readonly [number, number]>(
    (most, one) => (one[1] - one[0] > most[1] - most[0] ? one : most),
    [0, 0],
  );
  return (
    <>
      <defs>
        <clipPath id={id}>
          {[rates, waiting, times].map(({ y0, y1 }) => (
            <rect key={y0} x={x0} y={y0 - 4} width={x1 - x0} height={y1 - y0 + 8} />
          ))}
        </clipPath>
      </defs>
      <Shapes shapes={frame} />
      <g clipPath={`url(#${id})`}>
        <Shapes shapes={shapes} />
      </g>
      {widest[1] - widest[0] > 110 && (
        <text
          className="crowd-word is-ill"
          x={(widest[0] + widest[1]) / 2}
          y={(times.y0 + times.y1) / 2 + 4}
          textAnchor="middle"
        >
          {layout.isOfCalls ? "no call returns" : "none answers"}
        </text>
      )}
    </>
  );
});

/** Names in the margin push each other apart. */
const NAME_HEIGHT = 17;

interface Name {
  readonly y: number;
  readonly text: string;
}

function pushedApart(names: readonly Name[]): readonly Name[] {
  const placed: Name[] = [];
  for (const name of names.toSorted((a, b) => a.y - b.y)) {
    const before = placed.at(-1);
    placed.push({ ...name, y: before === undefined ? name.y : Math.max(name.y, before.y + NAME_HEIGHT) });
  }
  return placed;
}

/** The names beside the figure: what can be served, and what can be pulled up and down there. */
function namesBeside({ crowd: { capacity } }: CrowdView, layout: CrowdLayout, handles: readonly CrowdHandle[]) {
  const { x0, x1, rates } = layout;
  const served =
    capacity === null ? [] : [{ y: rates.scale.at(capacity), text: `${plain(capacity, 0)} can be served` }];
  const pulled = handles.filter(({ way, x }) => way === "across" && x > (x0 + x1) / 2);
  return [...served, ...pulled.map(({ y, says }) => ({ y, text: says }))];
}

const BESIDE = 20; // px from the strips to the names

/** The room that the names beside a layout need; what it has, where that is enough. */
export function roomBeside(view: CrowdView, layout: CrowdLayout, handles: readonly CrowdHandle[]): number {
  const { width, x1, isNarrow } = layout;
  const widest = Math.max(0, ...namesBeside(view, layout, handles).map(({ text }) => nameWidth(text)));
  return isNarrow ? width - x1 : Math.max(width - x1, Math.ceil(widest) + BESIDE + 8);
}

interface Props {
  readonly layout: CrowdLayout;
  /** The run that is drawn. */
  readonly view: CrowdView;
  /** The setup under the hand, with that run: its limits and its disturbance. */
  readonly wanted: CrowdView;
  readonly handles: readonly CrowdHandle[];
  readonly noReturn: NoReturn | null;
  /** The moment that is read; null on paper. */
  readonly time: Nanos | null;
}

export function CrowdFigure({ layout, view, wanted, handles, noReturn, time }: Props) {
  const { width, height, x0, x1, rates, isNarrow } = layout;
  const { capacity } = view.crowd;
  const capacityAt = capacity === null ? null : rates.scale.at(capacity);
  const inMargin = namesBeside(view, layout, handles);
  const load = handles.find(({ way, x }) => way === "across" && x <= (x0 + x1) / 2);
  const blip = handles.find(({ way }) => way === "along");
  const pole = useMemo(() => poleOf(view, noReturn), [view, noReturn]);
  const names = useMemo(
    () => (isNarrow ? namesIn(view, layout, handles, pole === null ? null : wordsOf(layout, pole)) : []),
    [isNarrow, view, layout, handles, pole],
  );
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="crowd-svg">
      <Hatched>
        {wanted.blip !== null && (
          <Wave layout={layout} from={wanted.blip.from} until={Math.min(wanted.blip.until, view.until)} />
        )}
        <Ground layout={layout} />
        {capacityAt !== null && <path className="crowd-capacity" d={`M${x0} ${capacityAt}H${x1}`} />}
        {handles
          .filter(({ way, x }) => way === "across" && x >= x1)
          .map(({ parameter, y }) => (
            <path key={parameter} className="crowd-level" d={`M${x0} ${y}H${x1}`} />
          ))}
        {time === null ? <Shapes shapes={layout.clock} /> : <Now {...{ layout, time }} until={view.until} />}
        {pole !== null && <PoleMark layout={layout} pole={pole} />}
        {load !== undefined && !isNarrow && (
          <text className="crowd-word" x={loadNameAt(load, layout)} y={load.y - 13} textAnchor="middle">
            {load.says}
          </text>
        )}
        {blip !== undefined && !isNarrow && <Word label={blipName(blip, width)} />}
        {isNarrow
          ? names.map((one) => <Word key={one.runs[0]?.text} label={one} />)
          : pushedApart(inMargin).map(({ y, text }) => (
              <text key={text} className="crowd-name" x={x1 + BESIDE} y={y + 4}>
                {text}
              </text>
            ))}
      </Hatched>
    </svg>
  );
}

interface NowProps {
  readonly layout: CrowdLayout;
  readonly time: Nanos;
  readonly until: Nanos;
}

const FLAG = { width: 54, height: 20 } as const; // px

/** The clock, and the moment that is read as a line with its time there, in place of the figures that it covers. */
export function Now({ layout: { width, x0, rates, times, time: axis, clock }, time, until }: NowProps) {
  const at = axis.at(time);
  const unit = clockOf(until);
  const flag = { x: Math.min(Math.max(at - 26, x0 - 20), width - FLAG.width), y: times.y1 + 4, ...FLAG };
  return (
    <>
      <Shapes shapes={uncovered(clock, flag)} />
      <path className="crowd-now" d={`M${at} ${rates.y0}V${times.y1}`} />
      <g className="crowd-clock">
        <rect {...flag} />
        <text x={flag.x + flag.width / 2} y={flag.y + 14} textAnchor="middle">
          {onClock(time, unit)} {unit.name}
        </text>
      </g>
    </>
  );
}

function Word({ label: { x, y, anchor, runs } }: { readonly label: Label }) {
  const [run] = runs;
  return (
    <text className={run?.bold === true ? "crowd-word is-blip" : "crowd-word"} x={x} y={y} textAnchor={anchor}>
      {run?.text}
    </text>
  );
}

function Wave({ layout, from, until }: { readonly layout: CrowdLayout; readonly from: Nanos; readonly until: Nanos }) {
  const { time, rates, times } = layout;
  const [left, right] = [time.at(from), time.at(until)];
  const place = { x: left, y: rates.y0 - 6, width: Math.max(1, right - left), height: times.y1 - rates.y0 + 6 };
  return (
    <>
      <rect {...place} className="crowd-wave" />
      <Shapes shapes={[box(place.x, place.y, place.width, place.height, { hatch: "fine", opacity: 0.6 })]} />
    </>
  );
}

/** Where the words of a pole stand on a narrow figure. */
function wordsOf({ time, rates, width }: CrowdLayout, { at, short }: Pole): Area {
  const [x, needed] = [time.at(at), nameWidth(short, true) + 16];
  const [x0, x1] = x > width * LEANS ? [x - needed, x] : [x, x + needed];
  return { x0, x1, y0: rates.y1 + 5, y1: rates.y1 + 22 };
}

/** From so far along on the words of a pole stand at its left. */
const LEANS = 0.55;

function PoleMark({ layout, pole }: { readonly layout: CrowdLayout; readonly pole: Pole }) {
  const { time, rates, waiting, width, isNarrow } = layout;
  const x = time.at(pole.at);
  const ring = pole.waiting === null ? null : waiting.scale.at(Math.min(pole.waiting, waiting.scale.domain[1]));
  const words = isNarrow ? pole.short : pole.words;
  const y = rates.y1 + 17;
  const lean = x > width * LEANS;
  return (
    <g className={pole.tag === "well" ? "crowd-pole is-well" : pole.isBroken ? "crowd-pole is-broken" : "crowd-pole"}>
      <path d={`M${x} ${rates.y0}V${ring ?? rates.y1 + 6}`} />
      {ring !== null && <circle cx={x} cy={ring} r={4.5} />}
      <path className="flag" d={lean ? `M${x} ${y - 9}l-8 4.5l8 4.5z` : `M${x} ${y - 9}l8 4.5l-8 4.5z`} />
      <text x={lean ? x - 12 : x + 12} y={y} textAnchor={lean ? "end" : "start"}>
        {words}
      </text>
    </g>
  );
}
