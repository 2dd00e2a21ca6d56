import { useId, useState } from "react";
import type { ReactNode } from "react";
import { groupsOf } from "../../engine/experiments/groups.ts";
import { snap } from "../../engine/experiments/parameters.ts";
import { spread } from "../../engine/experiments/spread.ts";
import type { Spacing, SpreadRequest } from "../../engine/experiments/spread.ts";
import type {
  ChartSpec,
  Description,
  NumberParam,
  Param,
  ParamValue,
  ParamValues,
} from "../../engine/experiments/types.ts";
import { NumberField } from "../controls/NumberField.tsx";
import { allowedHere } from "../controls/number-steps.ts";
import { typedNumbers } from "../controls/typed-number.ts";
import { useBench } from "../lab/context.ts";
import { TRIALS } from "../setup/charts.ts";
import { measuresOf, mostRuns, MOST_CURVES, MOST_POINTS, ownChart, ownOf, sweepProblem } from "../setup/own-sweep.ts";
import type { OwnSweep as Own, Swept } from "../setup/own-sweep.ts";
import { counted, exactText } from "../words/numbers.ts";
import { withUnit } from "../words/units.ts";
import "../styles/own-sweep.css";
import { Segments } from "../controls/Segments.tsx";

interface Props {
  readonly experiment: Description;
  readonly chart: ChartSpec;
  readonly onChart: (chart: ChartSpec) => void;
}

/** Values that a parameter takes where nobody has chosen any: all words of a choice, some numbers of its range. */
function usualValues(param: Param, points: number): readonly ParamValue[] {
  if (param.kind === "choice") return param.options.map(({ value }) => value);
  const { min, max, step, scale } = param;
  if (scale !== "log") return spread(param, { from: min, to: max, points, spacing: "steps" });
  return spread(param, { from: Math.max(min, step), to: max, points, spacing: "factors" });
}

const USUAL_POINTS = 7;
const USUAL_CURVES = 3;

/** The reader's own sweep: what changes along the axis, a curve for each of what, and what is measured. */
export function OwnSweep({ experiment, chart, onChart }: Props) {
  const own = ownOf(experiment, chart);
  const [refused, setRefused] = useState<string | null>(null);
  const { params, measures } = experiment;
  const take = (next: Own): void => {
    const problem = sweepProblem(next);
    setRefused(problem);
    if (problem === null) onChart(ownChart(experiment, next));
  };
  const choose = (parameter: string, points: number): Swept | null => {
    const param = params[parameter];
    return param === undefined ? null : { parameter, values: usualValues(param, points) };
  };
  const over = params[own.over.parameter];
  const curves = own.by;
  const by = curves === null ? undefined : params[curves.parameter];
  const most = mostRuns(own);
  const rough = roughText(
    experiment,
    own,
    useBench((state) => state.setup.parameters),
  );
  return (
    <fieldset className="own-sweep">
      <legend className="vh">Your own sweep</legend>
      <Choice
        label="Along the axis"
        value={own.over.parameter}
        onChange={(key) => {
          const next = choose(key, USUAL_POINTS);
          if (next !== null) take({ ...own, over: next, by: own.by?.parameter === key ? null : own.by });
        }}
      >
        <ParameterOptions experiment={experiment} />
      </Choice>
      {over?.kind === "number" && (
        <Range
          key={own.over.parameter}
          param={over}
          values={own.over.values}
          onValues={(values) => take({ ...own, over: { ...own.over, values } })}
        />
      )}
      <Choice
        label="A curve for each"
        value={own.by?.parameter ?? ""}
        onChange={(key) => take({ ...own, by: choose(key, USUAL_CURVES) })}
      >
        <option value="">nothing: one curve</option>
        <ParameterOptions experiment={experiment} but={own.over.parameter} />
      </Choice>
      {by?.kind === "number" && curves !== null && (
        <ValueList
          key={curves.parameter}
          param={by}
          values={curves.values}
          least={1}
          most={MOST_CURVES}
          onValues={(values) => take({ ...own, by: { ...curves, values } })}
        />
      )}
      <Choice label="Measured" value={own.measure} onChange={(measure) => take({ ...own, measure })}>
        {measuresOf(experiment).map((name) => (
          <option key={name} value={name}>
            {measures[name]?.label}
          </option>
        ))}
      </Choice>
      {refused !== null && (
        <p className="error" role="alert">
          {refused}
        </p>
      )}
      <p className="note">
        {counted(own.over.values.length, "point")}, {counted(own.by?.values.length ?? 1, "curve")}: at most{" "}
        {counted(most, "run")}, {TRIALS} at each point where chance enters{rough}. All else is as set.
      </p>
    </fieldset>
  );
}

/** ", about 2 minutes" for a sweep that takes long; nothing for others. */
function roughText(experiment: Description, { over, by }: Own, parameters: ParamValues): string {
  const each = by?.values.map((value) => ({ [by.parameter]: value })) ?? [{}];
  const runs = each.flatMap((one) => over.values.map((value) => ({ ...parameters, ...one, [over.parameter]: value })));
  const seconds = (runs.reduce((sum, run) => sum + (experiment.roughMs?.(run) ?? 0), 0) * TRIALS) / 1000;
  if (seconds < 10) return "";
  return seconds < 90
    ? `, about ${counted(Math.ceil(seconds / 10) * 10, "second")} of computing`
    : `, about ${counted(Math.ceil(seconds / 60), "minute")} of computing`;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <p className="own-row">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </p>
  );
}

