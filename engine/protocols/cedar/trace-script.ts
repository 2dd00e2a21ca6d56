/**
 * For tests: the words of traces of the exchange; the language is that of testing/script.ts.
 *
 * Commands, the first ones before anything else
 *     caller alone | server alone     who is watched; nothing arrives but what the script says, `done` ends procedures
 *     both                            both, joined by a wire; the procedure answers in capitals
 *     packets of 4                    bytes of data that a packet holds
 *     bulk | explicit | keep-alives   the protocols that Cedar weighed
 *     without sequenceCheck           a rule is left out
 *     start "a"                       the stub calls with this argument
 *     <- result seq 1 pleaseAck "A"   a packet arrives at the one who is alone; also `no 1`, `more`, `binding 2`,
 *                                     `thread 3`, `conversation 2`
 *     done seq 1 "A"                  the procedure has ended for this call; also `conversation 2`
 *     raise seq 1 "e"                 the procedure raises an exception
 *     resume "b" | unwind             the caller's handler has ended
 *     raises                          procedures raise an exception from now on, with their argument
 *     tick 600ms                      time goes on, and the one who is alone looks at the clock
 *     runs 5s                         how long procedures started from now on run (10ms before that)
 *     crash server | restart server | restart caller
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Faults } from "../testing/faults.ts";
import { playScript, said, type Line, type Stage } from "../testing/script.ts";
import { capitals, formatData, formatTime, tell, type Sentences } from "../testing/told.ts";
import type { Traced } from "../testing/traced.ts";
import type { Words } from "../testing/words.ts";
import { RULES, type Rule } from "../rules.ts";
import type { ActivityState, CalleeEffect, CalleeInput } from "./callee-state.ts";
import type { CallerEffect, CallerInput, CallerState } from "./caller.ts";
import { CEDAR_FLAVOUR, type Change, type Flavour } from "./flavours.ts";
import { ExchangeNet, type ExchangeStep, type Party } from "./net.ts";
import { EXCHANGE_TYPES, type CallName, type ExchangePacket } from "./packet.ts";

interface Settings extends Change {
  readonly cast: Party | "both";
}

export const playExchange = (script: string, flavour: Flavour): string =>
  playScript<Settings, ExchangeStep>(script, {
    packets: EXCHANGE_TYPES,
    defaults: { cast: "both" },
    settings: {
      caller: said("alone", { cast: "caller" }),
      server: said("alone", { cast: "server" }),
      both: () => ({ cast: "both" }),
      packets: (words) => {
        words.need("of");
        return { packetBytes: words.number() };
      },
      bulk: () => ({ underWay: "all" }),
      explicit: () => ({ acknowledgements: "explicit" }),
      "keep-alives": () => ({ liveness: "keep-alives" }),
      without: (words) => ({ without: [words.oneOf(Object.keys(RULES) as Rule[], "a rule")] }),
    },
    begin: (settings, faults) => begin(settings, faults, flavour),
  });

function begin({ cast, ...change }: Settings, faults: Faults, flavour: Flavour): Stage<ExchangeStep> {
  let runs: Nanos = millis(10);
  let raises = false;
  const net = new ExchangeNet(
    {
      pair: flavour.pair(change),
      fateOf: (to, sent) =>
        cast === "both" ? faults.fateOf(sent, [sent.packet.type], to === "caller" ? "server" : "caller") : [],
      runsFor: () => (cast === "both" ? runs : Infinity),
      procedure: capitals,
      raises: () => raises,
    },
    flavour.conversation,
  );
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
        const { sequence, conversation } = readCall(words, net);
        net.done(sequence, words.data(), conversation);
      },
      raise: (words) => {
        const { sequence, conversation } = readCall(words, net);
        net.raise(sequence, words.data(), conversation);
      },
      resume: (words) => net.handled("resume", words.data()),
      unwind: (words) => net.handled("unwind", words.data()),
      raises: () => {
        raises = true;
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
        if (words.is("caller")) return net.restartCaller();
        words.need("server");
        net.restartServer();
      },
    },
    show: (step) => [show(step, faults)],
  };
}

function show(step: ExchangeStep, faults: Faults): Line {
  const { at, party, input, after, effects } = step;
  const state = tell<CallerState | ActivityState>(STATES, after);
  const told = effects.map((effect) => tell<CallerEffect | CalleeEffect>(EFFECTS, effect) + faults.noteOf(effect));
  return { at, who: party, input: tell<CallerInput | CalleeInput>(INPUTS, input), state, effects: told };
}

/** The call that a procedure speaks of: that of the callee's row, where the script names no conversation. */
function readCall(words: Words, { spoken }: ExchangeNet): CallName {
  words.need("seq");
  const sequence = words.number();
  if (spoken === undefined) return { sequence };
  return { sequence, conversation: words.named("conversation", spoken) };
}

