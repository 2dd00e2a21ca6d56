/** The keys that the picture of the machines answers to while it has the focus: for the help of the page. */
export const machineKeys = [
  { id: "machine-part", keys: ["↓"], what: "the next part; ↑ the one before", where: "machines" },
  { id: "machine-other", keys: ["→"], what: "the same part of the other machine; ← back", where: "machines" },
  { id: "machine-ends", keys: ["Home"], what: "the first part; End the last", where: "machines" },
  { id: "machine-choose", keys: ["Enter"], what: "show in the inspector what the part does", where: "machines" },
  { id: "machine-step", keys: ["."], what: "the next event of the call; comma the one before", where: "machines" },
] as const;
