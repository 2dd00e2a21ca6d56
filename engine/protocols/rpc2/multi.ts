/**
 * SENDPACKETSRELIABLY: one MultiRPC call, from its first request to its result (MultiRPC paper §V). Each connection
 * counts its own retries and takes its own BUSYs, as in a simple call (client.ts); this machine sends the requests,
 * sends them again where nobody has answered in time, hands what came of each to the client's handler, and ends the
 * call.
 *
 *     judging ──▶ sending ──▶ waiting ⇄ handling, retrying ──▶ ended
 *
 * Rules
 * 1. The handler runs exactly once for each connection, on its reply or on its failure, unless it ends the call before.
 *    Connections that were bad from the start come first, before anything is sent.
 * 2. The requests are composed in the order of the list and sent from its last to its first, each with a copy of its
 *    own.
 * 3. While sending, control may be offered to the listener: never, after each packet, or wherever the index comes to a
 *    multiple of 32, as for a loop that counts down and tests its count. So 32 requests leave in one go at the end,
 *    however many there were before; where the paper's library offered control, it does not say.
 * 4. When the caller looks, it handles all results that have come by then, in the order of the list. A connection that
 *    is done changes places with the last one that is not, and the look goes on from there.
 *    So it is with what has waited too long: the listener finds it overdue, and the caller sends it again when it comes
 *    to it. What comes for it in between comes too late (reliable.ts).
 * 5. The handler returns 0 to go on and -1 to stop. On a stop, and when the overall time limit is over, every
 *    connection that is still waited for goes on as if its reply had come (client rule 6).
 *    The call returns at its limit. The library of 2025 was seen to return about 0.1 s after it; neither its source
 *    nor our recordings, none of which has a limit, say why.
 * 6. The result is success where no failure was seen, until the handler stopped or all were heard; FAIL where one was;
 *    TIMEOUT where the time limit was over first. A connection that was not handled by then has the code ABANDONED.
 * 7. Where the connections are a group (groups.ts), one multicast packet takes the place of all requests, and control
 *    is not offered. What is overdue is sent again on its own connection (rule 4).
 */
import type { Nanos } from "../../kernel/time.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import type { GroupNumber } from "./groups.ts";

/** How a connection of the call stands. `code`: its return code, from the library or from the procedure. */
type MultiConnection =
  | { readonly tag: "waiting"; readonly overdue: boolean }
  | { readonly tag: "heard"; readonly code: number; readonly failed: boolean }
  | { readonly tag: "handled"; readonly code: number };

export type YieldEvery = "never" | 32 | 1;

export interface MultiState {
  readonly tag: "judging" | "sending" | "waiting" | "handling" | "retrying" | "ended";
  readonly connections: readonly MultiConnection[]; // by index in the caller's list
  readonly order: readonly number[]; // indices that are not done, as rule 4 leaves them
  readonly at: number; // in `order`: where the look goes on
  readonly next: number; // index of the request to be sent; -1: all are out
  readonly last: number; // index of the request that was sent last; -1: none since control was offered
  readonly limit: Nanos | null;
  readonly yieldEvery: YieldEvery;
  readonly group: GroupNumber | null; // that one packet calls
  readonly failed: boolean; // a failure was seen
}

export type MultiInput =
  /** The caller has done what `transmit`, `multicast`, `yield` or `retransmit` asked for. */
  | { readonly tag: "go on" }
  /** The listener has a reply, or has found the connection failed. */
  | { readonly tag: "heard"; readonly index: number; readonly code: number; readonly failed: boolean }
  /** The listener has found that the connection has waited long enough for an answer. */
  | { readonly tag: "overdue"; readonly index: number }
  /** The caller looks at the results that have come. */
  | { readonly tag: "look" }
  /** The handler has returned: 0 or -1. */
  | { readonly tag: "handled"; readonly result: 0 | -1 }
  | { readonly tag: "tick" };

export type MultiEffect =
  /** The requests of the connections that are waited for are to be composed, in this order (rule 2). */
  | { readonly tag: "prepare"; readonly indices: readonly number[] }
  | { readonly tag: "transmit"; readonly index: number }
  /** One packet is to go to all of these. */
  | { readonly tag: "multicast"; readonly group: GroupNumber; readonly indices: readonly number[] }
  | { readonly tag: "yield" }
  /** The caller sends the request again. */
  | { readonly tag: "retransmit"; readonly index: number }
  /** UNPACKMULTI and the handler are to run. */
  | { readonly tag: "handle"; readonly index: number; readonly code: number }
  | { readonly tag: "abandon"; readonly index: number }
  /** The call is over; a code for the whole and one for each connection. */
  | { readonly tag: "returned"; readonly code: number; readonly codes: readonly number[] };

type MultiStep = [MultiState, readonly MultiEffect[]];

const NOTHING: readonly MultiEffect[] = [];
const WAITING: MultiConnection = { tag: "waiting", overdue: false };
const OVERDUE: MultiConnection = { tag: "waiting", overdue: true };

/** When the call wants a tick. It looks at its limit only while it waits: a handler is not interrupted. */
export const multiDeadline = ({ tag, limit }: MultiState): Nanos | null => (tag === "waiting" ? limit : null);

export interface MultiOptions {
  /** The longest that the caller will wait, from now. */
  readonly limit: Nanos | null;
  readonly yieldEvery: YieldEvery;
  /** The group that the connections are, for a call over multicast. Left out: each gets a request of its own. */
  readonly group?: GroupNumber | null;
}

