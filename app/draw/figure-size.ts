/**
 * How large a figure is drawn. It is laid out in pixels of its own, for names of 11 to 13 px. Where the page has more
 * room or larger text, CSS enlarges the laid-out figure (`zoom`), so that names, bars and handles grow together; the
 * figure is then laid out for less width. The page's other figures take the same size.
 */
import { useSyncExternalStore } from "react";
import type { CSSProperties, RefObject } from "react";
import { subscribeToSize, useWidth } from "./page-hooks.ts";
import type { Point } from "./point.ts";

/** The page's smallest text, as designed; px. */
const TEXT = 12;
/** A reader who has asked for larger text meets no name below this; names of figures begin at 11 px. */
const LARGE = 16 / 11;
/** From this width on, a figure grows; one that is a part of the page, from this width of the window on. */
const WIDE = 1100;
const WIDE_PAGE = 1600;
const MOST_WIDE = 1.5;
/** No figure is laid out for less, so that columns do not run into each other on a phone with large text. */
const LEAST = 300;

/**
 * How many times as large as its layout a figure is drawn: 1 or more.
 * @param width px of the page that the figure has
 * @param text px that the page's smallest text really has, by the reader's settings
 * @param room how many times as much room as usual the figure has
 */
export function figureScale(width: number, text: number, room = width / WIDE): number {
  const wide = Math.min(MOST_WIDE, room);
  const asked = text > TEXT * 1.04 ? Math.max(LARGE, text / TEXT) : 1;
  return Math.max(1, Math.min(Math.max(wide, asked), width / LEAST));
}

interface FigureSize {
  /** To lay out for; 0 until it is known. */
  readonly width: number;
  readonly scale: number;
  /** Of an element about the figure: base.css enlarges the figure in it. */
  readonly style: CSSProperties;
}

/** How large a figure in `box` is laid out, and drawn. */
export function useFigureSize(box: RefObject<HTMLElement | null>): FigureSize {
  const across = useWidth(box);
  return sizeOf(across, figureScale(across, useSyncExternalStore(watchText, textNow)));
}

/** How large a figure beside others is laid out, and drawn. @param across px of the page that it has */
export function useSizeOf(across: number): FigureSize {
  const page = useSyncExternalStore(subscribeToSize, () => window.innerWidth);
  return sizeOf(across, figureScale(across, useSyncExternalStore(watchText, textNow), page / WIDE_PAGE));
}

function sizeOf(across: number, wanted: number): FigureSize {
  const scale = canZoom(document.documentElement) ? wanted : 1;
  return { width: Math.floor(across / scale), scale, style: { "--figure-scale": scale } as CSSProperties };
}

/** Whether an enlarged element counts in pixels of its own, as in CSS since 2024. Older browsers enlarge nothing. */
const canZoom = (element: Element): boolean => "currentCSSZoom" in element;

/** How many times as large as its own pixels an element is drawn. */
export const zoomOf = (element: Element): number => (canZoom(element) ? element.currentCSSZoom : 1);

/** Where a pointer is, in pixels of `element`. */
export function pointIn(element: Element, { clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">): Point {
  const { left, top } = element.getBoundingClientRect();
  const zoom = zoomOf(element);
  return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
}

let probe: HTMLElement | null = null;

/** Two lines of the same text: small, and so large that no least size of the browser changes it. */
function theProbe(): HTMLElement {
  if (probe !== null) return probe;
  probe = document.createElement("p");
  probe.className = "text-probe";
  probe.ariaHidden = "true";
  probe.innerHTML = "<span>nnnnnnnnnn</span><span>nnnnnnnnnn</span>";
  document.body.append(probe);
  return probe;
}

/** Of the second line of the probe, px. */
const PROBE = 100;

/** px of the page's smallest text, with what the browser makes of it. */
function textNow(): number {
  const [small, large] = [...theProbe().children].map((one) => one.getBoundingClientRect().width);
  return small === undefined || large === undefined || large === 0
    ? TEXT
    : Math.round((PROBE * 10 * small) / large) / 10;
}

function watchText(onChange: () => void): () => void {
  const observer = new ResizeObserver(onChange);
  for (const line of theProbe().children) observer.observe(line);
  return () => observer.disconnect();
}
