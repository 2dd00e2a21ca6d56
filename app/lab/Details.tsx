import { Suspense } from "react";
import { fetched } from "../controls/fetched.tsx";
import "../styles/inspector.css";
import type { InspectorProps } from "../timeline/props.ts";
import { refExists } from "../trace/folds.ts";
import { addFault } from "./add-fault.ts";
import { select, selectHost } from "./selection.ts";
import { useBench, useBenchStore } from "./context.ts";

// Both come with the first thing that a reader selects.
const Inspector = fetched("The inspector", () => import("../timeline/events/Inspector.tsx").then((m) => m.Inspector));
const HostInspector = fetched("The state of the machine", () =>
  import("../timeline/host/HostInspector.tsx").then((m) => m.HostInspector),
);

/** The selected row or machine in full, with the faults that it can have. */
export function Details() {
  const store = useBenchStore();
  const run = useBench((state) => state.work.shown?.run ?? null);
  const selected = useBench((state) => state.selected);
  const host = useBench((state) => state.host);
  const call = useBench((state) => state.call);
  const time = useBench((state) => (state.host === null ? 0 : state.time));
  const onFault = (line: string): void => addFault(store, line);
  return (
    <aside className="details" id="details" tabIndex={-1} aria-label="Inspector">
      {run === null ? (
        <p className="note">
          When the calls have run, select something in the timeline: the inspector shows its details.
        </p>
      ) : host === null ? (
        <Selected run={run} selected={selected} onSelect={(ref) => select(store, ref)} onFault={onFault} />
      ) : (
        <Suspense fallback={<p className="note">The state of the machine is loading.</p>}>
          <HostInspector
            run={run}
            call={call}
            time={time}
            machine={host}
            onSelect={(ref) => select(store, ref)}
            onFault={onFault}
            onClose={() => selectHost(store, null)}
          />
        </Suspense>
      )}
    </aside>
  );
}

function Selected(props: InspectorProps) {
  if (!refExists(props.run.trace, props.selected)) {
    return (
      <div className="tl-inspector">
        <p className="tl-empty">
          Nothing is selected. Click a packet, a span or a machine’s name in the timeline, or choose an event in the
          list.
        </p>
      </div>
    );
  }
  return (
    <Suspense fallback={<p className="note">Its details are loading.</p>}>
      <Inspector {...props} />
    </Suspense>
  );
}
