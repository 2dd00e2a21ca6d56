/**
 * The rules of a protocol that a reader writes: a table of cells. A cell says what the client or the server does when
 * something happens to it. Each has a few values; RULE_BOOK has those by which a call runs exactly once.
 */

interface Cell {
  readonly of: "client" | "server";
  readonly label: string; // "The timer ends"
  /** Each value with what it says; the first is the rule book's. */
  readonly options: Readonly<Record<string, string>>;
}

export const CELLS = {
  number: {
    of: "client",
    label: "A call gets",
    options: {
      next: "the next number",
      packet: "a new number for each packet",
      same: "the number 1, like every call",
    },
  },
  first: {
    of: "client",
    label: "It sends the call",
    options: { once: "once", twice: "twice at once" },
  },
  timer: {
    of: "client",
    label: "The timer ends, and nothing came",
    options: {
      again: "send the call again, up to four times; then it fails",
      once: "send the call again, once; then it fails",
      forever: "send the call again, however often",
      fail: "the call fails",
      nothing: "wait on",
    },
  },
  reply: {
    of: "client",
    label: "A result comes",
    options: { match: "take it if it has the number of the call", any: "take it" },
  },
  ack: {
    of: "client",
    label: "An acknowledgement comes",
    options: {
      later: "ask again after ten times as long",
      soon: "start the timer again",
      rest: "stop the timer; the result will come",
      ignore: "ignore it",
    },
  },
  rejected: {
    of: "client",
    label: "A reject comes",
    options: {
      fail: "the call fails",
      again: "send the call again, once, to the server’s new life",
      ignore: "ignore it",
    },
  },
  restart: {
    of: "client",
    label: "After its restart it counts",
    options: { clock: "on from a clock that never goes back", one: "from 1 again" },
  },
  larger: {
    of: "server",
    label: "The number is larger than in the row, or there is no row",
    options: {
      rowRun: "write the row, then run",
      runRow: "run, then write the row",
      run: "run, and write no row",
      ignore: "ignore it",
    },
  },
  equal: {
    of: "server",
    label: "The number is equal",
    options: {
      resultAck: "send the kept result; while it runs, acknowledge",
      result: "send the kept result; while it runs, nothing",
      ack: "acknowledge",
      reject: "reject it",
      ignore: "ignore it",
      run: "run",
    },
  },
  smaller: {
    of: "server",
    label: "The number is smaller",
    options: {
      ignore: "ignore it",
      reject: "reject it",
      result: "send the kept result",
      run: "run",
    },
  },
  keep: {
    of: "server",
    label: "It keeps the result",
    options: { next: "until the next call", no: "no longer than it takes to send it" },
  },
  acks: {
    of: "server",
    label: "It acknowledges every packet",
    options: { no: "no", yes: "yes" },
  },
  former: {
    of: "server",
    label: "The call is meant for its life before the restart",
    options: { reject: "reject it", accept: "treat it like any other" },
  },
} as const satisfies Readonly<Record<string, Cell>>;

export type CellName = keyof typeof CELLS;
export type WrittenRules = { readonly [Name in CellName]: keyof (typeof CELLS)[Name]["options"] };

export const CELL_NAMES = Object.keys(CELLS) as readonly CellName[];

/** The words of a cell’s values, the rule book’s first. */
export const valuesOf = (name: CellName): readonly string[] => Object.keys(CELLS[name].options);

export const cellOf = (name: CellName): Cell => CELLS[name];

/** The first value of each cell: a call runs exactly once. */
export const RULE_BOOK: WrittenRules = {
  number: "next",
  first: "once",
  timer: "again",
  reply: "match",
  ack: "later",
  rejected: "fail",
  restart: "clock",
  larger: "rowRun",
  equal: "resultAck",
  smaller: "ignore",
  keep: "next",
  acks: "no",
  former: "reject",
};

/** The cells that differ from the rule book, as a link has them: "equal=run,smaller=ignore"; "" for none. */
export const rulesText = (rules: WrittenRules): string =>
  CELL_NAMES.flatMap((name) => (rules[name] === RULE_BOOK[name] ? [] : [`${name}=${rules[name]}`])).join(",");

const listed = (words: readonly string[]): string => words.join(", ");

interface ReadRules {
  readonly rules: WrittenRules;
  /** The cells that the text names. */
  readonly said: readonly CellName[];
}

/** Reads a text like "equal=run,timer=forever": all other cells are the rule book's. A problem is a whole sentence. */
export function readRules(text: string): ReadRules | { readonly problem: string } {
  const said: CellName[] = [];
  const rules: Record<CellName, string> = { ...RULE_BOOK };
  const parts = text.split(",").map((part) => part.trim());
  for (const part of parts.filter((one) => one !== "")) {
    const [name = "", value = "", ...more] = part.split("=").map((word) => word.trim());
    const cell = CELL_NAMES.find((known) => known === name);
    if (cell === undefined) {
      return { problem: `There is no cell ${JSON.stringify(name.slice(0, 40))}. The cells are ${listed(CELL_NAMES)}.` };
    }
    const values = valuesOf(cell);
    if (more.length > 0 || !values.some((known) => known === value)) {
      const given = JSON.stringify(part.slice(cell.length + 1, cell.length + 41));
      return { problem: `The cell ${cell} cannot be ${given}. It can be ${listed(values)}.` };
    }
    rules[cell] = value;
    said.push(cell);
  }
  return { rules: rules as WrittenRules, said }; // each value was looked up
}

/** The rule book with other values in some cells. */
export const withRules = (changes: Partial<WrittenRules>): WrittenRules => ({ ...RULE_BOOK, ...changes });
