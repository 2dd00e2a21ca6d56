/**
 * Fingers on the figure. Two zoom and move it. One moves it only where time runs across, and sideways: up and down it
 * scrolls the page, so that nobody is caught in a figure that is as tall as the screen. What is tapped is chosen
 * (use-gestures.ts).
 */
import { pointIn } from "../../draw/figure-size.ts";
import { panned, zoomed } from "../../figure/scale.ts";
import type { View } from "../../figure/scale.ts";
import type { Figure } from "../../figure/figure.ts";

/** The hold of the fingers: the view at its beginning, and the plain moment that lay between them. */
interface Held {
  readonly view: View;
  readonly limits: View;
  readonly perPlain: number; // px, of the view as it was
  readonly about: number;
  readonly least: number; // as narrow may the view be there
}

/** The view once the fingers are `spread` times as far apart and have moved by `pixels` along: what they hold stays. */
export function heldView({ view, limits, perPlain, about, least }: Held, spread: number, pixels: number): View {
  const next = zoomed(view, 1 / spread, about, limits, least);
  const grown = (view.to - view.from) / (next.to - next.from);
  return panned(next, -pixels / (perPlain * grown), limits);
}

export interface TouchProps {
  readonly figure: Figure;
  /** Takes hold at a place along the scale, in pixels. */
  readonly onHold: (at: number) => Held;
  readonly onView: (view: View) => void;
  readonly zoomedIn: boolean;
  readonly taking?: { readonly takes: (x: number, y: number) => boolean };
}

const SLACK = 8; // px before a finger is said to move one way or the other

interface Fingers {
  readonly count: 1 | 2;
  readonly held: Held;
  readonly along: number; // of their middle
  readonly across: number;
  readonly apart: number;
  /** Null while one finger may still scroll the page. */
  moves: boolean | null;
}

interface Spot {
  readonly along: number;
  readonly across: number;
  readonly apart: number;
}

/** The middle of one or two fingers, and how far apart they are. */
function spotOf(touches: TouchList, element: Element, { down, start }: Figure): Spot | null {
  const [a, b] = [touches[0], touches[1] ?? touches[0]];
  if (a === undefined || b === undefined) return null;
  const [one, other] = [pointIn(element, a), pointIn(element, b)];
  const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
  const apart = Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
  return { along: (down ? y : x) - start, across: down ? x : y, apart };
}

/** A finger on a handle takes hold of it, and scrolls nothing. */
function isTaken(taking: TouchProps["taking"], { along, across }: Spot, { down, start }: Figure): boolean {
  const at = along + start;
  return taking !== undefined && (down ? taking.takes(across, at) : taking.takes(at, across));
}

/**
 * Listens to fingers on `element` until what it returns is called.
 * @param latest what the figure is and does now
 */
export function listenToFingers(element: HTMLElement, latest: () => TouchProps): () => void {
  let fingers: Fingers | null = null;
  const take = (event: TouchEvent): void => {
    const { figure, onHold, zoomedIn, taking } = latest();
    const { touches } = event;
    const spot = spotOf(touches, element, figure);
    fingers = null;
    if (spot !== null && touches.length === 1 && isTaken(taking, spot, figure)) return event.preventDefault();
    if (spot === null || touches.length > 2) return;
    if (touches.length === 1 && (figure.down || !zoomedIn)) return; // the page's own
    const at = Math.min(figure.scale.length, Math.max(0, spot.along));
    const two = touches.length === 2;
    fingers = { ...spot, count: two ? 2 : 1, held: onHold(at), moves: two ? true : null };
  };
  const move = (event: TouchEvent): void => {
    const spot = spotOf(event.touches, element, latest().figure);
    if (fingers === null || spot === null || event.touches.length !== fingers.count) return;
    const by = spot.along - fingers.along;
    if (fingers.moves === null && Math.hypot(by, spot.across - fingers.across) > SLACK)
      fingers.moves = Math.abs(by) > Math.abs(spot.across - fingers.across);
    if (fingers.moves !== true || !event.cancelable) return;
    event.preventDefault();
    latest().onView(heldView(fingers.held, fingers.count === 2 ? spot.apart / fingers.apart : 1, by));
  };
  const lift = (event: TouchEvent): void => {
    if (event.touches.length === 0) fingers = null;
    else take(event); // one of two was lifted: what stays holds what lies under it now
  };
  // React's own listeners are passive: they could not keep the page from scrolling under two fingers.
  element.addEventListener("touchstart", take, { passive: false });
  element.addEventListener("touchmove", move, { passive: false });
  element.addEventListener("touchend", lift);
  element.addEventListener("touchcancel", lift);
  return () => {
    element.removeEventListener("touchstart", take);
    element.removeEventListener("touchmove", move);
    element.removeEventListener("touchend", lift);
    element.removeEventListener("touchcancel", lift);
  };
}
