/** A student’s answer to the teacher’s own question, kept in this browser; where it keeps nothing, on this page. */
import type { Assignment } from "../../lessons/hand-in/assignment.ts";
import { LONGEST_ANSWER } from "../../lessons/hand-in/bundle.ts";
import { keptText } from "../record/kept-text.ts";
import { digestOf } from "../../lessons/hand-in/report-data.ts";

const here = new Map<string, string>();

const keyOf = ({ name, question }: Assignment): string => `roundtrip-assigned ${digestOf(`${name}\n${question}`)}`;

export function keptAnswer(assignment: Assignment): string {
  const key = keyOf(assignment);
  return here.get(key) ?? keptText(key);
}

/** False where the browser does not keep it: then the page holds it, and a closed page has lost it. */
export function keepAnswer(assignment: Assignment, answer: string): boolean {
  const [key, text] = [keyOf(assignment), answer.slice(0, LONGEST_ANSWER)];
  here.set(key, text);
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
