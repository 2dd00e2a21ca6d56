/** The parameters and the measures of multirpc/callback-ways. */
import { choice, number, variant } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";
import { ALL, CALLBACK_PARAMS, LOSS } from "./params.ts";

const MULTICAST = {
  with: { way: "multicast" },
  why: "Only multicast has a group for each file, which changes with the caches.",
} as const;

export const WAYS_PARAMS = {
  way: choice({
    group: "workload",
    label: "The file server tells them by",
    options: {
      multi: "MultiRPC",
      iterative: "RPC2, one after another",
      threads: "RPC2, a thread for each",
      broadcast: "A broadcast on every subnet",
      multicast: "Multicast, a group for each file",
    },
    default: "multi",
    why: "Section II rejects all but the first.",
  }),
  workstations: variant(CALLBACK_PARAMS.workstations, {
    label: "Workstations that have the file",
    why: "Several hundred workstations may keep a copy of one system file (Section II). At most all of the campus.",
  }),
  campus: number({
    group: "workload",
    label: "Workstations of the campus",
    min: 40,
    max: ALL,
    default: 500,
    scale: "log",
    why: "About 500 (Section VI-B1). Andrew was to have 5,000.",
    needs: { with: { way: "broadcast" }, why: "A call goes only to workstations that have the file." },
  }),
  computeMs: CALLBACK_PARAMS.computeMs,
  replacementsPerHour: number({
    group: "workload",
    label: "Files replaced in a cache",
    unit: "an hour",
    min: 0,
    max: 3600,
    default: 60,
    why: "Caches change often (Section II). The paper gives no rate: we assume one file a minute.",
    needs: MULTICAST,
  }),
  watchS: number({
    group: "workload",
    label: "Caches change before the file does, for",
    unit: "s",
    min: 0,
    max: 60,
    default: 10,
    why: "Long enough to see the packets of groups that change, and what the file server makes of them.",
    needs: MULTICAST,
  }),
  confirm: choice({
    group: "protocol",
    label: "After a broadcast or a multicast",
    options: { no: "Nothing follows", calls: "MultiRPC follows, as confirmation" },
    default: "no",
    why: "Neither tells the server that a workstation has got it; the reply to a call does (Section II).",
    needs: { with: { way: "broadcast" }, why: "Calls need no further confirmation." },
  }),
  filter: choice({
    group: "machines",
    label: "Multicast packets are chosen by",
    options: { software: "Software, from all that come", hardware: "The network interface" },
    default: "software",
    why: "Most workstations had no interface that could choose, and filtered broadcasts (Section II).",
    needs: MULTICAST,
  }),
  cachedFiles: number({
    group: "machines",
    label: "Files in a cache",
    min: 1,
    max: 1000,
    default: 100,
    why: "The paper does not say. Each file of a cache is a group that its workstation is in.",
    needs: MULTICAST,
  }),
  deadFraction: variant(CALLBACK_PARAMS.deadFraction, { default: 0 }),
  lossPercent: LOSS,
};

export const WAYS_MEASURES = {
  elapsedMs: {
    label: "Until the file server is done",
    unit: "ms",
    what: "from the change to the last notice that it sends, or to the last result of its calls",
  },
  told: {
    label: "Workstations told",
    unit: "workstations",
    atMost: "workstations",
    what: "workstations with the file that learnt of the change, whether the file server knows or not",
  },
  known: {
    label: "Known to be told",
    unit: "workstations",
    atMost: "workstations",
    what: "workstations whose reply the file server has",
  },
  unknown: {
    label: "Not known to be told",
    unit: "workstations",
    atMost: "workstations",
    what: "workstations with the file whose reply the file server does not have",
  },
  disturbed: {
    label: "Workstations disturbed",
    unit: "workstations",
    what: "workstations without the file that had to look at a packet",
  },
  workstationMs: {
    label: "Work of all workstations",
    unit: "ms",
    what: "processor time of all workstations together, from the change on",
  },
  disturbedMs: {
    label: "Work of the disturbed",
    unit: "ms",
    what: "the part of it at workstations without the file",
  },
  packets: { label: "Packets", unit: "packets", what: "packets that machines send from the change on" },
  membershipPerS: {
    label: "Packets about groups",
    unit: "per second",
    what: "packets that join or leave a group, a second, before the change",
  },
  membershipBehind: {
    label: "Of these not taken in",
    unit: "packets",
    what: "packets about groups that the file server has not taken in when the file changes: lost, or on their way",
  },
  wrongMembers: {
    label: "Wrong about the file’s group",
    unit: "workstations",
    what: "workstations that the file server wrongly takes for members when the file changes, or does not take for any",
  },
  threadBytes: {
    label: "Memory of threads",
    unit: "bytes",
    what: "stacks and control blocks of a thread for each call",
  },
} satisfies MeasureTable;

export type WaysValues = Values<typeof WAYS_PARAMS>;
export type WaysMeasure = keyof typeof WAYS_MEASURES;
