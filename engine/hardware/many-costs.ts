/** What the ways to call many over connections are taken to cost, whatever the machine. */
import { assumed, type CostTable } from "./cost.ts";

export const MANY_ASSUMED = {
  keepAlive: assumed(
    "TCP asks a silent end whether it lives",
    45_000,
    "ms",
    "As 4.2BSD does, which asks eight times before it gives up.",
  ),
  fork: assumed("Fork a process for a caller", 50, "ms", "UNIX of the time, for a process of some pages."),
  linger: assumed("A call in Mercury’s buffer waits for others", 10, "ms", "Less than the time of a call."),
} as const;

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "Ways to call many",
    title: "Assumed",
    note: "Gemini, Mercury and FlexRPC’s chain run over TCP here, as SunOS has it.",
    costs: Object.values(MANY_ASSUMED),
  },
];
