/**
 * Rules of several protocols that an experiment can leave out, so that a reader sees what each one is for. A rule of
 * one protocol alone stands in its description (`leftOut`) and in its ends (`rules`).
 */
export const RULES = {
  sequenceCheck: "The callee executes a call only if its sequence number is greater than the last one.",
  duplicateTable: "The callee remembers a call that it has answered.",
  uniqueId: "A call names the incarnation of its exporter, and another incarnation rejects it.",
  pleaseAck: "A packet that is sent again asks for an acknowledgement.",
  heldReply: "The callee keeps a result until it is acknowledged, and sends it again.",
  nak: "A server that does not know a connection says so.",
  fragmentMask: "An acknowledgement names the fragments that have come, and only the missing ones are sent again.",
  xidMatch: "A client takes a reply only if it names the client’s last request.",
  clientMatch: "The server’s cache of replies tells the requests of different clients apart.",
  replyAck: "The caller acknowledges a result, and the callee sends it again until then.",
  savedResult: "The server saves the last result of each client, and answers a repeated request with it.",
} as const;

export type Rule = keyof typeof RULES;

/** What a rule is for where no promise names it. */
const SERVES: Readonly<Record<string, string>> = {
  pleaseAck:
    "The rule serves long calls: the caller hears that the server has its call and is at work. Without the rule it " +
    "sends the call again and again, and may give up a call that runs.",
  nak:
    "The rule serves time: a caller hears at once that the server no longer knows it, as after a restart. Without " +
    "the rule it sends again until it gives up.",
  fragmentMask:
    "The rule serves the network: only the fragments that are missing are sent again. Without the rule all are.",
  replyAck:
    "The rule serves memory: a server forgets a result once it is acknowledged, and without the rule it keeps the " +
    "result until the client’s next request.",
} satisfies Partial<Record<Rule, string>>;

/** What a rule is for where leaving it out breaks no promise, as a sentence; empty where nobody has said it. */
export const servesOf = (rule: string): string => SERVES[rule] ?? "";
