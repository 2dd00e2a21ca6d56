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
 *     a writes 1448 | a aborts
 *     b forgets | b is silent          its connection is gone: it answers with resets, or not at all
 */
import { Faults, formatTime, playScript, type Stage, type Verb } from "../testing/script.ts";
import type { Words } from "../testing/words.ts";
import { TcpNet, type End, type TcpNetStep } from "./net.ts";
import type { Segment, TcpEffect, TcpState } from "./tcp.ts";

export const playTcp = (script: string): string => playScript(script, new TcpStage());

class TcpStage implements Stage {
  private readonly faults = new Faults(["data", "acknowledgement", "probe", "open", "accept", "reset"]);
  private readonly net = new TcpNet((from, sent) => this.faults.fateOf(sent.segment, [sent.what], from));
  private shown = 0;

  readonly verbs: Readonly<Record<string, Verb>> = {
    a: (words) => this.act("a", words),
    b: (words) => this.act("b", words),
    window: (words) => this.net.limitWindow(words.number()),
    run: (words) => this.net.run(words.time()),
    next: this.faults.next,
  };

  lines(): readonly string[] {
    const { steps } = this.net;
    const lines = steps.slice(this.shown).flatMap((step) => this.format(step));
    this.shown = steps.length;
    return lines;
  }

  private act(end: End, words: Words): void {
    switch (words.oneOf(["writes", "connects", "aborts", "forgets", "is"], "what the end does")) {
      case "writes":
        return this.net.write(end, words.number());
      case "connects":
        return this.net.connect(end);
      case "aborts":
        return this.net.abort(end);
      case "forgets":
        return this.net.forget(end);
      case "is":
        words.need("silent");
        return this.net.silence(end);
    }
  }

  private format({ end, at, input, after, effects }: TcpNetStep): string[] {
    return [
      `${formatTime(at)} ${end} ${formatInput(input)}: ${formatState(after)}`,
      ...effects.map((effect) => this.effect(effect)),
    ];
  }

  private effect(effect: TcpEffect): string {
    if (effect.tag === "deliver") return `  delivers ${effect.bytes}`;
    if (effect.tag === "broken") return `  broken: ${effect.by}`;
    const { segment, what, again } = effect;
    return `  -> ${formatSegment(segment, what)}${again ? " again" : ""}${this.faults.noteOf(segment)}`;
  }
}

function formatSegment({ sequence, length, acknowledgement, control }: Segment, what: string): string {
  if (control !== "none") return what;
  return length > 0 ? `data ${sequence}..${sequence + length}` : `${what} ${acknowledgement}`;
}

const controlName = (control: Segment["control"]): string => (control === "none" ? "acknowledgement" : control);

function formatInput(input: TcpNetStep["input"]): string {
  switch (input.tag) {
    case "write":
      return `writes ${input.bytes}`;
    case "segment":
      return `<- ${formatSegment(input.segment, controlName(input.segment.control))}`;
    case "unknown":
      return "<- something of a connection that it does not have";
    default:
      return input.tag;
  }
}

function formatState(state: TcpState | null): string {
  if (state === null) return "no connection";
  if (state.tag !== "open") return state.tag;
  const { acknowledged, sent, written, received, early } = state;
  const kept = early.map(({ from, to }) => ` and ${from}..${to}`).join("");
  return `out ${acknowledged}/${sent}/${written}, in ${received}${kept}`;
}
