/**
 * For tests: the words that the traces of all protocols with ends share; the language is that of script.ts. A protocol
 * adds words of its own in its trace-script.ts (`playEnds`). One without any exports `tracedEnds` from its ends.ts,
 * which makes its ends by what the script has set.
 *
 * Commands, the first ones before anything else
 *     client alone | server alone      who is watched; nothing arrives but what the script says, `done` ends procedures
 *     both                             both, joined by a wire; the procedure answers in capitals
 *     without sequenceCheck            a rule is left out
 *     with retryAfter 5ms              an option of ends without words: a time, a number or a word
 *     start "a"                        the program calls with this argument; `call "a"` where the ends have no words
 *     call "a" on client2              the program of this client does
 *     <- …                             a packet comes, in the words of its protocol
 *     done "A"                         the procedure has ended that began last; `done "A" on server2` on this host
 *     tick 600ms                       time goes on, and the one who is alone looks at the clock
 *     runs 5s                          how long procedures started from now on run (10ms before that)
 *     runs 5s on member2               the same on one host alone
 *     answers "x" on member2           the result of its procedures from now on
 *     crash server | restart server
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import {
  CALLEE,
  CALLER,
  ofHost,
  type Ends,
  type ExecuteEffect,
  type Host,
  type HostEffect,
  type Hosts,
  type OwnInput,
  type SendEffect,
} from "../ends.ts";
import { RULES, type Rule } from "../rules.ts";
import type { Fact } from "../machine.ts";
import { EndsNet, type EndsStep, type HostStep } from "./ends-net.ts";
import type { Faults } from "./faults.ts";
import { playScript, type Line, type Stage, type Verb } from "./script.ts";
import { capitals, formatData, formatTime, tell, type Sentences, type Tagged } from "./told.ts";
import type { Traced } from "./traced.ts";
import type { Words } from "./words.ts";

/** A step as a trace tells it. An effect that begins with "-> " has sent a packet. */
export type ToldStep = Pick<Line, "input" | "state" | "effects"> & {
  /** Who has taken it; left out: its host. */
  readonly who?: string;
};

/** The words of a protocol's traces. */
interface EndsWords<Options, State, Packet, Own extends OwnInput = never, Took extends HostStep = HostStep> {
  readonly defaults: Options;
  /** What a script sets besides who is watched and rules that are left out. */
  readonly settings: Readonly<Record<string, (words: Words) => Partial<Options>>>;
  readonly ends: (options: Options, without: readonly Rule[]) => Hosts<State, Packet, Own>;
  /** Rules of the protocol alone that can be left out; left out: none. */
  readonly rules?: readonly string[];
  /** A packet's number, where a script may name one by it (`DATA:1`); left out: it may not. */
  readonly numberOf?: (packet: Packet) => number;
  /** The verb for a call; left out where none is made. */
  readonly calls?: string; // "start"
  /** How long a packet takes; left out: 1 ms. */
  readonly wire?: (options: Options) => Nanos;
  /** How long procedures run before the script says so; left out: 10 ms. */
  readonly runs?: Nanos;
  /** A packet of the command `<-`, and the host that it comes to; `alone` is the one that is watched. */
  readonly read?: (words: Words, net: EndsNet<State, Packet, Own, Took>, alone: () => Host) => readonly [Host, Packet];
  /** Commands besides those of all protocols, or instead of them. */
  readonly verbs?: (net: EndsNet<State, Packet, Own, Took>, options: Options) => Readonly<Record<string, Verb>>;
  /** How a procedure ends where it is not done. */
  readonly endOf?: (execution: ExecuteEffect) => Own | null;
  readonly tell: (step: EndsStep<Packet, Own, Took>, options: Options) => readonly ToldStep[];
}

/** Tells each step of a machine, by a sentence for each of its tags. */
export const inSentences =
  <Took extends HostStep<string, Tagged, Tagged, Tagged>>(
    inputs: Sentences<Took["input"]>,
    states: Sentences<Took["after"]>,
    effects: Sentences<Took["effects"][number]>,
  ) =>
  ({ steps }: { readonly steps: readonly Took[] }): readonly ToldStep[] =>
    steps.map((step) => ({
      input: tell(inputs, step.input),
      state: tell(states, step.after),
      effects: step.effects.map((effect) => tell(effects, effect)),
    }));

