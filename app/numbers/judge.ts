/**
 * What breaks first, and what would help. Nothing is said that no run has shown: each cure is tried before it is named,
 * and what breaks first is that whose change mends it.
 */
import type { ParamValues } from "../../engine/experiments/types.ts";
import { NUMBERS } from "../setup/your-numbers.ts";
import { counted, plain } from "../words/numbers.ts";
import { capacityOf, field, isHealed, keepsUp, loadOf, mostReturn } from "./facts.ts";
import type { Facts } from "./facts.ts";
import { countText, percentText, pauseText, timeText } from "./words.ts";

/** Values of the reader’s fields, and a pause of the servers in ms. */
export interface Try {
  readonly values: ParamValues;
  readonly blipMs: number;
  readonly seed?: number;
}

/** Runs each; rejects with Cancelled where newer values have come. */
export type Ask = (tries: readonly Try[]) => Promise<readonly Facts[]>;

export interface Verdict {
  /** "The retries break first." */
  readonly headline: string;
  readonly reason: string;
  /** The case that shows it, beside the reader’s own; null for none. */
  readonly other: (Try & { readonly name: string }) | null;
}

/** A change of some fields, and the sentence that names it as what helps. */
interface Change {
  readonly set: ParamValues;
  readonly helps: string;
}

const withSet = (values: ParamValues, set: ParamValues): ParamValues => ({ ...values, ...set });

/** Whether a field takes a value. */
function takes(name: string, value: number): boolean {
  const param = NUMBERS[name];
  return param?.kind === "number" && value >= param.min && value <= param.max;
}

/** The first change with which all is well; undefined where none of them helps. */
async function firstCure(
  changes: readonly Change[],
  isWell: (values: ParamValues, facts: Facts) => boolean,
  { values, blipMs }: Try,
  ask: Ask,
): Promise<Change | undefined> {
  const tries = changes.map(({ set }) => ({ values: withSet(values, set), blipMs }));
  const found = await ask(tries);
  return changes.find((_, i) => {
    const [one, facts] = [tries[i], found[i]];
    return one !== undefined && facts !== undefined && isWell(one.values, facts);
  });
}

/** Fewer retries, a share of them, none: the least change first. */
function retryCures(values: ParamValues, then: string): readonly Change[] {
  const retries = field(values, "retries");
  const fewer = Array.from({ length: Math.max(0, retries - 1) }, (_, i) => retries - 1 - i);
  return [
    ...fewer.map((count) => ({
      set: { retries: count },
      helps: `With at most ${counted(count, "retry", "retries")} ${then}.`,
    })),
    ...(retries > 0 && field(values, "budget") > 0.1
      ? [{ set: { budget: 0.1 }, helps: `With a budget of one retry for ten calls ${then}.` }]
      : []),
    ...(retries > 0 ? [{ set: { retries: 0 }, helps: `Without any retry ${then}.` }] : []),
  ];
}

const serversText = (count: number): string => counted(count, "server");

/** More load than the servers can do. */
async function tooMuch(values: ParamValues, ask: Ask): Promise<Verdict> {
  const [servers, load] = [field(values, "servers"), loadOf(values)];
  const counts = [0.9, 0.8, 0.65, 0.5].map((share) => Math.ceil((servers * load) / share));
  const changes = [...new Set(counts)]
    .filter((count) => takes("servers", count))
    .map((count) => ({ set: { servers: count }, helps: `${serversText(count)} would carry it.` }));
  const cure = await firstCure(changes, keepsUp, { values, blipMs: 0 }, ask);
  const asked = field(values, "loadPerS");
  const can = serversText(servers);
  const asks =
    asked === 1
      ? `You ask for 1 call a second, and ${can} can do`
      : `You ask for ${countText(asked)} calls a second, and ${can} can do`;
  const needed = Math.floor(servers * load) + 1;
  const beyond = takes("servers", needed) ? "" : `At least ${serversText(needed)} are needed.`;
  return {
    headline: "The servers break first.",
    reason: `${asks} ${countText(capacityOf(values))}. ${cure?.helps ?? beyond}`,
    other:
      cure === undefined
        ? null
        : { values: withSet(values, cure.set), blipMs: 0, name: `With ${serversText(Number(cure.set["servers"]))}` },
  };
}

const TIMES = [1.5, 2, 3, 5, 10, 20, 50];

/** Where no change mends all: without retries so many times as many calls return. */
const TWICE = 2;

/** What may break without any pause, with the sentence that says why. */
interface Suspect {
  readonly headline: string;
  readonly why: string;
  readonly changes: readonly Change[];
  readonly name: string;
}

