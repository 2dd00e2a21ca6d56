/** A page for `npm run audit`, no part of the site: the timeline with a long trace, and a meter of its frames. */
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { findExperiment } from "../../engine/experiments/index.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { timeAt } from "../../engine/kernel/reads.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { withDefaults } from "../../engine/experiments/settings.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/components.css";

const CALLS = 1500; // of two packets each
const SHOWN = CALLS / 2;

function longRun(): Run {
  const experiment = findExperiment("firefly/null");
  if (experiment === undefined) throw new Error("frames: there is no experiment firefly/null");
  return experiment.run(withDefaults(experiment, { calls: CALLS }), 1, [], { keep: "all" });
}

function Page({ run }: { readonly run: Run }) {
  const [time, setTime] = useState(timeAt(run.trace.calls.start, SHOWN - 1));
  const [playing, setPlaying] = useState(false);
  const [selected, setSelected] = useState(NO_REF);
  return (
    <Timeline
      run={run}
      call={SHOWN}
      time={time}
      onTime={setTime}
      playing={playing}
      onPlaying={setPlaying}
      selected={selected}
      onSelect={setSelected}
    />
  );
}

/** Milliseconds from frame to frame for so many frames; before each, a key where one is given, there and back again. */
function measure(frames: number, keys: readonly string[]): Promise<readonly number[]> {
  const figure = document.querySelector<HTMLElement>(".tl-figure");
  if (figure === null) throw new Error("frames: there is no timeline to measure");
  const times: number[] = [];
  let before: number | null = null;
  return new Promise((resolve) => {
    requestAnimationFrame(function next(now) {
      if (before !== null) times.push(now - before);
      before = now;
      if (times.length === frames) return resolve(times);
      const key = keys[Math.floor((times.length / frames) * keys.length)];
      if (key !== undefined) figure.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      requestAnimationFrame(next);
    });
  });
}

declare global {
  interface Window {
    meter?: { readonly packets: number; readonly measure: typeof measure };
  }
}

const run = longRun();
const root = document.getElementById("root");
if (root === null) throw new Error('index.html has no element with id "root"');
createRoot(root).render(<Page run={run} />);
window.meter = { packets: run.trace.packets.count, measure };
