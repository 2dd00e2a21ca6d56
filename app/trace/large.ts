import type { TraceData } from "../../engine/kernel/trace-data.ts";

/** Above this many spans the analyses run in separate tasks: one task would block the page for too long. */
const MOST_AT_ONCE = 15_000;

export const isLarge = ({ spans }: TraceData): boolean => spans.count > MOST_AT_ONCE;
