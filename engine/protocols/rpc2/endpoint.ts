/**
 * What the connections of a process share, and how one of them takes a step. The rules are at the head of process.ts.
 */
import type { Nanos } from "../../kernel/time.ts";
import { NO_HANDLE, NO_SEQUENCE, RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import { clientDeadline, stepClient, type ClientEffect, type ClientInput } from "./client.ts";
import { startBind, type BindRequest } from "./client-bind.ts";
import { AS_PUBLISHED, stampAt, type Handle, type Peer, type SendEffect, type StepOptions } from "./connection.ts";
import { ConnectionTable } from "./connection-table.ts";
import { Handles } from "./handles.ts";
import { DEFAULT_TIMING, type Library } from "./library.ts";
import type { ProcessEffect, ProcessOptions } from "./process-types.ts";
import { measured, NO_ESTIMATE, type Estimate } from "./round-trip.ts";
import { stepServer } from "./server.ts";
import { serverDeadline, type ServerEffect, type ServerInput } from "./server-state.ts";
import { Timers } from "./timers.ts";

const NO_BODY = new Uint8Array(0);

export class Endpoint {
  readonly table = new ConnectionTable();
  readonly timers = new Timers();
  readonly handles: Handles;
  readonly library: Library;
  /** The process's Lamport clock: the number of the packet that was composed last, or what a peer has set it to. */
  lamport = 0;
  private readonly options: ProcessOptions;
  private readonly estimates = new Map<number, Estimate>(); // by host

  constructor(options: ProcessOptions) {
    this.options = options;
    this.library = options.library;
    this.handles = new Handles(options.library, options.random);
  }

  /** The process's clock in its library's units. */
  stamp(now: Nanos): number {
    return stampAt(this.library, (this.options.clock ?? 0) + now);
  }

  /** What is known of the way to a host. */
  estimate(host: number): Estimate {
    return this.estimates.get(host) ?? NO_ESTIMATE;
  }

  bind(request: BindRequest, now: Nanos): { readonly handle: Handle; readonly effects: readonly ClientEffect[] } {
    const { random } = this.options;
    const names = { handle: this.handles.next(), uniquefier: random(), xRandom: random() };
    const [state, effects] = startBind(request, names, now, this.stepOptions(request.peer, now));
    this.table.add({ role: "client", state });
    this.timers.set(names.handle, clientDeadline(state));
    this.count(effects, false);
    return { handle: names.handle, effects };
  }

  /** A step of a client's connection. Throws where the handle names none. */
  client(handle: Handle, input: ClientInput, now: Nanos): readonly ClientEffect[] {
    const end = this.table.get(handle);
    if (end?.role !== "client") throw new Error(`Handle ${handle} names no connection of a client.`);
    const options = this.stepOptions(end.state.peer, now);
    const [state, effects] = stepClient(end.state, input, now, options);
    if (state !== end.state) this.table.put({ role: "client", state });
    this.timers.set(handle, clientDeadline(state));
    this.count(effects, input.tag === "prepare");
    for (const effect of effects) if (effect.tag === "measured") this.learn(state.peer.host, effect.units);
    return effects;
  }

  /** A step of a server's connection. Throws where the handle names none. */
  server(handle: Handle, input: ServerInput, now: Nanos): readonly ServerEffect[] {
    const end = this.table.get(handle);
    if (end?.role !== "server") throw new Error(`Handle ${handle} names no connection of a server.`);
    const [state, effects] = stepServer(end.state, input, now, this.stepOptions(end.state.peer, now));
    if (state !== end.state) this.table.put({ role: "server", state });
    this.timers.set(handle, serverDeadline(state));
    this.count(effects, false);
    return effects;
  }

  forget(handle: Handle): void {
    this.table.remove(handle);
    this.timers.set(handle, null);
  }

  /** Rule 1. */
  hear(packet: Rpc2Packet): void {
    if (packet.lamport >= this.lamport) this.lamport = (packet.lamport + 1) >>> 0;
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
      lamport: ++this.lamport,
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
      lamport: ++this.lamport,
      uniquefier: 0,
      timeStamp: 0,
      bindTime: 0,
      body: NO_BODY,
    };
  }

  private stepOptions(peer: Peer, now: Nanos): StepOptions {
    const { library, timing = DEFAULT_TIMING, history = AS_PUBLISHED } = this.options;
    const lamport = (this.lamport + 1) >>> 0;
    return { library, timing, history, lamport, stamp: this.stamp(now), estimate: this.estimate(peer.host) };
  }

  /** Rule 1: the number was taken if a packet with it goes out now, or was prepared. */
  private count(effects: readonly (ClientEffect | ServerEffect)[], prepared: boolean): void {
    const offered = (this.lamport + 1) >>> 0;
    const isSend = (effect: ClientEffect | ServerEffect): effect is SendEffect => effect.tag === "send";
    if (prepared || effects.some((effect) => isSend(effect) && effect.packet.lamport === offered))
      this.lamport = offered;
  }

  private learn(host: number, units: number): void {
    this.estimates.set(host, measured(this.estimate(host), units * this.library.stampUnit));
  }
}
