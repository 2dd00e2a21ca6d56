/** Beside the pointer: what a handle is for, or what letting go would mean, and what comes of it. */
import type { CSSProperties } from "react";
import type { Figure } from "../../figure/figure.ts";
import type { PillAt } from "./pill-text.ts";

interface Props extends PillAt {
  readonly figure: Pick<Figure, "width" | "down" | "start">;
}

/** The style sheet places it from the pointer by its own size: to measure it here would lay the page out each time. */
export function Pill({ figure, text, x, y, touch, late }: Props) {
  const { line, outcome, why, note } = text;
  const at = {
    ...{ "--x": `${Math.round(x)}px`, "--y": `${Math.round(y)}px`, "--wide": `${figure.width}px` },
    ...(figure.down && { "--head": `${figure.start}px` }),
  };
  const kinds = ["pill", "tl-pill", ...(line === "" ? ["hint"] : []), ...(touch ? ["of-finger"] : [])];
  return (
    <div className={kinds.join(" ")} style={at as CSSProperties} aria-hidden="true">
      {line !== "" && <b>{line}</b>}
      {outcome !== "" && <span className={late ? "late" : ""}>{outcome}</span>}
      {why !== "" && <span className="why">{why}</span>}
      {note !== "" && <span>{note}</span>}
    </div>
  );
}