/** What the reader adds to a plain call: a deadline for all of it, and second copies. */
function addedTo(values: ParamValues, { attempts }: Facts, then: string): readonly Suspect[] {
  const [deadline, hedge] = [field(values, "deadlineMs"), field(values, "hedgeMs")];
  const longer = TIMES.map((times) => Math.round(deadline * times)).filter((ms) => takes("deadlineMs", ms));
  const ofDeadline: Suspect = {
    headline: "The deadline breaks first.",
    why: `A whole call has ${timeText(deadline)}, and often needs longer.`,
    changes: [
      ...longer.map((ms) => ({ set: { deadlineMs: ms }, helps: `With a deadline of ${timeText(ms)} ${then}.` })),
      { set: { deadlineMs: 0 }, helps: `Without a deadline ${then}.` },
    ],
    name: "With a longer deadline",
  };
  const ofCopies: Suspect = {
    headline: "The second copies break first.",
    why: `A second copy leaves after ${timeText(hedge)}, and each call is sent ${plain(attempts, 1)} times in all.`,
    changes: [{ set: { hedgeMs: 0 }, helps: `Without second copies ${then}.` }],
    name: "Without second copies",
  };
  return [...(deadline > 0 ? [ofDeadline] : []), ...(hedge > 0 ? [ofCopies] : [])];
}

/** Of what the calls fail, the least change first; a time-out shorter than the procedure is the first suspect. */
function suspectsOf(values: ParamValues, base: Facts): readonly Suspect[] {
  const [timeout, places, mean] = ["timeoutMs", "queueLimit", "serverMs"].map((name) => field(values, name));
  if (timeout === undefined || places === undefined || mean === undefined) return [];
  const then = "nearly all return";
  const longer = TIMES.map((times) => Math.round(timeout * times)).filter((ms) => takes("timeoutMs", ms));
  const more = [places + 10, places + 100].filter((count) => takes("queueLimit", count));
  const patience: Suspect = {
    headline: "The time-out breaks first.",
    why:
      timeout < mean
        ? `The time-out of ${timeText(timeout)} is shorter than the procedure, which takes ${timeText(mean)}.`
        : `Calls often take longer than the ${timeText(timeout)} that a caller waits.`,
    changes: longer.map((ms) => ({ set: { timeoutMs: ms }, helps: `With ${timeText(ms)} ${then}.` })),
    name: "With a longer time-out",
  };
  const others: readonly Suspect[] = [
    ...addedTo(values, base, then),
    {
      headline: "The retries break first.",
      why: `Who waits longer than ${timeText(timeout)} sends again, ${plain(base.attempts, 1)} times in all.`,
      changes: retryCures(values, then),
      name: "With fewer retries",
    },
    {
      headline: "The queue breaks first.",
      why: "It is full, and refuses.",
      changes: more.map((count) => ({ set: { queueLimit: count }, helps: `With ${counted(count, "place")} ${then}.` })),
      name: "With more places",
    },
  ];
  return timeout < mean ? [patience, ...others] : [...others, patience];
}

/** Too few calls return, although the servers could do them all. */
async function fewReturn(values: ParamValues, base: Facts, ask: Ask): Promise<Verdict> {
  const share =
    base.returned < 0.1 ? "Hardly any call returns" : `Only ${percentText(base.returned)} of the calls return`;
  const returns = `${share}, and no pause is needed for that.`;
  const because = ({ headline, why, name }: Suspect, { set, helps }: Change): Verdict => ({
    headline,
    reason: `${returns} ${why} ${helps}`,
    other: { values: withSet(values, set), blipMs: 0, name },
  });
  for (const suspect of suspectsOf(values, base)) {
    const cure = await firstCure(suspect.changes, keepsUp, { values, blipMs: 0 }, ask);
    if (cure !== undefined) return because(suspect, cure);
    const none = suspect.changes.find(({ set }) => set["retries"] === 0);
    if (none === undefined) continue;
    const [without] = await ask([{ values: withSet(values, none.set), blipMs: 0 }]);
    if (without === undefined || without.returned <= TWICE * base.returned) continue;
    return because(suspect, { ...none, helps: `Without any retry ${percentText(without.returned)} return.` });
  }
  return {
    headline: "Too few calls return.",
    reason: `${returns} None of the changes that were tried mends it.`,
    other: null,
  };
}

/** Pauses of the servers that are tried, in ms. */
const PAUSES = [100, 200, 500, 1000, 2000];
const LONGEST_PAUSE = 2000;

