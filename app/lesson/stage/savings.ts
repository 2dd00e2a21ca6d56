/** What offers save of a call: each by itself, each beside those that are bought, and all of those together. */
import { withDefaults } from "../../../engine/experiments/settings.ts";
import { namedIn } from "../../../engine/kernel/reads.ts";
import { experimentNamed } from "../../../lessons/named.ts";
import type { ParamValues, Push } from "../../../lessons/types.ts";
import type { Setup } from "../../setup/setup.ts";

type PushOffer = Push["offers"][number];

export interface Offer extends PushOffer {
  readonly isOn: boolean;
  /** Beside the others that are bought, in µs. */
  readonly saves: number;
}

export interface Savings {
  /** The call with none of the offers, and as it is now; in µs. */
  readonly whole: number;
  readonly now: number;
  readonly offers: readonly Offer[];
  /** What the bought ones would save alone, more than they save together: they share it. */
  readonly shared: number;
}

/** Less than this is no bar. */
const LEAST_SHARED_US = 1;

const isBought = ({ parameters }: Setup, { set }: PushOffer): boolean =>
  Object.entries(set).every(([key, value]) => parameters[key] === value);

export function withOffer(setup: Setup, { set }: PushOffer, isOn: boolean): Setup {
  const defaults: ParamValues = withDefaults(experimentNamed(setup.experiment), {});
  const given = isOn
    ? set
    : Object.fromEntries(Object.keys(set).map((key) => [key, namedIn(defaults, key, "parameter")]));
  return { ...setup, parameters: { ...setup.parameters, ...given } };
}

/** @param timeOf gives the time of a call, in µs */
export async function savingsOf(
  setup: Setup,
  { offers }: Push,
  timeOf: (setup: Setup) => Promise<number>,
): Promise<Savings> {
  const without = offers.reduce((before, offer) => withOffer(before, offer, false), setup);
  const [whole, now] = [await timeOf(without), await timeOf(setup)];
  let alone = 0;
  const found: Offer[] = [];
  for (const offer of offers) {
    const isOn = isBought(setup, offer);
    const other = await timeOf(withOffer(setup, offer, !isOn));
    if (isOn) alone += whole - (await timeOf(withOffer(without, offer, true)));
    found.push({ ...offer, isOn, saves: Math.max(0, isOn ? other - now : now - other) });
  }
  const shared = alone - (whole - now);
  return { whole, now, offers: found, shared: shared < LEAST_SHARED_US ? 0 : shared };
}
