/**
 * For tests: the processes of a client and its servers as hosts of testing/ends-net.ts, and what their programs do.
 * What crosses a wire is bytes. Threads of the servers take requests, run a procedure for a while and respond; the
 * client has one thread, which while it sends the requests of a parallel call takes in nothing, unless it yields.
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { present } from "../../kernel/items.ts";
import { RPC2_OPCODE, rpc2Kind, type Rpc2Packet } from "../../wire/rpc2.ts";
import { SFTP_OPCODES, type SftpPacket } from "../../wire/sftp.ts";
import { CALLER, ofHost, take, type Host, type HostEffect, type HostInput, type Hosts, type Moment } from "../ends.ts";
import { EndsNet, type EndsNetOptions, type HostStep } from "../testing/ends-net.ts";
import type { BindRequest } from "./client-bind.ts";
import type { Handle, Peer } from "./connection.ts";
import { endOf, type End } from "./connection-table.ts";
import type { GroupNumber } from "./groups.ts";
import { newHandles } from "./handles.ts";
import { DEFAULT_TIMING } from "./library.ts";
import { drawingMachine, type Outcome } from "./primitives.ts";
import { encodePacket } from "./process.ts";
import { newProcess, type ProcessState } from "./process-state.ts";
import {
  ANY_REQUEST,
  type MultiRequest,
  type ProcessEffect,
  type ProcessInput,
  type ProcessOptions,
  type RpcRequest,
  type SideEffect,
  type StepEffect,
} from "./process-types.ts";

export interface OnWire {
  readonly packet: Rpc2Packet | SftpPacket;
  readonly bytes: Uint8Array;
}

/** A host with its process. */
export interface Running {
  readonly host: Host;
  readonly process: ProcessState;
}

type Input = HostInput<OnWire, ProcessInput>;
export type Wires = EndsNetOptions<OnWire, ProcessInput>;
export type Rpc2Step = HostStep<string, ProcessState, ProcessInput, StepEffect>;

/** What all processes are made with (the timing is the client's), and what the programs on them do. */
interface ProcessesOptions extends ProcessOptions {
  readonly servers?: number; // 1
  readonly peers?: readonly Peer[]; // by host
  readonly threads?: number; // of each server; 1
  readonly enables?: boolean; // servers enable new connections at once; true
  /** The client's listener looks at the clock before it takes in what has come, as the prototype's did. */
  readonly clockFirst?: boolean;
  /** The code that the procedure returns; left out: 0. */
  readonly codeOf?: (host: Host) => number;
}

export const CLIENT = "client"; // its name
const FIRST_HOST = 0xc000_0201; // 192.0.2.1 (RFC 5737)
const PORT = 3000; // of the paper's example

/** Packets that a script may name. */
const KINDS = [...new Set(["request", ...present(Object.values(RPC2_OPCODE), rpc2Kind), ...SFTP_OPCODES])];

/** The processes as hosts, with the programs of the servers. */
export class Processes implements Hosts<Running, OnWire, ProcessInput> {
  readonly hosts: readonly string[];
  readonly kinds = KINDS;
  readonly peers: readonly Peer[];
  readonly options: ProcessesOptions;
  /** A side effect that the procedure checks before it runs. */
  sideEffectOf: (host: Host) => SideEffect | null = () => null;
  /** The client's thread sends the requests of a parallel call: what comes waits, and it looks at no clock. */
  isSending = false;
  readonly socket: Input[] = [];
  private readonly machines: readonly ReturnType<typeof drawingMachine>[];
  private readonly arguments = new Map<string, Uint8Array>(); // of calls whose side effect is under way
  private draws = 0;

  constructor(options: ProcessesOptions) {
    const { servers = 1, peers } = options;
    this.options = options;
    this.hosts = [
      "client",
      ...Array.from({ length: servers }, (_, n) => (servers === 1 ? "server" : `server${n + 1}`)),
    ];
    this.peers = peers ?? this.hosts.map((_, host) => ({ host: FIRST_HOST + host, port: PORT }));
    this.machines = this.hosts.map((_, host) =>
      drawingMachine({ ...options, random: this.draw, ...(host !== CALLER && { timing: DEFAULT_TIMING }) }),
    );
  }