function readPacket(words: Words, { caller }: ExchangeNet): ExchangePacket {
  const type = words.oneOf(EXCHANGE_TYPES, "a packet");
  words.need("seq");
  const sequence = words.number();
  const fragment = words.named("no", 0);
  const lastFragment = !words.is("more");
  const pleaseAck = words.is("pleaseAck");
  const binding = words.named("binding", FIRST_INCARNATION);
  const serverThread = words.named("thread", 0);
  const own = caller.who.conversation;
  const conversation = own === undefined ? undefined : words.named("conversation", own);
  return {
    type,
    lastFragment,
    fragment,
    ...caller.who,
    ...(conversation === undefined ? {} : { conversation }),
    sequence,
    serverSpace: 1,
    interface: 1,
    procedure: 1,
    pleaseAck,
    binding,
    serverThread,
    data: words.data(),
  };
}

const FIRST_INCARNATION = 1; // left out where it is meant
const FIRST_CONVERSATION = 1;

function formatPacket(packet: ExchangePacket): string {
  const { type, sequence, pleaseAck, binding, serverThread, data, fragment, lastFragment, conversation = 1 } = packet;
  const parts = [
    `${type} seq ${sequence}`,
    fragment === 0 ? "" : `no ${fragment}`,
    lastFragment ? "" : "more",
    pleaseAck ? "pleaseAck" : "",
    binding === FIRST_INCARNATION ? "" : `binding ${binding}`,
    serverThread === 0 ? "" : `thread ${serverThread}`,
    conversation === FIRST_CONVERSATION ? "" : `conversation ${conversation}`,
  ];
  return parts.filter((part) => part !== "").join(" ") + formatData(data);
}

const INPUTS: Sentences<CallerInput | CalleeInput> = {
  start: ({ call }) => `start${formatData(call.data)}`,
  packet: ({ packet }) => `<- ${formatPacket(packet)}`,
  done: ({ sequence, data }) => `done seq ${sequence}${formatData(data)}`,
  raise: ({ sequence, data }) => `raise seq ${sequence}${formatData(data)}`,
  resume: ({ data }) => `resume${formatData(data)}`,
};

const missed = (unanswered: number): string => (unanswered === 0 ? "" : `, ${unanswered} unanswered`);
const until = (deadline: Nanos | null): string => (deadline === null ? "" : `, until ${formatTime(deadline)}`);

const STATES: Sentences<CallerState | ActivityState> = {
  idle: ({ sequence }) => `idle, last seq ${sequence}`,
  sending: ({ sequence, sends, out, deadline }) =>
    `sending seq ${sequence}, packet ${out.base} of ${out.parts.length}, send ${sends}${until(deadline)}`,
  calling: ({ sequence, sends, deadline }) => `calling seq ${sequence}, send ${sends}${until(deadline)}`,
  waiting: ({ sequence, interval, unanswered, deadline }) =>
    `waiting seq ${sequence}, probes each ${formatTime(interval)}${missed(unanswered)}${until(deadline)}`,
  receiving: ({ sequence, parts, unanswered, deadline }) =>
    `receiving seq ${sequence}, ${parts.length} packets${missed(unanswered)}${until(deadline)}`,
  handling: ({ sequence }) => `handling seq ${sequence}`,
  new: () => "no row",
  gathering: ({ sequence, parts, deadline }) => `gathering seq ${sequence}, ${parts.length} packets${until(deadline)}`,
  executing: ({ sequence, deadline }) => `executing seq ${sequence}${until(deadline)}`,
  replying: ({ sequence, sends, out, deadline }) =>
    `replying seq ${sequence}, packet ${out.base} of ${out.parts.length}, send ${sends}${until(deadline)}`,
  retaining: ({ sequence, sends, deadline }) => `retaining seq ${sequence}, send ${sends}${until(deadline)}`,
  raising: ({ sequence, sends, deadline }) => `raising seq ${sequence}, send ${sends}${until(deadline)}`,
  suspended: ({ sequence, interval, unanswered, deadline }) =>
    `suspended seq ${sequence}, probes each ${formatTime(interval)}${missed(unanswered)}${until(deadline)}`,
  settled: ({ sequence, deadline }) => `settled seq ${sequence}${until(deadline)}`,
};

const EFFECTS: Sentences<CallerEffect | CalleeEffect> = {
  send: ({ packet }) => `-> ${formatPacket(packet)}`,
  execute: ({ call }) => `executes seq ${call.sequence}${formatData(call.data)}`,
  resume: ({ call, data }) => `resumes seq ${call.sequence}${formatData(data)}`,
  unwind: ({ call }) => `unwinds seq ${call.sequence}`,
  abandon: ({ call }) => `abandons seq ${call.sequence}`,
  forget: () => "forgets the activity",
  returned: ({ data }) => `returned${formatData(data)}`,
  raised: ({ data }) => `raised${formatData(data)}`,
  failed: ({ reason }) => `failed: ${reason}`,
};

export const TRACED: Traced = {
  play: (script) => playExchange(script, CEDAR_FLAVOUR),
  heads: { caller: "caller.ts", server: "callee.ts" },
  rules: 20,
};
