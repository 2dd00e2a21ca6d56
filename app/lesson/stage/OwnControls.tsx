/** Controls of the parameters in which the runs of a step differ. They change the setup as the form of all does. */
import { idleWhy } from "../../../engine/experiments/settings.ts";
import type { ParamValue } from "../../../engine/experiments/types.ts";
import { ChoiceParameter } from "../../controls/ChoiceParameter.tsx";
import { NumberParameter } from "../../controls/NumberParameter.tsx";
import { useBench, useBenchStore } from "../../lab/context.ts";
import { change, drag } from "../../lab/store.ts";
import { useHides, useLocks, usePresentation } from "../../setup/presentation.ts";
import { useLesson } from "../context.ts";
import { ownParams } from "./own-params.ts";

export function OwnControls() {
  const store = useBenchStore();
  const { step } = useLesson();
  const setup = useBench((bench) => bench.setup);
  const { hide } = usePresentation();
  const hides = useHides();
  const locks = useLocks();
  if (hides("parameters") || setup.experiment !== step.stage.experiment) return null;
  const set = (key: string, value: ParamValue): void =>
    change(store, key, (before) => ({ ...before, parameters: { ...before.parameters, [key]: value } }));
  return ownParams(step)
    .filter(([key]) => !hide.includes(key))
    .map(([key, param]) => (
      <fieldset key={`${step.id} ${key}`} className="lockable" disabled={locks(key)}>
        {param.kind === "number" ? (
          <NumberParameter
            param={param}
            idle={idleWhy(param, setup.parameters)}
            value={Number(setup.parameters[key])}
            onChange={(next) => set(key, next)}
            onDrag={(next) => drag(store, key, next)}
          />
        ) : (
          <ChoiceParameter
            param={param}
            idle={idleWhy(param, setup.parameters)}
            value={String(setup.parameters[key])}
            onChange={(next) => set(key, next)}
          />
        )}
      </fieldset>
    ));
}
