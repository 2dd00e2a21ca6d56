/** The name or code that a reader gives for reports and assignments, kept in this browser where it keeps anything. */
const KEY = "roundtrip-student";
export const LONGEST_STUDENT = 80;

/** In a frame without storage the name stays on this page. */
let here = "";

export function keptStudent(): string {
  try {
    return (localStorage.getItem(KEY) ?? here).slice(0, LONGEST_STUDENT);
  } catch {
    return here;
  }
}

export function keepStudent(student: string): void {
  here = student.slice(0, LONGEST_STUDENT);
  try {
    localStorage.setItem(KEY, here);
  } catch {
    // The page holds it.
  }
}
