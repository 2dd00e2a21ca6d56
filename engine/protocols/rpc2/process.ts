/**
 * One process that uses RPC2: its connections at either end, and the primitives on them. A pair of processes can be
 * client and server of each other, over two connections (MultiRPC paper §IV).
 *
 * It owns what the machines of single connections share: one Lamport clock, one table of handles, the threads that wait
 * in GETREQUEST, the exported subsystems, what was learnt of the way to each host. It has no clock, no network and no
 * chance of its own: `now` is handed in, packets come in and go out, and numbers are drawn by `options.random`.
 *
 * Rules
 * 1. Lamport clock: one more for every packet that is composed; a packet that is sent again keeps its number. A packet
 *    for a connection whose number is not below the clock sets it to one more than that. In 2025 INIT1 does not count.
 * 2. A packet for a handle that names no connection, or one in HARDERROR, or one that another Uniquefier made (the
 *    handle was that of an earlier incarnation), is answered with a NAK; a NAK never is. So is an encrypted packet for
 *    no connection, of which only the handles can be read.
 * 3. When a peer is found dead, all connections to it are marked.
 * 4. A bind for a subsystem that is not exported, or that no thread waits for: in 2025 BUSY, and nothing is remembered;
 *    in 1987 an exported one waits in the queue, and any other is dropped.
 */
import type { Nanos } from "../../kernel/time.ts";
import { encodeRpc2 } from "../../wire/rpc2.ts";
import { sealRpc2 } from "../../wire/rpc2-cipher.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import { encodeSftp } from "../../wire/sftp.ts";
import { BufferPool } from "./buffers.ts";
import type { BindRequest } from "./client-bind.ts";
import type { Handle, Peer } from "./connection.ts";
import type { End } from "./connection-table.ts";
import { Dispatch } from "./dispatch.ts";
import { ANY_REQUEST, type Outcome, type ProcessEffect, type ProcessOptions } from "./process-types.ts";
import type { MultiRequest, RequestFilter, RpcRequest, SideEffect, Thread } from "./process-types.ts";

/** States in which a connection can be unbound; in the others it is busy. */
const UNBINDABLE: readonly End["state"]["tag"][] = ["THINK", "AWAITREQUEST", "REQINQUEUE", "PROCESS", "HARDERROR"];

const refused = (code: number): Outcome => ({ code, effects: [] });
const done = (effects: readonly ProcessEffect[] = []): Outcome => ({ code: RPC2_RETURN.success, effects });

export class Rpc2Process {
  /** ALLOCBUFFER and FREEBUFFER. */
  readonly buffers = new BufferPool();
  private readonly dispatch: Dispatch;

  /** INIT. */
  constructor(options: ProcessOptions) {
    this.dispatch = new Dispatch(options);
  }

  /** The connections, to be looked at. */
  get table(): Dispatch["endpoint"]["table"] {
    return this.dispatch.endpoint.table;
  }

  get lamport(): number {
    return this.dispatch.endpoint.lamport;
  }

  /** When `tick` is wanted; null where nobody waits for a time. */
  get deadline(): Nanos | null {
    return this.dispatch.deadline;
  }

  /** A datagram has come, at either port. */
  receive(bytes: Uint8Array, from: Peer, now: Nanos): readonly ProcessEffect[] {
    return this.dispatch.receive(bytes, from, now);
  }

  /** Does all that is due. The listener calls it once it has taken in what has arrived. */
  tick(now: Nanos): readonly ProcessEffect[] {
    return this.dispatch.tick(now);
  }

  /**
   * As the prototype's listener did, which looked at the clock first (MultiRPC paper §V-C): notes which requests have
   * waited long enough. Their answers are thrown away until `tick` has sent them again.
   */
  expire(now: Nanos): void {
    this.dispatch.expire(now);
  }

  /** BIND. The handle counts once `bound` says so. Throws where the request is not one that can be made. */
  bind(request: BindRequest, now: Nanos): Outcome & { readonly handle: Handle } {
    return this.dispatch.bind(request, now);
  }

