/** The keys that the timeline answers to while it has the focus. Help has their words from key-list.ts. */
import { keyOf } from "../controls/key-of.ts";

export type TimelineCommand =
  | "play"
  | "reverse"
  | "run-to"
  | "run-back"
  | "host"
  | "fault-1"
  | "fault-2"
  | "fault-3"
  | "fault-4"
  | "search"
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
  readonly code?: string; // the place of the key, for keyboards of other scripts
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const PLAIN: Readonly<Record<string, TimelineCommand>> = {
  " ": "play",
  r: "reverse",
  g: "run-to",
  h: "host",
  "1": "fault-1",
  "2": "fault-2",
  "3": "fault-3",
  "4": "fault-4",
  "/": "search",
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

/** The command of a key in the timeline; undefined for none. */
export function timelineCommand({
  key,
  code = "",
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pressed): TimelineCommand | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key === "ArrowLeft" ? "cause" : key === "ArrowRight" ? "effect" : undefined;
  const command = PLAIN[keyOf({ key, code })];
  return command === "run-to" && shiftKey ? "run-back" : command;
}
