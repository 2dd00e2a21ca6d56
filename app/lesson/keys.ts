/** The keys of a lesson. Help has their words from key-list.ts. */
import { useEffect, useRef } from "react";
import { singleKeysOn } from "../controls/page-keys.ts";
import { keyOf } from "../controls/key-of.ts";

type LessonCommand = "play" | "event" | "event-before" | "back" | "next" | "previous";

const COMMANDS: Readonly<Record<string, LessonCommand>> = {
  " ": "play",
  ".": "event",
  ",": "event-before",
  b: "back",
  n: "next",
  p: "previous",
};

/** Elements that answer to keys themselves. */
const OWN = "input, textarea, select, button, a, summary, [role=slider], [role=application], [contenteditable], .tl";

/** Elements in which a letter is text; in a choice it looks for an option. */
const TYPED_INTO = "input:not([type=radio], [type=range], [type=checkbox]), textarea, select, [contenteditable]";

/** The command of a key in a lesson; undefined where it has none, or one of the element that has the focus. */
function lessonCommand(event: KeyboardEvent): LessonCommand | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !singleKeysOn()) return undefined;
  if (document.querySelector("dialog[open]") !== null) return undefined;
  const command = COMMANDS[keyOf(event)];
  const target = event.target instanceof Element ? event.target : null;
  const typing = target?.closest(TYPED_INTO);
  if (command === undefined || (typing !== null && typing !== undefined)) return undefined;
  const moves = command === "play" || command === "event" || command === "event-before";
  return moves && target?.closest(OWN) !== null && target !== null ? undefined : command;
}

/** Runs the commands of the lesson's keys while the component is there. */
export function useLessonKeys(commands: Readonly<Record<LessonCommand, () => void>>): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const command = lessonCommand(event);
      if (command === undefined) return;
      event.preventDefault();
      latest.current[command]();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