  /** UNBIND, at either end. Sends nothing: each end forgets a connection by itself. */
  unbind(handle: Handle): Outcome {
    const end = this.table.get(handle);
    if (end === null) return refused(RPC2_RETURN.noConnection);
    if (!UNBINDABLE.includes(end.state.tag)) return refused(RPC2_RETURN.connectionBusy);
    this.dispatch.forget(handle);
    return done();
  }

  /** EXPORT: calls for the subsystem are accepted. */
  export(subsystem: number): Outcome {
    const { exported } = this.dispatch.queue;
    if (exported.has(subsystem)) return refused(RPC2_RETURN.duplicateServer);
    exported.add(subsystem);
    return done();
  }

  /** DEEXPORT: no new connections for the subsystem, or for any with null. Those that there are live on. */
  deexport(subsystem: number | null): Outcome {
    const { exported } = this.dispatch.queue;
    if (subsystem === null) exported.clear();
    else if (!exported.delete(subsystem)) return refused(RPC2_RETURN.badServer);
    return done();
  }

  /** GETREQUEST: the thread waits for what its filter lets through, `limit` at most. */
  getRequest(thread: Thread, now: Nanos, filter: RequestFilter = ANY_REQUEST, limit: Nanos | null = null): Outcome {
    if (this.dispatch.queue.isWaiting(thread)) throw new Error(`Thread ${thread} waits in GETREQUEST already.`);
    if (!this.isFilter(filter)) return refused(RPC2_RETURN.badFilter);
    return done(this.dispatch.ask({ thread, filter, limit: limit === null ? null : now + limit }, now));
  }

  private isFilter({ from }: RequestFilter): boolean {
    if (from.tag === "subsystem") return this.dispatch.queue.exported.has(from.subsystem);
    if (from.tag === "anybody") return true;
    const end = this.table.get(from.handle);
    return end?.role === "server" && (end.state.tag === "AWAITREQUEST" || end.state.tag === "REQINQUEUE");
  }

  /** ENABLE: requests on a new connection are served from now on. */
  enable(handle: Handle, now: Nanos): Outcome {
    const end = this.table.get(handle);
    if (end === null) return refused(RPC2_RETURN.noConnection);
    if (end.role !== "server" || end.state.tag !== "AWAITENABLE") return refused(RPC2_RETURN.fail);
    return done(this.dispatch.server(handle, { tag: "enable" }, now));
  }

  /** SENDRESPONSE. */
  sendResponse(handle: Handle, returnCode: number, body: Uint8Array, now: Nanos): Outcome {
    const end = this.table.get(handle);
    if (end === null) return refused(RPC2_RETURN.noConnection);
    if (end.role !== "server" || end.state.tag !== "PROCESS") return refused(RPC2_RETURN.notWorker);
    return done(this.dispatch.server(handle, { tag: "respond", returnCode, body }, now));
  }

  /** MAKERPC. */
  makeRpc(handle: Handle, { sideEffect, ...call }: RpcRequest, now: Nanos): Outcome {
    const code = this.usable(handle);
    if (code !== RPC2_RETURN.success) return refused(code);
    const started = sideEffect === undefined ? [] : this.dispatch.startTransfer(handle, sideEffect, now);
    return done([...this.dispatch.client(handle, { tag: "call", call }, now), ...started]);
  }

  /** Why a client cannot call on the connection, or SUCCESS. */
  private usable(handle: Handle): number {
    const end = this.table.get(handle);
    if (end === null) return RPC2_RETURN.noConnection;
    if (end.role !== "client") return RPC2_RETURN.notClient;
    if (end.state.tag === "HARDERROR") return RPC2_RETURN.fail;
    const isFree = end.state.tag === "THINK" && !this.dispatch.parallel.isInCall(handle);
    return isFree ? RPC2_RETURN.success : RPC2_RETURN.connectionBusy;
  }

