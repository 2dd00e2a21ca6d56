/**
 * A process that sends a message to a group of processes (Cheriton and Zwaenepoel 1985): one multicast, and as many
 * replies as there are members, or fewer.
 *
 * Rules
 * 1. The message goes to the whole group in one packet. Send returns at the first reply.
 * 2. Further replies wait for the process, which takes them one by one (GetReply). It stops when it has as many as it
 *    wants, or when none has come for as long as it cares to wait.
 * 3. The kernel sends the message again after 200 ms only while it has no reply at all. After five sendings Send fails.
 *    It does not know who the members are, so it misses none of them, and names none.
 * 4. A reply-pending packet of any member counts as life: the kernel counts its sendings anew.
 * 5. A new Send throws away what is left of the last one: replies that come later are ignored. A second reply of one
 *    member is a reply like any other.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { VPacket } from "../../wire/v.ts";
import type { Host } from "../ends.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import { GROUP, hostOf, MOST_SENDS, RETRY_AFTER, type VEffect, type VEffects } from "./message.ts";

export const GROUP_STATES = [
  { tag: "ready", what: "no message is outstanding, and what still comes of the last one is thrown away" },
  { tag: "awaiting reply", what: "the message was sent to the group, and no member has replied" },
  { tag: "getting replies", what: "Send has returned, and the process takes further replies" },
] as const satisfies readonly StateWord[];

interface Base {
  readonly from: number;
}

interface Busy extends Base {
  readonly tag: "awaiting reply" | "getting replies";
  readonly call: number;
  readonly data: Uint8Array;
  readonly sends: number;
  readonly replies: number;
  readonly result: Uint8Array | null; // of the first reply
  readonly deadline: Nanos;
}

export type GroupState = (Base & { readonly tag: "ready" }) | Busy;

export type GroupInput =
  | { readonly tag: "call"; readonly call: number; readonly data: Uint8Array }
  | { readonly tag: "packet"; readonly packet: VPacket }
  | { readonly tag: "tick" };

interface GroupOptions {
  /** The hosts with a member. The sender does not look at it: the network has the group’s address. */
  readonly members: readonly Host[];
  /** How long GetReply waits for a further reply. */
  readonly replyWait: Nanos;
  /** The program takes no more replies than these. */
  readonly wanted: number;
}

type Step = readonly [GroupState, VEffects];
export type VGroupSender = Machine<GroupState, GroupInput, VEffect, number>;

export function vGroupSender(options: GroupOptions): VGroupSender {
  return {
    protocol: "V group sender",
    states: GROUP_STATES,
    start: (from) => ({ tag: "ready", from }),
    step: (state, input, now) => {
      if (input.tag === "call") return begins(state, input, now, options);
      if (state.tag === "ready") return [state, []]; // rule 5
      if (input.tag === "tick") return ticked(state, now, options);
      return input.packet.call === state.call ? heard(state, input.packet, now, options) : [state, []];
    },
    deadline: (state) => (state.tag === "ready" ? null : state.deadline),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: (state) => keyText({ ...state, deadline: null }),
    facts: factsOf,
  };
}

function factsOf(state: GroupState): readonly Fact[] {
  if (state.tag === "ready") return [];
  return [
    { name: "sends", kind: "count", value: state.sends, limit: MOST_SENDS },
    { name: "replies", kind: "count", value: state.replies },
    { name: "until", kind: "moment", value: state.deadline },
  ];
}

/** Throws where a message is outstanding. */
function begins(
  state: GroupState,
  { call, data }: Extract<GroupInput, { tag: "call" }>,
  now: Nanos,
  options: GroupOptions,
): Step {
  if (state.tag !== "ready") throw new Error("V: the process is blocked by a Send; it sends one message at a time.");
  const { from } = state;
  const busy = { tag: "awaiting reply", from, call, data, sends: 1, replies: 0, result: null, deadline: now } as const;
  return send(busy, now, options);
}

/** Rules 1 and 3. */
function send(state: Busy, now: Nanos, { members: [to = 1, ...others] }: GroupOptions): Step {
  const { from, call, data, sends } = state;
  const packet: VPacket = { kind: "message", from, to: GROUP, call, size: 0, place: 0, last: false, data };
  const message = { tag: "send", packet, kind: "message", call, send: null, again: sends > 1, to, others } as const;
  return [{ ...state, deadline: now + RETRY_AFTER }, [message]];
}

function ticked(state: Busy, now: Nanos, options: GroupOptions): Step {
  if (state.tag === "getting replies") return [ready(state), [returned(state)]];
  if (state.sends < MOST_SENDS) return send({ ...state, sends: state.sends + 1 }, now, options);
  return [ready(state), [{ tag: "failed", goesOn: true, call: state.call }]];
}

/** Rules 2 and 4. */
function heard(state: Busy, packet: VPacket, now: Nanos, { replyWait, wanted }: GroupOptions): Step {
  if (packet.kind === "pending") {
    const isWaiting = state.tag === "awaiting reply";
    return [isWaiting ? { ...state, sends: 1, deadline: now + RETRY_AFTER } : state, []];
  }
  if (packet.kind !== "reply") return [state, []];
  const { call, replies, result } = state;
  const heardOf: VEffect = { tag: "heard", from: hostOf(packet.from), how: "answered", call };
  const first = result ?? packet.data;
  const next: Busy = {
    ...state,
    tag: "getting replies",
    replies: replies + 1,
    result: first,
    deadline: now + replyWait,
  };
  return next.replies >= wanted ? [ready(state), [heardOf, returned(next)]] : [next, [heardOf]];
}

function returned({ result, call }: Busy): VEffect {
  if (result === null) throw new Error("V: a Send to a group has returned without a reply.");
  return { tag: "returned", data: result, call };
}

const ready = ({ from }: Busy): GroupState => ({ tag: "ready", from });
