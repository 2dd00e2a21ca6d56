/** A page for `npm run audit`, no part of the site: the timeline with a long trace, and a meter of its frames. */
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { findExperiment } from "../../engine/experiments/index.ts";
import type { ParamValues, Run } from "../../engine/experiments/types.ts";
import { timeAt } from "../../engine/kernel/reads.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { withDefaults } from "../../engine/experiments/settings.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/components.css";
import "../styles/buttons.css";

/** The runs by their names in the address. A call of the first has two packets and many spans, of the second few. */
const RUNS: Readonly<
  Record<string, { readonly experiment: string; readonly set: ParamValues; readonly call: number }>
> = {
  "#calls": { experiment: "firefly/null", set: { calls: 1500 }, call: 750 },
  "#million": { experiment: "services/overload", set: { loadPerS: 5000, seconds: 100 }, call: 100 },
};

function longRun(): Run {
  const { experiment: id, set } = RUNS[location.hash] ?? {};
  const experiment = id === undefined ? undefined : findExperiment(id);
  if (experiment === undefined || set === undefined) throw new Error(`frames: there is no run ${location.hash}`);
  return experiment.run(withDefaults(experiment, set), 1, [], { keep: "all" });
}

/** Moves the playhead of the page. */
let goTo: (time: number) => void = () => undefined;

function Page({ run }: { readonly run: Run }) {
  const shown = RUNS[location.hash]?.call ?? 1;
  const [time, setTime] = useState(timeAt(run.trace.calls.start, shown - 1));
  useEffect(() => void (goTo = setTime), []);
  const [playing, setPlaying] = useState(false);
  const [selected, setSelected] = useState(NO_REF);
  return (
    <Timeline
      run={run}
      call={shown}
      time={time}
      onTime={setTime}
      playing={playing}
      onPlaying={setPlaying}
      selected={selected}
      onSelect={setSelected}
    />
  );
}

/** Draws so many frames and does something before each. Marks them, for the browser's own record. */
function draw(frames: number, before: (share: number) => void): Promise<void> {
  let drawn = 0;
  return new Promise((resolve) => {
    requestAnimationFrame(function next() {
      performance.mark("frame");
      if (drawn === frames) return resolve();
      before(drawn / frames);
      drawn++;
      requestAnimationFrame(next);
    });
  });
}

/** Presses a key before each frame, each for an equal part of the frames; none where there are no keys. */
function press(frames: number, keys: readonly string[]): Promise<void> {
  const figure = document.querySelector<HTMLElement>(".tl-figure");
  if (figure === null) throw new Error("frames: there is no timeline to measure");
  return draw(frames, (share) => {
    const key = keys[Math.floor(share * keys.length)];
    if (key !== undefined) figure.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
}

/** Moves the playhead through the whole run. */
function scrub(frames: number): Promise<void> {
  const { start, count } = run.trace.calls;
  return draw(frames, (share) => goTo(timeAt(start, Math.floor(share * count))));
}

declare global {
  interface Window {
    meter?: { readonly packets: number; readonly press: typeof press; readonly scrub: typeof scrub };
  }
}

const run = longRun();
performance.mark("open");
const root = document.getElementById("root");
if (root === null) throw new Error('index.html has no element with id "root"');
createRoot(root).render(<Page run={run} />);
window.meter = { packets: run.trace.packets.count, press, scrub };
