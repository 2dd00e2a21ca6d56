/** A call of any protocol on any machine and network of the lab. */
import { PACKET_KINDS } from "../../faults/fault.ts";
import { PORTABLE_CATALOGUE } from "../../systems/portable/catalogue.ts";
import { describeExperiment } from "../describe.ts";
import type { Description } from "../types.ts";
import { CONCLUSIONS } from "./conclusions.ts";
import { MACHINE_MEASURES, MACHINE_PARAMS } from "./params.ts";

const KINDS = new Set<string>(Object.values(PORTABLE_CATALOGUE).flatMap(({ kinds }) => kinds));
const MACHINES = MACHINE_PARAMS.machine.options.map(({ value }) => value);
const FEW = { calls: 3 } as const;

export const call = describeExperiment({
  id: "machine/call",
  title: "Any protocol on any machine",
  question: "What would this protocol take on that machine, and which of the papers’ conclusions hold there?",
  paper: null,
  packetKinds: PACKET_KINDS.filter((kind) => KINDS.has(kind)),
  inWireshark:
    "Wireshark shows Ethernet, IP, UDP and Sun RPC. It has no reader for the other protocols and shows them as data.",
  params: MACHINE_PARAMS,
  measures: MACHINE_MEASURES,
  sweep: { over: "machine", values: MACHINES, fixed: FEW },
  charts: [
    { y: "msPerCall", title: "Time a call, by the machine", points: [] },
    {
      id: "protocols",
      y: "msPerCall",
      title: "Time a call, by the protocol",
      points: [],
      sweep: { over: "protocol", values: MACHINE_PARAMS.protocol.options.map(({ value }) => value), fixed: FEW },
    },
    {
      id: "networks",
      y: "msPerCall",
      title: "Time a call, by the network",
      points: [],
      sweep: {
        over: "medium",
        values: MACHINE_PARAMS.medium.options.map(({ value }) => value).filter((value) => value !== "own"),
        fixed: FEW,
      },
    },
    {
      id: "faster",
      y: "wireShare",
      title: "Share of the wire, by the speed of the software",
      points: [],
      sweep: { over: "faster", values: [1, 3, 10, 30, 100, 300, 1000], fixed: FEW },
    },
  ],
  tables: [CONCLUSIONS],
  models: [],
  answers: [],
  callMeasure: "msPerCall",
  roughMs: ({ calls }) => 2 + calls * 0.1,
});

/** What the family is called where one is chosen. */
export const title = "Any machine";

export const descriptions: readonly Description[] = [call];
