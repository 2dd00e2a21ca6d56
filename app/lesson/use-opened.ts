/** Which of the stage's figures are open below the one that the step is about. */
import { useState } from "react";
import type { Shown, StageState } from "../../lessons/types.ts";
import { useLesson } from "./context.ts";

/** @returns the open ones, and what opens or folds one */
export type Opened = readonly [readonly Shown[], (figure: Shown) => void];

/** What the reader opened and folded; a step, or a button of it, begins as it says. */
export function useOpened(state: StageState): Opened {
  const { step } = useLesson();
  const { open: first = [] } = state;
  const own = `${step.id} ${first.join()}`;
  const [wish, setWish] = useState({ own, open: first });
  const open = wish.own === own ? wish.open : first;
  const toggle = (figure: Shown): void =>
    setWish({ own, open: open.includes(figure) ? open.filter((one) => one !== figure) : [...open, figure] });
  return [open, toggle];
}

/** Figures with a moment that plays. */
const OF_TIME: readonly Shown[] = ["timeline", "machines", "calls", "graph", "buffer"];

/** Whether playing the run moves something on the stage. */
export const playsSomething = ({ hero }: StageState, open: readonly Shown[]): boolean =>
  OF_TIME.some((one) => one === hero || open.includes(one));
