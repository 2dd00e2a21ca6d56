/**
 * The Dorado as a table of costs: one microcoded processor, an Ethernet controller run by microcode, and the RPC
 * software in Mesa. The slides print whole calls and no step of them: the time of a packet in software and that of a
 * word are fitted, each to one cell of Table I, and how they divide into steps is assumed.
 */
import type { CellAddress } from "../kernel/trace-data.ts";
import { assumed, calibrated, printed, type Cost, type CostTable } from "./cost.ts";

const at = (procedure: string, column: string): CellAddress => ({
  paper: "cedar",
  table: "table-i",
  row: { procedure },
  column,
});

const local = (name: string, value: number, procedure: string): Cost =>
  printed(name, value, "us", `Table I, local-only, ${procedure}`, at(procedure, "localOnlyUs"));

const text = (name: string, value: number, unit: string, key: string): Cost =>
  printed(name, value, unit, "slides on Birrell & Nelson", {
    paper: "cedar",
    table: "text",
    row: { key },
    column: "value",
  });

/** Numbers that the slides print. The local-only column has the cost of a procedure without the network. */
export const DORADO = {
  localCall: local("A local call", 9, "no args/results"),
  localResume: local("A local call with an exception that is resumed", 134, "resume exception"),
  localUnwind: local("A local call with an exception that unwinds", 196, "unwind exception"),
  twoPackets: printed(
    "Transmission of the two packets of an empty call, as the paper counts",
    131,
    "us",
    "Table I, transmission, no args/results",
    at("no args/results", "transmissionUs"),
  ),
  longestProbe: text("Longest interval between probes", 5, "min", "probeIntervalMax"),
} as const;

/** Fitted constants: two, each to one cell of Table I. */
export const DORADO_CALIBRATED = {
  packet: calibrated(
    "Software of one packet, from stub to stub",
    410.7,
    "us",
    "Fitted so that a call without arguments takes the median of Table I",
    at("no args/results", "medianUs"),
  ),
  word: calibrated(
    "Software of one word in a packet, at both ends",
    3.61,
    "us",
    "Fitted so that a call with ten arguments and ten results takes the median of Table I",
    at("10 args/results", "medianUs"),
  ),
} as const;

const SHARE = "The slides print no step of a call. This share of the time of a packet is ours";

/** Costs that a simulation needs and the slides do not say. None of these was fitted. */
export const DORADO_ASSUMED = {
  sendShare: assumed("Share of sending in the software of a packet", 0.4, "of the packet", SHARE),
  receiveShare: assumed("Share of the interrupt routine", 0.35, "of the packet", SHARE),
  switchShare: assumed(
    "Share of the switch to the process that waits",
    0.25,
    "of the packet",
    `${SHARE}. A simple call has four process switches; two of them are on its way`,
  ),
  retransmitAfter: assumed(
    "Time until a packet is sent again",
    20,
    "ms",
    "Not published. About four times the longest call of one packet each way; each interval doubles the last one",
  ),
  firstProbe: assumed(
    "Time until the first probe",
    5,
    "ms",
    "The slides: about one round trip. This is that of the longest call of one packet each way",
  ),
  sendLimit: assumed("Sends before a call fails", 7, "sends", "The slides: a number of times; seven is ours"),
  forgetAfter: assumed("Silence after which an activity is forgotten", 5, "min", "Birrell & Nelson: a few minutes"),
  cipherWord: assumed(
    "DES of a word of 16 bits, in software",
    62.5,
    "us",
    "1 ms for a block of four words in C on a VAX-11/780 (D. Mitchell, net.crypt, April 1984), a quarter of that at " +
      "about 4 MIPS. A chip for DES would take far less",
  ),
  serverProcesses: assumed("Idle processes of the exporter", 8, "processes", "Ours; a few wait for calls"),
  cableMetres: assumed("Cable between two machines", 550, "m", "Half of a cable of about a kilometre"),
  otherHosts: assumed("Other hosts on the net", 20, "hosts", "Only their load matters to a call"),
} as const;

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "Dorado",
    title: "What the slides print",
    note: "Repeated from cells of the slides; a test compares each with its cell.",
    costs: Object.values(DORADO),
  },
  {
    of: "Dorado",
    title: "Calibrated",
    note: "Fitted, each to one cell, so what that cell says is no prediction.",
    costs: Object.values(DORADO_CALIBRATED),
  },
  {
    of: "Dorado",
    title: "Assumed",
    note: "What a simulation needs and the slides do not say. None was fitted.",
    costs: Object.values(DORADO_ASSUMED),
  },
];
