/**
 * Reads faults, one a line:
 *
 *     drop call#2                     crash server at 14.2ms
 *     drop ack#2 send 3               restart server at 2s
 *     delay call#3 by 5ms
 *     duplicate result#1              slow server by 3 at 14.2ms
 *     duplicate result#1 by 2ms       slow server by 3 at 14.2ms for 2s
 *     reorder call#2                  pause server at 14.2ms for 2s
 *     corrupt call#2                  cut caller-server at 14.2ms for 2s
 *     garble call#2 byte 57
 *     lose 1% of packets
 *     lose 0.5% of call packets from caller to server
 *
 * Reading is forgiving about case and white space; `ack` stands for `acknowledgement`. Writing
 * (text.ts) is canonical.
 */
import { groupsIn } from "../kernel/items.ts";
import { closestWord } from "./closest-word.ts";
import { parseTime, TIME_FORM } from "./parse-time.ts";
import { ALL } from "./text.ts";
import {
  FaultError,
  isMachineName,
  LAST_BYTE,
  LEAST_PERCENT,
  MOST_TIMES,
  PACKET_KINDS,
  type Fault,
  type LossFault,
  type PacketKind,
  type PacketName,
} from "./fault.ts";
import { quote } from "./quote.ts";

/** The words that a system has for its parts. Without `machines` any name of a machine will do. */
export interface Vocabulary {
  readonly machines?: readonly string[]; // ["caller", "server"]
  /** The kinds of packets that it can send, first those of a call and of its answer; without them any kind will do. */
  readonly kinds?: readonly PacketKind[];
}

const EXAMPLES = {
  drop: "drop call#2",
  duplicate: "duplicate result#1",
  delay: "delay call#3 by 5ms",
  reorder: "reorder call#2",
  corrupt: "corrupt call#2",
  garble: "garble call#2 byte 57",
  lose: "lose 1% of packets",
  crash: "crash server at 14.2ms",
  restart: "restart server at 2s",
  slow: "slow server by 3 at 14.2ms",
  pause: "pause server at 14.2ms for 2s",
  cut: "cut caller-server at 14.2ms for 2s",
} as const;
type Verb = keyof typeof EXAMPLES;
const VERBS = Object.keys(EXAMPLES) as Verb[];

const ALIASES: Readonly<Record<string, PacketKind>> = { ack: "acknowledgement" };

const kindWords = (kinds: readonly PacketKind[]): readonly string[] => [
  ...kinds,
  ...Object.keys(ALIASES).filter((alias) => kinds.some((kind) => kind === ALIASES[alias])),
];

/** A line for a verb, of packets that there are. */
function exampleOf(verb: Verb, { kinds = PACKET_KINDS }: Vocabulary): string {
  const [asked = "call", answer = asked] = kinds;
  return EXAMPLES[verb].replace("call#", `${asked}#`).replace("result#", `${answer}#`);
}

/** The words of one fault, taken from left to right. */
interface Words {
  readonly text: string; // as written
  readonly example: string;
  readonly rest: string[];
}

/** Takes the next word; "" where none is left, which no word is allowed to be. */
const next = ({ rest }: Pick<Words, "rest">): string => rest.shift() ?? "";

/** Reads one fault. Throws FaultError with one line: what was read, what is allowed, an example. */
export function parseFault(text: string, vocabulary: Vocabulary = {}): Fault {
  const rest = text.trim().toLowerCase().split(/\s+/);
  const first = next({ rest });
  const verb = VERBS.find((one) => one === first);
  if (verb === undefined) {
    throw wrongWord({ text, example: exampleOf("drop", vocabulary), rest }, first, "", VERBS);
  }
  const words: Words = { text, example: exampleOf(verb, vocabulary), rest };
  const fault = readFault(verb, words, vocabulary);
  if (rest.length > 0) throw wrong(words, `${quote(rest.join(" "))} is left over`);
  return fault;
}

