/** One call of a capture, drawn by the timeline that draws every run, with the bytes of the packet that is chosen. */
import { Suspense, useEffect, useState } from "react";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Place } from "../../engine/capture/ask/recorded.ts";
import type { ForeignTrace } from "../../engine/experiments/types.ts";
import { fetched } from "../controls/fetched.tsx";
import { useTheme } from "../controls/theme.ts";
import { callStretch } from "../trace/folds.ts";
import { messageOf } from "../words/message-of.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import type { CallRow, Summary } from "../workers/capture-rows.ts";
import { traceOf } from "./use-capture.ts";
import { tookText } from "./words.ts";

const Inspector = fetched("The inspector", () => import("../timeline/events/Inspector.tsx").then((m) => m.Inspector));
const EventList = fetched("The list of events", () =>
  import("../timeline/events/EventList.tsx").then((m) => m.EventList),
);

const Waterfall = fetched("The waterfall", () => import("../waterfall/Waterfall.tsx").then((m) => m.Waterfall));

interface Drawn {
  readonly of: number;
  readonly traced: ForeignTrace;
  readonly call: number;
}

/** The last trace that came stays until the next is here. */
function useTrace(
  call: number,
  place: Place | null,
): { readonly drawn: Drawn | null; readonly problem: string | null } {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    traceOf(call, place).then(
      (found) => {
        if (isOver) return;
        setProblem(null);
        setDrawn({ of: call, ...found });
      },
      (error: unknown) => {
        if (!isOver) setProblem(messageOf(error));
      },
    );
    return () => {
      isOver = true;
    };
  }, [call, place]);
  return { drawn, problem };
}

interface Props {
  readonly call: number;
  readonly row: CallRow | undefined;
  readonly summary: Summary;
  /** Where the reader says that it was recorded; null where that is inferred. */
  readonly place: Place | null;
}

export function CallFigure({ call, row, summary, place }: Props) {
  const { drawn, problem } = useTrace(call, place);
  const took =
    row === undefined
      ? ""
      : row.took === null
        ? ", no reply in the file"
        : `, ${tookText(row.took, summary.resolutionNs)}`;
  return (
    <section aria-label={`Call ${call}`} aria-busy={drawn?.of !== call}>
      <h2>
        Call {call}
        {row !== undefined && <span>{` ${row.client} to ${row.server}, ${row.program} ${row.procedure}${took}`}</span>}
      </h2>
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {drawn !== null && <DrawnCall key={drawn.of} drawn={drawn} />}
    </section>
  );
}

function DrawnCall({ drawn: { traced, call } }: { readonly drawn: Drawn }) {
  const theme = useTheme();
  const [time, setTime] = useState(() => callStretch(traced.trace, call).to);
  const [playing, setPlaying] = useState(false);
  const [selected, setSelected] = useState(NO_REF);
  const choice = { selected, onSelect: setSelected };
  return (
    <>
      <Timeline
        run={traced}
        {...{ call, time, playing, theme }}
        onTime={setTime}
        onPlaying={setPlaying}
        {...choice}
        later
      />
      <Suspense fallback={null}>
        <Waterfall run={traced} {...{ call }} {...choice} steps runHref={window.location.href} />
      </Suspense>
      <div className="capture-below">
        <Suspense fallback={null}>
          <EventList run={traced} call={call} time={time} {...choice} />
        </Suspense>
        {selected !== NO_REF && (
          <Suspense fallback={null}>
            <Inspector run={traced} {...choice} />
          </Suspense>
        )}
      </div>
    </>
  );
}
