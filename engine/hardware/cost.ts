/**
 * A cost is a number with a unit and the reason for it. Machines are tables of costs; nothing else in the engine may
 * hold a duration of hardware or software.
 */
import type { CellAddress, Source } from "../kernel/trace-data.ts";
import { micros, type Nanos } from "../kernel/time.ts";

export interface Cost {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly source: Source;
}

/** Costs of one kind of a machine or a network, as the reference shows them. */
export interface CostTable {
  readonly of: string; // "Firefly"
  readonly title: string; // "What the paper prints"
  readonly note: string;
  readonly costs: readonly Cost[];
  /** The file with the numbered rules of what has these costs: "engine/hardware/ethernet.ts". */
  readonly rules?: string;
}

/** A cost that a paper prints: the value repeated here is compared with the cell by a test. */
export function printed(name: string, value: number, unit: string, text: string, cell: CellAddress): Cost {
  return { name, value, unit, source: { kind: "paper", text, cell } };
}

export const assumed = (name: string, value: number, unit: string, text: string): Cost => ({
  name,
  value,
  unit,
  source: { kind: "assumed", text },
});

/** A constant found by fitting; `text` says to which cell. Every one is listed in the reproduction report. */
export const calibrated = (name: string, value: number, unit: string, text: string, cell: CellAddress): Cost => ({
  name,
  value,
  unit,
  source: { kind: "calibrated", text, cell },
});

export const standard = (name: string, value: number, unit: string, text: string): Cost => ({
  name,
  value,
  unit,
  source: { kind: "standard", text },
});

/** The duration of a cost given in microseconds, milliseconds or minutes. */
export function durationOf(cost: Cost): Nanos {
  if (cost.unit === "us") return micros(cost.value);
  if (cost.unit === "ms") return micros(cost.value * 1000);
  if (cost.unit === "min") return micros(cost.value * 60e6);
  throw new Error(`${cost.name} is in ${cost.unit || "no unit"}; a duration needs us, ms or min.`);
}

/** What a cost is for a packet of so many bytes: a duration, or "us per byte" for each of them. */
export function packetDuration(cost: Cost, bytes: number): Nanos {
  return cost.unit === "us per byte" ? Math.round(bytes * cost.value * 1e3) : durationOf(cost);
}

/** Two printed points and the straight line through them: what a step costs for a size between. */
export interface SizedCost {
  readonly small: Cost;
  readonly large: Cost;
  readonly smallBytes: number;
  readonly largeBytes: number;
}

export function sizedDuration(cost: SizedCost, bytes: number): Nanos {
  const small = durationOf(cost.small);
  const large = durationOf(cost.large);
  const share = (bytes - cost.smallBytes) / (cost.largeBytes - cost.smallBytes);
  return Math.max(0, Math.round(small + (large - small) * share));
}
