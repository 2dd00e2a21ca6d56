/**
 * For tests: the words of traces of two ends of a connection; the language is that of testing/script.ts.
 *
 *     0ms a write 2896: out 0/2896/2896, in 0
 *       -> data 0..1448
 *
 * The state after a step: bytes out, acknowledged/sent/written; bytes in, received.
 *
 * Commands
 *     window 4344                      the most that may be unacknowledged
 *     a connects                       opens a connection that there was not
 *     a writes 1448 | a closes | a aborts
 *     b forgets | b is silent          its connection is gone: it answers with resets, or not at all
 */
import type { Faults } from "../testing/faults.ts";
import { playScript, type Line, type Stage } from "../testing/script.ts";
import { tell, type Sentences } from "../testing/told.ts";
import type { Traced } from "../testing/traced.ts";
import type { Words } from "../testing/words.ts";
import { TcpNet, type End, type TcpNetStep } from "./net.ts";
import { nameOf, type Segment, type TcpEffect, type TcpState } from "./tcp-state.ts";

const playTcp = (script: string): string =>
  playScript<unknown, TcpNetStep>(script, {
    packets: ["data", "acknowledgement", "probe", "open", "accept", "finish", "reset"],
    defaults: {},
    settings: {},
    begin: (_, faults) => begin(faults),
  });

function begin(faults: Faults): Stage<TcpNetStep> {
  const net = new TcpNet((from, sent) => faults.fateOf(sent, [sent.what], from));
  return {
    net,
    verbs: {
      a: (words) => act(net, "a", words),
      b: (words) => act(net, "b", words),
      window: (words) => net.limitWindow(words.number()),
    },
    show: (step) => [showTcp(step, faults)],
  };
}

function act(net: TcpNet, end: End, words: Words): void {
  switch (words.oneOf(["writes", "connects", "closes", "aborts", "forgets", "is"], "what the end does")) {
    case "writes":
      return net.write(end, words.number());
    case "connects":
      return net.connect(end);
    case "closes":
      return net.close(end);
    case "aborts":
      return net.ends[end].step({ tag: "abort" });
    case "forgets":
      return net.forget(end);
    case "is":
      words.need("silent");
      return net.silence(end);
  }
}

export function showTcp({ at, end, input, after, effects }: TcpNetStep, faults: Faults): Line {
  const told = effects.map((effect) => tell(EFFECTS, effect) + faults.noteOf(effect));
  return { at, who: end, input: tell(INPUTS, input), state: formatState(after), effects: told };
}

function formatSegment({ sequence, length, acknowledgement, control }: Segment, what: string): string {
  if (control === "finish") return `finish ${sequence}`;
  if (control !== "none") return what;
  return length > 0 ? `data ${sequence}..${sequence + length}` : `${what} ${acknowledgement}`;
}

function formatState(state: TcpState | null): string {
  if (state === null) return "no connection";
  if (state.tag !== "open") return state.tag;
  const { acknowledged, sent, written, received, early } = state;
  const kept = early.map(({ from, to }) => ` and ${from}..${to}`).join("");
  const name = nameOf(state);
  const closing = name === "ESTABLISHED" ? "" : `, ${name}`;
  return `out ${acknowledged}/${sent}/${written}, in ${received}${kept}${closing}`;
}

const INPUTS: Sentences<TcpNetStep["input"]> = {
  write: ({ bytes }) => `writes ${bytes}`,
  segment: ({ segment }) =>
    `<- ${formatSegment(segment, segment.control === "none" ? "acknowledgement" : segment.control)}`,
  unknown: () => "<- something of a connection that it does not have",
};

const EFFECTS: Sentences<TcpEffect> = {
  deliver: ({ bytes }) => `delivers ${bytes}`,
  finished: () => "has all",
  ended: () => "ended",
  broken: ({ by }) => `broken: ${by}`,
  send: ({ segment, what, again }) => `-> ${formatSegment(segment, what)}${again ? " again" : ""}`,
};

export const TRACED: Traced = {
  play: playTcp,
  heads: { "": "tcp.ts" },
  rules: 9,
  nameNone: ["opening.txt"], // how a connection opens is drawn above the rules
  refused: [
    ["leap 5s", 'line 1, "leap 5s": unknown command.'],
    ["a writes 5\nb forgets\nb writes 5", 'line 3, "b writes 5": The TCP is down; it takes no step.'],
  ],
};