  /** 32 bits that look random, of a count (the finalizer of MurmurHash3). */
  draw = (): number => {
    const count = ++this.draws;
    let bits = Math.imul(count ^ (count >>> 16), 0x85eb_ca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
    return (bits ^ (bits >>> 16)) >>> 0;
  };

  /** One more thread of a server waits. */
  getRequest(): ProcessInput {
    return { tag: "getrequest", thread: ++this.draws, filter: ANY_REQUEST, limit: null };
  }

  start(): readonly Running[] {
    return this.hosts.map((_, host) => this.restart(host));
  }

  restart(host: Host): Running {
    const { library, threads = 1 } = this.options;
    const born = { host, process: newProcess(newHandles(library, this.draw)) };
    if (host === CALLER) return born;
    const waits = Array.from({ length: threads }, () => this.getRequest());
    return this.runAll(born, [{ tag: "export", subsystem: SUBSYSTEM }, ...waits], { now: 0, calleeLife: 1 })[0];
  }

  deadline({ host, process }: Running): Nanos | null {
    return host === CALLER && this.isSending ? null : ofHost(this.machines, host).deadline(process);
  }

  step(state: Running, input: Input, moment: Moment): readonly [Running, readonly HostEffect<OnWire>[]] {
    switch (input.tag) {
      case "packet": {
        const { bytes } = input.packet;
        if (state.host !== CALLER || !this.isSending)
          return this.runAll(state, [{ tag: "datagram", bytes, from: ofHost(this.peers, input.from) }], moment);
        this.socket.push(input);
        return [state, []];
      }
      case "done": {
        const returnCode = this.options.codeOf?.(state.host) ?? 0;
        const respond = { tag: "sendresponse", handle: Number(input.work), returnCode, body: input.data } as const;
        return this.runAll(state, [respond, this.getRequest()], moment);
      }
      case "call":
        throw new Error("A program of RPC2 calls on a connection: by MAKERPC.");
      default:
        return this.runAll(state, [input], moment);
    }
  }

  private runAll(
    before: Running,
    inputs: readonly ProcessInput[],
    moment: Moment,
  ): readonly [Running, readonly HostEffect<OnWire>[]] {
    let state = before;
    const effects = inputs.flatMap((input) => {
      const [after, given] = this.run(state, input, moment);
      state = after;
      return given;
    });
    return [state, effects];
  }

  /** A step of the process, and those with which its program answers at once. */
  private run(
    { host, process: before }: Running,
    input: ProcessInput,
    moment: Moment,
  ): readonly [Running, readonly HostEffect<OnWire>[]] {
    const [process, told] = take(ofHost(this.machines, host), "process", before, input, moment);
    const inputs: ProcessInput[] = [];
    const effects: HostEffect<OnWire>[] = [];
    for (const effect of told) {
      if (effect.tag === "send" || effect.tag === "send data") effects.push(this.sent(effect));
      if (effect.tag === "new connection") {
        if (this.options.enables ?? true) inputs.push({ tag: "enable", handle: effect.handle });
        inputs.push(this.getRequest());
      }
      if (effect.tag === "request") {
        const { handle, request } = effect;
        const sideEffect = this.sideEffectOf(host);
        this.arguments.set(`${host} ${handle}`, request.body);
        if (sideEffect === null) effects.push(this.execution(host, handle));
        else inputs.push({ tag: "initsideeffect", handle, sideEffect }, { tag: "checksideeffect", handle });
      }
      if (effect.tag === "side effect over") {
        if (effect.code === 0) effects.push(this.execution(host, effect.handle));
        else inputs.push(this.getRequest());
      }
    }
    const [state, more] = this.runAll({ host, process }, inputs, moment);
    return [state, [...effects, ...more]];
  }

  private execution(host: Host, handle: Handle): HostEffect<OnWire> {
    const data = this.arguments.get(`${host} ${handle}`);
    if (data === undefined) throw new Error(`No thread of host ${host} has a request of connection ${handle}.`);
    return { tag: "execute", call: 0, work: String(handle), data };
  }

  private sent(effect: Extract<StepEffect, { tag: "send" | "send data" }>): HostEffect<OnWire> {
    const { packet } = effect;
    const hostOf = (to: Peer): Host => this.peers.findIndex(({ host, port }) => to.host === host && to.port === port);
    const others = "others" in effect ? (effect.others ?? []).map(hostOf) : [];
    const kind = "protoVersion" in packet ? (rpc2Kind(packet.opcode) ?? null) : packet.opcode;
    const onWire = { packet, bytes: encodePacket(effect) };
    return { tag: "send", packet: onWire, kind, call: 0, send: null, to: hostOf(effect.to), others };
  }
}

/** Whether an effect is one for the program, and not a note about the step. */
export const isForProgram = (effect: StepEffect): effect is ProcessEffect =>
  effect.tag !== "outcome" && effect.tag !== "connection" && effect.tag !== "draw";

export type Rpc2Net = EndsNet<Running, OnWire, ProcessInput, Rpc2Step>;

/** The program of the client. */
export class Client {
  readonly net: Rpc2Net;
  readonly processes: Processes;
  /** The handler of parallel calls. */
  handler: (effect: Extract<StepEffect, { tag: "handle" }>) => 0 | -1 = () => 0;
  /** What it takes to send one request of a parallel call, and to be woken. */
  sendTime: Nanos = 0;
  wakeTime: Nanos = 0;
  /** Gets all that happens, at every host. */
  watch: (step: Rpc2Step) => void = () => undefined;
  private readonly woken = new Set<number>();

