/** Sun RPC over UDP as the search runs it: a process on each machine, and the client knows the server's port. */
import { itemAt } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import { keyText, type Machine } from "../protocols/machine.ts";
import { sunClient } from "../protocols/sunrpc/client.ts";
import type { SunClientEffect, SunClientInput, SunClientOptions, SunClientState } from "../protocols/sunrpc/client.ts";
import type { Call, Reply } from "../protocols/sunrpc/message.ts";
import { sunServer } from "../protocols/sunrpc/server.ts";
import type { SunServerEffect, SunServerInput, SunServerOptions, SunServerState } from "../protocols/sunrpc/server.ts";
import { listOf, NAMED, timersOf } from "../systems/sunrpc/handles.ts";
import { CACHE, type Waiting } from "../systems/sunrpc/options.ts";
import { rulesLeftOut, type Explorable, type StepWords } from "./explorable.ts";
import type { Property } from "./properties.ts";
import { CALLEE, CALLER, type Host, type HostEffect, type HostInput, type Moment, type Protocol } from "./protocol.ts";
import { stepsTaken } from "./replay.ts";
import { search } from "./search.ts";

/** A packet in a socket, and the call of the run that it belongs to. */
interface In<Message> {
  readonly message: Message;
  readonly call: number;
}

interface Client {
  readonly at: "client";
  readonly machine: SunClientState;
  readonly call: number;
  /** Replies that came between two calls: the next call reads them. */
  readonly socket: readonly In<Reply>[];
}

interface Server {
  readonly at: "server";
  readonly machine: SunServerState;
  readonly call: number; // that it serves
  readonly socket: readonly In<Call>[];
}

type State = Client | Server;
type Packet = { readonly tag: "call"; readonly call: Call } | { readonly tag: "reply"; readonly reply: Reply };
type Effects = readonly HostEffect<Packet>[];

const PROCEDURE = 1;
/** The identifier before the first: any. */
const FIRST_XID = 0;
const CLIENT_ADDRESS = "client";

/** Bytes of a frame that are damaged where nobody makes checksums: the last of the identifier and of the procedure. */
const XID_BYTE = 45;
const PROCEDURE_BYTE = 65;
const TURNED = 0xff;

function garbledOf(packet: Packet): readonly { readonly byte: number; readonly packet: Packet }[] {
  if (packet.tag === "reply") {
    const { reply } = packet;
    return [{ byte: XID_BYTE, packet: { tag: "reply", reply: { ...reply, xid: reply.xid ^ TURNED } } }];
  }
  const { call } = packet;
  return [
    { byte: XID_BYTE, packet: { tag: "call", call: { ...call, xid: call.xid ^ TURNED } } },
    { byte: PROCEDURE_BYTE, packet: { tag: "call", call: { ...call, procedure: call.procedure ^ TURNED } } },
  ];
}

interface Settings {
  readonly client: SunClientOptions;
  readonly server: SunServerOptions;
}

class SunRpc implements Protocol<State, Packet> {
  readonly hosts = ["client", "server"] as const;
  readonly crashable = [CALLEE] as const; // the client runs the program that is measured
  private readonly client: Machine<SunClientState, SunClientInput, SunClientEffect, { readonly xid: number }>;
  private readonly server: Machine<SunServerState, SunServerInput, SunServerEffect>;
  readonly garbled?: typeof garbledOf;

  constructor({ client, server }: Settings) {
    this.client = sunClient(client);
    this.server = sunServer(server);
    if (server.without.includes("checksum")) this.garbled = garbledOf;
  }

  start(): readonly [State, State] {
    return [this.restart(CALLER), this.restart(CALLEE)];
  }

  restart(host: Host): State {
    if (host === CALLEE) return { at: "server", machine: this.server.start(), call: 0, socket: [] };
    return { at: "client", machine: this.client.start({ xid: FIRST_XID }), call: 0, socket: [] };
  }

  deadline(state: State): Nanos | null {
    return state.at === "client" ? this.client.deadline(state.machine) : null;
  }

  key(state: State): string {
    const { call, socket } = state;
    const machine = state.at === "client" ? this.client.key(state.machine) : this.server.key(state.machine);
    return `${call} ${machine} ${keyText(socket)}`;
  }

  packetKey(packet: Packet): string {
    return keyText(packet);
  }

  step(state: State, input: HostInput<Packet>, { now }: Moment): readonly [State, Effects] {
    return state.at === "client" ? this.stepClient(state, input, now) : this.stepServer(state, input, now);
  }

  private stepClient(state: Client, input: HostInput<Packet>, now: Nanos): readonly [State, Effects] {
    switch (input.tag) {
      case "call": {
        const asked = { ...NAMED, procedure: PROCEDURE, data: Uint8Array.of(input.call) };
        const [begun, sent] = this.take({ ...state, call: input.call }, { tag: "start", call: asked }, now);
        const [after, effects] = this.readReplies(begun, now);
        return [after, [...sent, ...effects]];
      }
      case "packet": {
        const { packet, call } = input;
        if (packet.tag !== "reply") throw new Error("A client of Sun RPC is called.");
        return this.readReplies({ ...state, socket: [...state.socket, { message: packet.reply, call }] }, now);
      }
      case "tick":
        return this.take(state, input, now);
      case "done":
        throw new Error("The procedure does not run at the client.");
    }
  }

