/** A broadcast of Sun RPC as an experiment: one call to a program on every machine of an Ethernet. */
import { KINDS_OF } from "../../../faults/packet-kinds.ts";
import { describeExperiment } from "../../describe.ts";
import { BROADCAST_MEASURES, BROADCAST_PARAMS } from "./params.ts";
import { IN_WIRESHARK } from "../in-wireshark.ts";

export const broadcast = describeExperiment({
  id: "sun-rpc/broadcast",
  title: "Sun RPC: a broadcast",
  question: "Who answers a call to all machines of a network, and what does it cost those that do not?",
  paper: "enutt",
  packetKinds: KINDS_OF.sunrpc,
  inWireshark: IN_WIRESHARK,
  params: BROADCAST_PARAMS,
  measures: BROADCAST_MEASURES,
  sweep: { over: "machines", values: [1, 3, 5, 10, 20, 30, 40, 50] },
  charts: [
    { y: "bystanderUs", title: "Time taken from bystanders, by machines", points: [] },
    {
      y: "allAnsweredMs",
      title: "Time until all have answered, by machines with the program",
      points: [],
      sweep: { over: "servers", values: [1, 2, 5, 10, 20, 30, 40, 50], fixed: { machines: 50 } },
    },
    {
      y: "totalS",
      title: "Time of the broadcast, by the time of the procedure",
      points: [],
      sweep: { over: "serverMs", values: [0, 100, 1000, 2000, 3000, 4000, 5000, 6000] },
      evenX: true,
    },
  ],
  models: [],
  answers: [],
  roughMs: ({ machines, servers }) => 2 + 0.4 * machines + 5 * Math.min(machines, servers),
});
