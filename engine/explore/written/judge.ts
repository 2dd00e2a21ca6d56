/**
 * Judges rules at a level of *Write the rule*: a run without faults counts their packets, and the search looks for the
 * fewest faults that break a promise. What it finds is run through the whole system.
 */
import { NUMBERED } from "../../experiments/explorable.ts";
import type { Run } from "../../experiments/types.ts";
import { outcomeOf } from "../../kernel/reads.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import type { Property } from "../../protocols/promises.ts";
import { CodeFault } from "../../protocols/written/code-actions.ts";
import { timesOf } from "../call-times.ts";
import { firstShown } from "../counterexample.ts";
import { executionsOf } from "../../experiments/call-facts.ts";
import { shows } from "../replay.ts";
import { search, type Violation } from "../search.ts";
import type { Level } from "./levels.ts";
import { recognised } from "./recognise.ts";
import { CALLS, endsOf, packetsOf, parOf, runAt, type AnyWrittenEnds, type Judged } from "./runs.ts";
import { storyOf } from "./story.ts";
import type { WrongRule } from "./wrong.ts";

/** The promise that breaks, and the run that shows it. */
export interface Broken {
  readonly property: Property;
  readonly call: number; // from 1
  /** How often the procedure has run for it. */
  readonly executions: number;
  readonly faults: readonly string[]; // lines of a fault script
  /** Whether the whole system breaks it with these faults, too. */
  readonly isShown: boolean;
  /** The run in words, a sentence an event. */
  readonly story: readonly string[];
}

/** The attacks that were tried. */
interface Tried {
  readonly level: number;
  readonly faults: number; // the most of a run
  /** The most that were asked for, where these make too many runs to try them all; else null. */
  readonly tooMany: number | null;
  readonly par: number;
  readonly states: number;
  readonly ms: number;
}

interface Counted extends Tried {
  readonly packets: number; // a call, without a fault
}

/** All promises are kept with par, or with more packets; or one breaks; or the program is at fault. */
export type Verdict =
  | (Counted & { readonly tag: "solved" })
  | (Counted & { readonly tag: "costly"; readonly wrong: WrongRule | null })
  | (Counted & { readonly tag: "broken"; readonly broken: Broken; readonly wrong: WrongRule | null })
  | (Tried & { readonly tag: "faulty"; readonly fault: FaultWords });

export type FaultWords = Pick<CodeFault, "where" | "what" | "todo" | "place">;

interface JudgeOptions {
  /** The most faults of a run; left out: the level’s. */
  readonly faults?: number;
  /** Gives the time in ms; left out: nothing is timed. The engine has no clock. */
  readonly clock?: () => number;
}

/** So many of the simplest counterexamples are run through the system, until one shows there. */
const TRIED = 30;
/** A program may remember more and more, and many faults make many runs: the search gives up then. */
const MOST_STATES = 150_000;

/** A search has met more states than it may. */
class TooManyStates extends Error {}

/** Judges rules at a level; in place of a program that cannot be read, what is wrong with it. */
export function judge(level: Level, judged: Judged | CodeFault, options: JudgeOptions = {}): Verdict {
  const { faults = level.faults, clock = () => 0 } = options;
  const began = clock();
  const tried = { level: level.number, faults, tooMany: null, par: parOf(level) };
  const verdict = judged instanceof CodeFault ? faulty(judged) : judgedWithin(level, judged, faults);
  return { ...tried, ...verdict, ms: clock() - began };
}

/** With fewer faults, but no fewer than the level’s, where more make too many runs to try them all. */
function judgedWithin(level: Level, judged: Judged, faults: number): Found {
  try {
    return judgedAt(level, judged, faults);
  } catch (error) {
    if (!(error instanceof TooManyStates)) throw error;
    if (faults > level.faults) {
      const fewer = judgedWithin(level, judged, faults - 1);
      return { faults: faults - 1, ...fewer, tooMany: faults };
    }
    const todo = "Keep in the state only what the next event needs.";
    return faulty(new CodeFault("the program", null, `it has more than ${MOST_STATES} states`, todo));
  }
}

type Found = Verdict extends infer One
  ? One extends Verdict
    ? Omit<One, keyof Tried> & Pick<Tried, "states"> & Partial<Pick<Tried, "faults" | "tooMany">>
    : never
  : never;

function judgedAt(level: Level, judged: Judged, faults: number): Found {
  try {
    const { broken, packets, states } = attack(level, judged, faults);
    if (broken === null && packets <= parOf(level)) return { tag: "solved", packets, states };
    const tag = broken === null ? "costly" : "broken";
    const wrong = recognised(level, judged, { tag, packets, broken });
    return broken === null
      ? { tag: "costly", packets, states, wrong }
      : { tag: "broken", packets, states, broken, wrong };
  } catch (error) {
    if (!(error instanceof CodeFault)) throw error;
    return faulty(error);
  }
}

const faulty = ({ where, what, todo, place }: CodeFault): Found => ({
  tag: "faulty",
  states: 0,
  fault: { where, what, todo, place },
});

interface Attack {
  readonly packets: number;
  readonly states: number;
  readonly broken: Broken | null;
}

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
  if (states > MOST_STATES) throw new TooManyStates();
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
  const executions = executionsOf(trace, ends, at);
  return { property, call: at, executions, faults: [], isShown: true, story: storyOf(trace, property) };
}

/** The first of the simplest that the whole system shows; where it shows none, the first. */
function shown(violations: readonly Violation[], level: Level, judged: Judged, ends: AnyWrittenEnds): Broken | null {
  const runWith = (lines: readonly string[]): Run => runAt(level, judged, lines);
  // A call may break a promise when it returns that the run keeps in the end: its procedure runs late, for one.
  const found = firstShown(violations, { ends, runWith }, { tried: TRIED, also: level.promises });
  if (found === null) return null;
  const { violation, lines: faults, run, shown: property } = found;
  const { call } = violation;
  const executions = executionsOf(run.trace, ends, call);
  if (property === null) return { ...violation, executions, faults, isShown: false, story: [] };
  return { property, call, executions, faults, isShown: true, story: storyOf(run.trace, property) };
}
