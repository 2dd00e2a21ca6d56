/**
 * For tests: the words of traces of a caller and its callees, where a message takes 1 ms and each packet of its body
 * one more, and a procedure 10 ms. The language is that of testing/script.ts.
 *
 * The state after a step is its phase. Callees are named by their place; `3?` in a list of results is a note that
 * callee 3 cannot be reached.
 *
 * Commands
 *     serial 3 argument 2 result 1     a call to three callees, sizes in packets; `parallel`; `pipelined`; `wants 2`
 *     callee 2 takes 30ms              its procedure, from now on
 *     callee 2 unreachable             from now on
 *     cut 1 2                          the connection between two breaks; 0 is the caller
 *     only callee 2                    is shown
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { FlexResult } from "../../wire/flexrpc.ts";
import { formatTime, playScript, type Stage, type Verb } from "../testing/script.ts";
import type { Words } from "../testing/words.ts";
import type { CalleeEffect } from "./callee.ts";
import type { CallerEffect } from "./caller.ts";
import { CALLER, FlexNet, type FlexStep } from "./net.ts";

export const playFlex = (script: string): string => playScript(script, new FlexStage());

const PROCESS = millis(10);

class FlexStage implements Stage {
  private readonly takes = new Map<number, Nanos>();
  private resultBytes = 1;
  private net = this.newNet();
  private only: number | null = null;
  private shown = 0;

  readonly verbs: Readonly<Record<string, Verb>> = {
    serial: (words) => this.call("serial", words),
    parallel: (words) => this.call("parallel", words),
    callee: (words) => {
      const callee = words.number();
      if (words.is("unreachable")) return this.net.unplug(callee);
      words.need("takes");
      this.takes.set(callee, words.time());
    },
    cut: (words) => this.net.cut(words.number(), words.number()),
    only: (words) => {
      words.need("callee");
      this.only = words.number();
    },
    run: (words) => this.net.run(words.time()),
  };

  lines(): readonly string[] {
    const { steps } = this.net;
    const shown = steps.slice(this.shown).filter(({ who }) => this.only === null || who === this.only);
    this.shown = steps.length;
    return shown.flatMap(format);
  }

  private newNet(): FlexNet {
    return new FlexNet({ resultBytes: this.resultBytes, takes: (callee) => this.takes.get(callee) ?? PROCESS });
  }

  private call(mode: "serial" | "parallel", words: Words): void {
    const callees = words.number();
    words.need("argument");
    const argumentBytes = words.number();
    words.need("result");
    const resultBytes = words.number();
    const pipelined = words.is("pipelined");
    const wanted = words.is("wants") ? words.number() : callees;
    if (resultBytes !== this.resultBytes) {
      this.resultBytes = resultBytes;
      this.net = this.newNet();
      this.shown = 0;
    }
    this.net.call({ mode, argumentBytes, pipelined, wanted }, callees);
  }
}

function format(step: FlexStep): string[] {
  const who = step.who === CALLER ? "caller" : `callee ${step.who}`;
  const effects = (step.effects as readonly (CallerEffect | CalleeEffect)[]).map(
    (effect) => `  ${formatEffect(effect)}`,
  );
  return [`${formatTime(step.at)} ${who} ${formatInput(step.input)}: ${step.after.tag}`, ...effects];
}

/** `1 2`, or with notes `1 2 3?` */
const formatResults = (results: readonly FlexResult[]): string =>
  results.map(({ callee, status }) => `${callee}${status === "answered" ? "" : "?"}`).join(" ") || "none";

function formatInput(input: FlexStep["input"]): string {
  switch (input.tag) {
    case "request":
      return `<- request${behind(input.request.callees)}`;
    case "argument":
      return `<- argument ${input.arrived}`;
    case "results":
      return `<- results ${formatResults(input.message.results)}${"arrived" in input && !input.whole ? ", part" : ""}`;
    case "lost":
      return `lost callee ${input.position}`;
    default:
      return input.tag;
  }
}

const behind = (callees: readonly number[]): string => (callees.length === 0 ? "" : `, then ${callees.join(" ")}`);

function formatEffect(effect: CallerEffect | CalleeEffect): string {
  switch (effect.tag) {
    case "send":
      return "request" in effect
        ? `-> request to ${effect.to}${behind(effect.request.callees)}`
        : `-> results ${formatResults(effect.message.results)}`;
    case "hand on":
      return `-> request to the next${behind(effect.request.callees)}`;
    case "hand on argument":
      return `-> argument ${effect.upTo}`;
    case "pass on":
      return `-> results ${formatResults(effect.message.results)} passed on, ${effect.upTo} so far`;
    case "process":
      return "processes";
    case "give up":
      return `gives up the connection to the ${effect.which === "next" ? "next" : "one before"}`;
    case "returned":
      return `returned: ${formatResults(effect.results)}`;
    case "failed":
      return [
        `failed: ${effect.unreachable.join(" ")} unreachable`,
        `last ${effect.last}`,
        `got ${formatResults(effect.results)}`,
      ].join(", ");
  }
}
