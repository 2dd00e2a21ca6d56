/**
 * For tests: the words of traces of the exchange; the language is that of testing/script.ts.
 *
 * Commands
 *     caller alone | server alone     who is watched; nothing arrives but what the script says, `done` ends procedures
 *     both                            both, joined by a wire; the procedure answers in capitals
 *     start "a"                       the stub calls with this argument
 *     <- result seq 1 pleaseAck "A"   a packet arrives at the one who is alone; also `binding 2`, `thread 3`
 *     done seq 1 "A"                  the procedure has ended for this call
 *     tick 600ms                      time goes on, and the one who is alone looks at the clock
 *     runs 5s                         how long procedures started from now on run (10ms before that)
 *     crash server | restart server
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { FIREFLY_TYPES, type FireflyPacket } from "../../wire/firefly.ts";
import type { Fate } from "../testing/net.ts";
import { capitals, Faults, formatData, formatTime, playScript, type Stage, type Verb } from "../testing/script.ts";
import type { Words } from "../testing/words.ts";
import type { CallerEffect, CallerInput, CallerState } from "./caller.ts";
import { FireflyNet, type FireflyStep, type Party } from "./net.ts";
import type { ActivityState, ServerEffect, ServerInput } from "./server.ts";

const INCARNATION = 1; // the first; left out where it is meant

export const playFirefly = (script: string): string => playScript(script, new FireflyStage());

/** One script at work. */
class FireflyStage implements Stage {
  private cast: Party | "both" | null = null;
  private runs: Nanos = millis(10);
  private shown = 0;
  private readonly faults = new Faults(FIREFLY_TYPES);
  private readonly net = new FireflyNet({
    fateOf: (to, packet) => this.fateOf(to, packet),
    runsFor: () => (this.cast === "both" ? this.runs : Infinity),
    procedure: capitals,
  });

  readonly verbs: Readonly<Record<string, Verb>> = {
    caller: (words) => {
      words.need("alone");
      this.cast = "caller";
    },
    server: (words) => {
      words.need("alone");
      this.cast = "server";
    },
    both: () => {
      this.cast = "both";
    },
    start: (words) => this.net.start(words.data()),
    "<-": (words) => this.net.deliver(this.alone(), readPacket(words, this.net)),
    done: (words) => {
      words.need("seq");
      this.net.done(words.number(), words.data());
    },
    tick: (words) => this.net.tick(this.alone(), words.time()),
    run: (words) => this.net.run(words.time()),
    runs: (words) => {
      this.runs = words.time();
    },
    next: this.faults.next,
    crash: (words) => {
      words.need("server");
      this.net.crashServer();
    },
    restart: (words) => {
      words.need("server");
      this.net.restartServer();
    },
  };

  lines(): readonly string[] {
    const { steps } = this.net;
    const lines = steps.slice(this.shown).flatMap((step) => this.format(step));
    this.shown = steps.length;
    return lines;
  }

  private alone(): Party {
    if (this.cast === "caller" || this.cast === "server") return this.cast;
    throw new Error('this needs one party. Begin the script with "caller alone" or "server alone".');
  }

  private fateOf(to: Party, packet: FireflyPacket): Fate {
    if (this.cast !== "both") return []; // nobody is there
    return this.faults.fateOf(packet, [packet.type], to === "caller" ? "server" : "caller");
  }

  private format(step: FireflyStep): string[] {
    const { party, effects } = step;
    const input = formatInput(step.input);
    const state = step.party === "caller" ? formatCaller(step.after) : formatServer(step.after);
    return [`${formatTime(step.at)} ${party} ${input}: ${state}`, ...effects.map((effect) => this.effect(effect))];
  }

  private effect(effect: CallerEffect | ServerEffect): string {
    switch (effect.tag) {
      case "send":
        return `  -> ${formatPacket(effect.packet)}${this.faults.noteOf(effect.packet)}`;
      case "execute":
        return `  executes seq ${effect.call.sequence}${formatData(effect.call.data)}`;
      case "returned":
        return `  returned${formatData(effect.data)}`;
      case "failed":
        return `  failed: ${effect.reason}`;
    }
  }
}

function readPacket(words: Words, { caller }: FireflyNet): FireflyPacket {
  const type = words.oneOf(FIREFLY_TYPES, "a packet");
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
