/**
 * For tests: plays a scripted trace of the exchange. A script is a text of blocks, with an empty line between:
 *
 *     # Caller rule 1: a call is sent again until it is acknowledged.
 *     caller alone
 *     start "a"
 *     ----
 *     0ms caller start "a": calling seq 1, send 1, until 600ms
 *       -> call seq 1 "a"
 *
 * Comments, commands, four dashes, and what they lead to: a line for each step (time, party, input, new state), below
 * it the step's effects. The expected part is made anew, so a script that plays as it should comes out as it went in.
 *
 * Commands
 *     caller alone | server alone     who is watched; nothing arrives but what the script says, `done` ends procedures
 *     both                            both, joined by a wire that takes 1 ms; the procedure answers in capitals
 *     start "a"                       the stub calls with this argument
 *     <- result seq 1 pleaseAck "A"   a packet arrives at the one who is alone; also `binding 2`, `thread 3`
 *     done seq 1 "A"                  the procedure has ended for this call
 *     tick 600ms                      time goes on, and the one who is alone is told to look at the clock
 *     run 6s                          time goes on, with all that happens meanwhile
 *     runs 5s                         how long procedures started from now on run (10ms before that)
 *     next 3 results lost             the fate of the next packets of a kind; or `twice`, or `late by 2s`
 *     crash server | restart server
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { FIREFLY_TYPES, type FireflyPacket, type FireflyType } from "../../wire/firefly.ts";
import { playBlocks } from "../script.ts";
import type { CallerEffect, CallerInput, CallerState } from "./caller.ts";
import { Pair, type Fate, type Party, type PairStep } from "./pair.ts";
import type { ActivityState, ServerEffect, ServerInput } from "./server.ts";

const WIRE = millis(1);
const INCARNATION = 1; // the first; left out where it is meant

/** The script with its expected parts made anew. Throws where a command cannot be read; the message names its line. */
export function playScript(script: string): string {
  const stage = new Stage();
  return playBlocks(script, (text) => stage.command(text));
}

type Cast = Party | "both";

/** The words of a command, read from left to right; a text in quotes is one word. */
class Words {
  private readonly words: string[];

  constructor(text: string) {
    this.words = text.match(/"[^"]*"|\S+/g) ?? [];
  }

  get left(): number {
    return this.words.length;
  }

  take(): string {
    return this.words.shift() ?? "";
  }

  /** Takes the word if it is the next. */
  is(word: string): boolean {
    if (this.words[0] !== word) return false;
    this.words.shift();
    return true;
  }

  need(word: string): void {
    if (!this.is(word)) throw new Error(`want "${word}" before "${this.words.join(" ")}".`);
  }

  number(): number {
    const word = this.take();
    if (!/^\d+$/.test(word)) throw new Error(`got "${word}", want a whole number.`);
    return Number(word);
  }

  time(): Nanos {
    const word = this.take();
    const match = /^(\d+)(ms|s|min)$/.exec(word);
    if (match === null) throw new Error(`got "${word}", want a time such as 600ms, 6s or 20min.`);
    return Number(match[1]) * { ms: millis(1), s: millis(1000), min: millis(60_000) }[match[2] as "ms" | "s" | "min"];
  }

  /** A text in quotes, as bytes; none where nothing is left. */
  data(): Uint8Array {
    const word = this.take();
    if (word !== "" && !/^".*"$/.test(word)) throw new Error(`got "${word}", want a text in quotes.`);
    return Uint8Array.from(word.slice(1, -1), (character) => character.charCodeAt(0));
  }

  end(): void {
    if (this.left > 0) throw new Error(`"${this.words.join(" ")}" is left over.`);
  }
}

interface Meddling {
  readonly type: FireflyType;
  readonly note: string; // "lost"
  readonly fate: Fate;
  left: number;
}

/** One script at work. */
class Stage {
  private cast: Cast | null = null;
  private runs: Nanos = millis(10);
  private meddlings: Meddling[] = [];
  private notes = new Map<FireflyPacket, string>(); // what became of a packet that met a fault
  private readonly pair = new Pair({
    fateOf: (_to, packet) => this.fateOf(packet),
    runsFor: () => (this.cast === "both" ? this.runs : Infinity),
    procedure: (argument) => argument.map((byte) => (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte)),
  });

  /** Does what the command says; gives the lines that it leads to. */
  command(text: string): string[] {
    const words = new Words(text);
    const seen = this.pair.steps.length;
    this.act(words.take(), words);
    words.end();
    return this.pair.steps.slice(seen).flatMap((step) => this.lines(step));
  }

  private act(verb: string, words: Words): void {
    const { pair } = this;
    switch (verb) {
      case "caller":
      case "server":
        words.need("alone");
        this.cast = verb;
        return;
      case "both":
        this.cast = verb;
        return;
      case "start":
        return pair.start(words.data());
      case "<-":
        return pair.deliver(this.alone(), readPacket(words, pair));
      case "done": {
        words.need("seq");
        return pair.done(words.number(), words.data());
      }
      case "tick":
        return pair.tick(this.alone(), words.time());
      case "run":
        return pair.run(words.time());
      case "runs":
        this.runs = words.time();
        return;
      case "next":
        this.meddlings.push(readMeddling(words));
        return;
      case "crash":
        words.need("server");
        return pair.crashServer();
      case "restart":
        words.need("server");
        return pair.restartServer();
      default:
        throw new Error("unknown command. The commands stand at the head of trace-script.ts.");
    }
  }

