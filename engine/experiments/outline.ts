/** What a run must know of its experiment. */
import type { Description, MeasureInfo } from "./types.ts";

/** Plain data, which can be sent to a worker: runs have no texts. */
export interface Outline extends Pick<Description, "id" | "packetKinds" | "machineWords"> {
  /** Of every measure, by its name. */
  readonly units: Readonly<Record<string, MeasureInfo["unit"]>>;
}

export const outlineOf = ({ id, packetKinds, machineWords, measures }: Description): Outline => ({
  id,
  packetKinds,
  ...(machineWords === undefined ? {} : { machineWords }),
  units: Object.fromEntries(Object.entries(measures).map(([name, { unit }]) => [name, unit])),
});
