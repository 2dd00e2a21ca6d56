/**
 * Judges rules at a level of *Write the rule*: a run without faults counts their packets, and the search looks for the
 * fewest faults that break a promise. What it finds is run through the whole system.
 */
import { defaultsOf } from "../../experiments/answering.ts";
import { NUMBERED } from "../../experiments/explorable.ts";
import type { ParamValues, Run } from "../../experiments/types.ts";
import { call as description } from "../../experiments/written/describe.ts";
import { valueOfRules } from "../../experiments/written/params.ts";
import { experimentWith } from "../../experiments/written/run.ts";
import { outcomeOf } from "../../kernel/reads.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import type { Ends } from "../../protocols/ends.ts";
import type { Property } from "../../protocols/promises.ts";
import type { CallCode } from "../../protocols/written/code.ts";
import { CodeFault } from "../../protocols/written/code-actions.ts";
import { codeEnds } from "../../protocols/written/code-ends.ts";
import { writtenEnds } from "../../protocols/written/ends.ts";
import { RETRY_AFTER, type WrittenPacket } from "../../protocols/written/message.ts";
import type { WrittenRules } from "../../protocols/written/rules.ts";
import { timesOf } from "../call-times.ts";
import { firstShown, replayed } from "../counterexample.ts";
import { shows } from "../replay.ts";
import { search, type Violation } from "../search.ts";
import type { Level } from "./levels.ts";
import { storyOf } from "./story.ts";
import { wrongOf, type WrongRule } from "./wrong.ts";

/** What is judged: a table of cells, or a program with the interpreter that calls it. */
export type Judged = { readonly rules: WrittenRules } | { readonly code: CallCode };

type AnyWrittenEnds = Ends<unknown, WrittenPacket>;

/** The promise that breaks, and the run that shows it. */
export interface Broken {
  readonly property: Property;
  readonly call: number; // from 1
  readonly faults: readonly string[]; // lines of a fault script
  /** Whether the whole system breaks it with these faults, too. */
  readonly isShown: boolean;
  /** The run in words, a sentence an event. */
  readonly story: readonly string[];
}

export interface Verdict {
  readonly level: number;
  /** All promises kept with par; kept with more packets; one broken; or the program is at fault. */
  readonly tag: "solved" | "costly" | "broken" | "faulty";
  readonly faults: number; // the most that were tried
  readonly packets: number | null; // a call, without a fault; null where the program is at fault
  readonly par: number;
  readonly states: number;
  readonly ms: number;
  readonly broken: Broken | null;
  readonly wrong: WrongRule | null;
  readonly fault: Pick<CodeFault, "where" | "what" | "todo" | "line"> | null;
}

interface JudgeOptions {
  /** The most faults of a run; left out: the level’s. */
  readonly faults?: number;
  /** Gives the time in ms; left out: nothing is timed. The engine has no clock. */
  readonly clock?: () => number;
}

const SEED = 1;
const CALLS = 2;
/** So many of the simplest counterexamples are run through the system, until one shows there. */
const TRIED = 30;
/** A program may remember more and more: the search gives up then. */
const MOST_STATES = 150_000;
const TIMER_MS = RETRY_AFTER / 1e6;

/** The parameters of the experiment at a level; for a program those of the rule book. */
const parametersAt = (level: Level, judged: Judged): ParamValues => ({
  ...defaultsOf(description),
  rules: "rules" in judged ? valueOfRules(judged.rules) : "book",
  serverMs: level.serverMs,
  retryMs: TIMER_MS,
  calls: CALLS,
});

const endsOf = (judged: Judged): AnyWrittenEnds =>
  "rules" in judged ? writtenEnds({ rules: judged.rules, retryAfter: RETRY_AFTER }) : codeEnds(judged.code);

/** A run of the whole system at a level. */
export function runAt(level: Level, judged: Judged, faults: readonly string[]): Run {
  const experiment = experimentWith(() => endsOf(judged));
  return experiment.run(parametersAt(level, judged), SEED, faults, { keep: "all" });
}

const packetsOf = ({ packets, laterPackets }: Run): number => (packets + laterPackets) / CALLS;

const pars = new Map<number, number>();

/** The packets of a call that the level’s solution takes without a fault. */
export function parOf(level: Level): number {
  const known = pars.get(level.number);
  if (known !== undefined) return known;
  const par = packetsOf(runAt(level, { rules: level.solution }, []));
  pars.set(level.number, par);
  return par;
}

