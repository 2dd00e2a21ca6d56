/**
 * A lesson as data: its steps, what the stage shows at each, what is asked, and what counts as an answer. The prose
 * stands beside it in text.mdx, one <Step> for each step here. See lint.ts for what is checked.
 */
import type { ParamValue, ParamValues } from "../engine/experiments/types.ts";

/** Text in which a word in braces names one of the lesson's numbers: "the wire takes {wire} of {sum}". */
export type Prose = string;

/** A published cell. `row` names it by its key columns, "1" or "sender; Handle trap to Nub". */
export interface CellNumber {
  readonly kind: "cell";
  readonly table: string;
  readonly row: string;
  readonly column: string;
  readonly unit?: string; // instead of the cell's own, with `scale`
  readonly scale?: number;
}

/** What the paper's model gives; `value` as it is printed in the lesson. */
export interface ModelNumber {
  readonly kind: "model";
  readonly fn: string;
  readonly args: Readonly<Record<string, number | string>>;
  readonly value: string;
  readonly unit: string;
}

/** A measure of a run, or the share of its time that a resource was busy (in percent); `value` as printed. */
export interface RunNumber {
  readonly kind: "run";
  readonly experiment: string;
  readonly set: ParamValues;
  readonly faults: readonly string[];
  readonly seed: number;
  readonly measure: string; // "latencyMs"; "busy ethernet" for a resource
  readonly value: string;
  readonly unit: string;
}

/** Computed from other numbers of the lesson by their names; `value` as printed. */
export interface OwnNumber {
  readonly kind: "ours";
  readonly expression: string; // "100 * 2 * wire / measured"
  readonly value: string;
  readonly unit: string;
  readonly how: string; // in words
}

export type LessonNumber = CellNumber | ModelNumber | RunNumber | OwnNumber;

/** M1 to M9 of the pedagogy: what a wrong answer shows that its giver believes. */
export const MISCONCEPTIONS = {
  M1: "the wire dominates",
  M2: "sent twice, run twice",
  M3: "silence is death",
  M4: "n servers, n times faster",
  M5: "savings add",
  M6: "the mean is typical",
  M7: "multicast means delivered",
  M8: "threads always help",
  M9: "the model is the truth",
} as const;
export type Misconception = keyof typeof MISCONCEPTIONS;

/** A moment of the call shown: its ends, or where a step (or packet) of its critical path begins or ends. */
export type Moment = "start" | "end" | { readonly at: "start" | "end"; readonly of: Place };

/** A row of the trace: the first step of this name on this machine, or a packet. */
export interface Place {
  readonly name: string; // a step's name, or "call" or "result" for a packet
  readonly machine?: "caller" | "server";
}

/** What stands below the timeline, two at a time. */
export type Figure = "waterfall" | "chart" | "inspector" | "use";

export interface StageState {
  readonly experiment: string;
  readonly set?: ParamValues; // what differs from the defaults
  readonly seed?: number;
  readonly faults?: readonly string[];
  readonly call?: number; // from 1
  readonly moment: Moment;
  readonly highlight?: Place; // the one thing the step speaks of, in the timeline
  readonly figures: readonly [Figure, Figure];
  readonly look?: Figure | "timeline"; // the figure that the step speaks of
  readonly chart?: string; // the measure that the chart shows
}

/** What stays covered until a prediction is committed, so that nothing gives its answer away. */
export interface Cover {
  readonly until: string; // the prediction's id
  readonly figures: readonly Figure[];
  /** The timeline is shown no further than this moment; all of it where left out. */
  readonly after?: Moment;
}

/** Something to do on the stage at the press of a button. What it names replaces the step's state. */
export interface Try {
  readonly id: string;
  readonly label: string;
  readonly stage: Partial<StageState>;
}

export interface Option {
  readonly id: string;
  readonly text: Prose;
  readonly right?: true;
  readonly reply: Prose;
  readonly tags?: readonly Misconception[];
}

/** A question of the same kind with other numbers, after the answer was told. */
export interface Variant {
  readonly question: Prose;
  readonly options: readonly Option[];
}

