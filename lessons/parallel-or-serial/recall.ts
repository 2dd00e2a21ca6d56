/** What later lessons ask about 5.1 from memory, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "large-file",
    about: "predict-crossing",
    question: "A file of many megabytes goes to three machines. What does a chain cost over a single copy?",
    options: [
      {
        id: "three",
        text: "Three times as long: three hops",
        reply: "Hops overlap, packet by packet: the hops cost {hop} each and relays some more, not a copy each.",
      },
      {
        id: "little",
        text: "Little more than a single copy",
        right: true,
        reply: "Yes: all links carry packets at once. With seven callees it took {serialLarge}, not {parallelLarge}.",
      },
      {
        id: "less",
        text: "Less: the callees share the work",
        reply: "No callee has the whole before it has left the caller once. The chain only spares further copies.",
        tags: ["M4"],
      },
    ],
  },
  {
    id: "tiny",
    about: "pipeline",
    question: "A notice of a few bytes goes to seven machines. Parallel or serial?",
    options: [
      {
        id: "parallel",
        text: "Parallel: the copies cost next to nothing, the hops do not",
        right: true,
        reply: "Yes: {parallelSmall} against {serialSmall} for one KB, by the model.",
      },
      {
        id: "serial",
        text: "Serial: the caller's link is spared",
        reply: "It has little to carry. Six hops more cost {hop} each: {serialSmall} against {parallelSmall}.",
      },
      {
        id: "alike",
        text: "It makes no difference",
        reply: "It makes a large one: {parallelSmall} against {serialSmall} for one KB, by the model.",
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
        text: "Those of all others",
        reply: "That is parallel: {lostParallel}. In a chain nobody behind it is reached: {lostChain} with the third.",
      },
      { id: "before", text: "Those of the machines before it", right: true, reply: "Yes: {lostChain} with the third." },
      {
        id: "none",
        text: "None",
        reply: "Those before it had the argument and answer: {lostChain} when the third failed.",
      },
    ],
  },
];
