/** The parameters and the measures of a call whose procedure the reader specifies. */
import { choice, choiceOrText, number } from "../../params.ts";
import type { MeasureTable, Values } from "../../types.ts";
import { OWN_SPECIFICATION, OWN_WORD } from "./texts.ts";

export const SPECIFICATION_PARAMS = {
  specification: choiceOrText({
    group: "workload",
    label: "Specification",
    options: {
      "double-it": "The paper’s example, double_it",
      "triple-it": "The paper’s example, triple_it",
      say: "A procedure with a word",
    },
    own: OWN_SPECIFICATION,
    default: "double-it",
    why: "The example stands in Appendix II of the paper. Of a text of your own, a run calls the first procedure.",
  }),
  word: choiceOrText({
    group: "workload",
    label: "Each String is",
    options: { abcd: "abcd", roundtrip: "roundtrip" },
    own: OWN_WORD,
    default: "abcd",
    why: "Our choice. Numbers are 21 in a request. In a reply they are 42, or 63 from triple_it.",
    needs: { with: { specification: "say" }, why: "The procedure must have a String." },
  }),
  servers: number({
    group: "workload",
    label: "Servers",
    min: 1,
    max: 100,
    default: 3,
    scale: "log",
    why: "The client of Appendix II calls three servers. The tables of the paper go up to 100.",
  }),
  mode: choice({
    group: "workload",
    label: "Calls",
    options: { multi: "MultiRPC", iterative: "RPC2, one after another" },
    default: "multi",
    why: "MultiRPC packs the arguments once for all servers. RPC2 packs them for each call.",
  }),
  computeMs: number({
    group: "workload",
    label: "Computation at each server",
    unit: "ms",
    min: 0,
    max: 1000,
    default: 10,
    why: "Servers compute for 10 ms in the first rows of Tables VIII to X.",
    stretches: { name: "computation", steps: ["Compute"], share: true },
  }),
  waitFor: number({
    group: "ending",
    label: "Replies waited for",
    min: 1,
    max: 100,
    default: 100,
    scale: "log",
    why: "The client of Appendix II ends its call at the second of three replies.",
  }),
};

export const SPECIFICATION_MEASURES = {
  requestBytes: { label: "Request", unit: "bytes", what: "RPC2’s message of the request: its header and the body" },
  replyBytes: { label: "Reply", unit: "bytes", what: "RPC2’s message of the reply: its header and the body" },
  argumentBytes: { label: "Arguments", unit: "bytes", what: "the body of the request" },
  resultBytes: { label: "Results", unit: "bytes", what: "the body of the reply" },
  fillBytes: { label: "Padding", unit: "bytes", what: "bytes of the request’s body that only fill a unit up" },
  words: { label: "Strings sent", unit: "", what: "Strings among the parameters of the request" },
  headerBytes: { label: "Header", unit: "bytes", what: "RPC2’s header, the same in each message" },
  descriptors: { label: "Descriptors read", unit: "", what: "descriptors of the procedure, with those of structures" },
  descriptorBytes: { label: "Descriptors", unit: "bytes", what: "all arrays of descriptors of the subsystem" },
  routineBytes: {
    label: "Routine that reads descriptors",
    unit: "bytes",
    what: "its code, once for all subsystems; an estimate of ours",
  },
  generatedBytes: {
    label: "Generated stubs",
    unit: "bytes",
    what: "code that packs and unpacks for each procedure of the subsystem; an estimate of ours",
  },
  smallerFrom: {
    label: "Descriptors are smaller from",
    unit: "procedures",
    what: "the number of procedures like these from which descriptors and their routine take less; an estimate of ours",
  },
  interpretedUs: {
    label: "Pack by descriptors",
    unit: "us",
    what: "time to pack the arguments once: pack of Table VI for one integer, the rest an estimate of ours",
  },
  generatedUs: {
    label: "Pack by a generated stub",
    unit: "us",
    what: "the same without reading descriptors; an estimate of ours",
  },
  elapsedMs: { label: "Time of the call", unit: "ms", what: "the time until the program has all replies" },
  packets: { label: "Packets", unit: "packets", what: "requests, replies and all others, until the last result" },
  replies: { label: "Replies", unit: "replies", what: "replies that the program took" },
} satisfies MeasureTable;

export type SpecificationValues = Values<typeof SPECIFICATION_PARAMS>;
export type SpecificationMeasure = keyof typeof SPECIFICATION_MEASURES;
