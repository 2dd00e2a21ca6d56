/** Items on one call: where its time goes, and what a faster wire and a larger window change. */
import { num, ratio, rotated } from "./reading-runs.ts";
import type { AnsweringRun } from "../setup/questions/types.ts";
import type { Item, Option } from "./types.ts";

/** Guesses of the share that two packets on the wire have of a call, in percent. */
const shares: readonly Option[] = [
  { id: "most", text: "Nearly all of it", belief: "wire", isSo: (runs) => num(runs, 0, "wireShare") > 80 },
  {
    id: "half",
    text: "About half of it",
    belief: "wireHalf",
    isSo: (runs) => Math.abs(num(runs, 0, "wireShare") - 50) < 20,
  },
  { id: "little", text: "Less than a tenth", belief: null, isSo: (runs) => num(runs, 0, "wireShare") < 10 },
];

const FIREFLY: AnsweringRun = {
  says: "Fireflies on an Ethernet",
  experiment: "machine/call",
  set: {},
  shows: { wireShare: "4.7", msPerCall: "2.53" },
};
const TODAY: AnsweringRun = {
  says: "Servers of today",
  experiment: "today/call",
  set: {},
  shows: { wireShare: "0.07", latencyUs: "90.0" },
};

const emptyCall: Item = {
  id: "empty-call",
  about: "where the time of an empty call goes",
  forms: {
    a: {
      asked:
        "A call without arguments goes from one Firefly of 1988 to another, over an Ethernet of 10 " +
        "Mbit/s. How much of its time are the two packets on the wire?",
      needs: ["share"],
      options: shares,
      answer: "The wire has {wireShare} % of the {msPerCall} ms. The machines’ programs have the rest.",
      runs: [FIREFLY],
    },
    b: {
      asked:
        "A small call goes from one server of today to another, over a network of 25 Gbit/s. How much of " +
        "its time are the two packets on the wire?",
      needs: ["share"],
      options: rotated(shares),
      answer: "The wire has {wireShare} % of the {latencyUs} µs. Kernels, switches and programs have the rest.",
      runs: [TODAY],
    },
  },
};

/** Guesses how much shorter a call gets on a wire that is so many times faster. */
const faster = (times: number, measure: string): readonly Option[] => [
  {
    id: "times",
    text: `It takes one ${times === 4 ? "fourth" : "hundredth"} of the time`,
    belief: "wire",
    isSo: (runs) => ratio(runs, measure) > times * 0.8,
  },
  {
    id: "same",
    text: "It is faster by less than a tenth",
    belief: null,
    isSo: (runs) => ratio(runs, measure) < 1.1,
  },
  {
    id: "half",
    text: times === 4 ? "It takes about two thirds of the time" : "It takes about half of the time",
    belief: "wireHalf",
    isSo: (runs) => Math.abs(ratio(runs, measure) - 2 / (1 + 1 / times)) < 0.3,
  },
];

const fasterWire: Item = {
  id: "faster-wire",
  about: "what a faster wire changes",
  forms: {
    a: {
      asked:
        "The Ethernet between two Fireflies is replaced by a network that is a hundred times faster. How long does " +
        "an empty call take now?",
      needs: ["ratio"],
      options: faster(100, "msPerCall"),
      answer: "It takes {msPerCall 2} ms in place of {msPerCall} ms.",
      runs: [
        FIREFLY,
        {
          says: "The same machines on a gigabit network",
          experiment: "machine/call",
          set: { medium: "gigabit" },
          shows: { msPerCall: "2.41" },
        },
      ],
    },
    b: {
      asked:
        "The network between two servers of today is replaced by one that is four times faster. How long does a " +
        "small call take now?",
      needs: ["ratio"],
      options: rotated(faster(4, "latencyUs")),
      answer: "It takes {latencyUs 2} µs in place of {latencyUs} µs.",
      runs: [
        TODAY,
        {
          says: "The same servers at 100 Gbit/s",
          experiment: "today/call",
          set: { networkGbps: 100 },
          shows: { latencyUs: "89.9" },
        },
      ],
    },
  },
};

const PATH = { bytes: 20_000_000, lossShare: 0 } as const;

const windowRun = (windowKB: number, goodputMbps: string): AnsweringRun => ({
  says: `A window of ${windowKB} KB`,
  experiment: "tcp/transfer",
  set: { ...PATH, windowKB },
  shows: { goodputMbps },
});

const largerWindow: Item = {
  id: "window",
  about: "what a larger window brings",
  forms: {
    a: {
      asked:
        "Data goes over a path of 100 Mbit/s. A round trip takes 50 ms. The receiver’s window is 64 KB. It is " +
        "doubled. What becomes of the rate?",
      needs: ["ratio"],
      options: [
        {
          id: "same",
          text: "It stays: the wire sets it",
          belief: "wire",
          isSo: (runs) => ratio(runs, "goodputMbps") > 0.9,
        },
        {
          id: "half",
          text: "It falls: more packets are lost",
          belief: "moreIsLost",
          isSo: (runs) => ratio(runs, "goodputMbps") > 1.2,
        },
        {
          id: "double",
          text: "It doubles",
          belief: null,
          isSo: (runs) => Math.abs(ratio(runs, "goodputMbps") - 0.5) < 0.05,
        },
      ],
      answer:
        "From {goodputMbps} to {goodputMbps 2} Mbit/s: one window goes with each round trip. The rest of the time " +
        "the wire is idle.",
      runs: [windowRun(64, "10.2"), windowRun(128, "20.2")],
    },
    b: {
      asked:
        "Data goes over a path of 100 Mbit/s. A round trip takes 50 ms. The receiver’s window is 2,048 KB. It is " +
        "doubled. What becomes of the rate?",
      needs: ["ratio"],
      options: [
        {
          id: "same",
          text: "It stays: the window was not the limit",
          belief: null,
          isSo: (runs) => Math.abs(ratio(runs, "goodputMbps") - 1) < 0.02,
        },
        {
          id: "double",
          text: "It doubles",
          belief: "moreInFlight",
          isSo: (runs) => Math.abs(ratio(runs, "goodputMbps") - 0.5) < 0.05,
        },
        {
          id: "half",
          text: "It falls: more packets are lost",
          belief: "moreIsLost",
          isSo: (runs) => ratio(runs, "goodputMbps") > 1.2,
        },
      ],
      answer:
        "It stays at {goodputMbps 2} Mbit/s. In 50 ms the path takes some 600 KB, and the window is larger already.",
      runs: [windowRun(2048, "81.7"), windowRun(4096, "81.7")],
    },
  },
};

export const WIRE_ITEMS: readonly Item[] = [emptyCall, fasterWire, largerWindow];
