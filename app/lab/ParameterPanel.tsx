import type { Experiment, NumberParam, ParamValue } from "../../engine/experiments/types.ts";
import { ChoiceParameter } from "../controls/ChoiceParameter.tsx";
import { NumberParameter } from "../controls/NumberParameter.tsx";
import { useManners } from "../setup/manners.ts";
import { useBench, useBenchStore } from "./context.ts";
import { DEFAULT_SEED, experimentOf, MAX_SEED } from "../setup/setup.ts";
import { change } from "./store.ts";

const SEED: NumberParam = {
  kind: "number",
  label: "Seed",
  unit: "",
  min: 0,
  max: MAX_SEED,
  step: 1,
  default: DEFAULT_SEED,
  why: "All random events of a run follow from this number. The same number gives the same run.",
};

/** The form of an experiment, made from its parameter table, and the seed. */
export function ParameterPanel() {
  const store = useBenchStore();
  const setup = useBench((state) => state.setup);
  const experiment: Experiment = experimentOf(setup);
  const { hide } = useManners();
  const shown = Object.entries(experiment.params).filter(([key]) => !hide.includes(key));
  const set = (key: string, value: ParamValue): void =>
    change(store, key, (before) => ({ ...before, parameters: { ...before.parameters, [key]: value } }));
  return (
    <section aria-labelledby="parameters">
      <h2 id="parameters">Parameters</h2>
      {shown.map(([key, param]) => {
        const value = setup.parameters[key];
        return param.kind === "number" ? (
          <NumberParameter key={key} param={param} value={Number(value)} onChange={(next) => set(key, next)} />
        ) : (
          <ChoiceParameter key={key} param={param} value={String(value)} onChange={(next) => set(key, next)} />
        );
      })}
      {!hide.includes("seed") && (
        <NumberParameter
          param={SEED}
          value={setup.seed}
          rail={false}
          onChange={(seed) => change(store, "seed", (before) => ({ ...before, seed }))}
        />
      )}
    </section>
  );
}
