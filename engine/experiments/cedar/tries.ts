/** The claims of the slides on Cedar RPC that a run of its experiment tries. */
import { triedBy, type Tries } from "../tries.ts";
import type { CALL_PARAMS, CedarMeasure } from "./params.ts";

const call = triedBy<typeof CALL_PARAMS, CedarMeasure>("cedar/call");

/** One call, and nobody else on the net. */
const ONE = { calls: 1, load: 0 } as const;
const HOUR = { ...ONE, serverMs: 3_600_000 } as const;

export const tries: Tries = {
  paper: "cedar",
  claims: {
    "null-call": call({}, "The median stands beside the paper’s among the answers.", { measure: "medianUs" }),
    "parallel-2mbit": call(
      { threads: 4, arguments: 100, arrayWords: 150 },
      "Set one process, then two, and compare the throughput.",
      { measure: "throughputMbps" },
    ),
    structure: call(ONE, "Step through the call: user stub, run time, server stub, procedure, and back."),
    "implicit-acks": call({ calls: 4, load: 0 }, "Each call has two packets, and none is an acknowledgement.", {
      measure: "packetsPerCall",
    }),
    "multi-packet": call(
      { ...ONE, argumentPackets: 4 },
      "Count the packets: each packet of the arguments but the last has an acknowledgement.",
    ),
    exceptions: call({ ...ONE, exception: "resume" }, "An exception adds two packets to the call."),
    probes: call(HOUR, "The gaps between the probes grow, at last to five minutes."),
    "probes-detect": call(HOUR, "The server crashes, and the next probe finds it out.", {
      faults: ["crash server at 12min"],
    }),
    "no-timeout": call(HOUR, "The call waits for an hour, because its probes are answered."),
    "binding-grapevine": call(
      { ...ONE, binding: "instance" },
      "Before the call, the importer asks the name service and then the exporter.",
    ),
    "binding-broadcast": call(
      { ...ONE, binding: "broadcast", bystanders: 20 },
      "All twenty bystanders take the question in, and only the server has an answer.",
    ),
    "existing-protocols": call(
      { ...ONE, transport: "stream" },
      "Count the packets that open a connection, carry the call and close the connection: nine, where Cedar has two.",
    ),
    security: call(
      { ...ONE, arrayWords: 40, security: "encrypted" },
      "The caller gets a key from Grapevine, and then the call has its header in clear and its words in cipher text.",
    ),
    "binding-unique-id": call({ calls: 2, load: 0 }, "The restarted server rejects the call of the old binding.", {
      faults: ["crash server at 1.5ms", "restart server at 3ms"],
    }),
    "guarantee-return": call(ONE, "The result is lost and sent again, but the procedure ran once.", {
      measure: "executions",
      faults: ["drop result#1"],
    }),
    "guarantee-exception": call(
      ONE,
      "The call fails before its procedure ran: move the crash later, and it has run once.",
      {
        faults: ["crash server at 200us"],
      },
    ),
    "call-identifier": call(ONE, "The copy of the call comes late, and nothing is executed.", {
      faults: ["duplicate call#1 by 700us"],
    }),
    "sequence-rule": call(
      { calls: 3, load: 0 },
      "The copy of the first call comes after the second call and is ignored.",
      {
        faults: ["duplicate call#1 by 1.5ms"],
      },
    ),
    activity: call({ calls: 8, threads: 2, load: 0 }, "Each process has one call at a time."),
    "idle-state": call({ calls: 2, load: 0 }, "Look at the server’s row: a sequence number, and the kept result."),
    "no-state": call(
      { ...ONE, binding: "instance" },
      "The import leaves nothing behind at the server: its table has a row only after the call.",
    ),
  },
};
