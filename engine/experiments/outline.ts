/** What a run must know of its experiment. */
import type { SeriesInfo } from "./series.ts";
import type { Description, MeasureInfo } from "./types.ts";

/** Plain data, which can be sent to a worker: runs have no texts. */
export interface Outline extends Pick<Description, "id" | "packetKinds" | "machineWords"> {
  /** Of every measure, by its name. */
  readonly units: Readonly<Record<string, MeasureInfo["unit"]>>;
  /** Of every series, by its name; left out where there is none. */
  readonly seriesUnits?: Readonly<Record<string, SeriesInfo["unit"]>>;
}

export const outlineOf = ({ id, packetKinds, machineWords, measures, series }: Description): Outline => ({
  id,
  packetKinds,
  ...(machineWords === undefined ? {} : { machineWords }),
  units: unitsOf(measures),
  ...(series === undefined ? {} : { seriesUnits: unitsOf(series) }),
});

const unitsOf = (all: Readonly<Record<string, { readonly unit: string }>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).map(([name, { unit }]) => [name, unit]));
