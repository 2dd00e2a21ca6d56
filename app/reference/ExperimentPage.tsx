import { allowedHere } from "../controls/number-steps.ts";
import { useEffect } from "react";
import { PROMISED } from "../../engine/experiments/promised.ts";
import { groupsOf } from "../../engine/experiments/groups.ts";
import { notesOf } from "../../engine/experiments/notes.ts";
import type {
  Description,
  MeasureInfo,
  MeasureTable,
  Param,
  ParamTable,
  ParamValue,
} from "../../engine/experiments/types.ts";
import { useDescription } from "../controls/use-description.ts";
import { PlainTable } from "../controls/PlainTable.tsx";
import { unitText, withUnit } from "../words/units.ts";
import { hrefOf } from "../setup/link-table.ts";
import { NotHere } from "./NotHere.tsx";
import type { Paged } from "./pages.ts";
import { Promises } from "./Promises.tsx";
import { Uses } from "./Uses.tsx";
import { exactText } from "../words/numbers.ts";

const defaultText = (param: Param): string =>
  param.kind === "choice" ? param.default : withUnit(exactText(param.default), param.unit);

/** "Changes these steps: Ender, Starter." */
function changesText({ changes }: Param): string {
  if (changes === undefined) return "";
  const names = "steps" in changes ? changes.steps : changes.allBut;
  return ` ${"steps" in changes ? "Changes these steps" : "Changes every step but"}: ${names.join("; ")}.`;
}

/** "Has an effect only where “Transport” is “Ethernet”: with the others the call stays on one machine." */
function onlyText({ only }: Param, params: ParamTable): string {
  const other = only === undefined ? undefined : params[only.parameter];
  if (only === undefined || other === undefined) return "";
  const values = only.values.map((value) => labelOf(other, value)).join("” or “");
  return ` Has an effect only where “${other.label}” is “${values}”: with the others ${only.why}.`;
}

const inertText = ({ inert }: Param): string => (inert === undefined ? "" : ` Has no effect: ${inert}`);

const whyText = (param: Param, params: ParamTable): string =>
  `${param.why}${inertText(param)}${onlyText(param, params)}${changesText(param)}`;

const labelOf = (param: Param, value: ParamValue): string =>
  (param.kind === "choice" ? param.options.find((option) => option.value === value)?.label : undefined) ??
  String(value);

const Named = ({ label, name }: { readonly label: string; readonly name: string }) => (
  <>
    <span id={`named-${name}`}>{label}</span> <code className="line">{name}</code>
  </>
);

const paramRow = (name: string, param: Param, params: ParamTable) => ({
  key: name,
  cells: [
    <Named key="name" label={param.label} name={name} />,
    <>
      {param.kind === "choice" ? <span translate="no">{allowedHere(param)}</span> : allowedHere(param)}
      {param.kind === "number" && param.scale === "log" && "; logarithmic"}
      <span className="second">
        default {param.kind === "choice" ? <span translate="no">{defaultText(param)}</span> : defaultText(param)}
      </span>
    </>,
    whyText(param, params),
  ],
});

const measureRow = (name: string, { label, unit, what }: MeasureInfo) => ({
  key: name,
  cells: [<Named key="name" label={label} name={name} />, unitText(unit), what],
});

const WORDS = "left words";
const PARAM_COLUMNS = [
  { head: "Name and key", cells: WORDS },
  { head: "Allowed", cells: WORDS },
  { head: "Why", cells: WORDS },
] as const;
const MEASURE_COLUMNS = [
  { head: "Name and key", cells: WORDS },
  { head: "Unit", cells: "left" },
  { head: "How it is taken", cells: WORDS },
] as const;
/** The measures of a table; those of one family, such as one for each callee, are one row. */
function measureRows(measures: MeasureTable) {
  const all = Object.entries(measures);
  return all.flatMap(([name, measure]) => {
    const { family } = measure;
    if (family === undefined) return [measureRow(name, measure)];
    const members = all.filter(([, one]) => one.family === family).map(([member]) => member);
    if (members[0] !== name) return [];
    return [measureRow(`${name} … ${members.at(-1)}`, { ...measure, label: family })];
  });
}

const changesOf = (experiment: Description): string => {
  const { params, measures, sweep, models } = experiment;
  const along = params[sweep.over]?.label.toLowerCase() ?? sweep.over;
  const over = `Its chart runs over ${along}: ${sweep.values.join(", ")}.`;
  const predicted = models.map(
    ({ function: name, measure }) =>
      `The model’s ${name}() predicts ${measures[measure]?.label.toLowerCase() ?? measure}.`,
  );
  return [over, ...predicted].join(" ");
};

function Tables({ experiment }: { readonly experiment: Description }) {
  const { title, params, measures, series = {}, packetKinds } = experiment;
  return (
    <>
      <h2>What you may turn</h2>
      {groupsOf(params).map((group) => (
        <PlainTable
          key={group.id}
          label={`Parameters of ${title}: ${group.name}`}
          caption={group.name}
          columns={PARAM_COLUMNS}
          rows={group.params.map(([name, param]) => paramRow(name, param, params))}
        />
      ))}
      <p className="conditions">
        Packets that a <a href={hrefOf("reference", ["faults"])}>fault</a> can name: {packetKinds.join(", ")}.
      </p>
      <Promises of={PROMISED[experiment.id]} />
      <h2>What it measures</h2>
      <PlainTable label={`Measures of ${title}`} columns={MEASURE_COLUMNS} rows={measureRows(measures)} />
      {Object.keys(series).length > 0 && (
        <PlainTable
          label={`Series of ${title}`}
          caption="Over the time of a run"
          columns={MEASURE_COLUMNS}
          rows={Object.entries(series).map(([name, one]) => measureRow(name, one))}
        />
      )}
      <p className="conditions">{changesOf(experiment)}</p>
    </>
  );
}

/** What an experiment is for, and what one may turn in it, from what the lab itself reads. */
export function ExperimentPage({ page, entry }: Paged) {
  const experiment = useDescription(page.entry);
  const name = entry.slice(page.entry.length + 1);
  useEffect(() => {
    if (name !== "") document.getElementById(`named-${name}`)?.scrollIntoView({ block: "center" });
  }, [name]);
  const notes = notesOf(experiment.id);
  return (
    <div className="of-experiment">
      <div className="group">
        {name !== "" && !Object.hasOwn({ ...experiment.params, ...experiment.measures }, name) && (
          <NotHere entry={entry} />
        )}
        <p className="question">{experiment.question}</p>
        <p>
          <a className="btn" href={hrefOf("bench", [experiment.id])}>
            Open it
          </a>
        </p>
        <Tables experiment={experiment} />
        {notes.length > 0 && (
          <details>
            <summary>What it leaves out, and why it misses ({notes.length})</summary>
            <ul className="said">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <aside aria-label="Where it is used">
        <Uses experiment={experiment.id} />
      </aside>
    </div>
  );
}
