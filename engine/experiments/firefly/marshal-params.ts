/** The parameters and the measures of a call with arguments, over any transport. */
import { calls } from "../common-params.ts";
import { choice, number, variant } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";
import { MEASURES } from "./params.ts";
import { TRANSPORT } from "./switches.ts";

/** A loop that copies nothing has nothing to say of sizes. */
const SIZED = { argumentType: "variable" } as const;

export const MARSHAL_PARAMS = {
  argumentType: choice({
    group: "workload",
    label: "Argument type",
    options: {
      none: "None: Null()",
      integer: "Integers",
      fixed: "Array of fixed length",
      variable: "Array of variable length",
      text: "Text.T",
      nil: "Text.T, NIL",
      record: "Record of characters, truth values, integers",
      list: "List of integers, linked by pointers",
    },
    default: "integer",
    why: "Tables II to V have integers, two kinds of arrays, and texts. The paper has no times for records and lists.",
  }),
  argumentBytes: number({
    group: "workload",
    label: "Argument size",
    unit: "bytes",
    min: 1,
    max: 14_400,
    default: 4,
    why:
      "Integers, records and lists have as many parts as hold so much: of four, six and four bytes. One packet has " +
      "1,440 bytes; larger arguments go in several.",
    needs: { with: SIZED, why: "NIL has no size, and an integer has four bytes in any case." },
  }),
  arguments: number({
    group: "workload",
    label: "Arguments",
    min: 1,
    max: 8,
    default: 1,
    why: "Table II has one, two and four integers. All arguments of the call are alike.",
  }),
  passing: choice({
    group: "workload",
    label: "Passed",
    options: { in: "To the server", out: "Back to the caller", both: "Both ways" },
    default: "in",
    why:
      "Arrays go by VAR IN, VAR OUT and VAR. Integers, records, texts and lists go to the server by value. The paper " +
      "measured arrays by VAR OUT, and says that VAR IN costs the same.",
  }),
  threads: number({
    group: "workload",
    label: "Caller threads",
    min: 1,
    max: 8,
    default: 1,
    why: "The paper’s calls came from one thread. More threads show what a lock costs.",
  }),
  calls: calls({
    max: 100_000,
    default: 20,
    why: "Every call takes the same time, so few are enough.",
  }),
  processors: number({
    group: "machines",
    label: "Processors",
    min: 1,
    max: 5,
    default: 5,
    why:
      "The Firefly in the paper has five processors. Of two machines each has as many. With one, the statements " +
      "have the order that Section 5 puts in.",
    needs: { with: { threads: 8 }, why: "A call of one thread on one machine runs on one processor at a time." },
  }),
  transport: variant(TRANSPORT, {
    default: "shared-memory",
    why:
      "The paper measured arguments between two address spaces of one machine, so that no network counts. A program " +
      "chooses its transport when it binds.",
  }),
  underWay: choice({
    group: "protocol",
    label: "Packets of a long call under way",
    options: { one: "One, acknowledged before the next", all: "All, one behind the other" },
    default: "one",
    why:
      "The Firefly sends a long call packet by packet. Section 5 supposes that a stream of them, as in Amoeba, V and " +
      "Sprite, suits machines with one processor better.",
    needs: {
      with: { transport: "ethernet", argumentType: "variable", argumentBytes: 14_400 },
      why: "A call in one packet has nothing to stream, and no packet waits for another on one machine.",
    },
  }),
};

export const MARSHAL_MEASURES = {
  marshalUs: {
    label: "Added by the arguments",
    unit: "us",
    what:
      "the mean time of a call less that of a call of Null() over the same transport: on one machine the marshalling " +
      "alone",
  },
  latencyMs: MEASURES.latencyMs,
  overLocal: {
    label: "Beside a local call",
    unit: "times",
    what: "the mean time of a call, divided by that of a local call with the same arguments",
  },
  copies: {
    label: "Copies by the stubs",
    unit: "copies",
    what: "how often the stubs of both ends copy a value in a call",
  },
  callsPerSecond: MEASURES.callsPerSecond,
  wakeUps: {
    label: "Wake-ups of a call",
    unit: "wake-ups",
    what: "how often a thread was woken by an interrupt, or was given the processor of another, in the first call",
  },
  throughputMbps: MEASURES.throughputMbps,
  cpuUse: {
    label: "Processor use",
    unit: "CPU s/s",
    what: "busy time of all processors, divided by the time of the run",
  },
  failedCalls: MEASURES.failedCalls,
} satisfies MeasureTable;

export type MarshalValues = Values<typeof MARSHAL_PARAMS>;
export type MarshalMeasure = keyof typeof MARSHAL_MEASURES;
