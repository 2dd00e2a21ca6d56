import { Suspense, useState } from "react";
import { useHides } from "../setup/presentation.ts";
import { deviationText, plainText } from "../words/numbers.ts";
import { answerKinds, answerRows, deviationOf } from "../setup/answers.ts";
import type { AnswerKind, AnswerRow } from "../setup/answers.ts";
import { useBench } from "../lab/context.ts";
import { useModels } from "../lab/use-models.ts";
import { answerText, rowUnit, unitBeside } from "./answer-text.ts";
import { copyRows } from "./copied-answers.ts";
import { ModelLine } from "./ModelLine.tsx";
import { Progress } from "../lab/Progress.tsx";
import { experimentOf } from "../setup/setup.ts";
import { staleProps, useLate, useOld } from "../lab/stale.ts";
import { modelsShown } from "../lab/store.ts";
import { fetched } from "../controls/fetched.tsx";
import { withUnit } from "../words/units.ts";

// Of experiments that have some.
const SeriesFigures = fetched("The series of the run", () =>
  import("./SeriesFigures.tsx").then((m) => m.SeriesFigures),
);

const NAMES: Readonly<Record<AnswerKind, string>> = { measured: "paper", model: "model", simulated: "simulated" };

const WAYS: Readonly<Record<AnswerKind, string>> = {
  measured: "In its table",
  model: "In the model’s text",
  simulated: "Open this run alone",
};

/** "−4.9 %" from the measured figure; nothing for that itself, or where one of the two is missing. */
function deviation(row: AnswerRow, kind: AnswerKind): string {
  const answer = row[kind];
  if (kind === "measured" || answer === null || row.measured === null) return "";
  return deviationText(deviationOf(answer.value, row.measured.value));
}

/** The line of a deviation that may come with the run: what stands below does not move then. */
const roomFor = (row: AnswerRow): string => (row.measured === null ? "" : "\u00a0");

/** The number whose address is open: a measure and one of its three answers. */
interface Open {
  readonly measure: string;
  readonly kind: AnswerKind;
}

/** The unit beside a row's label; words in place of numbers have none. */
const unitOf = (row: AnswerRow): string => (row.words === null ? unitBeside(row.label, rowUnit(row).unit) : "");

const HEADS: Readonly<Record<number, string>> = { 1: "The answer", 2: "Two answers", 3: "Three answers" };

interface AnswerProps {
  readonly row: AnswerRow;
  readonly kind: AnswerKind;
  readonly open: Open | null;
  readonly onOpen: (open: Open | null) => void;
}

/** A number, which says where it comes from when asked; or a dash that says why there is none. */
function Figure({ row, kind, open, onOpen }: AnswerProps) {
  const { measure, label } = row;
  const answer = row[kind];
  const own = rowUnit(row);
  const { unit } = own;
  const words = kind === "simulated" ? row.words : null;
  if (answer === null && words === null) {
    const why = row.missing[kind];
    return (
      <span role="img" aria-label={`none. ${why}`} title={why}>
        –
      </span>
    );
  }
  const text = answer === null ? words : answerText(answer, own);
  const said = answer === null ? `${words}: ${label}, ${kind}. Why` : `${text} ${unit}: ${label}, ${kind}. Where from`;
  const isOpen = open?.measure === measure && open.kind === kind;
  return (
    <button
      type="button"
      className={`addr k-${kind}`}
      aria-expanded={isOpen}
      aria-label={said}
      onClick={() => onOpen(isOpen ? null : { measure, kind })}
    >
      {text}
    </button>
  );
}

/** The address of the number that was asked about. */
function Address({ row, kind }: { readonly row: AnswerRow; readonly kind: AnswerKind }) {
  const answer = row[kind];
  if (answer === null) return <p className="address">{row.missing[kind]}</p>;
  const away = deviation(row, kind);
  const own = rowUnit(row);
  const exact = own.each === 1 ? "" : `, exactly ${withUnit(plainText(answer.value), row.unit)}`;
  return (
    <p className="address">
      <b>
        {answerText(answer, own)} {own.unit}
      </b>
      {exact} {kind}. {answer.source}
      {away !== "" && ` It is ${away} from the measured value.`} <a href={answer.href}>{WAYS[kind]}</a>
    </p>
  );
}

interface TableProps extends Pick<AnswerProps, "open" | "onOpen"> {
  readonly rows: readonly AnswerRow[];
  readonly kinds: readonly AnswerKind[];
}

/** The measures one under the other, and beside each whose number it is. */
function Table({ rows, kinds, open, onOpen }: TableProps) {
  return (
    <>
      <thead>
        <tr>
          <td />
          {kinds.map((kind) => (
            <th key={kind} scope="col" className={`k-${kind}`}>
              {NAMES[kind]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.measure}>
            <th scope="row">
              {row.label} <span>{unitOf(row)}</span>
            </th>
            {kinds.map((kind) => (
              <td key={kind}>
                <Figure row={row} kind={kind} open={open} onOpen={onOpen} />
                <span className="deviation">{deviation(row, kind) || roomFor(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
}

/**
 * Paper, model and simulation, or the simulation alone where an experiment has no paper; every number opens a line that
 * says where it comes from.
 */
export function AnswerBoard() {
  const setup = useBench((state) => state.setup);
  const shown = useBench((state) => state.work.shown);
  const paperModels = useModels();
  const edited = useBench((state) => state.edited);
  const models = modelsShown({ models: paperModels, edited });
  const [open, setOpen] = useState<Open | null>(null);
  const hides = useHides();
  const experiment = experimentOf(setup);
  const stale = useLate(useOld());
  const run = shown?.run.experiment === experiment.id ? shown.run : null;
  const rows = answerRows(experiment, setup, run, models);
  const kinds = answerKinds(experiment, rows);
  const openRow = rows.find((row) => row.measure === open?.measure);
  return (
    <section className="answers" aria-labelledby="answers">
      <h2 id="answers">{HEADS[kinds.length] ?? HEADS[1]}</h2>
      <table {...staleProps(stale)} onCopy={copyRows}>
        <Table rows={rows} kinds={kinds} open={open} onOpen={setOpen} />
      </table>
      {run?.series !== undefined && (
        <Suspense fallback={null}>
          <SeriesFigures run={run} />
        </Suspense>
      )}
      <div role="status">{open !== null && openRow !== undefined && <Address row={openRow} kind={open.kind} />}</div>
      <div className="row state">
        {experiment.paper !== null && !hides("model") && <ModelLine />}
        <Progress of="chart" />
      </div>
    </section>
  );
}
