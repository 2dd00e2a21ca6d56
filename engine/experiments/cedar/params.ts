/** The parameters and the measures of a Cedar call. */
import { calls } from "../common-params.ts";
import { choice, leftOut, number } from "../params.ts";
import type { MeasureTable, NumberParam, Values } from "../types.ts";

const words = (label: string): NumberParam =>
  number({
    group: "workload",
    label,
    unit: "words",
    min: 0,
    max: 100,
    default: 0,
    why: "Table I has calls with up to ten arguments and results. Each is a word of 16 bits.",
  });

export const CALL_PARAMS = {
  arguments: words("Arguments"),
  results: words("Results"),
  arrayWords: number({
    group: "workload",
    label: "Array, each way",
    unit: "words",
    min: 0,
    max: 150,
    default: 0,
    why: "Table I has calls that carry an array of up to 100 words there and back.",
  }),
  argumentPackets: number({
    group: "workload",
    label: "Packets of the arguments",
    unit: "packets",
    min: 1,
    max: 16,
    default: 1,
    why: "With more than one, the arguments fill so many packets of 256 words. One leaves them as they are.",
  }),
  calls: calls({
    max: 12_000,
    default: 200,
    why: "The designers timed 12,000 calls of each procedure. The median settles long before.",
  }),
  threads: number({
    group: "workload",
    label: "Calling processes",
    min: 1,
    max: 8,
    default: 1,
    why: "Table I has one. With several processes in parallel the designers reached 2 Mbit/s.",
  }),
  exception: choice({
    group: "workload",
    label: "Exception of the procedure",
    options: { none: "None", resume: "Raised, then resumed", unwind: "Raised, then unwound" },
    default: "none",
    why: "Table I times calls whose procedure raises an exception.",
  }),
  serverMs: number({
    group: "machines",
    label: "Procedure waits",
    unit: "ms",
    min: 0,
    max: 7_200_000,
    step: 0.1, // a call takes 1.1 ms
    default: 0,
    why: "The procedures of Table I do nothing. One that waits for a disk or a person keeps its caller waiting.",
    stretches: { name: "procedure", wait: "end of the procedure", behind: "The procedure" },
  }),
  binding: choice({
    group: "machines",
    label: "Binding",
    options: {
      given: "Given by hand",
      address: "Imported by address",
      instance: "Imported by instance",
      type: "Imported by type",
      broadcast: "Imported by broadcast",
      made: "Made for the importer",
    },
    default: "given",
    why:
      "An importer asks the name service, Grapevine, which machine exports the interface. Then it asks that machine. " +
      "By address it asks the machine alone, by broadcast all machines at once. An exporter can also make an " +
      "instance at run time and hand its name to the importer. Table I does not count the import.",
  }),
  replica: choice({
    group: "machines",
    label: "First replica of the name service",
    options: { up: "Up to date", down: "Down", stale: "With an old address" },
    default: "up",
    why: "Grapevine keeps each entry in two replicas, so an import works with one of them down.",
    needs: { with: { binding: "instance" }, why: "Without an import by name nobody asks the name service." },
  }),
  access: choice({
    group: "machines",
    label: "Right to export the instance",
    options: { granted: "Granted", denied: "Denied" },
    default: "granted",
    why:
      "Grapevine keeps a list of who may write each name. It refuses an exporter that is not on the list, and then " +
      "importers find nothing.",
    needs: { with: { binding: "instance" }, why: "Without an import by name nobody asks the name service." },
  }),
  bystanders: number({
    group: "machines",
    label: "Bystanders of a broadcast",
    unit: "machines",
    min: 0,
    max: 60,
    default: 5,
    why: "A broadcast interrupts all machines of the network. The number is ours.",
    needs: { with: { binding: "broadcast" }, why: "Without a broadcast nobody disturbs other machines." },
  }),
  networkMbps: choice({
    group: "network",
    label: "Ethernet",
    options: { "2.94": "3 Mbit/s (2.94)", "10": "10 Mbit/s" },
    default: "2.94",
    why: "Most Dorados were on the 3 Mbit/s Ethernet, which runs at 2.94 Mbit/s. Some had one of 10 Mbit/s.",
    stretches: { name: "network", wire: "Transmission time on Ethernet" },
  }),
  load: number({
    group: "network",
    label: "Load by other hosts",
    unit: "of capacity",
    min: 0,
    max: 0.5,
    step: 0.005,
    default: 0.075,
    share: true,
    why: "The designers measured on a net with a load of 5 to 10 percent.",
  }),
  oneWayMs: number({
    group: "network",
    label: "Extra delay one way",
    unit: "ms",
    min: 0,
    max: 1000,
    step: 0.1,
    default: 0,
    why: "None on one Ethernet. A satellite adds about 250 ms.",
    stretches: { name: "way", wire: null },
  }),
  transport: choice({
    group: "protocol",
    label: "What carries the call",
    options: {
      exchange: "Cedar’s packet exchange",
      stream: "A byte stream for each call",
      messages: "Messages, each acknowledged",
    },
    default: "exchange",
    why:
      "The designers had byte streams, which are made for bulk transfer, and chose procedure calls over messages. " +
      "Hosts, wire and the cost of a packet are the same for all three.",
  }),
  security: choice({
    group: "protocol",
    label: "Security",
    options: {
      none: "None, in clear",
      encrypted: "Encrypted from end to end",
      impostor: "Encrypted, but the caller is an impostor",
    },
    default: "none",
    why:
      "Grapevine gives caller and callee a key before the first call. Who knows no secret of the caller’s machine " +
      "gets no key. Table I was measured in clear.",
  }),
  underWay: choice({
    group: "protocol",
    label: "Packets under way",
    options: { one: "One, then its acknowledgement", all: "All at once (bulk)" },
    default: "one",
    why: "Cedar sends one packet of a message at a time. A bulk protocol sends all of them behind each other.",
    needs: { with: { argumentPackets: 4 }, why: "A message of one packet has no other packet under way." },
  }),
  acknowledgements: choice({
    group: "protocol",
    label: "Acknowledgements",
    options: { implicit: "By the next packet", explicit: "For each packet" },
    default: "implicit",
    why: "In Cedar the result acknowledges the call, and the next call acknowledges the result.",
    needs: { with: { transport: "exchange" }, why: "Byte streams and messages acknowledge each packet." },
  }),
  liveness: choice({
    group: "protocol",
    label: "Signs of life",
    options: { probes: "The caller probes", "keep-alives": "The callee tells" },
    default: "probes",
    why: "Cedar’s caller sends probes during a long call. The callee could also tell by itself that it is alive.",
    needs: { with: { serverMs: 1000 }, why: "A short call has ended before the first probe." },
  }),
  without: leftOut(["sequenceCheck", "duplicateTable", "uniqueId", "pleaseAck", "heldReply"]),
};

