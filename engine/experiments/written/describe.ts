/** The protocol whose rules a reader writes, as an experiment. It has no paper. */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { describeExperiment } from "../describe.ts";
import type { Description } from "../types.ts";
import { WRITTEN_MEASURES, WRITTEN_PARAMS } from "./params.ts";

export const call = describeExperiment({
  id: "written/call",
  title: "Written rules: a call",
  question: "Which rules of a client and a server make a call run exactly once?",
  paper: null,
  packetKinds: KINDS_OF.written,
  inWireshark: "Wireshark shows the UDP datagram and the rest as data: it has no reader for rules of your own.",
  params: WRITTEN_PARAMS,
  measures: WRITTEN_MEASURES,
  sweep: { over: "serverMs", values: [1, 5, 10, 20, 50, 100, 200] },
  charts: [{ y: "packetsPerCall", title: "Packets a call by the time of the procedure", points: [] }],
  models: [],
  answers: [],
  callMeasure: "latencyMs",
});

/** What the family is called where one is chosen. */
export const title = "Written rules";

export const descriptions: readonly Description[] = [call];