function readFault(verb: Verb, words: Words, vocabulary: Vocabulary): Fault {
  switch (verb) {
    case "drop":
    case "reorder":
    case "corrupt":
      return { what: verb, packet: readPacket(words, vocabulary) };
    case "garble":
      return { what: verb, packet: readPacket(words, vocabulary), byte: readByte(words) };
    case "duplicate": {
      const packet = readPacket(words, vocabulary);
      return { what: verb, packet, afterNs: words.rest.length === 0 ? 0 : readTime(words, "by") };
    }
    case "delay": {
      const packet = readPacket(words, vocabulary);
      const byNs = readTime(words, "by");
      if (byNs === 0) throw wrong(words, "a delay of 0 changes nothing, want more");
      return { what: verb, packet, byNs };
    }
    case "lose": {
      const percent = readPercent(words);
      const kind = readLosable(words, vocabulary);
      return { what: verb, percent, kind, ...readWay(words, vocabulary) };
    }
    case "crash":
    case "restart": {
      const machine = readMachine(words, vocabulary);
      return { what: verb, machine, at: readTime(words, "at") };
    }
    case "slow": {
      const machine = readMachine(words, vocabulary);
      const times = readTimes(words);
      const at = readTime(words, "at");
      return { what: verb, machine, times, at, ...(words.rest.length === 0 ? {} : { forNs: readLength(words) }) };
    }
    case "pause": {
      const machine = readMachine(words, vocabulary);
      const at = readTime(words, "at");
      return { what: verb, machine, at, forNs: readLength(words) };
    }
    case "cut": {
      const ends = readEnds(words, vocabulary);
      const at = readTime(words, "at");
      return { what: verb, ends, at, forNs: readLength(words) };
    }
  }
}

