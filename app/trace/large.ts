import type { TraceData } from "../../engine/kernel/trace-data.ts";

/** Of a run with more spans than this, all answers at once would hold the page up for too long. */
const MOST_AT_ONCE = 15_000;

export const isLarge = ({ spans }: TraceData): boolean => spans.count > MOST_AT_ONCE;
