/**
 * The tables of the protocols that a reader meets by name: their titles and columns. Columns are numbers that states
 * keep, by the names that the trace has for them. A protocol that is not listed shows the first numbers that it keeps.
 */
import { capital } from "../words/sentences.ts";

interface TableWords {
  readonly title: string;
  /** One row: "Activity". */
  readonly each: string;
  /** Words at the beginning of an instance's name that the head of the column says already. */
  readonly without: string;
  /** The numbers, each with the head of its column. */
  readonly numbers: readonly (readonly [name: string, head: string])[];
  /** Where the table stands empty. */
  readonly empty: string;
  /** Whether its machine runs procedures for others. */
  readonly serves: boolean;
  /** The protocol of the other end: where a run has one, there is a table of both. */
  readonly partner?: string;
  /** The input that ends the run of a procedure, where no span or mark of the trace does. */
  readonly ran?: string;
}

const CALLS: TableWords = {
  title: "The server’s table of calls",
  each: "Activity",
  without: "activity ",
  numbers: [
    ["sequence number", "Number"],
    ["result kept", "Result kept"],
    ["sent", "Result sent"],
  ],
  empty: "The table is empty: no call has come.",
  serves: true,
};

const CALLERS: TableWords = {
  title: "The caller’s calls",
  each: "Process",
  without: "",
  numbers: [
    ["sequence number", "Number"],
    ["sent", "Sent"],
    ["sent again at", "Sent again at"],
  ],
  empty: "No process has called yet.",
  serves: false,
};

export const WORDS: Readonly<Record<string, TableWords>> = {
  "Cedar callee": { ...CALLS, partner: "Cedar caller" },
  "Cedar caller": { ...CALLERS, partner: "Cedar callee" },
  "Firefly server": { ...CALLS, partner: "Firefly caller" },
  "Firefly caller": { ...CALLERS, each: "Thread", partner: "Firefly server" },
  "RPC2 client": {
    title: "The client’s connections",
    each: "Connection",
    without: "connection ",
    numbers: [
      ["peer’s handle", "Peer’s handle"],
      ["sequence number", "Number"],
      ["sent", "Sent"],
      ["next timer at", "Timer at"],
    ],
    empty: "No connection is bound.",
    serves: false,
  },
  "RPC2 server": {
    title: "The servers’ connections",
    each: "Connection",
    without: "connection ",
    numbers: [
      ["peer’s handle", "Peer’s handle"],
      ["sequence number", "Number"],
      ["request", "Request"],
      ["reply kept", "Reply kept"],
    ],
    empty: "No connection is bound.",
    serves: true,
  },
  "Sun RPC server": {
    title: "The server’s processes",
    each: "Process",
    without: "",
    numbers: [
      ["transaction identifier", "Identifier"],
      ["replies kept", "Replies kept"],
    ],
    empty: "No process listens.",
    serves: true,
    ran: "done",
  },
  "Sun RPC client": {
    title: "The client’s handles",
    each: "Handle",
    without: "",
    numbers: [
      ["transaction identifier", "Identifier"],
      ["sent", "Sent"],
      ["sent again at", "Sent again at"],
    ],
    empty: "No handle is there yet.",
    serves: false,
  },
  Portmapper: {
    title: "Portmappers",
    each: "Process",
    without: "",
    numbers: [
      ["mappings", "Mappings"],
      ["calls made for others", "Calls for others"],
    ],
    empty: "No portmapper listens.",
    serves: false,
  },
};

/** The name of a protocol's other end that serves, where nobody has listed it. */
const SERVES = /\b(?:server|callee|member|process)\b/i;

/** @param numbers that its states keep, in the order in which they first stand in the trace */
export const wordsOf = (protocol: string, numbers: readonly string[]): TableWords =>
  WORDS[protocol] ?? {
    title: protocol,
    each: "Instance",
    without: "",
    numbers: numbers.slice(0, MOST_NUMBERS).map((name) => [name, capital(name)]),
    empty: "Nothing is there yet.",
    serves: SERVES.test(protocol),
  };

const MOST_NUMBERS = 3;
