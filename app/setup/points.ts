/** Points of the three answers as a page shows them: each with the address of what it comes from. */
import type { CellAddress } from "../../engine/kernel/trace-data.ts";

/** Where a number comes from: in words, and the address of what shows it. No point stands on a chart without one. */
export interface PointSource {
  readonly text: string; // "Section 2.1, Table I, caller threads 3: rate."
  readonly href: string;
}

export interface PaperPoint {
  readonly x: number;
  readonly y: number;
  readonly cell: CellAddress;
  readonly source: PointSource;
  readonly uncertain?: boolean; // hard to read in the source, or contradicted by it
}

export interface ModelPoint {
  readonly x: number;
  readonly y: number;
  readonly equation: string; // how the model is called: "null_us(10)"
  readonly source: PointSource;
}

export interface SimulatedPoint {
  readonly x: number;
  readonly mean: number;
  readonly low: number; // of the 95 % interval of the mean; equal to `mean` where there is one trial
  readonly high: number;
  readonly trials: number;
  readonly certain?: boolean | undefined; // nothing in its one run is random: any other seed gives the same
  readonly source: PointSource;
}

/** One figure of a pinned run. */
export interface PinnedPoint {
  readonly x: number;
  readonly y: number;
  readonly source: PointSource;
}

/** What somebody else says of the same call, and where it comes from. */
export interface OtherAnswer {
  readonly ms: number;
  readonly source: PointSource;
}
