/** The parameters and the measures of a call to many. */
import { COLLATORS } from "../../protocols/circus/collator.ts";
import { WAY_TITLES } from "../../systems/many/titles.ts";
import { MACHINE_TITLES } from "../../systems/portable/choices.ts";
import { COMMON_MEASURES } from "../common-measures.ts";
import { loss, receiveBuffers } from "../common-params.ts";
import { choice, number } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";

const MOST_CALLEES = 50;
const A_MINUTE = 60_000;

export const MANY_PARAMS = {
  callees: number({
    group: "workload",
    label: "Callees",
    min: 1,
    max: MOST_CALLEES,
    default: 10,
    why: "Ten ticket counters; up to fifty show what a small buffer does to replies that come together.",
  }),
  slow: number({
    group: "workload",
    label: "Slow callees",
    min: 0,
    max: MOST_CALLEES,
    default: 0,
    why: "The first ones compute long.",
  }),
  slowMs: number({
    group: "workload",
    label: "A slow one computes",
    unit: "ms",
    min: 1,
    max: 600_000,
    default: A_MINUTE,
    why: "A minute is longer than most timers.",
    needs: { with: { slow: 1 }, why: "Without a slow callee nobody computes long." },
    stretches: { name: "slow one", steps: ["The procedure"] },
  }),
  dead: number({
    group: "workload",
    label: "Dead callees",
    min: 0,
    max: MOST_CALLEES,
    default: 0,
    why: "The last ones have no power.",
  }),
  bytes: number({
    group: "workload",
    label: "Argument",
    unit: "bytes",
    min: 4,
    max: 800,
    default: 4,
    scale: "log",
    why: "As much as one packet of every way carries. A result has four bytes.",
  }),
  calls: number({
    group: "workload",
    label: "Calls",
    min: 1,
    max: 20,
    default: 1,
    why: "One call shows what a way does; several show what is left of the one before.",
  }),
  atOnce: number({
    group: "workload",
    label: "Calls before a result",
    min: 1,
    max: 20,
    default: 1,
    why: "On a stream the program may go on with its next call before it has a result. The calls leave together.",
    needs: { with: { way: "mercury", calls: 20 }, why: "A single call has nothing to leave together with." },
    only: { parameter: "way", values: ["mercury"], why: "the program makes its calls one after the other" },
  }),
  machine: choice({
    group: "machines",
    label: "Machines",
    options: MACHINE_TITLES,
    default: "sun3-50",
    why: "All of one kind, whatever the way was built on. Nobody measured the ways on one machine.",
  }),
  receiveBuffers: receiveBuffers({
    ...{ max: 64, default: 16 },
    why: "Packets that the controller of a machine holds. The number is ours.",
    needs: { with: { way: "v-group", callees: MOST_CALLEES }, why: "Few replies fit any buffer." },
  }),
  way: choice({
    group: "protocol",
    label: "Way to call",
    options: WAY_TITLES,
    default: "multirpc",
    why: "Each with its own packets, rules and timers. Seven of them are those that the MultiRPC paper speaks of.",
  }),
  clients: choice({
    group: "protocol",
    label: "Replicas of the caller",
    options: { "1": "One", "2": "Two" },
    default: "1",
    why: "In Circus the caller may be a troupe, too. Each replica sends its message to each callee.",
    needs: { with: { way: "circus" }, why: "In all other ways the caller is one program." },
    only: { parameter: "way", values: ["circus"], why: "only in Circus a caller has replicas" },
  }),
  bound: choice({
    group: "protocol",
    label: "Connections are opened",
    options: { before: "Before the run", call: "By the first call" },
    default: "before",
    why: "Gemini’s callee also forks a process for each caller, which takes 50 ms here.",
    needs: { with: { way: "gemini" }, why: "The other ways have no connections, or open them before the run." },
    only: { parameter: "way", values: ["gemini", "mercury"], why: "there is no connection to open" },
  }),
  wanted: number({
    group: "ending",
    label: "Replies that end the call",
    min: 0,
    max: MOST_CALLEES,
    default: 0,
    why: "The program ends its call when it has so many replies; with 0 it takes all that come.",
    needs: {
      with: { way: "sun-broadcast" },
      why: "Nobody has more replies than callees, but Sun’s client counts those of one callee again and again.",
    },
    only: {
      parameter: "way",
      values: ["sun-broadcast", "v-group", "gemini", "multirpc", "multirpc-multicast"],
      why: "the program cannot end such a call",
    },
  }),
  replyWaitMs: number({
    group: "ending",
    label: "GetReply waits",
    unit: "ms",
    min: 1,
    max: 10_000,
    default: 100,
    why: "How long the program waits for a further reply of its group. It cannot know whether one comes. Ours.",
    needs: { with: { way: "v-group" }, why: "The other ways know what they wait for, or have their own times." },
    only: { parameter: "way", values: ["v-group"], why: "only a group’s replies come one by one, and end nowhere" },
    stretches: { name: "GetReply", timer: "V group sender", state: "getting replies" },
  }),
  collator: choice({
    group: "ending",
    label: "Collator",
    options: {
      unanimous: `Unanimous: ${COLLATORS.unanimous}`,
      majority: `Majority: ${COLLATORS.majority}`,
      "first-come": `First-come: ${COLLATORS["first-come"]}`,
    },
    default: "unanimous",
    why: "Circus makes one result of the returns in one of these three ways.",
    needs: { with: { way: "circus", slow: 1 }, why: "Where all returns come together, all collators end at once." },
    only: { parameter: "way", values: ["circus"], why: "only Circus has collators" },
  }),
  loss: loss({ why: "Chance takes so many of all packets, each receiver’s copy of a broadcast by itself." }),
} as const;

export const MANY_MEASURES = {
  msPerCall: COMMON_MEASURES.msPerCall,
  firstMs: {
    label: "First answer",
    unit: "ms",
    what: "from the start of the first call to the first answer that the program has",
  },
  answered: {
    label: "Answered",
    unit: "",
    atMost: "callees",
    what: "callees whose answer the program has when its call ends; of several calls the mean",
  },
  leastExecutions: {
    label: "Executions, least",
    unit: "",
    what: "how often the callee with power that ran the procedure least often did so for a call",
  },
  mostExecutions: {
    label: "Executions, most",
    unit: "",
    what: "the same of the callee that ran the procedure for one call most often",
  },
  namedDead: {
    label: "Named dead",
    unit: "",
    atMost: "callees",
    what: "callees that the program is told to be dead; of several calls the mean",
  },
  wrongNames: {
    label: "Wrongly named dead",
    unit: "",
    atMost: "callees",
    what: "those of them that had power for the whole run",
  },
  failedCalls: COMMON_MEASURES.failedCalls,
  callerPackets: { label: "The caller sends", unit: "packets", what: "packets of the caller until its last answer" },
  callerBytes: { label: "The caller sends", unit: "bytes", what: "bytes of those frames" },
  packets: { label: "Packets", unit: "packets", what: "on the Ethernet until the last answer" },
  repliesLost: {
    label: "Lost at the caller",
    unit: "packets",
    what: "packets to the caller that chance or its controller lost until the last answer",
  },
  outOfOrder: {
    label: "Run out of order",
    unit: "",
    what: "executions of a call on a callee that had run a later call before",
  },
} satisfies MeasureTable;

export type ManyValues = Values<typeof MANY_PARAMS>;
export type ManyMeasure = keyof typeof MANY_MEASURES;
