/**
 * The key registry: every key that the lab answers to, what it does and where. The help dialog is made from it. Keys
 * that a figure or a field handles itself while it has the focus are listed here too, so that help names them all.
 */
import { useEffect, useRef } from "react";

export type KeyPlace = "anywhere" | "lesson" | "timeline" | "twin" | "model" | "parameters" | "events";

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
  { place: "twin", title: "In two runs side by side" },
  { place: "model", title: "In the editor of the model" },
  { place: "events", title: "In the list of events" },
  { place: "parameters", title: "On a parameter" },
];

export const KEYS = [
  { id: "help", keys: ["?"], what: "this help", where: "anywhere" },
  { id: "find", keys: ["Ctrl", "K"], what: "find a lesson, an experiment, a table, a command", where: "anywhere" },
  { id: "export", keys: ["E"], what: "open or close Export", where: "anywhere" },
  { id: "link", keys: ["L"], what: "copy a link to this run", where: "anywhere" },
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

const STORED = "roundtrip-single-keys";

export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(STORED, on ? "on" : "off");
  } catch {
    // Nothing is kept in this browser; the choice cannot outlive the page, and the keys stay as they were.
  }
}

const TYPING = new Set(["text", "search", "number", "url", "email"]);

/** True where a letter is text for the element, not a command. */
function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return TYPING.has(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

/** Which of the page's keys an event is; undefined for none. */
export function globalKey(event: KeyboardEvent): GlobalKey | undefined {
  if (event.defaultPrevented || event.altKey || takesText(event.target)) return undefined;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "y" || (key === "z" && event.shiftKey)) return "redo";
    if (key === "k") return "find";
    return key === "z" ? "undo" : undefined;
  }
  if (document.querySelector("dialog[open]") !== null || !singleKeysOn()) return undefined;
  const single: Readonly<Record<string, GlobalKey>> = { "?": "help", e: "export", l: "link", t: "theme" };
  return single[key];
}

/** Runs the command of a page key while the component is there. */
export function useGlobalKeys(commands: Partial<Readonly<Record<GlobalKey, () => void>>>): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const id = globalKey(event);
      const command = id === undefined ? undefined : latest.current[id];
      if (command === undefined) return;
      event.preventDefault();
      command();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
