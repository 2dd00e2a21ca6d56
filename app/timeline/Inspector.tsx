/** What is selected, in full: a packet with its fields and bytes, a step with its time and source, a mark. */
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { endOf, startOf } from "../../engine/kernel/critical-path.ts";
import { refExists } from "./folds.ts";
import { clockUnit, counted, durationText, grouped, onClock } from "./numbers.ts";
import { PacketBytes } from "./PacketBytes.tsx";
import { fateText, packetActions, packetNameOf } from "./packet-facts.ts";
import type { InspectorProps } from "./props.ts";
import { capital, causeOf, cellText, effectOf, originOf, whatOf, whereOf } from "./words.ts";
import "./inspector.css";

export function Inspector({ run, selected, onSelect, onFault }: InspectorProps) {
  const { trace } = run;
  if (!refExists(trace, selected)) {
    return (
      <div className="tl-inspector">
        <p className="tl-empty">
          Nothing is selected. Click a packet or a span in the timeline, or choose an event in the list.
        </p>
      </div>
    );
  }
  const row = refRow(selected);
  const table = refTable(selected);
  const call = trace[`${table}s`].call[row] ?? 0;
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
      {table === "packet" && <PacketBytes key={selected} trace={trace} row={row} />}
    </div>
  );
}

function kindText(trace: TraceData, ref: Ref): string {
  const row = refRow(ref);
  switch (refTable(ref)) {
    case "packet":
      return `Packet ${row + 1} of ${grouped(trace.packets.count, 0)}`;
    case "mark":
      return "Change of state";
    case "span": {
      const owner = trace.owners[trace.spans.owner[row] ?? -1];
      return owner === undefined ? "Step of hardware or an interrupt" : `Step of ${owner}`;
    }
  }
}

/** A moment since the call began; since the run began where it belongs to none. */
function Moment({ trace, call, at }: { readonly trace: TraceData; readonly call: number; readonly at: number }) {
  const from = call > 0 ? (trace.calls.start[call - 1] ?? 0) : 0;
  const unit = clockUnit(Math.abs(at - from));
  return (
    <>
      {onClock(at - from, unit)} {unit.name}
    </>
  );
}

function PacketFacts({
  trace,
  row,
  onFault,
}: {
  readonly trace: TraceData;
  readonly row: number;
  readonly onFault: (line: string) => void;
}) {
  const { packets } = trace;
  const [departs, arrives] = [packets.departs[row] ?? 0, packets.arrives[row] ?? 0];
  const delayed = packets.delayed[row] ?? 0;
  const call = packets.call[row] ?? 0;
  const name = packetNameOf(trace, row);
  const lost = fateText(trace, row).startsWith("lost");
  return (
    <>
      <dl className="tl-facts">
        <dt>departs</dt>
        <dd>
          <Moment trace={trace} call={call} at={departs} />
        </dd>
        <dt>{lost ? "would arrive" : "arrives"}</dt>
        <dd>
          <Moment trace={trace} call={call} at={arrives} />
        </dd>
        <dt>on the wire</dt>
        <dd>{durationText(arrives - departs - delayed)}</dd>
        {delayed > 0 && (
          <>
            <dt>delayed by</dt>
            <dd>{durationText(delayed)}</dd>
          </>
        )}
        <dt>size</dt>
        <dd>{counted(packets.bytes[row] ?? 0, "byte")}</dd>
        <dt>sent</dt>
        <dd>{originOf(trace, row) === "first" ? "for the first time" : `as ${originOf(trace, row)}`}</dd>
        <dt>fate</dt>
        <dd className={lost ? "lost" : undefined}>
          {lost ? "× " : ""}
          {fateText(trace, row)}
        </dd>
      </dl>
      {name !== null && (
        <div className="tl-actions" role="group" aria-label="What befalls this packet in a new run">
          {packetActions(name).map(({ text, line }) => (
            <button key={line} type="button" className="btn small" onClick={() => onFault(line)}>
              {text}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function RowFacts({ trace, of }: { readonly trace: TraceData; readonly of: Ref }) {
  const row = refRow(of);
  const isSpan = refTable(of) === "span";
  const [from, to] = [startOf(trace, of), endOf(trace, of)];
  const call = trace[isSpan ? "spans" : "marks"].call[row] ?? 0;
  const step = isSpan ? trace.steps[trace.spans.step[row] ?? -1] : undefined;
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
          <b>{durationText(to - from)}</b> {step.source.kind}
          <br />
          {step.source.cell !== undefined && (
            <>
              {capital(step.source.cell.paper)}, {cellText(step.source.cell)}.{" "}
            </>
          )}
          {step.source.text}.
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
          <button type="button" className="tl-link" onClick={() => onSelect(ref)}>
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
