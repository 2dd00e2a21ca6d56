import type { Step } from "./types.ts";

/** Whether a step is done from event to event: then the buttons for that stand on its stage, not behind its door. */
export const asksToStep = ({ action }: Pick<Step, "action">): boolean =>
  /^Step (on|through)\b|\bstep button\b/.test(action);
