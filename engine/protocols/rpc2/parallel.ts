/**
 * MAKEMULTI and MULTIRPC: the parallel calls of a process, each a machine of multi.ts over some of its connections. All
 * of it is plain data: a change makes other calls.
 */
import { itemAt } from "../../kernel/items.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Rpc2Packet } from "../../wire/rpc2.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import { unpackReply, type Arg, type ArgRecord } from "../../wire/rpc2-args.ts";
import type { Handle } from "./connection.ts";
import { EMPTY_MAP, mapGet, mapRemove, mapSet, type IntMap } from "./int-map.ts";
import { multiDeadline, startMulti, stepMulti, type MultiEffect, type MultiInput, type MultiState } from "./multi.ts";
import type { MultiRequest } from "./process-types.ts";
import { NO_TIMERS, withTimer, type Timers } from "./timers.ts";

/** What came of a connection, for the handler. */
export interface Heard {
  readonly code: number;
  readonly reply: Rpc2Packet | null;
  readonly file: Uint8Array | null;
}

interface Call {
  readonly handles: readonly Handle[];
  readonly request: Pick<MultiRequest, "opcode" | "body" | "sideEffects">;
  readonly results: IntMap<Heard>; // by index in the handles
  readonly state: MultiState;
}

interface Place {
  readonly call: number;
  readonly index: number;
}

export interface ParallelCalls {
  readonly calls: IntMap<Call>; // by number
  readonly places: IntMap<Place>; // by handle: the call that waits for something of the connection
  readonly timers: Timers; // by call
  readonly last: number; // number of the last call
  /** Sites that the tables have room for: as many as the largest call so far has had. They never shrink (§V-C). */
  readonly room: number;
}

export const NO_CALLS: ParallelCalls = { calls: EMPTY_MAP, places: EMPTY_MAP, timers: NO_TIMERS, last: 0, room: 0 };

/** Effects of a call, with all that is known of it. */
export interface CallEffects extends Call {
  readonly call: number;
  readonly effects: readonly MultiEffect[];
}

/** Calls after a step; null for the effects where there is no such call. */
export type ParallelStep = readonly [ParallelCalls, CallEffects | null];

/** Starts a call; `codes` says of each connection whether it can be used. */
export function startParallel(
  calls: ParallelCalls,
  handles: readonly Handle[],
  codes: readonly number[],
  request: MultiRequest,
  now: Nanos,
): ParallelStep {
  const number = calls.last + 1;
  const [state, effects] = startMulti(codes, request, now);
  const places = handles.reduce(
    (map, handle, index) => (codes[index] === RPC2_RETURN.success ? mapSet(map, handle, { call: number, index }) : map),
    calls.places,
  );
  const { opcode, body, sideEffects } = request;
  const asked = { opcode, body, ...(sideEffects === undefined ? {} : { sideEffects }) };
  const call: Call = { handles, request: asked, results: EMPTY_MAP, state };
  const room = Math.max(calls.room, handles.length);
  return after({ ...calls, places, last: number, room }, number, call, effects);
}

export function stepParallel(calls: ParallelCalls, number: number, input: MultiInput, now: Nanos): ParallelStep {
  const call = mapGet(calls.calls, number);
  if (call === null) return [calls, null];
  const [state, effects] = stepMulti(call.state, input, now);
  return after(calls, number, { ...call, state }, effects);
}

/** Calls after something was heard, and the call whose caller is to look; null where the connection belongs to none. */
type HeardStep = readonly [ParallelCalls, number | null];

/** Notes what came of a connection. */
export function hear(calls: ParallelCalls, handle: Handle, heard: Heard, failed: boolean, now: Nanos): HeardStep {
  const place = mapGet(calls.places, handle);
  const call = place === null ? null : mapGet(calls.calls, place.call);
  if (place === null || call === null) return [calls, null];
  const results = mapSet(call.results, place.index, heard);
  const noted = { ...calls, calls: mapSet(calls.calls, place.call, { ...call, results }) };
  const input = { tag: "heard", index: place.index, code: heard.code, failed } as const;
  return [stepParallel(noted, place.call, input, now)[0], place.call];
}

/** Notes that a connection has waited long enough. */
export function overdue(calls: ParallelCalls, handle: Handle, now: Nanos): HeardStep {
  const place = mapGet(calls.places, handle);
  if (place === null) return [calls, null];
  return [stepParallel(calls, place.call, { tag: "overdue", index: place.index }, now)[0], place.call];
}

export const isInCall = ({ places }: ParallelCalls, handle: Handle): boolean => mapGet(places, handle) !== null;

function after(calls: ParallelCalls, number: number, call: Call, effects: readonly MultiEffect[]): ParallelStep {
  const { state, handles } = call;
  const isOver = state.tag === "ended";
  let { places } = calls;
  if (isOver)
    for (const handle of handles) if (mapGet(places, handle)?.call === number) places = mapRemove(places, handle);
  // Once a connection is handed to the handler, the handler may call on it itself.
  for (const effect of effects) {
    if (effect.tag !== "handle") continue;
    const handle = handleAt(call, effect.index);
    const place = mapGet(places, handle);
    if (place?.call === number && place.index === effect.index) places = mapRemove(places, handle);
  }
  const next: ParallelCalls = {
    calls: isOver ? mapRemove(calls.calls, number) : mapSet(calls.calls, number, call),
    places,
    timers: withTimer(calls.timers, number, multiDeadline(state)),
    last: calls.last,
    room: calls.room,
  };
  return [next, { ...call, call: number, effects }];
}

/** Throws where the call has no such connection. */
export const handleAt = ({ handles }: Pick<Call, "handles">, index: number): Handle =>
  itemAt(handles, index, "connection of a parallel call");

/** What came of the connection at an index; nothing where no request could be sent on it. */
export const resultAt = ({ results }: Pick<Call, "results">, index: number): Heard | null => mapGet(results, index);

/**
 * UNPACKMULTI: what the handler gets of a connection. Without a reply, or where the server does not know the procedure,
 * there are no values. Throws WireError where the reply is not as the descriptors say.
 */
export function unpackMulti(args: readonly Arg[], { code, reply }: Pick<Heard, "code" | "reply">): ArgRecord | null {
  if (reply === null || code === RPC2_RETURN.invalidOpcode) return null;
  return unpackReply(args, reply.body);
}