/** Starts a call. `codes`: for each connection SUCCESS, or why no request can be sent on it. */
export function startMulti(
  codes: readonly number[],
  { limit, yieldEvery, group = null }: MultiOptions,
  now: Nanos,
): MultiStep {
  const connections = codes.map((code): MultiConnection =>
    code === RPC2_RETURN.success ? WAITING : { tag: "heard", code, failed: true },
  );
  const state: MultiState = {
    tag: "judging",
    connections,
    order: codes.map((_, index) => index),
    at: 0,
    next: codes.length - 1,
    last: -1,
    limit: limit === null ? null : now + limit,
    yieldEvery,
    group,
    failed: false,
  };
  return look(state);
}

/** One step. Throws where an input does not fit what the call is doing: that is the process's mistake. */
export function stepMulti(state: MultiState, input: MultiInput, now: Nanos): MultiStep {
  if (state.tag === "ended") return [state, NOTHING];
  switch (input.tag) {
    case "go on":
      if (state.tag === "retrying") return look(state);
      if (state.tag !== "sending") throw new Error(`"go on" comes to a parallel call that is ${state.tag}.`);
      return sendNext(state);
    case "heard":
      return [heard(state, input.index, input.code, input.failed), NOTHING];
    case "overdue":
      return [overdue(state, input.index), NOTHING];
    case "look":
      return state.tag === "waiting" ? look({ ...state, at: 0 }) : [state, NOTHING];
    case "handled":
      if (state.tag !== "handling" && state.tag !== "judging") throw new Error("No handler of this call was running.");
      return input.result === 0 ? look(state) : end(state, resultOf(state));
    case "tick": {
      const limit = multiDeadline(state);
      const isOver = limit !== null && now >= limit;
      return isOver ? end(state, RPC2_RETURN.timeout) : [state, NOTHING];
    }
  }
}

const resultOf = ({ failed }: MultiState): number => (failed ? RPC2_RETURN.fail : RPC2_RETURN.success);

/** Only the first that is heard of a connection counts (rule 1). */
function heard(state: MultiState, index: number, code: number, failed: boolean): MultiState {
  if (state.connections[index]?.tag !== "waiting") return state;
  return { ...state, connections: state.connections.with(index, { tag: "heard", code, failed }) };
}

function overdue(state: MultiState, index: number): MultiState {
  if (state.connections[index]?.tag !== "waiting") return state;
  return { ...state, connections: state.connections.with(index, OVERDUE) };
}

/** Whether the caller has something to do for the connection. */
const isNews = (connection: MultiConnection | undefined): boolean =>
  connection?.tag === "heard" || (connection?.tag === "waiting" && connection.overdue);

/** Rules 1 and 4: hands the next that was heard to the handler, sends the next that is overdue again, or goes on. */
function look(state: MultiState): MultiStep {
  const { order, connections } = state;
  for (const [at, index] of order.entries()) {
    if (at < state.at) continue;
    const connection = connections[index];
    if (connection?.tag === "waiting" && connection.overdue) {
      const next: MultiState = { ...state, tag: "retrying", connections: connections.with(index, WAITING), at };
      return [next, [{ tag: "retransmit", index }]];
    }
    if (connection?.tag !== "heard") continue;
    const { code, failed } = connection;
    const next: MultiState = {
      ...state,
      tag: state.tag === "judging" ? "judging" : "handling",
      connections: connections.with(index, { tag: "handled", code }),
      order: without(order, at),
      at,
      failed: state.failed || failed,
    };
    return [next, [{ tag: "handle", index, code }]];
  }
  return looked(state);
}

/** The last one takes the place of the one that is done. */
function without(order: readonly number[], at: number): readonly number[] {
  return order.slice(0, -1).flatMap((index, place) => (place === at ? order.slice(-1) : index));
}

/** The look has come to the end of the list. */
function looked(state: MultiState): MultiStep {
  if (state.order.length === 0) return end(state, resultOf(state));
  if (state.tag === "judging") return startSending(state);
  const missed = state.order.some((index) => isNews(state.connections[index])); // while a handler ran
  return missed ? look({ ...state, at: 0 }) : [{ ...state, tag: "waiting", at: 0 }, NOTHING];
}

function startSending(state: MultiState): MultiStep {
  const order = state.order.toSorted((a, b) => a - b);
  const { group } = state;
  if (group !== null) {
    const multicast: MultiEffect = { tag: "multicast", group, indices: order };
    return [{ ...state, tag: "sending", order, next: -1 }, [{ tag: "prepare", indices: order }, multicast]]; // rule 7
  }
  const [next, effects] = sendNext({ ...state, tag: "sending", order });
  return [next, [{ tag: "prepare", indices: order }, ...effects]];
}

/** Rules 2 and 3. */
function sendNext(state: MultiState): MultiStep {
  const { yieldEvery, last } = state;
  let next = state.next;
  while (next >= 0 && state.connections[next]?.tag !== "waiting") next--; // nothing is sent on those
  if (next < 0) return look({ ...state, tag: "waiting", next, at: 0 });
  const isDue = yieldEvery !== "never" && Math.floor(next / yieldEvery) < Math.floor(last / yieldEvery);
  if (isDue) return [{ ...state, next, last: -1 }, [{ tag: "yield" }]];
  return [{ ...state, next: next - 1, last: next }, [{ tag: "transmit", index: next }]];
}

/** Rules 5 and 6. */
function end(state: MultiState, code: number): MultiStep {
  const waiting = state.connections.flatMap(({ tag }, index) => (tag === "waiting" ? [index] : []));
  const codes = state.connections.map((one) => (one.tag === "handled" ? one.code : RPC2_RETURN.abandoned));
  const abandons = waiting.map((index): MultiEffect => ({ tag: "abandon", index }));
  return [{ ...state, tag: "ended", limit: null }, [...abandons, { tag: "returned", code, codes }]];
}
