/**
 * A ruler that is pulled from one stop to the next: the systems stand in their order by the ruler, and lines show who
 * overtakes whom. The chart follows to the nearest stop; letting go sets what that is about.
 */
import { useEffect, useMemo, useRef, useState } from "react";
import type { CSSProperties } from "react";
import { itemAt } from "../../../engine/kernel/reads.ts";
import { useWidth } from "../../draw/page-hooks.ts";
import { useSlider } from "../../hand/use-slider.ts";
import { useBench, useLab } from "../../lab/context.ts";
import { startPreviews } from "../../lab/preview.ts";
import { setupKey } from "../../setup/setup.ts";
import { messageOf } from "../../words/message-of.ts";
import { Cancelled } from "../../workers/engine-client.ts";
import type { Ruler, StageState } from "../../../lessons/types.ts";
import { useLesson } from "../context.ts";
import { namesOf, placeAt, rank, stopsOf } from "./rankings.ts";
import type { Rankings, Stop } from "./rankings.ts";
import { setupOf } from "../stage-state.ts";
import "./rank-lines.css";

/** So fine is the way between two stops. */
const FINE = 100;
/** In px: a row, the room before the first stop, and behind the last for the names. */
const ROW = 20;
const BEFORE = 12;
const NAMES = 140;

/** The rankings so far, and why there are no more where a run has failed. */
function useRankings(ruler: Ruler, stops: readonly Stop[]): { readonly rankings: Rankings; readonly failure: string } {
  const { step, live } = useLesson();
  const [rankings, setRankings] = useState<Rankings>([]);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    let gone = false;
    const run = async (): Promise<void> => {
      for (const stop of stops) {
        const places = await rank(step, ruler, stop, live);
        if (gone) return;
        setRankings((before) => [...before, places]);
      }
    };
    run().catch((error: unknown) => {
      // A run that newer work ends is no problem of the reader.
      if (!gone && !(error instanceof Cancelled)) setFailure(messageOf(error));
    });
    return () => {
      gone = true;
      setRankings([]);
      setFailure("");
    };
  }, [step, ruler, stops, live]);
  return { rankings, failure };
}

/** The stop whose run is on the stage. */
function useStop(stops: readonly Stop[]): number {
  const { step, tried } = useLesson();
  const setup = useBench((bench) => bench.setup);
  const isThere = ({ stage }: Stop): boolean => setupKey(setupOf({ ...step.stage, ...stage })) === setupKey(setup);
  const own = stops.findIndex((stop) => stop.id === tried && isThere(stop));
  return Math.max(0, own >= 0 ? own : stops.findIndex(isThere));
}

/** Shows what the stop nearest to the hand is about, until the hand lets go; null shows again what stands. */
function usePreview(): (stage: Partial<StageState> | null) => void {
  const { step } = useLesson();
  const previews = useLab().previewsBy(startPreviews);
  useEffect(() => () => previews.cancel(), [previews]); // the ruler may go under the hand
  return (stage) => {
    if (stage === null) return previews.cancel();
    const state = { ...step.stage, ...stage };
    previews.show(setupOf(state), state.chart ?? null);
  };
}

