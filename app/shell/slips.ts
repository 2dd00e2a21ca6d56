/** Words that somebody typed with one wrong letter. */

/** Shorter words are typed right: one letter less or more makes another word of them. Endings are left out. */
const LEAST_LETTERS = 4;

/**
 * Whether two words differ by one slip: a letter too many, a letter missing, another letter, or two neighbours that
 * changed places. The first letter is nearly always right.
 */
export function isSlip(typed: string, word: string): boolean {
  if (Math.min(typed.length, word.length) < LEAST_LETTERS - 1 || Math.max(typed.length, word.length) < LEAST_LETTERS)
    return false;
  if (typed[0] !== word[0] || Math.abs(typed.length - word.length) > 1 || /\d/.test(typed)) return false;
  let same = 0;
  while (same < typed.length && typed[same] === word[same]) same++;
  const rest = (text: string, from: number): string => text.slice(from);
  const [a, b] = [rest(typed, same), rest(word, same)];
  return (
    a.slice(1) === b || // a letter too many
    a === b.slice(1) || // one missing
    a.slice(1) === b.slice(1) || // another one
    (a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)) // changed places
  );
}
