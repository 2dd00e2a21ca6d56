/** The hero: one empty call between two machines, run by the engine; a packet of it can be lost at once. */
import { useRef, useState } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import { paper as firefly } from "../../engine/papers/firefly/index.ts";
import { cell } from "../../engine/papers/lookup.ts";
import type { CellAddress } from "../../engine/papers/types.ts";
import { setupHref } from "../setup/bench-links.ts";
import { cellHref } from "../setup/paper-links.ts";
import { foldsOfCall } from "../trace/folds.ts";
import { useFrames, useReducedMotion, useWidth } from "../draw/page.ts";
import { durationText } from "../words/times.ts";
import { advance } from "../timeline/playback.ts";
import { layPlate } from "./plate.ts";
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

/** A call plays in about this many seconds. */
const SECONDS = 5;
const TURNS = 720; // px: below this time runs down

function summary(tale: CallTale, faults: readonly string[]): string {
  const lost = tale.flights.find((flight) => flight.lost);
  const took = durationText(tale.end);
  if (lost === undefined)
    return faults.length === 0 ? `The call took ${took}.` : `The call took ${took}; nothing was lost.`;
  const [name, again] = [lost.name.toLowerCase(), tale.flights.find((flight) => flight.again && flight.onPath)];
  const sender = again?.machine ?? lost.machine;
  const repair = `The ${sender}’s timer ran out, and the ${sender} sent the packet again.`;
  return `The ${name} was lost. ${repair} The call took ${took}.`;
}

interface PlayerProps {
  readonly run: Run;
  readonly faults: readonly string[];
  readonly onFaults: (faults: readonly string[]) => void;
}

function Plate({ run, faults, onFaults }: PlayerProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const reduced = useReducedMotion();
  const tale = tellCall(run.trace);
  const folds = foldsOfCall(run.trace, 1);
  const measured = faults.length === 0 ? measuredNs() : null;
  const [now, setNow] = useState(0);
  const [playing, setPlaying] = useState(false);
  const plate = layPlate(width, width < TURNS, folds, Math.max(tale.end, measured ?? 0));
  const plain = (plate.at(tale.end) - plate.start) / Math.max(1, plate.length);
  const speed =
    (Math.max(tale.end - folds.reduce((sum, { from, to }) => sum + to - from, 0), 1) / SECONDS) * Math.max(1, plain);
  useFrames(playing, (seconds) => {
    const next = advance(now, seconds, speed, folds, tale.end);
    setNow(next);
    if (next >= tale.end) setPlaying(false);
  });
  const play = (): void => {
    if (playing) return setPlaying(false);
    setNow(reduced ? tale.end : now >= tale.end ? 0 : now);
    setPlaying(!reduced);
  };
  const lose = (line: string): void => onFaults([`drop ${line}`]);
  const ended = now >= tale.end;
  return (
    <>
      <div ref={box} className="plate-room">
        {width > 0 && (
          <PlateFigure tale={tale} plate={plate} folds={folds} now={now} measured={measured} onLose={lose} />
        )}
      </div>
      <div className="bar">
        <button type="button" className="btn primary" onClick={play}>
          <svg width="12" height="14" viewBox="0 0 12 14" aria-hidden="true">
            <path d={playing ? "M1 1h3.5v12H1zM7 1h3.5v12H7z" : "M1 1v12l10-6z"} fill="currentColor" />
          </svg>
          {playing ? "Pause" : "Run the call"}
        </button>
        {faults.length === 0 ? (
          <button type="button" className="btn" onClick={() => lose("result#1")}>
            Lose a packet
          </button>
        ) : (
          <button type="button" className="btn" onClick={() => onFaults([])}>
            Lose no packet
          </button>
        )}
        <p className="note" role="status">
          {ended || faults.length > 0
            ? summary(tale, faults)
            : "One empty call, Null(), between two workstations, run in your browser. Choose a packet to lose it."}{" "}
          <a href={setupHref(run)}>Open this run on the bench</a>
          {measured !== null && (
            <>
              ; <a href={cellHref(MEASURED)}>see the measured value in Table I</a>
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
  const { run, again } = useHero(faults);
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
        <Plate key={faults.join()} run={run} faults={faults} onFaults={setFaults} />
      )}
    </section>
  );
}
