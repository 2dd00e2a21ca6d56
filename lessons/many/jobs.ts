/** The checkpoint of 6.2: three jobs, each with its bounds, and the ways that keep them. */
import type { Checkpoint, Condition, ParamValues } from "../types.ts";

const EXPERIMENT = "many/call";
const CONFIRM: ParamValues = { slow: 1, dead: 1 };
const CLOCKS: ParamValues = { wanted: 1 };
const COPY: ParamValues = { bytes: 800, loss: 0.1 };

const bound = (set: ParamValues, measure: string, test: Condition["test"], value: number, says: string): Condition => ({
  experiment: EXPERIMENT,
  set,
  measure,
  test,
  bound: value,
  says,
});

export const waysFit: Checkpoint = {
  id: "ways-fit",
  question: "There are three jobs for ten callees. Choose a way for each of them that keeps all its bounds.",
  parts: [
    {
      id: "confirm",
      title: "Confirm every living callee and name the dead one, though one computes for a minute",
      experiment: EXPERIMENT,
      set: CONFIRM,
      free: ["way"],
      seeds: [1],
      conditions: [
        bound(CONFIRM, "answered", "is", 9, "callees that have answered"),
        bound(CONFIRM, "namedDead", "is", 1, "callees that are named dead"),
        bound(CONFIRM, "msPerCall", "at most", 61_000, "time of the call"),
      ],
      near: [
        { set: { way: "sun-broadcast" }, reply: "It names nobody, and it does not wait for the slow one." },
        { set: { way: "v-group" }, reply: "It returns at once, and says nothing of the two that are missing." },
        { set: { way: "gemini" }, reply: "It names the dead one, but TCP needs {gemini} to give up." },
        { set: { way: "mercury" }, reply: "It names the dead one, but TCP needs {gemini} to give up." },
      ],
      solution: { way: "multirpc" },
      fails: [
        { way: "sun-broadcast" },
        { way: "v-group" },
        { way: "gemini" },
        { way: "mercury" },
        { way: "flexrpc-serial" },
      ],
    },
    {
      id: "clocks",
      title: "Ask ten clocks for one time: the program wants one answer, for the fewest bytes",
      experiment: EXPERIMENT,
      set: CLOCKS,
      free: ["way"],
      seeds: [1],
      conditions: [
        bound(CLOCKS, "answered", "at least", 1, "callees that have answered"),
        bound(CLOCKS, "callerBytes", "at most", 80, "bytes that the caller sends"),
      ],
      near: [
        { set: { way: "multirpc" }, reply: "It sends request after request, and one packet would be enough." },
        { set: { way: "sun-broadcast" }, reply: "One packet for all, but its headers are longer. Compare the bytes." },
        {
          set: { way: "multirpc-multicast" },
          reply: "One packet for all, but its headers are longer. Compare the bytes.",
        },
      ],
      solution: { way: "v-group" },
      fails: [{ way: "multirpc" }, { way: "sun-broadcast" }, { way: "circus" }, { way: "multirpc-multicast" }],
    },
    {
      id: "copy",
      title: "Copy {size} to ten callees. One packet in ten is lost, and the caller sends at most {most}",
      experiment: EXPERIMENT,
      set: COPY,
      free: ["way"],
      seeds: [1],
      conditions: [
        bound(COPY, "answered", "is", 10, "callees that have answered"),
        bound(COPY, "callerBytes", "at most", 1000, "bytes that the caller sends"),
      ],
      near: [
        { set: { way: "v-group" }, reply: "It sends one packet, but some callees never hear of it." },
        { set: { way: "multirpc" }, reply: "Ten packets leave the caller, and lost ones leave again." },
        {
          set: { way: "multirpc-multicast" },
          reply: "One packet for all. But each lost one is sent again by the caller.",
        },
      ],
      solution: { way: "flexrpc-serial" },
      fails: [{ way: "v-group" }, { way: "multirpc" }, { way: "multirpc-multicast" }, { way: "sun-broadcast" }],
    },
  ],
  hints: [
    "Read the columns of the table. Each job asks for two or three of them.",
    "Who asks each callee whether it still lives? And who sends a packet only once?",
    "In a chain a callee sends the copy on. So a lost packet is not sent again by the caller.",
  ],
  solution:
    "MultiRPC asks each callee, so it tells slow from dead. V sends one short packet and takes the first answer. " +
    "In FlexRPC’s chain the callees pass the copy on, and the caller sends it once.",
  variant: {
    question: "A program must tell each of a hundred machines to stop, and must know which ones did not. Which way?",
    options: [
      {
        id: "broadcast",
        text: "A broadcast, sent again until nobody answers",
        reply: "A machine that missed it stays silent, too. The program cannot tell it from a dead one.",
        tags: ["M7"],
      },
      {
        id: "each",
        text: "A way that hears of each machine",
        right: true,
        reply: "Yes. It may send one packet for all at first. But it must keep a list.",
      },
      {
        id: "chain",
        text: "A chain",
        reply: "One dead machine breaks the chain, and nobody behind it is told.",
      },
    ],
  },
};
