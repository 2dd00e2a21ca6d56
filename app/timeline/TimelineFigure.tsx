import { useEffect, useLayoutEffect, useRef } from "react";
import type { CSSProperties, PointerEvent, RefObject } from "react";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { targetAt } from "./drawing.ts";
import { paint } from "./paint.ts";
import type { PageStyle } from "./paint.ts";
import type { Figure } from "./use-drawing.ts";

interface Props {
  readonly figure: Figure;
  readonly style: PageStyle;
  readonly label: string;
  readonly helpId: string;
  readonly time: number;
  readonly clock: string;
  readonly words: string;
  readonly onScrub: (time: number) => void;
  readonly onSelect: (ref: Ref) => void;
  /** Pixels along, as the hand moves. */
  readonly onPan: (pixels: number) => void;
  /** Factor, and where along the scale. */
  readonly onZoom: (factor: number, at: number) => void;
  readonly zoomedIn: boolean;
}

/** How near a pointer must come to an item: a finger is wider than a mouse. */
const REACH = { mouse: 7, pen: 10, touch: 22 } as const;
const CLICK_SLACK = 4;
const WHEEL_ZOOM = 0.002;

type Gesture = { readonly kind: "scrub" | "pan" | "press"; readonly x: number; readonly y: number; last: number };

export function TimelineFigure(props: Props) {
  const { figure, style, label, helpId, zoomedIn } = props;
  const ground = useRef<HTMLCanvasElement>(null);
  const names = useRef<HTMLCanvasElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const gesture = useRef<Gesture | null>(null);
  useLayoutEffect(() => {
    const surface = { width: figure.width, height: figure.height, ratio: window.devicePixelRatio };
    if (ground.current !== null) paint(ground.current, surface, figure.ground, style);
    if (names.current !== null) paint(names.current, surface, figure.names, style);
  }, [figure, style]);
  useWheel(holder, props);

  const place = (event: PointerEvent): { x: number; y: number; along: number } => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    return { x, y, along: (figure.down ? y : x) - figure.start };
  };
  const scrub = (along: number): void =>
    props.onScrub(figure.scale.time(Math.min(figure.scale.length, Math.max(0, along))));
  const hit = (event: PointerEvent, x: number, y: number) =>
    targetAt(figure.targets, x, y, REACH[event.pointerType === "touch" || event.pointerType === "pen" ? event.pointerType : "mouse"]);
  const onAxis = (x: number, y: number): boolean => (figure.down ? x < figure.axis : y >= figure.axis - 4);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    const { x, y, along } = place(event);
    const scrubs = onAxis(x, y) || (event.pointerType !== "touch" && !event.shiftKey && hit(event, x, y) === null);
    const kind = event.shiftKey ? "pan" : scrubs ? "scrub" : "press";
    gesture.current = { kind, x, y, last: along };
    // A finger on the tracks scrolls the page; the axis and the mouse are ours for as long as they are down.
    if (kind !== "press") event.currentTarget.setPointerCapture(event.pointerId);
    if (kind === "scrub") scrub(along);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const { x, y, along } = place(event);
    const held = gesture.current;
    if (held === null) {
      event.currentTarget.style.cursor = hit(event, x, y) !== null ? "pointer" : event.shiftKey ? "grab" : "default";
      return;
    }
    if (held.kind === "scrub") scrub(along);
    else if (held.kind === "pan") props.onPan(along - held.last);
    held.last = along;
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>): void => {
    const held = gesture.current;
    gesture.current = null;
    if (held === null || held.kind !== "press") return;
    const { x, y, along } = place(event);
    if (Math.hypot(x - held.x, y - held.y) > CLICK_SLACK * 2) return;
    const target = hit(event, x, y);
    if (target !== null) props.onSelect(target.ref);
    else scrub(along);
  };
  return (
    <div
      ref={holder}
      className="tl-figure"
      style={{ height: figure.height }}
      role="group"
      aria-label="Timeline figure"
      aria-describedby={helpId}
      tabIndex={0}
      data-zoomed={zoomedIn}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => { gesture.current = null; }}
    >
      <canvas ref={ground} role="img" aria-label={label} style={{ width: figure.width, height: figure.height }} />
      <Playhead {...props} />
      <canvas ref={names} aria-hidden="true" style={{ width: figure.width, height: figure.height }} />
      <PlayheadFlag {...props} />
    </div>
  );
}

/** Along: where the playhead stands; null where it is out of view. */
function playheadAt({ figure, time }: Props): number | null {
  const at = figure.scale.at(time);
  return at < -1 || at > figure.scale.length + 1 ? null : figure.start + at;
}

/** The line, between the two canvases: above the spans, below the names. */
function Playhead(props: Props) {
  const { figure } = props;
  const at = playheadAt(props);
  if (at === null) return null;
  return figure.playhead.map(([from, to]) => (
    <i
      key={from}
      className="tl-playhead"
      aria-hidden="true"
      style={figure.down ? { transform: `translateY(${at}px)`, left: from, width: to - from } : { transform: `translateX(${at}px)`, top: from, height: to - from }}
    />
  ));
}

const FLAG_HALF = 36;

function PlayheadFlag(props: Props) {
  const { figure, clock, words, time } = props;
  const flag = useRef<HTMLElement>(null);
  const before = useRef(time);
  useEffect(() => {
    const moved = before.current !== time;
    before.current = time;
    // Where time runs down it runs out of the screen: who steps from within the timeline is taken along.
    const within = flag.current?.closest("section")?.contains(document.activeElement) === true;
    if (moved && within) flag.current?.scrollIntoView({ block: "nearest" });
  }, [time]);
  const at = playheadAt(props);
  if (at === null) return null;
  if (figure.down) {
    return <b ref={flag} className="tl-flag" aria-hidden="true" style={{ transform: `translateY(${at}px)` }}>{clock.split(" ")[0]}</b>;
  }
  const left = Math.min(figure.width - FLAG_HALF, Math.max(FLAG_HALF, at));
  const leftward = at > figure.width * 0.55;
  return (
    <div className="tl-flag-row" aria-hidden="true" style={{ transform: `translateX(${left}px)` }}>
      <b className="tl-flag" style={{ "--tip": `${at - left}px` } as CSSProperties}>{clock}</b>
      <span className={leftward ? "tl-now leftward" : "tl-now"}>{words}</span>
    </div>
  );
}

/** Ctrl+wheel zooms, sideways pans; straight down pans only where there is something to pan to, else the page scrolls. */
function useWheel(holder: RefObject<HTMLDivElement | null>, props: Props): void {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      const { figure, onPan, onZoom, zoomedIn } = latest.current;
      const bounds = element.getBoundingClientRect();
      const along = (figure.down ? event.clientY - bounds.top : event.clientX - bounds.left) - figure.start;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        onZoom(Math.exp(event.deltaY * WHEEL_ZOOM), Math.min(figure.scale.length, Math.max(0, along)));
        return;
      }
      const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
      const focused = element.contains(document.activeElement);
      const delta = sideways !== 0 ? sideways : focused && zoomedIn && !figure.down ? event.deltaY : 0;
      if (delta === 0 || !zoomedIn) return;
      event.preventDefault();
      onPan(-delta);
    };
    // React's own wheel listener is passive: it could not keep the page from scrolling.
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [holder]);
}
