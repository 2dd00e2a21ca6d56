/**
 * The caller's part in calls as many of today's systems make them: each is a stream of its own on one TCP connection to
 * the server, as in HTTP/2. Any number is under way.
 *
 *     idle --call--> calling --the last reply, or the connection is lost--> idle
 *
 * Rules
 * 1. A call's message leaves at once, whatever other calls are under way.
 * 2. Replies come in any order. A reply names its call, and ends it.
 * 3. Where the connection is lost, every call under way fails; whether it ran, nobody says. The next call opens another
 *    connection.
 */
import type { StreamsMessage } from "../../wire/today-streams.ts";
import { CALLEE } from "../ends.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { StreamCallerEffect, StreamCallerInput } from "../tcp/stream-ends.ts";

export interface StreamsCallerState {
  readonly calls: readonly number[]; // under way
}

type Input = StreamCallerInput<StreamsMessage>;
type Effect = StreamCallerEffect<StreamsMessage>;
type Step = readonly [StreamsCallerState, readonly Effect[]];

const NOTHING: readonly Effect[] = [];

export const STREAMS_CALLER_STATES: readonly StateWord<"idle" | "calling">[] = [
  { tag: "idle", what: "no call is under way" },
  { tag: "calling", what: "calls are under way on the connection" },
];

export const STREAMS_CALLER: Machine<StreamsCallerState, Input, Effect, number> = {
  protocol: "Streams caller",
  states: STREAMS_CALLER_STATES,
  start: () => ({ calls: [] }),
  step,
  deadline: () => null,
  name: ({ calls }) => (calls.length === 0 ? "idle" : "calling"),
  input: (input) => (input.tag === "message" ? input.message.kind : input.tag),
  key: keyText,
  facts: ({ calls }): readonly Fact[] => [{ name: "calls under way", kind: "count", value: calls.length }],
};

function step(state: StreamsCallerState, input: Input): Step {
  switch (input.tag) {
    case "call": {
      const message: StreamsMessage = { kind: "call", number: input.call, data: input.data };
      return [{ calls: [...state.calls, input.call] }, [{ tag: "write", to: CALLEE, messages: [message] }]];
    }
    case "message": {
      const { number: call, data } = input.message;
      if (!state.calls.includes(call)) return [state, NOTHING];
      return [{ calls: state.calls.filter((one) => one !== call) }, [{ tag: "returned", data, call }]];
    }
    case "lost":
      return [{ calls: [] }, state.calls.map((call) => ({ tag: "failed", goesOn: true, call }))];
    case "tick":
      return [state, NOTHING];
  }
}
