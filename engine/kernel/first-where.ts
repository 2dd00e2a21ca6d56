/**
 * The first number below `count` of which something holds, found by halves; `count` where it holds of none.
 * @param holds of a number and of all behind it, or of neither
 */
export function firstWhere(count: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