export function RankLines({ ruler }: { readonly ruler: Ruler }) {
  const { step, show } = useLesson();
  const stops = useMemo(() => stopsOf(step, ruler), [step, ruler]);
  const names = useMemo(() => namesOf(step, ruler), [step, ruler]);
  const { rankings, failure } = useRankings(ruler, stops);
  const present = useStop(stops);
  const room = useRef<HTMLDivElement>(null);
  const width = useWidth(room, true);
  const gap = Math.max(1, (width - BEFORE - NAMES) / Math.max(1, stops.length - 1));
  const [moved, setMoved] = useState<number | null>(null);
  const preview = usePreview();
  const go = (index: number): void => {
    const stop = stops[index];
    setMoved(null);
    if (stop === undefined || index === present) return preview(null);
    show(stop.stage, stop.id);
  };
  const hold = (value: number | null): void => {
    setMoved(value);
    const index = value === null ? present : Math.round(value / FINE);
    preview(index === present ? null : (stops[index]?.stage ?? null));
  };
  const own = {
    value: present * FINE,
    least: 0,
    most: (stops.length - 1) * FINE,
    step: FINE,
    page: FINE,
    by: (right: number) => Math.round((right / gap) * FINE),
    onHeld: hold,
    onSet: (value: number) => go(Math.round(value / FINE)),
  };
  const { held, slider } = useSlider(own, setupKey(useBench((bench) => bench.setup)), "pull ranks-ruler");
  const at = (held === null ? present * FINE : (moved ?? present * FINE)) / FINE;
  const nearest = Math.round(at);
  const isReady = rankings.length === stops.length;
  const order = names
    .map((name, i) => ({ name, place: isReady ? placeAt(rankings, i, nearest) : i }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ name }) => name);
  const { label } = itemAt(stops, nearest, "stop");
  return (
    <section className="ranks" aria-label="Order by the ruler">
      <div ref={room} className="ranks-room" style={sizesOf(names.length, gap)}>
        <Heads {...{ stops, gap, nearest }} onStop={go} />
        {width > 0 && isReady && <Lines {...{ rankings, names, gap, at, width }} />}
        <div
          {...slider}
          style={{ left: BEFORE + at * gap }}
          aria-label="Ruler. Left and right move it to the next."
          aria-valuenow={nearest + 1}
          aria-valuemin={1}
          aria-valuemax={stops.length}
          aria-valuetext={`${label}: ${isReady ? order.join(", ") : "the runs are under way"}`}
          title="Pull the ruler"
        >
          <i />
        </div>
      </div>
      {failure !== "" && (
        <p className="error" role="alert">
          A run of the ruler stopped: {failure}
        </p>
      )}
      <p className="note">
        {isReady
          ? `The first of ${names.length} stands at the top. Pull the ruler.`
          : "Each system runs by each ruler."}
      </p>
    </section>
  );
}

/** Closer than this, in pixels, the names of two stops stand in two rows. */
const CLOSE = 66;
/** Of a name of up to three lines, with room for a finger. */
const HEAD = 44;

const sizesOf = (rows: number, gap: number): CSSProperties =>
  ({ "--rows": `${rows * ROW}px`, "--heads": `${(gap < CLOSE ? 2 : 1) * HEAD + 4}px` }) as CSSProperties;

/** The place of a stop’s name: the first begins at the edge, the others stand over their stops. */
function headPlace(i: number, gap: number): CSSProperties {
  const isClose = gap < CLOSE;
  const maxWidth = isClose ? 2 * gap - 6 : i === 0 ? gap * 0.6 : gap - 4;
  return { left: BEFORE + i * gap, top: isClose && i % 2 === 1 ? HEAD : 0, maxWidth };
}

interface HeadsProps {
  readonly stops: readonly Stop[];
  readonly gap: number;
  readonly nearest: number;
  readonly onStop: (index: number) => void;
}

const Heads = ({ stops, gap, nearest, onStop }: HeadsProps) => (
  <div className="ranks-heads" role="group" aria-label="Ruler">
    {stops.map(({ id, label }, i) => (
      <button key={id} type="button" aria-pressed={i === nearest} style={headPlace(i, gap)} onClick={() => onStop(i)}>
        {label}
      </button>
    ))}
  </div>
);

interface LinesProps {
  readonly rankings: Rankings;
  readonly names: readonly string[];
  readonly gap: number;
  readonly at: number;
  readonly width: number;
}

/** Behind the hand lies the way that each has gone, before it nothing. */
function Lines({ rankings, names, gap, at, width }: LinesProps) {
  const y = (place: number): number => (place + 0.5) * ROW;
  const gone = [...rankings.keys()].filter((stop) => stop < at);
  return (
    <svg width={width} height={names.length * ROW} aria-hidden="true">
      {names.map((name, i) => {
        const points = [...gone, at].map((one) => `${BEFORE + one * gap},${y(placeAt(rankings, i, one))}`);
        const [x, here] = [BEFORE + at * gap, y(placeAt(rankings, i, at))];
        return (
          <g key={name} className={placeAt(rankings, i, Math.round(at)) === 0 ? "is-first" : undefined}>
            <polyline points={points.join(" ")} />
            <circle cx={x} cy={here} r={4} />
            <text x={x + 12} y={here + 4}>
              {name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
