/** The keys that the timeline and the event list answer to while they have the focus: for the help of the page. */
export interface TimelineKey {
  readonly id: string;
  readonly keys: readonly string[];
  readonly what: string;
  readonly where: "timeline" | "events";
}

export const timelineKeys = [
  { id: "play", keys: ["Space"], what: "play or pause", where: "timeline" },
  { id: "back", keys: [","], what: "back to the event before", where: "timeline" },
  { id: "forward", keys: ["."], what: "on to the next event", where: "timeline" },
  { id: "start", keys: ["Home"], what: "to the start of the call; End to its end", where: "timeline" },
  { id: "zoom-in", keys: ["W"], what: "zoom in; S out; 0 fits the call", where: "timeline" },
  { id: "pan", keys: ["A"], what: "pan to the left; D to the right", where: "timeline" },
  { id: "cause", keys: ["Ctrl", "←"], what: "select the cause of what is selected", where: "timeline" },
  { id: "effect", keys: ["Ctrl", "→"], what: "select its effect", where: "timeline" },
  { id: "clear", keys: ["Esc"], what: "select nothing", where: "timeline" },
  { id: "row", keys: ["↓"], what: "next event; ↑ the one before", where: "events" },
  { id: "select", keys: ["Enter"], what: "select the event", where: "events" },
  { id: "event-cause", keys: ["Ctrl", "←"], what: "go to its cause; Ctrl → to its effect", where: "events" },
] as const satisfies readonly TimelineKey[];

export type TimelineCommand =
  | "play"
  | "back"
  | "forward"
  | "start"
  | "end"
  | "zoom-in"
  | "zoom-out"
  | "fit"
  | "pan-left"
  | "pan-right"
  | "cause"
  | "effect"
  | "clear";

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const PLAIN: Readonly<Record<string, TimelineCommand>> = {
  " ": "play",
  ",": "back",
  ".": "forward",
  arrowleft: "back",
  arrowright: "forward",
  home: "start",
  end: "end",
  w: "zoom-in",
  s: "zoom-out",
  "0": "fit",
  a: "pan-left",
  d: "pan-right",
  escape: "clear",
};

/** What a key means in the timeline; undefined for nothing. */
export function timelineCommand({ key, ctrlKey, metaKey, altKey }: Pressed): TimelineCommand | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key === "ArrowLeft" ? "cause" : key === "ArrowRight" ? "effect" : undefined;
  return PLAIN[key.toLowerCase()];
}
