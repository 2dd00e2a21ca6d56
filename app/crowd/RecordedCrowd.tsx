/** Calls that were recorded as a crowd over time: a press on a moment leads to the calls there. */
import { useMemo, useRef, useState } from "react";
import type { Nanos } from "../../engine/kernel/time.ts";
import { Hatched } from "../draw/Shapes.tsx";
import { useSizeOf } from "../draw/figure-size.ts";
import { useWidth } from "../draw/page-hooks.ts";
import type { Crowd } from "../../engine/experiments/crowd.ts";
import { Ground, Now } from "./CrowdFigure.tsx";
import { recordedCrowd } from "./facts.ts";
import { domainsOf, layoutCrowd } from "./layout.ts";
import { MomentLine } from "./MomentLine.tsx";
import { NAMES_OF_RECORDED, Readings } from "./Readings.tsx";
import "./crowd.css";

const HEIGHT = 430; // px
const MARGIN = 14; // px at the right: there are no names

interface Props {
  readonly crowd: Crowd;
  /** The moment of the call on the page. */
  readonly at: Nanos;
  /** A press: the calls at a moment are wanted. */
  readonly onMoment: (at: Nanos) => void;
}

export function RecordedCrowd({ crowd, at, onMoment }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const { width, scale, style } = useSizeOf(useWidth(host, true));
  const [read, setRead] = useState<{ readonly from: Nanos; readonly at: Nanos } | null>(null);
  const view = useMemo(() => recordedCrowd(crowd), [crowd]);
  const layout = useMemo(
    () => layoutCrowd(view, domainsOf(view), { width: Math.max(width, 200), height: HEIGHT, margin: MARGIN }),
    [view, width],
  );
  // The moment under the pointer, until another call is chosen.
  const time = read?.from === at ? read.at : Math.min(at, view.until);
  return (
    <section className="crowd is-bare" aria-label="The calls over time">
      <div className="crowd-body">
        <div ref={host} className="crowd-figure" style={{ ...style, height: HEIGHT * scale }}>
          {width > 0 && (
            <div className="enlarged">
              <svg
                width={layout.width}
                height={layout.height}
                viewBox={`0 0 ${layout.width} ${layout.height}`}
                aria-hidden="true"
                className="crowd-svg"
              >
                <Hatched>
                  <Ground layout={layout} />
                </Hatched>
                <Now {...{ layout, time }} until={view.until} />
              </svg>
              <MomentLine
                {...{ layout, at: time }}
                isPinned={false}
                until={view.until}
                width={crowd.width}
                onGo={(to) => setRead({ from: at, at: Math.max(0, Math.min(view.until, to)) })}
                onOpen={() => onMoment(time)}
              />
            </div>
          )}
        </div>
        <div className="crowd-side">
          <Readings view={view} time={time} names={NAMES_OF_RECORDED} />
        </div>
      </div>
    </section>
  );
}
