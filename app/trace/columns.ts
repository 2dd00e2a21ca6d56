/**
 * Reads of a trace's columns that cannot be absent: a row that a column does not have is a mistake of ours and ends the
 * work with a sentence. One function for each kind of column, so that each stays as fast as the column itself.
 */
function noRow(row: number, length: number): never {
  throw new RangeError(`trace: no row ${row} among ${length}.`);
}

/** A moment or a duration: a Float64 column. */
export function timeAt(column: Float64Array, row: number): number {
  return column[row] ?? noRow(row, column.length);
}

/** A track, step, call, ref or size: an Int32 column. */
export function numberAt(column: Int32Array, row: number): number {
  return column[row] ?? noRow(row, column.length);
}
