/**
 * A lesson as data: its steps, what the stage shows at each, what is asked, and what counts as an answer. The prose
 * stands beside it in text.mdx, one <Step> for each step here. See lint.ts for what is checked.
 */
import type { Misconception } from "./misconceptions.ts";
import type { ParamValues } from "../engine/experiments/types.ts";

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

/** A value of the paper's model; `value` as the lesson prints it. */
export interface ModelNumber {
  readonly kind: "model";
  readonly fn: string;
  readonly args: Readonly<Record<string, number | string>>;
  readonly value: string;
  readonly unit: string;
}

/**
 * A measure of a run or of its trace: the share of its time that a resource was busy (in percent), or when a row of
 * its first call starts or ends (in microseconds from the start of the call). `value` as printed.
 */
export interface RunNumber {
  readonly kind: "run";
  readonly experiment: string;
  readonly set: ParamValues;
  readonly faults: readonly string[];
  readonly seed: number;
  readonly measure: string; // "latencyMs"; "busy ethernet"; "start Process the call@server3"
  readonly value: string;
  readonly unit: string;
}

/** Computed from other numbers of the lesson by their names; `value` as printed. */
interface OwnNumber {
  readonly kind: "ours";
  readonly expression: string; // "100 * 2 * wire / measured"
  readonly value: string;
  readonly unit: string;
  readonly how: string; // in words
}

/** A word that other numbers of the lesson bear out: "nearly all", "the processors lead". See words.ts. */
interface WordNumber {
  readonly kind: "word";
  readonly phrase: string; // as printed; it holds a word that is checked
  /** What is compared, each by a name with its arithmetic: a part and its whole, or one and the others. */
  readonly of: Readonly<Record<string, string>>;
}

export type LessonNumber = CellNumber | ModelNumber | RunNumber | OwnNumber | WordNumber;

/** A moment of the call shown: its ends, or where a row of the trace begins or ends. */
export type Moment = "start" | "end" | { readonly at: "start" | "end"; readonly of: Place };

/** A row of the trace: the first packet of this kind, step of this name, or mark that says this. */
export interface Place {
  readonly name: string; // "Process the call"; of a packet "result"; of a mark "result forward"
  readonly machine?: string; // "caller", "callee2"; a packet is its sender's
  readonly nth?: number; // from 1; the last one for -1, the first where left out
}

/** The figures that may stand on the stage beside the timeline. */
export const FIGURES = [
  "waterfall",
  "chart",
  "inspector",
  "use",
  "model",
  "explore",
  "bytes",
  "distribution",
  "machines",
  "calls",
  "graph",
  "buffer",
  "specification",
  "stubs",
  "rules",
  "table",
  "crowd",
] as const;
export type Figure = (typeof FIGURES)[number];
/** A figure of the stage. Two runs that are compared stand in place of the timeline. */
export type Shown = Figure | "timeline";

/** A run by what decides it; what is left out is at its default. */
export interface StageRun {
  readonly experiment: string;
  readonly set?: ParamValues; // what differs from the defaults
  readonly seed?: number;
  readonly faults?: readonly string[];
}

/** Another run, shown with the stage's own on one time axis, and what it is called there. */
export interface TwinRun extends StageRun {
  readonly name: string;
}

export interface StageState extends StageRun {
  readonly twin?: TwinRun;
  readonly call?: number; // from 1; 0 for the whole run, with what comes before the first call
  readonly moment: Moment;
  readonly later?: true; // the timeline begins with what comes of the call after its end
  readonly axis?: "linear" | "log"; // where gaps grow, and where they double; else long silences are folded
  readonly rung?: 0 | 1 | 2 | 3 | 4; // of the ladder, from two machines to bytes; else the rows are processors
  readonly highlight?: Place; // the one thing the step speaks of, in the timeline
  readonly host?: string; // the machine whose state the inspector shows: "client"
  /** Of a table, graph or buffer of state: which one, by its key; the first where left out. */
  readonly keeps?: string;
  readonly hero: Shown; // the figure that the step is about: it comes first, and has two thirds of the stage
  readonly fields?: readonly string[]; // of a chosen packet: those that the step speaks of, at most five
  readonly figures: readonly [Figure, Figure]; // beside the timeline, the hero among them where it is one of them
  readonly open?: readonly Shown[]; // what the text needs besides the hero; the others are folded to a line
  readonly chart?: string; // the chart's id, "figure-3a", or its measure
  readonly modelAt?: string; // the function that the model is opened at
  /** A text with a fault, which the editor of the specification opens with; the run stays that of `set`. */
  readonly draft?: string;
  /** The level of *Write the rule* whose cells the figure of the rules offers. */
  readonly level?: number;
  /** From this moment on no further fault saves the run, in nanoseconds: the timeline marks it. */
  readonly lost?: number | null;
}

