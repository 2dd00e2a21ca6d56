/**
 * What arguments cost on a Firefly (Schroeder & Burrows 1990, Tables II to V), and what calls cost that stay on one
 * machine (Section 1). Arrays stand with the other tables in `firefly-costs.ts`.
 */
import type { CellAddress } from "../kernel/trace-data.ts";
import { assumed, printed, type Cost, type CostTable, type SizedCost } from "./cost.ts";

const cellOf = (table: string, row: CellAddress["row"], column: string): CellAddress => ({
  paper: "firefly",
  table,
  row,
  column,
});

const text = (label: string, us: number): Cost =>
  printed("Text.T", us, "us", `Table V, Text.T, ${label}`, cellOf("table-v", { label }, "marshalUs"));

const stated = (name: string, value: number, unit: string, key: string, section: string): Cost =>
  printed(name, value, unit, `Section ${section}`, cellOf("text", { key }, "value"));

export const FIREFLY_MARSHAL = {
  /** Two and four integers are predicted. */
  integer: printed(
    "Four-byte integer, by value",
    8,
    "us",
    "Table II, one integer",
    cellOf("table-ii", { arguments: 1 }, "marshalUs"),
  ),
  nil: text("NIL", 89),
  text: { small: text("1", 378), large: text("128", 659), smallBytes: 1, largeBytes: 128 } satisfies SizedCost,
} as const;

export const SAME_MACHINE = {
  sharedMemory: stated("Call of Null() to another address space", 937, "us", "sameMachineNull", "1"),
  localCall: stated("Local procedure call", 15, "us", "localCall", "3.3"),
  lrpcOverLocal: stated("Call by Bershad’s scheme, beside a local call", 20, "times", "bershadOverLocal", "1"),
} as const;

/**
 * The parts of a null call of lightweight RPC on the C-VAX, one processor, which sum to 157 us (Bershad, Anderson,
 * Lazowska & Levy, Lightweight Remote Procedure Call, ACM TOCS 8(1), 1990, Table V).
 */
const onCvax = (name: string, us: number): Cost => ({
  name,
  value: us,
  unit: "us",
  source: { kind: "standard", text: "Bershad et al. 1990, Table V, on a C-VAX" },
});

export const LRPC_CVAX = {
  call: onCvax("Procedure call and return", 7),
  stubs: onCvax("Stubs of client and server", 21),
  traps: onCvax("Two kernel traps", 36),
  transfer: onCvax("Kernel transfer", 27),
  switches: onCvax("Two context switches", 66),
} as const;

/** The paper names the transport by byte streams and times nothing of it. */
export const BYTE_STREAM_ASSUMED = {
  put: assumed("Byte stream, put a packet in", 300, "us", "No figure is published: about a trap and a wake-up."),
  take: assumed("Byte stream, take a packet out", 300, "us", "No figure is published: about a trap and a wake-up."),
} as const;

export const FIREFLY_MARSHAL_COSTS: readonly Cost[] = [
  FIREFLY_MARSHAL.integer,
  FIREFLY_MARSHAL.nil,
  FIREFLY_MARSHAL.text.small,
  FIREFLY_MARSHAL.text.large,
  ...Object.values(SAME_MACHINE),
];

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "Firefly",
    title: "Arguments, and calls on one machine",
    note: "Repeated from cells of the paper; a test compares each with its cell.",
    costs: FIREFLY_MARSHAL_COSTS,
    rules: "engine/systems/firefly/marshalling.ts",
  },
  {
    of: "Firefly",
    title: "Lightweight RPC on another processor",
    note: "Only the proportions are used: their sum is set to 20 local calls.",
    costs: Object.values(LRPC_CVAX),
    rules: "engine/systems/firefly/same-machine.ts",
  },
  {
    of: "Firefly",
    title: "Byte streams",
    note: "The paper names this transport, and times nothing of it.",
    costs: Object.values(BYTE_STREAM_ASSUMED),
  },
];
