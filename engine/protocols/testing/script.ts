/**
 * For tests: plays a scripted trace. A script is a text of blocks, with an empty line between:
 *
 *     # Caller rule 1: a call is sent again until it is acknowledged.
 *     caller alone
 *     start "a"
 *     ----
 *     0ms caller start "a": calling seq 1, send 1, until 600ms
 *       -> call seq 1 "a"
 *
 * Comments, commands, four dashes, and what they lead to: a line for each step (time, who, input, the state after it),
 * below it the step's effects. The expected part is made anew, so a script that plays as it should comes out as it went
 * in. A wire takes 1 ms where nothing else is said.
 *
 * Commands of every protocol; the others stand at the head of each protocol's trace-script.ts
 *     run 6s                               time goes on, with all that happens meanwhile
 *     next 3 results lost                  the fate of the next packets of a kind; or `twice`, or `late by 2s`
 *     next 1 data from a lost              of those that one end sends
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Fate } from "./net.ts";
import { Words } from "./words.ts";

const RULE = "----";
const WIRE = millis(1);

/** What a command does. It reads its words, and gives nothing: what it leads to is shown by `lines`. */
export type Verb = (words: Words) => void;

/** A protocol's part in the language. */
export interface Stage {
  /** Commands by their first word. */
  readonly verbs: Readonly<Record<string, Verb>>;
  /** What has happened since it was asked last. */
  lines(): readonly string[];
}

/** The script with its expected parts made anew. Throws where a command cannot be carried out; names its line. */
export function playScript(script: string, stage: Stage): string {
  const blocks = script.trimEnd().split("\n\n");
  let line = 1;
  const played = blocks.map((block) => {
    const from = line;
    line += block.split("\n").length + 1;
    return playBlock(block.split("\n"), from, stage);
  });
  return `${played.join("\n\n")}\n`;
}

function playBlock(lines: readonly string[], from: number, stage: Stage): string {
  const end = lines.indexOf(RULE);
  const written = end < 0 ? lines : lines.slice(0, end);
  const output: string[] = [];
  for (const [index, text] of written.entries()) {
    if (text.startsWith("#")) continue;
    try {
      output.push(...playCommand(text, stage));
    } catch (error) {
      throw new Error(`line ${from + index}, "${text}": ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const isComment = written.every((text) => text.startsWith("#"));
  return isComment ? written.join("\n") : [...written, RULE, ...output].join("\n");
}

function playCommand(text: string, stage: Stage): readonly string[] {
  const words = new Words(text);
  const verb = stage.verbs[words.take()];
  if (verb === undefined) throw new Error("unknown command. The commands stand at the head of trace-script.ts.");
  verb(words);
  words.end();
  return stage.lines();
}

interface Fault {
  readonly kind: string;
  readonly from: string | null;
  readonly note: string; // "lost"
  readonly fate: Fate;
  left: number;
}

/** The fates that a script's `next` gives, and what became of each packet that met one. */
export class Faults {
  private readonly kinds: readonly string[] | null;
  private readonly faults: Fault[] = [];
  private readonly notes = new Map<object, string>();

  /** @param kinds of packets that there are; null where the protocol does not say */
  constructor(kinds: readonly string[] | null = null) {
    this.kinds = kinds;
  }

  /** `next 3 results lost`, `next 1 data from a late by 3ms` */
  readonly next: Verb = (words) => {
    const left = words.number();
    const kind = this.kindOf(words.take());
    const from = words.is("from") ? words.take() : null;
    this.faults.push({ kind, from, left, ...readFate(words) });
  };

  private kindOf(word: string): string {
    const { kinds } = this;
    const kind = kinds === null ? word.replace(/s$/, "") : kinds.find((one) => one === word || `${one}s` === word);
    if (kind === undefined) throw new Error(`got "${word}", want a packet: ${(kinds ?? []).join(", ")}.`);
    return kind;
  }

  /** The fate of a packet that is sent; `names` are those that a script may call it by. */
  fateOf(packet: object, names: readonly string[], from: string): Fate {
    const fault = this.faults.find(
      (one) => one.left > 0 && names.includes(one.kind) && (one.from === null || one.from === from),
    );
    if (fault === undefined) return [WIRE];
    fault.left--;
    this.notes.set(packet, fault.note);
    return fault.fate;
  }

  /** `, lost`, or nothing for a packet that met no fault. */
  noteOf(packet: object): string {
    const note = this.notes.get(packet);
    return note === undefined ? "" : `, ${note}`;
  }
}

function readFate(words: Words): { readonly note: string; readonly fate: Fate } {
  if (words.is("lost")) return { note: "lost", fate: [] };
  if (words.is("twice")) return { note: "twice", fate: [WIRE, 2 * WIRE] };
  if (!words.is("late", "by")) throw new Error(`got "${words.take()}", want lost, twice or late by a time.`);
  const late = words.time();
  return { note: `late by ${formatTime(late)}`, fate: [WIRE + late] };
}

/** `599ms`, `1.2s`: from a second on always seconds, so that times can be subtracted in the head. */
export function formatTime(nanos: Nanos): string {
  const ms = Math.round(nanos / millis(0.001)) / 1000;
  return ms < 1000 ? `${ms}ms` : `${Math.round(ms * 1000) / 1e6}s`;
}

const isText = (data: Uint8Array): boolean => data.every((byte) => byte >= 0x20 && byte < 0x7f);

/** ` "a"`: bytes as text in quotes, where they are text. */
export function formatData(data: Uint8Array): string {
  if (data.length === 0) return "";
  return isText(data) ? ` "${String.fromCharCode(...data)}"` : ` (${data.length} bytes)`;
}

/** The procedure of every trace: its argument in capitals. */
export const capitals = (argument: Uint8Array): Uint8Array =>
  argument.map((byte) => (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte));

/** Numbers of the rules at the head of a source file: ` * 3. A call with …`. */
export function rulesAtHead(text: string): readonly string[] {
  const head = text.slice(0, text.indexOf("*/"));
  return [...head.matchAll(/^ \* (\d+)\. /gm)].map(([, number]) => number ?? "");
}

/**
 * Rules that the comments of a script name: "Callee rules 3 and 5" as "callee 3" and "callee 5".
 * @param parties that have rules, in small letters; none where one file has them all, and a rule its number alone
 */
export function rulesNamed(script: string, parties: readonly string[] = []): readonly string[] {
  const comments = script.match(/^#.*$/gm)?.join(" ").replaceAll(" # ", " ") ?? "";
  const party = parties.length === 0 ? "()" : `(${parties.join("|")}) `;
  const rule = new RegExp(`${party}rules? (\\d+(?:(?:, | and )\\d+)*)`, "gi");
  return [...comments.matchAll(rule)].flatMap(([, name = "", list = ""]) =>
    [...list.matchAll(/\d+/g)].map(([number]) => `${name.toLowerCase()} ${number}`.trim()),
  );
}
