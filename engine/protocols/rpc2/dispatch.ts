/**
 * The work between the connections of a process: packets find their connection, requests find a thread, replies their
 * call. process.ts has the rules and, on top of this, the primitives.
 */
import type { Nanos } from "../../kernel/time.ts";
import { isInit1, RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import { errorFromWire } from "../../wire/rpc2-errors.ts";
import type { SftpPacket } from "../../wire/sftp.ts";
import { acceptance, ADMISSION_NUMBERS, isOpenBind, isReadable, sharedKeyOf } from "./admission.ts";
import type { ClientEffect, ClientInput } from "./client-state.ts";
import type { BindRequest } from "./client-bind.ts";
import { sealOf, type Connection, type Handle, type Peer } from "./connection.ts";
import { endByInit1, handlesTo, MOST_CONNECTIONS, type End } from "./connection-table.ts";
import { Endpoint } from "./endpoint.ts";
import { groupOf, groupSeal, isMulticast, joined, multicast, requestOf, type GroupNumber } from "./groups.ts";
import { mapGet, mapRemove, mapSet } from "./int-map.ts";
import { readPacket } from "./listener.ts";
import type { MultiInput } from "./multi.ts";
import { hear, overdue, startParallel, stepParallel, type Heard } from "./parallel.ts";
import { parallelEffects } from "./parallel-effects.ts";
import type { Draft } from "./process-state.ts";
import type {
  BindNumbers,
  MultiRequest,
  ProcessEffect,
  ProcessOptions,
  SideEffect,
  StepEffect,
} from "./process-types.ts";
import { ask, expireThreads, offer, withoutConnection, type Listener, type Waiting } from "./request-queue.ts";
import { newServer, type ServerEffect, type ServerInput } from "./server-state.ts";
import type { TransferEffect } from "./sftp.ts";
import { startTransfer, stepTransfer, transferOutcome, withoutTransfer } from "./transfers.ts";
import { dueTimers } from "./timers.ts";

type Effects = readonly StepEffect[];
type TransferInput = Parameters<typeof stepTransfer>[2];

/** One step of a process: it changes the draft of its next state. */
export class Dispatch {
  readonly endpoint: Endpoint;
  readonly draft: Draft;
  private readonly options: ProcessOptions;
  private readonly now: Nanos;

  constructor(options: ProcessOptions, draft: Draft, now: Nanos) {
    this.options = options;
    this.draft = draft;
    this.now = now;
    this.endpoint = new Endpoint(options, draft, now);
  }

  /** Null where the process has as many connections as it may have. */
  bind(request: BindRequest, numbers: BindNumbers): { readonly handle: Handle; readonly effects: Effects } | null {
    if (this.isFull) return null;
    const { handle, effects } = this.endpoint.bind(request, numbers);
    return { handle, effects: this.clientEffects(handle, effects) };
  }

  private get isFull(): boolean {
    return this.draft.connections.ends.count >= MOST_CONNECTIONS;
  }

  forget(handle: Handle): void {
    const { draft } = this;
    this.endpoint.forget(handle);
    draft.transfers = withoutTransfer(draft.transfers, handle);
    draft.queue = withoutConnection(draft.queue, handle);
    draft.sideEffects = mapRemove(draft.sideEffects, handle);
  }

  receive(bytes: Uint8Array, from: Peer): Effects {
    if (isMulticast(bytes)) return this.receiveMulticast(bytes, from);
    const arrived = readPacket(bytes, this.endpoint.library, (handle) => this.endpoint.end(handle));
    if (arrived.tag === "dropped") return [arrived];
    if (arrived.tag === "sftp") return this.receiveData(arrived.packet, arrived.end);
    if (arrived.tag === "sealed for nobody") return this.unknown(arrived.localHandle, from);
    const { packet, end } = arrived;
    if (packet.remoteHandle === 0 && isInit1(packet.opcode)) return this.receiveInit1(packet, from);
    const isNak = packet.opcode === RPC2_OPCODE.nak;
    const isOurs = end !== null && (isNak || packet.uniquefier === end.state.uniquefier);
    if (!isOurs || end.state.tag === "HARDERROR") {
      if (isNak) return [{ tag: "dropped", why: "a NAK for nobody" }];
      return this.unknown(packet.localHandle, from);
    }
    if (!isNak) this.endpoint.hear(packet);
    const { handle } = end.state;
    return end.role === "client"
      ? this.client(handle, { tag: "packet", packet })
      : this.server(handle, { tag: "packet", packet });
  }

  private receiveMulticast(bytes: Uint8Array, from: Peer): Effects {
    const given = requestOf(this.draft.groups, bytes, from, (handle) => {
      const end = this.endpoint.end(handle);
      return end === null || end.state.tag === "HARDERROR" ? null : end.state;
    });
    if (given.tag === "dropped") return [given];
    this.endpoint.hear(given.packet);
    return this.server(given.handle, { tag: "packet", packet: given.packet });
  }

  /** One packet leaves for all of these connections of a group that still wait for it to leave. */
  multicast(number: GroupNumber, handles: readonly Handle[]): Effects {
    const { draft, endpoint } = this;
    const ready = handles.flatMap((handle) => {
      const end = endpoint.end(handle);
      const isReady = end?.role === "client" && end.state.tag === "AWAITREPLY" && end.state.sending.sends === 0;
      return isReady ? [end.state] : [];
    });
    const sent = ready.flatMap(({ handle }) => this.client(handle, { tag: "transmit" }));
    const first = sent.find((effect) => effect.tag === "send");
    const [member, ...others] = ready;
    const group = groupOf(draft.groups, number);
    if (first === undefined || member === undefined || group === null) return sent;
    const [groups, packet] = multicast(draft.groups, group, first.packet);
    draft.groups = groups;
    return [{ ...first, packet, seal: groupSeal(member, group), others: others.map(({ peer }) => peer) }];
  }

  /** Rule 2. */
  private unknown(handle: Handle, from: Peer): Effects {
    if (this.options.without?.includes("nak") === true) return [{ tag: "dropped", why: "it is for no connection" }];
    return [this.endpoint.nak(handle, from)];
  }

  /** Rule 4. */
  private receiveInit1(packet: Rpc2Packet, from: Peer): Effects {
    const { endpoint, draft } = this;
    const { library } = endpoint;
    if (library.hearsInit1) endpoint.hear(packet);
    const known = endByInit1(draft.connections, from, packet.localHandle, packet.uniquefier);
    if (known !== null) return this.server(known.state.handle, { tag: "packet", packet });
    const isServed = draft.queue.exported.includes(packet.subsysId) && !this.isFull && isReadable(packet);
    if (!isServed) return this.notServed(packet, from);
    const request: Waiting = { handle: endpoint.nextHandle(), subsystem: packet.subsysId, isNew: true };
    const listener = this.offer(request, library.holdsBinds);
    if (listener === null && !library.holdsBinds) return this.notServed(packet, from);
    endpoint.admit(newServer(packet, from, request.handle, this.now));
    return listener === null ? [] : this.take(listener, request);
  }

  private notServed(init1: Rpc2Packet, from: Peer): Effects {
    if (!this.endpoint.library.holdsBinds) return [this.endpoint.busy(init1, from)];
    return [{ tag: "dropped", why: `subsystem ${init1.subsysId} is not exported` }];
  }

  private offer(request: Waiting, mayWait: boolean): Listener | null {
    const [queue, listener] = offer(this.draft.queue, request, mayWait);
    this.draft.queue = queue;
    return listener;
  }

  private receiveData(packet: SftpPacket, end: End | null): Effects {
    const isOurs = end !== null && packet.localHandle === end.state.peerHandle;
    if (!isOurs || end.state.tag === "HARDERROR") return [{ tag: "dropped", why: "SFTP for no connection" }];
    const { handle } = end.state;
    const heard = end.role === "client" ? this.client(handle, { tag: "side effect heard" }) : [];
    return [...heard, ...this.transfer(handle, { tag: "packet", packet })];
  }

  private transfer(handle: Handle, input: TransferInput): Effects {
    const { draft, now, endpoint } = this;
    const [transfers, effects] = stepTransfer(draft.transfers, handle, input, now, endpoint.stamp);
    draft.transfers = transfers;
    return this.transferEffects(handle, effects);
  }

  /** Everything that is due: connections first, then side effects, threads in GETREQUEST, parallel calls. */
  tick(): Effects {
    const { draft, now } = this;
    const effects: StepEffect[] = [];
    for (const handle of dueTimers(draft.timers, now)) {
      const end = this.endpoint.end(handle);
      if (end === null) continue; // gone with another that was due
      if (end.role === "server") effects.push(...this.server(handle, TICK));
      else effects.push(...(this.overdue(handle) ?? this.client(handle, TICK)));
    }
    for (const handle of dueTimers(draft.transfers.timers, now)) effects.push(...this.transfer(handle, TICK));
    const [queue, threads] = expireThreads(draft.queue, now);
    draft.queue = queue;
    effects.push(...threads.map((thread): ProcessEffect => ({ tag: "no request", thread })));
    for (const call of dueTimers(draft.parallel.timers, now)) effects.push(...this.parallel(call, TICK));
    return effects;
  }

  /** A parallel call's request has waited long enough: its caller will see to it. Null where it belongs to none. */
  private overdue(handle: Handle): Effects | null {
    const { endpoint, draft } = this;
    if (endpoint.end(handle)?.state.tag !== "AWAITREPLY") return null;
    const [parallel, call] = overdue(draft.parallel, handle, this.now);
    if (call === null) return null;
    draft.parallel = parallel;
    endpoint.client(handle, { tag: "expire" });
    endpoint.arm(handle, null); // it is the caller's turn
    return [{ tag: "wake", call }];
  }

  /** Notes which clients' connections have waited long enough. */
  expire(): void {
    for (const handle of dueTimers(this.draft.timers, this.now)) {
      if (this.endpoint.end(handle)?.role === "client") this.endpoint.client(handle, { tag: "expire" });
    }
  }

  client(handle: Handle, input: ClientInput): Effects {
    return this.clientEffects(handle, this.endpoint.client(handle, input));
  }

  server(handle: Handle, input: ServerInput): Effects {
    return this.serverEffects(handle, this.endpoint.server(handle, input));
  }

  private peerOf(handle: Handle): Peer {
    const end = this.endpoint.end(handle);
    if (end === null) throw new Error(`Handle ${handle} names no connection.`);
    return end.state.peer;
  }

  private clientEffects(handle: Handle, effects: readonly ClientEffect[]): Effects {
    const to = this.peerOf(handle);
    return effects.flatMap((effect): Effects => {
      switch (effect.tag) {
        case "send":
          return [{ ...effect, to, handle }];
        case "bound":
          return [{ ...effect, handle }];
        case "returned":
          return this.returned(handle, effect.reply);
        case "failed":
          return this.failed(handle, effect.code);
        case "measured":
          return [];
      }
    });
  }

  /** A reply is there; the call's side effect must be too. */
  private returned(handle: Handle, packet: Rpc2Packet): Effects {
    const { draft } = this;
    const translates = this.endpoint.library.translatesErrors; // server rule 12
    const reply = translates ? { ...packet, returnCode: errorFromWire(packet.returnCode) } : packet;
    const isWanted = mapGet(draft.sideEffects, handle) !== null;
    draft.sideEffects = mapRemove(draft.sideEffects, handle);
    const { result, file } = isWanted
      ? transferOutcome(draft.transfers, handle)
      : { result: "done" as const, file: null };
    if (result === "broken") {
      this.endpoint.client(handle, { tag: "break", code: RPC2_RETURN.sideEffectFailed2 });
      return this.ended(handle, { code: RPC2_RETURN.sideEffectFailed2, reply: null, file }, true);
    }
    const code = result === "untouched" ? RPC2_RETURN.sideEffectFailed : reply.returnCode;
    return this.ended(handle, { code, reply, file }, result === "untouched");
  }

  private failed(handle: Handle, code: number): Effects {
    const end = this.endpoint.end(handle);
    this.draft.sideEffects = mapRemove(this.draft.sideEffects, handle);
    if (end === null || isUnbound(end.state)) {
      this.forget(handle);
      return [{ tag: "bind failed", handle, code }];
    }
    const ended = this.ended(handle, { code, reply: null, file: null }, true);
    const isDeath = code === RPC2_RETURN.dead && this.options.deadMarks !== "connection";
    return isDeath ? [...ended, ...this.markDead(end.state.peer)] : ended;
  }

  /** Rule 3. */
  private markDead(peer: Peer): Effects {
    return handlesTo(this.draft.connections, peer).flatMap((handle) => {
      const end = this.endpoint.end(handle);
      if (end === null || end.state.tag === "HARDERROR") return [];
      if (end.role === "server") return this.breakServer(handle, RPC2_RETURN.dead);
      const isCalling = this.endpoint.client(handle, { tag: "break", code: RPC2_RETURN.dead }).length > 0;
      return isCalling ? this.ended(handle, { code: RPC2_RETURN.dead, reply: null, file: null }, true) : [];
    });
  }

  /** A side effect that is under way ends with its connection. */
  private breakServer(handle: Handle, code: number): Effects {
    const wasInSideEffect = this.endpoint.end(handle)?.state.tag === "INSE";
    const effects = this.server(handle, { tag: "break", code });
    if (!wasInSideEffect) return effects;
    this.draft.transfers = withoutTransfer(this.draft.transfers, handle);
    return [...effects, { tag: "side effect over", handle, code: RPC2_RETURN.sideEffectFailed2, file: null }];
  }

  /** Ends a call: the caller of a parallel call is woken, any other gets its return. */
  private ended(handle: Handle, heard: Heard, failed: boolean): Effects {
    const [parallel, call] = hear(this.draft.parallel, handle, heard, failed, this.now);
    this.draft.parallel = parallel;
    if (call !== null) return [{ tag: "wake", call }];
    const { code, reply, file } = heard;
    if (reply === null) return [{ tag: "failed", handle, code }];
    return [{ tag: "returned", handle, code: failed ? code : RPC2_RETURN.success, reply, file }];
  }

  private serverEffects(handle: Handle, effects: readonly ServerEffect[]): Effects {
    const to = this.peerOf(handle);
    return effects.flatMap((effect): Effects => {
      switch (effect.tag) {
        case "send":
          return [{ ...effect, to, handle }];
        case "nak":
          return [this.endpoint.nak(effect.to.localHandle, to)];
        case "request": {
          if (effect.request.opcode === RPC2_OPCODE.initMulticast) return this.join(handle, effect.request);
          const waiting: Waiting = { handle, subsystem: effect.request.subsysId, isNew: false };
          const listener = this.offer(waiting, true);
          return listener === null ? [] : this.take(listener, waiting);
        }
        case "new connection": {
          const listener = this.letIn(handle);
          return listener === null ? [] : [{ ...effect, thread: listener.thread, handle }];
        }
        case "bind failed": {
          const listener = this.letIn(handle);
          this.forget(handle);
          return listener === null ? [] : this.ask(listener);
        }
      }
    });
  }

  /** A call of a client that no thread serves: the connection joins a group. */
  private join(handle: Handle, request: Rpc2Packet): Effects {
    const end = this.endpoint.end(handle);
    const groups = end === null ? null : joined(this.draft.groups, end.state, request);
    this.draft.groups = groups ?? this.draft.groups;
    const returnCode = groups === null ? RPC2_RETURN.fail : RPC2_RETURN.success;
    const answer = { tag: "respond", returnCode, body: NO_BODY } as const;
    return [...this.server(handle, { tag: "take" }), ...this.server(handle, answer)];
  }

  /** The thread that lets a client in, and is done with that. */
  private letIn(handle: Handle): Listener | null {
    const listener = mapGet(this.draft.binding, handle);
    this.draft.binding = mapRemove(this.draft.binding, handle);
    return listener;
  }

  /** GETREQUEST: the thread takes what waits, or waits. */
  ask(listener: Listener): Effects {
    const [queue, request] = ask(this.draft.queue, listener);
    this.draft.queue = queue;
    return request === null ? [] : this.take(listener, request);
  }

  private take(listener: Listener, { handle, isNew }: Waiting): Effects {
    const end = this.endpoint.end(handle);
    if (end?.role !== "server") return this.ask(listener);
    if (isNew && end.state.tag === "STARTBIND") {
      this.draft.binding = mapSet(this.draft.binding, handle, listener);
      return this.judge(handle, end.state.init1);
    }
    if (end.state.tag !== "REQINQUEUE") return this.ask(listener); // it was marked dead meanwhile
    const { request } = end.state;
    return [...this.server(handle, { tag: "take" }), { tag: "request", thread: listener.thread, handle, request }];
  }

  /** Whether a client is let in, by the key that it shares with this server. */
  private judge(handle: Handle, init1: Rpc2Packet): Effects {
    if (isOpenBind(init1)) return this.server(handle, { tag: "accept", acceptance: null });
    const isKnown = sharedKeyOf(init1, this.options) !== null;
    if (isKnown) return [{ tag: "draw", handle, count: ADMISSION_NUMBERS }];
    return this.server(handle, { tag: "refuse", code: RPC2_RETURN.notAuthenticated });
  }

  /** The numbers are there with which a client is let in. Throws where no client waits for them. */
  admit(handle: Handle, numbers: readonly number[]): Effects {
    const end = this.endpoint.end(handle);
    const isWaiting = end?.state.tag === "STARTBIND" && mapGet(this.draft.binding, handle) !== null;
    const key = isWaiting && end.state.tag === "STARTBIND" ? sharedKeyOf(end.state.init1, this.options) : null;
    if (key === null) throw new Error(`Numbers were drawn for handle ${handle}, where no client waits for them.`);
    return this.server(handle, { tag: "accept", acceptance: acceptance(key, numbers) });
  }

  /** Starts the transfer of the call that a connection is about to make, or is serving. */
  startTransfer(handle: Handle, sideEffect: SideEffect): Effects {
    const end = this.endpoint.end(handle);
    if (end === null) return [];
    const { state } = end;
    const call = "request" in state ? state.request.seqNumber : "nextSeq" in state ? state.nextSeq : 0;
    const { draft, now, endpoint } = this;
    if (end.role === "client") draft.sideEffects = mapSet(draft.sideEffects, handle, sideEffect);
    const start = { role: end.role, call, sideEffect };
    const [transfers, effects] = startTransfer(draft.transfers, state, start, now, endpoint.stamp);
    draft.transfers = transfers;
    return this.transferEffects(handle, effects);
  }

  private transferEffects(handle: Handle, effects: readonly TransferEffect[]): Effects {
    const end = this.endpoint.end(handle);
    if (end === null) return [];
    const { peer: to } = end.state;
    return effects.flatMap((effect): Effects => {
      if (effect.tag === "send")
        return [{ tag: "send data", to, handle, packet: effect.packet, seal: sealOf(end.state) }];
      if (end.state.tag !== "INSE") return []; // a client's reply will tell
      if (effect.tag === "failed") return this.breakServer(handle, RPC2_RETURN.sideEffectFailed2);
      const ends = this.server(handle, { tag: "side effect ends" });
      return [...ends, { tag: "side effect over", handle, code: RPC2_RETURN.success, file: effect.file }];
    });
  }

  startParallel(handles: readonly Handle[], codes: readonly number[], request: MultiRequest): Effects {
    return parallelEffects(this, startParallel(this.draft.parallel, handles, codes, request, this.now));
  }

  /** A step of a parallel call. */
  parallel(call: number, input: MultiInput): Effects {
    return parallelEffects(this, stepParallel(this.draft.parallel, call, input, this.now));
  }
}

/** A connection that never got as far as its peer's handle, or as a key where its level has one. */
const isUnbound = ({ peerHandle, level, key }: Connection): boolean =>
  peerHandle === 0 || (level !== "openKimono" && key === null);

const NO_BODY = new Uint8Array(0);
const TICK = { tag: "tick" } as const;
