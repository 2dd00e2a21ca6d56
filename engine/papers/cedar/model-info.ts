/**
 * The public functions of model.py: arguments with unit, default and range, and the unit of the result. A test holds
 * this list to the Python signatures and tries every limit.
 */
import type { ModelFunction, NumberArgument } from "../types.ts";

const number = (
  name: string,
  what: string,
  unit: string,
  [min, byDefault, max]: readonly [number, number, number],
): NumberArgument => ({ kind: "number", name, what, unit, default: byDefault, min, max });

const whole = (...of: Parameters<typeof number>): NumberArgument => ({ ...number(...of), whole: true });

const MAX_US = 100_000_000;
const WEEK_MIN = 10_080;

const WORDS = whole("words", "16-bit words sent each way", "words", [0, 0, 16_384]);
const MBPS = number("ethernet_mbps", "Rate of the network", "Mbit/s", [0.1, 2.94, 1000]);
const ROUND_TRIP = number("round_trip_ms", "Round trip, after which the first probe is sent", "ms", [0.1, 1, 10_000]);
const LONGEST = number("longest_min", "Longest interval between probes", "min", [0.2, 5, 60]);
const minutes = (name: string, what: string, byDefault: number): NumberArgument =>
  number(name, what, "min", [0, byDefault, WEEK_MIN]);
const count = (name: string, what: string): NumberArgument => whole(name, what, "packets", [1, 1, 1000]);

const gives = (unit: string, name: string, what: string, args: ModelFunction["arguments"]): ModelFunction => ({
  name,
  what,
  returns: "number",
  unit,
  arguments: args,
});

export const MODEL_FUNCTIONS: readonly ModelFunction[] = [
  gives("us", "transmission_us", "Transmission time of a call (Table I)", [WORDS, MBPS]),
  gives("us", "counted_us", "Transmission time of a call, counted in words (ours)", [WORDS, MBPS]),
  gives("us", "exception_us", "Transmission time of a call with an exception (Table I)", [MBPS]),
  gives("us", "allowed_us", "Five times the transmission time, the aim of the paper", [WORDS, MBPS]),
  gives("ratio", "efficiency", "A call’s time over its transmission time", [
    number("median_us", "What the call takes", "us", [1, 1000, MAX_US]),
    WORDS,
  ]),
  gives("packets", "packets", "Packets of a short call", [
    count("argument_packets", "Packets of the arguments"),
    count("result_packets", "Packets of the result"),
  ]),
  gives("s", "probe_s", "When a probe is sent, from the call’s acknowledgement", [
    whole("probe", "Which probe, 1 for the first", "", [1, 1, 10_000]),
    ROUND_TRIP,
    LONGEST,
  ]),
  gives("probes", "probes_between", "Probes between two moments of a long call", [
    minutes("from_min", "After this time", 0),
    minutes("to_min", "Up to this time", 30),
    ROUND_TRIP,
    LONGEST,
  ]),
  gives("packets", "packets_long_call", "Packets of a long call with its probes (ours)", [
    minutes("minutes", "From the call’s acknowledgement to its result", 10),
    ROUND_TRIP,
    LONGEST,
  ]),
  gives("Mbit/s", "stop_and_wait_mbps", "Throughput with one packet under way a process (ours)", [
    whole("processes", "Processes that call in parallel", "", [1, 1, 64]),
    number("packet_bytes", "Data that a packet carries", "bytes", [1, 200, 65_536]),
    number("round_trip_us", "From a packet to the next one", "us", [1, 3000, MAX_US]),
  ]),
];