const OWN_RULES = " A rule of the protocol alone stands in `rules` of its ends.";

/** Plays a script; gives it with its expected parts made anew. */
export function playEnds<Options, State, Packet, Own extends OwnInput, Took extends HostStep>(
  script: string,
  words: EndsWords<Options, State, Packet, Own, Took>,
): string {
  const { hosts, kinds } = words.ends(words.defaults, []);
  let alone: Host | null = null;
  let without: readonly Rule[] = [];
  const watch = (host: Host | null): Partial<Options> => {
    alone = host;
    return {};
  };
  return playScript<Options, EndsStep<Packet, Own, Took>>(script, {
    packets: kinds,
    defaults: words.defaults,
    settings: {
      ...Object.fromEntries(
        (words.read === undefined ? [] : hosts).map((name, host) => [
          name,
          (given: Words) => {
            given.need("alone");
            return watch(host);
          },
        ]),
      ),
      both: () => watch(null),
      without: (given) => {
        without = [given.oneOf([...Object.keys(RULES), ...(words.rules ?? [])] as Rule[], "a rule", OWN_RULES)];
        return {};
      },
      ...words.settings,
    },
    begin: (options, faults) => begin(words.ends(options, without), { words, options, watched: alone, faults }),
  });
}

/** A script whose settings are known. */
interface Playing<Options, State, Packet, Own extends OwnInput, Took extends HostStep> {
  readonly words: EndsWords<Options, State, Packet, Own, Took>;
  readonly options: Options;
  readonly watched: Host | null; // null: both
  readonly faults: Faults;
}

const isSend = <Packet>(effect: HostEffect<Packet>): effect is SendEffect<Packet> => effect.tag === "send";

function begin<Options, State, Packet, Own extends OwnInput, Took extends HostStep>(
  ends: Hosts<State, Packet, Own>,
  { words, options, watched, faults }: Playing<Options, State, Packet, Own, Took>,
): Stage<EndsStep<Packet, Own, Took>> {
  let runs = words.runs ?? millis(10);
  const runsOn = new Map<Host, Nanos>();
  const answersOn = new Map<Host, Uint8Array>();
  faults.among(ends.hosts);
  if (words.wire !== undefined) faults.wire = words.wire(options);
  const namesOf = ({ kind, packet }: SendEffect<Packet>): readonly string[] => {
    const name = kind ?? "packet";
    return words.numberOf === undefined ? [name] : [name, `${name}:${words.numberOf(packet)}`];
  };
  const net = new EndsNet<State, Packet, Own, Took>(ends, {
    fateOf: (sent, from) => (watched === null ? faults.fateOf(sent, namesOf(sent), ofHost(ends.hosts, from)) : []),
    runsFor: (_execution, host) => (watched === null ? (runsOn.get(host) ?? runs) : Infinity),
    procedure: (argument, host) => answersOn.get(host) ?? capitals(argument),
    endOf: (execution) => words.endOf?.(execution) ?? null,
  });
  const alone = (): Host => {
    if (watched !== null) return watched;
    if (words.read === undefined) throw new Error("no host is alone here. Time goes on with `run`.");
    const [first, second] = ends.hosts;
    throw new Error(`this needs one party. Begin the script with "${first} alone" or "${second} alone".`);
  };
  const host = (given: Words): Host => ends.hosts.indexOf(given.oneOf(ends.hosts, "a host"));
  return {
    net,
    verbs: {
      ...(words.calls === undefined
        ? {}
        : { [words.calls]: (given: Words) => net.call(given.data(), given.is("on") ? host(given) : CALLER) }),
      "<-": (given) => {
        if (words.read === undefined) throw new Error("this protocol has no words for packets that come.");
        net.deliver(...words.read(given, net, alone));
      },
      done: (given) => {
        const data = given.data();
        net.done(given.is("on") ? host(given) : CALLEE, data);
      },
      tick: (given) => {
        net.now += given.time();
        net.tell(alone(), { tag: "tick" });
      },
      runs: (given) => {
        const time = given.time();
        if (given.is("on")) runsOn.set(host(given), time);
        else runs = time;
      },
      answers: (given) => {
        const answer = given.data();
        given.need("on");
        answersOn.set(host(given), answer);
      },
      crash: (given) => net.crash(host(given)),
      restart: (given) => net.restart(host(given)),
      ...words.verbs?.(net, options),
    },
    show: (step) => linesOf(step, words.tell(step, options), faults),
  };
}

