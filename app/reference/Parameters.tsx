import { allowedHere } from "../controls/number-steps.ts";
import { descriptions } from "../../engine/experiments/descriptions.ts";
import { groupsOf } from "../../engine/experiments/groups.ts";
import type { Description, MeasureInfo, Param, ParamTable, ParamValue } from "../../engine/experiments/types.ts";
import { PACKET_KINDS } from "../../engine/faults/index.ts";
import scriptRules from "../../engine/faults/parse-script.ts?rules";
import { PlainTable } from "../controls/PlainTable.tsx";
import { unitText, withUnit } from "../words/units.ts";
import { faultForms, refusals } from "./fault-lines.ts";
import { Rules } from "./Rules.tsx";
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

const paramRow = (name: string, param: Param, params: ParamTable) => ({
  key: name,
  cells: [
    <>
      {param.label} <code className="line">{name}</code>
    </>,
    <>
      {allowedHere(param)}
      {param.kind === "number" && param.scale === "log" && "; logarithmic"}
      <span className="second">default {defaultText(param)}</span>
    </>,
    whyText(param, params),
  ],
});

const measureRow = (name: string, { label, unit, what }: MeasureInfo) => ({
  key: name,
  cells: [
    <>
      {label} <code className="line">{name}</code>
    </>,
    unitText(unit),
    what,
  ],
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
const FAULT_COLUMNS = [
  { head: "Line", cells: "left" },
  { head: "What happens", cells: WORDS },
] as const;

function ExperimentPart({ experiment }: { readonly experiment: Description }) {
  const { id, title, question, params, measures, series = {}, sweep, models, packetKinds } = experiment;
  return (
    <div className="group">
      <h2>
        {title}{" "}
        <span>
          <code>{id}</code>
        </span>
      </h2>
      <p className="question">{question}</p>
      <p className="conditions">Packets that a fault can name: {packetKinds.join(", ")}.</p>
      {groupsOf(params).map((group) => (
        <PlainTable
          key={group.id}
          label={`Parameters of ${title}: ${group.name}`}
          caption={`Parameters: ${group.name}`}
          columns={PARAM_COLUMNS}
          rows={group.params.map(([name, param]) => paramRow(name, param, params))}
        />
      ))}
      <PlainTable
        label={`Measures of ${title}`}
        caption="Measures"
        columns={MEASURE_COLUMNS}
        rows={Object.entries(measures).map(([name, measure]) => measureRow(name, measure))}
      />
      {Object.keys(series).length > 0 && (
        <PlainTable
          label={`Series of ${title}`}
          caption="Series over the time of a run"
          columns={MEASURE_COLUMNS}
          rows={Object.entries(series).map(([name, one]) => measureRow(name, one))}
        />
      )}
      <p className="conditions">
        Its chart runs over {params[sweep.over]?.label.toLowerCase() ?? sweep.over}: {sweep.values.join(", ")}.{" "}
        {models
          .map(
            ({ function: name, measure }) =>
              `The model’s ${name}() predicts ${measures[measure]?.label.toLowerCase() ?? measure}.`,
          )
          .join(" ")}
      </p>
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return lines.map((line) => (
    <code key={line} className="line">
      {line}
    </code>
  ));
}

function FaultScript() {
  return (
    <div className="group">
      <h2 id="faults">Fault script</h2>
      <p className="conditions">
        One fault a line, in any order. Kinds of packets: {PACKET_KINDS.join(", ")}; each experiment has some of them.
        Times have a unit: ns, us, ms, s, min or h.
      </p>
      <PlainTable
        label="Faults"
        columns={FAULT_COLUMNS}
        rows={faultForms().map(({ lines, what }) => ({
          key: what,
          cells: [<Lines key="lines" lines={lines} />, what],
        }))}
      />
      <h3>What cannot stand together</h3>
      <Rules rules={scriptRules} />
      <h3>What is said to a line that cannot be meant</h3>
      <ul className="said">
        {refusals().map(({ lines, said }) => (
          <li key={said}>
            <Lines lines={lines} />
            <p>{said}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Every experiment's parameters and measures, and the fault script, from what the lab itself reads. */
export function Parameters() {
  return (
    <>
      {descriptions.map((experiment) => (
        <ExperimentPart key={experiment.id} experiment={experiment} />
      ))}
      <FaultScript />
    </>
  );
}
