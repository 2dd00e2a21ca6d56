/** The questions of the campus to a large run, for tasks of their own. */
import type { Run } from "../../engine/experiments/types.ts";
import type { AskAhead } from "../trace/answers-ahead.ts";
import { journeysOf } from "./journeys.ts";
import type { Journeys } from "./journeys.ts";
import { progressOfCall } from "./progress.ts";
import { countedUse } from "./use.ts";

export function questionsToCampus({ trace, site }: Run, call: number): readonly AskAhead[] {
  if (site?.kind !== "campus") return [];
  const journeys = (): Journeys => journeysOf(trace, site);
  return [journeys, () => countedUse(journeys(), call), () => progressOfCall(journeys(), call)];
}
