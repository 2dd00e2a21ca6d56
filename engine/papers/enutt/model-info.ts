/**
 * The public functions of model.py: arguments with unit, default and range, and the unit of the result. A test holds
 * this list to the Python signatures and tries every limit.
 */
import type { ChoiceArgument, ModelFunction, NumberArgument } from "../types.ts";

const number = (
  name: string,
  what: string,
  unit: string,
  [min, byDefault, max]: readonly [number, number, number],
): NumberArgument => ({ kind: "number", name, what, unit, default: byDefault, min, max });

const whole = (...of: Parameters<typeof number>): NumberArgument => ({ ...number(...of), whole: true });

/** The first option is the default. */
const choice = (name: string, what: string, options: readonly [string, ...string[]]): ChoiceArgument => ({
  kind: "choice",
  name,
  what,
  options,
  default: options[0],
});

const gives = (
  unit: string,
  name: string,
  what: string,
  args: ModelFunction["arguments"] = [],
  returns: ModelFunction["returns"] = "number",
): ModelFunction => ({ name, what, returns, unit, arguments: args });

const MAX_US = 1_000_000;

const MACHINE = choice("machine", "Where the server runs", ["local", "remote"]);
const ARGUMENT = choice("argument", "What the call carries", ["mean", "none", "2 byte", "4 byte"]);
const LAYERS = [
  MACHINE,
  ARGUMENT,
  number("select_us", "What select adds", "us", [0, 200, MAX_US]),
  number("xdr_us", "What XDR adds", "us", [0, 548, MAX_US]),
  number("dispatch_us", "What dispatch adds", "us", [0, 110, MAX_US]),
];
const ITERATIONS = whole("iterations", "Iterations of the timed loop", "iterations", [1, 1000, 10_000_000]);

export const MODEL_FUNCTIONS: readonly ModelFunction[] = [
  gives("us", "custom_us", "A call of the authors’ own protocol with a blocking read (Table 3)", [MACHINE, ARGUMENT]),
  gives("us", "select_us", "What select adds to a call", [
    choice("source", "Where the number is from", ["timing", "profile"]),
  ]),
  gives("us", "xdr_us", "What thirteen XDR routines take in a call (Table 5)"),
  gives("us", "dispatch_us", "What finding the procedure takes", [
    whole("procedures", "Entries of the server’s list before the one that is called", "procedures", [0, 0, 100_000]),
    number("each_us", "What each entry takes (ours)", "us", [0, 1.233284, 1000]),
  ]),
  gives("us", "layers_us", "The layers of a call of Sun RPC", LAYERS, "parts"),
  gives("us", "rpc_us", "A call of Sun RPC as the sum of its layers", LAYERS),
  gives("us", "open_us", "What the layers leave unexplained", LAYERS),
  gives("percent", "saving_percent", "What the authors’ own protocol saves", [
    choice("read", "How it waits", ["block", "select"]),
    choice("machine", "Where the server runs", ["both", "local", "remote"]),
    choice("by", "By which account", ["measured", "layers"]),
  ]),
  gives("percent", "share_percent", "A part’s share of a call of Sun RPC", [
    number("us", "What the part takes", "us", [0, 548, MAX_US]),
  ]),
  gives("percent", "socket_percent", "Share of sendto, recvfrom and select in the profile (Table 5)"),
  gives(
    "us",
    "profile_us",
    "A profile by its largest routines (Tables 4a, 4b and 5)",
    [choice("program", "Which program", ["sun-rpc", "udp-block", "udp-select"])],
    "parts",
  ),
  gives("us", "clock_us", "What the clock reads for one iteration", [
    number("us", "What an iteration takes", "us", [0, 4200, MAX_US]),
    ITERATIONS,
    number("phase", "Where between two ticks the loop begins", "ticks", [0, 0, 1]),
  ]),
  gives("us", "clock_uncertainty_us", "Uncertainty of a time of one iteration", [ITERATIONS]),
];
