/**
 * What happens between the connections of a process: packets find their connection, requests find a thread, replies
 * their call. process.ts has the rules and, on top of this, the primitives.
 */
import type { Nanos } from "../../kernel/time.ts";
import { isInit1, RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import { ENCRYPTION, RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import { KEY_BYTES } from "../../wire/rpc2-cipher.ts";
import { parseInit1 } from "../../wire/rpc2-init.ts";
import { putU32 } from "../../wire/bytes.ts";
import { WireError } from "../../wire/error.ts";
import type { SftpPacket } from "../../wire/sftp.ts";
import type { ClientEffect, ClientInput } from "./client.ts";
import type { BindRequest } from "./client-bind.ts";
import { sealOf, type Connection, type Handle, type Peer } from "./connection.ts";
import { MOST_CONNECTIONS, type End } from "./connection-table.ts";
import { Endpoint } from "./endpoint.ts";
import { readPacket } from "./listener.ts";
import type { MultiInput } from "./multi.ts";
import { ParallelCalls, type CallEffect, type Heard } from "./parallel.ts";
import type { MultiRequest, Outcome, ProcessEffect, ProcessOptions, SideEffect } from "./process-types.ts";
import { RequestQueue, type Listener, type Waiting } from "./request-queue.ts";
import { newServer, type Acceptance, type ServerEffect, type ServerInput } from "./server-state.ts";
import type { TransferEffect } from "./sftp.ts";
import { Transfers } from "./transfers.ts";

type Effects = readonly ProcessEffect[];

export class Dispatch {
  readonly endpoint: Endpoint;
  readonly queue = new RequestQueue();
  readonly parallel = new ParallelCalls();
  /** What INITSIDEEFFECT has said and CHECKSIDEEFFECT has not begun. */
  readonly sideEffects = new Map<Handle, SideEffect>();
  private readonly transfers = new Transfers();
  private readonly options: ProcessOptions;
  /** Threads in GETREQUEST whose client is being let in, with what they wait for. */
  private readonly binding = new Map<Handle, Listener>();
  private readonly requests = new Map<number, MultiRequest>(); // of parallel calls

  constructor(options: ProcessOptions) {
    this.options = options;
    this.endpoint = new Endpoint(options);
  }

  get deadline(): Nanos | null {
    const { endpoint, queue, parallel, transfers } = this;
    const times = [endpoint.timers.earliest, queue.deadline, parallel.deadline, transfers.deadline];
    return times.reduce((first, time) => (first === null || (time !== null && time < first) ? time : first), null);
  }

  bind(request: BindRequest, now: Nanos): Outcome & { readonly handle: Handle } {
    if (this.endpoint.table.size >= MOST_CONNECTIONS) return { code: RPC2_RETURN.fail, effects: [], handle: 0 };
    const { handle, effects } = this.endpoint.bind(request, now);
    return { code: RPC2_RETURN.success, handle, effects: this.clientEffects(handle, effects, now) };
  }

  forget(handle: Handle): void {
    this.endpoint.forget(handle);
    this.transfers.forget(handle);
    this.queue.forget(handle);
    this.sideEffects.delete(handle);
  }

  receive(bytes: Uint8Array, from: Peer, now: Nanos): Effects {
    const arrived = readPacket(bytes, this.endpoint.library, (handle) => this.endpoint.table.get(handle));
    if (arrived.tag === "dropped") return [arrived];
    if (arrived.tag === "sftp") return this.receiveData(arrived.packet, arrived.end, now);
    if (arrived.tag === "sealed for nobody") return [this.endpoint.nak(arrived.localHandle, from)]; // rule 2
    const { packet, end } = arrived;
    if (packet.remoteHandle === 0 && isInit1(packet.opcode)) return this.receiveInit1(packet, from, now);
    const isNak = packet.opcode === RPC2_OPCODE.nak;
    const isOurs = end !== null && (isNak || packet.uniquefier === end.state.uniquefier);
    if (!isOurs || end.state.tag === "HARDERROR") {
      if (isNak) return [{ tag: "dropped", why: "a NAK for nobody" }];
      return [this.endpoint.nak(packet.localHandle, from)]; // rule 2
    }
    if (!isNak) this.endpoint.hear(packet);
    const { handle } = end.state;
    return end.role === "client"
      ? this.client(handle, { tag: "packet", packet }, now)
      : this.server(handle, { tag: "packet", packet }, now);
  }

  /** Rule 4. */
  private receiveInit1(packet: Rpc2Packet, from: Peer, now: Nanos): Effects {
    const { endpoint, queue } = this;
    const { library, table } = endpoint;
    if (library.hearsInit1) endpoint.hear(packet);
    const known = table.byInit1(from, packet.localHandle, packet.uniquefier);
    if (known !== null) return this.server(known.state.handle, { tag: "packet", packet }, now);
    const isServed = queue.exported.has(packet.subsysId) && table.size < MOST_CONNECTIONS && isReadable(packet);
    const handle = isServed ? endpoint.handles.next() : 0;
    const request: Waiting = { handle, subsystem: packet.subsysId, isNew: true };
    const listener = isServed ? queue.offer(request, library.holdsBinds) : null;
    if (listener === null && !(isServed && library.holdsBinds)) {
      if (!library.holdsBinds) return [endpoint.busy(packet, from)];
      return [{ tag: "dropped", why: `subsystem ${packet.subsysId} is not exported` }];
    }
    table.add({ role: "server", state: newServer(packet, from, handle, now) });
    return listener === null ? [] : this.take(listener, request, now);
  }

  private receiveData(packet: SftpPacket, end: End | null, now: Nanos): Effects {
    const isOurs = end !== null && packet.localHandle === end.state.peerHandle;
    if (!isOurs || end.state.tag === "HARDERROR") return [{ tag: "dropped", why: "SFTP for no connection" }];
    const { handle } = end.state;
    const heard = end.role === "client" ? this.client(handle, { tag: "side effect heard" }, now) : [];
    const effects = this.transfers.receive(packet, now, this.endpoint.stamp(now));
    return [...heard, ...this.transferEffects(handle, effects, now)];
  }

  /** Everything that is due: connections first, then side effects, threads in GETREQUEST, parallel calls. */
  tick(now: Nanos): Effects {
    const { endpoint, transfers, queue, parallel } = this;
    const effects: ProcessEffect[] = [];
    for (const handle of endpoint.timers.due(now)) {
      const end = endpoint.table.get(handle);
      if (end === null) continue; // gone with another that was due
      if (end.role === "server") effects.push(...this.server(handle, TICK, now));
      else effects.push(...(this.overdue(handle, now) ?? this.client(handle, TICK, now)));
    }
    for (const handle of transfers.due(now)) {
      effects.push(...this.transferEffects(handle, transfers.tick(handle, now, endpoint.stamp(now)), now));
    }
    effects.push(...queue.expire(now).map((thread): ProcessEffect => ({ tag: "no request", thread })));
    for (const call of parallel.due(now)) effects.push(...this.stepParallel(call, TICK, now));
    return effects;
  }

  /** A parallel call's request has waited long enough: its caller will see to it. Null where it belongs to none. */
  private overdue(handle: Handle, now: Nanos): Effects | null {
    const { endpoint, parallel } = this;
    if (endpoint.table.get(handle)?.state.tag !== "AWAITREPLY") return null;
    const call = parallel.overdue(handle, now);
    if (call === null) return null;
    endpoint.client(handle, { tag: "expire" }, now);
    endpoint.timers.set(handle, null); // it is the caller's turn
    return [{ tag: "wake", call }];
  }

  expire(now: Nanos): void {
    const { table, timers } = this.endpoint;
    for (const handle of timers.due(now)) {
      if (table.get(handle)?.role === "client") this.endpoint.client(handle, { tag: "expire" }, now);
    }
  }

  client(handle: Handle, input: ClientInput, now: Nanos): Effects {
    return this.clientEffects(handle, this.endpoint.client(handle, input, now), now);
  }

  server(handle: Handle, input: ServerInput, now: Nanos): Effects {
    return this.serverEffects(handle, this.endpoint.server(handle, input, now), now);
  }

  private peerOf(handle: Handle): Peer {
    return this.endpoint.table.get(handle)?.state.peer ?? { host: 0, port: 0 };
  }

  private clientEffects(handle: Handle, effects: readonly ClientEffect[], now: Nanos): Effects {
    const to = this.peerOf(handle);
    return effects.flatMap((effect): Effects => {
      switch (effect.tag) {
        case "send":
          return [{ ...effect, to, handle }];
        case "bound":
          return [{ ...effect, handle }];
        case "returned":
          return this.returned(handle, effect.reply, now);
        case "failed":
          return this.failed(handle, effect.code, now);
        case "measured":
          return [];
      }
    });
  }

  /** A reply is there; the call's side effect must be too. */
  private returned(handle: Handle, reply: Rpc2Packet, now: Nanos): Effects {
    const wanted = this.sideEffects.delete(handle);
    const { result, file } = wanted ? this.transfers.outcome(handle) : { result: "done" as const, file: null };
    if (result === "broken") {
      this.endpoint.client(handle, { tag: "break", code: RPC2_RETURN.sideEffectFailed2 }, now);
      return this.told(handle, { code: RPC2_RETURN.sideEffectFailed2, reply: null, file }, true, now);
    }
    const code = result === "untouched" ? RPC2_RETURN.sideEffectFailed : reply.returnCode;
    return this.told(handle, { code, reply, file }, result === "untouched", now);
  }

  private failed(handle: Handle, code: number, now: Nanos): Effects {
    const { table } = this.endpoint;
    const end = table.get(handle);
    this.sideEffects.delete(handle);
    if (end === null || isUnbound(end.state)) {
      this.forget(handle);
      return [{ tag: "bind failed", handle, code }];
    }
    const told = this.told(handle, { code, reply: null, file: null }, true, now);
    const isDeath = code === RPC2_RETURN.dead && this.options.deadMarks !== "connection";
    return isDeath ? [...told, ...this.markDead(end.state.peer, now)] : told;
  }

  /** Rule 3. */
  private markDead(peer: Peer, now: Nanos): Effects {
    return this.endpoint.table.to(peer).flatMap((handle) => {
      const end = this.endpoint.table.get(handle);
      if (end === null || end.state.tag === "HARDERROR") return [];
      if (end.role === "server") return this.breakServer(handle, RPC2_RETURN.dead, now);
      const isCalling = this.endpoint.client(handle, { tag: "break", code: RPC2_RETURN.dead }, now).length > 0;
      return isCalling ? this.told(handle, { code: RPC2_RETURN.dead, reply: null, file: null }, true, now) : [];
    });
  }

  /** A side effect that is under way ends with its connection. */
  private breakServer(handle: Handle, code: number, now: Nanos): Effects {
    const wasInSideEffect = this.endpoint.table.get(handle)?.state.tag === "INSE";
    const effects = this.server(handle, { tag: "break", code }, now);
    if (!wasInSideEffect) return effects;
    this.transfers.forget(handle);
    return [...effects, { tag: "side effect over", handle, code: RPC2_RETURN.sideEffectFailed2, file: null }];
  }

  /** Tells whoever has called: a parallel call's caller is woken, any other gets its return. */
  private told(handle: Handle, heard: Heard, failed: boolean, now: Nanos): Effects {
    const call = this.parallel.hear(handle, heard, failed, now);
    if (call !== null) return [{ tag: "wake", call }];
    const { code, reply, file } = heard;
    if (reply === null) return [{ tag: "failed", handle, code }];
    return [{ tag: "returned", handle, code: failed ? code : RPC2_RETURN.success, reply, file }];
  }

  private serverEffects(handle: Handle, effects: readonly ServerEffect[], now: Nanos): Effects {
    const to = this.peerOf(handle);
    return effects.flatMap((effect): Effects => {
      switch (effect.tag) {
        case "send":
          return [{ ...effect, to, handle }];
        case "nak":
          return [this.endpoint.nak(effect.to.localHandle, to)];
        case "request": {
          const waiting: Waiting = { handle, subsystem: effect.request.subsysId, isNew: false };
          const listener = this.queue.offer(waiting, true);
          return listener === null ? [] : this.take(listener, waiting, now);
        }
        case "new connection": {
          const listener = this.binding.get(handle);
          this.binding.delete(handle);
          return listener === undefined ? [] : [{ ...effect, thread: listener.thread, handle }];
        }
        case "bind failed": {
          const listener = this.binding.get(handle);
          this.binding.delete(handle);
          this.forget(handle);
          return listener === undefined ? [] : this.ask(listener, now);
        }
      }
    });
  }

  /** GETREQUEST: the thread takes what waits, or waits. */
  ask(listener: Listener, now: Nanos): Effects {
    const request = this.queue.ask(listener);
    return request === null ? [] : this.take(listener, request, now);
  }

  private take(listener: Listener, { handle, isNew }: Waiting, now: Nanos): Effects {
    const end = this.endpoint.table.get(handle);
    if (end?.role !== "server") return this.ask(listener, now);
    if (isNew && end.state.tag === "STARTBIND") {
      this.binding.set(handle, listener);
      const acceptance = this.judge(end.state.init1);
      if (acceptance === "refused") {
        return this.server(handle, { tag: "refuse", code: RPC2_RETURN.notAuthenticated }, now);
      }
      return this.server(handle, { tag: "accept", acceptance }, now);
    }
    if (end.state.tag !== "REQINQUEUE") return this.ask(listener, now); // it was marked dead meanwhile
    const { request } = end.state;
    return [...this.server(handle, { tag: "take" }, now), { tag: "request", thread: listener.thread, handle, request }];
  }

  /** Whether a client is let in, by the key that it shares with this server. */
  private judge(init1: Rpc2Packet): Acceptance | "refused" {
    const { securityLevel, identity, authenticationType, encryptionType } = parseInit1(init1.body);
    if (securityLevel === "openKimono") return null;
    const sharedKey = this.options.keyOf?.(identity, authenticationType) ?? null;
    if (sharedKey === null || encryptionType !== ENCRYPTION.xor) return "refused";
    const { random } = this.options;
    const sessionKey = new Uint8Array(KEY_BYTES);
    putU32(sessionKey, 0, random());
    putU32(sessionKey, 4, random());
    return { sharedKey, sessionKey, yRandom: random(), firstSequence: random() };
  }

  /** Starts the transfer of the call that a connection is about to make, or is serving. */
  startTransfer(handle: Handle, sideEffect: SideEffect, now: Nanos): Effects {
    const end = this.endpoint.table.get(handle);
    if (end === null) return [];
    const { state } = end;
    const call = "request" in state ? state.request.seqNumber : "nextSeq" in state ? state.nextSeq : 0;
    if (end.role === "client") this.sideEffects.set(handle, sideEffect);
    const effects = this.transfers.start(state, end.role, call, sideEffect, now, this.endpoint.stamp(now));
    return this.transferEffects(handle, effects, now);
  }

  private transferEffects(handle: Handle, effects: readonly TransferEffect[], now: Nanos): Effects {
    const end = this.endpoint.table.get(handle);
    if (end === null) return [];
    const { peer: to } = end.state;
    return effects.flatMap((effect): Effects => {
      if (effect.tag === "send")
        return [{ tag: "send data", to, handle, packet: effect.packet, seal: sealOf(end.state) }];
      if (end.state.tag !== "INSE") return []; // a client's reply will tell
      if (effect.tag === "failed") return this.breakServer(handle, RPC2_RETURN.sideEffectFailed2, now);
      const ends = this.server(handle, { tag: "side effect ends" }, now);
      return [...ends, { tag: "side effect over", handle, code: RPC2_RETURN.success, file: effect.file }];
    });
  }

  startParallel(handles: readonly Handle[], codes: readonly number[], request: MultiRequest, now: Nanos): Effects {
    const effects = this.parallel.start(handles, codes, request, now);
    const first = effects[0];
    if (first !== undefined) this.requests.set(first.call, request);
    return this.parallelEffects(effects, now);
  }

  stepParallel(call: number, input: MultiInput, now: Nanos): Effects {
    return this.parallelEffects(this.parallel.step(call, input, now), now);
  }

  private parallelEffects(effects: readonly CallEffect[], now: Nanos): Effects {
    return effects.flatMap(({ call, handleOf, heardOf, effect }): Effects => {
      switch (effect.tag) {
        case "prepare":
          return effect.indices.flatMap((index) => this.prepare(call, index, handleOf(index), now));
        case "transmit":
        case "retransmit":
          return [{ ...effect, call, handle: handleOf(effect.index) }];
        case "yield":
          return [{ tag: "yield", call }];
        case "handle": {
          const { reply = null, file = null } = heardOf(effect.index) ?? {};
          return [{ ...effect, call, handle: handleOf(effect.index), reply, file }];
        }
        case "abandon":
          this.sideEffects.delete(handleOf(effect.index));
          return this.client(handleOf(effect.index), { tag: "abandon" }, now);
        case "returned":
          this.requests.delete(call);
          return [{ ...effect, tag: "multi returned", call }];
      }
    });
  }

  private prepare(call: number, index: number, handle: Handle, now: Nanos): Effects {
    const request = this.requests.get(call);
    if (request === undefined) throw new Error(`Parallel call ${call} has no request.`);
    const { opcode, body } = request;
    const sideEffect = request.sideEffects?.[index];
    const started = sideEffect === undefined ? [] : this.startTransfer(handle, sideEffect, now);
    return [...started, ...this.client(handle, { tag: "prepare", call: { opcode, body, limit: null } }, now)];
  }
}

/** A connection that never got as far as its peer's handle, or as a key where its level has one. */
const isUnbound = ({ peerHandle, level, key }: Connection): boolean =>
  peerHandle === 0 || (level !== "openKimono" && key === null);

const TICK = { tag: "tick" } as const;

/** A body that cannot be read makes no connection. */
function isReadable(init1: Rpc2Packet): boolean {
  try {
    parseInit1(init1.body);
    return true;
  } catch (error) {
    if (error instanceof WireError) return false;
    throw error;
  }
}
