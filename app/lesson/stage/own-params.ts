/** In what the runs of a step differ: parameters whose controls find room below its figure. */
import type { Param } from "../../../engine/experiments/types.ts";
import { experimentNamed } from "../../../lessons/named.ts";
import type { Step } from "../../../lessons/types.ts";
import type { Setup } from "../../setup/setup.ts";
import { ownTries } from "../own-tries.ts";
import { setupOf } from "../stage-state.ts";

/** A choice of so many options stands below the figure; a longer one is among all parameters. */
const MOST_OPTIONS = 3;

const setupsOf = ({ stage, tries = [] }: Step): readonly Setup[] => [
  setupOf(stage),
  ...tries.map((one) => setupOf({ ...stage, ...one.stage })),
];

/** Parameters in which the runs of a step differ and whose controls find room below the figure, in their order. */
export function ownParams(step: Step): readonly (readonly [key: string, param: Param])[] {
  if (ownTries(step).length === 0) return [];
  const setups = setupsOf(step);
  const differs = (valueOf: (setup: Setup) => unknown): boolean => new Set(setups.map(valueOf)).size > 1;
  const { params } = experimentNamed(step.stage.experiment);
  const varied = Object.entries(params).filter(([key]) => differs(({ parameters }) => parameters[key]));
  const things = varied.length + Number(differs(({ faults }) => faults.join("\n")));
  return varied.filter(([, param]) =>
    // The buttons of a step are the options of its only choice.
    param.kind === "number" ? true : things > 1 && param.own === undefined && param.options.length <= MOST_OPTIONS,
  );
}
