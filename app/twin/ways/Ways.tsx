/** Two ways to call the same machines on one time axis: who was asked when, who answered, and whose silence it cost. */
import { useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useWidth } from "../../draw/page.ts";
import { counted } from "../../words/numbers.ts";
import { durationText } from "../../words/times.ts";
import { makeScale, panned, zoomed } from "../../timeline/figure/scale.ts";
import { ticksOf } from "../../timeline/figure/ticks.ts";
import type { View } from "../../timeline/figure/scale.ts";
import type { TwinProps } from "../props.ts";
import { ZOOM_STEP, ZoomButtons } from "../ZoomButtons.tsx";
import { drawWay, MOST_NAMED, nameOf, pathOf, placeIn, rowsHeight, SLACK, troubles } from "./lay-out.ts";
import type { Frame, Silence, Way } from "./lay-out.ts";
import { inSeconds, sentenceOf, standingsText, wayNames } from "./ways-text.ts";
import "./ways.css";
import { capital } from "../../words/sentences.ts";

type Props = Pick<TwinProps, "a" | "b" | "time" | "onTime" | "labels" | "close"> & {
  readonly ways: readonly [Way, Way];
};

/** Of the plot's left edge, for the numbers of the rows; of its right edge, so that an end can be seen. */
const LEFT = 36;
const RIGHT = 8;
const LEAST_PLOT = 160;
const TICK_GAP = 84;
const AXIS = 26;
const HELP =
  "A row for each workstation. W and S zoom, A and D pan, 0 shows all; the slider moves the playhead. The table " +
  "below holds who was asked more than once, or given up.";

export function Ways({ ways, a, b, time, onTime, labels, close = false }: Props) {
  const box = useRef<HTMLElement>(null);
  const helpId = useId();
  const longest = Math.max(1, ...ways.map(({ to }) => to));
  const fit = useMemo((): View => ({ from: 0, to: longest * (1 + SLACK) }), [longest]);
  const [wish, setWish] = useState<View | null>(null);
  const view = wish ?? fit;
  const began = b.trace.calls.start[0] ?? 0;
  const now = Math.min(longest, Math.max(0, time - began));
  const width = Math.max(LEAST_PLOT, useWidth(box) - LEFT - RIGHT);
  const names = wayNames(a, b, labels);
  const sentence = sentenceOf(ways, names);
  const zoom = (factor: number): void => setWish(zoomed(view, factor, inView(view, now), fit));
  const pan = (share: number): void => setWish(panned(view, share * (view.to - view.from), fit));
  const commands: Readonly<Record<string, () => void>> = {
    w: () => zoom(ZOOM_STEP),
    s: () => zoom(1 / ZOOM_STEP),
    a: () => pan(-0.2),
    d: () => pan(0.2),
    "0": () => setWish(null),
  };
  return (
    <section
      ref={box}
      className="twin ways"
      aria-label={`Twin timelines of ${labels.a} and ${labels.b}`}
      onKeyDown={(event) => obey(event, commands)}
    >
      <p className="twin-sentence">{sentence}</p>
      {ways.map((way, i) => {
        const height = rowsHeight(way.destinations.list.length, close);
        return <Rows key={i} way={way} name={names[i] ?? ""} frame={{ width, height, view }} now={now} />;
      })}
      <div className="ways-foot">
        <Axis view={view} width={width} />
        <input
          type="range"
          className="ways-range"
          style={{ marginLeft: LEFT - 8, width: width + 16 }}
          min={0}
          max={width}
          step={1}
          value={Math.round(Math.min(width, Math.max(0, placeIn({ width, height: 0, view }, now))))}
          aria-label="Playhead of both runs"
          aria-describedby={helpId}
          aria-valuetext={durationText(now)}
          onChange={({ target }) => onTime(began + Math.round(momentAt(view, Number(target.value) / width, longest)))}
        />
        <div className="ways-tools">
          <Table ways={ways} names={names} />
          <Key />
          <ZoomButtons zoomedIn={wish !== null} onZoom={zoom} onFit={() => setWish(null)} />
        </div>
        <p id={helpId} className="tl-hidden">
          {HELP}
        </p>
      </div>
    </section>
  );
}

const inView = ({ from, to }: View, at: number): number => (at >= from && at <= to ? at : (from + to) / 2);
const momentAt = ({ from, to }: View, share: number, longest: number): number =>
  Math.min(longest, Math.max(0, from + share * (to - from)));

function obey(event: KeyboardEvent<HTMLElement>, commands: Readonly<Record<string, () => void>>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const command = commands[event.key.toLowerCase()];
  if (command === undefined) return;
  event.preventDefault();
  event.stopPropagation(); // the timeline's keys would move a figure out of sight
  command();
}

