/** Questions from memory that later lessons ask about 1.3, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "waits-for-person",
    about: "predict-loop",
    question:
      "A remote procedure waits until somebody answers a question on the screen. It is Friday evening. What happens?",
    options: [
      {
        id: "monday",
        text: "The caller waits until Monday",
        right: true,
        reply: "Yes. The machine answers every probe, and no timer limits the call.",
      },
      {
        id: "exception",
        text: "The caller gets an exception some time on Friday",
        reply:
          "Silence of the procedure is not silence of the machine. A call of two hours had {inTwoHours} and returned.",
        tags: ["M3"],
      },
      {
        id: "repeat",
        text: "The call is sent again until somebody answers",
        reply: "The server has confirmed the call. From then on the caller sends only probes.",
        tags: ["M2"],
      },
    ],
  },
  {
    id: "third-hour",
    about: "predict-count",
    question: "A call runs for a whole day. How many probes does its caller send in the last hour?",
    options: [
      {
        id: "dozen",
        text: "About a dozen",
        right: true,
        reply: "Yes: one in {longest}, from about the tenth minute on.",
      },
      {
        id: "none",
        text: "None, because the gaps are longer than an hour by then",
        reply: "The gaps stop growing at {longest}.",
      },
      {
        id: "thousands",
        text: "Thousands, one in each second",
        reply: "The gaps grow to {longest}. One in each second would be {eachSecond} in twenty minutes alone.",
      },
    ],
  },
  {
    id: "deaf-or-dead",
    about: "silence",
    question: "A caller’s probes stay without answer, and it gives up. What does it know of the server’s machine?",
    options: [
      {
        id: "dead",
        text: "It has crashed",
        reply: "The probes or their answers may be lost. In the lesson the server lived, and every probe was lost.",
        tags: ["M3"],
      },
      {
        id: "nothing",
        text: "Nothing for certain",
        right: true,
        reply: "Yes. A dead machine and a broken network look the same to the caller.",
      },
      {
        id: "busy",
        text: "It has too much to do",
        reply: "A busy machine still answers: its run time does, not the procedure.",
      },
    ],
  },
];