/** Lines with a note behind each packet that met a fault. */
function linesOf<Packet, Own extends OwnInput, Took extends HostStep>(
  { at, host, effects }: EndsStep<Packet, Own, Took>,
  told: readonly ToldStep[],
  faults: Faults,
): readonly Line[] {
  const sent = effects.filter(isSend);
  const noted = (text: string): string => {
    const packet = text.startsWith("-> ") ? sent.shift() : undefined;
    return packet === undefined ? text : text + faults.noteOf(packet);
  };
  return told.map((one) => ({ who: host, ...one, at, effects: one.effects.map(noted) }));
}

/**
 * What a script has set: options by their names, and the rules that are left out.
 * @typeParam Own rules of the protocol alone
 */
export interface TraceSettings<Own extends string = never> {
  readonly options: Readonly<Record<string, number | string>>;
  readonly without: readonly (Rule | Own)[];
}

/** How scripts of ends without words of their own are played. */
export const tracedByEnds = <Own extends string = never>(
  tracedEnds: (settings: TraceSettings<Own>) => Ends<unknown, unknown>,
): Traced => ({
  play: (script) => {
    let options: TraceSettings["options"] = {};
    return playEnds<TraceSettings["options"], unknown, unknown, never, HostStep>(script, {
      defaults: {},
      settings: {
        with: (words) => {
          options = { ...options, [words.take()]: words.timeNumberOrWord() };
          return options;
        },
      },
      ends: (set, without) => tracedEnds({ options: set, without }),
      rules: tracedEnds({ options, without: [] }).rules ?? [],
      calls: "call",
      tell: toldOf,
    });
  },
});

function toldOf(step: EndsStep): readonly ToldStep[] {
  const { hosts, wastes, steps, effects } = step;
  const last = steps.at(-1);
  if (last === undefined) return []; // no machine of the host had a use for it
  const { machine, after } = last;
  const facts = machine.facts(after).map(factText);
  const state = [machine.name(after), ...facts].join(", ");
  const told = effects.map((effect) => effectText(effect, hosts));
  return [{ input: inputText(step), state, effects: wastes === null ? told : [...told, `call ${wastes} is wasted`] }];
}

function inputText({ input, kind, hosts }: EndsStep): string {
  switch (input.tag) {
    case "call":
      return `call ${input.call}${formatData(input.data)}`;
    case "packet": {
      const from = hosts === null ? "" : ` from ${ofHost(hosts, input.from)}`;
      return `<- ${kind}#${input.call}${from}${packetText(input.packet)}`;
    }
    case "done":
      return `done${formatData(input.data)}`;
    case "tick":
      return "tick";
  }
}

function effectText(effect: HostEffect<unknown>, hosts: EndsStep["hosts"]): string {
  switch (effect.tag) {
    case "send": {
      const to = hosts === null || effect.to === undefined ? "" : ` to ${ofHost(hosts, effect.to)}`;
      return `-> ${effect.kind ?? "packet"}#${effect.call}${to}${packetText(effect.packet)}`;
    }
    case "execute":
      return `executes call ${effect.call}${formatData(effect.data)}`;
    case "returned":
      return `returned${formatData(effect.data)}`;
    case "failed":
    case "refused":
    case "cancelled":
      return effect.tag;
    case "begins":
      return `begins call ${effect.call}`;
    case "heard":
      return `host ${effect.from} ${effect.how === "dead" ? "counts as dead" : "has answered"}`;
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
  const isPlain = typeof value === "number" || typeof value === "string" || typeof value === "bigint";
  return ` ${name} ${isPlain ? value : JSON.stringify(value)}`;
}

export function factText({ name, kind, value, limit }: Fact): string {
  if (kind === "moment" || kind === "duration") return `${name} ${formatTime(value)}`;
  return `${name} ${value}${limit === undefined ? "" : ` of ${limit}`}${kind === "bytes" ? " bytes" : ""}`;
}
