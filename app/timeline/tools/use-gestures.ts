/** Gestures of hand and wheel on the figure: choose, scrub, pan, zoom. */
import { useEffect, useRef } from "react";
import type { PointerEvent, RefObject } from "react";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { pointIn } from "../../draw/figure-size.ts";
import { targetAt } from "../../draw/scene.ts";
import type { Target } from "../../draw/scene.ts";
import type { Figure } from "../../figure/figure.ts";

export interface GestureProps {
  readonly figure: Figure;
  readonly onScrub: (time: number) => void;
  readonly onSelect: (ref: Ref) => void;
  /** Pixels along, as the hand moves. */
  readonly onPan: (pixels: number) => void;
  /** Factor, and where along the scale. */
  readonly onZoom: (factor: number, at: number) => void;
  readonly zoomedIn: boolean;
}

/** A pointer chooses an item that is at most so near, in px: a finger is wider than a mouse. */
const REACH: Readonly<Record<string, number>> = { mouse: 7, pen: 10, touch: 22 };
const CLICK_SLACK = 8;
const WHEEL_ZOOM = 0.002;

interface Gesture {
  readonly kind: "scrub" | "pan" | "press";
  readonly x: number;
  readonly y: number;
  along: number;
}

export type FigurePointer = PointerEvent<HTMLDivElement>;

type PointerHandler = (event: FigurePointer) => void;

export interface PointerHandlers {
  readonly onPointerDown: PointerHandler;
  readonly onPointerMove: PointerHandler;
  readonly onPointerUp: PointerHandler;
  readonly onPointerCancel: PointerHandler;
}

export function useGestures({ figure, onScrub, onSelect, onPan }: GestureProps): PointerHandlers {
  const gesture = useRef<Gesture | null>(null);
  const place = (event: PointerEvent): { x: number; y: number; along: number } => {
    const { x, y } = pointIn(event.currentTarget, event);
    return { x, y, along: (figure.down ? y : x) - figure.start };
  };
  const scrub = (along: number): void => onScrub(figure.scale.time(Math.min(figure.scale.length, Math.max(0, along))));
  const hit = (event: PointerEvent, x: number, y: number): Target | null =>
    targetAt(figure.targets(), x, y, REACH[event.pointerType] ?? 7);
  return {
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      if (!event.isPrimary) {
        gesture.current = null; // two fingers zoom and move; neither chooses anything
        return;
      }
      const { x, y, along } = place(event);
      // A finger on the tracks scrolls the page; what it only taps is chosen.
      const chooses = event.pointerType === "touch" || hit(event, x, y) !== null;
      const kind = event.shiftKey ? "pan" : chooses ? "press" : "scrub";
      gesture.current = { kind, x, y, along };
      if (kind !== "press") event.currentTarget.setPointerCapture(event.pointerId);
      if (kind === "scrub") scrub(along);
    },
    onPointerMove: (event) => {
      const { x, y, along } = place(event);
      const held = gesture.current;
      if (held === null) {
        const over = hit(event, x, y) !== null;
        event.currentTarget.style.cursor = over ? "pointer" : event.shiftKey ? "grab" : "default";
        return;
      }
      if (held.kind === "scrub") scrub(along);
      else if (held.kind === "pan") onPan(along - held.along);
      held.along = along;
    },
    onPointerUp: (event) => {
      const held = gesture.current;
      gesture.current = null;
      if (held?.kind !== "press") return;
      const { x, y, along } = place(event);
      if (Math.hypot(x - held.x, y - held.y) > CLICK_SLACK) return;
      const target = hit(event, x, y);
      if (target !== null) onSelect(target.ref);
      else scrub(along);
    },
    onPointerCancel: () => {
      gesture.current = null;
    },
  };
}

/** Ctrl+wheel zooms, sideways pans; straight down pans only where that is asked for, else the page scrolls. */
export function useWheel(holder: RefObject<HTMLElement | null>, props: GestureProps): void {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      const { figure, onPan, onZoom, zoomedIn } = latest.current;
      const { x, y } = pointIn(element, event);
      const along = (figure.down ? y : x) - figure.start;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        onZoom(Math.exp(event.deltaY * WHEEL_ZOOM), Math.min(figure.scale.length, Math.max(0, along)));
        return;
      }
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      // With the focus in the figure the wheel pans; without it the wheel scrolls the page.
      const focused = element.contains(document.activeElement) && !figure.down;
      const delta = sideways !== 0 ? sideways : focused ? event.deltaY : 0;
      if (delta === 0 || !zoomedIn) return;
      event.preventDefault();
      onPan(-delta);
    };
    // React's own wheel listener is passive: it could not keep the page from scrolling.
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [holder]);
}
