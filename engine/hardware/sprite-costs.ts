/**
 * What a call of Sprite RPC takes four machines, as three constants each: the start of a call, the work of a fragment,
 * and the copies of a byte. The wire’s time is in none of them; it comes from the Ethernet (ethernet.ts).
 *
 * Three machines are fitted to points of March 1990 (Sprite operating system archive): calls between two single-user
 * machines of one kind. The empty call fixes the start, the call of 1.42 KB the copies, the call of 8.25 KB the work
 * of a fragment. The call of 8.50 KB fixes nothing. A KB is 1,000 bytes here: one fragment holds 1.42 of them, and six
 * hold the call of 8.25 and not that of 8.50.
 */
import { assumed, type Cost, type CostTable } from "./cost.ts";

const SPRITE_MACHINES = ["sun3-75", "sparcstation-1", "decstation-3100", "sun3-60"] as const;
export type SpriteMachine = (typeof SPRITE_MACHINES)[number];

/** The constants of a machine. */
interface SpriteCosts {
  readonly start: Cost;
  readonly fragment: Cost; // at each end
  readonly copies: Cost; // at both ends together
}

const fitted = (name: string, value: number, unit: string, text: string): Cost => ({
  name,
  value,
  unit,
  source: { kind: "calibrated", text },
});

/** The constants of a machine whose calls were measured in March 1990, each with the point that fixes it. */
function measured(of: string, [empty, full, six]: readonly number[], values: readonly number[]): SpriteCosts {
  const [start, fragment, copies] = values;
  if (start === undefined || fragment === undefined || copies === undefined)
    throw new RangeError(`${of}: three costs.`);
  const point = (kb: string, ms: number | undefined): string =>
    `Fitted to the call of ${kb} KB between two ${of}: ${ms} ms (Sprite operating system archive, March 1990)`;
  return {
    start: fitted(`${of}: start of a call`, start, "us", point("0", empty)),
    fragment: fitted(`${of}: fragment, at each end`, fragment, "us", point("8.25", six)),
    copies: fitted(`${of}: copies, both ends together`, copies, "us per byte", point("1.42", full)),
  };
}

const SUN3_75 = measured("Sun-3/75s", [2.47, 4.34, 11.84], [1611, 176, 0.5206]);

/** Of the work that a Sun-3/75 takes for a fragment and its copies. */
const SUN3_60_SHARE = 0.844;
const KERNELS = "between the kernels of two Sun-3/60s (sources of Amoeba 5)";
const AS_SUN3_75 = `Fitted to the call of 16 KB ${KERNELS}: 19.5 ms, as one share of a Sun-3/75’s`;

/**
 * A Sun-3/60 has two points. The empty call fixes the start. The call of 16 KB (16,384 bytes, assumed) fixes one share
 * for fragments and copies; that both have the same share of a Sun-3/75’s is assumed.
 */
const SUN3_60: SpriteCosts = {
  start: fitted("Sun-3/60s: start of a call", 1151, "us", `Fitted to the empty call ${KERNELS}: 1.9 ms`),
  fragment: fitted("Sun-3/60s: fragment, at each end", SUN3_75.fragment.value * SUN3_60_SHARE, "us", AS_SUN3_75),
  copies: fitted(
    "Sun-3/60s: copies, both ends together",
    SUN3_75.copies.value * SUN3_60_SHARE,
    "us per byte",
    AS_SUN3_75,
  ),
};

export const SPRITE_COSTS: Readonly<Record<SpriteMachine, SpriteCosts>> = {
  "sun3-75": SUN3_75,
  "sparcstation-1": measured("SPARCstation 1s", [1.22, 2.83, 9.74], [609, 114, 0.337]),
  "decstation-3100": measured("DECstation 3100s", [0.95, 3.38, 11.12], [382, 103, 0.9161]),
  "sun3-60": SUN3_60,
};

/**
 * A Sun-3/60’s calls between user processes. One point fixes it; what it is by the byte, and on other machines, is not
 * known.
 */
export const SPRITE_CROSSING = fitted(
  "Sun-3/60s: way between process and kernel, four times a call",
  1500,
  "us",
  "Fitted to the empty call between user processes of two Sun-3/60s (sources of Amoeba 5): 7.9 ms, where kernels " +
    "take 1.9",
);

export const SPRITE_ASSUMED = {
  senderShare: assumed(
    "Share of the copies at the sender",
    0.25,
    "",
    "The points cannot tell the ends apart. With more than a third at the sender, or less than a fifth, a constant " +
      "of the DECstation would be negative. Between these the share moves no point of a curve by more than 3 %.",
  ),
  procedure: assumed("Procedure that does nothing", 10, "us", "It is a part of the start, which was fitted with it."),
  cable: assumed("Length of the cable", 100, "m", "The archive does not say it; 100 m more take 0.4 µs a packet."),
} as const;

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "Sprite",
    title: "Calibrated",
    note: "Three constants a machine, each fixed by one point. The wire’s time is in none of them.",
    costs: [
      ...SPRITE_MACHINES.flatMap((machine) => Object.values(SPRITE_COSTS[machine]) as readonly Cost[]),
      SPRITE_CROSSING,
    ],
    rules: "engine/hardware/sprite-station.ts",
  },
  {
    of: "Sprite",
    title: "Assumed",
    note: "Not among the facts that we have, and not fitted.",
    costs: Object.values(SPRITE_ASSUMED),
  },
];
