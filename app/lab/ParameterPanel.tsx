import { Suspense, useId, useState } from "react";
import { defaultsOf, idleWhy } from "../../engine/experiments/settings.ts";
import type { NumberParam, Param, ParamValue } from "../../engine/experiments/types.ts";
import { ChoiceParameter } from "../controls/ChoiceParameter.tsx";
import { fetched } from "../controls/fetched.tsx";
import { keptSwitch } from "../controls/kept-switch.ts";
import { NumberParameter } from "../controls/NumberParameter.tsx";
import { counted } from "../words/numbers.ts";
import { useLocks, usePresentation } from "../setup/presentation.ts";
import { useBench, useBenchStore } from "./context.ts";
import { firstParameters } from "./first-parameters.ts";
import { countIn, NO_FILTER, shownGroups, without } from "./parameter-groups.ts";
import type { ShownGroup, ShownParam } from "./parameter-groups.ts";
import { DEFAULT_SEED, experimentOf, MAX_SEED } from "../setup/setup.ts";
import { change, drag } from "./store.ts";

// Of forms with many parameters.
const ParameterSearch = fetched("The search for parameters", () =>
  import("./ParameterSearch.tsx").then((m) => m.ParameterSearch),
);

const SEED: NumberParam = {
  kind: "number",
  group: "chance",
  label: "Seed",
  unit: "",
  min: 0,
  max: MAX_SEED,
  step: 1,
  default: DEFAULT_SEED,
  why: "All random events of a run follow from this number. The same number gives the same run.",
};

/** More parameters than this can be searched, and their groups fold. */
const MANY = 10;
/** A form with no more than this has no door. */
const FEW = 5;

/** The door before most of a form; it stays as it was left. */
const { use: useDoor, toggle: toggleDoor } = keptSwitch("roundtrip-more-parameters");

interface Props {
  /** Whether only the parameters that the question is about, and those that are changed, stand before a door. */
  readonly few?: boolean;
}

/** The form of an experiment, made from its parameter table, and the seed; in groups. */
export function ParameterPanel({ few = false }: Props) {
  const store = useBenchStore();
  const setup = useBench((state) => state.setup);
  const { hide, lock } = usePresentation();
  const isLocked = useLocks();
  const allLocked = lock.includes("parameters");
  const [filter, setFilter] = useState(NO_FILTER);
  const opened = useDoor();
  const doorId = useId();
  const experiment = experimentOf(setup);
  const params = Object.fromEntries(
    Object.entries({ ...experiment.params, seed: SEED }).filter(([key]) => !hide.includes(key)),
  );
  const values: Form["values"] = { ...setup.parameters, seed: setup.seed };
  const all = shownGroups(params, values, NO_FILTER);
  const changed = all.reduce((sum, group) => sum + group.changed, 0);
  const many = Object.keys(params).length > MANY;
  const first = few && Object.keys(params).length > FEW ? firstParameters(experiment) : [];
  const isFirst = ({ key, param }: ShownParam): boolean =>
    first.includes(key) || (!opened && values[key] !== param.default);
  const searches = (opened || !few) && (filter.text.trim() !== "" || (filter.changed && changed > 0));
  const found = searches ? shownGroups(params, values, { ...filter, text: filter.text.trim() }) : all;
  const before = first.length === 0 ? [] : found.flatMap((group) => group.params).filter(isFirst);
  const groups = without(found, before);
  const set = (key: string, value: ParamValue): void =>
    change(store, key, (before) =>
      key === "seed"
        ? { ...before, seed: Number(value) }
        : { ...before, parameters: { ...before.parameters, [key]: value } },
    );
  const resetAll = (): void => {
    setFilter(NO_FILTER);
    const reset = { parameters: defaultsOf(experiment), seed: DEFAULT_SEED };
    document.getElementById("parameters")?.focus();
    change(store, "reset all", (before) => ({ ...before, ...reset }));
  };
  const form: Form = {
    ...{ values, isLocked, experiment: experiment.id, onSet: set },
    onDrag: (key, value) => drag(store, key, value),
  };
  return (
    <section aria-labelledby="parameters">
      <div className="param-head">
        <h2 id="parameters" tabIndex={-1}>
          Parameters
        </h2>
        {changed > 0 && !allLocked && (
          <button type="button" className="link" onClick={resetAll}>
            Reset all
          </button>
        )}
      </div>
      {allLocked && <p className="note">The link that you opened locks the parameters.</p>}
      {many && (opened || first.length === 0) && (
        <Suspense fallback={<div className="param-search" />}>
          <ParameterSearch filter={filter} onFilter={setFilter} changed={changed} found={countIn(found)} />
        </Suspense>
      )}
      {before.map(({ key, param }) => (
        <Parameter key={`${form.experiment} ${key}`} name={key} {...{ param, form }} />
      ))}
      {first.length > 0 && (
        <button type="button" className="fold" aria-expanded={opened} aria-controls={doorId} onClick={toggleDoor}>
          {opened ? "Other parameters" : counted(countIn(groups), "more parameter")}
        </button>
      )}
      {(opened || first.length === 0) && (
        <div id={doorId}>
          {groups.map((group, i) => (
            <Group key={group.id} group={group} folds={many && !searches} open={i === 0} form={form} />
          ))}
        </div>
      )}
    </section>
  );
}

/** What each row of the form needs of it. */
interface Form {
  readonly experiment: string;
  readonly values: Readonly<Record<string, ParamValue>>;
  readonly isLocked: (key: string) => boolean;
  readonly onSet: (key: string, value: ParamValue) => void;
  readonly onDrag: (key: string, value: number | null) => void;
}

interface GroupProps {
  readonly group: ShownGroup;
  readonly folds: boolean;
  /** Whether it stands open before the reader says otherwise. */
  readonly open: boolean;
  readonly form: Form;
}

/** A group under its name. Where there are many parameters it folds, and then shows what is changed in it. */
function Group({ group: { name, params }, folds, open, form }: GroupProps) {
  const [wished, setWished] = useState<boolean | null>(null);
  const isOpen = !folds || (wished ?? open);
  const shown = isOpen ? params : params.filter(({ key, param }) => form.values[key] !== param.default);
  return (
    <div className="param-group">
      <h3>
        {folds ? (
          <button type="button" className="pick" aria-expanded={isOpen} onClick={() => setWished(!isOpen)}>
            {name}
            <span>{isOpen ? "" : counted(params.length, "parameter")}</span>
          </button>
        ) : (
          name
        )}
      </h3>
      {shown.map(({ key, param }) => (
        // A thumb that is held when the experiment changes is not the next one's.
        <Parameter key={`${form.experiment} ${key}`} name={key} {...{ param, form }} />
      ))}
    </div>
  );
}

interface ParameterProps {
  readonly name: string;
  readonly param: Param;
  readonly form: Form;
}

function Parameter({ name, param, form: { values, isLocked, onSet, onDrag } }: ParameterProps) {
  const idle = idleWhy(param, values);
  return (
    <fieldset className="lockable" disabled={isLocked(name)}>
      {param.kind === "number" ? (
        <NumberParameter
          {...{ param, idle }}
          value={Number(values[name])}
          rail={name !== "seed"}
          onChange={(next) => onSet(name, next)}
          onDrag={(next) => onDrag(name, next)}
        />
      ) : (
        <ChoiceParameter {...{ param, idle }} value={String(values[name])} onChange={(next) => onSet(name, next)} />
      )}
    </fieldset>
  );
}
