/**
 * The client's half of Sun RPC over UDP (Sun 1986, clntudp_call; RFC 5531): a handle of one program on one server, with
 * at most one call outstanding.
 *
 *     idle --start--> waiting --reply--> idle (returned, or refused by the server)
 *     waiting --tick--> waiting, sent again --tick--> idle (failed: timed out)
 *     idle --start--> reading --reply--> idle        without a limit of time: it may read for ever
 *
 * Rules
 * 1. Every call has a new transaction identifier, `xidStep` more than the last; they count round. A call that is sent
 *    again keeps it.
 * 2. A call is sent again after `retryAfter`, always the same time, until `total` has been waited; then it failed.
 * 3. A reply with another identifier is of an earlier call, and ignored. The client waits for `retryAfter` anew, and
 *    does not count the time that had passed: replies that nobody wants make a dead server live longer.
 * 4. A reply says how the call ended. Where the server refuses the credentials, and the client can make others, it
 *    calls again under a new identifier, at most twice.
 * 5. A reply with the right identifier that cannot be read ends the call: it failed, and is not sent again.
 * 6. A client that reads without `select` waits for no time: it sends once, and a loss leaves it reading for ever.
 */
import type { Nanos } from "../../kernel/time.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { Rule } from "../rules.ts";
import type { Call, Ending, ReadReply } from "./message.ts";

export interface SunClientOptions {
  /** How long a reply is waited for before the call is sent again. */
  readonly retryAfter: Nanos;
  /** How long in all; null for a client that reads without `select`. */
  readonly total: Nanos | null;
  /** Whether new credentials can be made where the server refuses the old ones. */
  readonly canRefresh: boolean;
  /** From the identifier of one call to that of the next; 1 where it is left out. */
  readonly xidStep?: number;
  /** Rules that are left out, to see what they are for: `xidMatch` is rule 3. */
  readonly without: readonly Rule[];
}

/** The request of the stub. */
export type Asked = Omit<Call, "xid">;

interface Outstanding {
  readonly xid: number;
  readonly call: Asked;
  readonly sends: number;
  readonly refreshes: number;
}

export type SunClientState =
  | { readonly tag: "idle"; readonly xid: number } // of the last call
  | ({ readonly tag: "waiting"; readonly waited: Nanos; readonly deadline: Nanos } & Outstanding)
  | ({ readonly tag: "reading" } & Outstanding);

export type SunClientInput =
  | { readonly tag: "start"; readonly call: Asked }
  | { readonly tag: "reply"; readonly reply: ReadReply }
  | { readonly tag: "tick" };

export type SunClientEffect =
  | { readonly tag: "send"; readonly call: Call; readonly send: number }
  | { readonly tag: "returned"; readonly data: Uint8Array }
  /** The server answered, and did not run the procedure to its end. */
  | { readonly tag: "refused"; readonly ending: Exclude<Ending, { readonly status: "SUCCESS" }> }
  | { readonly tag: "failed"; readonly reason: "timed out" | "unreadable reply" };

type ClientStep = readonly [SunClientState, readonly SunClientEffect[]];

const NOTHING: readonly SunClientEffect[] = [];
/** Rule 4. */
const MOST_REFRESHES = 2;
const XIDS = 2 ** 32;

export const CLIENT_STATES: readonly StateWord<SunClientState["tag"]>[] = [
  { tag: "idle", what: "no call is outstanding" },
  { tag: "waiting", what: "the call was sent, and select waits for its reply or for a time" },
  { tag: "reading", what: "the call was sent, and a blocking read waits for its reply, however long that takes" },
];

/** The identity is the identifier before the first: the library takes it from the process's number and the time. */
export function sunClient(
  options: SunClientOptions,
): Machine<SunClientState, SunClientInput, SunClientEffect, { readonly xid: number }> {
  return {
    protocol: "Sun RPC client",
    states: CLIENT_STATES,
    start: ({ xid }) => ({ tag: "idle", xid }),
    step: (state, input, now) => step(state, input, now, options),
    deadline: (state) => (state.tag === "waiting" ? state.deadline : null),
    name: ({ tag }) => tag,
    input: (input) => input.tag,
    key: (state) => keyText({ ...state, deadline: null }),
    facts: (state) => facts(state, options),
  };
}

function step(state: SunClientState, input: SunClientInput, now: Nanos, options: SunClientOptions): ClientStep {
  switch (input.tag) {
    case "start":
      if (state.tag !== "idle") throw new Error("A handle of Sun RPC has one call at a time; this one has one.");
      return begin(state.xid, input.call, 0, now, options);
    case "reply":
      return onReply(state, input.reply, now, options);
    case "tick":
      return onTick(state, now, options);
  }
}

/** Rule 1. */
function begin(last: number, call: Asked, refreshes: number, now: Nanos, options: SunClientOptions): ClientStep {
  const { xidStep = 1 } = options;
  const out: Outstanding = { xid: (last + xidStep + XIDS) % XIDS, call, sends: 1, refreshes };
  return [waiting(out, 0, now, options), [sendOf(out)]];
}

/** Rules 2 and 6. */
function waiting(out: Outstanding, waited: Nanos, now: Nanos, { retryAfter, total }: SunClientOptions): SunClientState {
  if (total === null) return { tag: "reading", ...out };
  return { tag: "waiting", ...out, waited, deadline: now + retryAfter };
}

const sendOf = ({ xid, call, sends }: Outstanding): SunClientEffect => ({
  tag: "send",
  call: { xid, ...call },
  send: sends,
});

function onReply(state: SunClientState, { xid, ending }: ReadReply, now: Nanos, options: SunClientOptions): ClientStep {
  if (state.tag === "idle") return [state, NOTHING]; // it lies in the socket until the next call reads it
  if (xid !== state.xid && !options.without.includes("xidMatch")) {
    return state.tag === "waiting" ? [{ ...state, deadline: now + options.retryAfter }, NOTHING] : [state, NOTHING];
  }
  const idle: SunClientState = { tag: "idle", xid: state.xid };
  if (ending === null) return [idle, [{ tag: "failed", reason: "unreadable reply" }]];
  if (ending.status === "SUCCESS") return [idle, [{ tag: "returned", data: ending.data }]];
  const canCallAgain = ending.status === "AUTH_ERROR" && options.canRefresh && state.refreshes < MOST_REFRESHES;
  if (canCallAgain) return begin(state.xid, state.call, state.refreshes + 1, now, options);
  return [idle, [{ tag: "refused", ending }]];
}

function onTick(state: SunClientState, now: Nanos, options: SunClientOptions): ClientStep {
  if (state.tag !== "waiting" || now < state.deadline || options.total === null) return [state, NOTHING];
  const waited = state.waited + options.retryAfter;
  if (waited >= options.total) return [{ tag: "idle", xid: state.xid }, [{ tag: "failed", reason: "timed out" }]];
  const { xid, call, refreshes } = state;
  const out: Outstanding = { xid, call, sends: state.sends + 1, refreshes };
  return [waiting(out, waited, now, options), [sendOf(out)]];
}

function facts(state: SunClientState, { retryAfter, total }: SunClientOptions): readonly Fact[] {
  const xid: Fact = { name: "transaction identifier", kind: "number", value: state.xid };
  if (state.tag === "idle") return [xid];
  const sent = { name: "sent", kind: "count", value: state.sends } as const;
  if (state.tag === "reading" || total === null) return [xid, sent];
  return [
    xid,
    { ...sent, limit: Math.ceil(total / retryAfter) },
    { name: "waited", kind: "duration", value: state.waited },
    { name: "sent again at", kind: "moment", value: state.deadline },
  ];
}
