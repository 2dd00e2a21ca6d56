/** A run as a crowd, with what its experiment says of it: load, limits, the disturbance and whether it came back. */
import type { Crowd, Rate } from "../../engine/experiments/crowd.ts";
import type { Description, ParamValues } from "../../engine/experiments/types.ts";
import { itemAt } from "../../engine/kernel/items.ts";
import { millis, seconds, type Nanos } from "../../engine/kernel/time.ts";
import { experimentOf, setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import type { CrowdRun } from "../workers/engine.worker.ts";

interface Blip {
  readonly from: Nanos;
  readonly until: Nanos;
  readonly says: string; // "The storage stands still"
}

/** What the figure draws of a crowd. */
export interface DrawnCrowd {
  readonly crowd: Crowd;
  readonly until: Nanos; // the end of the axis
  /** Calls a second that are asked for: by the setup, or as many as began. */
  readonly load: number;
  readonly retries: number | null;
  readonly timeoutMs: number | null;
  /** All places of the queue that is shown; null where nobody limits it. */
  readonly places: number | null;
}

/** A rate by piece; empty where nothing counts it. */
export const rateOf = ({ rates }: Pick<Crowd, "rates">, name: Rate): readonly number[] => rates[name] ?? [];

/** All requests of each piece. */
export function sentIn({ crowd }: DrawnCrowd): readonly number[] {
  const ways = (["first", "retried", "hedged"] as const).filter((name) => crowd.rates[name] !== undefined);
  return Array.from({ length: crowd.pieces }, (_, i) =>
    ways.reduce((sum, name) => sum + itemAt(rateOf(crowd, name), i, "piece"), 0),
  );
}

/** Calls that were recorded: nobody knows what their clients would have done. */
export function recordedCrowd(crowd: Crowd): DrawnCrowd {
  const until = crowd.width * crowd.pieces;
  return { crowd, until, load: mean(rateOf(crowd, "first")), retries: null, timeoutMs: null, places: null };
}

export interface CrowdView extends CrowdRun, DrawnCrowd {
  readonly setup: Setup;
  readonly key: string; // setupKey
  /** Retries for each call; null where it binds nobody. */
  readonly budget: number | null;
  /** Null where nothing is disturbed. */
  readonly blip: Blip | null;
  /** Whether the crowd comes back after the disturbance, and how long after it; null where no measure says so. */
  readonly back: { readonly tag: "well"; readonly afterMs: number } | { readonly tag: "down" } | null;
}

type Roles = NonNullable<Description["crowd"]>;

export const rolesOf = (experiment: Pick<Description, "crowd">): Roles => experiment.crowd ?? {};

const numberOf = (values: ParamValues, name: string | undefined): number | null => {
  const value = name === undefined ? undefined : values[name];
  return typeof value === "number" ? value : null;
};

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export function crowdView(setup: Setup, ran: CrowdRun): CrowdView {
  const roles = rolesOf(experimentOf(setup));
  const { parameters, measures } = ran;
  const capacity = ran.crowd.capacity ?? roles.capacityPerS?.(parameters) ?? null;
  const crowd = { ...ran.crowd, rates: ratesOf(ran.crowd, roles), capacity };
  const retries = numberOf(parameters, roles.retries);
  const limit = numberOf(parameters, roles.places?.limit);
  const { queue } = crowd;
  const servers = queue === null ? 1 : (roles.places?.servers(parameters, queue.name) ?? 1);
  const recovered = roles.recovery === undefined ? null : (measures[roles.recovery]?.value ?? null);
  const blipMs = numberOf(parameters, roles.blip?.length);
  return {
    ...{ ...ran, crowd, setup, key: setupKey(setup), until: crowd.width * crowd.pieces, retries },
    load: numberOf(parameters, roles.load) ?? mean(rateOf(crowd, "first")),
    budget: bindingBudget(parameters, roles, retries),
    timeoutMs: numberOf(parameters, roles.timeout),
    places: limit === null ? null : limit * servers,
    blip: roles.blip === undefined || blipMs === null || blipMs === 0 ? null : blipOf(parameters, roles.blip, blipMs),
    back:
      recovered === null ? null : typeof recovered === "number" ? { tag: "well", afterMs: recovered } : { tag: "down" },
  };
}

/** What is sent again is counted under its name. */
function ratesOf({ rates }: Crowd, { copies }: Roles): Crowd["rates"] {
  const { retried, ...others } = rates;
  return copies === true && retried !== undefined ? { ...others, hedged: retried } : rates;
}

const blipOf = (parameters: ParamValues, blip: NonNullable<Roles["blip"]>, ms: number): Blip => ({
  from: blip.at,
  until: blip.at + millis(ms),
  says: blip.says(parameters),
});

/** The parameter that says which share of the calls may be tried again; undefined where none says it. */
export const shareOf = (roles: Roles, parameters: ParamValues): string | undefined =>
  roles.isShare?.(parameters) === false ? undefined : roles.budget;

function bindingBudget(parameters: ParamValues, roles: Roles, retries: number | null): number | null {
  const value = numberOf(parameters, shareOf(roles, parameters));
  return value === null || value >= (retries ?? NO_LIMIT) ? null : value;
}

/** Where no limit of retries is known: as many for each call are no limit. */
const NO_LIMIT = 20;

/** So many may wait for a reply to be in time: the time-out by what is served. Null where one of them is unknown. */
export const lateFrom = ({ timeoutMs, crowd: { capacity } }: DrawnCrowd): number | null =>
  timeoutMs === null || capacity === null ? null : (timeoutMs / 1000) * capacity;

/** The means of what is counted, from two seconds behind the disturbance until no more calls come. */
export function lastPart({ crowd, blip, until, setup, parameters }: CrowdView) {
  const ends = numberOf(parameters, rolesOf(experimentOf(setup)).seconds);
  const last = Math.max(1, Math.floor(Math.min(until, ends === null ? until : seconds(ends)) / crowd.width));
  const behind = blip === null ? 0 : Math.ceil((blip.until + seconds(2)) / crowd.width);
  const from = Math.max(0, Math.min(behind, last - Math.ceil(last / 5)));
  const of = (values: readonly number[] = []): number => mean(values.slice(from, last));
  const { first, retried, hedged, useful, wasted, refused } = crowd.rates;
  return {
    ...{ first: of(first), retried: of(retried), hedged: of(hedged), useful: of(useful), wasted: of(wasted) },
    ...{ refused: of(refused), sent: of(first) + of(retried) + of(hedged) },
    waiting: of(crowd.queue?.waiting),
  };
}

/** The piece of a moment. */
export const pieceAt = ({ crowd: { width, pieces } }: DrawnCrowd, time: Nanos): number =>
  Math.min(pieces - 1, Math.max(0, Math.floor(time / width)));
