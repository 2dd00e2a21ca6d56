/**
 * What packing takes on an IBM RT-PC, in instructions: in the code of generated stubs, and in the routine that reads
 * argument descriptors. The paper says that reading them is a little slower, and that the code is smaller (Section
 * V-A). It measured neither. So every number here is ours, for C compiled without much optimization.
 */
import { assumed, type Cost, type CostTable } from "./cost.ts";

const instructions = (name: string, value: number, text: string): Cost => assumed(name, value, "instructions", text);

export const RT_PC_STUBS = {
  instruction: assumed("An instruction", 0.5, "us", "The RT-PC runs about 2 million instructions a second."),
  instructionBytes: assumed(
    "An instruction in memory",
    3,
    "bytes",
    "The processor of the RT-PC has instructions of 2 and of 4 bytes. We take the middle.",
  ),
  word: instructions("Pack or unpack four bytes", 3, "Load the value, store it, go on by four bytes."),
  narrow: instructions("Make a byte a word, or a word a byte", 1, "One shift or mask more than for a word."),
  copy: instructions(
    "Call the routine that copies bytes",
    12,
    "Three arguments, the call, its return, and the rounding up to a multiple of four.",
  ),
  copyByte: instructions("Copy a byte", 2, "A load and a store; the count goes down meanwhile."),
  scan: instructions("Call the routine that finds the end of a text", 6, "One argument, the call, its result."),
  scanByte: instructions("Look whether a byte is zero", 3, "A load, a test and a branch."),
  loop: instructions("Loop over a list of structures", 8, "Compare, branch, and add to two addresses."),
  stub: instructions(
    "A generated stub, besides its parameters",
    60,
    "Save registers, get a buffer, fill in the procedure’s number, call MultiRPC with its arguments, return.",
  ),
  takeReply: instructions(
    "A generated routine for a reply, besides its parameters",
    20,
    "MultiRPC unpacks each reply by itself: a routine for each procedure, with its entry and return.",
  ),
  visit: instructions(
    "Read a descriptor",
    16,
    "Load usage and type, compare them, jump by a table, fetch the parameter’s address, go on to the next.",
  ),
  passes: assumed(
    "Passes over the descriptors",
    2,
    "passes",
    "The first adds up the sizes, so that the buffer is large enough. The second packs.",
  ),
  nest: instructions("Enter the descriptors of a structure, and come back", 14, "The routine calls itself."),
  walker: instructions(
    "The routines that read descriptors, besides the types",
    240,
    "MAKEMULTI and UNPACKMULTI: two passes, one pass over a reply, the list of arguments, errors.",
  ),
  typeCase: instructions(
    "A type in each of the three passes",
    6,
    "A branch to its code and back, and its size for the first pass.",
  ),
} as const satisfies Readonly<Record<string, Cost>>;

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "IBM RT-PC",
    title: "Stubs of RPC2, generated or interpreted",
    note: "Our own estimate: the paper compares both kinds in words, and measured neither.",
    costs: Object.values(RT_PC_STUBS),
    rules: "engine/systems/rpc2/stub-kinds.ts",
  },
];
