/** The message in a packet, a row for each unit of four bytes: what a lesson on bytes is about. */
import { useMemo } from "react";
import type { Run } from "../../../engine/experiments/types.ts";
import { packetRef, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import { useBench, useBenchStore } from "../../lab/context.ts";
import { select } from "../../lab/selection.ts";
import { messagesOf, unitsOf } from "../../trace/message-units.ts";
import { whatOf } from "../../trace/row-names.ts";
import { counted } from "../../words/numbers.ts";
import { useLesson } from "../context.ts";
import { ProcedureBytes } from "./ProcedureBytes.tsx";
import { UnitList } from "./UnitList.tsx";
import "./message-bytes.css";

interface Props {
  readonly run: Run;
  /** Whether it is what the step is about. */
  readonly hero: boolean;
}

/** A run whose procedure the reader specifies keeps the message in view while its text changes. */
export function MessageBytes({ run, hero }: Props) {
  const { step, tried } = useLesson();
  return run.parameters["specification"] === undefined ? (
    <Messages run={run} />
  ) : (
    <ProcedureBytes key={`${step.id} ${tried ?? ""}`} run={run} hero={hero} />
  );
}

function Messages({ run }: Pick<Props, "run">) {
  const store = useBenchStore();
  const call = useBench((state) => state.call);
  const selected = useBench((state) => state.selected);
  const rows = useMemo(() => messagesOf(run.trace, call), [run, call]);
  const chosen = refTable(selected) === "packet" ? rows.find((row) => row === refRow(selected)) : undefined;
  const row = chosen ?? rows[0];
  const units = useMemo(() => (row === undefined ? [] : unitsOf(run, row)), [run, row]);
  if (row === undefined) return <p className="note">This call sends no message over the network.</p>;
  const bytes = units.reduce((sum, unit) => sum + unit.bytes.length, 0);
  return (
    <section className="message" aria-label="The bytes of the message">
      <div className="message-head">
        <div role="group" aria-label="Message of" className="seg">
          {rows.map((one) => (
            <button key={one} type="button" aria-pressed={one === row} onClick={() => select(store, packetRef(one))}>
              {whatOf(run.trace, packetRef(one))}
            </button>
          ))}
        </div>
        <p aria-live="polite">
          Its message has <b className="num">{counted(bytes, "byte")}</b>, {counted(units.length, "unit")}.
        </p>
      </div>
      <UnitList units={units} label="Units" />
      <p className="note">The number before a unit says how many bytes stand before it.</p>
    </section>
  );
}
