/**
 * The things in a trace that a parameter makes longer, by its declaration (`Stretches`). A value that is greater moves
 * the end of a thing by its own growth, and by that of the things of its kind that had to end before it: `made` and
 * `times` count those along the chain of causes. So the end can be pulled, and the value follows.
 */
import { endOf } from "../kernel/critical-path.ts";
import { causeOf, itemAt, numberAt, originOf, timeAt } from "../kernel/reads.ts";
import { markRef, NO_REF, packetRef, refRow, refTable, spanRef } from "../kernel/trace-data.ts";
import type { Ref, TraceData } from "../kernel/trace-data.ts";
import type { NumberParam, Param, ParamValue, Stretches } from "./types.ts";
import { tally } from "../kernel/tally.ts";

export interface Stretched {
  /** The span, packet or mark at its end; NO_REF for a timer. */
  readonly ref: Ref;
  /** Where it is drawn: its machine, "" for a packet. */
  readonly machine: string;
  /** Of a timer: the instance of the protocol that waits. */
  readonly instance: string;
  readonly from: number; // nanoseconds of the run
  readonly to: number;
  /** Of its own length, what the parameter makes. */
  readonly own: number;
  /** Nanoseconds up to `to` that the parameter makes, in it and in those before it. */
  readonly made: number;
  /** How many things these are. */
  readonly times: number;
}

const UNIT_NS: Readonly<Record<string, number>> = { us: 1e3, ms: 1e6, s: 1e9 };

/** Nanoseconds of a unit of time. Throws RangeError for another unit. */
function nanosOf(unit: string): number {
  const nanos = UNIT_NS[unit];
  if (nanos === undefined) throw new RangeError(`stretched: the unit "${unit}" is no time.`);
  return nanos;
}

/** Rows that a parameter makes longer, by ref, with the time that it makes. */
type Own = ReadonlyMap<Ref, number>;

interface Sum {
  readonly made: number;
  readonly times: number;
}

/** A thing as it stands in the trace; where a row stands for it, the row's causes lead to those before it. */
type Thing = Omit<Stretched, "made" | "times">;

/** The sums along the causes of rows, each found once. */
function sumsAlong(trace: TraceData, own: Own): (ref: Ref) => Sum {
  const known = new Map<Ref, Sum>();
  return (last) => {
    const chain: Ref[] = [];
    let ref = last;
    for (; ref !== NO_REF && !known.has(ref); ref = causeOf(trace, ref)) chain.push(ref);
    let sum = known.get(ref) ?? { made: 0, times: 0 };
    for (const row of chain.reverse()) {
      const made = own.get(row);
      if (made !== undefined) sum = { made: sum.made + made, times: sum.times + 1 };
      known.set(row, sum);
    }
    return sum;
  };
}

/** A thing whose sums are found when they are first asked for: there may be ten thousand, and few are pulled. */
class Chained implements Stretched {
  readonly ref: Ref;
  readonly machine: string;
  readonly instance: string;
  readonly from: number;
  readonly to: number;
  readonly own: number;
  readonly #sumOf: (ref: Ref) => Sum;

  constructor({ ref, machine, instance, from, to, own }: Thing, sumOf: (ref: Ref) => Sum) {
    this.ref = ref;
    this.machine = machine;
    this.instance = instance;
    this.from = from;
    this.to = to;
    this.own = own;
    this.#sumOf = sumOf;
  }

  get made(): number {
    return this.#sumOf(this.ref).made;
  }

  get times(): number {
    return this.#sumOf(this.ref).times;
  }
}

function withSums(trace: TraceData, things: readonly Thing[]): readonly Stretched[] {
  let sums: ((ref: Ref) => Sum) | undefined;
  const sumOf = (ref: Ref): Sum => {
    sums ??= sumsAlong(trace, new Map(things.map((thing) => [thing.ref, thing.own])));
    return sums(ref);
  };
  return things.map((thing) => new Chained(thing, sumOf));
}

const machineAt = ({ tracks }: TraceData, track: number): string => itemAt(tracks, track, "track").machine;

type Work = Pick<Extract<Stretches, { readonly steps: unknown }>, "steps" | "machine">;