interface PredictionBase {
  readonly id: string;
  readonly question: Prose;
  readonly hit: Prose; // the reply to a right answer
  readonly observe: Partial<StageState>; // where the first reply moves the stage
  /** The second reply: the difference, bar by bar. */
  readonly second: Prose;
  readonly bars: readonly { readonly label: string; readonly number: string }[];
  readonly third: Prose; // tells
  readonly variant: Variant;
}

export interface ChoicePrediction extends PredictionBase {
  readonly kind: "choice";
  readonly options: readonly Option[];
}

/** A number with an interval that holds the truth with 80 %. */
export interface NumberPrediction extends PredictionBase {
  readonly kind: "number";
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly log?: true;
  readonly truth: string; // name of one of the lesson's numbers
  readonly tooHigh: Prose; // first replies, by the side on which the interval misses
  readonly tooLow: Prose;
  readonly tags: readonly Misconception[];
}

/** A curve drawn by hand over a sweep, judged by start, slope, knee and plateau. */
export interface CurvePrediction extends PredictionBase {
  readonly kind: "curve";
  readonly experiment: string;
  readonly measure: string; // the chart's
  readonly max: number; // where the paper to draw on ends
  readonly step: number;
  readonly truth: { readonly table: string; readonly column: string };
  readonly first: Prose;
  readonly tags: readonly Misconception[];
}

export type Prediction = ChoicePrediction | NumberPrediction | CurvePrediction;

/** The reader writes or picks a sentence before ours shows. */
export interface Explain {
  readonly id: string;
  readonly prompt: Prose;
  readonly picks?: readonly { readonly id: string; readonly text: Prose }[];
  readonly ours: Prose;
}

/** A bound on a measure, or on its ratio to the measure at the part's fixed parameters. */
export interface Condition {
  readonly experiment: string;
  readonly set?: ParamValues; // beside what the reader sets
  readonly measure: string;
  readonly test: "at least" | "at most" | "below" | "is";
  readonly bound: number | string;
  readonly relative?: true; // the measure over its value with nothing set by the reader
  readonly says: Prose; // what the bound is about: "the longest step is the Ethernet"
}

export interface CheckpointPart {
  readonly id: string;
  readonly title: Prose;
  readonly experiment: string; // whose table has the free parameters
  readonly free: readonly string[]; // what the reader may set
  readonly changes?: number; // how many of them must differ from their defaults
  readonly conditions: readonly Condition[];
  readonly seeds: readonly number[]; // 1, 2, 3 where chance enters
  /** "Largest" or "least": the same with `by` more must fail. */
  readonly neighbour?: { readonly param: string; readonly by: number };
  /** Answers that fail for a reason worth a word. */
  readonly near?: readonly { readonly set: ParamValues; readonly reply: Prose }[];
  readonly waits?: string; // the switch without which no answer can be given
  readonly solution?: ParamValues; // none while it waits
  readonly fails: readonly ParamValues[]; // lucky guesses that must not pass
}

export interface Checkpoint {
  readonly id: string;
  readonly question: Prose;
  readonly parts: readonly CheckpointPart[];
  readonly hints: readonly Prose[];
  readonly solution: Prose;
  readonly variant: Prose;
}

export interface Transfer {
  readonly question: Prose;
  readonly answer: Prose;
}

/** Asked from memory as the lesson opens: an earlier lesson's prediction with other numbers. */
export interface Retrieval {
  readonly id: string;
  readonly from: string; // the earlier lesson's slug
  readonly question: Prose;
  readonly options: readonly Option[];
}

export interface Step {
  readonly id: string;
  readonly gist: string; // names it in the step bar
  readonly action: string; // the one thing to do
  readonly stage: StageState;
  readonly cover?: Cover;
  readonly tries?: readonly Try[];
  readonly predict?: Prediction;
  readonly explain?: Explain;
  readonly checkpoint?: Checkpoint;
  readonly transfer?: Transfer;
}

export interface Lesson {
  readonly slug: string;
  readonly paper: string;
  readonly can: readonly string[]; // what the reader can do at the end
  readonly retrieval: readonly Retrieval[];
  readonly numbers: Readonly<Record<string, LessonNumber>>;
  readonly steps: readonly Step[];
}

export type { ParamValue, ParamValues };