function readPacket(words: Words, vocabulary: Vocabulary): PacketName {
  const word = next(words);
  const match = /^([^#]*)#(.*)$/.exec(word);
  if (match === null) throw wrong(words, `${gotWord(word)}, want a packet such as ${kindsOf(vocabulary)[0]}#2`);
  const [, kindWord = "", callWord = ""] = match;
  const kind = readKind(words, kindWord, "a kind of packet: ", vocabulary);
  const call = readCount(words, callWord, "call");
  if (words.rest[0] !== "send") return { kind, call, send: 1 };
  words.rest.shift();
  return { kind, call, send: readCount(words, next(words), "send") };
}

const kindsOf = ({ kinds = PACKET_KINDS }: Vocabulary): readonly PacketKind[] => kinds;

function readKind(words: Words, word: string, what: string, vocabulary: Vocabulary): PacketKind {
  const kinds = kindsOf(vocabulary);
  const meant = Object.hasOwn(ALIASES, word) ? ALIASES[word] : word;
  const kind = kinds.find((one) => one === meant);
  if (kind === undefined) throw wrongWord(words, word, what, kindWords(kinds));
  return kind;
}

/** `1% of`, `0.5 % of` */
function readPercent(words: Words): number {
  const wanted = `want a percentage from ${LEAST_PERCENT}% to 100%, with at most three decimals`;
  const word = words.rest.shift();
  const text = words.rest[0] === "%" ? `${word}${words.rest.shift()}` : word;
  const percent = Number(/^(\d{1,3}(\.\d{1,3})?)%$/.exec(text ?? "")?.[1]);
  if (!(percent >= LEAST_PERCENT && percent <= 100)) throw wrong(words, `${gotWord(text)}, ${wanted}`);
  const of = words.rest.shift();
  if (of !== "of") throw wrong(words, `${gotWord(of)}, want "of" and which packets`);
  return percent;
}

/** `packets`, `call packets`; the word "packets" may be left out behind a kind. */
function readLosable(words: Words, vocabulary: Vocabulary): PacketKind | null {
  const word = next(words);
  if (word === ALL) return null;
  const kind = readKind(words, word, `${ALL} or a kind of them: `, vocabulary);
  if (words.rest[0] === ALL) words.rest.shift();
  return kind;
}

/** `from caller to server`: either, both or none of the two ends. */
function readWay(words: Words, vocabulary: Vocabulary): Pick<LossFault, "from" | "to"> {
  const end = (preposition: "from" | "to"): string | null => {
    if (words.rest[0] !== preposition) return null;
    words.rest.shift();
    return readMachine(words, vocabulary);
  };
  const from = end("from");
  const to = end("to");
  if (from !== null && from === to) throw wrong(words, `${from} sends nothing to itself, want another machine`);
  return { from, to };
}

function readCount(words: Words, word: string, name: string): number {
  const count = /^\d+$/.test(word) ? Number(word) : 0;
  if (count >= 1 && Number.isSafeInteger(count)) return count;
  throw wrong(words, `${name} ${quote(word)}, want a whole number from 1`);
}

/** `byte 57` */
function readByte(words: Words): number {
  const wanted = `a byte of the frame from 0 to ${LAST_BYTE}`;
  const word = words.rest.shift();
  if (word !== "byte") throw wrong(words, `${gotWord(word)}, want "byte" and ${wanted}`);
  const text = next(words);
  const byte = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (byte <= LAST_BYTE) return byte;
  throw wrong(words, `byte ${quote(text)}, want ${wanted}`);
}

/** `caller-server`, `caller - server`: the two ends of a connection, in the order of the alphabet. */
function readEnds(words: Words, vocabulary: Vocabulary): readonly [string, string] {
  const named = words.rest.splice(0, Math.max(1, words.rest.indexOf("at")));
  const [first, second] = endsIn(words, named.join(" "), vocabulary);
  const a = readMachine({ ...words, rest: [first] }, vocabulary);
  const b = readMachine({ ...words, rest: [second] }, vocabulary);
  if (a === b) throw wrong(words, `there is no network between ${a} and itself, want another machine`);
  return a < b ? [a, b] : [b, a];
}

/** A name may have hyphens itself: then the machines of the system say which one is meant, or spaces around it. */
function endsIn(words: Words, text: string, { machines }: Vocabulary): readonly [string, string] {
  const [, first, second] = groupsIn(/^(\S+)\s+-\s+(\S+)$/, text);
  if (first !== undefined && second !== undefined) return [first, second];
  const parts = text.split("-");
  const ways = parts.slice(1).map((_, i): readonly [string, string] => {
    return [parts.slice(0, i + 1).join("-"), parts.slice(i + 1).join("-")];
  });
  const known = ways.filter((way) => way.every((name) => machines?.includes(name)));
  const [way, ...others] = known.length === 0 ? ways : known;
  if (way === undefined) throw wrong(words, `got ${quote(text)}, want two machines with a hyphen between them`);
  if (others.length === 0) return way;
  throw wrong(
    words,
    `${quote(text)} has more than one hyphen. Write the one between the machines with spaces around it`,
  );
}

function readMachine(words: Words, vocabulary: Vocabulary): string {
  const word = next(words);
  const { machines } = vocabulary;
  if (machines !== undefined && !machines.includes(word)) throw wrongWord(words, word, "a machine: ", machines);
  if (!isMachineName(word)) throw wrong(words, `${gotWord(word)}, want a machine such as server`);
  return word;
}

/** `by 3`, `by 1.5`: how many times as slow. */
function readTimes(words: Words): number {
  const wanted = `a number from 1 to ${MOST_TIMES}, with at most three decimals`;
  const word = words.rest.shift();
  if (word !== "by") throw wrong(words, `${gotWord(word)}, want "by" and how many times as slow, ${wanted}`);
  const text = next(words);
  const times = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (times >= 1 && times <= MOST_TIMES) return times;
  throw wrong(words, `${text === "" ? gotWord(text) : `times ${quote(text)}`}, want ${wanted}`);
}

/** `next` gives "" where no word is left. */
const gotWord = (word = ""): string => (word === "" ? "it ends there" : `got ${quote(word)}`);

/** `for 2s` */
function readLength(words: Words): number {
  const ns = readTime(words, "for");
  if (ns === 0) throw wrong(words, "for no time nothing changes, want more");
  return ns;
}

/** `by 5ms`, `at 14.2 ms`, `for 2s`: the time takes all the words that are left, up to "for". */
function readTime(words: Words, preposition: "by" | "at" | "for"): number {
  const word = words.rest.shift();
  if (word !== preposition) throw wrong(words, `${gotWord(word)}, want "${preposition}" and ${TIME_FORM}`);
  const end = words.rest.indexOf("for");
  const time = words.rest.splice(0, end < 0 ? words.rest.length : end).join("");
  if (time === "") throw wrong(words, `${gotWord(words.rest[0])}, want ${TIME_FORM}`);
  const ns = parseTime(time);
  if (typeof ns === "string") throw wrong(words, `time ${quote(time)}, ${ns}`);
  return ns;
}

function wrong(words: Words, problem: string): FaultError {
  return new FaultError(words.text, `${problem}${/[.?]$/.test(problem) ? "" : "."} Example: ${words.example}`);
}

function wrongWord(words: Words, got: string, what: string, allowed: readonly string[]): FaultError {
  const list = [allowed.slice(0, -1).join(", "), ...allowed.slice(-1)].filter((part) => part !== "").join(" or ");
  const guess = closestWord(got, allowed);
  const hint = guess === undefined ? "" : `. Did you mean ${guess}?`;
  const begins = words.text === "" ? `got ""` : gotWord(got);
  return wrong(words, `${begins}, want ${what}${list}${hint}`);
}
