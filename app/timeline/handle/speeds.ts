/** Speeds of networks that a source names; a handle of a network stays at them. */
import type { Param } from "../../../engine/experiments/types.ts";
import { limitsOf } from "./parameters.ts";

interface Speed {
  readonly value: number; // in the unit of the parameter
  readonly words: string;
}

interface Published {
  readonly mbps: number;
  readonly words: string;
}

const PUBLISHED: readonly Published[] = [
  { mbps: 2.94, words: "2.94 Mbit/s, the first Ethernet (Metcalfe and Boggs, 1976)" },
  { mbps: 10, words: "10 Mbit/s, Ethernet (IEEE 802.3, 1983)" },
  { mbps: 100, words: "100 Mbit/s, Fast Ethernet (IEEE 802.3u, 1995)" },
  { mbps: 1000, words: "1 Gbit/s, Gigabit Ethernet (IEEE 802.3z, 1998)" },
  { mbps: 10_000, words: "10 Gbit/s, Ethernet (IEEE 802.3ae, 2002)" },
  { mbps: 25_000, words: "25 Gbit/s, Ethernet (IEEE 802.3by, 2016)" },
  { mbps: 100_000, words: "100 Gbit/s, Ethernet (IEEE 802.3ba, 2010)" },
  { mbps: 400_000, words: "400 Gbit/s, Ethernet (IEEE 802.3bs, 2017)" },
];

/** The values that the parameter’s table allows. A choice lists its values itself. */
export function publishedSpeeds(param: Param): readonly Speed[] {
  if (param.kind === "choice")
    return param.options.map(({ value, label }): Speed => {
      const known = PUBLISHED.find(({ mbps }) => mbps === Number(value));
      return { value: Number(value), words: known?.words ?? label };
    });
  const scale = param.unit === "Gbit/s" ? 1000 : 1;
  const { least, most } = limitsOf(param);
  return PUBLISHED.map(({ mbps, words }): Speed => ({ value: mbps / scale, words })).filter(
    ({ value }) =>
      value >= least && value <= most && Math.abs(Math.round(value / param.step) * param.step - value) < 1e-9,
  );
}