/** Figures that stay covered until the reader commits a prediction, so that nothing gives its answer away. */
interface Cover {
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

/** A question of the same kind with other numbers, after the answer was told or the checkpoint passed. */
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

/** What one can believe wrongly, and the answer that it gives, as arithmetic on numbers of the lesson. */
interface WrongBelief {
  readonly says: string;
  readonly gives: string; // "header + 2"
}

/** A number, with an interval where the reader likes to bet on one. */
export interface NumberPrediction extends PredictionBase {
  readonly kind: "number";
  readonly unit: string;
  readonly min: number;
  readonly max: number; // every number between them may be answered, whatever its last digit
  readonly log?: true;
  readonly truth: string; // name of one of the lesson's numbers
  readonly near: number; // an answer is right this near the truth: 0 for what is counted, more for an estimate
  /** The answers that wrong beliefs give: none is right, however it is rounded. */
  readonly beliefs: readonly WrongBelief[];
  /** Other readings of the question that are right, too: each with its number and what is said to it. */
  readonly alsoRight?: readonly { readonly number: string; readonly reply: Prose }[];
  readonly misses: Misses; // by the side on which the answer misses
}

/** A first reply: it names the reasoning that leads to the answer, and says what to look at on the stage. */
export interface Miss {
  readonly reply: Prose;
  readonly tags: readonly Misconception[];
}

export type Side = "tooHigh" | "tooLow";
type Misses = Readonly<Record<Side, Miss>>;

/** A curve drawn by hand over a sweep, judged by start, slope, knee and plateau. */
export interface CurvePrediction extends PredictionBase {
  readonly kind: "curve";
  readonly experiment: string;
  readonly measure: string; // the chart's
  readonly max: number; // where the paper to draw on ends
  readonly step: number;
  /**
   * A column over the first key of its table that `only` leaves open, at these of its values. `only` holds parameters
   * of the experiment by the same names: the curve is shown again where the stage has them.
   */
  readonly truth: {
    readonly table: string;
    readonly column: string;
    readonly only?: ParamValues;
    readonly at: readonly number[];
  };
  /** By where the curve ends up; `shape` where it ends right and starts, rises or bends elsewhere. */
  readonly misses: Misses & { readonly shape: Miss };
}

/** Two curves can miss the crossing in these ways. */
export type CrossingMiss = "first" | "second" | "early" | "late" | "other";

/** Two curves drawn by hand, judged by which is ahead before they cross, which after, and where that is. */
export interface CrossingPrediction extends PredictionBase {
  readonly kind: "crossing";
  readonly title: string; // of the axis: "Bandwidth"
  readonly unit: string;
  readonly x: {
    readonly label: string;
    readonly unit: string;
    readonly values: readonly number[];
    readonly each: number; // of the chart's x in one of this unit: 1,024 bytes in a KB
  };
  /** The one that is ahead at first, and the one that is at last, by their options of the chart's series. */
  readonly curves: readonly [string, string];
  readonly max: number; // where the paper to draw on ends
  readonly step: number;
  readonly truth: string; // name of one of the lesson's numbers, in the unit of x
  readonly tolerance: number; // likewise
  /** By the curve that stays ahead throughout, or by where they cross; `other` where they do so differently. */
  readonly misses: Readonly<Record<CrossingMiss, Miss>>;
}

export type Prediction = ChoicePrediction | NumberPrediction | CurvePrediction | CrossingPrediction;

/** The reader writes or picks a sentence before ours shows. */
interface Explain {
  readonly id: string;
  readonly prompt: Prose;
  readonly picks?: readonly Option[]; // each with what is said to its reasoning
  readonly ours: Prose;
}

/** A bound on a measure, on its ratio to the measure with nothing set by the reader, or to that of another run. */
export interface Condition {
  readonly experiment: string;
  readonly set?: ParamValues; // beside what the reader sets
  readonly measure: string;
  readonly test: "at least" | "at most" | "below" | "is";
  readonly bound: number | string;
  readonly relative?: true; // the measure over its value with nothing set by the reader
  readonly over?: ParamValues; // the measure over its value in the same run but for these
  readonly as?: Prose; // of a ratio to another run: "as long as the call that does nothing"
  readonly per?: string; // the measure over this one of the same run
  /** Judged so far from what the reader set: { argumentBytes: 2048 }; not beyond the ends of the parameter. */
  readonly beside?: Readonly<Record<string, number>>;
  /** Not measured by a run: a search with at most so many faults counts the "violations" of the protocol’s promises. */
  readonly search?: number;
  /**
   * The measure is the time on the timeline from the beginning of the shown call, or from the first crash. There the
   * stage draws the bound, in every run that has the values of `set`.
   */
  readonly from?: "call" | "crash";
  readonly says: Prose; // what the bound is about: "the longest step is the Ethernet"
}

/** A part of a checkpoint in which the reader breaks a run: the fault lines of the stage are judged with its values. */
interface Breaking {
  readonly most: number; // fault lines
  readonly solution: readonly string[];
  readonly fails: readonly (readonly string[])[]; // lucky guesses that must not pass
}

/** A reply to answers that set these parameters, or that measure so. */
export type Near = { readonly reply: Prose } & (
  { readonly set: ParamValues } | { readonly measured: Readonly<Record<string, number | string>> }
);

export interface CheckpointPart {
  readonly id: string;
  readonly title: Prose;
  readonly experiment: string; // whose table has the free parameters
  /** Beside what the reader sets; the stage shows it while the part is worked on. */
  readonly set?: ParamValues;
  readonly free: readonly string[]; // what the reader may set
  readonly labels?: Readonly<Record<string, string>>; // what of it is called otherwise here: "The string’s length"
  /** Where free parameters of a part begin that the step does not show at first; else at their defaults. */
  readonly begin?: ParamValues;
  /** Narrower limits for a free number than its own: [least, most]. */
  readonly within?: Readonly<Record<string, readonly [number, number]>>;
  readonly changes?: number; // how many of them must differ from their defaults
  readonly conditions: readonly Condition[];
  readonly seeds: readonly number[]; // 1, 2, 3 where chance enters
  /** "Largest" or "least": the same with `by` more must fail. */
  readonly neighbour?: { readonly param: string; readonly by: number };
  /** The reader sets the parameters in a figure of the stage: the part has no controls of its own. */
  readonly onStage?: true;
  /** Answers that fail for a reason worth a word: by what was set, or by what the conditions measured. */
  readonly near?: readonly Near[];
  readonly solution: ParamValues;
  readonly fails: readonly ParamValues[]; // lucky guesses that must not pass
  /** Set where the reader answers with faults. If it is left out, nothing goes wrong in the runs that are judged. */
  readonly breaks?: Breaking;
}

export interface Checkpoint {
  readonly id: string;
  readonly question: Prose;
  readonly parts: readonly CheckpointPart[];
  readonly hints: readonly Prose[];
  readonly solution: Prose;
  readonly variant: Variant;
}

interface Transfer {
  readonly question: Prose;
  readonly answer: Prose;
}

/**
 * A question about a lesson that later ones ask from memory, with other numbers than the lesson had. A lesson's first
 * is that of its prediction. Its numbers are those of the lesson that it is about.
 */
export interface Recall extends Variant {
  readonly id: string;
  readonly about: string; // the step that taught it
}

/** Rulers between which a reader pulls: by each of them the values of a parameter have another order. */
export interface Ruler {
  readonly over: string; // the parameter
  readonly values: readonly string[];
  /** Tries of the step. The chart of each says what is measured. */
  readonly stops: readonly { readonly id: string; readonly first: "least" | "most" }[];
}

/** Offers whose savings are bars: a reader pushes one together and has bought it. */
export interface Push {
  readonly measure: string; // the time of a call, in ms
  readonly offers: readonly { readonly label: string; readonly set: ParamValues }[];
}

export interface Step {
  readonly id: string;
  readonly gist: string; // names it in the step bar
  readonly action: string; // the one thing to do
  /** The moment of the stage's run at which the reader who steps through it has done that. */
  readonly done?: Moment;
  readonly stage: StageState;
  readonly cover?: Cover;
  readonly tries?: readonly Try[];
  readonly ruler?: Ruler;
  readonly push?: Push;
  readonly predict?: Prediction;
  readonly explain?: Explain;
  readonly checkpoint?: Checkpoint;
  readonly transfer?: Transfer;
}

/** What a file of parts/ says of a part of the course. */
export interface PartHead {
  readonly place: number; // parts stand in the order of these; 2.5 stands between 2 and 3
  readonly title: string;
  readonly authors: string | null; // of its paper; null where it has none
  readonly year: number | null; // of its paper
}

/** What a lesson says of itself to the course. `npm run catalogues` writes the course from these. */
export interface LessonHead {
  readonly slug: string; // its folder, and its address on the site
  readonly part: string; // a file of parts/
  readonly place: number; // lessons of a part stand in the order of these; 2.5 stands between 2 and 3
  readonly title: string;
  readonly question: string; // that it answers
  readonly minutes: number;
  readonly buildsOn?: readonly string[]; // slugs of earlier lessons
  readonly paper: string | null; // whose cells, model and errata it states; null where it states none
}

export interface Lesson extends LessonHead {
  readonly can: readonly string[]; // what the reader can do at the end
  /** Phrases with a word such as "all" or "first" that is no statement about a run, each with what it is instead. */
  readonly general?: Readonly<Record<string, string>>;
  readonly numbers: Readonly<Record<string, LessonNumber>>;
  readonly steps: readonly Step[];
}

/** A lesson in the list of the course. */
export type CourseLesson = Pick<LessonHead, "slug" | "title">;

/** A part of the course with its lessons, in their order. */
export interface Part extends Pick<PartHead, "title"> {
  readonly id: string; // its file in parts/
  readonly lessons: readonly CourseLesson[];
}

/** What the course’s first page says of a part. */
export type PartAbout = Pick<PartHead, "authors" | "year">;

/** What it says of a lesson. */
export interface LessonAbout extends Pick<LessonHead, "question" | "minutes"> {
  readonly number: string; // "2.1": part and place in it
  readonly buildsOn: readonly string[]; // slugs
}

/** What the page fetches with a lesson. */
export interface LessonNeeds {
  readonly papers: readonly string[]; // its own, then those of the experiments that it shows
  readonly families: readonly string[]; // of the experiments that it shows, that of its first step first
}

export type { ParamValues };
