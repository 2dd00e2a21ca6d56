/** What an address of the desk asks for and the desk has not, as a sentence for the reader; null where it has all. */
import { quote } from "../../engine/faults/quote.ts";
import { findLesson } from "../../lessons/course.ts";
import type { PagePlace } from "../setup/location.ts";

export function unknownPart({ path }: PagePlace): string | null {
  const [, , section = "", second = ""] = path.split("/");
  switch (section) {
    case "guide":
      return second === "" || findLesson(second) !== undefined ? null : `The course has no lesson ${quote(second)}.`;
    case "":
    case "plans":
      if (second === "") return null;
      return `The end of the address, ${quote(second)}, names no place. You see the place that comes before it.`;
    default:
      return `The desk has no part ${quote(section)}: it has plans, guide, handout and slides. You see the desk.`;
  }
}
