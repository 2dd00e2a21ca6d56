import { useEffect, useLayoutEffect, useRef } from "react";
import type { CSSProperties, ReactNode, RefObject } from "react";
import { line } from "../../draw/scene.ts";
import { OnPaper } from "../../controls/OnPaper.tsx";
import type { Shape } from "../../draw/scene.ts";
import type { Stretch } from "../../trace/folds.ts";
import type { PageStyle } from "../../draw/canvas.ts";
import { useGestures, useWheel } from "../tools/use-gestures.ts";
import type { FigurePointer, GestureProps, PointerHandlers } from "../tools/use-gestures.ts";
import { useTouch } from "../tools/use-touch.ts";
import type { TouchProps } from "../tools/fingers.ts";
import type { Taking } from "../handle/taking.ts";
import { laterPart } from "../../controls/later-part.ts";
import { usePainted } from "../motion/use-painted.ts";

interface Props extends GestureProps, TouchProps {
  readonly style: PageStyle;
  readonly label: string;
  readonly helpId: string;
  readonly time: number;
  readonly clock: string;
  readonly words: string;
  /** Whether the playhead moves by itself: what is to come then recedes. */
  readonly playing: boolean;
  /** Whether a hand holds something of the figure. */
  readonly isHeld?: boolean;
  /** Whether its timers have rings, as handles. */
  readonly ringed?: boolean;
  /** Stretches along of what stands above the first machine, which the flag’s words keep off. */
  readonly above?: readonly Stretch[];
  /** A hand on a handle, which goes before the other gestures. */
  readonly taking?: Taking;
  readonly children?: ReactNode;
}

/** Whether a figure with the focus has just gone. */
let isOrphaned = false;

/** A figure that takes the place of another has its focus. */
function useFocusTakenOver(holder: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = holder.current;
    if (isOrphaned) own?.focus({ preventScroll: true });
    isOrphaned = false;
    return () => {
      isOrphaned = own !== null && own === document.activeElement;
      queueMicrotask(() => (isOrphaned = false));
    };
  }, [holder]);
}

const useMotion = laterPart(() => import("../motion/motion.ts"));

/** Canvases with the playhead between them: over the spans, under the names. */
export function TimelineFigure(props: Props) {
  const { figure, style, label, helpId } = props;
  const ground = useRef<HTMLCanvasElement>(null);
  const names = useRef<HTMLCanvasElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const motion = useMotion();
  usePainted({ holder, ground, names }, { figure, style, isHeld: props.isHeld === true, motion });
  useFocusTakenOver(holder);
  useWheel(holder, props);
  useTouch(holder, props);
  const handlers = withHands(useGestures(props), props.taking);
  const size = { width: figure.width, height: figure.height };
  return (
    <div
      ref={holder}
      className="tl-figure"
      style={{ height: figure.height }}
      role="group"
      aria-label="Timeline figure"
      aria-describedby={helpId}
      tabIndex={0}
      {...handlers}
    >
      {props.playing && motion !== null && <motion.ToCome figure={figure} style={style} />}
      <canvas
        ref={ground}
        role="img"
        aria-label={label}
        style={{ ...size, ...(motion === null ? {} : goneBy(props)) }}
      />
      <Playhead {...props} />
      {motion !== null && isUnderWay(props) && (
        <motion.Moving figure={figure} style={style} time={props.time} ringed={props.ringed === true} />
      )}
      <canvas ref={names} aria-hidden="true" style={size} />
      <PlayheadFlag {...props} />
      {props.children}
      <OnPaper {...size} shapesOf={() => paperShapes(props)} />
    </div>
  );
}

/** A hand on a handle has the pointer; else the gestures of the figure do. */
function withHands(handlers: PointerHandlers, taking: Taking | undefined) {
  if (taking === undefined) return handlers;
  return {
    onPointerDown: (event: FigurePointer) => void (taking.down(event) || handlers.onPointerDown(event)),
    onPointerMove: (event: FigurePointer) => void (taking.move(event) || handlers.onPointerMove(event)),
    onPointerUp: (event: FigurePointer) => void (taking.up(event) || handlers.onPointerUp(event)),
    onPointerCancel: (event: FigurePointer) => {
      taking.cancel();
      handlers.onPointerCancel(event);
    },
    onPointerLeave: taking.leave,
  };
}

