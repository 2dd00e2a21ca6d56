/** Students × predictions and checkpoints. Arrow keys go from cell to cell; the chosen one is explained below. */
import { memo, useMemo, useRef } from "react";
import type { KeyboardEvent } from "react";
import { ScrollBox } from "../../controls/ScrollBox.tsx";
import { cellLabel, signOf } from "./cell-words.ts";
import { Pictured } from "./Pictured.tsx";
import { pictureOf } from "./pictures.ts";
import { answersAt, predictionOf } from "../class/rows.ts";
import type { AnswerColumn, StudentRow, ShownReport } from "../class/rows.ts";

/** A cell by its student and its column. */
export interface ChosenCell {
  readonly row: string;
  readonly column: string;
}

function Content({ shown, column }: { readonly shown: ShownReport; readonly column: AnswerColumn }) {
  const answers = answersAt(shown, column);
  const prediction = predictionOf(column);
  const [first] = answers;
  if (prediction === null || first?.state === "does not match") {
    const { shown: text, tone } = signOf(answers);
    return <span className={tone}>{text}</span>;
  }
  if (first === undefined || first.state === "not yet") return <span className="na">– not yet</span>;
  if (first.state === "no idea") return <span className="na">no idea</span>;
  const answer = shown.data.predictions[prediction.id]?.answers[0] ?? { kind: "none" };
  return <Pictured picture={pictureOf(column.lesson, prediction, answer)} />;
}

interface LineProps {
  readonly row: StudentRow;
  readonly columns: readonly AnswerColumn[];
  /** The column of the cell that is chosen; null where none of this row is. */
  readonly chosen: string | null;
  /** Whether the Tab key comes to this row’s first cell. */
  readonly isHome: boolean;
  readonly onChoose: (chosen: ChosenCell) => void;
}

const Line = memo(function Line({ row, columns, chosen, isHome, onChoose }: LineProps) {
  const { student, reports, at, stuck, minutes } = row;
  return (
    <tr>
      <th scope="row">{student}</th>
      {columns.map((column, i) => {
        const shown = reports.get(column.lesson.slug);
        const isChosen = column.key === chosen;
        return (
          <td key={column.key}>
            <button
              type="button"
              className="pick ans-cell"
              aria-pressed={isChosen}
              tabIndex={isChosen || (isHome && i === 0) ? 0 : -1}
              aria-label={
                shown === undefined
                  ? `${student}, ${column.number}: no file of this lesson`
                  : cellLabel(student, column, answersAt(shown, column))
              }
              onClick={() => onChoose({ row: row.key, column: column.key })}
            >
              {shown === undefined ? <span className="na">no file</span> : <Content shown={shown} column={column} />}
            </button>
          </td>
        );
      })}
      <td className={stuck === null ? (at === "done" ? "" : "na") : "no"}>
        {stuck === null ? at : `${stuck.where}: ${stuck.submits} submits`}
      </td>
      <td className="number">{minutes ?? "–"}</td>
    </tr>
  );
});

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  PageDown: [10, 0],
  PageUp: [-10, 0],
};

interface Props {
  readonly rows: readonly StudentRow[];
  readonly columns: readonly AnswerColumn[];
  readonly chosen: ChosenCell | null;
  readonly onChoose: (chosen: ChosenCell) => void;
}

export function AnswerTable({ rows, columns, chosen, onChoose }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const isShown = rows.some(({ key }) => key === chosen?.row) && columns.some(({ key }) => key === chosen?.column);
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    const cell = (event.target as HTMLElement).closest("td");
    const line = cell?.closest("tr");
    if (move === undefined || !cell || !line || event.ctrlKey || event.metaKey || event.altKey) return;
    const lines = [...(body.current?.rows ?? [])];
    const next = Math.min(lines.length - 1, Math.max(0, lines.indexOf(line) + move[0]));
    const button = lines[next]?.cells[cell.cellIndex + move[1]]?.querySelector("button");
    event.preventDefault();
    button?.focus();
    button?.click();
  };
  const heads = useMemo(
    () =>
      columns.map(({ key, number, step, gist, kind }) => (
        <th key={key} scope="col" className={kind === "checkpoint" ? "narrow" : undefined}>
          <b>
            {number}, step {step}
          </b>
          {kind === "checkpoint" ? "checkpoint" : gist}
        </th>
      )),
    [columns],
  );
  return (
    <div className="ans-table">
      <ScrollBox label="Answers of the class">
        <table aria-label="Answers of the class" onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th scope="col" className="narrow">
                student
              </th>
              {heads}
              <th scope="col" className="narrow">
                is at
              </th>
              <th scope="col" className="narrow number">
                minutes
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, i) => (
              <Line
                key={row.key}
                row={row}
                columns={columns}
                chosen={isShown && chosen?.row === row.key ? chosen.column : null}
                isHome={!isShown && i === 0}
                onChoose={onChoose}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}