/** All parameters by their groups, without one. */
function ParameterOptions({ experiment, but }: { readonly experiment: Description; readonly but?: string }) {
  return groupsOf(experiment.params).map(({ id, name, params }) => (
    <optgroup key={id} label={name}>
      {params
        .filter(([key]) => key !== but)
        .map(([key, { label }]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
    </optgroup>
  ));
}

interface ValuesProps {
  readonly param: NumberParam;
  readonly values: readonly ParamValue[];
  readonly onValues: (values: readonly ParamValue[]) => void;
}

const numbersOf = (values: readonly ParamValue[]): readonly number[] =>
  values.filter((value): value is number => typeof value === "number");

/** How values lie between the first and the last: at equal steps, by equal factors, or as somebody chose them. */
function spacingOf(param: NumberParam, values: readonly number[]): Spacing | "values" {
  const [from = 0, to = 0] = [values[0], values.at(-1)];
  const spacings = (["steps", "factors"] as const).filter((one) => from < to && (one === "steps" || from > 0));
  const isSpread = (spacing: Spacing): boolean => {
    const equal = spread(param, { from, to, points: values.length, spacing });
    return equal.length === values.length && equal.every((value, i) => value === values[i]);
  };
  return spacings.find(isSpread) ?? "values";
}

const SPACINGS: Readonly<Record<Spacing | "values", string>> = {
  steps: "equal steps",
  factors: "equal factors",
  values: "these values",
};

const POINTS: NumberParam = {
  kind: "number",
  group: "workload",
  label: "Points",
  unit: "",
  min: 2,
  max: MOST_POINTS,
  step: 1,
  default: USUAL_POINTS,
  why: "",
};

/** From where to where, in how many points, by equal steps or by equal factors; or values that are typed. */
function Range({ param, values, onValues }: ValuesProps) {
  const id = useId();
  const numbers = numbersOf(values);
  const [listed, setListed] = useState(false);
  const spacing = listed ? "values" : spacingOf(param, numbers);
  const asked: SpreadRequest = {
    from: numbers[0] ?? param.min,
    to: numbers.at(-1) ?? param.max,
    points: Math.max(2, numbers.length),
    spacing: spacing === "values" ? "steps" : spacing,
  };
  const take = (change: Partial<SpreadRequest>): void => {
    const next = { ...asked, ...change };
    if (next.from >= next.to) return;
    setListed(false);
    onValues(spread(param, { ...next, spacing: next.from > 0 ? next.spacing : "steps" }));
  };
  const field = (label: string, range: NumberParam, value: number, onChange: (value: number) => void) => (
    <span>
      <label htmlFor={`${id}-${label}`}>{label}</label>
      <NumberField
        id={`${id}-${label}`}
        param={range}
        value={value}
        onChange={onChange}
        onStepKey={() => undefined}
        describedBy={`${id}-values`}
      />
    </span>
  );
  return (
    <div className="row own-range">
      {spacing === "values" ? (
        <ValueList
          key={numbers.join(" ")}
          param={param}
          values={values}
          most={MOST_POINTS}
          least={2}
          onValues={onValues}
        />
      ) : (
        <>
          {field("From", { ...param, max: snap(param, asked.to - param.step) }, asked.from, (from) => take({ from }))}
          {field("To", { ...param, min: snap(param, asked.from + param.step) }, asked.to, (to) => take({ to }))}
          {field("Points", POINTS, asked.points, (points) => take({ points }))}
        </>
      )}
      <Segments
        label="Between two points"
        choices={(["steps", "factors", "values"] as const).map((value) => ({
          value,
          text: SPACINGS[value],
          ...(value === "factors" && asked.from <= 0 && { disabled: true, title: "Factors begin above 0." }),
        }))}
        chosen={spacing}
        onChoose={(one) => (one === "values" ? setListed(true) : take({ spacing: one }))}
      />
      <p className="note" id={`${id}-values`}>
        {numbers.map(exactText).join(", ")} {withUnit("", param.unit).trim()}
      </p>
    </div>
  );
}

interface ListProps extends ValuesProps {
  readonly least: number; // values
  readonly most: number;
}

const AMOUNTS: Readonly<Record<number, string>> = { 1: "One", 2: "Two" };

/** Values to type, with commas between. */
function ValueList({ param, values, least, most, onValues }: ListProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const commit = (): void => {
    if (draft === null) return;
    const read = typedNumbers(param, draft);
    const good = "why" in read ? [] : [...new Set(read.values)].toSorted((a, b) => a - b);
    if (good.length < least || good.length > most) {
      const advice = "why" in read && read.why !== "" ? ` ${read.why}` : "";
      setProblem(`${AMOUNTS[least] ?? least} to ${most} values are allowed here, each ${allowedHere(param)}.${advice}`);
      return;
    }
    setDraft(null);
    setProblem(null);
    onValues(good);
  };
  return (
    <div className="own-row">
      <label htmlFor={id}>Values</label>
      <input
        id={id}
        className="field"
        value={draft ?? numbersOf(values).map(String).join(", ")}
        aria-invalid={problem !== null}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
      />
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
