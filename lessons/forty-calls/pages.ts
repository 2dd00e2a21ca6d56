/** The runs of 7.2: a page that asks forty servers, and the numbers that they give. */
import { ours, ran, said } from "../sources.ts";
import type { LessonNumber, ParamValues, RunNumber } from "../types.ts";

export const EXPERIMENT = "services/graph";
/** A page asks forty servers, which need ten milliseconds in the mean and can carry two hundred pages a second. */
export const ANY_LOAD: ParamValues = { graph: "fan-out", workers: 2, serverMs: 10, retries: 0, blipMs: 0 };
export const PAGE: ParamValues = { ...ANY_LOAD, loadPerS: 20, seconds: 60 };
export const pageOf = (leaves: number): ParamValues => ({ ...PAGE, leaves });
export const COPIES: ParamValues = { hedgeMs: 30, cancel: "on" };
export const HEDGED: ParamValues = { ...PAGE, ...COPIES };
export const BUSY: ParamValues = { ...ANY_LOAD, loadPerS: 180, seconds: 10 };
export const BUSY_COPIES: ParamValues = { ...BUSY, ...COPIES };
export const BUSY_BLIND: ParamValues = { ...BUSY, hedgeMs: 30 };
export const BUSY_LATE: ParamValues = { ...BUSY, ...COPIES, hedgeMs: 100 };
/** For two seconds all leaves are ten times as slow. */
export const ALL_SLOW: ParamValues = { ...ANY_LOAD, loadPerS: 20, seconds: 10, blip: "slow", blipMs: 2000 };

const run = (measure: string, value: string, unit: string, set: ParamValues): RunNumber =>
  ran(EXPERIMENT, measure, value, unit, set);
const slowest = (value: string, set: ParamValues): RunNumber => run("p99Ms", value, "ms", set);
const mean = (value: string, set: ParamValues): RunNumber => run("meanMs", value, "ms", set);
const returned = (value: string, set: ParamValues): RunNumber => run("returnedShare", value, "%", set);
const attempts = (value: string, set: ParamValues): RunNumber => run("attemptsPerCall", value, "", set);
/** The copies in percent of the calls. */
const more = (name: string, value: string): LessonNumber =>
  ours(`100 * (${name} - 1)`, value, "%", "Attempts a call, beyond the first");

export const numbers: Readonly<Record<string, LessonNumber>> = {
  leafMean: ours("10", "10", "ms", "Set: the mean time of a leaf"),
  leafTail: ours("leafMean * 4.605", "46", "ms", "Ten milliseconds, times the natural logarithm of a hundred"),
  pages: ours(`100 - 100${" * 0.99".repeat(40)}`, "33", "pages", "A hundred, minus those whose forty leaves are quick"),
  oneLeaf: slowest("48.1", pageOf(1)),
  tenLeaves: slowest("70.4", pageOf(10)),
  forty: slowest("81.9", PAGE),
  hundred: slowest("97.1", pageOf(100)),
  oneMean: mean("11.9", pageOf(1)),
  fortyMean: mean("44.7", PAGE),
  hedged: slowest("59.7", HEDGED),
  hedgedAttempts: attempts("1.053", HEDGED),
  copies: more("hedgedAttempts", "5"),
  delay: ours("30", "30", "ms", "Set: the second copy leaves after this"),
  load: ours("180", "180", "pages/s", "Set: so many pages begin each second"),
  capacity: ours("2 * 1000 / 10", "200", "pages/s", "Two workers of each leaf, ten milliseconds a call"),
  plain: returned("100", BUSY),
  all: said("all", { "pages that return": "plain", "of a hundred": "100" }),
  plainMean: mean("177", BUSY),
  blind: returned("26", BUSY_BLIND),
  aQuarter: said("a quarter", { "pages that return": "blind", "of a hundred": "100" }),
  blindWaste: run("wastedShare", "79", "%", BUSY_BLIND),
  withCancel: returned("94", BUSY_COPIES),
  cancelMean: mean("282", BUSY_COPIES),
  cancelAttempts: attempts("1.918", BUSY_COPIES),
  cancelCopies: more("cancelAttempts", "92"),
  lateMean: mean("127", BUSY_LATE),
  lateAttempts: attempts("1.148", BUSY_LATE),
  lateCopies: more("lateAttempts", "15"),
  slowPlain: slowest("841", ALL_SLOW),
  slowCopies: slowest("990", { ...ALL_SLOW, ...COPIES }),
};
