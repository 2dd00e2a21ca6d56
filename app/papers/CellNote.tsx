import { use } from "react";
import { itemAt, namedIn } from "../../engine/kernel/reads.ts";
import { fetchedOnce } from "../controls/fetched-once.ts";
import { changedTexts } from "../setup/setting-text.ts";
import { experimentOf } from "../setup/setup.ts";
import { plainText, counted } from "../words/numbers.ts";
import type { Column, Paper, Table } from "../../engine/papers/types.ts";
import { deviationText } from "./deviation.ts";
import type { BoardRow } from "./boards.ts";
import { asPrinted } from "./name-columns.ts";
import { CELL_KINDS } from "./cell-kinds.ts";
import { KindMark } from "./KindMark.tsx";
import { loadExperiments } from "./load.ts";
import { runHref } from "../setup/paper-links.ts";
import type { ModelFact, Reproduction, RunFact } from "./reproduction.ts";
import { sentence } from "../words/sentences.ts";
import { tableName, unitText, withUnit } from "../words/units.ts";

interface Props {
  readonly id: string;
  readonly paper: Paper;
  readonly table: Table;
  readonly column: Column;
  readonly row: BoardRow;
  readonly reproduction: Reproduction;
}

/** The row's name with the labels of its columns: "Caller threads: 3". */
function rowText(table: Table, row: BoardRow): string {
  if (table.labelColumn !== undefined) return row.names.join(", ");
  const label = (key: string): string => table.columns.find((column) => column.key === key)?.label ?? key;
  return table.keys.map((key, i) => `${label(key)}: ${row.names[i]}`).join("; ");
}

/** The paper's own words on the row, from its columns of words: how a figure was obtained, its section. */
function alsoSaid(
  table: Table,
  column: Column,
  row: BoardRow,
): readonly { readonly key: string; readonly label: string; readonly text: string }[] {
  const own = new Set([...table.keys, table.labelColumn, table.unitColumn, column.key]);
  return table.columns.flatMap(({ key, label }) => {
    const value = row.printed[key];
    if (own.has(key) || typeof value === "number" || value === null || value === undefined) return [];
    return [{ key, label, text: typeof value === "boolean" ? (value ? "yes" : "no") : value }];
  });
}

const callText = ({ function: name, arguments: args }: ModelFact): string =>
  `${name}(${Object.entries(args)
    .map(([key, value]) => `${key}=${typeof value === "string" ? JSON.stringify(value) : value}`)
    .join(", ")})`;

function ModelPart({ row }: { readonly row: BoardRow }) {
  const { call, model, unit } = row.cell;
  if (call === null || model === null) return <dd>The paper’s model does not cover it.</dd>;
  const scaled = call.scale === 1 ? "" : ` gives ${withUnit(plainText(call.value), call.unit)}`;
  return (
    <dd>
      <b className="k-model">{withUnit(plainText(model), unit)}</b>, {deviationText(row.modelOff)} from the paper.{" "}
      <code>{callText(call)}</code>
      {scaled} in the paper’s model, run in Python when this site was built.
    </dd>
  );
}

function RunLine({ run, reproduction }: { readonly run: RunFact; readonly reproduction: Reproduction }) {
  const setup = { experiment: run.experiment, parameters: run.parameters, seed: run.seed, faults: run.faults };
  const experiment = experimentOf(setup);
  const changed = [...changedTexts(setup), ...run.faults];
  const parameters = changed.length === 0 ? "all parameters at their defaults" : changed.join(", ");
  return (
    <li>
      <a href={runHref(run, reproduction)}>
        {experiment.title}, seed {run.seed}
      </a>
      : {parameters}; trace <code>{run.hash}</code>
    </li>
  );
}

function SimulatedPart({ row, reproduction }: Pick<Props, "row" | "reproduction">) {
  const { cell, texts } = row;
  if (cell.simulated === null) return <dd>No run computes it.</dd>;
  const runs = cell.runs.map((place) => itemAt(reproduction.runs, place, "run"));
  const behind = [...new Set(runs.map((run) => run.experiment))];
  use(fetchedOnce(`experiments ${behind.join(" ")}`, () => loadExperiments(behind)));
  const { measures } = experimentOf(itemAt(runs, 0, "run"));
  const measure = cell.measure === null ? null : namedIn(measures, cell.measure, "measure");
  const isOne = runs.length === 1;
  const spread = cell.low === cell.high ? "no spread between them" : `95\u2009% interval ${texts.range}`;
  const named = measure === null ? "" : `${measure.label}: ${measure.what}`;
  const how = {
    steps: "Read off the critical path of the quickest call of:",
    measures: `Computed from one measure of ${counted(runs.length, "run")}, ${spread}. ${named}. The runs:`,
    measure: isOne
      ? `${named}. One run, which draws no random number:`
      : `${named}; mean of ${counted(runs.length, "run")}, ${spread}:`,
  }[cell.by ?? "measure"];
  return (
    <dd>
      <b className="k-simulated">{withUnit(plainText(Number(cell.simulated.toPrecision(7))), cell.unit)}</b>,{" "}
      {deviationText(row.simulatedOff)} from the paper. {how}
      <ul>
        {runs.map((run) => (
          <RunLine key={`${run.seed} ${run.hash}`} run={run} reproduction={reproduction} />
        ))}
      </ul>
    </dd>
  );
}

/** The sources of a published number and of its answers. */
export function CellNote({ id, paper, table, column, row, reproduction }: Props) {
  const { cell } = row;
  const approximate = row.printed["approx"] === true ? " The paper says about." : "";
  return (
    <div className="address cellnote" id={id}>
      <dl>
        <dt>Paper</dt>
        <dd>
          <b>{withUnit(row.texts.paper, cell.unit)}</b>.{" "}
          <cite lang="en" translate="no">
            {paper.citation.title}
          </cite>
          , {table.source}. Row: {rowText(table, row)}. Column: {column.label}
          {cell.unit === "" ? "; a count without a unit" : `; unit: ${unitText(cell.unit)}`}.{approximate}
        </dd>
        {alsoSaid(table, column, row).map(({ key, label, text }) => (
          <div key={label} className="pair">
            <dt>{label}</dt>
            <dd {...asPrinted(key)}>{text}</dd>
          </div>
        ))}
        {table.conditions !== null && (
          <>
            <dt>Conditions</dt>
            <dd>{sentence(table.conditions)}</dd>
          </>
        )}
        <dt>Kind</dt>
        <dd>
          <KindMark kind={cell.kind} />: {CELL_KINDS[cell.kind].what}.
        </dd>
        <dt>Model</dt>
        <ModelPart row={row} />
        <dt>Simulated</dt>
        <SimulatedPart row={row} reproduction={reproduction} />
        {cell.note !== "" && (
          <>
            <dt>Note on {tableName(table)}</dt>
            <dd>{sentence(cell.note)}</dd>
          </>
        )}
      </dl>
    </div>
  );
}
