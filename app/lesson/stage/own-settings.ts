/** What a step lets a reader set beside its figure: the runs that its buttons stand for, and in what these differ. */
import type { Param } from "../../../engine/experiments/types.ts";
import { experimentNamed } from "../../../lessons/named.ts";
import type { StageState, Step, Try } from "../../../lessons/types.ts";
import { setupKey } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { setupOf } from "./stage-state.ts";

/** What a try may change while it remains another run in the same figures. */
const OF_THE_RUN: ReadonlySet<string> = new Set<keyof StageState>([
  ...(["set", "faults", "seed", "moment", "highlight", "call", "later", "lost", "host"] as const),
]);

/** A choice of so many options stands beside the figure; a longer one is among all parameters. */
const MOST_OPTIONS = 3;

const setupsOf = ({ stage, tries = [] }: Step): readonly Setup[] => [
  setupOf(stage),
  ...tries.map((one) => setupOf({ ...stage, ...one.stage })),
];

/**
 * The tries of a step where all of them are runs that a reader can also make by hand; none where one shows another
 * figure or compares: then they are buttons in the text.
 */
export function ownTries({ stage, tries = [] }: Step): readonly Try[] {
  const isRun = (one: Try): boolean => Object.keys(one.stage).every((key) => OF_THE_RUN.has(key));
  return stage.twin === undefined && tries.every(isRun) ? tries : [];
}

/** The try whose run is on the stage, whether its button or the reader's own hand brought it there. */
export function tryAt(step: Step, setup: Setup): Try | null {
  const key = setupKey(setup);
  return ownTries(step).find((one) => setupKey(setupOf({ ...step.stage, ...one.stage })) === key) ?? null;
}

/** Parameters in which the runs of a step differ and whose controls find room beside the figure, in their order. */
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
