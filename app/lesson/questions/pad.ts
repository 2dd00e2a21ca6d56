/** What the pen draws: values over the points of a sweep, null where nothing is drawn yet. */

type Drawn = readonly (number | null)[];

/** The pen came to point `at` with height `y`; a stroke that skips points draws a straight line over them. */
export function moved(ys: Drawn, from: number | null, at: number, y: number): Drawn {
  const start = from === null ? y : (ys[from] ?? y);
  return ys.map((old, i) => {
    if (i === at) return y;
    const between = from !== null && (i - from) * (i - at) < 0;
    return between ? start + ((y - start) * (i - from)) / (at - from) : old;
  });
}

/** All values, gaps joined by straight lines; null while the first or the last is not drawn. */
export function filled(ys: Drawn): readonly number[] | null {
  const known = ys.flatMap((y, i) => (y === null ? [] : [{ i, y }]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || ys.length < 2 || first.i !== 0 || last.i !== ys.length - 1)
    return null;
  return ys.map((y, i) => {
    if (y !== null) return y;
    const before = known.findLast((one) => one.i < i) ?? first;
    const after = known.find((one) => one.i > i) ?? last;
    return before.y + ((after.y - before.y) * (i - before.i)) / (after.i - before.i);
  });
}
