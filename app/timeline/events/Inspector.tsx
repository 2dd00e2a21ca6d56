/** A row of the trace in full: a packet with its fields and bytes, a step with its time and source, a mark. */
import { Suspense } from "react";
import { fetched } from "../../controls/fetched.tsx";
import { NO_REF, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { endOf, startOf } from "../../../engine/kernel/critical-path.ts";
import { cellHref } from "../../setup/paper-links.ts";
import { refExists } from "../../trace/folds.ts";
import { explained } from "../../words/explained.ts";
import { durationText } from "../../words/times.ts";
import { grouped } from "../../words/numbers.ts";
import type { InspectorProps } from "../props.ts";
import { Moment, PacketFacts } from "./PacketFacts.tsx";
import { effectOf, whatOf, whereOf } from "../../trace/row-names.ts";
import { cellText } from "../../trace/source-names.ts";
import { capital, sentence } from "../../words/sentences.ts";
import "../../styles/inspector.css";
import { causeOf, numberAt } from "../../../engine/kernel/reads.ts";

// To take a packet apart takes every format on the wire.
const PacketBytes = fetched("The packet’s bytes", () => import("./PacketBytes.tsx").then((m) => m.PacketBytes));

export function Inspector({ run, selected, onSelect, onFault }: InspectorProps) {
  const { trace } = run;
  const row = refRow(selected);
  const table = refTable(selected);
  const call = numberAt(trace[`${table}s`].call, row);
  return (
    <div className="tl-inspector">
      <p className="tl-kind">{kindText(trace, selected)}</p>
      <h2>
        {whatOf(trace, selected)}
        {call > 0 && <span>, call {call}</span>}
      </h2>
      {table === "packet" ? (
        <PacketFacts trace={trace} row={row} onFault={onFault} />
      ) : (
        <RowFacts trace={trace} of={selected} />
      )}
      <Links trace={trace} of={selected} onSelect={onSelect} />
      <Terms text={`${whatOf(trace, selected)} ${whereOf(trace, selected)}`} />
      {table === "packet" && (
        <Suspense fallback={<p className="tl-note">The bytes are being fetched.</p>}>
          <PacketBytes key={selected} trace={trace} row={row} />
        </Suspense>
      )}
    </div>
  );
}

/** Explains the terms in the words of the selected row. Nothing where there are none. */
function Terms({ text }: { readonly text: string }) {
  const terms = explained(text);
  if (terms.length === 0) return null;
  return (
    <dl className="tl-terms" aria-label="What the words mean">
      {terms.map(({ term, what }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}

function kindText(trace: TraceData, ref: Ref): string {
  const row = refRow(ref);
  switch (refTable(ref)) {
    case "packet":
      return `Packet ${grouped(row + 1, 0)} of the run`; // how many there are may be what a lesson asks
    case "mark":
      return "Change of state";
    case "span": {
      const owner = trace.owners[numberAt(trace.spans.owner, row)];
      return owner === undefined ? "Step of hardware or an interrupt" : `Step of ${owner}`;
    }
  }
}

function RowFacts({ trace, of }: { readonly trace: TraceData; readonly of: Ref }) {
  const row = refRow(of);
  const isSpan = refTable(of) === "span";
  const [from, to] = [startOf(trace, of), endOf(trace, of)];
  const call = numberAt(trace[isSpan ? "spans" : "marks"].call, row);
  const step = isSpan ? trace.steps[numberAt(trace.spans.step, row)] : undefined;
  return (
    <>
      <dl className="tl-facts">
        <dt>where</dt>
        <dd>{whereOf(trace, of)}</dd>
        <dt>{isSpan ? "begins" : "at"}</dt>
        <dd>
          <Moment trace={trace} call={call} at={from} />
        </dd>
        {isSpan && (
          <>
            <dt>takes</dt>
            <dd>{durationText(to - from)}</dd>
          </>
        )}
      </dl>
      {step !== undefined && (
        <p className="tl-source">
          <b>{durationText(to - from)}</b> <span>{step.source.kind}</span>
          <br />
          {step.source.cell !== undefined && (
            <>
              {capital(step.source.cell.paper)}, <a href={cellHref(step.source.cell)}>{cellText(step.source.cell)}</a>
              .{" "}
            </>
          )}
          <span>{sentence(step.source.text)}</span>
        </p>
      )}
    </>
  );
}

function Links({
  trace,
  of,
  onSelect,
}: {
  readonly trace: TraceData;
  readonly of: Ref;
  readonly onSelect: (ref: Ref) => void;
}) {
  const link = (name: string, ref: Ref, none: string) => (
    <>
      <dt>{name}</dt>
      <dd>
        {ref === NO_REF || !refExists(trace, ref) ? (
          <i>{none}</i>
        ) : (
          <button type="button" className="link tl-link" onClick={() => onSelect(ref)}>
            {whatOf(trace, ref)} <i>{whereOf(trace, ref)}</i>
          </button>
        )}
      </dd>
    </>
  );
  return (
    <dl className="tl-links">
      {link("because of", causeOf(trace, of), "nothing before it")}
      {link("leads to", effectOf(trace, of), "nothing more")}
    </dl>
  );
}