/** A pause after which it does not come back. */
async function staysDown(values: ParamValues, blipMs: number, down: Facts, ask: Ask): Promise<Verdict> {
  const then = "it comes back";
  const one: Try = { values, blipMs };
  const other = { ...one, name: `After a pause of ${pauseText(blipMs)}` };
  const capacity = capacityOf(values);
  const later = String(down.recovery).replace("not within ", "");
  const enough = `A pause of ${pauseText(blipMs)} is enough: ${later} later it is still down.`;
  const healed = (_: ParamValues, facts: Facts): boolean => isHealed(facts);
  const fewer = await firstCure(retryCures(values, then), healed, one, ask);
  if (fewer !== undefined) {
    const sent =
      `Each call is sent ${plain(down.attempts, 1)} times: ${countText(down.attempts * down.offered)} requests a ` +
      `second, and the servers can do ${countText(capacity)}.`;
    return { headline: "The retries break first.", reason: `${enough} ${sent} ${fewer.helps}`, other };
  }
  const places = Math.max(1, Math.floor((field(values, "timeoutMs") * capacity) / field(values, "servers") / 2000));
  const queues: readonly Change[] = [
    ...(places < field(values, "queueLimit")
      ? [{ set: { queueLimit: places }, helps: `With ${counted(places, "place")} in each queue ${then}.` }]
      : []),
    { set: { queue: "lifo" }, helps: `If the youngest goes first ${then}.` },
    { set: { queue: "codel" }, helps: `With CoDel ${then}.` },
    { set: { servers: field(values, "servers") + 1 }, helps: `With one server more ${then}.` },
  ];
  const usable = queues.filter(({ set }) => set["servers"] === undefined || takes("servers", Number(set["servers"])));
  const cure = await firstCure(usable, healed, one, ask);
  const reason = `${enough} ${percentText(down.wasted)} of the work is for callers who have left. ${cure?.helps ?? ""}`;
  return { headline: "The queue breaks first.", reason, other };
}

const NEAR_FULL = 0.85;
const NEAR_TIMEOUT = 0.7;
const GROWTH = [1.1, 1.2, 1.3, 1.5, 2, 3, 5, 10, 20];

/** How many times these calls were carried, in words, and whether that is little. */
async function growthOf(values: ParamValues, ask: Ask): Promise<{ readonly says: string; readonly isLittle: boolean }> {
  const load = field(values, "loadPerS");
  const larger = GROWTH.map((times) => withSet(values, { loadPerS: Math.round(load * times) }));
  const allowed = larger.filter((one) => takes("loadPerS", field(one, "loadPerS")));
  const tries = allowed.filter((one) => loadOf(one) < 1);
  const found = await ask(tries.map((one) => ({ values: one, blipMs: 0 })));
  const failed = found.findIndex((facts) => !mostReturn(facts));
  const growth = GROWTH[(failed < 0 ? found.length : failed) - 1];
  if (allowed.length === 0) return { says: "More calls than these the page does not run.", isLittle: false };
  if (growth === undefined) return { says: "It does not carry a tenth more.", isLittle: true };
  return { says: `It carries ${plain(growth, 1)} times these calls.`, isLittle: false };
}

/** So much work that most of a call is waiting. */
async function nearlyFull(values: ParamValues, base: Facts, carries: string, ask: Ask): Promise<Verdict> {
  const larger = withSet(values, { servers: field(values, "servers") + 1 });
  const [more] = await ask([{ values: larger, blipMs: 0 }]);
  const brings =
    more === undefined || more.p99 === null || base.p99 === null || more.p99 >= base.p99
      ? ""
      : `One server more brings 99 of 100 calls from ${timeText(base.p99)} to ${timeText(more.p99)}.`;
  return {
    headline: "The queue breaks first.",
    reason: `The servers are busy ${percentText(base.busy)} of the time, so calls wait. ${brings} ${carries}`,
    other: { values: larger, blipMs: 0, name: "With one server more" },
  };
}

/** All is well, also after a pause. How near is the end? */
async function holds(values: ParamValues, base: Facts, longest: Facts, ask: Ask): Promise<Verdict> {
  const { says: carries, isLittle } = await growthOf(values, ask);
  if (loadOf(values) > NEAR_FULL && takes("servers", field(values, "servers") + 1))
    return nearlyFull(values, base, carries, ask);
  const pause = pauseText(LONGEST_PAUSE);
  const other: Verdict["other"] = { values, blipMs: LONGEST_PAUSE, name: `After a pause of ${pause}` };
  const timeout = field(values, "timeoutMs");
  if (base.p99 !== null && base.p99 > NEAR_TIMEOUT * timeout) {
    const near = `It lies at ${timeText(timeout)}, and one call in a hundred takes ${timeText(base.p99)}.`;
    return { headline: "The time-out breaks first.", reason: `${near} ${carries}`, other };
  }
  if (isLittle) return { headline: "Little is left.", reason: carries, other };
  const after = Number(longest.recovery);
  const soon = after === 0 ? "at once" : `${timeText(after)} later`;
  const heals = `After a pause of ${pause} it is well again ${soon}.`;
  return { headline: "Nothing breaks soon.", reason: `${heals} ${carries}`, other };
}

/** @param base of the values as they are, without a pause */
export async function judge(values: ParamValues, base: Facts, ask: Ask): Promise<Verdict> {
  if (loadOf(values) >= 1) return tooMuch(values, ask);
  if (!mostReturn(base)) return fewReturn(values, base, ask);
  const paused = await ask(PAUSES.map((blipMs) => ({ values, blipMs })));
  const at = paused.findIndex((facts) => !isHealed(facts));
  const [blipMs, down, longest] = [PAUSES[at], paused[at], paused.at(-1)];
  if (blipMs !== undefined && down !== undefined) return staysDown(values, blipMs, down, ask);
  if (longest === undefined) throw new Error("numbers: no pause was tried.");
  return holds(values, base, longest, ask);
}
