import { useState } from "react";
import { deviationText, numberText, plainText } from "../chart/numbers.ts";
import { answerRows, deviationOf } from "./answers.ts";
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
  readonly answer: Addressed | null;
  readonly why: string;
  readonly unit: string;
  readonly label: string;
  readonly open: boolean;
  readonly onOpen: () => void;
}

function AnswerCell({ answer, why, unit, label, open, onOpen }: CellProps) {
  if (answer === null) {
    return (
      <td title={why}>
        <span aria-hidden="true">–</span>
        <span className="vh">{why}</span>
      </td>
    );
  }
  const text = shownNumber(answer);
  return (
    <td>
      <button
        type="button"
        className={`addr k-${answer.kind}`}
        aria-expanded={open}
        aria-label={`${text} ${unit}: ${label}, ${answer.kind}. Where it comes from`}
        onClick={onOpen}
      >
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
  const cell = (kind: AnswerKind, why: string) => {
    const isOpen = open?.measure === measure && open.kind === kind;
    const toggle = (): void => onOpen(isOpen ? null : { measure, kind });
    return <AnswerCell answer={row[kind]} why={why} unit={unit} label={label} open={isOpen} onOpen={toggle} />;
  };
  const known = measured !== null && simulated !== null;
  return (
    <tr>
      <th scope="row">
        {label} <span>{unit}</span>
      </th>
      {cell("measured", row.whyNotMeasured)}
      {cell("model", row.whyNoModel)}
      {cell("simulated", "no call returned")}
      <td>{known ? deviationText(deviationOf(simulated.value, measured.value)) : "–"}</td>
    </tr>
  );
}

function Address({ row, answer }: { readonly row: AnswerRow; readonly answer: Addressed }) {
  const { measured, unit } = row;
  const compared = answer.kind !== "measured" && measured !== null;
  return (
    <p className="address" role="status">
      <b>
        {shownNumber(answer)} {unit}
      </b>{" "}
      {answer.kind}. {answer.source}
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
  const openAnswer = open === null ? null : (openRow?.[open.kind] ?? null);
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
      {openRow !== undefined && openAnswer !== null && <Address row={openRow} answer={openAnswer} />}
      <div className="state">
        <ModelLine />
        <Progress />
      </div>
    </section>
  );
}
