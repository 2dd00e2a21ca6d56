import { usePrinting } from "./printing.ts";
import type { Shape } from "../draw/scene.ts";
import { Hatches, Shapes } from "../draw/Shapes.tsx";

interface Props {
  readonly width: number;
  readonly height: number;
  /** Asked for only while the page is printed. */
  readonly shapesOf: () => readonly Shape[];
}

/** A figure of canvases for paper: the same shapes as lines and letters, as wide as the paper. */
export function OnPaper({ width, height, shapesOf }: Props) {
  if (!usePrinting()) return null;
  return (
    <svg className="on-paper" width="100%" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <Hatches />
      <Shapes shapes={shapesOf()} />
    </svg>
  );
}