/** Judges rules at a level. */
export function judge(level: Level, judged: Judged, options: JudgeOptions = {}): Verdict {
  const { faults = level.faults, clock = () => 0 } = options;
  const began = clock();
  const nothing = { level: level.number, faults, par: parOf(level), states: 0, broken: null, wrong: null, fault: null };
  try {
    const found = attack(level, judged, faults);
    const { broken, packets } = found;
    const tag = broken !== null ? "broken" : packets > nothing.par ? "costly" : "solved";
    const rules = "rules" in judged ? judged.rules : null;
    const wrong = rules === null || tag === "solved" ? null : wrongOf(level, rules, { tag, broken });
    return { ...nothing, ...found, tag, wrong, ms: clock() - began };
  } catch (error) {
    if (!(error instanceof CodeFault)) throw error;
    const { where, what, todo, line } = error;
    return { ...nothing, tag: "faulty", packets: null, fault: { where, what, todo, line }, ms: clock() - began };
  }
}

type Attack = Pick<Verdict, "packets" | "states" | "broken"> & { readonly packets: number };

function attack(level: Level, judged: Judged, faults: number): Attack {
  const ends = { ...endsOf(judged), crashable: level.crashable };
  const calm = runAt(level, judged, []);
  const packets = packetsOf(calm);
  const alone = brokenAlone(calm.trace, ends, level.promises);
  if (alone !== null) return { packets, states: 0, broken: alone };
  const times = timesOf(calm.trace, ends);
  const options = { calls: CALLS, properties: level.promises, program: NUMBERED, progress: stopAtMost };
  const all = search(ends, times, { ...options, faults });
  const { crashes } = level;
  // Packets that no script can name meet no fault.
  const onlyCrashes = crashes === undefined || crashes <= faults || all.violations.length > 0;
  const more = onlyCrashes ? null : search(withoutNames(ends), times, { ...options, faults: crashes });
  const broken = shown([...all.violations, ...(more?.violations ?? [])], level, judged, ends);
  return { packets, states: all.states + (more?.states ?? 0), broken };
}

function stopAtMost(states: number): void {
  if (states <= MOST_STATES) return;
  const todo = "Keep in the state only what the next event needs.";
  throw new CodeFault("the program", null, `it has more than ${MOST_STATES} states`, todo);
}

const withoutNames = (ends: AnyWrittenEnds): AnyWrittenEnds => ({
  ...ends,
  step: (state, input, moment) => {
    const [after, effects] = ends.step(state, input, moment);
    return [after, effects.map((effect) => (effect.tag === "send" ? { ...effect, kind: null } : effect))];
  },
});

/** The promise that breaks without any fault; null where none does. */
function brokenAlone(trace: TraceData, ends: AnyWrittenEnds, promises: readonly Property[]): Broken | null {
  const outcomes = Array.from({ length: CALLS }, (_, row) =>
    row < trace.calls.count ? outcomeOf(trace, row) : "pending",
  );
  const call = outcomes.findIndex((outcome) => outcome !== "returned") + 1;
  const ended = call === 0 ? null : outcomes[call - 1] === "failed" ? "returns" : "ends";
  const property = promises.find((one) => one === ended) ?? promises.find((one) => shows(trace, ends, one, []));
  if (property === undefined) return null;
  const at = call === 0 ? CALLS : call;
  return { property, call: at, faults: [], isShown: true, story: storyOf(trace, property) };
}

/** The first of the simplest that the whole system shows; where it shows none, the first. */
function shown(violations: readonly Violation[], level: Level, judged: Judged, ends: AnyWrittenEnds): Broken | null {
  const [first] = violations;
  if (first === undefined) return null;
  const fewest = violations.filter((one) => one.faults.length === first.faults.length).slice(0, TRIED);
  const runWith = (lines: readonly string[]): Run => runAt(level, judged, lines);
  // A call may break a promise when it returns that the run keeps in the end: its procedure runs late, for one.
  const { violation, replay } = firstShown(fewest, (one) =>
    replayed(one, { ends, runWith, among: [one.property, ...level.promises] }),
  );
  const { run, lines: faults, shown: property } = replay;
  const story = property === null ? [] : storyOf(run.trace, property);
  return { property: property ?? violation.property, call: violation.call, faults, isShown: property !== null, story };
}
