/** The figure of a crowd with all that can be pulled on it. Its axes stand still while a hand holds something. */
import { useMemo, useRef, useState } from "react";
import type { Nanos } from "../../engine/kernel/time.ts";
import { useWidth } from "../draw/page-hooks.ts";
import { useSizeOf } from "../draw/figure-size.ts";
import { CrowdFigure, roomBeside } from "./CrowdFigure.tsx";
import { CrowdHandleMark } from "./CrowdHandles.tsx";
import { handlesOf } from "./handles.ts";
import type { CrowdHandle } from "./handles.ts";
import { domainsOf, layoutCrowd } from "./layout.ts";
import type { Domains } from "./layout.ts";
import { MomentLine } from "./MomentLine.tsx";
import { standsAt } from "./no-return.ts";
import { verdictOf } from "./poles.ts";
import type { CrowdOnPage } from "./use-crowd.ts";

const HEIGHT = { wide: 430, narrow: 440 } as const;
const NARROW = 520; // px

interface Props {
  readonly crowd: CrowdOnPage;
  /** Whether the reader is to find the point of no return: then it is told where the run stands at it. */
  readonly isAsked: boolean;
  /** In px, where the page says so. */
  readonly height: number | undefined;
  /** The moment that is read, and whether it stays where it was pressed. */
  readonly at: Nanos;
  readonly isPinned: boolean;
  readonly onGo: (to: Nanos) => void;
  readonly onOpen: () => void;
}

export function CrowdDrawing({ crowd, isAsked, height, at, isPinned, onGo, onOpen }: Props) {
  const { view, wanted, isLate, runs, stands } = crowd;
  const host = useRef<HTMLDivElement>(null);
  const { width, scale, style } = useSizeOf(useWidth(host, true));
  const [still, setStill] = useState<Domains | null>(null); // while a hand holds something
  const [changed, setChanged] = useState(""); // what was changed last
  const domains = useMemo(() => still ?? domainsOf(view), [still, view]);
  const tall = height === undefined ? HEIGHT[width < NARROW ? "narrow" : "wide"] : Math.floor(height / scale);
  const layout = useMemo(() => {
    const size = { width: Math.max(width, 200), height: tall };
    const first = layoutCrowd(view, domains, size);
    const margin = roomBeside(view, first, handlesOf(view, first));
    return layoutCrowd(view, domains, { ...size, margin });
  }, [view, domains, width, tall]);
  const handles = useMemo(() => handlesOf(wanted, layout), [wanted, layout]);
  const onHeld = (handle: CrowdHandle, value: number | null): void => {
    setStill(value === null ? null : (before) => before ?? domains);
    crowd.hold(handle, value);
  };
  const onSet = (handle: CrowdHandle, value: number, byKey: boolean): void => {
    setStill(null);
    setChanged(`${handle.label}: ${handle.textOf(value)}`);
    crowd.set(handle, value, byKey);
  };
  const found = runs.noReturn(wanted.setup) ?? null;
  const told = found !== null && isAsked && !standsAt(found, wanted) ? null : found;
  const verdict = isLate ? "is being run" : verdictOf(view);
  return (
    <div
      ref={host}
      className={isLate ? "crowd-figure is-late" : "crowd-figure"}
      style={{ ...style, height: tall * scale }}
    >
      {width > 0 && (
        <div className="enlarged">
          <CrowdFigure {...{ layout, view, wanted, handles, time: at }} noReturn={told} />
          <MomentLine {...{ layout, at, isPinned, onGo, onOpen }} until={view.until} width={view.crowd.width} />
          {handles.map((handle) => (
            <CrowdHandleMark
              key={handle.parameter}
              {...{ handle, stands, verdict, onHeld, onSet }}
              onNear={crowd.warm}
            />
          ))}
        </div>
      )}
      <p role="status" className="vh">
        {changed !== "" && !isLate && !crowd.isHeld && `${changed}. ${verdict === "" ? "It has run" : verdict}.`}
      </p>
    </div>
  );
}
