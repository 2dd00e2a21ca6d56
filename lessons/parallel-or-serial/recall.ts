/** Questions from memory that later lessons ask about 5.1, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "large-file",
    about: "predict-crossing",
    question:
      "A machine sends a file of many megabytes to three others in a chain. How long does this take, compared " +
      "with one copy?",
    options: [
      {
        id: "three",
        text: "Three times as long, because there are three hops",
        reply:
          "Hops overlap, packet by packet. Each hop adds {hop}, and each relay adds some more, but not a whole copy.",
      },
      {
        id: "little",
        text: "Little more than a single copy",
        right: true,
        reply:
          "Yes. All links carry packets at the same time. With seven callees our run took {chainLarge}, not " +
          "{copiesLarge}.",
      },
      {
        id: "less",
        text: "Less, because the callees share the work",
        reply:
          "The whole file must leave the caller once before any callee can have it. The chain only saves further " +
          "copies.",
        tags: ["M4"],
      },
    ],
  },
  {
    id: "tiny",
    about: "pipeline",
    question: "A machine sends a few bytes to seven others. Which mode is faster?",
    options: [
      {
        id: "parallel",
        text: "Parallel, because small copies take nearly no time, but hops do",
        right: true,
        reply: "Yes. One KB takes our run {copiesSmall} in parallel and {chainSmall} in the chain.",
      },
      {
        id: "serial",
        text: "Serial, because the caller sends only once",
        reply:
          "The caller’s link has little to carry. Six more hops take {hop} each: {chainSmall} in the chain, " +
          "{copiesSmall} in parallel.",
      },
      {
        id: "alike",
        text: "It makes no difference",
        reply: "It makes a difference: {copiesSmall} in parallel, {chainSmall} in the chain for one KB.",
      },
    ],
  },
  {
    id: "middle-fails",
    about: "fail",
    question: "The machine in the middle of a chain fails. Whose results does the caller get?",
    options: [
      {
        id: "others",
        text: "The results of all others",
        reply:
          "That is true in parallel: {lostParallel}. In a chain the call reaches nobody behind the failed " +
          "machine. When the third failed, the caller got {lostChain}.",
      },
      {
        id: "before",
        text: "The results of the machines before it",
        right: true,
        reply: "Yes. The caller got {lostChain} when the third failed.",
      },
      {
        id: "none",
        text: "No results",
        reply: "The machines before it have the argument and answer. The caller got {lostChain} when the third failed.",
      },
    ],
  },
];
