/**
 * For tests: a client process and servers, joined by wires that lose, copy, delay and so reorder packets. What crosses
 * a wire is bytes. Threads of the servers take requests, run a procedure for a while and respond; the client has one
 * thread, which while it sends the requests of a parallel call takes in nothing, unless it yields.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { Rpc2Packet } from "../../wire/rpc2.ts";
import type { SftpPacket } from "../../wire/sftp.ts";
import { LossyNet, type Fate } from "../testing/net.ts";
import type { BindRequest } from "./client-bind.ts";
import type { Handle, Peer } from "./connection.ts";
import type { GroupNumber } from "./groups.ts";
import { DEFAULT_TIMING, type Library } from "./library.ts";
import { Rpc2Process, type Outcome } from "./primitives.ts";
import { encodePacket } from "./process.ts";
import type { ProcessState } from "./process-state.ts";
import type { MultiRequest, ProcessEffect, ProcessOptions, RpcRequest, SideEffect } from "./process-types.ts";

/** A packet on its way. Hosts are numbered: 0 is the client's, servers count from 1. */
export interface Journey {
  readonly from: number;
  readonly to: number;
  readonly packet: Rpc2Packet | SftpPacket;
  readonly sent: Sent;
}

type Sent = Extract<ProcessEffect, { readonly tag: "send" | "send data" }>;

/** What all processes are made with (the timing is the client's), and what surrounds them. */
export interface NetOptions extends ProcessOptions {
  readonly servers: number;
  readonly threads?: number; // of each server; 1
  readonly enables?: boolean; // servers enable new connections at once; true
  /** The client's listener looks at the clock before it takes in what has come, as the prototype's did. */
  readonly clockFirst?: boolean;
  readonly peers?: readonly Peer[]; // by host
  /** Asked once for each packet that is sent. */
  readonly fateOf: (journey: Journey) => Fate;
  /** How long the procedure runs; Infinity: for ever. */
  readonly runsFor: (host: number, request: Rpc2Packet) => Nanos;
  readonly procedure: (host: number, request: Rpc2Packet) => { readonly code: number; readonly body: Uint8Array };
  /** A side effect that the procedure checks before it runs. */
  readonly sideEffectOf?: (host: number, request: Rpc2Packet) => SideEffect | null;
  /** The handler of parallel calls. */
  readonly handler?: (effect: Extract<ProcessEffect, { tag: "handle" }>) => 0 | -1;
  /** What it takes the client to send one request of a parallel call, and to be woken. */
  readonly sendTimeOf?: () => Nanos;
  readonly wakeTime?: Nanos;
  /** Gets everything that happens. */
  readonly watch?: (event: NetEvent) => void;
}

/** Something that a process did, its state after it, and what came of it. */
export interface NetEvent {
  readonly at: Nanos;
  readonly host: number;
  readonly what:
    | { readonly tag: "receive"; readonly bytes: Uint8Array }
    | { readonly tag: "tick" }
    | { readonly tag: "ask"; readonly text: string };
  readonly after: ProcessState;
  readonly effects: readonly ProcessEffect[];
}

const FIRST_HOST = 0xc000_0201; // 192.0.2.1 (RFC 5737)
const PORT = 3000; // of the paper's example

export class Net extends LossyNet<NetEvent> {
  readonly processes: (Rpc2Process | null)[];
  readonly peers: readonly Peer[];
  private readonly options: NetOptions;
  private draws = 0;
  private isSending = false; // the client's thread is busy with a parallel call's requests
  private readonly socket: { bytes: Uint8Array; from: Peer }[] = []; // what has come meanwhile
  private readonly woken = new Set<number>();
  private readonly waiting = new Map<string, Rpc2Packet>(); // requests whose side effect is under way

  constructor(options: NetOptions) {
    super();
    this.options = options;
    const hosts = options.servers + 1;
    this.peers = options.peers ?? Array.from({ length: hosts }, (_, n) => ({ host: FIRST_HOST + n, port: PORT }));
    this.processes = Array.from({ length: hosts }, (_, host) => this.start(host));
    for (let host = 0; host < hosts; host++) this.addTimers(host);
    for (let host = 1; host < hosts; host++) this.serve(host);
  }

