/**
 * Typical wrong rules, each with the belief behind it and a reply of its own. One is recognised by a condition on the
 * table and by what broke. Where several fit, that one counts without which the found run keeps the promise.
 */
import type { Property } from "../../protocols/promises.ts";
import { withRules, type CellName, type WrittenRules } from "../../protocols/written/rules.ts";
import type { Level } from "./levels.ts";

export interface WrongRule {
  readonly id: string;
  /** The writer’s belief, as a sentence of theirs. */
  readonly belief: string;
  readonly reply: string;
  /** The cells that say it. */
  readonly cells: readonly CellName[];
}

/** The rules after the mistake. */
interface Outcome {
  readonly tag: "costly" | "broken";
  readonly broken: { readonly property: Property; readonly faults: readonly string[] } | null;
}

interface Known extends Omit<WrongRule, "cells"> {
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
/** A packet comes after a later one: a copy of it, or itself. */
const comesLate = (outcome: Outcome): boolean => ["duplicate", "delay", "reorder"].some((what) => has(outcome, what));

/** The first that fits counts. */
export const WRONG_RULES: readonly Known[] = [
  {
    id: "network-delivers",
    levels: [1, 3, 4, 5],
    belief: "A packet that I send arrives.",
    reply:
      "The network loses one packet, and the call waits for ever. Only the client knows that it waits, so the " +
      "client must send again.",
    when: ({ timer }, outcome) => timer === "nothing" && breaks(outcome, "ends"),
    example: { timer: "nothing" },
  },
  {
    id: "loss-is-an-error",
    levels: [1, 4, 5],
    belief: "A lost packet is an error, and the program must hear of it.",
    reply: "The call fails, although both machines live. One more packet would have saved it.",
    when: ({ timer }, outcome) => timer === "fail" && breaks(outcome, "returns"),
    example: { timer: "fail" },
  },
  {
    id: "silence-is-an-error",
    levels: [3],
    belief: "A server that does not answer within 20 ms is dead.",
    reply: "No packet was lost and no machine crashed. The procedure takes 150 ms, and the client gave up after 20 ms.",
    when: ({ timer }, outcome) => timer === "fail" && breaks(outcome, "returns"),
    example: { timer: "fail" },
  },
  {
    id: "one-question-is-enough",
    levels: [3],
    belief: "I ask once whether the server still works.",
    reply:
      "The network loses that one question. The client hears nothing and gives up, and the server works on. " +
      "Ask more often than there are faults.",
    when: ({ timer }, outcome) => timer === "once" && breaks(outcome, "returns"),
    example: { timer: "once" },
  },
  {
    id: "once-more-is-enough",
    levels: [4, 5],
    belief: "The network never loses two packets of one call.",
    reply: "Two faults can meet the same call. So a call needs three sendings: one more than there are faults.",
    when: ({ timer }, outcome) => timer === "once" && breaks(outcome, "returns"),
    example: { timer: "once" },
  },
  {
    id: "two-are-safer",
    levels: [1],
    belief: "Two copies are safer than one.",
    reply:
      "No promise breaks. But every call now takes four packets in place of two. Send the second one only when no " +
      "result comes.",
    when: ({ first }, outcome) => first === "twice" && isCostly(outcome),
    example: { first: "twice" },
  },
  {
    id: "a-result-is-a-result",
    levels: [1],
    belief: "I wait for a result, so the next result is mine.",
    reply: "A result of call 1 has ended call 2. Look at the number of a result before you take it.",
    when: ({ reply }, outcome) => reply === "any" && (breaks(outcome, "ownResult", "atLeastOnce") || isTwice(outcome)),
    example: { reply: "any" },
  },
  {
    id: "run-again",
    levels: [2, 5],
    belief: "A client that asks again wants another seat.",
    reply:
      "The network loses one result, and Omar has two seats. The client asks again because it does not know " +
      "whether the first call ran.",
    when: ({ equal, larger, number }, outcome) =>
      equal === "run" && larger === "rowRun" && number !== "packet" && isTwice(outcome),
    example: { equal: "run" },
  },
  {
    id: "no-memory",
    levels: [2],
    belief: "A server needs no memory.",
    reply: "Without a row every call is new to the server. It runs the repeated call, and Omar has two seats.",
    when: ({ larger }, outcome) => larger === "run" && isTwice(outcome),
    example: { larger: "run" },
  },
  {
    id: "write-when-done",
    levels: [2],
    belief: "I write a call down when it has run.",
    reply: "A copy comes while the call runs, finds no row, and runs, too. Write the row before you run.",
    when: ({ larger }, outcome) => larger === "runRow" && isTwice(outcome),
    example: { larger: "runRow" },
  },
  {
    id: "never-twice-is-enough",
    levels: [2, 5],
    belief: "It ran, so there is nothing left to do.",
    reply: "The call never runs twice. But it fails after one loss, because the client still waits for its result.",
    when: ({ equal }, outcome) => equal === "ignore" && breaks(outcome, "returns"),
    example: { equal: "ignore" },
  },
  {
    id: "a-copy-is-a-mistake",
    levels: [2, 3, 5],
    belief: "A copy is a mistake of the client, so I reject it.",
    reply: "The client takes the reject for the end of its call. The seat is booked, and the client does not know it.",
    when: ({ equal }, outcome) => equal === "reject" && breaks(outcome, "returns"),
    example: { equal: "reject" },
  },
  {
    id: "acknowledged-is-answered",
    levels: [2, 3, 5],
    belief: "I tell the client that I have its call; that is enough.",
    reply: "Each time the client asks again, the server says that it has the call. It never sends the result again.",
    when: ({ equal }, outcome) => equal === "ack" && breaks(outcome, "ends", "returns"),
    example: { equal: "ack" },
  },
  {
    id: "sent-is-delivered",
    levels: [2],
    belief: "The result was sent, so the server can forget it.",
    reply: "The network loses the result. The server has no copy of it to send again, so the call fails.",
    when: ({ keep }, outcome) => keep === "no" && breaks(outcome, "returns"),
    example: { keep: "no" },
  },
  {
    id: "old-calls-are-calls",
    levels: [2, 5],
    belief: "A call is a call, whatever its number is.",
    reply:
      "A late copy of an old call books another seat. The server need not answer it, because that call has " + "ended.",
    when: ({ smaller }, outcome) => smaller === "run" && isTwice(outcome) && comesLate(outcome),
    example: { smaller: "run" },
  },
  {
    id: "acknowledge-everything",
    levels: [2],
    belief: "Every packet must be acknowledged.",
    reply:
      "No promise breaks, but a call takes more packets than two. The result tells the client that its call came. " +
      "The next call tells the server that the result came.",
    when: ({ acks }, outcome) => acks === "yes" && isCostly(outcome),
    example: { acks: "yes" },
  },
  {
    id: "nothing-ever-runs",
    levels: [2],
    belief: "I do not run a number that I do not know.",
    reply: "Nothing runs at all. Each new call has a larger number than the one before.",
    when: ({ larger }, outcome) => larger === "ignore" && breaks(outcome, "returns", "ends"),
    example: { larger: "ignore" },
  },
  {
    id: "acknowledgements-say-nothing",
    levels: [3],
    belief: "I wait for a result. Nothing else concerns me.",
    reply: "The server says that it works, and the client does not listen. So the client takes it for dead.",
    when: ({ ack, timer, equal }, outcome) =>
      ack === "ignore" && ["resultAck", "ack"].includes(equal) && timer !== "forever" && breaks(outcome, "returns"),
    example: { ack: "ignore" },
  },
  {
    id: "busy-is-silent",
    levels: [3],
    belief: "A server that works has no time to answer.",
    reply:
      "The client hears nothing for 100 ms and gives up. An acknowledgement from the server would have told it to " +
      "wait.",
    when: ({ equal, timer }, outcome) =>
      ["result", "ignore", "run"].includes(equal) && timer !== "forever" && breaks(outcome, "returns"),
    example: { equal: "result" },
  },
  {
    id: "keep-knocking",
    levels: [3],
    belief: "If I send often enough, the answer will come.",
    reply: "It does come. But the server works no faster for it, and all these packets say nothing new.",
    when: ({ timer, ack, equal }, outcome) =>
      timer === "forever" && (ack === "ignore" || equal !== "resultAck") && isCostly(outcome),
    example: { timer: "forever", ack: "ignore" },
  },
  {
    id: "ask-every-moment",
    levels: [3],
    belief: "I must ask all the time whether the server lives.",
    reply:
      "No promise breaks, but the client asks every 20 ms. It has just heard that the server works, so it can ask " +
      "much later.",
    when: ({ ack }, outcome) => ack === "soon" && isCostly(outcome),
    example: { ack: "soon" },
  },
  {
    id: "acknowledged-is-done",
    levels: [3],
    belief: "The server has the call, so the result will come.",
    reply: "The network can lose the result like any packet. Then a client without a timer waits for ever.",
    when: ({ ack }, outcome) => ack === "rest" && breaks(outcome, "ends"),
    example: { ack: "rest" },
  },
  {
    id: "it-will-come-back",
    levels: [4, 5],
    belief: "The server will come back some day.",
    reply: "Perhaps it never does. Then the program waits for ever, and cannot tell Omar anything.",
    when: ({ timer }, outcome) => timer === "forever" && breaks(outcome, "ends"),
    example: { timer: "forever" },
  },
  {
    id: "a-new-life-a-new-start",
    levels: [4, 5],
    belief: "I have just started, so every call is new to me.",
    reply: "The server crashed after it booked the seat. Its new life knows nothing of that, and books again.",
    when: ({ former }, outcome) => former === "accept" && isTwice(outcome) && has(outcome, "crash server"),
    example: { former: "accept" },
  },
  {
    id: "rejected-means-it-never-ran",
    levels: [4, 5],
    belief: "A call that the server rejects never ran, so I can send it again.",
    reply: "The new life rejects the call because it cannot know whether the old life ran it. Here it did: two seats.",
    when: ({ rejected, former }, outcome) =>
      rejected === "again" && former === "reject" && isTwice(outcome) && has(outcome, "crash server"),
    example: { rejected: "again" },
  },
  {
    id: "a-reject-says-nothing",
    levels: [4, 5],
    belief: "A reject is no result, so I wait on.",
    reply:
      "The reject has told the client the server’s new life. So the client’s next packet is meant for that life, and " +
      "the server runs the call again: two seats.",
    when: ({ rejected, former }, outcome) =>
      rejected === "ignore" && former === "reject" && isTwice(outcome) && has(outcome, "crash server"),
    example: { rejected: "ignore" },
  },
  {
    id: "a-new-life-a-new-count",
    levels: [5],
    belief: "After a restart I begin to count from 1.",
    reply:
      "The server still has the row of the client’s life before. The new call has the number of an old one, so it " +
      "gets the old result, and no seat.",
    when: ({ restart, number }, outcome) => restart === "one" && number === "next" && has(outcome, "crash client"),
    example: { restart: "one" },
  },
  {
    id: "one-client-one-number",
    levels: [5],
    belief: "The server knows me; I need no new number.",
    reply:
      "The second call has the number of the first. So the server sends the result that it has kept, and does not " +
      "run the second call.",
    when: ({ number }, outcome) => number === "same" && outcome.broken?.faults.length === 0,
    example: { number: "same" },
  },
  {
    id: "a-number-names-a-packet",
    levels: [5],
    belief: "Each packet needs a number of its own.",
    reply:
      "The network loses one result, and Omar has two seats. A number must name the call: only then does the server " +
      "see that the call comes again.",
    when: ({ number }, outcome) => number === "packet" && isTwice(outcome),
    example: { number: "packet" },
  },
];

interface Looking {
  /** Whether the run that was found keeps the promise when these cells are as in the solution. */
  readonly mends: (cells: readonly CellName[]) => boolean;
  /** Whether the rules say these cells. */
  readonly isSeen: (cells: readonly CellName[]) => boolean;
  /** Whether a rule counts that fits, and without which the run still breaks the promise. */
  readonly alsoUnmended: boolean;
}

/** The wrong rule that is recognised; null where none is. */
export function wrongOf(
  { number }: Pick<Level, "number">,
  rules: WrittenRules,
  outcome: Outcome,
  { mends, isSeen, alsoUnmended }: Looking,
): WrongRule | null {
  const fitting = WRONG_RULES.filter(
    ({ levels, when, example }) => levels.includes(number) && when(rules, outcome) && isSeen(cellsOf(example)),
  );
  const found = fitting.find(({ example }) => mends(cellsOf(example))) ?? (alsoUnmended ? fitting[0] : undefined);
  if (found === undefined) return null;
  const { id, belief, reply, example } = found;
  return { id, belief, reply, cells: cellsOf(example) };
}

const cellsOf = (example: Partial<WrittenRules>): readonly CellName[] => Object.keys(example) as CellName[];

/** The rules of an example at a level. */
export const exampleAt = ({ solution }: Pick<Level, "solution">, example: Partial<WrittenRules>): WrittenRules =>
  withRules({ ...solution, ...example });
