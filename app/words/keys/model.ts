/** The keys that the editor of a model answers to beside those of every text: for the help of the page. */
export const modelKeys = [
  { id: "model-run", keys: ["Ctrl", "Enter"], what: "run the text at once", where: "model" },
  { id: "model-leave", keys: ["Esc"], what: "let the next Tab leave the editor", where: "model" },
  { id: "model-indent", keys: ["Tab"], what: "indent; Shift Tab takes it back", where: "model" },
] as const;