  private alone(): Party {
    if (this.cast === "caller" || this.cast === "server") return this.cast;
    throw new Error('this needs one party. Begin the script with "caller alone" or "server alone".');
  }

  private fateOf(packet: FireflyPacket): Fate {
    if (this.cast !== "both") return []; // nobody is there
    const meddling = this.meddlings.find(({ type, left }) => type === packet.type && left > 0);
    if (meddling === undefined) return [WIRE];
    meddling.left--;
    this.notes.set(packet, meddling.note);
    return meddling.fate;
  }

  private lines(step: PairStep): string[] {
    const { party, effects } = step;
    const input = formatInput(step.input);
    const state = step.party === "caller" ? formatCaller(step.after) : formatServer(step.after);
    return [`${formatTime(step.at)} ${party} ${input}: ${state}`, ...effects.map((effect) => this.effect(effect))];
  }

  private effect(effect: CallerEffect | ServerEffect): string {
    switch (effect.tag) {
      case "send": {
        const note = this.notes.get(effect.packet);
        return `  -> ${formatPacket(effect.packet)}${note === undefined ? "" : `, ${note}`}`;
      }
      case "execute":
        return `  executes seq ${effect.call.sequence}${formatData(effect.call.data)}`;
      case "returned":
        return `  returned${formatData(effect.data)}`;
      case "failed":
        return `  failed: ${effect.reason}`;
    }
  }
}

function readType(words: Words): FireflyType {
  const word = words.take();
  const type = FIREFLY_TYPES.find((one) => one === word || `${one}s` === word);
  if (type === undefined) throw new Error(`got "${word}", want a packet: ${FIREFLY_TYPES.join(", ")}.`);
  return type;
}

function readPacket(words: Words, { caller }: Pair): FireflyPacket {
  const type = readType(words);
  words.need("seq");
  return {
    type,
    lastFragment: true,
    fragment: 0,
    activity: caller.activity,
    sequence: words.number(),
    serverSpace: 1,
    interface: 1,
    procedure: 1,
    pleaseAck: words.is("pleaseAck"),
    binding: words.is("binding") ? words.number() : INCARNATION,
    serverThread: words.is("thread") ? words.number() : 0,
    data: words.data(),
  };
}

function readMeddling(words: Words): Meddling {
  const left = words.number();
  const type = readType(words);
  if (words.is("lost")) return { type, left, note: "lost", fate: [] };
  if (words.is("twice")) return { type, left, note: "twice", fate: [WIRE, 2 * WIRE] };
  words.need("late");
  words.need("by");
  const late = words.time();
  return { type, left, note: `late by ${formatTime(late)}`, fate: [WIRE + late] };
}

/** `599ms`, `1.2s`; above that always seconds, so that times can be subtracted in the head. */
function formatTime(nanos: Nanos): string {
  const ms = nanos / millis(1);
  return ms < 1000 ? `${ms}ms` : `${ms / 1000}s`;
}

const formatData = (data: Uint8Array): string => (data.length === 0 ? "" : ` "${String.fromCharCode(...data)}"`);

function formatPacket({ type, sequence, pleaseAck, binding, serverThread, data }: FireflyPacket): string {
  const flags = pleaseAck ? " pleaseAck" : "";
  const to = binding === INCARNATION ? "" : ` binding ${binding}`;
  const thread = serverThread === 0 ? "" : ` thread ${serverThread}`;
  return `${type} seq ${sequence}${flags}${to}${thread}${formatData(data)}`;
}

function formatInput(input: CallerInput | ServerInput): string {
  switch (input.tag) {
    case "start":
      return `start${formatData(input.call.data)}`;
    case "packet":
      return `<- ${formatPacket(input.packet)}`;
    case "done":
      return `done seq ${input.sequence}${formatData(input.data)}`;
    case "tick":
      return "tick";
  }
}

function formatCaller(state: CallerState): string {
  const call = `${state.tag} seq ${state.sequence}`;
  switch (state.tag) {
    case "idle":
      return `idle, last seq ${state.sequence}`;
    case "calling":
      return `${call}, send ${state.sends}, until ${formatTime(state.deadline)}`;
    case "waiting": {
      const interval = `probes each ${formatTime(state.interval)}`;
      const missed = state.unanswered === 0 ? "" : `, ${state.unanswered} unanswered`;
      return `${call}, ${interval}${missed}, until ${formatTime(state.deadline)}`;
    }
  }
}

function formatServer(state: ActivityState): string {
  switch (state.tag) {
    case "new":
      return "no row";
    case "retaining":
      return `retaining seq ${state.sequence}, send ${state.sends}, until ${formatTime(state.deadline)}`;
    default:
      return `${state.tag} seq ${state.sequence}`;
  }
}
