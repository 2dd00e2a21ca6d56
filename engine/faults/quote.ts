const LONGEST_QUOTE = 60;

/** The text in quotes on one line, cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);
}
