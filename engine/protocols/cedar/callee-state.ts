/** The states of a row of the callee's table, its inputs and effects, and what it keeps for a reader. */
import type { Nanos } from "../../kernel/time.ts";
import type { Fact, StateWord } from "../machine.ts";
import { inOrder, type Incoming } from "../fragments.ts";
import { joined, type Outgoing, type SendEffect, type SentInput } from "./message.ts";
import type { CalleeOptions } from "./options.ts";
import type { CallName, ExchangePacket } from "./packet.ts";

/** A call in the row: its packet, with the data of all its packets. */
export interface Row {
  readonly sequence: number;
  readonly call: ExchangePacket;
  readonly taken: number; // packets of the caller's messages so far
  readonly given: number; // packets of the callee's messages so far
}

export type ActivityState =
  | { readonly tag: "new" }
  | {
      readonly tag: "gathering";
      readonly sequence: number;
      readonly call: ExchangePacket; // the first packet that came
      readonly parts: Incoming;
      readonly whole: number | null;
      readonly deadline: Nanos | null;
    }
  | ({ readonly tag: "executing"; readonly interval: Nanos; readonly deadline: Nanos | null } & Row)
  | ({ readonly tag: "replying" } & Reply & Row)
  | ({ readonly tag: "retaining" } & Reply & Row)
  | ({ readonly tag: "raising" } & Reply & Row)
  | ({
      readonly tag: "suspended";
      readonly out: Outgoing;
      readonly unanswered: number; // probes since the caller was last heard of
      readonly interval: Nanos;
      readonly deadline: Nanos;
    } & Row)
  | {
      readonly tag: "settled";
      readonly sequence: number;
      readonly conversation?: number;
      readonly deadline: Nanos | null; // when it is forgotten
    };

/** A message to the caller that is not acknowledged yet. */
export interface Reply {
  readonly out: Outgoing;
  readonly result: ExchangePacket; // its first packet
  readonly sends: number;
  readonly deadline: Nanos | null; // null while its last packet has not left the machine
}

export type Known = Exclude<ActivityState, { readonly tag: "new" }>;

export type CalleeInput =
  | { readonly tag: "packet"; readonly packet: ExchangePacket }
  | SentInput
  /** The procedure has ended for this call. */
  | ({ readonly tag: "done" } & Said)
  /** It has raised an exception, which the caller may catch. */
  | ({ readonly tag: "raise" } & Said)
  | { readonly tag: "tick" };

/** The words of a procedure, and the call that they belong to. */
export interface Said extends CallName {
  readonly data: Uint8Array;
  readonly serverThread: number;
}

export type CalleeEffect =
  | { readonly tag: "execute"; readonly call: ExchangePacket }
  /** The caller's handler has ended, and the procedure goes on with its value, or unwinds. */
  | { readonly tag: "resume"; readonly call: CallName; readonly data: Uint8Array }
  | { readonly tag: "unwind"; readonly call: CallName }
  /** The caller of a procedure that waits for a handler is gone. */
  | { readonly tag: "abandon"; readonly call: CallName }
  | { readonly tag: "forget" }
  | SendEffect;

/** The states' words, and what they mean. */
export const ACTIVITY_STATES: readonly StateWord<ActivityState["tag"]>[] = [
  { tag: "new", what: "the activity has never called" },
  { tag: "gathering", what: "some packets of the call have come, and others are still to come" },
  { tag: "executing", what: "the procedure runs" },
  { tag: "replying", what: "packets of the result are still to be sent, one after the other" },
  { tag: "retaining", what: "the result was sent and is kept" },
  { tag: "raising", what: "the procedure raised an exception, and the caller was told" },
  { tag: "suspended", what: "the procedure waits for a handler of the caller" },
  { tag: "settled", what: "the result is forgotten; the sequence number stays" },
];

/** The facts that a row keeps. */
export function calleeFacts(state: ActivityState, { sendLimit }: CalleeOptions): readonly Fact[] {
  if (state.tag === "new") return [];
  const sequence: Fact = { name: "sequence number", kind: "number", value: state.sequence };
  switch (state.tag) {
    case "gathering":
      return [
        sequence,
        { name: "packets of the call", kind: "count", value: inOrder(state.parts) },
        ...momentOf("forgotten at", state.deadline),
      ];
    case "executing":
      return [
        sequence,
        { name: "arguments", kind: "bytes", value: state.call.data.length },
        ...momentOf("tells at", state.deadline),
      ];
    case "replying":
    case "retaining":
    case "raising":
      return [
        sequence,
        { name: "result kept", kind: "bytes", value: joined(state.out.parts).length },
        ...(state.out.parts.length === 1
          ? []
          : [
              {
                name: "packets acknowledged",
                kind: "count",
                value: state.out.base,
                limit: state.out.parts.length,
              } as const,
            ]),
        { name: "sent", kind: "count", value: state.sends, limit: sendLimit },
        ...momentOf("sent again at", state.deadline),
      ];
    case "suspended":
      return [
        sequence,
        { name: "probes unanswered", kind: "count", value: state.unanswered, limit: sendLimit },
        { name: "next probe at", kind: "moment", value: state.deadline },
      ];
    case "settled":
      return [sequence, ...momentOf("forgotten at", state.deadline)];
  }
}

const momentOf = (name: string, at: Nanos | null): readonly Fact[] =>
  at === null ? [] : [{ name, kind: "moment", value: at }];
