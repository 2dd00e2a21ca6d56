/** A call of MultiRPC whose procedure the reader specifies, as an experiment. */
import { KINDS_OF } from "../../../faults/packet-kinds.ts";
import { CLIENT_AND_SERVER, describeExperiment } from "../../describe.ts";
import { SPECIFICATION_MEASURES, SPECIFICATION_PARAMS } from "./params.ts";

/** Roughly what a server of a call takes to compute: ms. */
const SERVER_MS = 0.5;

export const specification = describeExperiment({
  id: "multirpc/specification",
  title: "MultiRPC: the bytes of a call",
  question: "Which bytes does a call send?",
  paper: "multirpc",
  packetKinds: KINDS_OF.rpc2,
  mustRun: "client",
  inWireshark: "Wireshark shows Ethernet, IP and UDP. It has no reader for RPC2 and shows the rest as data.",
  params: SPECIFICATION_PARAMS,
  measures: SPECIFICATION_MEASURES,
  machineWords: CLIENT_AND_SERVER,
  sweep: { over: "servers", values: [1, 2, 3, 5, 10, 15, 20] },
  charts: [
    {
      y: "elapsedMs",
      title: "Time of the call, by servers",
      points: [],
      series: { parameter: "mode", values: ["multi", "iterative"] },
    },
  ],
  models: [],
  answers: [],
  roughMs: ({ servers }) => servers * SERVER_MS,
});
