/**
 * The ends of Sun RPC over UDP: a process on each machine, and each client knows the server's port. Further clients
 * stand behind the server. All begin with the same transaction identifier, so only their addresses tell them apart.
 */
import type { Nanos } from "../../kernel/time.ts";
import { CALLEE, CALLER, ofHost, take, type Ends, type Garbled, type Host, type HostEffect } from "../ends.ts";
import type { CallSteps, HostInput, Moment, Role, StepWords } from "../ends.ts";
import { keyText, type Machine } from "../machine.ts";
import { AT_LEAST_ONCE, type Property } from "../promises.ts";
import { sunClient } from "./client.ts";
import type { Asked, SunClientEffect, SunClientInput, SunClientOptions, SunClientState } from "./client.ts";
import type { Call, ReadReply } from "./message.ts";
import { sunServer } from "./server.ts";
import type { Request, SunServerEffect, SunServerInput, SunServerOptions, SunServerState } from "./server.ts";

/** A packet in a socket, the call of the run that it belongs to, and its sender. */
interface In<Message> {
  readonly message: Message;
  readonly call: number;
  readonly from: Host;
}

interface Client {
  readonly at: "client";
  readonly address: string;
  readonly machine: SunClientState;
  readonly call: number;
  /** Replies that came between two calls: the next call reads them. */
  readonly socket: readonly In<ReadReply>[];
}

interface Server {
  readonly at: "server";
  readonly machine: SunServerState;
  readonly call: number; // that it serves
  readonly from: Host; // who has asked
  readonly socket: readonly In<Request>[];
}

export type SunHost = Client | Server;
export type SunPacket =
  | { readonly tag: "call"; readonly from: string; readonly call: Call }
  | { readonly tag: "reply"; readonly reply: ReadReply };
type Effects = readonly HostEffect<SunPacket>[];

/** The identifier before the first: any. */
const FIRST_XID = 0;
export const CLIENT_ADDRESS = "client";

/** Bytes of a frame that are damaged where nobody makes checksums: the last of the identifier and of the procedure. */
const XID_BYTE = 45;
const PROCEDURE_BYTE = 65;
const TURNED = 0xff;

export const garbledCall = (call: Call): readonly Garbled<Call>[] => [
  { byte: XID_BYTE, packet: { ...call, xid: call.xid ^ TURNED } },
  { byte: PROCEDURE_BYTE, packet: { ...call, procedure: call.procedure ^ TURNED } },
];

export const garbledReply = <Kind extends ReadReply>(reply: Kind): readonly Garbled<Kind>[] => [
  { byte: XID_BYTE, packet: { ...reply, xid: reply.xid ^ TURNED } },
];

const garbledOf = (packet: SunPacket): readonly Garbled<SunPacket>[] =>
  packet.tag === "reply"
    ? garbledReply(packet.reply).map(({ byte, packet: reply }) => ({ byte, packet: { tag: "reply", reply } }))
    : garbledCall(packet.call).map(({ byte, packet: call }) => ({ byte, packet: { ...packet, call } }));

interface SunEndsOptions {
  readonly client: SunClientOptions;
  readonly server: SunServerOptions;
  /** The procedure that is called. */
  readonly called: Omit<Asked, "data">;
  /** Without them a damaged byte comes to the other end. */
  readonly udpChecksums: boolean;
  /** Machines that call; left out: one. */
  readonly clients?: number;
}

const EXECUTES: StepWords = { protocol: "Sun RPC server", input: "request" };

export class SunEnds implements Ends<SunHost, SunPacket> {
  readonly hosts: readonly string[];
  readonly roles?: readonly Role[];
  readonly kinds = ["call", "reply"];
  readonly crashable = [CALLEE]; // the client runs the program that is measured
  readonly procedure = EXECUTES;
  readonly promises: readonly Property[];
  readonly steps: CallSteps = {
    starts: { protocol: "Sun RPC client", input: "start" },
    executes: EXECUTES,
    answers: { protocol: "Sun RPC server", input: "done" },
    returns: { protocol: "Sun RPC client", input: "reply" },
  };
  private readonly called: SunEndsOptions["called"];
  private readonly client: Machine<SunClientState, SunClientInput, SunClientEffect, { readonly xid: number }>;
  private readonly server: Machine<SunServerState, SunServerInput, SunServerEffect>;
  readonly garbled?: typeof garbledOf;

  constructor({ client, server, called, udpChecksums, clients = 1 }: SunEndsOptions) {
    const further = Array.from({ length: clients - 1 }, (_, i) => i + 2);
    this.hosts = [CLIENT_ADDRESS, "server", ...further.map((host) => `${CLIENT_ADDRESS}${host}`)];
    if (clients > 1) this.roles = this.hosts.map((_, host) => (host === CALLEE ? "server" : "client"));
    this.called = called;
    this.client = sunClient(client);
    this.server = sunServer(server);
    // A cache is lost in a crash, so a server with one keeps to more only while no machine crashes.
    this.promises = server.cache > 0 ? [...AT_LEAST_ONCE, "onceWhileUp"] : AT_LEAST_ONCE;
    if (!udpChecksums) this.garbled = garbledOf;
  }

  start(): readonly SunHost[] {
    return this.hosts.map((_, host) => this.restart(host));
  }

