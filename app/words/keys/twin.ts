/** The keys that the twin figure answers to while it has the focus: for the help of the page. */
export const twinKeys = [
  { id: "twin-step", keys: ["→"], what: "next step; ← the one before", where: "twin" },
  { id: "twin-side", keys: ["↑"], what: "the same step in the run above; ↓ in the one below", where: "twin" },
  { id: "twin-zoom", keys: ["W"], what: "zoom in; S out; 0 fits both calls", where: "twin" },
  { id: "twin-pan", keys: ["A"], what: "pan to the left; D to the right", where: "twin" },
  { id: "twin-call", keys: ["C"], what: "the next call in both runs; Shift C the one before", where: "twin" },
  { id: "twin-clear", keys: ["Esc"], what: "choose nothing", where: "twin" },
] as const;
