/** The message in a packet, a row for each unit of four bytes: what a lesson on bytes is about. */
import { useMemo } from "react";
import type { Run } from "../../../engine/experiments/types.ts";
import { packetRef, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Lesson, Step } from "../../../lessons/types.ts";
import { useBench, useBenchStore } from "../../lab/context.ts";
import { select } from "../../lab/selection.ts";
import type { LessonRecord } from "../../record/record.ts";
import { kindAt, messagesOf, unitsOf } from "../../trace/message-units.ts";
import type { MessageUnit } from "../../trace/message-units.ts";
import { whatOf } from "../../trace/row-names.ts";
import { counted } from "../../words/numbers.ts";
import { useLesson, useRecord } from "../context.ts";
import { dataEndOf } from "./data-end.ts";
import { ProcedureBytes } from "./ProcedureBytes.tsx";
import { PulledEnd } from "./PulledEnd.tsx";
import { UnitList } from "./UnitList.tsx";
import { useHeldRun } from "./use-held-run.ts";
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

/** Who has yet to guess how long a message gets does not pull it longer before. */
function isGuessed({ steps }: Lesson, step: Step, { predictions }: LessonRecord): boolean {
  const open = steps.findIndex(({ predict }) => predict !== undefined && predictions[predict.id] === undefined);
  return open < 0 || steps.indexOf(step) > open;
}

const bytesOf = (units: readonly MessageUnit[]): number => units.reduce((sum, { bytes }) => sum + bytes.length, 0);

function Messages({ run }: Pick<Props, "run">) {
  const store = useBenchStore();
  const { lesson, step } = useLesson();
  const [record] = useRecord();
  const call = useBench((state) => state.call);
  const selected = useBench((state) => state.selected);
  const { trace, parameters } = useHeldRun(run);
  const standing = useMemo(() => messagesOf(run.trace, call), [run, call]);
  const rows = useMemo(() => (trace === run.trace ? standing : messagesOf(trace, call)), [trace, run, standing, call]);
  // Packets of another run have other numbers, and stand in the same order.
  const chosen = refTable(selected) === "packet" ? standing.indexOf(refRow(selected)) : -1;
  const row = rows[Math.max(0, chosen)] ?? rows[0];
  const units = useMemo(() => (row === undefined ? [] : unitsOf({ trace, parameters }, row)), [trace, parameters, row]);
  if (row === undefined) return <p className="note">This call sends no message over the network.</p>;
  const bytes = bytesOf(units);
  const before = standing[rows.indexOf(row)];
  const longer = trace === run.trace || before === undefined ? 0 : bytes - bytesOf(unitsOf(run, before));
  const end = isGuessed(lesson, step, record) ? dataEndOf(parameters, units, kindAt(trace, row)) : null;
  return (
    <section className="message" aria-label="The bytes of the message">
      <div className="row message-head">
        <div role="group" aria-label="Message of" className="seg">
          {rows.map((one, nth) => (
            <button
              key={nth}
              type="button"
              aria-pressed={one === row}
              onClick={() => select(store, packetRef(standing[nth] ?? one))}
            >
              {whatOf(trace, packetRef(one))}
            </button>
          ))}
        </div>
        <p aria-live="polite">
          Its message has <b className="num">{counted(bytes, "byte")}</b>, {counted(units.length, "unit")}.
        </p>
      </div>
      <PulledEnd end={end} longer={longer}>
        <UnitList units={units} label="Units" />
      </PulledEnd>
      <p className="note">The number before a unit says how many bytes stand before it.</p>
    </section>
  );
}
