/** The parameters and the measures of a call of any protocol on any machine. */
import { MACHINE_TITLES, NETWORK_TITLES } from "../../systems/portable/choices.ts";
import { PORTABLE_CATALOGUE, type PortableName } from "../../systems/portable/catalogue.ts";
import { COMMON_MEASURES } from "../common-measures.ts";
import { bytes, calls, faster, procedureMs } from "../common-params.ts";
import { choice } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";

const PROTOCOL_TITLES = Object.fromEntries(
  Object.entries(PORTABLE_CATALOGUE).map(([name, { title }]) => [name, title]),
) as Readonly<Record<PortableName, string>>;

export const MACHINE_PARAMS = {
  bytes: bytes({
    ...{ label: "Argument", max: 1400, default: 0 },
    why: "As much as one packet of most of these protocols carries. Cedar RPC takes three packets for it.",
  }),
  resultBytes: bytes({ label: "Result", max: 1400, default: 0, why: "As for the argument." }),
  serverMs: procedureMs({
    step: "Null (the server procedure)",
    why: "A procedure that does nothing. A slow one shows who asks whether it still runs, and who calls again.",
  }),
  calls: calls({ max: 1000, default: 10, why: "One after the other. The number is ours." }),
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
  faster: faster({
    ...{ label: "Software is faster", max: 1000 },
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
  msPerCall: COMMON_MEASURES.msPerCall,
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
  failedCalls: COMMON_MEASURES.failedCalls,
} satisfies MeasureTable;

export type MachineValues = Values<typeof MACHINE_PARAMS>;
export type MachineMeasure = keyof typeof MACHINE_MEASURES;
