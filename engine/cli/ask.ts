/** `lab ask`: a question to the calls of a capture, answered with its evidence. */
import { answerTo, QUESTIONS } from "../capture/ask/answer.ts";
import { PLACES, type Answer, type Place } from "../capture/ask/recorded.ts";
import type { Change } from "../capture/ask/what-if.ts";
import { twinOf } from "../capture/twin/twin.ts";
import type { Call } from "../capture/call.ts";
import { Dissection } from "../capture/dissection.ts";
import { quote } from "../faults/quote.ts";
import { runTwin } from "./run-twin.ts";
import { readPairs, type Arguments } from "./arguments.ts";
import { readCaptureFile } from "./capture-file.ts";
import { inReadersFolder } from "./readers-folder.ts";
import { DONE, suggestion, UsageError } from "./usage.ts";
import { printJson, progressOf, type Io, type Verb } from "./verb.ts";

/** Calls that a question looks at: more would take more memory than a page has. */
const MOST_CALLS = 250_000;
const SHOWN = 40; // findings in text
const ASKABLE = [...QUESTIONS, "simulated"] as const;
type Askable = (typeof ASKABLE)[number];

function placeIn(args: Arguments): Place | null {
  const place = args.one("recorded-at");
  if (place === undefined) return null;
  const known = PLACES.find((one) => one === place);
  if (known !== undefined) return known;
  throw new UsageError(`lab ask: --recorded-at: there is no place ${quote(place)}; ${suggestion(place, PLACES)}`);
}

function changeIn(args: Arguments, question: Askable): Change {
  const pairs = readPairs(ask, "change", args.all("change"));
  const isGiven = Object.keys(pairs).length > 0;
  if (question === "what-if" ? !isGiven : isGiven && question !== "simulated") {
    throw new UsageError(
      "lab ask: what-if needs --change, and only simulated may have it, too: server=0.5, retries=none, calls=1/2.",
    );
  }
  const change = { server: 1, hasRetries: true, everyNth: 1 };
  for (const [key, value] of Object.entries(pairs)) {
    if (key === "server" && /^\d+(\.\d+)?$/.test(value) && Number(value) <= 1000) change.server = Number(value);
    else if (key === "retries" && value === "none") change.hasRetries = false;
    else if (key === "calls" && /^1\/[1-9]\d{0,5}$/.test(value)) change.everyNth = Number(value.slice(2));
    else {
      const want = "server=0…1000 (its share of the time), retries=none or calls=1/N";
      throw new UsageError(`lab ask: --change ${quote(`${key}=${value}`)} is not allowed: ${want}.`);
    }
  }
  return change;
}

/** Control characters of texts from a file must not reach a terminal. */
const plain = (text: string): string =>
  Array.from(text, (letter) => (letter < " " || (letter >= "\u007f" && letter < "\u00a0") ? "·" : letter)).join("");

function printText(io: Io, { text, findings, assumed, tables = {} }: Answer, notes: readonly string[]): void {
  io.out(plain(text));
  for (const { text: said, frames } of findings.slice(0, SHOWN)) {
    io.out(plain(`- ${said}${frames.length === 0 ? "" : ` Packets ${frames.slice(0, 12).join(", ")}.`}`));
  }
  if (findings.length > SHOWN) io.out(`- ${findings.length - SHOWN} more: --json has all.`);
  for (const [name, rows] of Object.entries(tables)) {
    if (rows.length === 0) continue;
    io.out(`${name}:`);
    for (const row of rows) {
      io.out(
        plain(
          `  ${Object.entries(row)
            .map(([key, value]) => `${key} ${String(value)}`)
            .join(", ")}`,
        ),
      );
    }
  }
  for (const one of assumed) io.out(`Assumed: ${one}`);
  for (const note of notes) io.out(note);
}

export const ask: Verb = {
  name: "ask",
  summary: `Asks the calls of a capture a question: ${ASKABLE.join(", ")}.`,
  operands: ["FILE", "QUESTION"],
  flags: [
    {
      name: "recorded-at",
      value: "PLACE",
      what: `where it was recorded: ${PLACES.join(", ")}; inferred where left out`,
    },
    {
      name: "change",
      value: "k=v",
      many: true,
      what: "for what-if and simulated: server=0.5, retries=none, calls=1/2",
    },
  ],
  run: async (args, io) => {
    const [name, word] = [args.operand(0), args.operand(1)];
    const question = ASKABLE.find((one) => one === word);
    if (question === undefined) {
      throw new UsageError(`lab ask: there is no question ${quote(word)}; ${suggestion(word, ASKABLE)}`);
    }
    const place = placeIn(args);
    const change = changeIn(args, question);
    const calls: Call[] = [];
    const dissection = new Dissection((call) => {
      if (calls.length < MOST_CALLS) calls.push(call);
    });
    await readCaptureFile("ask", name, inReadersFolder(name), dissection, progressOf(args, io));
    const { counts, endNs, callCount, reader } = dissection;
    const clockNs = dissection.clockNs();
    const { unseenBytes, holes } = counts;
    const recorded = { calls, place, clockNs, endNs, unseenBytes, holes };
    const answer =
      question === "simulated"
        ? (await twinOf(recorded, runTwin, change)).answer
        : answerTo(question, recorded, change);
    const notes = [
      ...(clockNs !== null && clockNs > 1000
        ? [`The capture’s clock has steps of ${clockNs / 1e6} ms: no time here is finer.`]
        : []),
      ...(callCount > calls.length ? [`Only the first ${calls.length} of ${callCount} calls were asked.`] : []),
      ...reader.facts.notes.map(({ text }) => text),
    ];
    if (args.has("json")) printJson(io, { ...answer, calls: calls.length, clockResolutionNs: clockNs, notes });
    else printText(io, answer, notes);
    return DONE;
  },
};
