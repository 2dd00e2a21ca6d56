/** Questions from memory that later lessons ask about 4.5, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "five-letters",
    about: "predict-word",
    question: "A word has five letters. How long is it in XDR, and how long in a body of RPC2?",
    options: [
      {
        id: "both",
        text: "Equally long in both",
        right: true,
        reply:
          "Yes: {word} each. XDR fills the letters up to two units. RPC2 adds a zero byte first, and still has room.",
      },
      {
        id: "rpc2",
        text: "One unit longer in RPC2",
        reply: "The zero byte needs a unit of its own only where the letters fill their units. Five letters do not.",
      },
      {
        id: "xdr",
        text: "One unit longer in XDR",
        reply: "XDR has no zero byte, so it never takes more than RPC2.",
      },
    ],
  },
  {
    id: "two-integers",
    about: "predict-message",
    question: "A procedure takes two integers and returns one. How many bytes of values does its request carry?",
    options: [
      { id: "eight", text: "Twice {number}", right: true, reply: "Yes. The one that comes back is in the reply only." },
      { id: "twelve", text: "Three times {number}", reply: "The result is in the reply, and not in the request." },
      { id: "names", text: "As many as its names have letters", reply: "Names stay at home. Only values travel." },
    ],
  },
  {
    id: "forgotten-out",
    about: "slip",
    question: "A parameter should be OUT, but the specification says IN. What happens?",
    options: [
      {
        id: "error",
        text: "The compiler refuses it",
        reply: "Both are correct specifications. The compiler cannot know which one you meant.",
      },
      {
        id: "fails",
        text: "The call fails",
        reply: "The call succeeds. Client and server agree, and both leave the value out of the reply.",
      },
      {
        id: "silent",
        text: "The call succeeds, and the value never arrives",
        right: true,
        reply: "Yes. No error tells of it.",
      },
    ],
  },
];