  /** The client reads while a call is outstanding. */
  private readReplies(state: Client, now: Nanos): readonly [Client, Effects] {
    let [at, effects]: readonly [Client, Effects] = [state, []];
    while (at.machine.tag !== "idle" && at.socket.length > 0) {
      const { message } = itemAt(at.socket, 0, "reply");
      const [next, given] = this.take({ ...at, socket: at.socket.slice(1) }, { tag: "reply", reply: message }, now);
      [at, effects] = [next, [...effects, ...given]];
    }
    return [at, effects];
  }

  private take(state: Client, input: SunClientInput, now: Nanos): readonly [Client, Effects] {
    const [machine, effects] = this.client.step(state.machine, input, now);
    return [{ ...state, machine }, effects.map((effect) => fromClient(effect, state.call))];
  }

  private stepServer(state: Server, input: HostInput<Packet>, now: Nanos): readonly [State, Effects] {
    switch (input.tag) {
      case "packet": {
        const { packet, call } = input;
        if (packet.tag !== "call") throw new Error("A server of Sun RPC has a reply.");
        return this.readRequests({ ...state, socket: [...state.socket, { message: packet.call, call }] }, now);
      }
      case "done": {
        const ending = { status: "SUCCESS", data: Uint8Array.of(input.work) } as const;
        const [machine, answered] = this.server.step(state.machine, { tag: "done", ending }, now);
        const [after, effects] = this.readRequests({ ...state, machine }, now);
        return [after, [...fromServer(answered, state.call), ...effects]];
      }
      case "call":
      case "tick":
        throw new Error("A server of Sun RPC makes no calls and waits for no time.");
    }
  }

  /** The process reads its socket when it serves nobody. */
  private readRequests(state: Server, now: Nanos): readonly [Server, Effects] {
    let [at, effects]: readonly [Server, Effects] = [state, []];
    while (at.machine.tag === "listening" && at.socket.length > 0) {
      const { message, call } = itemAt(at.socket, 0, "request");
      const request = { from: CLIENT_ADDRESS, call: message };
      const [machine, given] = this.server.step(at.machine, { tag: "request", request }, now);
      at = { ...at, machine, call, socket: at.socket.slice(1) };
      effects = [...effects, ...fromServer(given, call)];
    }
    return [at, effects];
  }
}

/** The number of a call, which its argument and its result hold. */
const numberIn = (data: Uint8Array): number => itemAt([...data], 0, "byte");

function fromClient(effect: SunClientEffect, call: number): HostEffect<Packet> {
  switch (effect.tag) {
    case "send":
      return { tag: "send", packet: { tag: "call", call: effect.call }, kind: "call", call, send: effect.send };
    case "returned":
      return { tag: "returned", of: numberIn(effect.data) };
    case "refused": // a damaged call
    case "failed":
      return { tag: "failed", goesOn: false };
  }
}

const fromServer = (effects: readonly SunServerEffect[], call: number): Effects =>
  effects.map((effect) =>
    effect.tag === "reply"
      ? { tag: "send", packet: { tag: "reply", reply: effect.reply }, kind: "reply", call, send: null }
      : { tag: "execute", call, work: numberIn(effect.call.data) },
  );

/** RFC 5531, section 5: over UDP a call runs at least once, and a server that remembers replies runs it once. */
const AT_LEAST_ONCE: readonly Property[] = ["ownResult", "atLeastOnce", "ends", "returns", "timers"];

const EXECUTES: StepWords = { protocol: "Sun RPC server", input: "request" };

const waitingOf = (word: unknown): Waiting => (word === "block" ? "block" : "select");

export const SUN_RPC: Explorable = {
  experiments: ["sun-rpc/call"],
  parametersOf: (calls) => ({
    program: "sun-rpc",
    place: "remote",
    argumentBytes: 0,
    argument: "bytes",
    iterations: calls,
    serverMs: 0,
    serverDead: "no",
    clock: "exact",
    otherWork: "none",
  }),
  // A cache is lost in a crash, so a server with one keeps to more only while no machine crashes.
  promises: ({ duplicateCache }) => (duplicateCache === "on" ? [...AT_LEAST_ONCE, "onceWhileUp"] : AT_LEAST_ONCE),
  steps: {
    starts: { protocol: "Sun RPC client", input: "start" },
    executes: EXECUTES,
    answers: { protocol: "Sun RPC server", input: "done" },
    returns: { protocol: "Sun RPC client", input: "reply" },
  },
  executions: (trace) => stepsTaken(trace, EXECUTES),
  search: (parameters, times, options) => {
    const without = rulesLeftOut(parameters);
    const timers = timersOf({
      waiting: waitingOf(parameters["waiting"]),
      retryS: Number(parameters["retryS"]),
      totalS: Number(parameters["totalS"]),
      timeouts: parameters["timeouts"] === "on",
    });
    const client = { ...timers, canRefresh: false, without };
    const server = { registered: listOf(NAMED, 1), cache: parameters["duplicateCache"] === "on" ? CACHE : 0, without };
    return search(new SunRpc({ client, server }), times, options);
  },
};
