/** Two ways to call the same machines on one time axis: who was asked when, who answered, and whose silence it cost. */
import { useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { findExperiment } from "../../../engine/experiments/lookup.ts";
import type { Run } from "../../../engine/experiments/types.ts";
import { countStandings } from "../../timeline/destinations.ts";
import { useWidth } from "../../timeline/hooks.ts";
import { counted, durationText, plain } from "../../timeline/numbers.ts";
import { makeScale, panned, ticksOf, zoomed } from "../../timeline/scale.ts";
import type { View } from "../../timeline/scale.ts";
import { capital } from "../../timeline/words.ts";
import type { TwinProps } from "../Twin.tsx";
import { ZOOM_STEP, ZoomButtons } from "../ZoomButtons.tsx";
import { drawWay, placeIn, rowsHeight, troubles } from "./lay-out.ts";
import type { Frame, Silence, Way } from "./lay-out.ts";
import "./ways.css";

type Props = Pick<TwinProps, "a" | "b" | "time" | "onTime" | "labels" | "close"> & {
  readonly ways: readonly [Way, Way];
};

/** Of the plot's left edge, for the numbers of the rows; of its right edge, so that an end can be seen. */
const LEFT = 36;
const RIGHT = 8;
const LEAST_PLOT = 160;
/** The longer way leaves this share of the axis free at its end. */
const SLACK = 0.012;
const TICK_GAP = 84;
const AXIS = 26;
/** More than so many silences are not named each. */
const MOST_NAMED = 12;

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
  const names = namesOf(a, b, labels);
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

/** By how the calls are made where that is what differs, else as the page calls the runs. */
function namesOf(a: Run, b: Run, labels: TwinProps["labels"]): readonly [string, string] {
  if (a.experiment !== b.experiment || a.parameters["mode"] === b.parameters["mode"]) return [labels.a, labels.b];
  const mode = findExperiment(a.experiment)?.params["mode"];
  const said = ({ parameters }: Run, otherwise: string): string =>
    (mode?.kind === "choice" ? mode.options.find(({ value }) => value === parameters["mode"])?.label : undefined) ??
    otherwise;
  return [said(a, labels.a), said(b, labels.b)];
}

const inView = ({ from, to }: View, at: number): number => (at >= from && at <= to ? at : (from + to) / 2);
const momentAt = ({ from, to }: View, share: number, longest: number): number =>
  Math.min(longest, Math.max(0, from + share * (to - from)));

function obey(event: KeyboardEvent<HTMLElement>, commands: Readonly<Record<string, () => void>>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const command = commands[event.key.toLowerCase()];
  if (command === undefined) return;
  event.preventDefault();
  event.stopPropagation(); // the timeline's keys would move what is not seen
  command();
}

const inSeconds = (nanos: number): string => `${plain(nanos / 1e9, nanos < 1e10 ? 2 : 1)}\u202fs`;

function sentenceOf(ways: readonly [Way, Way], [a, b]: readonly [string, string]): string {
  const [first, second] = ways;
  const most = Math.max(first.to, second.to);
  const least = Math.max(1, Math.min(first.to, second.to));
  const ratio = most / least;
  const times = ratio < 1.05 ? "as long" : `${plain(ratio, 1)} times as long`;
  const [longer, shorter] = first.to >= second.to ? [a, b] : [b, a];
  return `${capital(longer)}: ${inSeconds(most)}. ${capital(shorter)}: ${inSeconds(least)}. The first takes ${times}.`;
}

/** What the signs of the figure mean. */
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

/** How many stand how at the playhead: "97 told, 3 awaited". */
function standingsText({ destinations }: Way, now: number): string {
  const counts = countStandings(destinations, destinations.from + now);
  const given = counts["given up"] + counts.left;
  const parts: readonly (readonly [number, string])[] = [
    [counts.told, "told"],
    [counts.awaited, "awaited"],
    [counts.busy, "busy"],
    [given, "given up"],
    [counts["to come"], "to come"],
  ];
  return parts.flatMap(([count, word]) => (count === 0 ? [] : [`${plain(count)} ${word}`])).join(", ");
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
          <path d={drawing.waits} className="wait" />
          <path d={drawing.silences} className="silent" />
          <path d={drawing.sends} className="send" />
          <path d={drawing.again} className="again" />
          <path d={drawing.replies} className="reply" />
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

/** The end of a silence; its name stands above the line, where there is room. */
function Given({ silence: { x, y, sends, destination }, named, frame }: GivenProps) {
  const first = Math.max(0, sends[0] ?? 0);
  const end = Math.min(frame.width, x);
  const text = `${destination.machine}: asked ${counted(sends.length, "time")}`;
  const room = end - first > text.length * 6 + 12;
  return (
    <>
      {x >= 0 && x <= frame.width && <path d={`M${x - 3.5} ${y - 3.5}l7 7m0 -7l-7 7`} className="given" />}
      {named && room && (
        <text x={(first + end) / 2} y={y < 16 ? y + 13 : y - 4} className="name">
          {text}
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
