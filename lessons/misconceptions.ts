/** M1 to M13 of the pedagogy: what a wrong answer shows that its giver believes. */
export const MISCONCEPTIONS = {
  M1: "the wire dominates",
  M2: "sent twice, run twice",
  M3: "silence is death",
  M4: "n servers, n times faster",
  M5: "savings add",
  M6: "the mean is typical",
  M7: "multicast means delivered",
  M8: "threads always help",
  M9: "the model is the truth",
  M10: "below capacity it drains by itself",
  M11: "a longer queue is safer",
  M12: "a time-out ends the work",
  M13: "a second copy is free",
} as const;
export type Misconception = keyof typeof MISCONCEPTIONS;
