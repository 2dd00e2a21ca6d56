/**
 * A broadcast of Sun RPC (Sun 1986, clnt_broadcast): one call to a program on every machine of the local network. It is
 * a CALLIT to every portmapper, over UDP.
 *
 *     idle --start--> collecting --reply--> collecting (handed to the program) --stop--> idle (ended: stopped)
 *     collecting --tick--> collecting, sent again --tick--> idle (ended: time is up)
 *
 * Rules
 * 1. The call goes to all portmappers at once. It is sent again, with the same identifier, after 4, 6, 8, 10 and 12 s
 *    without a reply; after 14 s more the broadcast ends.
 * 2. Each reply is handed to the program, which says whether it wants more. A reply that comes twice is handed over
 *    twice: the client keeps no list of who has answered.
 * 3. After a reply the client waits anew for as long as it did, so a broadcast that is answered lasts longer.
 * 4. A reply with another identifier, or one without results, is ignored, and so is one that cannot be read. After it
 *    the client waits anew, too.
 * 5. The call and each reply have to fit a datagram of 1400 bytes. A call that does not is refused at once.
 * 6. Nothing tells a machine that is dead from one that has no such program, or whose reply was lost.
 */
import { itemAt } from "../../../kernel/items.ts";
import { seconds, type Nanos } from "../../../kernel/time.ts";
import { encodeCallit, PORTMAP, PORTMAP_PROGRAM, parseCallitResult } from "../../../wire/portmap.ts";
import type { Indirect } from "../../../wire/portmap.ts";
import { WireError } from "../../../wire/error.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../../machine.ts";
import type { Call, ReadReply } from "../message.ts";

/** Rule 1. */
export const WAITS: readonly Nanos[] = [4, 6, 8, 10, 12, 14].map(seconds);
/** Rule 5: bytes of a datagram's message. */
const MOST_BYTES = 1400;
/** Bytes of a call's message before its arguments, without credentials. */
const HEAD = 40;
/** Bytes of a reply's message before its results. */
const REPLY_HEAD = 24;
const XIDS = 2 ** 32;
export const PORTMAP_VERSION = 2;

export type BroadcasterState =
  | { readonly tag: "idle"; readonly xid: number } // of the last broadcast
  | {
      readonly tag: "collecting";
      readonly xid: number;
      readonly call: Call;
      readonly sends: number;
      readonly replies: number;
      readonly deadline: Nanos;
    };

export type BroadcasterInput =
  | { readonly tag: "start"; readonly call: Indirect }
  /** `from` is the machine that answered. */
  | { readonly tag: "reply"; readonly from: string; readonly reply: ReadReply }
  /** The program wants no more replies. */
  | { readonly tag: "stop" }
  | { readonly tag: "tick" };

export type BroadcasterEffect =
  | { readonly tag: "send"; readonly call: Call; readonly send: number } // to every portmapper
  | { readonly tag: "each"; readonly from: string; readonly port: number; readonly data: Uint8Array }
  | { readonly tag: "ended"; readonly by: "stopped" | "time"; readonly replies: number }
  | { readonly tag: "refused"; readonly bytes: number };

type BroadcasterStep = readonly [BroadcasterState, readonly BroadcasterEffect[]];
type Collecting = Extract<BroadcasterState, { readonly tag: "collecting" }>;

const NOTHING: readonly BroadcasterEffect[] = [];

export const BROADCASTER_STATES: readonly StateWord<BroadcasterState["tag"]>[] = [
  { tag: "idle", what: "no broadcast is under way" },
  { tag: "collecting", what: "the call was sent to all, and select waits for replies or for a time" },
];

/** The identity is the identifier before the first. */
export function broadcaster(): Machine<
  BroadcasterState,
  BroadcasterInput,
  BroadcasterEffect,
  { readonly xid: number }
> {
  return {
    protocol: "Sun RPC broadcast",
    states: BROADCASTER_STATES,
    start: ({ xid }) => ({ tag: "idle", xid }),
    step,
    deadline: (state) => (state.tag === "collecting" ? state.deadline : null),
    name: ({ tag }) => tag,
    input: ({ tag }) => tag,
    key: (state) => keyText({ ...state, deadline: null }),
    facts,
  };
}

/** Throws where a broadcast is started while another is under way. */
function step(state: BroadcasterState, input: BroadcasterInput, now: Nanos): BroadcasterStep {
  if (input.tag === "start") {
    if (state.tag === "collecting") throw new Error("A program broadcasts one call at a time; one is under way.");
    return begin(state.xid, input.call, now);
  }
  if (state.tag === "idle") return [state, NOTHING]; // it comes too late
  switch (input.tag) {
    case "reply":
      return onReply(state, input.from, input.reply, now);
    case "stop":
      return end(state, "stopped");
    case "tick":
      return onTick(state, now);
  }
}

/** Rules 1 and 5. */
function begin(last: number, asked: Indirect, now: Nanos): BroadcasterStep {
  const data = encodeCallit(asked);
  const bytes = HEAD + data.length;
  if (bytes > MOST_BYTES) return [{ tag: "idle", xid: last }, [{ tag: "refused", bytes }]];
  const xid = (last + 1) % XIDS;
  const call: Call = { xid, program: PORTMAP_PROGRAM, version: PORTMAP_VERSION, procedure: PORTMAP.callit, data };
  const collecting: Collecting = { tag: "collecting", xid, call, sends: 1, replies: 0, deadline: now + waitAfter(1) };
  return [collecting, [{ tag: "send", call, send: 1 }]];
}

/** How long replies are waited for after a send, counted from 1. */
const waitAfter = (send: number): Nanos => itemAt(WAITS, send - 1, "wait");

function onReply(state: Collecting, from: string, reply: ReadReply, now: Nanos): BroadcasterStep {
  const anew: Collecting = { ...state, deadline: now + waitAfter(state.sends) }; // rule 3
  const { xid, ending } = reply;
  if (xid !== state.xid || ending?.status !== "SUCCESS" || REPLY_HEAD + ending.data.length > MOST_BYTES) {
    return [anew, NOTHING];
  }
  try {
    const { port, data } = parseCallitResult(ending.data);
    return [{ ...anew, replies: state.replies + 1 }, [{ tag: "each", from, port, data }]];
  } catch (error) {
    if (error instanceof WireError) return [anew, NOTHING];
    throw error; // a bug of ours, not of the bytes
  }
}

const end = ({ xid, replies }: Collecting, by: "stopped" | "time"): BroadcasterStep => [
  { tag: "idle", xid },
  [{ tag: "ended", by, replies }],
];

function onTick(state: Collecting, now: Nanos): BroadcasterStep {
  if (now < state.deadline) return [state, NOTHING];
  if (state.sends === WAITS.length) return end(state, "time");
  const send = state.sends + 1;
  return [{ ...state, sends: send, deadline: now + waitAfter(send) }, [{ tag: "send", call: state.call, send }]];
}

function facts(state: BroadcasterState): readonly Fact[] {
  const xid: Fact = { name: "transaction identifier", kind: "number", value: state.xid };
  if (state.tag === "idle") return [xid];
  return [
    xid,
    { name: "sent", kind: "count", value: state.sends, limit: WAITS.length },
    { name: "replies", kind: "count", value: state.replies },
    { name: "sent again at", kind: "moment", value: state.deadline },
  ];
}
