/** The tries of a step that are runs: they stand below its figure, as one choice. */
import { useMemo } from "react";
import type { StageState, Step, Try } from "../../lessons/types.ts";
import { useBench } from "../lab/context.ts";
import { setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { useLesson } from "./context.ts";
import { setupOf } from "./stage-state.ts";

/** What a try may change while it remains another run in the same figures. */
const OF_THE_RUN: ReadonlySet<string> = new Set<keyof StageState>([
  ...(["set", "faults", "seed", "moment", "highlight", "call", "later", "lost", "host", "axis"] as const),
]);

/** The tries of a step that are runs that a reader can also make by hand. */
export function runTries({ stage, tries = [] }: Step): readonly Try[] {
  const isRun = (one: Try): boolean => Object.keys(one.stage).every((key) => OF_THE_RUN.has(key));
  return stage.twin === undefined ? tries.filter(isRun) : [];
}

/**
 * The tries of a step where all of them are such runs; none where one shows another figure or compares: then they are
 * buttons in the text.
 */
export function ownTries(step: Step): readonly Try[] {
  const runs = runTries(step);
  return runs.length === step.tries?.length ? runs : [];
}

/** A stop of the step’s ruler has its button there. */
export const isStop = ({ ruler }: Step, id: string): boolean => ruler?.stops.some((stop) => stop.id === id) === true;

/**
 * The try whose run is on the stage, whether its button or the reader's own hand brought it there.
 * @param tried the one whose button was pressed last: of two that show the same run on other axes it is that
 */
export function tryAt(step: Step, setup: Setup, tried: string | null): Try | null {
  const key = setupKey(setup);
  const there = runTries(step).filter((one) => setupKey(setupOf({ ...step.stage, ...one.stage })) === key);
  return there.find(({ id }) => id === tried) ?? there[0] ?? null;
}

/** The try whose run is on the stage; null for none, and for the step's own run until its button was pressed. */
export function useTried(): string | null {
  const { step, tried } = useLesson();
  const setup = useBench((bench) => bench.setup);
  const at = useMemo(() => tryAt(step, setup, tried)?.id ?? null, [step, setup, tried]);
  const own = useMemo(() => step.tries?.find(({ stage }) => Object.keys(stage).length === 0)?.id, [step]);
  return at === own && tried !== at ? null : at;
}
