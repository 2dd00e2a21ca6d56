/** The keys of links as the reference lists them: those of the bench as a whole link has them, and what each says. */
import { chartKey } from "../../engine/experiments/charts.ts";
import { descriptions } from "../../engine/experiments/descriptions.ts";
import type { Description } from "../../engine/experiments/types.ts";
import { itemAt, lastItem, namedIn } from "../../engine/kernel/reads.ts";
import { readLink } from "../setup/link.ts";
import { faultExamples } from "../setup/faults.ts";
import { defaultSetup } from "../setup/setup.ts";
import type { KeyOf } from "../setup/link-table.ts";
import { modelFunctions } from "../setup/bench-links.ts";
import { writeLink } from "../setup/write-link.ts";
import type { ASSIGNMENT_KEYS } from "../../lessons/hand-in/assignment-name.ts";
import { LESSONS } from "../../lessons/course.ts";
import { hashOf } from "../setup/location.ts";
import { presentationProblems } from "../setup/address-problems.ts";
import { PARTS, withPresentation } from "../setup/presentation.ts";
import type { PartName } from "../setup/presentation.ts";
import { placeAt } from "../setup/link-table.ts";

const EMBED = "1 leaves out the site around the place: for a frame in another page, which it then links to the whole";
const EMBED_LESSON = `${EMBED}; lesson leaves its text and questions beside the stage, and speaks with that page`;
const HIDE = "parts that are not shown, with commas between; also parameters by their names";
const LOCK =
  "what the reader sees and cannot change, with commas between: experiment, parameters, faults, seed, or parameters " +
  "by their names; for an assignment. A lesson’s steps still set what they speak of, and what a checkpoint asks for " +
  "stays open. Who takes lock= out of the address unlocks all";

/** The meaning of each key in a link to the bench. Runs to compare with, `pin` and `twin`, are not listed. */
const OF_BENCH: Readonly<Record<Exclude<KeyOf<"bench">, "pin" | "twin">, string>> = {
  seed: "the number that the random streams start from; left out where it is 1",
  fault: "a line of the fault script; may stand several times",
  lost: "from this moment on no further fault saves the run, in ns from its start; a mark in the timeline says it",
  axis: "how time lies in the timeline: linear or log; left out where long silences are folded",
  rung: "how close the timeline of two machines looks, 0 to 4; left out where it has a row for each processor",
  chart: "which of the experiment’s charts is shown; left out for its first; calls for the times of the run’s calls",
  sweep: "a sweep of the reader’s own, in place of a chart: a parameter and its values, with spaces between",
  by: "with sweep: a second parameter and its values, a curve for each",
  of: "with sweep: the measure that the chart shows; left out for that of the experiment’s first chart",
  v: "the engine’s version when the link was copied; the reader is told where it differs",
  hash: "the run’s trace when the link was copied, 16 hexadecimal digits; opening says identical or changed since",
  model: "opens the text of the paper’s model at this function",
  view: "search for the search for faults, sweep for a sweep of the reader’s own; left out for the run",
  lesson: "the lesson that the run belongs to; the bench shows the way back",
  step: "the step of that lesson, from 1",
  asked: "the question that the run answers; the bench shows it with its answer",
  embed: EMBED,
  hide: HIDE,
  lock: LOCK,
};

type Said = Omit<LinkKey, "key">;

/** What a teacher asks, in links to an assignment and to the lessons that are opened from it. */
const OF_ASSIGNMENT: Readonly<Record<(typeof ASSIGNMENT_KEYS)[number], Said>> = {
  assignment: { example: "Week 6", what: "a teacher’s name for what is asked; reports and receipts carry it" },
  from: { example: "Prof. Adams", what: "who asks, in up to 60 characters" },
  lessons: {
    example: "exactly-once,callback.1-3.5",
    what: "the lessons that are asked for, in their order; behind a dot the steps, where it is not all of them",
  },
  hide: { example: "hints,export", what: HIDE },
  lock: { example: "parameters,faults", what: LOCK },
  question: { example: "What must a server keep?", what: "a question of the teacher’s own, answered in words" },
  due: { example: "8 December, 18:00", what: "until when, in up to 60 characters; nothing is closed then" },
  numbers: { example: "own", what: "each student has numbers of their own, drawn from their name or code" },
};