  /** INITSIDEEFFECT: what is to be transferred in the call that is being served. */
  initSideEffect(handle: Handle, sideEffect: SideEffect): Outcome {
    const end = this.table.get(handle);
    if (end === null) return refused(RPC2_RETURN.noConnection);
    const isServed = end.role === "server" && end.state.tag === "PROCESS";
    if (!isServed || end.state.sideEffectType === 0) return refused(RPC2_RETURN.fail);
    this.dispatch.sideEffects.set(handle, sideEffect);
    return done();
  }

  /** CHECKSIDEEFFECT: transfers it; "side effect over" says when the thread may go on. */
  checkSideEffect(handle: Handle, now: Nanos): Outcome {
    const sideEffect = this.dispatch.sideEffects.get(handle);
    const end = this.table.get(handle);
    if (end === null) return refused(RPC2_RETURN.noConnection);
    const isServed = end.role === "server" && end.state.tag === "PROCESS";
    if (!isServed || sideEffect === undefined) return refused(RPC2_RETURN.fail);
    this.dispatch.sideEffects.delete(handle);
    const effects = this.dispatch.server(handle, { tag: "side effect begins" }, now);
    return done([...effects, ...this.dispatch.startTransfer(handle, sideEffect, now)]);
  }

  /**
   * MULTIRPC, as MAKEMULTI calls it with a body packed once. Connections that cannot be used are handed to the handler
   * first; simple and parallel calls may follow one another in any order on any connections.
   */
  multiRpc(handles: readonly Handle[], request: MultiRequest, now: Nanos): Outcome {
    const codes = handles.map((handle, index) => {
      const isTwice = handles.indexOf(handle) !== index;
      return isTwice ? RPC2_RETURN.connectionBusy : this.usable(handle);
    });
    return done(this.dispatch.startParallel(handles, codes, request, now));
  }

  /** The request that `transmit` was about leaves now; what is next follows. */
  transmit(call: number, handle: Handle, now: Nanos): readonly ProcessEffect[] {
    const end = this.table.get(handle);
    // Its peer may have been found dead since.
    const isReady = end?.role === "client" && end.state.tag === "AWAITREPLY" && end.state.sending.sends === 0;
    const sent = isReady ? this.dispatch.client(handle, { tag: "transmit" }, now) : [];
    return [...sent, ...this.goOn(call, now)];
  }

  /** The request that `retransmit` was about leaves again now, or its server is given up; what is next follows. */
  retransmit(call: number, handle: Handle, now: Nanos): readonly ProcessEffect[] {
    const end = this.table.get(handle);
    const isDue = end?.role === "client" && end.state.tag === "AWAITREPLY" && end.state.sending.expired;
    const sent = isDue ? this.dispatch.client(handle, { tag: "tick" }, now) : [];
    return [...sent, ...this.goOn(call, now)];
  }

  /** The caller has control again after a `yield`. */
  goOn(call: number, now: Nanos): readonly ProcessEffect[] {
    return this.dispatch.stepParallel(call, { tag: "go on" }, now);
  }

  /** The caller was woken, and looks at what was heard. */
  look(call: number, now: Nanos): readonly ProcessEffect[] {
    return this.dispatch.stepParallel(call, { tag: "look" }, now);
  }

  /** The handler has returned: 0 to go on, -1 to stop. */
  handled(call: number, result: 0 | -1, now: Nanos): readonly ProcessEffect[] {
    return this.dispatch.stepParallel(call, { tag: "handled", result }, now);
  }
}

/** The bytes of a packet that is to be sent, encrypted as its connection wants it. */
export function encodePacket(effect: Extract<ProcessEffect, { tag: "send" | "send data" }>): Uint8Array {
  const bytes = effect.tag === "send" ? encodeRpc2(effect.packet) : encodeSftp(effect.packet);
  if (effect.seal !== null) sealRpc2(bytes, effect.seal);
  return bytes;
}
