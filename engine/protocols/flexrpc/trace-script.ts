/**
 * For tests: plays a scripted trace of a caller and its callees, where a message takes 1 ms and each packet of its body
 * one more, and a procedure 10 ms.
 *
 *     # Callee rule 1: a request is handed on with the rest of its list.
 *     serial 2, argument 1, result 1
 *     run 50ms
 *     ----
 *     0ms caller start: calling
 *       -> request to 1, then 2
 *
 * A line for each step: time, who, input, and the phase after it; below it what came of it. Callees are named by their
 * place; `3?` in a list of results is a note that callee 3 cannot be reached.
 *
 * Commands
 *     serial 3, argument 2, result 1   a call to three callees, sizes in packets; `parallel`; `, pipelined`; `, wants
 * 2`
 *     callee 2 takes 30ms              its procedure, from now on
 *     callee 2 unreachable             from now on
 *     cut 1 2                          the connection between two breaks; 0 is the caller
 *     only callee 2                    is shown
 *     run 50ms
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { playBlocks } from "../script.ts";
import type { CalleeEffect } from "./callee.ts";
import type { CallerEffect } from "./caller.ts";
import { CALLER, Cluster, formatResults, usual, type ClusterStep } from "./cluster.ts";

export function playScript(script: string): string {
  const stage = new Stage();
  return playBlocks(script, (text) => stage.command(text));
}

class Stage {
  private readonly takes = new Map<number, Nanos>();
  private resultBytes = 1;
  private cluster = this.newCluster();
  private only: number | null = null;
  private shown = 0;

  command(text: string): readonly string[] {
    this.carryOut(text);
    const steps = this.cluster.steps.slice(this.shown).filter(({ who }) => this.only === null || who === this.only);
    this.shown = this.cluster.steps.length;
    return steps.flatMap(format);
  }

  private newCluster(): Cluster {
    return new Cluster({ resultBytes: this.resultBytes, takes: (callee) => this.takes.get(callee) ?? usual() });
  }

  private carryOut(text: string): void {
    const call = /^(serial|parallel) (\d+), argument (\d+), result (\d+)(, pipelined)?(?:, wants (\d+))?$/.exec(text);
    if (call !== null) return this.call(call);
    const [, verb, first, second] = /^(callee|cut|only callee|run) (\d+)(?: (.*)|ms)?$/.exec(text) ?? [];
    const number = Number(first);
    const slow = /^takes (\d+)ms$/.exec(second ?? "");
    if (verb === "run") this.cluster.run(millis(number));
    else if (verb === "only callee") this.only = number;
    else if (verb === "cut") this.cluster.cut(number, Number(second));
    else if (verb === "callee" && second === "unreachable") this.cluster.unplug(number);
    else if (verb === "callee" && slow !== null) this.takes.set(number, millis(Number(slow[1])));
    else throw new Error("unknown command.");
  }

  private call([, mode, callees, argument, result, pipelined, wants]: RegExpExecArray): void {
    if (Number(result) !== this.resultBytes) {
      this.resultBytes = Number(result);
      this.cluster = this.newCluster();
      this.shown = 0;
    }
    const wanted = Number(wants ?? callees);
    const kind = mode === "serial" ? "serial" : "parallel";
    const request = {
      mode: kind,
      argumentBytes: Number(argument),
      pipelined: pipelined !== undefined,
      wanted,
    } as const;
    this.cluster.call(request, Number(callees));
  }
}

const formatTime = (nanos: Nanos): string => `${nanos / millis(1)}ms`;

function format(step: ClusterStep): string[] {
  const who = step.who === CALLER ? "caller" : `callee ${step.who}`;
  const effects = (step.effects as readonly (CallerEffect | CalleeEffect)[]).map(
    (effect) => `  ${formatEffect(effect)}`,
  );
  return [`${formatTime(step.at)} ${who} ${formatInput(step.input)}: ${step.after.tag}`, ...effects];
}

function formatInput(input: ClusterStep["input"]): string {
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
