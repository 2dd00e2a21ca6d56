/**
 * A server's end of one connection with streams of calls.
 *
 *     idle --call--> serving --the last procedure is done--> idle
 *     any --lost--> ended
 *
 * Rules
 * 1. A call runs when it has come, beside those that run already: the processor decides in which order they end.
 * 2. A reply leaves when its procedure is done, whatever came before.
 * 3. Where the connection is lost, the procedures run to their ends, and their replies have no way back.
 */
import type { StreamsMessage } from "../../wire/today-streams.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { StreamCalleeEffect, StreamCalleeInput } from "../tcp/stream-ends.ts";

export type StreamsServerState =
  { readonly tag: "serving"; readonly running: readonly number[] } | { readonly tag: "ended" };

type Input = StreamCalleeInput<StreamsMessage>;
type Effect = StreamCalleeEffect<StreamsMessage>;
type Step = readonly [StreamsServerState, readonly Effect[]];

const NOTHING: readonly Effect[] = [];
const ENDED: StreamsServerState = { tag: "ended" };

export const STREAMS_SERVER_STATES: readonly StateWord<"idle" | "serving" | "ended">[] = [
  { tag: "idle", what: "no call runs" },
  { tag: "serving", what: "procedures run" },
  { tag: "ended", what: "the connection is lost" },
];

export const STREAMS_SERVER: Machine<StreamsServerState, Input, Effect, { isBound: boolean }> = {
  protocol: "Streams server",
  states: STREAMS_SERVER_STATES,
  start: () => ({ tag: "serving", running: [] }),
  step,
  deadline: () => null,
  name: (state) => (state.tag === "serving" && state.running.length === 0 ? "idle" : state.tag),
  input: (input) => (input.tag === "message" ? input.message.kind : input.tag),
  key: keyText,
  facts: (state): readonly Fact[] =>
    state.tag === "ended" ? [] : [{ name: "procedures that run", kind: "count", value: state.running.length }],
};

function step(state: StreamsServerState, input: Input): Step {
  if (state.tag === "ended") return [state, NOTHING];
  const { running } = state;
  switch (input.tag) {
    case "message": {
      const { number, data } = input.message;
      return [{ ...state, running: [...running, number] }, [{ tag: "execute", number, data }]];
    }
    case "done": {
      const { number, data } = input;
      const left = running.filter((one) => one !== number);
      return [{ ...state, running: left }, [{ tag: "write", messages: [{ kind: "reply", number, data }] }]];
    }
    case "lost":
      return [ENDED, NOTHING];
    default:
      return [state, NOTHING];
  }
}
