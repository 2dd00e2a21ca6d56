/** The hero: one empty call between two machines, run by the engine; a packet of it can be lost at once. */
import { useRef, useState } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import { timeAt } from "../../engine/kernel/reads.ts";
import { paper as firefly } from "../../engine/papers/firefly/index.ts";
import { cell } from "../../engine/papers/lookup.ts";
import type { CellAddress } from "../../engine/papers/types.ts";
import { useMedia, useReducedMotion } from "../controls/media.ts";
import { setupHref } from "../setup/bench-links.ts";
import { cellHref } from "../setup/paper-links.ts";
import { foldsOfCall } from "../trace/folds.ts";
import { useFrames, useWidth } from "../draw/page.ts";
import { durationText } from "../words/times.ts";
import { advance } from "../timeline/tools/playback.ts";
import { layPlate } from "./plate.ts";
import { PacketMenus } from "./PacketMenu.tsx";
import { PlateFigure } from "./PlateFigure.tsx";
import { tellCall } from "./story.ts";
import type { CallTale } from "./story.ts";
import { useHero } from "./use-hero.ts";
import "./plate.css";

const MEASURED: CellAddress = {
  paper: firefly.id,
  table: "table-i",
  row: { callerThreads: 1 },
  column: "nullSeconds",
};

/** The measured call, in nanoseconds: Table I times ten thousand of them in seconds. */
function measuredNs(): number {
  const { value } = cell(MEASURED, [firefly]);
  return (Number(value) * 1e9) / 10_000;
}

/** What the figure shows, for a reader who has met neither. */
const WHAT =
  "One call of Null(): it takes nothing, does nothing and returns nothing. Both machines are Fireflies, workstations " +
  "with five processors. Your browser has just simulated this call.";

/** A call plays in about this many seconds. */
const SECONDS = 5;
const NARROW = "(max-width: 720px)"; // time runs down; as plate.css

/** What the fault did to the first packet that it met. */
function effect({ flights, executions }: CallTale): string {
  const lost = flights.find(({ fate }) => fate === "lost");
  const again = flights.find((flight) => flight.again && flight.onPath);
  const copy = flights.find((flight) => flight.copy);
  const late = flights.find(({ delayed }) => delayed > 0);
  if (lost !== undefined) {
    const sender = again?.machine ?? lost.machine;
    const repair = `The ${sender}’s timer ran out, and the ${sender} sent the packet again.`;
    return `The ${lost.name.toLowerCase()} was lost. ${repair} `;
  }
  if (copy?.machine === "caller") {
    return executions === 1 ? "The server got the call twice and ran it once. " : "The server ran the call twice. ";
  }
  if (copy !== undefined) return "The caller got the result twice and ignored the copy. ";
  return late === undefined ? "" : `The ${late.name.toLowerCase()} was ${durationText(late.delayed)} late. `;
}

/** @param whole nanoseconds of the call without faults; null where they are not known */
function summary(tale: CallTale, whole: number | null): string {
  const cost = whole === null ? 0 : tale.end - whole;
  const more = cost > 0 ? `, ${durationText(cost)} more than without the fault` : "";
  return `${effect(tale)}The call took ${durationText(tale.end)}${more}.`;
}

interface PlayerProps {
  readonly run: Run;
  readonly faults: readonly string[];
  readonly onFaults: (faults: readonly string[]) => void;
  readonly whole: Run | null; // the call without faults
}

function Plate({ run, faults, onFaults, whole }: PlayerProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const down = useMedia(NARROW);
  const reduced = useReducedMotion();
  const tale = tellCall(run.trace);
  const folds = foldsOfCall(run.trace, 1).filter(({ to }) => to <= tale.end); // the hero ends with the call
  const measured = faults.length === 0 ? measuredNs() : null;
  const [now, setNow] = useState(0);
  const [playing, setPlaying] = useState(false);
  const plate = layPlate(width, down, folds, Math.max(tale.end, measured ?? 0));
  const speed = Math.max(tale.end - folds.reduce((sum, { from, to }) => sum + to - from, 0), 1) / SECONDS;
  useFrames(playing, (seconds) => {
    const next = advance(now, seconds, speed, folds, tale.end);
    setNow(next);
    if (next >= tale.end) setPlaying(false);
  });
  const onFault = (line: string): void => onFaults([line]);
  const play = (): void => {
    if (playing) return setPlaying(false);
    setNow(reduced ? tale.end : now >= tale.end ? 0 : now);
    setPlaying(!reduced);
  };
  const isBroken = faults.length > 0;
  const wholeNs = whole === null ? null : timeAt(whole.trace.calls.end, 0);
  return (
    <>
      <div ref={box} className="plate-room">
        {width > 0 && (
          <div className="plate-figure" style={{ height: plate.height }}>
            <PlateFigure tale={tale} plate={plate} now={now} measured={measured} />
            {!isBroken && !plate.down && <PacketMenus tale={tale} plate={plate} onFault={onFault} />}
          </div>
        )}
      </div>
      <div className="bar">
        <button type="button" className="btn" onClick={play}>
          <svg width="12" height="14" viewBox="0 0 12 14" aria-hidden="true">
            <path d={playing ? "M1 1h3.5v12H1zM7 1h3.5v12H7z" : "M1 1v12l10-6z"} fill="currentColor" />
          </svg>
          {playing ? "Pause" : "Run the call"}
        </button>
        {isBroken ? (
          <button type="button" className="btn" onClick={() => onFaults([])}>
            Undo the fault
          </button>
        ) : (
          <button type="button" className="btn" onClick={() => onFault("drop result#1")}>
            Lose a packet
          </button>
        )}
        {!isBroken && plate.down && <PacketMenus tale={tale} plate={plate} onFault={onFault} />}
        <p className="note" role="status">
          {now >= tale.end || isBroken ? summary(tale, isBroken ? wholeNs : null) : WHAT}{" "}
          <a href={setupHref(run)}>Open this run on the bench</a>
          {measured !== null && (
            <>
              , or <a href={cellHref(MEASURED)}>the measured time in Table I</a>
            </>
          )}
          .
        </p>
      </div>
    </>
  );
}

export function Hero() {
  const [faults, setFaults] = useState<readonly string[]>([]);
  const { run, whole, again } = useHero(faults);
  return (
    <section className="plate" aria-label="Try it">
      {run === "running" ? (
        <div className="plate-room" aria-busy="true" />
      ) : "failure" in run ? (
        <p className="error" role="alert">
          The call could not be run: {run.failure}{" "}
          <button type="button" className="link" onClick={again}>
            Try again
          </button>
        </p>
      ) : (
        <Plate key={faults.join()} run={run} faults={faults} onFaults={setFaults} whole={whole} />
      )}
    </section>
  );
}
