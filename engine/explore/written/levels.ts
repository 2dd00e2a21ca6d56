/**
 * The levels of *Write the rule*: what the reader's client and server must stand, and which cells are the reader's to
 * set. All other cells are given.
 */
import { CALLEE, CALLER, type Host } from "../../protocols/ends.ts";
import { AT_LEAST_ONCE, EXACTLY_ONCE, type Property } from "../../protocols/promises.ts";
import { withRules, type CellName, type WrittenRules } from "../../protocols/written/rules.ts";

export interface Level {
  readonly number: number; // from 1
  readonly title: string;
  /** The goal in plain words, a sentence each. */
  readonly goal: readonly string[];
  readonly promises: readonly Property[];
  readonly faults: number; // the most of a run
  readonly crashable: readonly Host[];
  /** The most crashes and restarts of a run without other faults, where that is more. */
  readonly crashes?: number;
  readonly serverMs: number;
  readonly cells: readonly CellName[];
  /** The cells as the reader finds them, and the given ones. */
  readonly start: WrittenRules;
  readonly solution: WrittenRules;
  readonly hint: string;
  readonly why: string; // of the solution
}

const SHORT_MS = 5;
const LONG_MS = 150;

/** A server that runs whatever comes. */
const REPEATS = { larger: "run", equal: "run", smaller: "run", keep: "no" } as const;

export const LEVELS: readonly Level[] = [
  {
    number: 1,
    title: "Send again until a result comes",
    goal: [
      "Omar’s network loses a packet, copies one, or brings one late.",
      "Write the client. Each call must come back with its own result, whatever one fault does.",
      "The server runs whatever comes.",
    ],
    promises: AT_LEAST_ONCE,
    faults: 1,
    crashable: [],
    serverMs: SHORT_MS,
    cells: ["first", "timer", "reply"],
    start: withRules({ ...REPEATS, timer: "nothing", reply: "any" }),
    solution: withRules(REPEATS),
    hint: "Which packets can get lost? What does the client hear then? And what if a result comes late?",
    why:
      "The client hears nothing, whether the call or its result was lost. So it sends again. The " +
      "number tells the results of two calls apart.",
  },
  {
    number: 2,
    title: "Run it once",
    goal: [
      "Now each call books a seat, and nobody may get two.",
      "Write the server. It has one row: the number of the last call, and its result.",
      "No two faults may break a promise, and a call without faults takes two packets.",
    ],
    promises: EXACTLY_ONCE,
    faults: 2,
    crashable: [],
    serverMs: SHORT_MS,
    cells: ["larger", "equal", "smaller", "keep", "acks"],
    start: withRules({ ...REPEATS, acks: "yes" }),
    solution: withRules({}),
    hint:
      "A call comes again because its result was lost, or because a copy is late. What must the server " +
      "know to tell a new call from an old one?",
    why:
      "A larger number is a new call: the row is written before the procedure runs, so a copy that " +
      "comes in between finds it. An equal number asks for the result again, and the row has it. A " +
      "smaller number is a late copy of a call that has ended.",
  },
  {
    number: 3,
    title: "Tell slow from dead",
    goal: [
      "The procedure now takes 150 ms, and the client’s timer ends after 20 ms.",
      "Write what the client does when its timer ends, and what both sides say meanwhile.",
      "The call must return, with as few packets as there can be.",
    ],
    promises: EXACTLY_ONCE,
    faults: 2,
    crashable: [],
    serverMs: LONG_MS,
    cells: ["timer", "ack", "equal"],
    start: withRules({ ack: "ignore", equal: "result" }),
    solution: withRules({}),
    hint: "A client that hears nothing cannot tell a slow server from a dead one. Who can tell it?",
    why:
      "The call that comes again is a question: are you there? The server acknowledges it, so the " +
      "client asks again much later. It keeps a timer, because the result may still get lost.",
  },
  {
    number: 4,
    title: "The server crashes and comes back",
    goal: [
      "The server may crash at any moment, and come back without its row.",
      "Write what it does with a call that was meant for its life before, and what the client does then.",
      "No seat may be booked twice, and every call must end. A call may fail.",
    ],
    promises: EXACTLY_ONCE,
    faults: 2,
    crashable: [CALLEE],
    serverMs: SHORT_MS,
    cells: ["timer", "rejected", "former"],
    start: withRules({ timer: "forever", rejected: "again", former: "accept" }),
    solution: withRules({}),
    hint: "The server has forgotten what it ran. What can it honestly say of a call from before?",
    why:
      "Its life before may have run the call, and nobody knows. So the server rejects it, and the " +
      "client does not send it to the new life. The call fails: it ran once or not at all. A client " +
      "that sends forever waits for a server that may never come back.",
  },
  {
    number: 5,
    title: "Both crash and come back",
    goal: [
      "Now the client may crash, too. Then its program goes on with the next call.",
      "Write how the client counts, and what the server does with numbers that do not fit.",
      "No two faults may break a promise, nor may a crash and a restart of both.",
    ],
    promises: EXACTLY_ONCE,
    faults: 2,
    crashable: [CALLER, CALLEE],
    crashes: 4,
    serverMs: SHORT_MS,
    cells: ["number", "restart", "timer", "rejected", "equal", "smaller", "former"],
    start: withRules({ number: "same", restart: "one", equal: "run", smaller: "run", former: "accept" }),
    solution: withRules({}),
    hint: "After its restart the client knows no number that it has used. Where can it get one that nobody has seen?",
    why:
      "A number names one call for ever. The clock never goes back, so no life of the client uses a " +
      "number of another. The server’s life in each call does the same for the server.",
  },
];

/** The level with this number. Throws RangeError where there is none. */
export function levelOf(number: number): Level {
  const found = LEVELS.find((level) => level.number === number);
  if (found === undefined) throw new RangeError(`There is no level ${number}; there are 1 to ${LEVELS.length}.`);
  return found;
}

/** The reader’s cells of a level from a table, and the given ones. */
export function rulesAt(level: Level, set: Partial<WrittenRules>): WrittenRules {
  const own = level.cells.flatMap((name) => (set[name] === undefined ? [] : [[name, set[name]] as const]));
  return { ...level.start, ...(Object.fromEntries(own) as Partial<WrittenRules>) };
}
