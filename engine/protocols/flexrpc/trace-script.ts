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
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { FlexResult } from "../../wire/flexrpc.ts";
import { playScript, type Line, type Stage } from "../testing/script.ts";
import { tell, type Sentences } from "../testing/told.ts";
import type { Traced } from "../testing/traced.ts";
import type { Words } from "../testing/words.ts";
import type { CalleeEffect, CalleeInput } from "./callee.ts";
import type { CallerEffect, CallerInput } from "./caller.ts";
import { CALLER, FlexNet, type FlexStep } from "./net.ts";

const PROCESS = millis(10);

const playFlex = (script: string): string =>
  playScript<unknown, FlexStep>(script, { packets: [], defaults: {}, settings: {}, begin });

function begin(): Stage<FlexStep> {
  const takes = new Map<number, Nanos>();
  const net = new FlexNet({ resultBytes: 1, takes: (callee) => takes.get(callee) ?? PROCESS });
  return {
    net,
    verbs: {
      serial: (words) => call(net, "serial", words),
      parallel: (words) => call(net, "parallel", words),
      callee: (words) => {
        const callee = words.number();
        if (words.is("unreachable")) return net.unplug(callee);
        words.need("takes");
        takes.set(callee, words.time());
      },
      cut: (words) => net.cut(words.number(), words.number()),
    },
    show: (step) => [show(step)],
  };
}

function call(net: FlexNet, mode: "serial" | "parallel", words: Words): void {
  const callees = words.number();
  words.need("argument");
  const argumentBytes = words.number();
  words.need("result");
  net.resultBytes = words.number();
  const pipelined = words.is("pipelined");
  net.call({ mode, argumentBytes, pipelined, wanted: words.named("wants", callees) }, callees);
}

function show({ at, who, input, after, effects }: FlexStep): Line {
  return {
    at,
    who: who === CALLER ? "caller" : `callee ${who}`,
    input: tell<CallerInput | CalleeInput>(INPUTS, input),
    state: after.tag,
    effects: effects.map((effect: CallerEffect | CalleeEffect) => tell(EFFECTS, effect)),
  };
}

/** `1 2`, or with notes `1 2 3?` */
const formatResults = (results: readonly FlexResult[]): string =>
  results.map(({ callee, status }) => `${callee}${status === "answered" ? "" : "?"}`).join(" ") || "none";

const behind = (callees: readonly number[]): string => (callees.length === 0 ? "" : `, then ${callees.join(" ")}`);

const INPUTS: Sentences<CallerInput | CalleeInput> = {
  request: ({ request }) => `<- request${behind(request.callees)}`,
  argument: ({ arrived }) => `<- argument ${arrived}`,
  results: (input) =>
    `<- results ${formatResults(input.message.results)}${"arrived" in input && !input.whole ? ", part" : ""}`,
  lost: ({ position }) => `lost callee ${position}`,
};

const EFFECTS: Sentences<CallerEffect | CalleeEffect> = {
  send: (effect) =>
    "request" in effect
      ? `-> request to ${effect.to}${behind(effect.request.callees)}`
      : `-> results ${formatResults(effect.message.results)}`,
  "hand on": ({ request }) => `-> request to the next${behind(request.callees)}`,
  "hand on argument": ({ upTo }) => `-> argument ${upTo}`,
  "pass on": ({ message, upTo }) => `-> results ${formatResults(message.results)} passed on, ${upTo} so far`,
  process: () => "processes",
  "give up": ({ which }) => `gives up the connection to the ${which === "next" ? "next" : "one before"}`,
  returned: ({ results }) => `returned: ${formatResults(results)}`,
  failed: ({ unreachable, last, results }) =>
    `failed: ${unreachable.join(" ")} unreachable, last ${last}, got ${formatResults(results)}`,
};

export const TRACED: Traced = {
  play: playFlex,
  heads: { caller: "caller.ts", callee: "callee.ts" },
  rules: 11,
  refused: [
    ["leap 5", 'line 1, "leap 5": unknown command.'],
    ["serial 2 argument 1 result 1\nserial 2 argument 1 result 1", "Call 1 is outstanding"],
  ],
};