  constructor(net: Rpc2Net, processes: Processes) {
    this.net = net;
    this.processes = processes;
    net.heard = ({ steps }) => {
      for (const step of steps) {
        this.watch(step);
        if (step.host === CLIENT) for (const effect of step.effects) this.follow(effect);
      }
    };
  }

  /** The connection of a host that a handle names; null where it names none. Throws where the host is down. */
  end(host: Host, handle: Handle): End | null {
    const state = this.net.stateOf(host);
    if (state === null) throw new Error(`Host ${host} is down.`);
    return endOf(state.process.connections, handle);
  }

  bind(host: Host, request: Partial<BindRequest> = {}): Handle {
    const { draw, peers } = this.processes;
    const numbers = { uniquefier: draw(), xRandom: draw() };
    return this.ask({ tag: "bind", request: { ...OPEN, peer: ofHost(peers, host), ...request }, numbers }).handle;
  }

  makeRpc(handle: Handle, request: RpcRequest): Outcome {
    return this.ask({ tag: "makerpc", handle, request });
  }

  multiRpc(handles: readonly Handle[], request: MultiRequest): Outcome {
    return this.ask({ tag: "multirpc", handles, request });
  }

  /** A group of all these connections, each of which joins it. */
  group(handles: readonly Handle[]): GroupNumber {
    const numbers = { uniquefier: this.processes.draw(), key: Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 1) };
    const group = this.ask({ tag: "group", numbers }).handle;
    for (const handle of handles) this.ask({ tag: "join", group, handle });
    return group;
  }

  private ask(input: ProcessInput): Outcome & { readonly handle: Handle } {
    if (this.net.stateOf(CALLER) === null) throw new Error("the client is down.");
    const place = this.net.steps.length;
    this.net.tell(CALLER, input);
    const effects = this.net.steps[place]?.steps[0]?.effects ?? [];
    const outcome = effects.find((effect) => effect.tag === "outcome");
    if (outcome === undefined) throw new Error(`${input.tag} is no primitive: it has given no code.`);
    return { code: outcome.code, handle: outcome.handle, effects: effects.filter(isForProgram) };
  }

  private follow(effect: StepEffect): void {
    switch (effect.tag) {
      case "transmit":
      case "retransmit":
        return this.spend({ tag: effect.tag, call: effect.call, handle: effect.handle });
      case "multicast":
        return this.spend(effect);
      case "yield":
        this.drain();
        return this.sends({ tag: "go on", call: effect.call });
      case "wake":
        return this.wake(effect.call);
      case "handle":
        return this.net.tell(CALLER, { tag: "handled", call: effect.call, result: this.handler(effect) });
    }
  }

  /** The thread takes its time to send a request of a parallel call. */
  private spend(leaving: ProcessInput): void {
    this.processes.isSending = true;
    this.net.work(CALLER, this.sendTime, () => this.sends(leaving));
  }

  /** A step of a parallel call's sending. After the last it waits, and the listener has the socket's packets. */
  private sends(input: ProcessInput): void {
    this.processes.isSending = false;
    this.net.tell(CALLER, input);
    if (!this.processes.isSending) this.drain();
  }

  private drain(): void {
    if (this.processes.options.clockFirst === true) this.net.tell(CALLER, { tag: "expire" });
    for (const packet of this.processes.socket.splice(0)) this.net.tell(CALLER, packet);
  }

  private wake(call: number): void {
    if (this.woken.has(call)) return;
    this.woken.add(call);
    this.net.work(CALLER, this.wakeTime, () => {
      this.woken.delete(call);
      this.net.tell(CALLER, { tag: "look", call });
    });
  }
}

/** A client and its servers. What is left out: a wire takes 1 ms, the procedure 10 ms and gives its argument back. */
export function clientOf(options: ProcessesOptions & Partial<Wires>): Client {
  const processes = new Processes(options);
  const wires = { fateOf: () => [millis(1)], runsFor: () => millis(10), procedure: (argument: Uint8Array) => argument };
  return new Client(new EndsNet(processes, { ...wires, ...options }), processes);
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
