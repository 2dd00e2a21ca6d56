/**
 * RPC2's primitives as a program calls them. The process's state is one value, and each call is one step of its machine
 * (process.ts); numbers that the machine wants are drawn here.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { BindRequest } from "./client-bind.ts";
import type { Handle, Peer } from "./connection.ts";
import { allEnds, endOf, type End } from "./connection-table.ts";
import type { GroupNumber, GroupNumbers } from "./groups.ts";
import { newHandles } from "./handles.ts";
import { rpc2Machine } from "./process.ts";
import type { ProcessState } from "./process-state.ts";
import { ANY_REQUEST, type ConnectionStep, type ProcessEffect, type ProcessInput } from "./process-types.ts";
import type { MultiRequest, ProcessOptions, RequestFilter, RpcRequest, SideEffect, Thread } from "./process-types.ts";

/** A primitive gives a return code at once, and effects. Where the code is an error, there are none. */
export interface Outcome {
  readonly code: number;
  readonly effects: readonly ProcessEffect[];
}

interface DrawingOptions extends ProcessOptions {
  /** Draws 32 bits. */
  readonly random: () => number;
}

/** The machine of a process, where numbers that it wants are drawn at once. */
export function drawingMachine(options: DrawingOptions): ReturnType<typeof rpc2Machine> {
  const machine = rpc2Machine(options);
  const step: typeof machine.step = (before, input, now) => {
    const [after, effects] = machine.step(before, input, now);
    if (!effects.some(({ tag }) => tag === "draw")) return [after, effects];
    let state = after;
    const drawn = effects.flatMap((effect) => {
      if (effect.tag !== "draw") return [effect];
      const numbers = Array.from({ length: effect.count }, () => options.random());
      const [next, more] = step(state, { tag: "drawn", handle: effect.handle, numbers }, now);
      state = next;
      return more;
    });
    return [state, drawn];
  };
  return { ...machine, step };
}

/** A machine as a process of RPC2 needs it. */
interface ProcessSurroundings extends DrawingOptions {
  /** Gets each step that a connection takes. */
  readonly stepped?: (step: ConnectionStep, now: Nanos) => void;
}

export class Rpc2Process {
  /** All that the process keeps. A program may store it and set it again later: the process goes on from there. */
  state: ProcessState;
  private readonly machine: ReturnType<typeof rpc2Machine>;
  private readonly surroundings: ProcessSurroundings;

  /** INIT. */
  constructor(surroundings: ProcessSurroundings) {
    this.surroundings = surroundings;
    this.machine = drawingMachine(surroundings);
    this.state = this.machine.start(newHandles(surroundings.library, surroundings.random));
  }

  /** When the process wants a tick; null where no connection, thread or call waits for a time. */
  get deadline(): Nanos | null {
    return this.machine.deadline(this.state);
  }

  /** The connection that a handle names; null where it names none. */
  end(handle: Handle): End | null {
    return endOf(this.state.connections, handle);
  }

  /** All connections, in the order in which they were made. */
  get ends(): readonly End[] {
    return allEnds(this.state.connections);
  }

  /** Requests whose answer or next retry is awaited: each is an event with a time. */
  get outstanding(): number {
    return this.state.timers.set.count;
  }

  /** Sites for which the tables of parallel calls have room. */
  get tableRoom(): number {
    return this.state.parallel.room;
  }

  /** One step. The code is that of a primitive; other inputs have none. */
  private take(input: ProcessInput, now: Nanos): Outcome & { readonly handle: Handle } {
    const [state, stepEffects] = this.machine.step(this.state, input, now);
    this.state = state;
    let [code, handle] = [0, 0];
    const effects: ProcessEffect[] = [];
    for (const effect of stepEffects) {
      if (effect.tag === "connection") this.surroundings.stepped?.(effect, now);
      else if (effect.tag === "outcome") ({ code, handle } = effect);
      else if (effect.tag !== "draw") effects.push(effect);
    }
    return { code, handle, effects };
  }

  private step(input: ProcessInput, now: Nanos): readonly ProcessEffect[] {
    return this.take(input, now).effects;
  }

  /** A datagram has come, at either port. */
  receive(bytes: Uint8Array, from: Peer, now: Nanos): readonly ProcessEffect[] {
    return this.step({ tag: "datagram", bytes, from }, now);
  }

