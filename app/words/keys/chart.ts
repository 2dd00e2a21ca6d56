/** The keys that a chart answers to while it has the focus: for the help of the page. */
export const chartKeys = [
  { id: "chart-cursor", keys: ["→"], what: "the next value; ← the one before", where: "chart" },
  { id: "chart-ends", keys: ["Home"], what: "the lowest value; End the highest", where: "chart" },
  { id: "chart-run", keys: ["Enter"], what: "run at the value under the cursor", where: "chart" },
  { id: "chart-view", keys: ["V"], what: "values, or their deviation from the paper", where: "chart" },
  { id: "chart-leave", keys: ["Esc"], what: "take the cursor away", where: "chart" },
] as const;
