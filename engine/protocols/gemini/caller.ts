/**
 * The caller's part in Gemini's parallel calls, one call at a time (MultiRPC paper §VII). Below it each callee has a
 * TCP connection of its own, which sends again what is lost.
 *
 *     idle --call--> calling --the result statement has run for all, or ends the call--> idle (returned)
 *                    calling --too many connections are lost--> idle (failed)
 *
 * Rules
 * 1. A call is a message to each callee, on its own connection, in the order of the list. Where there is no connection
 *    TCP opens one first.
 * 2. The result statement runs once for each reply, in the order in which they come.
 * 3. It may end the call: here it does after so many replies. Replies that come later are still in their streams.
 * 4. A reply to an earlier call is read from its stream, and skipped: it names its call.
 * 5. A connection that is lost brings no reply any more. The call fails where all that are left have answered, and
 *    these are too few. The next call opens the connection anew.
 */
import type { GeminiMessage } from "../../wire/gemini.ts";
import { type Host } from "../ends.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { Rule } from "../rules.ts";
import type { StreamCallerEffect, StreamCallerInput } from "../tcp/stream-ends.ts";

interface GeminiCallerOptions {
  readonly callees: number;
  /** Replies after which the result statement ends the call. */
  readonly wanted: number;
  /** Rules that are left out: `xidMatch` is rule 4. */
  readonly without: readonly Rule[];
}

export type GeminiCallerState =
  | { readonly tag: "idle"; readonly call: number } // the last one
  | {
      readonly tag: "calling";
      readonly call: number;
      readonly waiting: readonly Host[]; // for their replies
      readonly answered: number;
      readonly result: Uint8Array; // the last that has come
    };

type Input = StreamCallerInput<GeminiMessage>;
type Effect = StreamCallerEffect<GeminiMessage>;
type Step = readonly [GeminiCallerState, readonly Effect[]];
type Calling = Extract<GeminiCallerState, { readonly tag: "calling" }>;

const NOTHING: readonly Effect[] = [];

export const GEMINI_CALLER_STATES: readonly StateWord<GeminiCallerState["tag"]>[] = [
  { tag: "idle", what: "no call is under way" },
  { tag: "calling", what: "the callees have been called, and replies are wanted" },
];

/** Throws where a call begins while another is under way: that is its program's mistake. */
export function geminiCaller(options: GeminiCallerOptions): Machine<GeminiCallerState, Input, Effect, number> {
  return {
    protocol: "Gemini caller",
    states: GEMINI_CALLER_STATES,
    start: () => ({ tag: "idle", call: 0 }),
    step: (state, input) => step(state, input, options),
    deadline: () => null,
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "message" ? input.message.kind : input.tag === "lost" ? "lost" : input.tag),
    key: keyText,
    facts: (state) => facts(state, options),
  };
}

function step(state: GeminiCallerState, input: Input, options: GeminiCallerOptions): Step {
  switch (input.tag) {
    case "call":
      if (state.tag !== "idle") throw new Error(`Call ${state.call} is under way; Gemini makes one at a time.`);
      return begin(input.call, input.data, options);
    case "message":
      return state.tag === "idle" ? [state, NOTHING] : onReply(state, input.from, input.message, options);
    case "lost":
      return state.tag === "idle" ? [state, NOTHING] : onLost(state, input.from);
    case "tick":
      return [state, NOTHING];
  }
}

/** Rule 1. */
function begin(call: number, data: Uint8Array, { callees }: GeminiCallerOptions): Step {
  const waiting = Array.from({ length: callees }, (_, i) => i + 1);
  const state: Calling = { tag: "calling", call, waiting, answered: 0, result: new Uint8Array(0) };
  const message: GeminiMessage = { kind: "call", number: call, data };
  return [state, waiting.map((to) => ({ tag: "write", to, messages: [message] }))];
}

/** Rules 2, 3 and 4. */
function onReply(state: Calling, from: Host, { number, data }: GeminiMessage, options: GeminiCallerOptions): Step {
  const { call, waiting } = state;
  const isLate = number !== call && !options.without.includes("xidMatch");
  if (isLate || !waiting.includes(from)) return [state, NOTHING];
  const answered = state.answered + 1;
  const heard: Effect = { tag: "heard", from, how: "answered", call };
  if (answered >= options.wanted) return [{ tag: "idle", call }, [heard, { tag: "returned", data, call }]];
  const left = waiting.filter((host) => host !== from);
  return settled({ ...state, waiting: left, answered, result: data }, [heard]);
}

/** Rule 5. */
function onLost(state: Calling, from: Host): Step {
  const { call, waiting } = state;
  if (!waiting.includes(from)) return [state, NOTHING];
  const left = waiting.filter((host) => host !== from);
  return settled({ ...state, waiting: left }, [{ tag: "heard", from, how: "dead", call }]);
}

const settled = (state: Calling, effects: readonly Effect[]): Step =>
  state.waiting.length > 0
    ? [state, effects]
    : [{ tag: "idle", call: state.call }, [...effects, { tag: "failed", goesOn: true, call: state.call }]];

function facts(state: GeminiCallerState, { callees, wanted }: GeminiCallerOptions): readonly Fact[] {
  const call: Fact = { name: "call", kind: "number", value: state.call };
  if (state.tag === "idle") return [call];
  return [
    call,
    { name: "replies", kind: "count", value: state.answered, limit: wanted },
    { name: "callees still waited for", kind: "count", value: state.waiting.length, limit: callees },
  ];
}
