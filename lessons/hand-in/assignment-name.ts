/** What the first lesson must know of assignments: their names, and the keys of their links. See assignment.ts. */

export const LONGEST_NAME = 60;

/** The keys of an assignment in a link. Links to its lessons carry them, too. */
export const ASSIGNMENT_KEYS = ["assignment", "from", "lessons", "lock", "hide", "question", "due", "numbers"] as const;

const FORM = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{P} ]*$/u;

/** Letters, digits, blanks and punctuation, with a letter or digit first. */
export const isAssignmentName = (text: string): boolean =>
  text.length <= LONGEST_NAME && text.trimEnd() === text && FORM.test(text);
