/** Who is where by each ruler of a step, and where a hand between two rulers has them. */
import { itemAt } from "../../../engine/kernel/reads.ts";
import { experimentNamed } from "../../../lessons/named.ts";
import type { RunEngine } from "../../../lessons/judge.ts";
import type { Ruler, StageState, Step } from "../../../lessons/types.ts";
import { chartOf } from "../../setup/charts.ts";
import { setupOf } from "../stage-state.ts";

export interface Stop {
  readonly id: string; // of the try
  readonly label: string;
  readonly stage: Partial<StageState>;
  /** The first has the least value, or the most. */
  readonly first: "least" | "most";
}

export function stopsOf({ id, tries = [] }: Step, { stops }: Ruler): readonly Stop[] {
  return stops.map(({ id: stop, first }) => {
    const found = tries.find((one) => one.id === stop);
    if (found === undefined) throw new Error(`lesson: the ruler of "${id}" stops at "${stop}", which is no try.`);
    return { id: stop, label: found.label, stage: found.stage, first };
  });
}

/** The places of the values by each stop, from 0; a stop is left out until its runs are there. */
export type Rankings = readonly (readonly number[])[];

/** Runs every value by a ruler, and gives the place of each. */
export async function rank(step: Step, ruler: Ruler, stop: Stop, run: RunEngine): Promise<readonly number[]> {
  const state = { ...step.stage, ...stop.stage };
  const measure = chartOf(experimentNamed(state.experiment), state.chart ?? null)?.y;
  if (measure === undefined) throw new Error(`lesson: the stop "${stop.id}" of a ruler has no chart.`);
  const values: number[] = [];
  for (const one of ruler.values) {
    const measures = await run(setupOf({ ...state, set: { ...state.set, [ruler.over]: one } }));
    const value = Number(measures[measure]?.value ?? NaN);
    values.push(stop.first === "least" ? value : -value);
  }
  return placesOf(values);
}

/** The place of each value among them, the least first; equal ones in their order. */
export function placesOf(values: readonly number[]): readonly number[] {
  const order = values.map((_, i) => i).toSorted((a, b) => itemAt(values, a, "value") - itemAt(values, b, "value"));
  return values.map((_, i) => order.indexOf(i));
}

/** Where a hand at a stop, or between two, has a value: places that need not be whole. */
export function placeAt(rankings: Rankings, value: number, at: number): number {
  const from = Math.min(rankings.length - 1, Math.max(0, Math.floor(at)));
  const to = Math.min(rankings.length - 1, from + 1);
  const placeBy = (stop: number): number => itemAt(itemAt(rankings, stop, "ranking"), value, "place");
  return placeBy(from) + (placeBy(to) - placeBy(from)) * (at - from);
}

/** The names of the values, as the parameter has them. */
export function namesOf({ stage }: Step, { over, values }: Ruler): readonly string[] {
  const param = experimentNamed(stage.experiment).params[over];
  const options = param?.kind === "choice" ? param.options : [];
  return values.map((value) => options.find((option) => option.value === value)?.label ?? value);
}