  /** Does all that is due. The listener calls it once it has taken in what has arrived. */
  tick(now: Nanos): readonly ProcessEffect[] {
    return this.step({ tag: "tick" }, now);
  }

  /** The prototype's listener looks at the clock before it takes in what has arrived. */
  expire(now: Nanos): void {
    this.step({ tag: "expire" }, now);
  }

  /** BIND. The handle counts once `bound` says so. Throws where the request is not one that can be made. */
  bind(request: BindRequest, now: Nanos): Outcome & { readonly handle: Handle } {
    const { random } = this.surroundings;
    const uniquefier = random();
    return this.take({ tag: "bind", request, numbers: { uniquefier, xRandom: random() } }, now);
  }

  /** UNBIND, at either end. */
  unbind(handle: Handle, now: Nanos): Outcome {
    return this.take({ tag: "unbind", handle }, now);
  }

  /** EXPORT. */
  export(subsystem: number, now: Nanos): Outcome {
    return this.take({ tag: "export", subsystem }, now);
  }

  /** DEEXPORT, of all subsystems with null. */
  deexport(subsystem: number | null, now: Nanos): Outcome {
    return this.take({ tag: "deexport", subsystem }, now);
  }

  /** GETREQUEST: the thread waits for what its filter lets through, `limit` at most. */
  getRequest(thread: Thread, now: Nanos, filter: RequestFilter = ANY_REQUEST, limit: Nanos | null = null): Outcome {
    return this.take({ tag: "getrequest", thread, filter, limit }, now);
  }

  /** ENABLE. */
  enable(handle: Handle, now: Nanos): Outcome {
    return this.take({ tag: "enable", handle }, now);
  }

  /** SENDRESPONSE. */
  sendResponse(handle: Handle, returnCode: number, body: Uint8Array, now: Nanos): Outcome {
    return this.take({ tag: "sendresponse", handle, returnCode, body }, now);
  }

  /** MAKERPC. */
  makeRpc(handle: Handle, request: RpcRequest, now: Nanos): Outcome {
    return this.take({ tag: "makerpc", handle, request }, now);
  }

  /** INITSIDEEFFECT. */
  initSideEffect(handle: Handle, sideEffect: SideEffect, now: Nanos): Outcome {
    return this.take({ tag: "initsideeffect", handle, sideEffect }, now);
  }

  /** CHECKSIDEEFFECT; "side effect over" says when the thread may go on. */
  checkSideEffect(handle: Handle, now: Nanos): Outcome {
    return this.take({ tag: "checksideeffect", handle }, now);
  }

  /** MULTIRPC. */
  multiRpc(handles: readonly Handle[], request: MultiRequest, now: Nanos): Outcome {
    return this.take({ tag: "multirpc", handles, request }, now);
  }

  /** A new group of no connections, for calls over multicast; gives its number. */
  group(numbers: GroupNumbers, now: Nanos): GroupNumber {
    return this.take({ tag: "group", numbers }, now).handle;
  }

  /** A connection joins a group: a call on it tells its server. */
  join(group: GroupNumber, handle: Handle, now: Nanos): Outcome {
    return this.take({ tag: "join", group, handle }, now);
  }

  /** The packet that the effect `multicast` was about leaves now. */
  multicast(call: number, group: GroupNumber, handles: readonly Handle[], now: Nanos): readonly ProcessEffect[] {
    return this.step({ tag: "multicast", call, group, handles }, now);
  }

  /** The request that the effect `transmit` was about leaves now. */
  transmit(call: number, handle: Handle, now: Nanos): readonly ProcessEffect[] {
    return this.step({ tag: "transmit", call, handle }, now);
  }

  /** The request that the effect `retransmit` was about leaves again now. */
  retransmit(call: number, handle: Handle, now: Nanos): readonly ProcessEffect[] {
    return this.step({ tag: "retransmit", call, handle }, now);
  }

  /** The caller has control again after a `yield`. */
  goOn(call: number, now: Nanos): readonly ProcessEffect[] {
    return this.step({ tag: "go on", call }, now);
  }

  /** The caller was woken, and looks at the replies and failures that have come. */
  look(call: number, now: Nanos): readonly ProcessEffect[] {
    return this.step({ tag: "look", call }, now);
  }

  /** The handler has returned: 0 to go on, -1 to stop. */
  handled(call: number, result: 0 | -1, now: Nanos): readonly ProcessEffect[] {
    return this.step({ tag: "handled", call, result }, now);
  }
}
