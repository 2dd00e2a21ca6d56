/**
 * For tests: the words of traces of two ends of a connection, besides those of testing/ends-script.ts.
 *
 *     0ms a write 2896: out 0/2896/2896, in 0
 *       -> data 0..1448
 *
 * The state after a step: bytes out, acknowledged/sent/written; bytes in, received.
 *
 * Commands
 *     window 4344                      the most that may be unacknowledged; before anything else
 *     nagle                            Nagle’s algorithm is on; before anything else
 *     a connects                       opens a connection that there was not
 *     a writes 1448 | a closes | a aborts
 *     b forgets | b is silent          its connection is gone: it answers with resets, or not at all
 */
import type { Host } from "../ends.ts";
import type { EndsStep } from "../testing/ends-net.ts";
import { inSentences, playEnds, type ToldStep } from "../testing/ends-script.ts";
import type { Verb } from "../testing/script.ts";
import type { Sentences } from "../testing/told.ts";
import type { Traced } from "../testing/traced.ts";
import type { Words } from "../testing/words.ts";
import type { FlowState } from "./flow-state.ts";
import { connect, END_A, END_B, OPTIONS, tcpPair, type TcpNet, type TcpOwn, type TcpStep } from "./net.ts";
import { nameOf, type Segment, type TcpEffect, type TcpInput, type TcpState } from "./tcp-state.ts";

const playTcp = (script: string): string =>
  playEnds(script, {
    defaults: OPTIONS,
    settings: { window: (words) => ({ windowBytes: words.number() }), nagle: () => ({ nagle: true }) },
    ends: (options) => tcpPair(options),
    verbs: tcpVerbs,
    tell: tellTcpStep,
  });

/** What both ends are told to do. */
export const tcpVerbs = (net: TcpNet): Readonly<Record<string, Verb>> => ({
  a: actOf(net, END_A),
  b: actOf(net, END_B),
});

const actOf =
  (net: TcpNet, end: Host): Verb =>
  (words) => {
    if (words.is("connects")) return connect(net, end);
    net.tell(end, readOwn(words));
  };

function readOwn(words: Words): TcpOwn {
  switch (words.oneOf(["writes", "closes", "aborts", "forgets", "is"], "what the end does")) {
    case "writes":
      return { tag: "write", bytes: words.number() };
    case "closes":
      return { tag: "close" };
    case "aborts":
      return { tag: "abort" };
    case "forgets":
      return { tag: "forget" };
    case "is":
      words.need("silent");
      return { tag: "silence" };
  }
}

/** An end without a connection takes no step, and answers. */
export function tellTcpStep(step: EndsStep<Segment, TcpOwn, TcpStep>): readonly ToldStep[] {
  if (step.steps.length > 0 || step.effects.length === 0) return tellTcp(step);
  const input = "<- something of a connection that it does not have";
  return [{ input, state: "no connection", effects: ["-> reset"] }];
}

const formatStretches = (stretches: Segment["sacks"] = []): string =>
  stretches.map(({ from, to }) => ` and ${from}..${to}`).join("");

function formatSegment({ sequence, length, acknowledgement, control, sacks }: Segment, what: string): string {
  if (control === "finish") return `finish ${sequence}`;
  if (control !== "none") return what;
  return length > 0 ? `data ${sequence}..${sequence + length}` : `${what} ${acknowledgement}${formatStretches(sacks)}`;
}

function formatOpen(state: TcpState): string {
  const { acknowledged, sent, written, received, early } = state;
  const name = nameOf(state);
  const closing = name === "ESTABLISHED" ? "" : `, ${name}`;
  const way = state.flow === undefined ? "" : `, ${formatFlow(state.flow)}`;
  return `out ${acknowledged}/${sent}/${written}, in ${received}${formatStretches(early)}${closing}${way}`;
}

/** "window 10", "window 5 of 5, recovery": of the threshold, once there is one. */
function formatFlow({ window, threshold, phase }: FlowState): string {
  const of = threshold === Infinity ? "" : ` of ${rounded(threshold)}`;
  return `window ${rounded(window)}${of}${phase === "open" ? "" : `, ${phase}`}`;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

const INPUTS: Sentences<TcpInput> = {
  write: ({ bytes }) => `writes ${bytes}`,
  segment: ({ segment }) =>
    `<- ${formatSegment(segment, segment.control === "none" ? "acknowledgement" : segment.control)}`,
};

const EFFECTS: Sentences<TcpEffect> = {
  deliver: ({ bytes }) => `delivers ${bytes}`,
  finished: () => "has all",
  ended: () => "ended",
  broken: ({ by }) => `broken: ${by}`,
  send: ({ segment, what, again }) => `-> ${formatSegment(segment, what)}${again ? " again" : ""}`,
};

/** Tells the steps of any TCP. */
export const tellTcp = inSentences<TcpStep<string>>(INPUTS, { open: formatOpen }, EFFECTS);

export const TRACED: Traced = {
  play: playTcp,
  heads: { "": "tcp.ts" },
  rules: 10,
  nameNone: ["opening.txt"], // how a connection opens is drawn above the rules
  refused: [
    ["leap 5s", 'line 1, "leap 5s": unknown command.'],
    ["a writes 5\nb forgets\nb writes 5", 'line 3, "b writes 5": b has no connection.'],
  ],
};
