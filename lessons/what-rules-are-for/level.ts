/** The checkpoint of 6.3: level 2 of *Write the rule*, whose cells stand on the stage. */
import { valueOfRules } from "../../engine/experiments/written/params.ts";
import { levelOf } from "../../engine/explore/written/levels.ts";
import { exampleAt, WRONG_RULES } from "../../engine/explore/written/wrong.ts";
import type { Checkpoint, Condition, Near } from "../types.ts";

const EXPERIMENT = "written/call";
const LEVEL = 2;
const level = levelOf(LEVEL);
const { start, solution } = level;
/** A server that runs whatever comes, and acknowledges each packet. */
const START = valueOfRules(start);

/** Replies to typical wrong rules: those of the place for rules. */
const near: readonly Near[] = WRONG_RULES.filter(({ levels }) => levels.includes(LEVEL)).map(({ example, reply }) => ({
  set: { rules: valueOfRules(exampleAt(level, example)) },
  reply,
}));

const conditions: readonly Condition[] = [
  {
    experiment: EXPERIMENT,
    measure: "violations",
    search: 2,
    test: "is",
    bound: 0,
    says: "runs with two faults that break a promise",
  },
  { experiment: EXPERIMENT, measure: "packetsPerCall", test: "at most", bound: 2, says: "packets of a call" },
];

const checkpoint: Checkpoint = {
  id: "runs-once",
  question:
    "Write the server’s rule for a call that arrives. Its number is larger than the one in the row, equal, or " +
    "smaller. No two faults may break a promise, and a call without faults takes two packets.",
  parts: [
    {
      id: "server",
      title: "The server runs each call once",
      experiment: EXPERIMENT,
      free: ["rules"],
      onStage: true,
      conditions,
      seeds: [1],
      near,
      solution: { rules: valueOfRules(solution) },
      fails: [
        { rules: START },
        { rules: "equal=run" },
        { rules: "equal=ignore" },
        { rules: "smaller=run" },
        { rules: "larger=runRow" },
        { rules: "larger=ignore" },
        { rules: "acks=yes" },
      ],
    },
  ],
  hints: [
    "A call comes again where its result was lost, or where a copy is late. What must the row say of it?",
    "When must the row be written, so that a copy finds it while the procedure runs?",
  ],
  solution:
    "Larger: write the row, then run, and keep the result. Equal: send the kept result, or acknowledge while it " +
    "runs. Smaller: ignore it. And acknowledge no other packet.",
  variant: {
    question: "The server has several rows, one for each client. A call comes from a client that has none. What is it?",
    options: [
      {
        id: "new",
        text: "A new call: write a row, then run",
        right: true,
        reply: "Yes. No row has its number, so nothing says that it ran.",
      },
      {
        id: "old",
        text: "An old call: ignore it",
        reply: "Then the first call of each client would never run.",
      },
    ],
  },
};

export const runsOnce = { level: LEVEL, start: START, checkpoint };