  /** The client's thread looks at no clock while it sends the requests of a parallel call. */
  private addTimers(host: number): void {
    this.add({
      deadline: () => (host === 0 && this.isSending ? null : (this.processes[host]?.deadline ?? null)),
      tick: () => this.did(host, { tag: "tick" }, this.process(host).tick(this.now)),
    });
  }

  get library(): Library {
    return this.options.library;
  }

  get client(): Rpc2Process {
    return this.process(0);
  }

  process(host: number): Rpc2Process {
    const process = this.processes[host];
    if (process === null || process === undefined) throw new Error(`Host ${host} is down.`);
    return process;
  }

  bind(host: number, request: Partial<BindRequest> = {}): Handle {
    const peer = this.peers[host] ?? { host: 0, port: 0 };
    return this.ask(0, "binds", this.client.bind({ ...OPEN, peer, ...request }, this.now)).handle;
  }

  call(handle: Handle, request: RpcRequest): Outcome {
    return this.ask(0, "calls", this.client.makeRpc(handle, request, this.now));
  }

  multi(handles: readonly Handle[], request: MultiRequest): Outcome {
    return this.ask(0, "calls in parallel", this.client.multiRpc(handles, request, this.now));
  }

  /** A group of all these connections, each of which joins it. */
  group(handles: readonly Handle[]): GroupNumber {
    const key = Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 1);
    const group = this.client.group({ uniquefier: scrambled(++this.draws), key }, this.now);
    for (const handle of handles) this.ask(0, "joins", this.client.join(group, handle, this.now));
    return group;
  }

  /** The process forgets all and hears nothing until it restarts. */
  crash(host: number): void {
    this.processes[host] = null;
  }

  restart(host: number): void {
    this.processes[host] = this.start(host);
    this.serve(host);
  }

  deliver(to: number, bytes: Uint8Array, from: Peer): void {
    if (to === 0 && this.isSending) {
      this.socket.push({ bytes, from });
      return;
    }
    const process = this.processes[to];
    if (process === null || process === undefined) return;
    this.did(to, { tag: "receive", bytes }, process.receive(bytes, from, this.now));
  }

  private start(host: number): Rpc2Process {
    const random = (): number => scrambled(++this.draws);
    return new Rpc2Process({ ...this.options, random, ...(host > 0 && { timing: DEFAULT_TIMING }) });
  }

  private serve(host: number): void {
    this.process(host).export(SUBSYSTEM, this.now);
    this.listen(host, this.options.threads ?? 1);
  }

  enable(host: number, handle: Handle): void {
    this.ask(host, "enables", this.process(host).enable(handle, this.now));
  }

  /** So many threads of the server wait for requests. */
  listen(host: number, threads: number): void {
    for (let n = 0; n < threads; n++) {
      this.ask(host, "getrequest", this.process(host).getRequest(++this.draws, this.now));
    }
  }

  /** A program has used a primitive. */
  private ask<Given extends Outcome>(host: number, text: string, given: Given): Given {
    this.did(host, { tag: "ask", text }, given.effects);
    return given;
  }

  private did(host: number, what: NetEvent["what"], effects: readonly ProcessEffect[]): void {
    const event: NetEvent = { at: this.now, host, what, after: this.process(host).state, effects };
    this.steps.push(event);
    this.options.watch?.(event);
    for (const effect of effects) this.act(host, effect);
  }

  private act(host: number, effect: ProcessEffect): void {
    const process = this.process(host);
    switch (effect.tag) {
      case "send":
      case "send data":
        return this.transmit(host, effect);
      case "new connection":
        if (this.options.enables ?? true) this.enable(host, effect.handle);
        return this.listen(host, 1);
      case "request":
        return this.execute(host, effect.handle, effect.request);
      case "side effect over":
        return this.resume(host, effect.handle, effect.code);
      case "transmit":
        return this.spend("sends", () => process.transmit(effect.call, effect.handle, this.now));
      case "multicast":
        return this.spend("sends to all", () => process.multicast(effect.call, effect.group, effect.handles, this.now));
      case "retransmit":
        return this.spend("sends again", () => process.retransmit(effect.call, effect.handle, this.now));
      case "yield":
        this.drain();
        this.isSending = true;
        return this.sends("has control again", process.goOn(effect.call, this.now));
      case "wake":
        return this.wake(effect.call);
      case "handle": {
        const result = this.options.handler?.(effect) ?? 0;
        return this.did(0, { tag: "ask", text: "handled" }, process.handled(effect.call, result, this.now));
      }
      default:
        return;
    }
  }

  /** The client's thread takes its time to send a request of a parallel call. */
  private spend(text: string, sent: () => readonly ProcessEffect[]): void {
    this.isSending = true;
    this.after(this.options.sendTimeOf?.() ?? 0, () => this.sends(text, sent()));
  }

  /** A step of a parallel call's sending. After the last it waits, and the listener has the socket's packets. */
  private sends(text: string, effects: readonly ProcessEffect[]): void {
    this.did(0, { tag: "ask", text }, effects);
    if (
      !effects.some(({ tag }) => tag === "transmit" || tag === "multicast" || tag === "retransmit" || tag === "yield")
    )
      this.drain();
  }

  private drain(): void {
    this.isSending = false;
    if (this.options.clockFirst === true) this.client.expire(this.now);
    for (const { bytes, from } of this.socket.splice(0)) this.deliver(0, bytes, from);
  }

  private wake(call: number): void {
    if (this.woken.has(call)) return;
    this.woken.add(call);
    this.after(this.options.wakeTime ?? 0, () => {
      this.woken.delete(call);
      this.did(0, { tag: "ask", text: "looks" }, this.client.look(call, this.now));
    });
  }

  private execute(host: number, handle: Handle, request: Rpc2Packet): void {
    const process = this.process(host);
    const sideEffect = this.options.sideEffectOf?.(host, request) ?? null;
    if (sideEffect === null) return this.work(host, handle, request);
    process.initSideEffect(handle, sideEffect, this.now);
    this.waiting.set(`${host} ${handle}`, request);
    this.ask(host, "checks its side effect", process.checkSideEffect(handle, this.now));
  }

  private resume(host: number, handle: Handle, code: number): void {
    const request = this.waiting.get(`${host} ${handle}`);
    this.waiting.delete(`${host} ${handle}`);
    if (request === undefined) return;
    if (code === 0) this.work(host, handle, request);
    else this.listen(host, 1);
  }

  private work(host: number, handle: Handle, request: Rpc2Packet): void {
    const process = this.process(host);
    this.after(this.options.runsFor(host, request), () => {
      if (this.processes[host] !== process) return; // a crash ends what runs
      const { code, body } = this.options.procedure(host, request);
      this.ask(host, "responds", process.sendResponse(handle, code, body, this.now));
      this.listen(host, 1);
    });
  }

  private transmit(host: number, sent: Sent): void {
    const from = this.peers[host];
    if (from === undefined) return;
    const bytes = encodePacket(sent);
    for (const { host: address, port } of [sent.to, ...("others" in sent ? sent.others : [])]) {
      const to = this.peers.findIndex((peer) => peer.host === address && peer.port === port);
      const journey = { from: host, to, packet: sent.packet, sent };
      this.send(this.options.fateOf(journey), () => this.deliver(to, bytes, from));
    }
  }
}

/** 32 bits that look random, of a count (the finalizer of MurmurHash3). */
function scrambled(count: number): number {
  let bits = Math.imul(count ^ (count >>> 16), 0x85eb_ca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

export const SUBSYSTEM = 1001; // of the recordings

/** An open bind. */
export const OPEN: Omit<BindRequest, "peer"> = {
  subsystem: SUBSYSTEM,
  level: "openKimono",
  encryptionType: 0,
  authenticationType: 0,
  identity: new Uint8Array(0),
  sharedKey: null,
  sideEffectType: 0,
};
