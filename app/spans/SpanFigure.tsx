/** A trace drawn by the timeline that draws every run: a lane for each service, its critical path lit. */
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { NO_REF, refRow, refTable, spanRef } from "../../engine/kernel/trace-data.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { fetched } from "../controls/fetched.tsx";
import { useTheme } from "../controls/theme.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import { callStretch } from "../trace/folds.ts";
import { counted } from "../words/numbers.ts";
import type { ShownTrace } from "../workers/spans-rows.ts";

const EventList = fetched("The list of events", () =>
  import("../timeline/events/EventList.tsx").then((m) => m.EventList),
);

interface Props {
  readonly shown: ShownTrace;
  /** The id of the span that is chosen; null for none. */
  readonly span: string | null;
  readonly onSpan: (span: string) => void;
  /** What stands between the figure and the list of its events. */
  readonly children: ReactNode;
}

export function SpanFigure({ shown, span, onSpan, children }: Props) {
  const { traced, spanOf, left } = shown;
  const theme = useTheme();
  const end = callStretch(traced.trace, 1).to;
  const [moved, setMoved] = useState<number | null>(null); // null: at the end, wherever that is
  const [playing, setPlaying] = useState(false);
  const place = span === null ? -1 : spanOf.indexOf(span);
  const choose = (ref: Ref): void => {
    const id = ref !== NO_REF && refTable(ref) === "span" ? spanOf[refRow(ref)] : undefined;
    if (id !== undefined) onSpan(id);
  };
  const time = moved === null ? end : Math.min(moved, end);
  const choice = { selected: place < 0 ? NO_REF : spanRef(place), onSelect: choose };
  return (
    <div className="spans-figure">
      <Timeline
        run={traced}
        {...{ call: 1, time, playing, theme }}
        onTime={setMoved}
        onPlaying={setPlaying}
        {...choice}
        later
      />
      {left > 0 && <p className="note">{`${counted(left, "span")} more, the shortest, are not drawn.`}</p>}
      {children}
      <Suspense fallback={null}>
        <EventList run={traced} call={1} time={time} {...choice} />
      </Suspense>
    </div>
  );
}
