/** A file of traces that is open: what is in it, the list of its traces, and one of them drawn. */
import { useEffect, useState } from "react";
import { placeAt } from "../setup/link-table.ts";
import { replacePlace } from "../setup/location.ts";
import { counted } from "../words/numbers.ts";
import type { ReadTraces, SpansSummary } from "../workers/spans-rows.ts";
import { Costs } from "./Costs.tsx";
import { OneTrace } from "./OneTrace.tsx";
import { Simulated } from "./Simulated.tsx";
import { TraceList } from "./TraceList.tsx";
import { supposedIn } from "./supposed.ts";
import { OwnFileHead } from "../controls/OwnFileHead.tsx";

interface Props {
  readonly opened: ReadTraces;
  /** The example that it is; null for a file of the reader’s, which no link can bring. */
  readonly example: string | null;
  /** Why another file was not opened; null where nothing is wrong. */
  readonly refused: string | null;
  readonly query: string;
  readonly onClose: () => void;
}

/** The trace that the address names, from 1; null where it names none of the file. */
function traceIn(query: string, count: number): number | null {
  const trace = Number(new URLSearchParams(query).get("trace") ?? Number.NaN);
  return Number.isInteger(trace) && trace >= 1 && trace <= count ? trace : null;
}

export function OpenedTraces({ opened, example, refused, query, onClose }: Props) {
  const { summary, rows } = opened;
  const [chosen, setChosen] = useState(() => traceIn(query, rows.length) ?? 1);
  const [supposed, setSupposed] = useState(() => supposedIn(query));
  const [isByLength, setByLength] = useState(false);
  useEffect(() => {
    replacePlace(
      placeAt("traces", [], {
        example,
        trace: chosen === 1 ? null : String(chosen),
        span: supposed?.span ?? null,
        factor: supposed?.factor ?? null,
        below: supposed?.isWhole === true ? "yes" : null,
      }),
    );
  }, [example, chosen, supposed]);
  return (
    <>
      <Head summary={summary} onClose={onClose} />
      {refused !== null && (
        <p className="error" role="alert">
          {refused}
        </p>
      )}
      <div className={rows.length > 1 ? "own-parts" : "own-parts alone"}>
        {rows.length > 1 && <TraceList {...{ rows, chosen, isByLength }} onSort={setByLength} onChoose={setChosen} />}
        <OneTrace key={chosen} number={chosen} row={rows[chosen - 1]} supposed={supposed} onSuppose={setSupposed} />
      </div>
      {rows.some(({ took }) => took !== null && took > 0) && <Simulated />}
      <Costs costs={summary.costs} />
    </>
  );
}

function Head({ summary, onClose }: { readonly summary: SpansSummary; readonly onClose: () => void }) {
  const { name, format, spans, services, traces, notes } = summary;
  return (
    <OwnFileHead {...{ name, notes, onClose }}>
      {`${format}: ${counted(spans, "span")} of ${counted(services, "service")} in ${counted(traces, "trace")}. `}
      The file stays on this page.
    </OwnFileHead>
  );
}
