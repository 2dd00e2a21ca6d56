/** The contents of a chart: series of points, each with the address of its source. */

/**
 * The source of a number: in words, and as the address of a page that shows it. No point stands on a chart without one.
 */
export interface PointSource {
  readonly text: string; // "Section 2.1, Table I, caller threads 3: rate."
  readonly href: string;
}

/** The 95 % interval of a mean, in the unit of the mean, and how many runs it is the mean of. */
export interface Spread {
  readonly low: number; // equal to the mean where there is one trial
  readonly high: number;
  readonly trials: number;
  /** The interval goes from the least run to the largest: one of the mean would leave what the measure can be. */
  readonly ofRuns?: boolean | undefined;
  readonly certain?: boolean | undefined; // nothing in its one run is random: any other seed gives the same
}

/** Values in the units of the chart's axes. */
export interface ChartPoint {
  readonly x: number;
  readonly y: number; // of several trials their mean
  readonly source: PointSource;
  readonly spread?: Spread; // of a simulated point
  readonly uncertain?: boolean; // hard to read in the paper, or contradicted by it
}

/**
 * What a series is: the paper's figures, what a model says, what runs gave, a run that was kept to compare with, or a
 * curve that the reader drew.
 */
export type SeriesKind = "measured" | "model" | "simulated" | "pinned" | "drawn";

/** Points of one kind, named and drawn alike, in the order of x. */
export interface Series {
  readonly kind: SeriesKind;
  readonly name: string; // "paper"; of several curves the value that it is of: "serial", "serial, model"
  readonly label: string; // stands at its points; "" for a curve that others speak for
  /**
   * Of several curves and of pinned runs the number from 0 that their marks, dashes and colours show: curves of one
   * number belong together. Null for a chart's one answer of its kind.
   */
  readonly curveNumber: number | null;
  readonly points: readonly ChartPoint[];
  /** Places on the axis at which no run gave a number: no line leads across. */
  readonly without?: readonly number[];
  readonly from?: string; // "Table I"; "null_us(ethernet_mbps=10)"
  /** Of a pinned run its own figure; `points` are then its curve, none where its sweep is not known. */
  readonly at?: ChartPoint;
}

/** The answer of paper or model for the same call, and its source. */
export interface OtherAnswer {
  readonly ms: number;
  readonly source: PointSource;
}
