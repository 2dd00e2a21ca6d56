import { laterPart } from "./later-part.ts";
import { usePrinting } from "./printing.ts";
import type { Shape } from "../draw/scene.ts";

interface Props {
  readonly width: number;
  readonly height: number;
  /** Asked for only while the page is printed. */
  readonly shapesOf: () => readonly Shape[];
}

const useDrawing = laterPart(() => import("../draw/Shapes.tsx"));

/**
 * A figure of canvases for paper: the same shapes as lines and letters, as wide as the paper. A reader who prints
 * before the page has fetched the code for that gets the canvases.
 */
export function OnPaper({ width, height, shapesOf }: Props) {
  const drawing = useDrawing();
  if (!usePrinting() || drawing === null) return null;
  return (
    <svg className="on-paper" width="100%" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <drawing.Hatched>
        <drawing.Shapes shapes={shapesOf()} />
      </drawing.Hatched>
    </svg>
  );
}
