import { useState } from "react";
import { deviationText, numberText, plainText } from "../chart/numbers.ts";
import { ANSWER_KINDS, answerRows, deviationOf } from "./answers.ts";
import type { Addressed, AnswerKind, AnswerRow } from "./answers.ts";
import { useBench } from "./context.ts";
import { ModelLine } from "./ModelLine.tsx";
import { Progress } from "./Progress.tsx";
import { experimentOf, setupKey } from "./setup.ts";
import { staleProps } from "./stale.ts";

/** As printed where the paper prints it; otherwise four significant figures: 2.661, 375.8, 1,234. */
function shownNumber({ value, printed }: Addressed): string {
  if (printed === true) return plainText(value);
  return numberText(value, value === 0 ? 0 : Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value)))));
}

interface CellProps {
  readonly row: AnswerRow;
  readonly kind: AnswerKind;
  readonly open: boolean;
  readonly onOpen: () => void;
}

/** A number, or a dash where there is none; either says why when asked. */
function AnswerCell({ row, kind, open, onOpen }: CellProps) {
  const answer = row[kind];
  const text = answer === null ? "–" : shownNumber(answer);
  const said =
    answer === null ? `none: ${row.label}, ${kind}. Why` : `${text} ${row.unit}: ${row.label}, ${kind}. Where from`;
  return (
    <td>
      <button type="button" className={`addr k-${kind}`} aria-expanded={open} aria-label={said} onClick={onOpen}>
        {text}
      </button>
    </td>
  );
}

/** Which number's address is open: a row and one of its three answers. */
interface Open {
  readonly measure: string;
  readonly kind: AnswerKind;
}

interface RowProps {
  readonly row: AnswerRow;
  readonly open: Open | null;
  readonly onOpen: (open: Open | null) => void;
}

function BoardRow({ row, open, onOpen }: RowProps) {
  const { measure, label, unit, measured, simulated } = row;
  const known = measured !== null && simulated !== null;
  return (
    <tr>
      <th scope="row">
        {label} <span>{unit}</span>
      </th>
      {ANSWER_KINDS.map((kind) => {
        const isOpen = open?.measure === measure && open.kind === kind;
        const toggle = (): void => onOpen(isOpen ? null : { measure, kind });
        return <AnswerCell key={kind} row={row} kind={kind} open={isOpen} onOpen={toggle} />;
      })}
      <td>{known ? deviationText(deviationOf(simulated.value, measured.value)) : "–"}</td>
    </tr>
  );
}

/** The address of the number that was asked about. */
function Address({ row, kind }: { readonly row: AnswerRow; readonly kind: AnswerKind }) {
  const { measured, unit } = row;
  const answer = row[kind];
  if (answer === null) return <p className="address">{row.missing[kind]}</p>;
  const compared = kind !== "measured" && measured !== null;
  return (
    <p className="address">
      <b>
        {shownNumber(answer)} {unit}
      </b>{" "}
      {kind}. {answer.source}
      {compared &&
        ` ${deviationText(deviationOf(answer.value, measured.value))} from the measured ${shownNumber(measured)} ${unit}.`}
    </p>
  );
}

/** Paper, model and simulation side by side; every number opens a line that says where it comes from. */
export function AnswerBoard() {
  const setup = useBench((state) => state.setup);
  const shown = useBench((state) => state.shown);
  const models = useBench((state) => state.models);
  const [open, setOpen] = useState<Open | null>(null);
  const experiment = experimentOf(setup);
  const stale = shown !== null && shown.key !== setupKey(setup);
  const run = shown?.run.experiment === experiment.id ? shown.run : null;
  const rows = answerRows(experiment, setup.parameters, run, models);
  const openRow = rows.find((row) => row.measure === open?.measure);
  return (
    <section className="answers" aria-labelledby="answers">
      <h2 id="answers">Three answers</h2>
      <table {...staleProps(stale)}>
        <thead>
          <tr>
            <td />
            <th scope="col">paper</th>
            <th scope="col" className="k-model">
              model
            </th>
            <th scope="col" className="k-simulated">
              simulated
            </th>
            <th scope="col">deviation</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BoardRow key={row.measure} row={row} open={open} onOpen={setOpen} />
          ))}
        </tbody>
      </table>
      <div role="status">{open !== null && openRow !== undefined && <Address row={openRow} kind={open.kind} />}</div>
      <div className="state">
        <ModelLine />
        <Progress />
      </div>
    </section>
  );
}
