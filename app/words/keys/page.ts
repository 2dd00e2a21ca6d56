/**
 * The key registry: every key that the lab answers to, what it does and where. The help dialog is made from it. Keys
 * that a figure or a field handles itself while it has the focus are listed beside them, so that help names them all.
 */
type KeyPlace =
  | "anywhere"
  | "lesson"
  | "timeline"
  | "handles"
  | "search"
  | "events"
  | "waterfall"
  | "campus"
  | "machines"
  | "chart"
  | "twin"
  | "model"
  | "parameters";

export interface Key {
  readonly id: string;
  readonly keys: readonly string[]; // as written on the keyboard: ["Ctrl", "Z"]
  readonly what: string;
  readonly where: KeyPlace;
}

export const KEY_PLACES: readonly { readonly place: KeyPlace; readonly title: string }[] = [
  { place: "anywhere", title: "Anywhere" },
  { place: "lesson", title: "In a lesson" },
  { place: "timeline", title: "In the timeline" },
  { place: "handles", title: "On a thing in the timeline (time to the right)" },
  { place: "search", title: "In the search of the trace" },
  { place: "events", title: "In the list of events" },
  { place: "waterfall", title: "In the waterfall" },
  { place: "campus", title: "In the map of the campus" },
  { place: "machines", title: "In the picture of the machines" },
  { place: "chart", title: "In the chart" },
  { place: "twin", title: "In two runs side by side" },
  { place: "model", title: "In the editor of the model" },
  { place: "parameters", title: "On a parameter" },
];

export const KEYS = [
  { id: "help", keys: ["?"], what: "this help", where: "anywhere" },
  { id: "find", keys: ["Ctrl", "K"], what: "find a lesson, an experiment, a table, a command", where: "anywhere" },
  { id: "export", keys: ["E"], what: "open or close Export", where: "anywhere" },
  { id: "link", keys: ["L"], what: "copy a link to this run", where: "anywhere" },
  { id: "figure", keys: ["F"], what: "into the figure; again, to its first packet", where: "anywhere" },
  { id: "theme", keys: ["T"], what: "light or dark", where: "anywhere" },
  { id: "undo", keys: ["Ctrl", "Z"], what: "undo the last change", where: "anywhere" },
  { id: "redo", keys: ["Ctrl", "Shift", "Z"], what: "redo it", where: "anywhere" },
  { id: "step", keys: ["→"], what: "one step up; ← one down", where: "parameters" },
  { id: "fine", keys: ["Shift", "→"], what: "the smallest step", where: "parameters" },
  { id: "large", keys: ["Page Up"], what: "a large step; Page Down back", where: "parameters" },
  { id: "limit", keys: ["Home"], what: "the lowest value; End the highest", where: "parameters" },
] as const satisfies readonly Key[];

/** The keys that the page itself answers to; those of one key alone can be turned off. */
export type GlobalKey = Extract<(typeof KEYS)[number], { where: "anywhere" }>["id"];
