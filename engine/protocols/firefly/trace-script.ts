/**
 * For tests: the words of traces of the exchange; the language is that of testing/script.ts.
 *
 * Commands, the first two before anything else
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
import type { Faults } from "../testing/faults.ts";
import { playScript, said, type Line, type Stage } from "../testing/script.ts";
import { capitals, formatData, formatTime, tell, type Sentences } from "../testing/told.ts";
import type { Words } from "../testing/words.ts";
import type { CallerEffect, CallerInput, CallerState } from "./caller.ts";
import { FireflyNet, type FireflyStep, type Party } from "./net.ts";
import type { ActivityState, ServerEffect, ServerInput } from "./server.ts";

interface Settings {
  readonly cast: Party | "both";
}

export const playFirefly = (script: string): string =>
  playScript<Settings, FireflyStep>(script, {
    packets: FIREFLY_TYPES,
    defaults: { cast: "both" },
    settings: {
      caller: said("alone", { cast: "caller" }),
      server: said("alone", { cast: "server" }),
      both: () => ({ cast: "both" }),
    },
    begin,
  });

function begin({ cast }: Settings, faults: Faults): Stage<FireflyStep> {
  let runs: Nanos = millis(10);
  const net = new FireflyNet({
    fateOf: (to, sent) =>
      cast === "both" ? faults.fateOf(sent, [sent.packet.type], to === "caller" ? "server" : "caller") : [],
    runsFor: () => (cast === "both" ? runs : Infinity),
    procedure: capitals,
  });
  const alone = (): Party => {
    if (cast !== "both") return cast;
    throw new Error('this needs one party. Begin the script with "caller alone" or "server alone".');
  };
  return {
    net,
    verbs: {
      start: (words) => net.start(words.data()),
      "<-": (words) => net.deliver(alone(), readPacket(words, net)),
      done: (words) => {
        words.need("seq");
        net.done(words.number(), words.data());
      },
      tick: (words) => {
        net.now += words.time();
        net.ends[alone()].tick();
      },
      runs: (words) => {
        runs = words.time();
      },
      crash: (words) => {
        words.need("server");
        net.ends.server.begin(null);
      },
      restart: (words) => {
        words.need("server");
        net.restartServer();
      },
    },
    show: (step) => show(step, faults),
  };
}

function show(step: FireflyStep, faults: Faults): Line {
  const { at, party, input, after, effects } = step;
  const state = tell<CallerState | ActivityState>(STATES, after);
  const told = effects.map((effect) => tell<CallerEffect | ServerEffect>(EFFECTS, effect) + faults.noteOf(effect));
  return { at, who: party, input: tell<CallerInput | ServerInput>(INPUTS, input), state, effects: told };
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
    binding: words.named("binding", FIRST_INCARNATION),
    serverThread: words.named("thread", 0),
    data: words.data(),
  };
}

const FIRST_INCARNATION = 1; // left out where it is meant

function formatPacket({ type, sequence, pleaseAck, binding, serverThread, data }: FireflyPacket): string {
  const flags = pleaseAck ? " pleaseAck" : "";
  const to = binding === FIRST_INCARNATION ? "" : ` binding ${binding}`;
  const thread = serverThread === 0 ? "" : ` thread ${serverThread}`;
  return `${type} seq ${sequence}${flags}${to}${thread}${formatData(data)}`;
}

const INPUTS: Sentences<CallerInput | ServerInput> = {
  start: ({ call }) => `start${formatData(call.data)}`,
  packet: ({ packet }) => `<- ${formatPacket(packet)}`,
  done: ({ sequence, data }) => `done seq ${sequence}${formatData(data)}`,
};

const STATES: Sentences<CallerState | ActivityState> = {
  idle: ({ sequence }) => `idle, last seq ${sequence}`,
  calling: ({ sequence, sends, deadline }) => `calling seq ${sequence}, send ${sends}, until ${formatTime(deadline)}`,
  waiting: ({ sequence, interval, unanswered, deadline }) => {
    const missed = unanswered === 0 ? "" : `, ${unanswered} unanswered`;
    return `waiting seq ${sequence}, probes each ${formatTime(interval)}${missed}, until ${formatTime(deadline)}`;
  },
  new: () => "no row",
  executing: ({ sequence }) => `executing seq ${sequence}`,
  retaining: ({ sequence, sends, deadline }) =>
    `retaining seq ${sequence}, send ${sends}, until ${formatTime(deadline)}`,
  settled: ({ sequence }) => `settled seq ${sequence}`,
};

const EFFECTS: Sentences<CallerEffect | ServerEffect> = {
  send: ({ packet }) => `-> ${formatPacket(packet)}`,
  execute: ({ call }) => `executes seq ${call.sequence}${formatData(call.data)}`,
  returned: ({ data }) => `returned${formatData(data)}`,
  failed: ({ reason }) => `failed: ${reason}`,
};
