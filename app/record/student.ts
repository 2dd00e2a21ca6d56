/** The name or code that a reader gives for reports and assignments, kept in this browser where it keeps anything. */
import { create } from "zustand";
import { keptText } from "./kept-text.ts";

const KEY = "roundtrip-student";
export const LONGEST_STUDENT = 80;

/** As it was typed; "" where none was given. */
export const useStudent = create<string>(() => keptText(KEY).slice(0, LONGEST_STUDENT));

export const keptStudent = (): string => useStudent.getState();

/** The student of this page: a platform that knows its reader says so, and this browser keeps nothing of it. */
export const nameStudent = (student: string): void => useStudent.setState(student.slice(0, LONGEST_STUDENT), true);

export function keepStudent(student: string): void {
  nameStudent(student);
  try {
    localStorage.setItem(KEY, keptStudent());
  } catch {
    // The page holds it.
  }
}
