/** The name or code that a reader gives for reports and assignments, kept in this browser where it keeps anything. */
const KEY = "roundtrip-student";
export const LONGEST_STUDENT = 80;

export function keptStudent(): string {
  try {
    return (localStorage.getItem(KEY) ?? "").slice(0, LONGEST_STUDENT);
  } catch {
    return ""; // a frame without storage
  }
}

export function keepStudent(student: string): void {
  try {
    localStorage.setItem(KEY, student.slice(0, LONGEST_STUDENT));
  } catch {
    // A frame without storage: the name stays on this page.
  }
}
