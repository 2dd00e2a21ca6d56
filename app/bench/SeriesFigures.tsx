import { useMemo, useRef } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import { layoutOverTime, overTimeText, type OverTime } from "../chart/over-time.ts";
import { useWidth } from "../draw/page-hooks.ts";
import { useSizeOf } from "../draw/figure-size.ts";
import { Shapes } from "../draw/Shapes.tsx";
import { experimentOf } from "../setup/setup.ts";
import { unitText } from "../words/units.ts";
import { useIsCrowdShown } from "./views.ts";

/** A series of the run over its time. */
function SeriesFigure({ of }: { readonly of: OverTime }) {
  const host = useRef<HTMLDivElement>(null);
  const { width, style } = useSizeOf(useWidth(host, true));
  const layout = useMemo(() => (width === 0 ? null : layoutOverTime(of, width)), [of, width]);
  return (
    <figure className="series-figure">
      <figcaption>
        {of.label} <span>{unitText(of.series.unit)}</span>
      </figcaption>
      <div ref={host} role="img" aria-label={overTimeText(of)} style={style}>
        {layout !== null && (
          <svg
            className="enlarged"
            width={width}
            height={layout.height}
            viewBox={`0 0 ${width} ${layout.height}`}
            aria-hidden="true"
          >
            <Shapes shapes={layout.shapes} />
          </svg>
        )}
      </div>
    </figure>
  );
}

/** The series of a run, one under the other, below its measures; a crowd is drawn of them, large, where it is shown. */
export function SeriesFigures({ run }: { readonly run: Run }) {
  const { series: infos = {} } = experimentOf(run);
  const isCrowd = useIsCrowdShown();
  const shown = useMemo(
    () =>
      Object.entries(run.series ?? {}).flatMap(([name, series]): readonly (OverTime & { readonly name: string })[] => {
        const info = infos[name];
        return info === undefined ? [] : [{ ...info, name, series, elapsed: run.elapsedNs }];
      }),
    [run, infos],
  );
  if (isCrowd) return null;
  return shown.map((of) => <SeriesFigure key={of.name} of={of} />);
}
