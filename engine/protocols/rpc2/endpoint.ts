/**
 * What the connections of a process share, and how one of them takes a step: it changes the draft of the process's next
 * state. The rules are at the head of process.ts.
 */
import type { Nanos } from "../../kernel/time.ts";
import { NO_HANDLE, NO_SEQUENCE, RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import { clientDeadline, stepClient } from "./client.ts";
import type { ClientEffect, ClientInput } from "./client-state.ts";
import { startBind, type BindRequest } from "./client-bind.ts";
import { AS_PUBLISHED, stampAt, type Handle, type Peer, type SendEffect, type StepOptions } from "./connection.ts";
import { endOf, withEnd, withoutEnd, withState, type End } from "./connection-table.ts";
import { nextHandle } from "./handles.ts";
import { mapGet, mapSet } from "./int-map.ts";
import { DEFAULT_TIMING, type Library } from "./library.ts";
import type { BindNumbers, ConnectionStep, ProcessEffect, ProcessOptions } from "./process-types.ts";
import type { Draft } from "./process-state.ts";
import { measured, NO_ESTIMATE, type Estimate } from "./round-trip.ts";
import { stepServer } from "./server.ts";
import { serverDeadline, type ServerEffect, type ServerInput, type StartingState } from "./server-state.ts";
import { withTimer } from "./timers.ts";
import { clientWord, serverWord } from "./words.ts";

const NO_BODY = new Uint8Array(0);

export class Endpoint {
  readonly library: Library;
  /** The steps that connections have taken. */
  readonly steps: ConnectionStep[] = [];
  private readonly options: ProcessOptions;
  private readonly draft: Draft;
  private readonly now: Nanos;

  constructor(options: ProcessOptions, draft: Draft, now: Nanos) {
    this.options = options;
    this.library = options.library;
    this.draft = draft;
    this.now = now;
  }

  /** The process's clock in its library's units. */
  get stamp(): number {
    return stampAt(this.library, (this.options.clock ?? 0) + this.now);
  }

  end(handle: Handle): End | null {
    return endOf(this.draft.connections, handle);
  }

  nextHandle(): Handle {
    const [handle, handles] = nextHandle(this.draft.handles);
    this.draft.handles = handles;
    return handle;
  }

  bind(
    request: BindRequest,
    numbers: BindNumbers,
  ): { readonly handle: Handle; readonly effects: readonly ClientEffect[] } {
    const names = { handle: this.nextHandle(), ...numbers };
    const [state, effects] = startBind(request, names, this.now, this.stepOptions(request.peer));
    this.add({ role: "client", state }, "bind");
    this.arm(names.handle, clientDeadline(state));
    this.count(effects, false);
    return { handle: names.handle, effects };
  }

  /** An INIT1 has come that makes a connection. */
  admit(state: StartingState): void {
    this.add({ role: "server", state }, "INIT1 packet");
  }

  private add(end: End, input: string): void {
    this.draft.connections = withEnd(this.draft.connections, end);
    this.steps.push({ tag: "connection", handle: end.state.handle, input, before: null, after: end });
  }

  private put(before: End, after: End, input: string): void {
    const isSame = after.state === before.state;
    if (!isSame) this.draft.connections = withState(this.draft.connections, after);
    this.steps.push({ tag: "connection", handle: before.state.handle, input, before, after: isSame ? before : after });
  }

  /** A step of a client's connection. Throws where the handle names none. */
  client(handle: Handle, input: ClientInput): readonly ClientEffect[] {
    const end = this.end(handle);
    if (end?.role !== "client") throw new Error(`Handle ${handle} names no connection of a client.`);
    const [state, effects] = stepClient(end.state, input, this.now, this.stepOptions(end.state.peer));
    this.put(end, { role: "client", state }, clientWord(input));
    this.arm(handle, clientDeadline(state));
    this.count(effects, input.tag === "prepare");
    for (const effect of effects) if (effect.tag === "measured") this.learn(state.peer.host, effect.units);
    return effects;
  }

  /** A step of a server's connection. Throws where the handle names none. */
  server(handle: Handle, input: ServerInput): readonly ServerEffect[] {
    const end = this.end(handle);
    if (end?.role !== "server") throw new Error(`Handle ${handle} names no connection of a server.`);
    const [state, effects] = stepServer(end.state, input, this.now, this.stepOptions(end.state.peer));
    this.put(end, { role: "server", state }, serverWord(input));
    this.arm(handle, serverDeadline(state));
    this.count(effects, false);
    return effects;
  }

  /** When the connection wants a tick. */
  arm(handle: Handle, at: Nanos | null): void {
    this.draft.timers = withTimer(this.draft.timers, handle, at);
  }

  forget(handle: Handle): void {
    const before = this.end(handle);
    if (before !== null) this.steps.push({ tag: "connection", handle, input: "forget", before, after: null });
    this.draft.connections = withoutEnd(this.draft.connections, handle);
    this.arm(handle, null);
  }

  /** Rule 1. */
  hear(packet: Rpc2Packet): void {
    if (packet.lamport >= this.draft.lamport) this.draft.lamport = (packet.lamport + 1) >>> 0;
  }

  /** Rule 2, for the peer's handle. */
  nak(remoteHandle: Handle, peer: Peer): ProcessEffect {
    return this.answer(peer, { ...this.blank(), remoteHandle, opcode: RPC2_OPCODE.nak });
  }

  /** Rule 4: a BUSY from no connection, made of the INIT1 itself. */
  busy(init1: Rpc2Packet, peer: Peer): ProcessEffect {
    return this.answer(peer, {
      ...init1,
      remoteHandle: init1.localHandle,
      localHandle: 0,
      opcode: RPC2_OPCODE.busy,
      seqNumber: NO_SEQUENCE,
      lamport: ++this.draft.lamport,
      body: NO_BODY,
    });
  }

  private answer(to: Peer, packet: Rpc2Packet): ProcessEffect {
    return { tag: "send", to, handle: packet.localHandle, packet, send: 1, seal: null };
  }

  private blank(): Rpc2Packet {
    return {
      protoVersion: this.library.protoVersion,
      remoteHandle: 0,
      localHandle: NO_HANDLE,
      flags: 0,
      seqNumber: 0,
      opcode: RPC2_OPCODE.nak,
      seFlags: 0,
      seDataOffset: 0,
      subsysId: 0,
      returnCode: 0,
      lamport: ++this.draft.lamport,
      uniquefier: 0,
      timeStamp: 0,
      bindTime: 0,
      body: NO_BODY,
    };
  }

  private stepOptions(peer: Peer): StepOptions {
    const { library, timing = DEFAULT_TIMING, history = AS_PUBLISHED, without = [] } = this.options;
    const lamport = (this.draft.lamport + 1) >>> 0;
    return { library, timing, history, without, lamport, stamp: this.stamp, estimate: this.estimate(peer.host) };
  }

  /** Rule 1: the number was taken if a packet with it goes out now, or was prepared. */
  private count(effects: readonly (ClientEffect | ServerEffect)[], prepared: boolean): void {
    const offered = (this.draft.lamport + 1) >>> 0;
    const isSend = (effect: ClientEffect | ServerEffect): effect is SendEffect => effect.tag === "send";
    if (prepared || effects.some((effect) => isSend(effect) && effect.packet.lamport === offered))
      this.draft.lamport = offered;
  }

  /** The known facts of the way to a host. */
  private estimate(host: number): Estimate {
    return mapGet(this.draft.estimates, host) ?? NO_ESTIMATE;
  }

  private learn(host: number, units: number): void {
    const estimate = measured(this.estimate(host), units * this.library.stampUnit);
    this.draft.estimates = mapSet(this.draft.estimates, host, estimate);
  }
}
