/** A run of many calls as a crowd over time: the question, the answer, the figure, and what can be turned on it. */
import { useCallback, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import type { Nanos } from "../../engine/kernel/time.ts";
import { useWidth } from "../chart/use-width.ts";
import { experimentOf, setupKey } from "../setup/setup.ts";
import { onClock } from "../words/times.ts";
import { CrowdFigure } from "./CrowdFigure.tsx";
import { CrowdHandleMark } from "./CrowdHandles.tsx";
import { handlesOf } from "./handles.ts";
import type { CrowdHandle } from "./handles.ts";
import { domainsOf, layoutCrowd } from "./layout.ts";
import type { Domains } from "./layout.ts";
import { Policies } from "./Policies.tsx";
import { verdictOf } from "./poles.ts";
import { Readings } from "./Readings.tsx";
import { useCrowd } from "./use-crowd.ts";
import { clockOf, crowdAnswer, crowdQuestion } from "./words.ts";
import "./crowd.css";

/** A sentence with its numbers in bold: those between asterisks. */
export const Said = ({ text }: { readonly text: string }) =>
  text.split("*").map((part, i) => (i % 2 === 1 ? <b key={i}>{part}</b> : part));

const HEIGHT = { wide: 430, narrow: 500 } as const;
const NARROW = 520; // px

interface Props {
  readonly run: Run;
  /** Of the figure, in px, where the page says so. */
  readonly height?: number;
  /** Whether other policies stand below it. */
  readonly compares?: boolean;
  /** Whether question and answer stand above it. */
  readonly says?: boolean;
}

export function CrowdRoom({ run, height, compares = true, says = true }: Props) {
  const crowd = useCrowd(run, compares);
  const { view, wanted, isLate, isHeld, runs, stands } = crowd;
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const [still, setStill] = useState<Domains | null>(null); // while a hand holds something
  const [time, setTime] = useState<{ readonly of: string; readonly at: Nanos } | null>(null);
  const domains = useMemo(() => still ?? domainsOf(view), [still, view]);
  const tall = height ?? (width < NARROW ? HEIGHT.narrow : HEIGHT.wide);
  const layout = useMemo(
    () => layoutCrowd(view, domains, { width: Math.max(width, 200), height: tall }),
    [view, domains, width, tall],
  );
  const handles = useMemo(() => handlesOf(wanted, layout), [wanted, layout]);
  const asked = experimentOf(view.setup).question;
  const at =
    time?.of === view.setup.experiment ? Math.min(time.at, view.until) : Math.min(view.until, 0.4 * view.until);
  const onHeld = (handle: CrowdHandle, value: number | null): void => {
    setStill(value === null ? null : (before) => before ?? domains);
    crowd.hold(handle, value);
  };
  const onSet = (handle: CrowdHandle, value: number, byKey: boolean): void => {
    setStill(null);
    crowd.set(handle, value, byKey);
  };
  const goTo = useCallback(
    (to: Nanos): void => setTime({ of: view.setup.experiment, at: Math.max(0, Math.min(view.until, to)) }),
    [view],
  );
  const found = runs.noReturn(wanted.setup) ?? null;
  const verdict = isLate ? "is being run" : verdictOf(view);
  return (
    <section className={says ? "crowd" : "crowd is-bare"} aria-label="The crowd over time">
      {says && (
        <header className="crowd-head">
          <h2>{crowdQuestion(view, asked)}</h2>
          <p aria-live="polite">
            <Said text={crowdAnswer(view)} />
          </p>
        </header>
      )}
      <div className="crowd-body">
        <div ref={host} className={isLate ? "crowd-figure is-late" : "crowd-figure"} style={{ height: tall }}>
          {width > 0 && (
            <>
              <CrowdFigure {...{ layout, view, wanted, handles, time: at }} noReturn={found} />
              <Moment layout={layout} at={at} until={view.until} width={view.crowd.width} onGo={goTo} />
              {handles.map((handle) => (
                <CrowdHandleMark
                  key={handle.parameter}
                  handle={handle}
                  {...{ stands, verdict, onHeld, onSet }}
                  onNear={crowd.warm}
                />
              ))}
            </>
          )}
        </div>
        <Readings view={view} time={at} />
      </div>
      {compares && crowd.policies.length > 0 && (
        <Policies policies={crowd.policies} chosen={setupKey(wanted.setup)} isOld={isHeld} onChoose={crowd.choose} />
      )}
    </section>
  );
}

interface MomentProps {
  readonly layout: ReturnType<typeof layoutCrowd>;
  readonly at: Nanos;
  readonly until: Nanos;
  readonly width: Nanos; // of a piece
  readonly onGo: (to: Nanos) => void;
}

const MOVES: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageDown: -5,
  PageUp: 5,
};

/** The moment that is read: it follows a mouse, and a finger that presses; arrows move it by a piece. */
function Moment({ layout, at, until, width, onGo }: MomentProps) {
  const { x0, x1, rates, times, time } = layout;
  const unit = clockOf(until);
  const toPlace = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): void =>
    onGo(time.valueAt(x0 + clientX - currentTarget.getBoundingClientRect().left));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = MOVES[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? until : by === undefined ? null : at + by * width;
    if (to === null) return;
    event.preventDefault();
    onGo(to);
  };
  return (
    <div
      className="crowd-moment"
      role="slider"
      tabIndex={0}
      aria-label="Moment"
      aria-valuemin={0}
      aria-valuemax={until}
      aria-valuenow={Math.round(at)}
      aria-valuetext={`${onClock(at, unit)} ${unit.name}`}
      style={{ left: x0, top: rates.y0, width: x1 - x0, height: times.y1 - rates.y0 }}
      onKeyDown={onKeyDown}
      onPointerMove={(event) => event.pointerType === "mouse" && toPlace(event)}
      onPointerDown={toPlace}
    />
  );
}
