/**
 * Typical wrong rules, each with the belief behind it and a reply of its own. One is recognised by a condition on the
 * table and by what broke, so that a table with two mistakes gets the reply to the one that the search has found first.
 */
import type { Property } from "../../protocols/promises.ts";
import { withRules, type WrittenRules } from "../../protocols/written/rules.ts";
import type { Level } from "./levels.ts";

export interface WrongRule {
  readonly id: string;
  /** What its writer believes, as a sentence of theirs. */
  readonly belief: string;
  readonly reply: string;
}

/** What became of the rules. */
interface Outcome {
  readonly tag: "costly" | "broken" | "solved";
  readonly broken: { readonly property: Property; readonly faults: readonly string[] } | null;
}

interface Known extends WrongRule {
  readonly levels: readonly number[];
  readonly when: (rules: WrittenRules, outcome: Outcome) => boolean;
  /** Rules that are wrong in this way: the cells that differ from the solution of the first level. */
  readonly example: Partial<WrittenRules>;
}

const breaks = ({ broken }: Outcome, ...properties: readonly Property[]): boolean =>
  broken !== null && properties.includes(broken.property);
const isTwice = (outcome: Outcome): boolean => breaks(outcome, "once", "atMostOnce", "onceWhileUp");
const has = ({ broken }: Outcome, what: string): boolean =>
  broken?.faults.some((line) => line.startsWith(what)) === true;
const isCostly = ({ tag }: Outcome): boolean => tag === "costly";