/** Explains the signs of the figure. */
function Key() {
  return (
    <p className="tl-note">
      <i className="wait" aria-hidden="true" /> waited for, <i className="silent" aria-hidden="true" /> silent,{" "}
      <b aria-hidden="true">×</b> given up; stroke: request, dot: reply
    </p>
  );
}

interface RowsProps {
  readonly way: Way;
  readonly name: string;
  readonly frame: Frame;
  readonly now: number;
}

function Rows({ way, name, frame, now }: RowsProps) {
  const { destinations } = way;
  const drawing = useMemo(() => drawWay(destinations, frame), [destinations, frame]);
  const { width, height } = frame;
  const count = destinations.list.length;
  const playhead = placeIn(frame, now);
  const title = `${capital(name)}: ${counted(count, "workstation")}, all called after ${inSeconds(way.to)}`;
  return (
    <figure className="ways-way">
      <figcaption>
        <b>{capital(name)}</b> <span>all called after {inSeconds(way.to)}.</span>{" "}
        <span className="ways-now">
          At {inSeconds(now)}: {standingsText(way, now)}.
        </span>
      </figcaption>
      <svg width={LEFT + width + RIGHT} height={height} role="img" aria-label={title}>
        <text x={LEFT - 8} y={11} className="row">
          1
        </text>
        <text x={LEFT - 8} y={height - 2} className="row">
          {count}
        </text>
        <g transform={`translate(${LEFT} 0)`}>
          <rect width={width} height={height} className="ground" />
          <path d={pathOf(drawing.waits)} className="wait" />
          <path d={pathOf(drawing.silences)} className="silent" />
          <path d={pathOf(drawing.sends)} className="send" />
          <path d={pathOf(drawing.again)} className="again" />
          <path d={pathOf(drawing.replies)} className="reply" />
          {drawing.given.map((silence) => (
            <Given
              key={silence.destination.machine}
              silence={silence}
              named={drawing.given.length <= MOST_NAMED}
              frame={frame}
            />
          ))}
          {drawing.end !== null && <path d={`M${drawing.end} 0V${height}`} className="end" />}
          {playhead >= 0 && playhead <= width && <path d={`M${playhead} 0V${height}`} className="now" />}
        </g>
      </svg>
    </figure>
  );
}

interface GivenProps {
  readonly silence: Silence;
  readonly named: boolean;
  readonly frame: Frame;
}

/** The end of a silence, and its name. */
function Given({ silence, named, frame }: GivenProps) {
  const { x, y } = silence;
  const name = named ? nameOf(silence, frame) : null;
  return (
    <>
      {x >= 0 && x <= frame.width && <path d={`M${x - 3.5} ${y - 3.5}l7 7m0 -7l-7 7`} className="given" />}
      {name !== null && (
        <text x={name.x} y={name.y} className="name">
          {name.text}
        </text>
      )}
    </>
  );
}

function Axis({ view, width }: { readonly view: View; readonly width: number }) {
  const ticks = ticksOf(makeScale(view, [], width), 0, TICK_GAP);
  return (
    <svg width={LEFT + width + RIGHT} height={AXIS} aria-hidden="true" className="ways-axis">
      <g transform={`translate(${LEFT} 0)`}>
        <path d={`M0 .5H${width}`} className="line" />
        {ticks.map(({ at, label }) => (
          <g key={at} transform={`translate(${at} 0)`}>
            <path d={label === null ? "M0 0V4" : "M0 0V7"} className="line" />
            {label !== null && at < width - 14 && <text y={20}>{label}</text>}
          </g>
        ))}
      </g>
    </svg>
  );
}

function Table({ ways, names }: { readonly ways: readonly [Way, Way]; readonly names: readonly [string, string] }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="ways-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Who was asked more than once, or given up</summary>
      {open && (
        <table>
          <thead>
            <tr>
              <th scope="col">Way</th>
              <th scope="col">Workstation</th>
              <th scope="col">Asked</th>
              <th scope="col">First at</th>
              <th scope="col">Ended at</th>
              <th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {ways.flatMap((way, i) =>
              troubles(way.destinations).map(({ machine, asked, first, ended, outcome }) => (
                <tr key={`${i} ${machine}`}>
                  <td>{capital(names[i] ?? "")}</td>
                  <th scope="row">{capital(machine)}</th>
                  <td>{counted(asked, "time")}</td>
                  <td>{inSeconds(first)}</td>
                  <td>{inSeconds(ended)}</td>
                  <td>{outcome}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      )}
    </details>
  );
}