/** The meaning of each key in links to the other places. */
const OF_PLACE: {
  readonly do: Readonly<Record<KeyOf<"do">, Said>>;
  readonly lesson: Readonly<Record<KeyOf<"lesson">, Said>>;
  readonly papers: Readonly<Record<KeyOf<"papers">, Said>>;
} = {
  lesson: {
    step: { example: "3", what: "the step of the lesson, from 1" },
    experiment: { example: "firefly/null", what: "another experiment on the stage than the step has" },
    seed: { example: "7", what: "another seed than the step has" },
    fault: { example: "drop call#2", what: "a line of the fault script on the stage; may stand several times" },
    embed: { example: "lesson", what: EMBED_LESSON },
    parent: {
      example: "https://school.example",
      what: "with embed=lesson: the origin of the page that may direct the lesson; no other may",
    },
    ...OF_ASSIGNMENT,
    own: {
      example: "ada-7",
      what: "a student’s name or code: goals, parameters and seeds of checkpoints are drawn from it",
    },
  },
  do: { ...OF_ASSIGNMENT, embed: { example: "lesson", what: EMBED } },
  papers: {
    row: {
      example: "sender",
      what: "of a table, with column: the row by its first key column, again by its second, …; it is marked and opened",
    },
    column: { example: "us74", what: "of a table: the board of this column is shown" },
    entry: { example: "E-F12", what: "of the list of claims or errata: the one with this id is marked" },
  },
};

/** The part of a page that each name of `hide` stands for. */
const HIDDEN: Readonly<Record<PartName, string>> = {
  experiment: "the choice of an experiment",
  parameters: "the form of parameters; in a lesson those below the figure, too",
  faults: "the fault script; in a lesson that below the figure, too",
  answers: "paper, model and simulation side by side",
  model: "the model’s text and where its numbers come from",
  timeline: "the timeline with its transport",
  waterfall: "where the time goes",
  chart: "the chart",
  use: "how busy each resource was",
  inspector: "what is selected, in full",
  events: "the run as a list",
  hints: "hints and solutions of checkpoints",
  pin: "keeping a run to compare with",
  link: "copying a link",
  export: "figures and data as files",
};

export interface LinkKey {
  readonly key: string;
  readonly example: string;
  readonly what: string; // "" where nobody has said it yet
}

const exampleOf = (experiment: Description) => ({
  setup: { ...defaultSetup(experiment), seed: 7, faults: faultExamples(experiment.packetKinds).slice(0, 1) },
  linked: { version: "0.1.0", hash: "0123456789abcdef" },
});

const lessonExample = (): string => lastItem(LESSONS, "lesson").slug;

const PRESENTATION = {
  lesson: lessonExample(),
  step: 3,
  asked: "incast",
  hide: ["parameters", "events"],
  lock: ["faults"],
  embed: true,
};

/** Keys that a link to the bench may carry beside the experiment's parameters. */
export function linkKeys(experiment: Description): readonly LinkKey[] {
  const { setup, linked } = exampleOf(experiment);
  const chart = experiment.charts.at(-1);
  const place = withPresentation(writeLink(setup, linked, chart === undefined ? null : chartKey(chart)), PRESENTATION);
  const [fn] = modelFunctions(experiment.paper);
  const written = [...new URLSearchParams(place.query), ...(fn === undefined ? [] : [["model", fn] as const])];
  return written.map(([key, example]) => ({ key, example, what: namedIn(OF_BENCH, key, "key of the bench") }));
}

/** Keys that a link to a step of a lesson or to a page of the papers may carry, beside parameters. */
export const placeKeys = (place: keyof typeof OF_PLACE): readonly LinkKey[] =>
  Object.entries<Said>(OF_PLACE[place]).map(([key, said]) => ({ key, ...said }));

interface HiddenPart {
  readonly name: string;
  readonly what: string;
  readonly at: readonly string[]; // places that have it
}

export const hiddenParts = (): readonly HiddenPart[] =>
  Object.entries(PARTS).map(([name, at]) => ({ name, what: HIDDEN[name as PartName], at }));

/** A whole link with one parameter changed. */
export function exampleLink(experiment: Description): string {
  const { setup, linked } = exampleOf(experiment);
  const [key] = Object.keys(experiment.params);
  const param = key === undefined ? undefined : experiment.params[key];
  const changed = key !== undefined && param?.kind === "number" ? { [key]: param.max } : {};
  return hashOf(writeLink({ ...setup, parameters: { ...setup.parameters, ...changed } }, linked));
}

/** A lesson's stage for another page, as the frame that holds it. */
export function exampleFrame(site: string): string {
  const place = withPresentation(placeAt("lesson", [lessonExample()], { step: "3" }), {
    embed: true,
    hide: ["export"],
  });
  return `<iframe src="${site}${hashOf(place)}" width="100%" height="640" title="Roundtrip"></iframe>`;
}

/** An example: a link with one bad value of each sort, and the page's sentences about it. */
export function badLink(): { readonly link: string; readonly said: readonly string[] } {
  const query = "threads=0&colour=red&seed=x&fault=drp+call%231&hash=12&hide=chart,legend&embed=yes&step=2";
  const place = { ...placeAt("bench", [itemAt(descriptions, 0, "experiment").id]), query };
  return { link: hashOf(place), said: [...readLink(place).problems, ...presentationProblems(place)] };
}
