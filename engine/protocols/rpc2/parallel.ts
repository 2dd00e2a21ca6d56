/** MAKEMULTI and MULTIRPC: the parallel calls of a process, each a machine of multi.ts over some of its connections. */
import type { Nanos } from "../../kernel/time.ts";
import type { Rpc2Packet } from "../../wire/rpc2.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import { unpackReply, type Arg, type ArgRecord } from "../../wire/rpc2-args.ts";
import type { Handle } from "./connection.ts";
import {
  multiDeadline,
  startMulti,
  stepMulti,
  type MultiEffect,
  type MultiInput,
  type MultiOptions,
  type MultiState,
} from "./multi.ts";
import { Timers } from "./timers.ts";

/** What came of a connection, for the handler. */
export interface Heard {
  readonly code: number;
  readonly reply: Rpc2Packet | null;
  readonly file: Uint8Array | null;
}

interface Call {
  readonly handles: readonly Handle[];
  readonly heard: (Heard | undefined)[]; // by index
  state: MultiState;
}

/** An effect of a call, with its number and the connection that it is about. */
export interface CallEffect {
  readonly call: number;
  readonly handleOf: (index: number) => Handle;
  readonly heardOf: (index: number) => Heard | undefined;
  readonly effect: MultiEffect;
}

export class ParallelCalls {
  private readonly calls = new Map<number, Call>();
  private readonly callOf = new Map<Handle, { readonly call: number; readonly index: number }>();
  private readonly timers = new Timers();
  private last = 0;

  get deadline(): Nanos | null {
    return this.timers.earliest;
  }

  /** Starts a call; `codes` says of each connection whether it can be used. */
  start(
    handles: readonly Handle[],
    codes: readonly number[],
    options: MultiOptions,
    now: Nanos,
  ): readonly CallEffect[] {
    const number = ++this.last;
    const [state, effects] = startMulti(codes, options, now);
    this.calls.set(number, { handles, heard: [], state });
    handles.forEach((handle, index) => {
      if (codes[index] === RPC2_RETURN.success) this.callOf.set(handle, { call: number, index });
    });
    return this.after(number, effects);
  }

  step(number: number, input: MultiInput, now: Nanos): readonly CallEffect[] {
    const call = this.calls.get(number);
    if (call === undefined) return [];
    const [state, effects] = stepMulti(call.state, input, now);
    call.state = state;
    return this.after(number, effects);
  }

  /** Notes what came of a connection. The call that it belongs to, whose caller is to look; null where it has none. */
  hear(handle: Handle, heard: Heard, failed: boolean, now: Nanos): number | null {
    const place = this.callOf.get(handle);
    const call = place === undefined ? undefined : this.calls.get(place.call);
    if (place === undefined || call === undefined) return null;
    call.heard[place.index] = heard;
    this.step(place.call, { tag: "heard", index: place.index, code: heard.code, failed }, now);
    return place.call;
  }

  /** A connection has waited long enough. The call that it belongs to, whose caller is to look; null without one. */
  overdue(handle: Handle, now: Nanos): number | null {
    const place = this.callOf.get(handle);
    if (place === undefined) return null;
    this.step(place.call, { tag: "overdue", index: place.index }, now);
    return place.call;
  }

  isInCall(handle: Handle): boolean {
    return this.callOf.has(handle);
  }

  due(now: Nanos): readonly number[] {
    return this.timers.due(now);
  }

  private after(number: number, effects: readonly MultiEffect[]): readonly CallEffect[] {
    const call = this.calls.get(number);
    if (call === undefined) return [];
    this.timers.set(number, multiDeadline(call.state));
    if (call.state.tag === "ended") {
      for (const handle of call.handles) if (this.callOf.get(handle)?.call === number) this.callOf.delete(handle);
      this.calls.delete(number);
    }
    const { handles, heard } = call;
    // Once a connection is handed to the handler, the handler may call on it itself.
    for (const effect of effects) {
      const handle = effect.tag === "handle" ? (handles[effect.index] ?? 0) : 0;
      if (effect.tag === "handle" && this.callOf.get(handle)?.index === effect.index) this.callOf.delete(handle);
    }
    const handleOf = (index: number): Handle => handles[index] ?? 0;
    return effects.map((effect) => ({ call: number, handleOf, heardOf: (index) => heard[index], effect }));
  }
}

/**
 * UNPACKMULTI: what the handler gets of a connection. Without a reply, or where the server does not know the procedure,
 * there are no values. Throws WireError where the reply is not as the descriptors say.
 */
export function unpackMulti(args: readonly Arg[], { code, reply }: Pick<Heard, "code" | "reply">): ArgRecord | null {
  if (reply === null || code === RPC2_RETURN.invalidOpcode) return null;
  return unpackReply(args, reply.body);
}