/** The first that fits counts. */
export const WRONG_RULES: readonly Known[] = [
  {
    id: "network-delivers",
    levels: [1],
    belief: "What I send arrives.",
    reply:
      "One lost packet, and the call waits for ever. Somebody must send again, and only the client knows that it waits.",
    when: ({ timer }, outcome) => timer === "nothing" && breaks(outcome, "ends"),
    example: { timer: "nothing" },
  },
  {
    id: "loss-is-an-error",
    levels: [1, 3, 4, 5],
    belief: "A lost packet is an error, and the program must hear of it.",
    reply: "The call fails, although both machines live. One more packet would have saved it.",
    when: ({ timer }, outcome) => timer === "fail" && breaks(outcome, "returns"),
    example: { timer: "fail" },
  },
  {
    id: "once-more-is-enough",
    levels: [3, 4, 5],
    belief: "Nobody loses two packets.",
    reply: "Two faults can meet the same call. Count how many sendings the promise needs: one more than faults.",
    when: ({ timer }, outcome) => timer === "once" && breaks(outcome, "returns"),
    example: { timer: "once" },
  },
  {
    id: "two-are-safer",
    levels: [1],
    belief: "Two copies are safer than one.",
    reply:
      "No promise breaks. But every call now takes four packets, and nearly all of them for nothing. Send the second when you miss the first.",
    when: ({ first }, outcome) => first === "twice" && isCostly(outcome),
    example: { first: "twice" },
  },
  {
    id: "a-result-is-a-result",
    levels: [1],
    belief: "I wait for a result, so the one that comes is mine.",
    reply: "The result of call 1 came late and ended call 2. Look at the number before you take it.",
    when: ({ reply }, outcome) => reply === "any" && (breaks(outcome, "ownResult", "atLeastOnce") || isTwice(outcome)),
    example: { reply: "any" },
  },
  {
    id: "run-again",
    levels: [2, 5],
    belief: "Whoever asks again wants it done again.",
    reply:
      "One lost result, two seats. The client asks again because it does not know, not because it wants another seat.",
    when: ({ equal, larger, number }, outcome) =>
      equal === "run" && larger === "rowRun" && number === "next" && isTwice(outcome),
    example: { equal: "run" },
  },
  {
    id: "no-memory",
    levels: [2],
    belief: "A server needs no memory.",
    reply: "Without a row every copy is new to the server. One lost result, two seats.",
    when: ({ larger }, outcome) => larger === "run" && isTwice(outcome),
    example: { larger: "run" },
  },
  {
    id: "write-when-done",
    levels: [2],
    belief: "What has not happened yet does not go into the book.",
    reply: "The copy that comes in between runs, too. Write the row before you run.",
    when: ({ larger }, outcome) => larger === "runRow" && isTwice(outcome),
    example: { larger: "runRow" },
  },
  {
    id: "never-twice-is-enough",
    levels: [2, 5],
    belief: "It ran, so there is nothing left to do.",
    reply: "Never twice, but the call fails after one loss. The client still waits for its result.",
    when: ({ equal }, outcome) => equal === "ignore" && breaks(outcome, "returns"),
    example: { equal: "ignore" },
  },
  {
    id: "a-copy-is-a-mistake",
    levels: [2, 3, 5],
    belief: "A copy is a mistake of the client, so I refuse it.",
    reply: "The client takes the refusal for the end of its call. The seat is booked, and nobody knows.",
    when: ({ equal }, outcome) => equal === "refuse" && breaks(outcome, "returns"),
    example: { equal: "refuse" },
  },
  {
    id: "acknowledged-is-answered",
    levels: [2, 3, 5],
    belief: "I tell the client that I have its call; that is enough.",
    reply: "The client asks again and again, and hears that the server has its call. It never hears the result.",
    when: ({ equal }, outcome) => equal === "ack" && breaks(outcome, "ends", "returns"),
    example: { equal: "ack" },
  },
  {
    id: "sent-is-delivered",
    levels: [2],
    belief: "The result was sent, so the server can forget it.",
    reply: "Sent is not delivered. When the result is lost, the server has none to send again, and the call fails.",
    when: ({ keep }, outcome) => keep === "no" && breaks(outcome, "returns"),
    example: { keep: "no" },
  },
  {
    id: "old-calls-are-calls",
    levels: [2, 5],
    belief: "A call is a call, whatever its number is.",
    reply:
      "A late copy of an old call books again. The server has its answer no more, and needs none: that call has ended.",
    when: ({ smaller }, outcome) => smaller === "run" && isTwice(outcome),
    example: { smaller: "run" },
  },
  {
    id: "acknowledge-everything",
    levels: [2],
    belief: "Every packet must be acknowledged.",
    reply:
      "No promise breaks, but it takes more packets than two. The result says that the call has come; the next call says that the result has.",
    when: ({ acks }, outcome) => acks === "yes" && isCostly(outcome),
    example: { acks: "yes" },
  },
  {
    id: "nothing-ever-runs",
    levels: [2],
    belief: "What I do not know I do not touch.",
    reply: "Nothing runs at all. A larger number is exactly what a new call looks like.",
    when: ({ larger }, outcome) => larger === "ignore" && breaks(outcome, "returns", "ends"),
    example: { larger: "ignore" },
  },
  {
    id: "acknowledgements-say-nothing",
    levels: [3],
    belief: "I wait for a result. Nothing else concerns me.",
    reply: "The server says that it works, and the client does not listen. So it takes a slow server for a dead one.",
    when: ({ ack, timer }, outcome) => ack === "ignore" && timer !== "forever" && breaks(outcome, "returns"),
    example: { ack: "ignore" },
  },
  {
    id: "busy-is-silent",
    levels: [3],
    belief: "Whoever works has no time to talk.",
    reply: "The client hears nothing for 100 ms and gives up. A short word from the server would have told it to wait.",
    when: ({ equal, timer }, outcome) =>
      (equal === "result" || equal === "ignore") && timer !== "forever" && breaks(outcome, "returns"),
    example: { equal: "result" },
  },
  {
    id: "keep-knocking",
    levels: [3],
    belief: "If I send often enough, the answer will come.",
    reply: "It does come. But the server works no faster for it, and the network carries packets that say nothing new.",
    when: ({ timer, ack, equal }, outcome) =>
      timer === "forever" && (ack === "ignore" || equal !== "resultAck") && isCostly(outcome),
    example: { timer: "forever", ack: "ignore" },
  },
  {
    id: "ask-every-moment",
    levels: [3],
    belief: "As long as I ask, I know that it lives.",
    reply:
      "No promise breaks, but the client asks every 20 ms. It has just heard that the server works: it can ask much later.",
    when: ({ ack }, outcome) => ack === "soon" && isCostly(outcome),
    example: { ack: "soon" },
  },
  {
    id: "acknowledged-is-done",
    levels: [3],
    belief: "The server has the call, so the result will come.",
    reply: "The result can get lost like any packet. A client without a timer then waits for ever.",
    when: ({ ack }, outcome) => ack === "rest" && breaks(outcome, "ends"),
    example: { ack: "rest" },
  },
  {
    id: "it-will-come-back",
    levels: [4, 5],
    belief: "The server will come back some day.",
    reply: "Perhaps it never does. The program waits for ever, and cannot even tell Omar.",
    when: ({ timer }, outcome) => timer === "forever" && breaks(outcome, "ends"),
    example: { timer: "forever" },
  },
  {
    id: "a-new-life-a-new-start",
    levels: [4, 5],
    belief: "I have just started, so every call is new to me.",
    reply: "It crashed after the seat was booked. The new life knows nothing of that, and books again.",
    when: ({ former }, outcome) => former === "accept" && isTwice(outcome) && has(outcome, "crash server"),
    example: { former: "accept" },
  },
  {
    id: "refused-means-it-never-ran",
    levels: [4, 5],
    belief: "A refused call never ran, so I can send it again.",
    reply: "The new life refuses it because nobody knows whether the old one ran it. Here it did: two seats.",
    when: ({ refused, former }, outcome) =>
      refused === "again" && former === "refuse" && isTwice(outcome) && has(outcome, "crash server"),
    example: { refused: "again" },
  },
  {
    id: "a-new-life-a-new-count",
    levels: [5],
    belief: "After a restart I begin to count from 1.",
    reply:
      "The server still has the row of your life before. The number is the same, so the new call gets the result of an old one, and no seat.",
    when: ({ restart, number }, outcome) => restart === "one" && number === "next" && has(outcome, "crash client"),
    example: { restart: "one" },
  },
  {
    id: "one-client-one-number",
    levels: [5],
    belief: "The server knows me; I need no new number.",
    reply:
      "The second call has the number of the first, so the server sends the result that it has kept. Nothing runs, without any fault.",
    when: ({ number }, outcome) => number === "same" && outcome.broken !== null,
    example: { number: "same" },
  },
  {
    id: "a-number-names-a-packet",
    levels: [5],
    belief: "Each packet needs a number of its own.",
    reply:
      "One lost result, two seats. A number must name the call: only then does the server see that it comes again.",
    when: ({ number }, outcome) => number === "packet" && isTwice(outcome),
    example: { number: "packet" },
  },
];

/** The wrong rule that is recognised; null where none is. */
export function wrongOf({ number }: Pick<Level, "number">, rules: WrittenRules, outcome: Outcome): WrongRule | null {
  const found = WRONG_RULES.find(({ levels, when }) => levels.includes(number) && when(rules, outcome));
  return found === undefined ? null : { id: found.id, belief: found.belief, reply: found.reply };
}

/** The rules of an example at a level. */
export const exampleAt = ({ solution }: Pick<Level, "solution">, example: Partial<WrittenRules>): WrittenRules =>
  withRules({ ...solution, ...example });