export const MEASURES = {
  medianUs: { label: "Latency, median", unit: "us", what: "the time of the middle call of those that returned" },
  minimumUs: { label: "Latency, least", unit: "us", what: "the time of the quickest call that returned" },
  transmissionUs: {
    label: "Transmission, as the paper counts",
    unit: "us",
    what: "of the first call: 65.5 µs for each packet and 5.44 µs for each word of data in it",
  },
  wireUs: {
    label: "Time on the wire",
    unit: "us",
    what: "of the first call: from the first bit of each packet until its last has arrived, headers included",
  },
  packets: {
    label: "Packets",
    unit: "packets",
    what: "packets of all calls until the program’s last answer, those sent again included",
  },
  packetsPerCall: { label: "Packets of a call", unit: "packets", what: "these packets, divided by the calls" },
  laterPackets: {
    label: "Later packets",
    unit: "packets",
    what:
      "packets of all calls after the program’s last answer: results that are sent again, because no call follows, " +
      "and acknowledgements",
  },
  throughputMbps: {
    label: "Throughput",
    unit: "Mbit/s",
    what: "bits of arguments and results of the calls that returned, divided by the time of the run",
  },
  executions: { label: "Executions of the first call", unit: "", what: "how often the procedure ran for it" },
  outcome: {
    label: "End of the first call",
    unit: "",
    what:
      "returned, unwound (its handler unwound it), exception (no answer, or unbound), pending, or not made (the " +
      "import failed)",
  },
  detectMs: {
    label: "Failure noticed after",
    unit: "ms",
    what: "from the first crash of the server to the exception of the first call that failed after it",
  },
  bystanderUs: {
    label: "Time taken from bystanders",
    unit: "us",
    what: "processor time that all machines together spent which export nothing and still got the broadcast",
  },
  failedCalls: { label: "Calls failed", unit: "calls", what: "calls that ended in an exception" },
  callerCpu: { label: "Caller processor use", unit: "CPU s/s", what: "busy time divided by the time of the run" },
  serverCpu: { label: "Server processor use", unit: "CPU s/s", what: "the same for the server" },
} satisfies MeasureTable;

export type CedarValues = Values<typeof CALL_PARAMS>;
export type CedarMeasure = keyof typeof MEASURES;
