/** Questions from memory that later lessons ask about 1.1, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "quick-machines",
    about: "predict-wire",
    question: "Both machines become three times as fast, and the Ethernet stays. How long does an empty call take?",
    options: [
      {
        id: "same",
        text: "Nearly as long as before, because the wire sets the pace",
        reply: "The wire takes only {wire}. The {elsewhere} inside the machines become a third: {quick} in all.",
        tags: ["M1"],
      },
      {
        id: "half",
        text: "{halfAsLong} as long",
        right: true,
        reply: "Yes: {quick}. A faster Ethernet saved only {savedShare}.",
      },
      {
        id: "third",
        text: "A third as long",
        reply: "The wire does not become faster. Its {wire} stay, so the call takes {quick}.",
      },
    ],
  },
  {
    id: "lost-twice",
    about: "lose",
    question: "The packet of a call is lost, and the packet that repeats it is lost too. What does the user see?",
    options: [
      {
        id: "exception",
        text: "An exception, because the network failed",
        reply: "The run time does not give up so soon. It sends the call again. With one loss the call took {lost}.",
        tags: ["M3"],
      },
      {
        id: "delay",
        text: "A call that takes {longer}",
        right: true,
        reply: "Yes. The run time sends the call a third time. With one loss it took {lost} instead of {here}.",
      },
      {
        id: "nothing",
        text: "Nothing, until the program calls again",
        reply: "The program waits inside its call. The run time repeats the packet, so no program has to.",
      },
    ],
  },
  {
    id: "forty-words",
    about: "carry",
    question: "A call carries forty words there and back. What share of its time does Table I count as transmission?",
    options: [
      {
        id: "nearly-all",
        text: "Nearly all, because there is so much data",
        reply: "Each word costs software too. The table counts {transmissionForty} of {medianForty}: {shareForty}.",
        tags: ["M1"],
      },
      {
        id: "third",
        text: "{third}",
        right: true,
        reply: "Yes: {transmissionForty} of {medianForty}, which is {shareForty}.",
      },
      {
        id: "little",
        text: "About a tenth, as for an empty call",
        reply: "More words share the fixed cost, so the share grows: {shareForty} with forty words.",
      },
    ],
  },
];
