/** Beside the pointer: what a handle is for, or what letting go would mean, and what comes of it. */
import { useLayoutEffect, useRef } from "react";
import type { CSSProperties } from "react";
import type { Figure } from "../figure/figure.ts";
import type { PillAt } from "./pill-text.ts";

interface Props extends PillAt {
  readonly figure: Pick<Figure, "width" | "height">;
}

/** From the pointer to the pill, in px: aside and above; of a finger, above and below. */
const ASIDE = 20;
const ABOVE = 14;
const FINGER = 56;
const BELOW = 22;

/** It has its own width, and stays within the figure. */
export function Pill({ figure, text, x, y, touch, late }: Props) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = own.current;
    if (element === null) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    let left = touch ? x - width / 2 : x + ASIDE;
    if (!touch && left + width > figure.width) left = x - width - ASIDE;
    let top = touch ? y - height - FINGER : y - height - ABOVE;
    if (top < -6) top = y + (touch ? FINGER : BELOW);
    left = Math.min(Math.max(0, figure.width - width), Math.max(0, left));
    element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  });
  const { line, outcome, why, note } = text;
  const limits = { maxWidth: figure.width } satisfies CSSProperties;
  return (
    <div ref={own} className={line === "" ? "tl-pill hint" : "tl-pill"} style={limits} aria-hidden="true">
      {line !== "" && <b>{line}</b>}
      {outcome !== "" && <span className={late ? "late" : ""}>{outcome}</span>}
      {why !== "" && <span className="why">{why}</span>}
      {note !== "" && <span>{note}</span>}
    </div>
  );
}
