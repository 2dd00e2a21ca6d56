/**
 * A receiver's end of one of Mercury's call streams.
 *
 *     idle --call--> executing --done--> idle, or executing the next
 *     any --lost--> ended
 *
 * Rules
 * 1. Calls are executed in the order of the stream, one at a time. A slow call holds up those behind it.
 * 2. Replies wait in a buffer too. They leave together, when the call is done that the sender has marked as the last.
 * 3. Where the stream breaks, the calls that wait are not executed: what has run is a part of the stream's beginning.
 */
import { LAST, type MercuryMessage } from "../../wire/mercury.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { StreamCalleeEffect, StreamCalleeInput } from "../tcp/stream-ends.ts";

export type MercuryReceiverState =
  | { readonly tag: "idle"; readonly replies: readonly MercuryMessage[] }
  | {
      readonly tag: "executing";
      readonly call: MercuryMessage;
      readonly waiting: readonly MercuryMessage[];
      readonly replies: readonly MercuryMessage[];
    }
  | { readonly tag: "ended" };

type Input = StreamCalleeInput<MercuryMessage>;
type Effect = StreamCalleeEffect<MercuryMessage>;
type Step = readonly [MercuryReceiverState, readonly Effect[]];

const NOTHING: readonly Effect[] = [];
const ENDED: MercuryReceiverState = { tag: "ended" };

export const MERCURY_RECEIVER_STATES: readonly StateWord<MercuryReceiverState["tag"]>[] = [
  { tag: "idle", what: "no call of the stream is here" },
  { tag: "executing", what: "the first of the calls that are here runs" },
  { tag: "ended", what: "the stream is broken" },
];

export const MERCURY_RECEIVER: Machine<MercuryReceiverState, Input, Effect, { isBound: boolean }> = {
  protocol: "Mercury receiver",
  states: MERCURY_RECEIVER_STATES,
  start: () => ({ tag: "idle", replies: [] }),
  step,
  deadline: () => null,
  name: ({ tag }) => tag,
  input: (input) => (input.tag === "message" ? input.message.kind : input.tag),
  key: keyText,
  facts,
};

function step(state: MercuryReceiverState, input: Input): Step {
  if (state.tag === "ended") return [state, NOTHING];
  switch (input.tag) {
    case "message":
      if (state.tag === "idle") return execute([input.message], state.replies, NOTHING);
      return [{ ...state, waiting: [...state.waiting, input.message] }, NOTHING];
    case "done": {
      if (state.tag !== "executing") return [state, NOTHING];
      const { call, waiting } = state;
      const replies: readonly MercuryMessage[] = [
        ...state.replies,
        { kind: "reply", number: call.number, flags: 0, data: input.data },
      ];
      const isLast = (call.flags & LAST) !== 0;
      return isLast ? execute(waiting, [], [{ tag: "write", messages: replies }]) : execute(waiting, replies, NOTHING);
    }
    case "lost": // rule 3
      return [ENDED, NOTHING];
    default:
      return [state, NOTHING];
  }
}

/** Rule 1. */
function execute(
  [call, ...waiting]: readonly MercuryMessage[],
  replies: readonly MercuryMessage[],
  before: readonly Effect[],
): Step {
  if (call === undefined) return [{ tag: "idle", replies }, before];
  const { number, data } = call;
  return [{ tag: "executing", call, waiting, replies }, [...before, { tag: "execute", number, data }]];
}

function facts(state: MercuryReceiverState): readonly Fact[] {
  if (state.tag === "ended") return [];
  const replies: Fact = { name: "replies in the buffer", kind: "count", value: state.replies.length };
  if (state.tag === "idle") return [replies];
  return [
    { name: "call", kind: "number", value: state.call.number },
    { name: "calls that wait", kind: "count", value: state.waiting.length },
    replies,
  ];
}
