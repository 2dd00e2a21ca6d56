/**
 * The echo protocol of a test: a client that sends a number, and sends it once more where no answer comes, and a server
 * that sends it back (after RFC 862). It is as small as a protocol here can be.
 *
 *     idle --call--> waiting --answer--> idle (returned)
 *                    waiting --tick--> waiting, asked again --tick--> idle (failed)
 */
import { keyText, type Machine } from "../../protocols/machine.ts";

export interface ClientState {
  readonly tag: "idle" | "waiting";
  readonly number: number; // of the call
  readonly sends: number;
  readonly deadline: number | null;
}
export type ClientInput = { readonly tag: "call" | "tick" } | { readonly tag: "answer"; readonly number: number };
export type ClientEffect =
  { readonly tag: "send"; readonly number: number; readonly again: boolean } | { readonly tag: "returned" | "failed" };

const MOST_SENDS = 2;
const IDLE = { tag: "idle", sends: 0, deadline: null } as const;

/** @param after nanoseconds until a call is sent again. The identity is the number of the last call that was made. */
export function echoClient(after: number): Machine<ClientState, ClientInput, ClientEffect, number> {
  const sent = (number: number, sends: number, now: number): readonly [ClientState, readonly ClientEffect[]] => [
    { tag: "waiting", number, sends, deadline: now + after },
    [{ tag: "send", number, again: sends > 1 }],
  ];
  return {
    protocol: "Echo client",
    states: [
      { tag: "idle", what: "no call is outstanding" },
      { tag: "waiting", what: "the call was sent, and no answer has come" },
    ],
    start: (number) => ({ ...IDLE, number }),
    step: (state, input, now) => {
      if (input.tag === "call") return sent(state.number + 1, 1, now);
      if (state.tag === "idle") return [state, []]; // a late answer
      if (input.tag === "answer") {
        return input.number === state.number ? [{ ...IDLE, number: state.number }, [{ tag: "returned" }]] : [state, []];
      }
      if (state.sends < MOST_SENDS) return sent(state.number, state.sends + 1, now);
      return [{ ...IDLE, number: state.number }, [{ tag: "failed" }]];
    },
    deadline: ({ deadline }) => deadline,
    name: ({ tag }) => tag,
    input: ({ tag }) => tag,
    key: keyText,
    facts: ({ sends }) => [{ name: "sends", kind: "count", value: sends, limit: MOST_SENDS }],
  };
}

export const ECHO_SERVER: Machine<"listening", number, number> = {
  protocol: "Echo server",
  states: [{ tag: "listening", what: "each call is answered at once" }],
  start: () => "listening",
  step: (state, number) => [state, [number]],
  deadline: () => null,
  name: (state) => state,
  input: () => "call",
  key: (state) => state,
  facts: () => [],
};
