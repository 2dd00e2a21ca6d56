/**
 * For tests: the words of the traces of a protocol that has no words of its own; the language is that of script.ts.
 * The protocol's ends.ts exports `tracedEnds`, which makes its ends by what the script has set.
 *
 * Commands, the first ones before anything else
 *     with retryAfter 5ms              an option of the ends: a time, a number or a word
 *     without sequenceCheck            a rule is left out
 *     call "a"                         the program calls with this argument; the procedure answers in capitals
 *     runs 5s                          how long procedures started from now on run (10ms before that)
 *     crash server | restart server
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { AnyEnds, HostEffect } from "../ends.ts";
import { RULES, type Rule } from "../rules.ts";
import type { Fact } from "../machine.ts";
import { EndsNet, type EndsStep } from "./ends-net.ts";
import type { Faults } from "./faults.ts";
import { playScript, type Line, type Stage } from "./script.ts";
import { capitals, formatData, formatTime } from "./told.ts";
import type { Traced } from "./traced.ts";
import type { Words } from "./words.ts";

/** What a script has set: options by their names, and the rules that are left out. */
export interface TraceSettings {
  readonly options: Readonly<Record<string, number | string>>;
  readonly without: readonly Rule[];
}

const UNSET: TraceSettings = { options: {}, without: [] };

export const tracedByEnds = (tracedEnds: (settings: TraceSettings) => AnyEnds): Traced => ({
  play: (script) => playEnds(script, tracedEnds),
});

function playEnds(script: string, tracedEnds: (settings: TraceSettings) => AnyEnds): string {
  let options: TraceSettings["options"] = {};
  return playScript<TraceSettings, EndsStep>(script, {
    packets: tracedEnds(UNSET).kinds,
    defaults: UNSET,
    settings: {
      with: (words) => {
        options = { ...options, [words.take()]: words.timeNumberOrWord() };
        return { options };
      },
      without: (words) => ({ without: [words.oneOf(Object.keys(RULES) as Rule[], "a rule")] }),
    },
    begin: (settings, faults) => begin(tracedEnds(settings), faults),
  });
}

function begin(ends: AnyEnds, faults: Faults): Stage<EndsStep> {
  let runs: Nanos = millis(10);
  const net = new EndsNet(ends, {
    fateOf: (sent, from) => faults.fateOf(sent, [sent.kind ?? "packet"], from),
    runsFor: () => runs,
    procedure: capitals,
  });
  const host = (words: Words): number => ends.hosts.indexOf(words.oneOf(ends.hosts, "a host"));
  return {
    net,
    verbs: {
      call: (words) => net.call(words.data()),
      runs: (words) => {
        runs = words.time();
      },
      crash: (words) => net.crash(host(words)),
      restart: (words) => net.restart(host(words)),
    },
    show: (step) => show(step, faults),
  };
}

function show({ at, host, input, kind, steps, effects }: EndsStep, faults: Faults): Line | null {
  const last = steps.at(-1);
  if (last === undefined) return null; // no machine of the host had a use for it
  const { machine, after } = last;
  const facts = machine.facts(after).map(factText);
  return {
    at,
    who: host,
    input: inputText(input, kind),
    state: [machine.name(after), ...facts].join(", "),
    effects: effects.map((effect) => effectText(effect) + faults.noteOf(effect)),
  };
}

function inputText(input: EndsStep["input"], kind: string): string {
  switch (input.tag) {
    case "call":
      return `call ${input.call}${formatData(input.data)}`;
    case "packet":
      return `<- ${kind}#${input.call}${packetText(input.packet)}`;
    case "done":
      return `done${formatData(input.data)}`;
    case "tick":
      return "tick";
  }
}

function effectText(effect: HostEffect<unknown>): string {
  switch (effect.tag) {
    case "send":
      return `-> ${effect.kind ?? "packet"}#${effect.call}${packetText(effect.packet)}`;
    case "execute":
      return `executes call ${effect.call}${formatData(effect.data)}`;
    case "returned":
      return `returned${formatData(effect.data)}`;
    case "failed":
      return "failed";
  }
}

/** The fields of a packet with their names, but for its kind, which stands before them. */
function packetText(packet: unknown): string {
  if (typeof packet !== "object" || packet === null) return ` ${JSON.stringify(packet)}`;
  const fields = Object.entries(packet).filter(([name]) => name !== "kind" && name !== "tag" && name !== "type");
  return fields.map(([name, value]) => fieldText(name, value)).join("");
}

function fieldText(name: string, value: unknown): string {
  if (value instanceof Uint8Array) return formatData(value);
  if (value === false || value === undefined || value === null) return "";
  if (value === true) return ` ${name}`;
  return ` ${name} ${typeof value === "number" || typeof value === "string" ? value : JSON.stringify(value)}`;
}

function factText({ name, kind, value, limit }: Fact): string {
  if (kind === "moment" || kind === "duration") return `${name} ${formatTime(value)}`;
  return `${name} ${value}${limit === undefined ? "" : ` of ${limit}`}${kind === "bytes" ? " bytes" : ""}`;
}
