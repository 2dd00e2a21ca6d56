/**
 * The public functions of model.py: arguments with unit, default and range, and the unit of the result. A test holds
 * this list to the Python signatures and tries every limit.
 */
import type { ChoiceArgument, ModelArgument, ModelFunction, NumberArgument } from "../types.ts";

const MBPS: NumberArgument = {
  kind: "number",
  name: "ethernet_mbps",
  what: "Speed of the network; only the Ethernet steps scale with it",
  unit: "Mbit/s",
  default: 10,
  min: 0.1,
  max: 1000,
};

const FIXED: NumberArgument = {
  kind: "number",
  name: "fixed_length",
  what: "1: an array of fixed length (Table III); 0: of variable length (Table IV)",
  unit: "",
  default: 0,
  min: 0,
  max: 1,
};

const PROCEDURE: ChoiceArgument = {
  kind: "choice",
  name: "procedure",
  what: "The procedure called",
  options: ["Null()", "MaxResult"],
  default: "Null()",
};

const CALL: ChoiceArgument = { ...PROCEDURE, name: "call", what: "The call" };

/** A switch of the experiments; the first of its words is the Firefly as it was. */
const switched = (name: string, what: string, ...options: readonly string[]): ChoiceArgument => ({
  kind: "choice",
  name,
  what,
  options,
  default: options[0] ?? "",
});

const SWITCHES: readonly ModelArgument[] = [
  {
    kind: "number",
    name: "cpu_speed",
    what: "How many times as fast as a MicroVAX II each processor is",
    unit: "times",
    default: 1,
    min: 1,
    max: 10,
  },
  switched("controller", "The network controller (4.2.1)", "deqna", "overlapping"),
  switched("checksums", "Checksums in software (4.2.4)", "on", "off"),
  switched("header", "The RPC header (4.2.5)", "published", "redesigned"),
  switched("layering", "What carries RPC packets (4.2.6)", "udp-ip", "ethernet"),
  switched("waiting", "What a thread that waits does (4.2.7)", "wakeup", "busy"),
  switched("runtime", "The RPC run time (4.2.8)", "modula2", "assembly"),
  switched("interrupt_routine", "The interrupt routine (Table IX)", "assembly", "best", "original"),
  switched("stubs", "The stubs (Section 5)", "generated", "exerciser"),
  switched("statement_order", "When the caller registers its call (Section 5)", "fast", "swapped"),
];

const CHANGE: ChoiceArgument = {
  kind: "choice",
  name: "change",
  what: "One change of Section 4.2",
  options: ["controller", "network", "processors", "checksums", "protocol", "no_ip", "busy_wait", "recode"],
  default: "controller",
};

/** Bytes of data in one packet: as many as fit beside the headers. */
const data = (name: string, what: string, byDefault = 1440): NumberArgument => ({
  kind: "number",
  name,
  what,
  unit: "bytes",
  default: byDefault,
  min: 0,
  max: 1440,
});

const us = (name: string, what: string, args: ModelFunction["arguments"]): ModelFunction => ({
  name,
  what,
  returns: "number",
  unit: "us",
  arguments: args,
});

const PACKET: NumberArgument = {
  kind: "number",
  name: "packet_bytes",
  what: "Ethernet packet, headers included",
  unit: "bytes",
  default: 74,
  min: 74,
  max: 1514,
};

const INTEGERS: NumberArgument = {
  kind: "number",
  name: "arguments",
  what: "Four-byte integers passed by value",
  unit: "",
  default: 1,
  min: 0,
  max: 360,
};

const TYPE: ChoiceArgument = {
  kind: "choice",
  name: "type",
  what: "Type of the argument",
  options: ["integer", "fixed", "variable", "text", "nil"],
  default: "integer",
};

export const MODEL_FUNCTIONS: readonly ModelFunction[] = [
  us("send_receive_us", "One send+receive (Table VI)", [PACKET, MBPS]),
  us("runtime_us", "Stubs and run time of a call (Table VII)", []),
  us("marshal_integers_us", "Marshalling integers (Table II)", [INTEGERS]),
  us("marshal_fixed_us", "Marshalling a fixed-length array (Table III)", [data("array_bytes", "Array size", 400)]),
  us("marshal_variable_us", "Marshalling a variable-length array (Table IV)", [data("array_bytes", "Array size")]),
  us("marshal_text_us", "Marshalling a Text.T (Table V)", [data("text_bytes", "Text size", 128)]),
  us("marshal_us", "Marshalling one argument (Tables II to V)", [TYPE, data("bytes", "Argument size", 4)]),
  us("null_us", "Latency of Null() (Table VIII)", [MBPS]),
  us("max_result_us", "Latency of MaxResult (Table VIII)", [data("result_bytes", "Size of the result"), MBPS, FIXED]),
  us("max_arg_us", "Latency of MaxArg", [data("argument_bytes", "Size of the argument"), MBPS, FIXED]),
  { ...us("account_us", "What Table VIII adds up", [PROCEDURE]), returns: "parts" },
  us("saving_us", "What a change of Section 4.2 saves", [CHANGE, CALL]),
  us("combined_us", "A call with several changes of Sections 4 and 5 at once", [CALL, MBPS, ...SWITCHES]),
];
