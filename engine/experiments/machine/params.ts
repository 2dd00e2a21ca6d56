/** The parameters and the measures of a call of any protocol on any machine. */
import { MACHINE_TITLES, NETWORK_TITLES } from "../../systems/portable/choices.ts";
import { PORTABLE_CATALOGUE, type PortableName } from "../../systems/portable/catalogue.ts";
import { choice, number } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";

const PROTOCOL_TITLES = Object.fromEntries(
  Object.entries(PORTABLE_CATALOGUE).map(([name, { title }]) => [name, title]),
) as Readonly<Record<PortableName, string>>;

export const MACHINE_PARAMS = {
  bytes: number({
    group: "workload",
    label: "Argument",
    unit: "bytes",
    min: 0,
    max: 1400,
    default: 0,
    scale: "log",
    why: "As much as one packet of most of these protocols carries. Cedar RPC takes three packets for it.",
  }),
  resultBytes: number({
    group: "workload",
    label: "Result",
    unit: "bytes",
    min: 0,
    max: 1400,
    default: 0,
    scale: "log",
    why: "As for the argument.",
  }),
  serverMs: number({
    group: "workload",
    label: "Procedure takes",
    unit: "ms",
    min: 0,
    max: 100_000,
    default: 0,
    scale: "log",
    why: "A procedure that does nothing. A slow one shows who asks whether it still runs, and who calls again.",
    stretches: { name: "procedure", steps: ["Null (the server procedure)"] },
  }),
  calls: number({
    group: "workload",
    label: "Calls",
    min: 1,
    max: 1000,
    default: 10,
    scale: "log",
    why: "One after the other. The number is ours.",
    repeats: true,
  }),
  protocol: choice({
    group: "protocol",
    label: "Protocol",
    options: PROTOCOL_TITLES,
    default: "firefly",
    why: "It brings its packets, its rules and its timers. It brings no work: that is the machine’s.",
  }),
  checksums: choice({
    group: "protocol",
    label: "Checksums in software",
    options: { own: "As the protocol has them", other: "The other way round" },
    default: "own",
    why: "Firefly RPC adds up the bytes of every packet. The others do not, or their machine’s account has it already.",
  }),
  machine: choice({
    group: "machines",
    label: "Machine",
    options: MACHINE_TITLES,
    default: "firefly",
    why: "Two of one kind, with the work that the machine was measured or calibrated with.",
  }),
  faster: number({
    group: "machines",
    label: "Software is faster",
    unit: "times",
    min: 0.1,
    max: 1000,
    step: 0.1,
    default: 1,
    scale: "log",
    why: "A machine of the same kind with another processor: all its work takes so many times less.",
  }),
  medium: choice({
    group: "network",
    label: "Network",
    options: { own: "That of the machine", ...NETWORK_TITLES },
    default: "own",
    standIn: "own",
    why: "Nobody else is on it. Every packet keeps its bytes, whatever the network’s own headers would be.",
  }),
} as const;

export const MACHINE_MEASURES = {
  msPerCall: {
    label: "Time a call",
    unit: "ms",
    what: "from the first call’s start to the last one’s end, divided by the calls",
  },
  wireShare: {
    label: "Share of the wire",
    unit: "%",
    what: "the bits of all frames at the network’s speed, without what frames them there, by the time of the run",
  },
  timesLocal: {
    label: "Beside a local call",
    unit: "times",
    what: "time a call, by the time of a call in the same program, where that was measured on the machine",
  },
  packets: { label: "Packets", unit: "packets", what: "on the network until the last answer" },
  bytesPerCall: { label: "Bytes a call", unit: "bytes", what: "of all frames until the last answer, by the calls" },
  retransmissions: { label: "Sent again", unit: "packets", what: "packets that were sent again until the last answer" },
  failedCalls: { label: "Calls failed", unit: "", what: "calls that did not return" },
} satisfies MeasureTable;

export type MachineValues = Values<typeof MACHINE_PARAMS>;
export type MachineMeasure = keyof typeof MACHINE_MEASURES;
