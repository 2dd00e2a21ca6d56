/**
 * For tests: the words of traces of a protocol over TCP connections (stream-ends.ts). A line is a step of one of
 * the protocol's machines, or of TCP where it sends data again, opens, closes or breaks; acknowledgements are left out.
 *
 * Commands
 *     call "a"                         the program calls all callees; the procedure answers in capitals
 *     with wanted 2                    an option of the ends: a time, a number or a word
 *     callee2 runs 5s                  how long its procedures run that start from now on
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { CALLER, ofHost, type Host, type HostEffect } from "../ends.ts";
import type { StreamPacket } from "./streams.ts";
import type { StreamEnds, StreamHost } from "./stream-ends.ts";
import type { TcpState } from "./tcp-state.ts";
import { EndsNet, type EndsStep, type HostStep } from "../testing/ends-net.ts";
import { factText, type ToldStep, type TraceSettings } from "../testing/ends-script.ts";
import type { Faults } from "../testing/faults.ts";
import { playScript, type Line, type Stage, type Verb } from "../testing/script.ts";
import { capitals, formatData } from "../testing/told.ts";
import { RULES, type Rule } from "../rules.ts";
import type { StreamMessage } from "../../wire/stream-table.ts";
import type { Words } from "../testing/words.ts";

type Message = StreamMessage<string, "number">;
type Packet = StreamPacket;
type Step = EndsStep<Packet>;

/** What the ends of a script have; any states. */
type AnyStreamEnds = StreamEnds<unknown, unknown, Message>;

export function playStreams<Caller, Callee, Of extends Message>(
  script: string,
  endsOf: (settings: TraceSettings) => StreamEnds<Caller, Callee, Of>,
): string {
  let options: TraceSettings["options"] = {};
  let without: readonly Rule[] = [];
  const made = (): AnyStreamEnds => endsOf({ options, without });
  return playScript<object, Step>(script, {
    packets: made().kinds,
    defaults: {},
    settings: {
      with: (words) => {
        options = { ...options, [words.take()]: words.timeNumberOrWord() };
        return {};
      },
      without: (words) => {
        without = [words.oneOf(Object.keys(RULES) as Rule[], "a rule")];
        return {};
      },
    },
    begin: (_, faults) => begin(made(), faults),
  });
}

function begin(ends: AnyStreamEnds, faults: Faults): Stage<Step> {
  const runs = new Map<Host, Nanos>();
  const net = new EndsNet<StreamHost<unknown, unknown>, Packet>(ends, {
    fateOf: (sent, from) => faults.fateOf(sent, [sent.kind ?? "packet"], ofHost(ends.hosts, from)),
    runsFor: (_, host) => runs.get(host) ?? millis(10),
    procedure: capitals,
  });
  const host = (words: Words): Host => ends.hosts.indexOf(words.oneOf(ends.hosts, "a host"));
  const takes = ends.hosts.map((name, number): readonly [string, Verb] => [
    name,
    (words) => {
      words.need("runs");
      runs.set(number, words.time());
    },
  ]);
  return {
    net,
    verbs: {
      call: (words) => net.call(words.data()),
      crash: (words) => net.crash(host(words)),
      restart: (words) => net.restart(host(words)),
      ...Object.fromEntries(takes),
    },
    show: (step) => linesOf(step, faults, ends.hosts),
  };
}

/** The protocol's own steps; where there are none, what TCP does that a reader of the protocol must see. */
function linesOf(step: Step, faults: Faults, hosts: readonly string[]): readonly Line[] {
  const { at, host, input, kind, steps } = step;
  const told = step.effects.flatMap((effect) => effectText(effect, faults, hosts));
  const own = steps.filter(({ machine }) => machine.protocol !== "TCP");
  const broken = steps.some(({ machine, before, after }) => machine.protocol === "TCP" && isBroken(before, after));
  const last = own.at(-1);
  if (last === undefined && told.length === 0 && !broken) return [];
  const others = own.filter((one) => one.instance !== last?.instance);
  const lines = others.map((one): ToldStep => ({
    input: one.machine.input(one.input),
    state: stateText(one),
    effects: [],
  }));
  const state = last !== undefined ? stateText(last) : broken ? "connection lost" : "";
  return [...lines, { input: inputText(input, kind), state, effects: told }].map((line) => ({
    at,
    who: host,
    ...line,
  }));
}

const stateText = ({ machine, after }: HostStep): string =>
  [machine.name(after), ...machine.facts(after).map(factText)].join(", ");

const isBroken = (before: unknown, after: unknown): boolean =>
  (before as TcpState).tag !== "broken" && (after as TcpState).tag === "broken";

function inputText(input: Step["input"], kind: string): string {
  switch (input.tag) {
    case "call":
      return `call ${input.call}${formatData(input.data)}`;
    case "packet":
      return `<- ${kind}#${input.call}`;
    case "done":
      return `done${formatData(input.data)}`;
    case "tick":
      return "tick";
  }
}

function effectText(effect: HostEffect<Packet>, faults: Faults, hosts: readonly string[]): readonly string[] {
  switch (effect.tag) {
    case "send": {
      const note = faults.noteOf(effect);
      if (effect.kind === "acknowledgement" && note === "") return [];
      const bytes = effect.packet.data.length === 0 ? "" : ` ${effect.packet.data.length} bytes`;
      const again = effect.again === true ? " again" : "";
      return [`-> ${effect.kind}#${effect.call} to ${ofHost(hosts, effect.to ?? CALLER)}${bytes}${again}${note}`];
    }
    case "execute":
      return [`executes call ${effect.call}${formatData(effect.data)}`];
    case "returned":
      return [`call ${effect.call} returned${formatData(effect.data)}`];
    case "failed":
    case "refused":
    case "cancelled":
      return [`call ${effect.call} ${effect.tag}`];
    case "heard":
      return [`${hosts[effect.from]} ${effect.how === "answered" ? "has answered" : "is lost"}`];
    case "begins":
      return [];
  }
}