/** The figure for paper, with its playhead. */
function paperShapes(props: Props): readonly Shape[] {
  const { ground, names, down, playhead } = props.figure;
  const at = playheadAt(props);
  const lines = at === null ? [] : playhead.map(([from, to]) => (down ? [from, at, to, at] : [at, from, at, to]));
  return [...ground, ...lines.map((points) => line(points, { stroke: "ink", lineWidth: 1.5 })), ...names];
}

/** Along: where the playhead stands; null where it is out of view. */
function playheadAt({ figure, time }: Props): number | null {
  const at = figure.scale.at(time);
  return at < -1 || at > figure.scale.length + 1 ? null : figure.start + at;
}

/** While the playhead moves, only what has been is seen whole: a bar fills, a packet's line grows. */
function goneBy({ figure, time, playing }: Props): CSSProperties {
  if (!playing) return {};
  const at = figure.start + Math.max(0, Math.min(figure.scale.length, figure.scale.at(time)));
  const left = (figure.down ? figure.height : figure.width) - at;
  return { clipPath: figure.down ? `inset(0 0 ${left}px 0)` : `inset(0 ${left}px 0 0)` };
}

/** Whether the call has begun and has not ended. */
const isUnderWay = ({ figure: { run }, time }: Props): boolean =>
  run !== null && time > run.call.from && time < run.end;

function Playhead(props: Props) {
  const { figure } = props;
  const at = playheadAt(props);
  if (at === null) return null;
  return figure.playhead.map(([from, to]) => {
    const place: CSSProperties = figure.down
      ? { transform: `translateY(${at}px)`, left: from, width: to - from }
      : { transform: `translateX(${at}px)`, top: from, height: to - from };
    return <i key={from} className="tl-playhead" aria-hidden="true" style={place} />;
  });
}

const FLAG_HALF = 36;
/** Of a letter of the flag, and beside its text, in px. */
const FLAG_LETTER = 6.4;
const FLAG_PADDING = 8;
const FLAG_TO_WORDS = 13;
/** Right of this share of the width the words stand left of the flag. */
const WORDS_TURN = 0.55;

function PlayheadFlag(props: Props) {
  const { figure, clock, words, time } = props;
  const flag = useRef<HTMLElement>(null);
  const before = useRef(time);
  useEffect(() => {
    const moved = before.current !== time;
    before.current = time;
    // Where time runs down the flag may leave the screen. If the focus is in the timeline, the page scrolls along.
    const within = flag.current?.closest("section")?.contains(document.activeElement) === true;
    if (moved && within) flag.current?.scrollIntoView({ block: "nearest" });
  }, [time]);
  const at = playheadAt(props);
  if (at === null) return null;
  if (figure.down) {
    return (
      <b ref={flag} className="tl-flag" aria-hidden="true" style={{ transform: `translateY(${at}px)` }}>
        {clock.split(" ")[0]}
      </b>
    );
  }
  const half = Math.max(FLAG_HALF, (clock.length * FLAG_LETTER) / 2 + FLAG_PADDING);
  const left = Math.min(figure.width - half, Math.max(half, at));
  const tip = { "--tip": `${at - left}px` } as CSSProperties;
  const leftward = at > figure.width * WORDS_TURN;
  const [reach, long] = [half + FLAG_TO_WORDS, words.length * FLAG_LETTER];
  const [from, to] = leftward ? [left - reach - long, left - reach] : [left + reach, left + reach + long];
  const isFree = (props.above ?? []).every((one) => one.to < from || one.from > to);
  const row = { "--half": `${half}px`, transform: `translateX(${left}px)` } as CSSProperties;
  return (
    <div className="tl-flag-row" aria-hidden="true" style={row}>
      <b className="tl-flag" style={tip}>
        {clock}
      </b>
      {isFree && <span className={leftward ? "tl-now leftward" : "tl-now"}>{words}</span>}
    </div>
  );
}
