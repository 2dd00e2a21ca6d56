/** 6.3 What each rule is for: a search takes one rule after another out of Cedar's book, and shows what breaks. */
import { ran } from "../sources.ts";
import type { ChoicePrediction, Lesson, LessonNumber, ParamValues, RunNumber } from "../types.ts";
import type { StageState, Step } from "../types.ts";
import { runsOnce } from "./level.ts";

const EXPERIMENT = "cedar/call";
/** One call, and no other traffic. */
const ONE: ParamValues = { calls: 1, load: 0 };
const LOST = ["drop result#1"];
const BACK = ["crash server at 630us", "restart server at 900ms"];
const MINUTE: ParamValues = { ...ONE, serverMs: 60_000 };
const LATE = ["duplicate call#1 by 303.5s", "crash caller at 860us", "restart caller at 303.54077s"];
const EARLIER = ["duplicate call#1 by 200s", "crash caller at 860us", "restart caller at 200.04s"];

const without = (rule: string): ParamValues => ({ ...ONE, without: rule });
const times = (value: string, set: ParamValues, faults: readonly string[]): RunNumber =>
  ran(EXPERIMENT, "executions", value, value === "1" ? "time" : "times", set, faults);

const numbers: Readonly<Record<string, LessonNumber>> = {
  whole: times("1", ONE, LOST),
  noCheck: times("2", without("sequenceCheck"), LOST),
  noTable: times("2", without("duplicateTable"), LOST),
  noLife: times("2", without("uniqueId"), BACK),
  life: times("1", ONE, BACK),
  noResult: ran(EXPERIMENT, "failedCalls", "1", "call", without("heldReply"), LOST),
  idleFailed: ran(EXPERIMENT, "failedCalls", "1", "call", { ...MINUTE, without: "pleaseAck" }),
  idleRuns: times("1", { ...MINUTE, without: "pleaseAck" }, []),
  lateRuns: times("2", { load: 0, calls: 2 }, LATE),
  earlierRuns: times("1", { load: 0, calls: 2 }, EARLIER),
};

const BASE: StageState = {
  experiment: EXPERIMENT,
  set: { load: 0 },
  moment: "end",
  hero: "table",
  figures: ["table", "inspector"],
  host: "server",
};
const SEARCH: StageState = { ...BASE, hero: "timeline", figures: ["explore", "inspector"], open: ["explore"] };
/** The table of the server, in which it keeps a row for each caller. */
const ROWS = "Cedar callee";
const CALL: StageState = { ...BASE, set: ONE, hero: "timeline", figures: ["table", "inspector"] };
/** A call beside the server’s table. */
const KEPT: Partial<StageState> = { ...CALL, figures: ["table", "calls"], open: ["calls"], keeps: ROWS };