/** Spans of the steps, each with its parts: a later part’s cause is the part before it. */
function spansOf(
  trace: TraceData,
  call: number,
  { steps: names, machine: only }: Work,
  least: number,
): readonly Thing[] {
  const { spans, steps } = trace;
  const isOne = steps.map(({ name }) => names.includes(name));
  const things = new Map<Ref, Thing>();
  for (let row = 0; row < spans.count; row++) {
    const step = numberAt(spans.step, row);
    if (spans.call[row] !== call || isOne[step] !== true) continue;
    const machine = machineAt(trace, numberAt(spans.track, row));
    if (only !== undefined && machine !== only) continue;
    const cause = numberAt(spans.cause, row);
    const isPart = cause !== NO_REF && refTable(cause) === "span" && spans.step[refRow(cause)] === step;
    const before = isPart ? things.get(cause) : undefined;
    const [start, to] = [timeAt(spans.start, row), timeAt(spans.end, row)];
    const ref = spanRef(row);
    if (before !== undefined) things.delete(before.ref);
    things.set(ref, {
      ref,
      machine,
      instance: "",
      from: before?.from ?? start,
      to,
      own: (before?.own ?? 0) + to - start,
    });
  }
  return [...things.values()].filter(({ own }) => own >= least);
}

/** The end of what stands before a wait. */
function waitFrom(trace: TraceData, mark: number): number {
  const cause = numberAt(trace.marks.cause, mark);
  return cause === NO_REF ? timeAt(trace.marks.at, mark) : endOf(trace, cause);
}

function waitsOf(trace: TraceData, call: number, label: string, behind: string | undefined): readonly Thing[] {
  const { marks, labels } = trace;
  const things: Thing[] = [];
  for (let row = 0; row < marks.count; row++) {
    if (marks.call[row] !== call || labels[numberAt(marks.label, row)] !== label) continue;
    const [from, to] = [waitFrom(trace, row), timeAt(marks.at, row)];
    const machine = machineAt(trace, numberAt(marks.track, row));
    things.push({ ref: markRef(row), machine, instance: "", from, to, own: to - from });
  }
  // Steps that serve no call, as those of an import, run no procedure whose time is set.
  if (things.length > 0 || behind === undefined || call === 0) return things;
  const last = spansOf(trace, call, { steps: [behind] }, 0).at(-1);
  return last === undefined ? [] : [{ ...last, from: last.to, own: 0 }];
}

interface Waiting {
  readonly at: number;
  readonly due: number;
  readonly made: number;
  readonly times: number;
}

type Timer = Pick<Extract<Stretches, { readonly timer: string }>, "timer" | "state">;

const NEARLY = 1000; // nanoseconds

/**
 * Timers, each from the transition that sets it. One that follows another that went off adds to its time. A state may
 * wait for other times, too, such as a pause before it sends again: those of another length are none of them.
 */
function timersOf(
  trace: TraceData,
  call: number,
  { timer: protocol, state }: Timer,
  length: number,
): readonly Stretched[] {
  const { transitions, words } = trace;
  const word = (column: Int32Array, row: number): string => itemAt(words, numberAt(column, row), "word");
  const last = new Map<string, Waiting>();
  const things: Stretched[] = [];
  for (let row = 0; row < transitions.count; row++) {
    if (word(transitions.protocol, row) !== protocol) continue;
    const machine = word(transitions.machine, row);
    const instance = word(transitions.instance, row);
    const key = `${machine} ${instance}`;
    const before = last.get(key);
    last.delete(key);
    const [at, due] = [timeAt(transitions.at, row), timeAt(transitions.due, row)];
    if (transitions.call[row] !== call || due < 0 || word(transitions.to, row) !== state) continue;
    const follows = before !== undefined && before.due <= at;
    const own = due - at;
    const isOne = Math.abs(own - length) <= NEARLY;
    const sum = follows ? before : { made: 0, times: 0 };
    const waiting = { at, due, made: sum.made + (isOne ? own : 0), times: sum.times + (isOne ? 1 : 0) };
    last.set(key, before !== undefined && before.due === due ? before : waiting);
    if (!isOne || before?.due === due) continue; // the same timer goes on
    const { made, times } = waiting;
    things.push({ ref: NO_REF, machine, instance, from: at, to: due, own, made, times });
  }
  return things;
}

/** What each frame takes on the medium, by the row that it left with: a packet and its spans have the same cause. */
function wireTimes(trace: TraceData, call: number, step: string): ReadonlyMap<Ref, number> {
  const { spans } = trace;
  const isOne = trace.steps.map(({ name }) => name === step);
  const times = new Map<Ref, number>();
  for (let row = 0; row < spans.count; row++) {
    if (spans.call[row] !== call || isOne[numberAt(spans.step, row)] !== true) continue;
    const cause = numberAt(spans.cause, row);
    tally(times, cause, timeAt(spans.end, row) - timeAt(spans.start, row));
  }
  return times;
}

