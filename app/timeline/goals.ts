/** Events that play can run to. Where the next of them is, targets.ts finds. */
import type { Ref } from "../../engine/kernel/trace-data.ts";

export const GOALS = [
  { id: "packet", what: "packet sent" },
  { id: "arrival", what: "packet arrives" },
  { id: "lost", what: "packet lost" },
  { id: "again", what: "packet sent again" },
  { id: "ignored", what: "packet ignored" },
  { id: "mark", what: "change of state" },
  { id: "track", what: "event on the selected track" },
  { id: "same", what: "event of the selected kind" },
  { id: "selected", what: "selected event" },
] as const;
export type Goal = (typeof GOALS)[number]["id"];

export const isGoal = (text: string): text is Goal => GOALS.some(({ id }) => id === text);

/** A moment to run to, and the row that is met there. */
export interface GoalTarget {
  readonly at: number;
  readonly ref: Ref;
}
