/**
 * The echo protocol of a test: a client that sends a text, and sends it once more where no answer comes, and a server
 * that sends it back (after RFC 862). It is as small as a protocol here can be.
 *
 *     client  idle --call--> waiting --result--> idle (returned)
 *             waiting --tick--> waiting, sent again --tick--> idle (failed)
 *     server  listening --call--> listening, the procedure runs --done--> listening, the result is sent
 *
 * Rules
 * 1. The client sends a call, and once more where no result has come in time. After that the call has failed.
 * 2. A result with another number is late, and ignored.
 * 3. The server executes each call that comes. It remembers nothing.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { HostEffect } from "../ends.ts";
import { taggedMachine, type HostMachine } from "../pair.ts";

export interface EchoPacket {
  readonly kind: "call" | "result";
  readonly number: number; // of the call
  readonly data: Uint8Array;
}

type ClientState =
  | Readonly<{ tag: "idle"; call: number }>
  | Readonly<{ tag: "waiting"; call: number; data: Uint8Array; sends: number; deadline: Nanos }>;
type Effects = readonly HostEffect<EchoPacket>[];

const MOST_SENDS = 2;

/** @param after until a call is sent again */
export function echoClient(after: Nanos): HostMachine<ClientState, EchoPacket> {
  const sent = (call: number, data: Uint8Array, sends: number, now: Nanos): readonly [ClientState, Effects] => [
    { tag: "waiting", call, data, sends, deadline: now + after },
    [{ tag: "send", packet: { kind: "call", number: call, data }, kind: "call", call, send: sends }],
  ];
  return taggedMachine<ClientState, EchoPacket>({
    protocol: "Echo client",
    states: [
      { tag: "idle", what: "no call is outstanding" },
      { tag: "waiting", what: "the call was sent, and no result has come" },
    ],
    start: () => ({ tag: "idle", call: 0 }),
    step: (state, input, now) => {
      if (input.tag === "call") return sent(input.call, input.data, 1, now);
      if (state.tag === "idle") return [state, []];
      const { call, data, sends } = state;
      const idle = { tag: "idle", call } as const;
      if (input.tag === "packet") {
        const { packet } = input;
        return packet.number === call ? [idle, [{ tag: "returned", data: packet.data }]] : [state, []];
      }
      return sends < MOST_SENDS ? sent(call, data, sends + 1, now) : [idle, [{ tag: "failed", goesOn: true }]];
    },
    facts: (state) =>
      state.tag === "idle" ? [] : [{ name: "sends", kind: "count", value: state.sends, limit: MOST_SENDS }],
  });
}

export const ECHO_SERVER = taggedMachine<Readonly<{ tag: "listening" }>, EchoPacket>({
  protocol: "Echo server",
  states: [{ tag: "listening", what: "each call is executed" }],
  start: () => ({ tag: "listening" }),
  step: (state, input) => {
    if (input.tag === "packet") {
      const { number, data } = input.packet;
      return [state, [{ tag: "execute", call: number, work: String(number), data }]];
    }
    if (input.tag !== "done") return [state, []];
    const call = Number(input.work);
    const packet = { kind: "result", number: call, data: input.data } as const;
    return [state, [{ tag: "send", packet, kind: "result", call, send: null }]];
  },
});
