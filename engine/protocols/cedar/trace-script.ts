/**
 * For tests: the words of traces of the exchange, besides those of testing/ends-script.ts.
 *
 * Commands, the first ones before anything else
 *     packets of 4                    bytes of data that a packet holds
 *     bulk | explicit | keep-alives   the protocols that Cedar weighed
 *     start "a"                       the stub calls with this argument
 *     <- result seq 1 pleaseAck "A"   a packet arrives at the one who is alone; also `no 1`, `more`, `binding 2`,
 *                                     `thread 3`, `conversation 2`
 *     done seq 1 "A"                  the procedure has ended for this call; also `conversation 2`
 *     raise seq 1 "e"                 the procedure raises an exception
 *     resume "b" | unwind             the caller's handler has ended
 *     raises                          procedures raise an exception from now on, with the first byte of their argument
 */
import type { Nanos } from "../../kernel/time.ts";
import { CALLEE, CALLER } from "../ends.ts";
import type { EndsNet, EndsStep, HostStep } from "../testing/ends-net.ts";
import { inSentences, playEnds } from "../testing/ends-script.ts";
import { formatData, formatTime, type Sentences } from "../testing/told.ts";
import type { Traced } from "../testing/traced.ts";
import type { Words } from "../testing/words.ts";
import type { ActivityState, CalleeEffect, CalleeInput } from "./callee-state.ts";
import type { CallerEffect, CallerInput, CallerState } from "./caller.ts";
import { calledBy, workOf, type ExchangeHost, type ExchangeOwn } from "./ends.ts";
import { ACTIVITY, CEDAR_FLAVOUR, endsOf, type Change, type Flavour } from "./flavour.ts";
import { EXCHANGE_TYPES, NO_DATA, type ExchangePacket } from "./packet.ts";

export type ExchangeStep =
  | HostStep<"caller", CallerState, CallerInput, CallerEffect>
  | HostStep<"server", ActivityState, CalleeInput, CalleeEffect>;

export type ExchangeNet = EndsNet<ExchangeHost, ExchangePacket, ExchangeOwn, ExchangeStep>;

/** A procedure whose exception was handled goes on, or is unwound. */
export function goOn(net: ExchangeNet, { steps }: EndsStep<ExchangePacket, ExchangeOwn, ExchangeStep>): void {
  for (const { tag } of steps.flatMap(({ effects }): readonly (CallerEffect | CalleeEffect)[] => effects)) {
    if (tag === "resume") net.goOn(CALLEE);
    if (tag === "unwind") net.goOn(CALLEE, NO_DATA);
  }
}

/** An exception carries the first byte of the argument. */
export const exceptionOf = ({ work, data }: { readonly work: string; readonly data: Uint8Array }): ExchangeOwn => ({
  tag: "raise",
  work,
  data: data.subarray(0, 1),
});

export function playExchange(script: string, flavour: Flavour): string {
  let raises = false;
  return playEnds<Change, ExchangeHost, ExchangePacket, ExchangeOwn, ExchangeStep>(script, {
    defaults: {},
    settings: {
      packets: (words) => {
        words.need("of");
        return { packetBytes: words.number() };
      },
      bulk: () => ({ underWay: "all" }),
      explicit: () => ({ acknowledgements: "explicit" }),
      "keep-alives": () => ({ liveness: "keep-alives" }),
    },
    ends: (change, without) => endsOf(flavour, { ...change, without }),
    calls: "start",
    read: (words, net, alone) => [alone(), readPacket(words, flavour, net)],
    verbs: (net) => {
      net.heard = (step) => goOn(net, step);
      return {
        done: (words) => net.tell(CALLEE, { tag: "done", work: readWork(words, net), data: words.data() }),
        raise: (words) => net.tell(CALLEE, { tag: "raise", work: readWork(words, net), data: words.data() }),
        resume: (words) => net.tell(CALLER, { tag: "resume", data: words.data() }),
        unwind: (words) => net.tell(CALLER, { tag: "unwind", data: words.data() }),
        raises: () => {
          raises = true;
        },
      };
    },
    endOf: (execution) => (raises ? exceptionOf(execution) : null),
    tell: inSentences(INPUTS, STATES, EFFECTS),
  });
}

/** The call that a procedure speaks of: of the same conversation as the last one, where the script names none. */
function readWork(words: Words, net: ExchangeNet): string {
  words.need("seq");
  const sequence = words.number();
  const { conversation } = calledBy(net.workOf(CALLEE)).name;
  const spoken = conversation === undefined ? {} : { conversation: words.named("conversation", conversation) };
  return workOf({ activity: ACTIVITY, ...spoken, sequence });
}

function readPacket(words: Words, { hasConversations }: Flavour, net: ExchangeNet): ExchangePacket {
  const type = words.oneOf(EXCHANGE_TYPES, "a packet");
  words.need("seq");
  const sequence = words.number();
  const fragment = words.named("no", 0);
  const lastFragment = !words.is("more");
  const pleaseAck = words.is("pleaseAck");
  const binding = words.named("binding", FIRST_INCARNATION);
  const serverThread = words.named("thread", 0);
  return {
    type,
    lastFragment,
    fragment,
    activity: ACTIVITY,
    ...(hasConversations ? { conversation: words.named("conversation", net.lifeOf(CALLER)) } : {}),
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
  sent: ({ packet }) => `sent no ${packet.fragment}`,
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
  rules: 22,
};
