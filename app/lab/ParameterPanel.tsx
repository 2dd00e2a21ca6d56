import { Suspense, useState } from "react";
import { defaultsOf, idleWhy } from "../../engine/experiments/settings.ts";
import type { NumberParam, ParamValue } from "../../engine/experiments/types.ts";
import { ChoiceParameter } from "../controls/ChoiceParameter.tsx";
import { fetched } from "../controls/fetched.tsx";
import { NumberParameter } from "../controls/NumberParameter.tsx";
import { counted } from "../words/numbers.ts";
import { useLocks, usePresentation } from "../setup/presentation.ts";
import { useBench, useBenchStore } from "./context.ts";
import { countIn, NO_FILTER, shownGroups } from "./parameter-groups.ts";
import type { ShownGroup } from "./parameter-groups.ts";
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

/** The form of an experiment, made from its parameter table, and the seed; in groups. */
export function ParameterPanel() {
  const store = useBenchStore();
  const setup = useBench((state) => state.setup);
  const { hide, lock } = usePresentation();
  const locks = useLocks();
  const allLocked = lock.includes("parameters");
  const [filter, setFilter] = useState(NO_FILTER);
  const params = Object.fromEntries(
    Object.entries({ ...experimentOf(setup).params, seed: SEED }).filter(([key]) => !hide.includes(key)),
  );
  const values = { ...setup.parameters, seed: setup.seed };
  const all = shownGroups(params, values, NO_FILTER);
  const changed = all.reduce((sum, group) => sum + group.changed, 0);
  const many = Object.keys(params).length > MANY;
  const searches = filter.text.trim() !== "" || (filter.changed && changed > 0);
  const groups = searches ? shownGroups(params, values, { ...filter, text: filter.text.trim() }) : all;
  const set = (key: string, value: ParamValue): void =>
    change(store, key, (before) =>
      key === "seed"
        ? { ...before, seed: Number(value) }
        : { ...before, parameters: { ...before.parameters, [key]: value } },
    );
  const resetAll = (): void => {
    setFilter(NO_FILTER);
    const reset = { parameters: defaultsOf(experimentOf(setup)), seed: DEFAULT_SEED };
    document.getElementById("parameters")?.focus();
    change(store, "reset all", (before) => ({ ...before, ...reset }));
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
      {many && (
        <Suspense fallback={<div className="param-search" />}>
          <ParameterSearch filter={filter} onFilter={setFilter} changed={changed} found={countIn(groups)} />
        </Suspense>
      )}
      {allLocked && <p className="note">The link that you opened locks the parameters.</p>}
      {groups.map((group, i) => (
        <Group
          key={group.id}
          {...{ group, values }}
          experiment={setup.experiment}
          folds={many && !searches}
          open={i === 0}
          isLocked={locks}
          onSet={set}
          onDrag={(key, value) => drag(store, key, value)}
        />
      ))}
    </section>
  );
}

interface GroupProps {
  readonly group: ShownGroup;
  readonly experiment: string;
  readonly folds: boolean;
  /** Whether it stands open before the reader says otherwise. */
  readonly open: boolean;
  readonly values: Readonly<Record<string, ParamValue>>;
  readonly isLocked: (key: string) => boolean;
  readonly onSet: (key: string, value: ParamValue) => void;
  readonly onDrag: (key: string, value: number | null) => void;
}

/** A group under its name. Where there are many parameters it folds, and then shows what is changed in it. */
function Group({ group: { name, params }, experiment, folds, open, values, isLocked, onSet, onDrag }: GroupProps) {
  const [wished, setWished] = useState<boolean | null>(null);
  const isOpen = !folds || (wished ?? open);
  const shown = isOpen ? params : params.filter(({ key, param }) => values[key] !== param.default);
  return (
    <div className="param-group">
      <h3>
        {folds ? (
          <button type="button" aria-expanded={isOpen} onClick={() => setWished(!isOpen)}>
            {name}
            <span>{isOpen ? "" : counted(params.length, "parameter")}</span>
          </button>
        ) : (
          name
        )}
      </h3>
      {shown.map(({ key, param }) => (
        // A thumb that is held when the experiment changes is not the next one's.
        <fieldset key={`${experiment} ${key}`} className="lockable" disabled={isLocked(key)}>
          {param.kind === "number" ? (
            <NumberParameter
              param={param}
              idle={idleWhy(param, values)}
              value={Number(values[key])}
              rail={key !== "seed"}
              onChange={(next) => onSet(key, next)}
              onDrag={(next) => onDrag(key, next)}
            />
          ) : (
            <ChoiceParameter
              param={param}
              idle={idleWhy(param, values)}
              value={String(values[key])}
              onChange={(next) => onSet(key, next)}
            />
          )}
        </fieldset>
      ))}
    </div>
  );
}