const howMany: ChoicePrediction = {
  kind: "choice",
  id: "how-many",
  question: "Take the rule of the unique identifier out. How many faults must come together before Omar has two seats?",
  options: [
    {
      id: "one",
      text: "One: a crash of the server",
      reply: "A crash alone only ends the call. Somebody must be back to run it again. The stage shows what it takes.",
      tags: [],
    },
    {
      id: "none",
      text: "None can do it: the table still stands",
      reply: "The table is in memory. Look at the stage: what is left of it after the crash?",
      tags: ["M2"],
    },
    {
      id: "two",
      text: "Two: a crash, and a restart",
      right: true,
      reply: "Yes. The server crashes after the procedure ran, and is back before the call comes again.",
    },
  ],
  hit: "Yes. The new life has no row, so the repeated call is new to it.",
  observe: { set: without("uniqueId"), faults: BACK },
  second: "The bars show how often the procedure runs after these two faults: with the rule, and without it.",
  bars: [
    { label: "With the rule", number: "life" },
    { label: "Without it", number: "noLife" },
  ],
  third: "Two. The procedure runs {noLife}. With the rule the new life rejects the call, and it has run {life}.",
  variant: {
    question: "The server writes its row to a disk. Does it still need a name for its life?",
    options: [
      {
        id: "no",
        text: "Not for this: the row outlives the crash",
        right: true,
        reply: "Yes. A row on a disk does the same work, and a write to it takes longer than the call.",
      },
      {
        id: "yes",
        text: "Yes: after a crash nothing is known",
        reply: "What is on the disk is known. The repeated call has the number of the row.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "book",
    gist: "The rule book",
    action: "Search with all rules. Then take one out, and search again.",
    stage: SEARCH,
    tries: [
      { id: "all", label: "All rules", stage: {} },
      { id: "check", label: "Without the sequence check", stage: { set: { load: 0, without: "sequenceCheck" } } },
    ],
  },
  {
    id: "guess",
    gist: "Guess",
    action: "Choose an answer, then commit.",
    stage: { ...CALL, figures: ["calls", "explore"], open: ["calls"], keeps: ROWS },
    cover: { until: "how-many", figures: ["explore"] },
    predict: howMany,
  },
  {
    id: "table",
    gist: "The table of rules",
    action: "Let the search fill the table. Open the run of a cell, and come back.",
    stage: BASE,
    tries: [
      { id: "check", label: "No sequence check", stage: { ...KEPT, set: without("sequenceCheck"), faults: LOST } },
      { id: "result", label: "No kept result", stage: { ...KEPT, set: without("heldReply"), faults: LOST } },
    ],
    explain: {
      id: "promises",
      prompt: "Both runs lose the same packet. Why does Omar have two seats in the first run, and one in the second?",
      picks: [
        {
          id: "luck",
          text: "By chance: the packets came in another order.",
          reply: "Nothing here is left to chance. The same fault at the same moment leads to both.",
        },
        {
          id: "promises",
          text: "The two rules keep different promises.",
          right: true,
          reply: "Yes. One rule keeps the call from running twice. The other lets it return.",
        },
        {
          id: "stronger",
          text: "The sequence check is the better rule.",
          reply: "Neither is better. Without a kept result the call fails, though no machine crashed.",
        },
      ],
      ours:
        "Without the sequence check the server runs the call again: {noCheck} in all. Without the kept result it " +
        "knows the call, and has nothing to send: it ran {whole}, and the call fails.",
    },
  },
  {
    id: "idle",
    gist: "An idle rule?",
    action: "Say what the rule is for. Then pull the procedure to a minute without the rule, and with it.",
    stage: { ...CALL, ...KEPT, set: without("pleaseAck") },
    tries: [
      { id: "without", label: "A minute without it", stage: { set: { ...MINUTE, without: "pleaseAck" } } },
      { id: "with", label: "A minute with it", stage: { set: MINUTE } },
    ],
    explain: {
      id: "spare",
      prompt: "With a short procedure no two faults need this rule. Can it go?",
      picks: [
        {
          id: "go",
          text: "Yes: it does nothing.",
          reply: "Look at its second row, one step before. Then let the procedure run for a minute.",
        },
        {
          id: "wrong",
          text: "No: the search must be wrong.",
          reply:
            "It is right for what it tried. Each row, one step before, says what that was: a short procedure, or one " +
            "of five seconds.",
        },
        {
          id: "elsewhere",
          text: "No: it is for slow procedures.",
          right: true,
          reply: "Yes. Without it a call of one minute fails, although the procedure runs.",
        },
      ],
      ours:
        "The rule tells a slow server from a dead one. Without it {idleFailed} of a minute fails, and the procedure " +
        "has run {idleRuns}. A search says nothing of what it did not try.",
    },
  },
  {
    id: "limit",
    gist: "The limit",
    action: "Find the mark. Then let the copy come earlier, until the promise holds.",
    stage: {
      ...CALL,
      set: { load: 0, calls: 2 },
      faults: LATE,
      lost: 303_540_770_000,
      call: 0,
      figures: ["calls", "explore"],
      open: ["calls"],
      keeps: ROWS,
    },
    tries: [
      { id: "late", label: "The copy comes after five minutes", stage: {} },
      { id: "earlier", label: "It comes while the row is there", stage: { faults: EARLIER, lost: null } },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set the server’s cells on the stage, then submit.",
    stage: {
      experiment: "written/call",
      set: { rules: runsOnce.start },
      moment: "end",
      hero: "rules",
      figures: ["rules", "explore"],
      open: ["explore"],
      level: runsOnce.level,
    },
    checkpoint: runsOnce.checkpoint,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Fill the table with three faults, and look at the row with all rules.",
    stage: BASE,
  },
  {
    id: "modern",
    gist: "A modern case",
    action: "Write your answer, then compare.",
    stage: CALL,
    transfer: {
      question:
        "A log of messages gives each producer a number, each message a sequence number, and each restart an " +
        "epoch. Which of Mina’s rules are these?",
      answer:
        "The producer’s number is the activity. The sequence number is the sequence number. The epoch guards " +
        "against a former life, as the unique identifier does. The log keeps the last sequence number of each " +
        "producer: that is the row. So Omar has one seat.",
    },
  },
];

export const lesson: Lesson = {
  slug: "what-rules-are-for",
  part: "sweepstakes",
  place: 3,
  title: "What each rule is for",
  question: "What breaks when one is left out?",
  minutes: 12,
  buildsOn: ["exactly-once", "many"],
  paper: "cedar",
  can: [
    "name the promise that breaks when a rule goes",
    "say what a search has proved, and what it never tried",
    "write the rules of a server that runs each call once",
  ],
  general: {
    "all rules in the book": "A setting.",
    "the fewest faults": "What a search looks for.",
    "No run of those that it tried": "What any search can say.",
  },
  numbers,
  steps,
};
