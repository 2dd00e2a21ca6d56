/** A call with arguments as an experiment: what marshalling adds, and what each transport takes. */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { describeExperiment } from "../describe.ts";
import type { Answer } from "../types.ts";
import { MARSHAL_MEASURES, MARSHAL_PARAMS, type MarshalMeasure } from "./marshal-params.ts";

type MarshalAnswer = Answer<typeof MARSHAL_PARAMS, MarshalMeasure>;

const SIZES = [4, 128, 400, 720, 1080, 1440] as const;
const MEASURED = { measure: "marshalUs", kind: "predicted" } as const;

/** A text is a row by its label; its size is another column. */
const text = (label: string, fixed: MarshalAnswer["fixed"] & object): MarshalAnswer => ({
  ...MEASURED,
  table: "table-v",
  column: "marshalUs",
  keys: ["label"],
  only: { label },
  set: {},
  fixed,
});

const stated = (
  key: string,
  rest: Omit<MarshalAnswer, "table" | "column" | "keys" | "only" | "set">,
): MarshalAnswer => ({
  table: "text",
  column: "value",
  keys: ["key"],
  only: { key },
  set: {},
  ...rest,
});

/** A text has its length with it. */
const TEXT_IN_PACKET = 1436;

/** The model speaks of one argument in one packet, on one machine. */
const MODELLED: ReadonlySet<string> = new Set(["integer", "fixed", "variable", "text", "nil"]);

export const marshal = describeExperiment({
  id: "firefly/marshal",
  title: "Firefly RPC: arguments",
  question: "What do arguments of each type add to a call, and what does the way to the other program take?",
  paper: "firefly",
  packetKinds: KINDS_OF.firefly,
  params: MARSHAL_PARAMS,
  measures: MARSHAL_MEASURES,
  sweep: { over: "argumentBytes", values: SIZES, fixed: { calls: 1 } },
  charts: [
    {
      y: "marshalUs",
      title: "Marshalling, by the size of the argument",
      points: ["table-ii", "table-iii", "table-iv", "table-v"].map((table) => ({ table, column: "marshalUs" })),
      evenX: true,
      series: { parameter: "argumentType", values: ["fixed", "variable", "text", "integer"] },
    },
    {
      y: "callsPerSecond",
      title: "Calls per second, by caller threads",
      points: [],
      sweep: { over: "threads", values: [1, 2, 3, 4, 5, 6, 7, 8], fixed: { calls: 400 } },
      series: { parameter: "transport", values: ["shared-memory", "lrpc"] },
    },
  ],
  models: [
    {
      paper: "firefly",
      function: "marshal_us",
      measure: "marshalUs",
      scale: 1,
      arguments: ({ argumentType, argumentBytes }) => ({ type: argumentType, bytes: argumentBytes }),
      when: ({ transport, argumentType, argumentBytes, arguments: count, passing, threads }) =>
        transport === "shared-memory" &&
        MODELLED.has(argumentType) &&
        (passing === "in" || argumentType === "fixed" || argumentType === "variable") &&
        passing !== "both" &&
        argumentBytes <= (argumentType === "text" ? TEXT_IN_PACKET : 1440) &&
        count === 1 &&
        threads === 1,
    },
  ],
  answers: [
    {
      ...MEASURED,
      table: "table-ii",
      column: "marshalUs",
      keys: ["arguments"],
      set: { arguments: "arguments" },
      fixed: { argumentType: "integer", argumentBytes: 4 },
    },
    {
      ...MEASURED,
      table: "table-iii",
      column: "marshalUs",
      keys: ["bytes"],
      set: { argumentBytes: "bytes" },
      fixed: { argumentType: "fixed", passing: "out" },
      regardlessOf: ["passing"],
    },
    {
      ...MEASURED,
      table: "table-iv",
      column: "marshalUs",
      keys: ["bytes"],
      set: { argumentBytes: "bytes" },
      fixed: { argumentType: "variable", passing: "out" },
      regardlessOf: ["passing"],
    },
    text("NIL", { argumentType: "nil" }),
    text("1", { argumentType: "text", argumentBytes: 1 }),
    text("128", { argumentType: "text", argumentBytes: 128 }),
    stated("sameMachineNull", {
      measure: "latencyMs",
      kind: "predicted",
      scale: 1000,
      fixed: { argumentType: "none" },
      note: "Given: the time of the two hand-overs is what the listed steps leave of it.",
    }),
    stated("sameMachineOverLocal", { measure: "overLocal", kind: "predicted", fixed: { argumentType: "none" } }),
    stated("bershadOverLocal", {
      measure: "overLocal",
      kind: "predicted",
      fixed: { argumentType: "none", transport: "lrpc" },
      note: "Given: the parts of the call sum to it.",
    }),
  ],
  callMeasure: "latencyMs",
  roughMs: ({ calls, argumentBytes, arguments: count }) => 1 + calls * (0.05 + 0.00001 * argumentBytes * count),
  isLoneCall: ({ threads }) => threads === 1,
});
