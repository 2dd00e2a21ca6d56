/** A machine's costs as a table, each with its kind and source. */
import type { Cost } from "../../engine/hardware/cost.ts";
import type { Source } from "../../engine/kernel/trace-data.ts";
import { cellHref } from "../setup/paper-links.ts";
import { PlainTable } from "../controls/PlainTable.tsx";
import { unitText } from "../words/units.ts";
import { plain } from "../words/numbers.ts";

const SOURCES: Readonly<Record<Source["kind"], { readonly word: string; readonly shape: React.ReactNode }>> = {
  paper: { word: "paper", shape: <rect x="1.75" y="1.75" width="8.5" height="8.5" className="line" /> },
  standard: { word: "standard", shape: <circle cx="6" cy="6" r="4.25" className="line" /> },
  derived: { word: "derived", shape: <path d="M1 4.25h10M1 7.75h10" className="line" /> },
  assumed: { word: "assumed", shape: <rect x="1.75" y="1.75" width="8.5" height="8.5" className="line dashed" /> },
  calibrated: {
    word: "calibrated",
    shape: (
      <>
        <path d="M1 1v10h10z" className="fill" />
        <rect x="1.75" y="1.75" width="8.5" height="8.5" className="line" />
      </>
    ),
  },
};

function SourceMark({ kind }: { readonly kind: Source["kind"] }) {
  const { word, shape } = SOURCES[kind];
  return (
    <span className="kind">
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {shape}
      </svg>
      <span>{word}</span>
    </span>
  );
}

const COST_COLUMNS = [
  { head: "Cost", cells: "left words" },
  { head: "Value", cells: "" },
  { head: "Unit", cells: "left" },
  { head: "Kind", cells: "left" },
  { head: "Source", cells: "left words" },
] as const;

/** Two costs may have one name and one source: their places tell them apart. */
const costRow = ({ name, value, unit, source }: Cost, at: number) => ({
  key: `${at} ${name}`,
  cells: [
    name,
    plain(value, 6),
    unitText(unit),
    <SourceMark key="kind" kind={source.kind} />,
    source.cell === undefined ? source.text : <a href={cellHref(source.cell)}>{source.text}</a>,
  ],
});

export function Costs({
  title,
  costs,
  note,
}: {
  readonly title: string;
  readonly costs: readonly Cost[];
  readonly note: string;
}) {
  return (
    <div className="group">
      <h2>{title}</h2>
      <p className="conditions">{note}</p>
      <PlainTable label={title} className="costs" columns={COST_COLUMNS} rows={costs.map(costRow)} />
    </div>
  );
}