function wiresOf(trace: TraceData, call: number, step: string): readonly Thing[] {
  const { packets } = trace;
  const times = wireTimes(trace, call, step);
  const things: Thing[] = [];
  for (let row = 0; row < packets.count; row++) {
    const cause = numberAt(packets.cause, row);
    const own = cause === NO_REF ? undefined : times.get(cause); // other traffic comes of nothing
    if (packets.call[row] !== call || own === undefined || originOf(trace, row) === "duplicate") continue;
    const [from, to] = [timeAt(packets.departs, row), timeAt(packets.arrives, row)];
    things.push({ ref: packetRef(row), machine: "", instance: "", from, to, own });
  }
  return things;
}

/** Packets whose way takes so much longer. */
function waysOf(trace: TraceData, call: number, longer: number): readonly Thing[] {
  const { packets } = trace;
  const things: Thing[] = [];
  for (let row = 0; longer > 0 && row < packets.count; row++) {
    if (packets.call[row] !== call || originOf(trace, row) === "duplicate") continue;
    const [from, to] = [timeAt(packets.departs, row), timeAt(packets.arrives, row)];
    if (to - timeAt(packets.delayed, row) - from < longer) continue;
    things.push({ ref: packetRef(row), machine: "", instance: "", from, to, own: longer });
  }
  return things;
}

/** The length that a value gives a span or a way, in nanoseconds; one that is shorter is none of its. */
function leastOf(param: Param, value: ParamValue): number {
  const { stretches } = param;
  if (stretches === undefined || "timer" in stretches || "wait" in stretches) return 0;
  if ("wire" in stretches) return stretches.wire === null ? Number(value) * nanosOf((param as NumberParam).unit) : 0;
  if (stretches.share === true) return 0;
  if (param.kind !== "number" || typeof value !== "number") return 0;
  const { plus = 0 } = stretches;
  return Math.round((value + plus) * nanosOf(param.unit));
}

/** The length of a timer with a value, in nanoseconds. */
const lengthOf = (param: Param, value: ParamValue): number =>
  param.kind === "number" ? Number(value) * nanosOf(param.unit) : NaN;

/** The things of a call, in order of time. @param value that the run has for the parameter */
export function stretchedBy(trace: TraceData, call: number, param: Param, value: ParamValue): readonly Stretched[] {
  const { stretches: what } = param;
  if (what === undefined) return [];
  if ("timer" in what) return timersOf(trace, call, what, lengthOf(param, value));
  if ("wire" in what) {
    const { wire } = what;
    return withSums(trace, wire === null ? waysOf(trace, call, leastOf(param, value)) : wiresOf(trace, call, wire));
  }
  if ("wait" in what) return withSums(trace, waitsOf(trace, call, what.wait, what.behind));
  return withSums(trace, spansOf(trace, call, what, leastOf(param, value)));
}

/** How the end of a thing follows the value: by the same amount, by the same share, or against it. */
type Law = "amount" | "share" | "speed";

function lawOf(what: Stretches, now: number, made: number): Law {
  if ("wire" in what) return what.wire === null ? "amount" : "speed";
  return now > 0 && made > 0 && ("timer" in what || ("steps" in what && what.share === true)) ? "share" : "amount";
}

/** What of a parameter and a thing the place of its end depends on. */
export interface Pull {
  readonly param: Param;
  readonly now: number;
  readonly to: number;
  readonly made: number;
  readonly times: number;
}

/** The value with which the end of the thing would stand there; not yet one that the parameter's table allows. */
export function valueAt({ param, now, to, made, times }: Pull, at: number): number {
  const what = param.stretches;
  if (what === undefined) throw new Error("stretched: a parameter that stretches nothing cannot be pulled.");
  const length = made + at - to;
  switch (lawOf(what, now, made)) {
    case "speed":
      return length <= 0 ? Infinity : (now * made) / length;
    case "share":
      return (now * length) / made;
    case "amount":
      return now + (at - to) / (times * nanosOf((param as NumberParam).unit));
  }
}

/** Where the end of the thing would stand with a value. */
export function placeOf({ param, now, to, made, times }: Pull, value: number): number {
  const what = param.stretches;
  if (what === undefined) throw new Error("stretched: a parameter that stretches nothing cannot be pulled.");
  switch (lawOf(what, now, made)) {
    case "speed":
      return to + made * (now / value - 1);
    case "share":
      return to + made * (value / now - 1);
    case "amount":
      return to + (value - now) * times * nanosOf((param as NumberParam).unit);
  }
}
