/** Questions from memory that later lessons ask about 1.2, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "two-lost",
    about: "predict-runs",
    question: "The result is lost, and the repeated result is lost too. How often does the procedure run?",
    options: [
      {
        id: "once",
        text: "Once",
        right: true,
        reply: "Yes. Each repeated call has the old number, so the server only sends the kept result: {once}.",
      },
      {
        id: "thrice",
        text: "Three times, once for each call packet",
        reply:
          "Only a server that compares no numbers would do that. With one loss it ran {twice}, and {once} with them.",
        tags: ["M2"],
      },
      {
        id: "unknown",
        text: "Nobody can know",
        reply: "If the call returns in the end, it ran exactly once. Only an exception leaves it open.",
      },
    ],
  },
  {
    id: "exception-means",
    about: "crash",
    question: "A remote call ends in an exception, because no answer came. How often did the procedure run?",
    options: [
      {
        id: "never",
        text: "Never, or the call would have returned",
        reply: "The server may have run it and crashed before the result left.",
        tags: ["M3"],
      },
      {
        id: "maybe",
        text: "Once or never, and the caller cannot tell which",
        right: true,
        reply: "Yes. The caller sent {sent} in {gaveUp} and heard nothing. Both cases look like this.",
      },
      {
        id: "often",
        text: "As often as the call was sent",
        reply: "The caller sent {sent}, but the table lets one call run once at most.",
        tags: ["M2"],
      },
    ],
  },
  {
    id: "no-table",
    about: "forget",
    question: "A server compares no sequence numbers. A call packet is lost on its way there. How often does it run?",
    options: [
      {
        id: "once",
        text: "Once, because only the repeat arrives",
        right: true,
        reply: "Yes. The rule is for calls that arrive twice. It takes a lost result to see this.",
      },
      {
        id: "twice",
        text: "Twice, because the server cannot tell a repeat",
        reply: "The first packet never arrived. With a lost result the call would arrive twice, and run {twice}.",
        tags: ["M2"],
      },
      {
        id: "never",
        text: "Never, because the call is lost",
        reply: "The caller’s run time sends it again. With a lost result the call took {lost}.",
        tags: ["M3"],
      },
    ],
  },
];
