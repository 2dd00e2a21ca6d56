/** A long list, a page at a time. */
import { PAGE_ROWS } from "../../trace/events.ts";

/** Rows [from, to) of `count` that a page holds. */
export interface Page {
  readonly number: number; // from 0
  readonly from: number;
  readonly to: number;
}

export const pageCount = (count: number): number => Math.max(1, Math.ceil(count / PAGE_ROWS));

/** The page with this number, or the nearest that there is. */
export function pageAt(number: number, count: number): Page {
  const nearest = Math.min(pageCount(count) - 1, Math.max(0, number));
  const from = nearest * PAGE_ROWS;
  return { number: nearest, from, to: Math.min(count, from + PAGE_ROWS) };
}

/** The page that holds a row. */
export const pageOf = (row: number, count: number): Page => pageAt(Math.floor(Math.max(0, row) / PAGE_ROWS), count);