  restart(host: Host): SunHost {
    if (host === CALLEE) return { at: "server", machine: this.server.start(), call: 0, from: CALLER, socket: [] };
    const address = ofHost(this.hosts, host);
    return { at: "client", address, machine: this.client.start({ xid: FIRST_XID }), call: 0, socket: [] };
  }

  deadline(state: SunHost): Nanos | null {
    return state.at === "client" ? this.client.deadline(state.machine) : null;
  }

  key(state: SunHost): string {
    const { call, socket } = state;
    if (state.at === "client") return `${call} ${this.client.key(state.machine)} ${keyText(socket)}`;
    return `${call} ${state.from} ${this.server.key(state.machine)} ${keyText(socket)}`;
  }

  packetKey(packet: SunPacket): string {
    return keyText(packet);
  }

  step(state: SunHost, input: HostInput<SunPacket>, moment: Moment): readonly [SunHost, Effects] {
    return state.at === "client" ? this.stepClient(state, input, moment) : this.stepServer(state, input, moment);
  }

  private stepClient(state: Client, input: HostInput<SunPacket>, moment: Moment): readonly [SunHost, Effects] {
    switch (input.tag) {
      case "call": {
        const asked = { ...this.called, data: input.data };
        const [begun, sent] = this.tell({ ...state, call: input.call }, { tag: "start", call: asked }, moment);
        const [after, effects] = this.readReplies(begun, moment);
        return [after, [...sent, ...effects]];
      }
      case "packet": {
        const { packet, call, from } = input;
        if (packet.tag !== "reply") throw new Error("A client of Sun RPC is called.");
        return this.readReplies({ ...state, socket: [...state.socket, { message: packet.reply, call, from }] }, moment);
      }
      case "tick":
        return this.tell(state, input, moment);
      case "done":
        throw new Error("The procedure does not run at the client.");
    }
  }

  /** The client reads while a call is outstanding. */
  private readReplies(state: Client, moment: Moment): readonly [Client, Effects] {
    let [at, effects]: readonly [Client, Effects] = [state, []];
    for (let [first] = at.socket; at.machine.tag !== "idle" && first !== undefined; [first] = at.socket) {
      const { message } = first;
      const [next, given] = this.tell({ ...at, socket: at.socket.slice(1) }, { tag: "reply", reply: message }, moment);
      [at, effects] = [next, [...effects, ...given]];
    }
    return [at, effects];
  }

  private tell(state: Client, input: SunClientInput, moment: Moment): readonly [Client, Effects] {
    const [machine, effects] = take(this.client, "server", state.machine, input, moment);
    return [{ ...state, machine }, effects.map((effect) => this.addressed(fromClient(effect, state), CALLEE))];
  }

  private stepServer(state: Server, input: HostInput<SunPacket>, moment: Moment): readonly [SunHost, Effects] {
    switch (input.tag) {
      case "packet": {
        const { packet, call, from } = input;
        if (packet.tag !== "call") throw new Error("A server of Sun RPC has a reply.");
        return this.readRequests({ ...state, socket: [...state.socket, { message: packet, call, from }] }, moment);
      }
      case "done": {
        const ending = { status: "SUCCESS", data: input.data } as const;
        const [machine, answered] = take(this.server, "server", state.machine, { tag: "done", ending }, moment);
        const [after, effects] = this.readRequests({ ...state, machine }, moment);
        return [after, [...this.fromServer(answered, state), ...effects]];
      }
      case "call":
      case "tick":
        throw new Error("A server of Sun RPC makes no calls and waits for no time.");
    }
  }

  /** The process reads its socket when it serves nobody. */
  private readRequests(state: Server, moment: Moment): readonly [Server, Effects] {
    let [at, effects]: readonly [Server, Effects] = [state, []];
    for (let [first] = at.socket; at.machine.tag === "listening" && first !== undefined; [first] = at.socket) {
      const { message, call, from } = first;
      const request = { from: message.from, call: message.call };
      const [machine, given] = take(this.server, "server", at.machine, { tag: "request", request }, moment);
      at = { ...at, machine, call, from, socket: at.socket.slice(1) };
      effects = [...effects, ...this.fromServer(given, at)];
    }
    return [at, effects];
  }

  private fromServer(effects: readonly SunServerEffect[], { call, from }: Pick<Server, "call" | "from">): Effects {
    return effects.map((effect) =>
      effect.tag === "reply"
        ? this.addressed(
            { tag: "send", packet: { tag: "reply", reply: effect.reply }, kind: "reply", call, send: null },
            from,
          )
        : { tag: "execute", call, work: String(effect.call.xid), data: effect.call.data },
    );
  }

  /** Of a pair no packet says where it goes. */
  private addressed(effect: HostEffect<SunPacket>, to: Host): HostEffect<SunPacket> {
    return this.roles === undefined || effect.tag !== "send" ? effect : { ...effect, to };
  }
}

function fromClient(effect: SunClientEffect, { call, address }: Client): HostEffect<SunPacket> {
  switch (effect.tag) {
    case "send":
      return {
        tag: "send",
        packet: { tag: "call", from: address, call: effect.call },
        kind: "call",
        call,
        send: effect.send,
      };
    case "returned":
      return { tag: "returned", data: effect.data };
    case "refused": // a damaged call
    case "failed":
      return { tag: "failed", goesOn: false };
  }
}
