/**
 * The public functions of model.py: arguments with unit, default and range, and the unit of the result. A test holds
 * this list to the Python signatures and tries every limit.
 */
import type { ModelFunction, NumberArgument } from "../types.ts";

const MAX_CALLEES = 64;
const MAX_BYTES = 16_777_216;
const MAX_US = 10_000_000;

const place = (name: string, what: string, byDefault: number, min = 1): NumberArgument => ({
  kind: "number",
  name,
  what,
  unit: "",
  default: byDefault,
  min,
  max: MAX_CALLEES,
  whole: true,
});

const bytes = (name: string, what: string): NumberArgument => ({
  kind: "number",
  name,
  what,
  unit: "bytes",
  default: 32768,
  min: 0,
  max: MAX_BYTES,
});

const micros = (name: string, what: string, byDefault: number): NumberArgument => ({
  kind: "number",
  name,
  what,
  unit: "us",
  default: byDefault,
  min: 0,
  max: MAX_US,
});

const CALLEES = place("callees", "Multicast degree", 7);
const CALLEE = place("callee", "Place in the chain", 7);
const ARGUMENT = bytes("argument_bytes", "Size of the argument");
const RESULT = bytes("result_bytes", "Size of one callee’s result");
const SIZE = bytes("size_bytes", "Size of an argument or a result");
const CALL = [CALLEES, ARGUMENT, RESULT] as const;
const UNANSWERED = [CALLEES, ARGUMENT, { ...RESULT, default: 0 }] as const;

const IDEAL: NumberArgument = {
  kind: "number",
  name: "ideal",
  what: "1: every relay efficiency is 1; 0: as measured",
  unit: "",
  default: 0,
  min: 0,
  max: 1,
  whole: true,
};

const PACKET: NumberArgument = {
  kind: "number",
  name: "packet_bytes",
  what: "Size of a packet, which the paper does not give",
  unit: "bytes",
  default: 17345,
  min: 64,
  max: 65_536,
};

const SHARE: NumberArgument = {
  kind: "number",
  name: "sending_share",
  what: "Share of the link’s rate that is left for sending while input arrives at full rate",
  unit: "",
  default: 1 / 3,
  min: 0,
  max: 1,
};

const PER_CALLEE = micros("per_callee_us", "What each callee costs the caller besides", 0);
const slow = (callee: number, longerUs: number): readonly NumberArgument[] => [
  place("slow_callee", "Place of the callee that is slower; 0: none", callee, 0),
  micros("slow_us", "How much longer that one processes", longerUs),
];
const SLOW_FIRST = slow(1, 10_000);
const SLOW_NONE = slow(0, 0);

const gives = (unit: string, name: string, what: string, args: ModelFunction["arguments"]): ModelFunction => ({
  name,
  what,
  returns: "number",
  unit,
  arguments: args,
});
const us = (name: string, what: string, args: ModelFunction["arguments"]): ModelFunction =>
  gives("us", name, what, args);
const parts = (name: string, what: string, args: ModelFunction["arguments"]): ModelFunction => ({
  ...us(name, what, args),
  returns: "parts",
});

export const MODEL_FUNCTIONS: readonly ModelFunction[] = [
  gives("ratio", "mechanism_relay_efficiency", "Relay efficiency by a mechanism with one number (ours)", [
    { ...CALLEE, default: 1 },
    SHARE,
  ]),
  gives("ratio", "relay_efficiency", "Relay efficiency as measured; ours from the seventh callee on", [
    { ...CALLEE, default: 1 },
  ]),
  us("send_us", "Sending an argument or a result, as measured", [SIZE]),
  us("packets_us", "Sending an argument or a result in whole packets (1), (2)", [SIZE, PACKET]),
  us("argument_arrival_us", "When a callee has the argument, closed form of (3)", [CALLEE, ARGUMENT, IDEAL]),
  us("recurrence_arrival_us", "When a callee has the argument, recurrence of (3)", [CALLEE, ARGUMENT]),
  parts("result_phases_us", "Result forward phase up to each callee (5)", [CALLEES, RESULT]),
  parts("result_waits_us", "When each callee has its successor’s results (8), (9)", [...CALL, ...SLOW_FIRST]),
  parts("delays_us", "What each callee holds the results up by (6), (7)", [...CALL, ...SLOW_FIRST]),
  parts("phases_us", "What (10) adds up", [...CALL, ...SLOW_NONE]),
  us("slow_latency_us", "Latency of a serial call with one slow callee (10)", [...CALL, ...SLOW_FIRST]),
  us("latency_us", "Latency of a serial call (10)", [...CALL, IDEAL]),
  us("ideal_latency_us", "Lower bound of a serial call’s latency (11)", CALL),
  us("recurrence_latency_us", "Latency by the recurrence of (3) (ours)", CALL),
  us("packet_latency_us", "Latency of a serial call in whole packets (10), (1), (2)", [...CALL, PACKET]),
  us("parallel_latency_us", "Latency of a parallel call (ours)", [...CALL, PER_CALLEE]),
  gives("Mbit/s", "bandwidth_mbps", "Bandwidth of a serial call (10)", UNANSWERED),
  gives("Mbit/s", "parallel_bandwidth_mbps", "Bandwidth of a parallel call (ours)", [...UNANSWERED, PER_CALLEE]),
  gives("bytes", "crossover_bytes", "Argument from which on serial beats parallel (ours)", [
    { ...CALLEES, min: 2 },
    PER_CALLEE,
    IDEAL,
  ]),
];
