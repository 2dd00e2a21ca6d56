/** Questions from memory that later lessons ask about 2.3, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "text-or-array",
    about: "predict-bytes",
    question: "A name of a few letters can travel as a text or in a fixed array. Which adds more time to a call?",
    options: [
      {
        id: "text",
        text: "The text, by far",
        right: true,
        reply: "Yes. A text begins at {text1}, a fixed array at {fixed4}.",
      },
      {
        id: "array",
        text: "The array, because all of it is copied",
        reply: "Copies are cheap: a fixed array begins at {fixed4}, and a byte adds {byte}. A text begins at {text1}.",
      },
      {
        id: "alike",
        text: "Both alike: the letters are the same",
        reply: "The bytes are the same, the steps are not. A text needs memory, and calls of a library.",
      },
    ],
  },
  {
    id: "many-numbers",
    about: "one-copy",
    question:
      "A table of numbers fills a packet. What is cheaper: one array, or each number as an argument of its own?",
    options: [
      {
        id: "array",
        text: "One array",
        right: true,
        reply: "Yes. The array adds {array}, and as many numbers add {many}.",
      },
      {
        id: "numbers",
        text: "The numbers, because each is short",
        reply: "Each is copied for itself, at both ends. Together they add {many}, the array {array}.",
      },
      {
        id: "alike",
        text: "Both alike: the packet is the same",
        reply: "The packet is as long, but the stubs work longer: {many} for the numbers, {array} for the array.",
      },
    ],
  },
  {
    id: "by-hand",
    about: "by-hand",
    question: "Stubs made by hand save {handFull} of a full result. Why does not everybody write them?",
    options: [
      {
        id: "fit",
        text: "Each fits one procedure, and checks nothing",
        right: true,
        reply: "Yes. The generated ones fit every interface that a programmer writes.",
      },
      {
        id: "slow",
        text: "They are slow for empty calls",
        reply: "They save {handNull} of an empty call, too.",
      },
      {
        id: "network",
        text: "They need another network",
        reply: "The packets are the same. Only the work at both ends differs.",
        tags: ["M1"],
      },
    ],
  },
];
