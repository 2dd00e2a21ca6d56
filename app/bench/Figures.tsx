import { useTheme } from "../shell/theme.ts";
import { EventList, Inspector, Timeline, Waterfall } from "../timeline/index.ts";
import { answerRows } from "./answers.ts";
import { CallChooser } from "./CallChooser.tsx";
import { ChartPanel } from "./ChartPanel.tsx";
import { useBench, useBenchStore } from "./context.ts";
import { experimentOf, setupKey } from "./setup.ts";
import { staleProps } from "./stale.ts";
import { breakSomething, notify } from "./store.ts";
import type { BenchStore } from "./store.ts";

const onSelect =
  (store: BenchStore) =>
  (selected: number): void =>
    store.setState({ selected });

/** Timeline, waterfall and chart of the run, and its events as a list. While a newer run is awaited they pale. */
export function Figures() {
  const store = useBenchStore();
  const theme = useTheme();
  const setup = useBench((state) => state.setup);
  const shown = useBench((state) => state.shown);
  const models = useBench((state) => state.models);
  const call = useBench((state) => state.call);
  const time = useBench((state) => state.time);
  const playing = useBench((state) => state.playing);
  const selected = useBench((state) => state.selected);
  if (shown === null) {
    return (
      <>
        <div className="timeline-room" />
        <div className="low">
          <div />
          <ChartPanel />
        </div>
      </>
    );
  }
  const { run } = shown;
  const stale = staleProps(shown.key !== setupKey(setup));
  const latency = answerRows(experimentOf(setup), setup.parameters, run, models).find(
    (row) => row.measure === "latencyMs",
  );
  const selection = { selected, onSelect: onSelect(store) };
  return (
    <>
      <div {...stale}>
        <CallChooser />
        <Timeline
          key={run.experiment}
          run={run}
          call={call}
          time={time}
          onTime={(next) => store.setState({ time: next })}
          playing={playing}
          onPlaying={(next) => store.setState({ playing: next })}
          theme={theme}
          {...selection}
        />
      </div>
      <div className="low">
        <div {...stale}>
          <Waterfall
            run={run}
            call={call}
            paperMs={latency?.measured?.value}
            modelMs={latency?.model?.value}
            {...selection}
          />
        </div>
        <ChartPanel />
      </div>
      <div {...stale}>
        <EventList run={run} call={call} time={time} {...selection} />
      </div>
    </>
  );
}

/** What is selected, in full, with what can be done to it. */
export function Details() {
  const store = useBenchStore();
  const run = useBench((state) => state.shown?.run ?? null);
  const selected = useBench((state) => state.selected);
  const onFault = (text: string): void => {
    const problem = breakSomething(store, text);
    if (problem !== null) notify(store, { kind: "problem", text: problem });
  };
  return (
    <aside className="details" id="details" tabIndex={-1} aria-label="Inspector">
      {run === null ? (
        <p className="note">The inspector shows what is selected in the timeline, once the calls have run.</p>
      ) : (
        <Inspector run={run} selected={selected} onSelect={onSelect(store)} onFault={onFault} />
      )}
    </aside>
  );
}
