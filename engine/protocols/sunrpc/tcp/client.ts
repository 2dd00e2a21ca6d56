/**
 * The client's half of Sun RPC over TCP (Sun 1986, clnttcp_call; RFC 5531, section 11): a handle with a connection of
 * its own to one program, with at most one call outstanding. The server's half is that of UDP (../server.ts): it takes
 * records from its connections as it takes datagrams, one at a time.
 *
 *     closed --connect--> connecting --connected--> idle --start--> waiting --reply--> idle (returned, or refused)
 *     waiting --tick--> idle (failed: timed out)
 *     connecting, idle, waiting --broken--> closed (a call that waits failed)
 *     idle --close--> closed
 *
 * Rules
 * 1. Every call has a new transaction identifier, `xidStep` more than the last, and goes over the connection as one
 *    record.
 * 2. A call is sent once. TCP sends again what is lost and gives the server each byte once, so a procedure runs once
 *    for a call that returns.
 * 3. The client waits for `total` after the call, and anew after each record that it has read; then the call failed,
 *    while the server may still run it. With no limit it waits as long as the connection lasts.
 * 4. A reply with another identifier is of a call that had failed; it is read and ignored. So is one
 *    that has no meaning behind its identifier.
 * 5. Where the connection breaks, the call that waits failed: its procedure ran once, or not at all. The handle is of
 *    no more use, and every later call fails at once.
 * 6. A reply says how the call ended: with results, or why there are none.
 */
import type { Nanos } from "../../../kernel/time.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../../machine.ts";
import type { Rule } from "../../rules.ts";
import type { Asked } from "../client.ts";
import type { Call, Ending, ReadReply } from "../message.ts";

export interface SunTcpClientOptions {
  /** How long a reply is waited for; null for as long as the connection lasts. */
  readonly total: Nanos | null;
  /** From the identifier of one call to that of the next; 1 where it is left out. */
  readonly xidStep?: number;
  /** Rules that are left out, to see what they are for: `xidMatch` is rule 4. */
  readonly without: readonly Rule[];
}

interface Waiting {
  readonly tag: "waiting";
  readonly xid: number;
  readonly deadline: Nanos; // Infinity without a limit
}

export type SunTcpClientState =
  | { readonly tag: "closed"; readonly xid: number } // of the last call, here and below
  | { readonly tag: "connecting"; readonly xid: number }
  | { readonly tag: "idle"; readonly xid: number }
  | Waiting;

export type SunTcpClientInput =
  | { readonly tag: "connect" | "connected" | "broken" | "close" | "tick" }
  | { readonly tag: "start"; readonly call: Asked }
  | { readonly tag: "reply"; readonly reply: ReadReply };

export type SunTcpClientEffect =
  | { readonly tag: "open" | "close" } // the connection
  | { readonly tag: "send"; readonly call: Call }
  | { readonly tag: "returned"; readonly data: Uint8Array }
  /** The server answered, and did not run the procedure to its end. */
  | { readonly tag: "refused"; readonly ending: Exclude<Ending, { readonly status: "SUCCESS" }> }
  | { readonly tag: "failed"; readonly reason: "timed out" | "no connection" };

type ClientStep = readonly [SunTcpClientState, readonly SunTcpClientEffect[]];

const NOTHING: readonly SunTcpClientEffect[] = [];
const NO_CONNECTION: readonly SunTcpClientEffect[] = [{ tag: "failed", reason: "no connection" }];
const XIDS = 2 ** 32;

export const TCP_CLIENT_STATES: readonly StateWord<SunTcpClientState["tag"]>[] = [
  { tag: "closed", what: "the handle has no connection" },
  { tag: "connecting", what: "TCP opens the connection" },
  { tag: "idle", what: "the connection is open, and no call is outstanding" },
  { tag: "waiting", what: "the call was sent, and select waits for its reply or for a time" },
];

/** The identity is the identifier before the first: the library takes it from the process's number and the time. */
export function sunTcpClient(
  options: SunTcpClientOptions,
): Machine<SunTcpClientState, SunTcpClientInput, SunTcpClientEffect, { readonly xid: number }> {
  return {
    protocol: "Sun RPC client over TCP",
    states: TCP_CLIENT_STATES,
    start: ({ xid }) => ({ tag: "closed", xid }),
    step: (state, input, now) => step(state, input, now, options),
    deadline: (state) => (state.tag === "waiting" && state.deadline < Infinity ? state.deadline : null),
    name: ({ tag }) => tag,
    input: ({ tag }) => tag,
    key: (state) => keyText(state.tag === "waiting" ? { ...state, deadline: state.deadline < Infinity } : state),
    facts,
  };
}

/** Throws for mistakes of the program: it opens a handle once, and starts one call at a time. */
function step(
  state: SunTcpClientState,
  input: SunTcpClientInput,
  now: Nanos,
  options: SunTcpClientOptions,
): ClientStep {
  const { xid } = state;
  switch (input.tag) {
    case "connect":
      if (state.tag !== "closed")
        throw new Error("A handle of Sun RPC over TCP opens one connection; this one has it.");
      return [{ tag: "connecting", xid }, [{ tag: "open" }]];
    case "connected":
      return [state.tag === "connecting" ? { tag: "idle", xid } : state, NOTHING];
    case "start":
      return onStart(state, input.call, now, options);
    case "reply":
      return onReply(state, input.reply, now, options);
    case "tick":
      if (state.tag !== "waiting" || now < state.deadline) return [state, NOTHING];
      return [{ tag: "idle", xid }, [{ tag: "failed", reason: "timed out" }]];
    case "broken": // rule 5
      return [{ tag: "closed", xid }, state.tag === "waiting" || state.tag === "connecting" ? NO_CONNECTION : NOTHING];
    case "close":
      return [{ tag: "closed", xid }, state.tag === "closed" ? NOTHING : [{ tag: "close" }]];
  }
}

/** Rules 1 and 5. */
function onStart(state: SunTcpClientState, call: Asked, now: Nanos, options: SunTcpClientOptions): ClientStep {
  if (state.tag === "closed") return [state, NO_CONNECTION];
  if (state.tag !== "idle") throw new Error("A handle of Sun RPC has one call at a time, over an open connection.");
  const { total, xidStep = 1 } = options;
  const xid = (state.xid + xidStep + XIDS) % XIDS;
  return [waiting(xid, now, total), [{ tag: "send", call: { xid, ...call } }]];
}

/** Rule 3. */
const waiting = (xid: number, now: Nanos, total: Nanos | null): Waiting => ({
  tag: "waiting",
  xid,
  deadline: total === null ? Infinity : now + total,
});

/** Rules 4 and 6. */
function onReply(
  state: SunTcpClientState,
  { xid, ending }: ReadReply,
  now: Nanos,
  options: SunTcpClientOptions,
): ClientStep {
  if (state.tag !== "waiting") return [state, NOTHING]; // it lies in the stream until the next call reads it
  const isAnothers = xid !== state.xid && !options.without.includes("xidMatch");
  if (isAnothers || ending === null) return [waiting(state.xid, now, options.total), NOTHING];
  const effect: SunTcpClientEffect =
    ending.status === "SUCCESS" ? { tag: "returned", data: ending.data } : { tag: "refused", ending };
  return [{ tag: "idle", xid: state.xid }, [effect]];
}

function facts(state: SunTcpClientState): readonly Fact[] {
  const xid: Fact = { name: "transaction identifier", kind: "number", value: state.xid };
  if (state.tag !== "waiting" || state.deadline === Infinity) return [xid];
  return [xid, { name: "gives up at", kind: "moment", value: state.deadline }];
}
