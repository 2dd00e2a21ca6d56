/** What a lost datagram costs: the lesson of the tests, as small as a lesson can be, on a system without a paper. */
import { ours, ran, said } from "../sources.ts";
import type { Checkpoint, ChoicePrediction, Lesson, LessonNumber, StageState, Step } from "../types.ts";

const EXPERIMENT = "echo-fixture/call";
const ONE = { calls: 1 };
const LOST = ["drop result#1"];

const numbers: Readonly<Record<string, LessonNumber>> = {
  whole: ran(EXPERIMENT, "latencyUs", "752", "us", ONE),
  lost: ran(EXPERIMENT, "latencyUs", "2,252", "us", ONE, LOST),
  longer: ours("lost / whole", "3.0", "times", "The call that lost its answer, by the call that lost nothing"),
  most: said("Most", { waiting: "lost - whole", "the call": "lost" }),
};

const CALL: StageState = {
  experiment: EXPERIMENT,
  set: ONE,
  moment: "start",
  figures: ["inspector", "waterfall"],
  hero: "timeline",
};

const answerLost: ChoicePrediction = {
  kind: "choice",
  id: "answer-lost",
  question: "The answer is lost. How often does the server run its procedure?",
  options: [
    { id: "once", text: "Once", reply: "The server remembers nothing. Look at what the second packet starts there." },
    { id: "twice", text: "Twice", right: true, reply: "Yes. The server cannot know the packet for a repeat." },
  ],
  hit: "Yes. The client asks again, and the server runs it again.",
  observe: { faults: LOST, moment: "end" },
  second: "The bars show how long the call takes.",
  bars: [
    { label: "Nothing lost", number: "whole" },
    { label: "Answer lost", number: "lost" },
  ],
  third: "Twice. The client hears nothing, asks again, and the server runs each packet that comes.",
  variant: {
    question: "The question is lost instead. How often does the procedure run?",
    options: [
      { id: "once", text: "Once", right: true, reply: "Yes. Only the second packet arrives." },
      { id: "twice", text: "Twice", reply: "The first packet never came." },
    ],
  },
};

const giveUp: Checkpoint = {
  id: "give-up",
  question: "Make the call fail. Use at most two fault lines.",
  parts: [
    {
      id: "fails",
      title: "A call that fails",
      experiment: EXPERIMENT,
      set: ONE,
      free: [],
      seeds: [1],
      conditions: [{ experiment: EXPERIMENT, measure: "failedCalls", test: "is", bound: 1, says: "calls that failed" }],
      solution: {},
      fails: [],
      breaks: { most: 2, solution: [...LOST, "drop result#1 send 2"], fails: [LOST, ["drop call#1"]] },
    },
  ],
  hints: ["The client asks twice and no more. What if both answers are lost?"],
  solution: "Lose both answers. One lost answer only makes the call longer: it takes {lost} instead of {whole}.",
  variant: {
    question: "The call has failed. How often may the procedure have run?",
    options: [
      { id: "some", text: "Never, once or twice", right: true, reply: "Yes. The client cannot know what was lost." },
      { id: "none", text: "Never", reply: "In your run it was the answers that were lost." },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "echo",
    gist: "There and back",
    action: "Move the playhead along the timeline until the answer has come.",
    stage: CALL,
  },
  {
    id: "predict-lost",
    gist: "Once or twice?",
    action: "Choose an answer, then commit.",
    stage: CALL,
    predict: answerLost,
  },
  {
    id: "twice",
    gist: "The same work again",
    action: "Lose the answer, and count the procedures in the timeline.",
    stage: CALL,
    cover: { until: "answer-lost", figures: ["waterfall"] },
    tries: [{ id: "lose", label: "Lose the answer", stage: { faults: LOST } }],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Break the call, and submit it.",
    stage: CALL,
    checkpoint: giveUp,
  },
  {
    id: "elsewhere",
    gist: "Elsewhere",
    action: "Write an answer, then compare it with ours.",
    stage: CALL,
    transfer: {
      question: "A lamp takes the command “toggle” by such a call. What happens when an answer is lost?",
      answer: "The command runs twice, and the lamp is as it was. “Turn on” may run twice without harm.",
    },
  },
];

export const lesson: Lesson = {
  slug: "echo-fixture",
  part: "echo-fixture",
  place: 1,
  title: "An echo that is lost",
  question: "What does a lost answer cost?",
  minutes: 5,
  paper: null,
  can: ["say what a client that asks again makes the server do"],
  general: { "once more": "The client does so in every run." },
  numbers,
  steps,
};
