/** The keys of the page, and the switch for keys of a single letter. Help has their words from key-list.ts. */
import { useEffect, useRef } from "react";
import { keyOf } from "./key-of.ts";
import type { GlobalKey } from "../words/keys/page.ts";

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

/** The page's key that an event is; undefined for none. */
function globalKey(event: KeyboardEvent): GlobalKey | undefined {
  if (event.defaultPrevented || event.altKey || takesText(event.target)) return undefined;
  const key = keyOf(event);
  if (event.ctrlKey || event.metaKey) {
    if (key === "y" || (key === "z" && event.shiftKey)) return "redo";
    if (key === "k") return "find";
    return key === "z" ? "undo" : undefined;
  }
  if (event.target instanceof HTMLSelectElement) return undefined; // a letter chooses an option there
  if (document.querySelector("dialog[open]") !== null || !singleKeysOn()) return undefined;
  const single: Readonly<Record<string, GlobalKey>> = { "?": "help", e: "export", l: "link", t: "theme", f: "figure" };
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
