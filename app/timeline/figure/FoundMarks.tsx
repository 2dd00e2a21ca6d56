import { useMemo } from "react";
import { itemAt } from "../../../engine/kernel/reads.ts";
import type { TimedRef } from "../../trace/events.ts";
import type { Figure } from "../../figure/figure.ts";

/** Marks of the found events along the edge of the figure: ink on yellow, at most one in each pixel. */
export function FoundMarks({ figure, found }: { readonly figure: Figure; readonly found: readonly TimedRef[] }) {
  const path = useMemo(() => {
    const { scale, start, down } = figure;
    const [edge] = itemAt(figure.playhead, 0, "piece of the playhead");
    const places = new Set<number>();
    for (const { at } of found) {
      const along = Math.round(scale.at(at));
      if (along >= 0 && along <= scale.length) places.add(start + along);
    }
    return [...places].map((at) => (down ? `M${edge - 9} ${at}h8` : `M${at} ${edge - 9}v8`)).join("");
  }, [figure, found]);
  return (
    <svg className="tl-found" width={figure.width} height={figure.height} aria-hidden="true">
      <path d={path} className="ground" />
      <path d={path} className="ink" />
    </svg>
  );
}
