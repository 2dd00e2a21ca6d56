/**
 * The ends of RPC2: a client and its servers, each a process, with connections that were bound before the run. A call
 * is a simple one to one server, or a parallel one to all. Further clients stand behind the servers. All clients have
 * the same handles and Uniquefiers, and each server has one thread for all.
 *
 * A parallel call is sent by a thread of the client. Each request takes its time, and while the thread sends, the
 * client reads no packet and looks at no timer of RPC2. A request is sent again at once. Over multicast one packet is
 * the request to all; the connections have joined their group before the run.
 */
import type { Nanos } from "../../kernel/time.ts";
import { joined } from "../../wire/bytes.ts";
import { KEY_BYTES } from "../../wire/rpc2-cipher.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import {
  hostsThat,
  take,
  type CallSteps,
  type Ends,
  type Host,
  type HostEffect,
  type HostInput,
  type Moment,
  type Role,
} from "../ends.ts";
import { keyText } from "../machine.ts";
import { EXACTLY_ONCE } from "../promises.ts";
import type { Rule } from "../rules.ts";
import {
  dataIn,
  freeOf,
  meaning,
  peerOf,
  withCall,
  type Rpc2Host,
  type Rpc2Packet,
  type Transmit,
} from "./ends-host.ts";
import { newHandles } from "./handles.ts";
import type { Library } from "./library.ts";
import { encodePacket, rpc2Machine } from "./process.ts";
import type { YieldEvery } from "./multi.ts";
import { ANY_REQUEST, type ConnectionStep, type ProcessInput, type StepEffect } from "./process-types.ts";

export type { Rpc2Host, Rpc2Packet } from "./ends-host.ts";

interface Rpc2Settings {
  readonly library: Library;
  /** The program's limit on a call. */
  readonly limit: Nanos;
  readonly without: readonly Rule[];
  /** Left out: one. */
  readonly clients?: number;
  /** Connections of each client to the one server of simple calls, one for each call at once. Left out: one. */
  readonly connections?: number;
  /** For parallel calls to so many servers; left out: simple calls to one. */
  readonly parallel?: {
    readonly servers: number;
    readonly yieldEvery: YieldEvery;
    /** How long a request takes the thread. */
    readonly requestTakes: Nanos;
    /** Whether one packet is the request to all. */
    readonly multicast?: boolean;
    /** The handler ends the call after so many replies; left out: it takes all. */
    readonly wanted?: number;
  };
}

const SUBSYSTEM = 1;
const THREAD = 1;
const OPCODE = 1;
/** What a handler returns. */
const GOES_ON = 0;
const ENDS = -1;
const NUMBER = 12_345; // any: nobody draws numbers here
/** The hosts are bound before the run, in no time. */
const BEFORE: Moment = { now: 0, calleeLife: 1 };

const GET_REQUEST = { tag: "getrequest", thread: THREAD, filter: ANY_REQUEST, limit: null } as const;

type Stepped = readonly [Rpc2Host, readonly HostEffect<Rpc2Packet>[]];

export class Rpc2Ends implements Ends<Rpc2Host, Rpc2Packet> {
  readonly hosts: readonly string[];
  readonly roles?: readonly Role[];
  readonly kinds = ["request", "reply", "busy", "nak"];
  readonly crashable: readonly Host[]; // the clients run the program that is measured
  readonly promises = EXACTLY_ONCE;
  readonly procedure = { protocol: "RPC2 server", input: "take" };
  readonly steps: CallSteps;
  readonly readsClock: boolean;
  private readonly machine: ReturnType<typeof rpc2Machine>;
  private readonly settings: Rpc2Settings;

  constructor(settings: Rpc2Settings) {
    const { library, without, clients = 1, parallel } = settings;
    this.machine = rpc2Machine({ library, without });
    this.settings = settings;
    this.readsClock = library.measures;
    this.crashable = Array.from({ length: parallel?.servers ?? 1 }, (_, i) => i + 1);
    const further = Array.from({ length: clients - 1 }, (_, i) => `client${i + 2}`);
    this.hosts = ["client", ...this.crashable.map((server) => `server${server}`), ...further];
    if (clients > 1) this.roles = this.hosts.map((_, host) => (this.crashable.includes(host) ? "server" : "client"));
    this.steps = {
      starts: { protocol: "RPC2 client", input: parallel === undefined ? "call" : "prepare" },
      executes: this.procedure,
      answers: { protocol: "RPC2 server", input: "respond" },
      returns: { protocol: "RPC2 client", input: "REPLY packet" },
    };
  }

  start(): readonly Rpc2Host[] {
    const servers = this.crashable.map((host) => this.restart(host));
    const [client, ...further] = hostsThat(this, "client").map((host) => this.bindToAll(host, servers));
    if (client === undefined) throw new Error("RPC2 has a client.");
    return [client, ...servers, ...further];
  }

  /** A client with its connections to each server; `servers` then know it. */
  private bindToAll(host: Host, servers: Rpc2Host[]): Rpc2Host {
    const isGroup = this.settings.parallel?.multicast === true;
    let client = isGroup ? this.grouped(this.born(host)) : this.born(host);
    for (let connection = 0; connection < (this.settings.connections ?? 1); connection++) {
      for (const [i, unbound] of servers.entries()) {
        const [bound, server] = this.bind(client, unbound);
        const [joined, member] = isGroup ? this.join(bound, server) : [bound, server];
        client = joined;
        servers[i] = member;
      }
    }
    return client;
  }

  restart(host: Host): Rpc2Host {
    return this.tell(this.born(host), [{ tag: "export", subsystem: SUBSYSTEM }, GET_REQUEST], BEFORE)[0];
  }

  deadline({ process, sending }: Rpc2Host): Nanos | null {
    return sending?.at ?? this.machine.deadline(process);
  }

  key({ process, handles, call, calls, sending, socket, result, answered }: Rpc2Host): string {
    const thread = sending === null ? "" : keyText([sending.effect, socket.map(({ packet }) => packet.key)]);
    const program = `${handles.join()} ${call} ${calls.join()} ${keyText(result)} ${answered}`;
    return `${program} ${thread} ${this.machine.key(process)}`;
  }

  packetKey({ key }: Rpc2Packet): string {
    return key;
  }

  step(state: Rpc2Host, input: HostInput<Rpc2Packet>, moment: Moment): Stepped {
    const { sending, socket } = state;
    if (sending === null) return this.take(state, input, moment);
    if (input.tag === "packet") return [{ ...state, socket: [...socket, input] }, []];
    if (input.tag !== "tick") throw new Error(`The client’s thread sends requests, and has no use for "${input.tag}".`);
    const [sent, effects] = this.run({ ...state, sending: null }, [leaving(sending.effect)], moment);
    if (sent.sending !== null) return [sent, effects];
    return socket.reduce<Stepped>(
      ([host, before], packet) => {
        const [after, more] = this.step(host, packet, moment);
        return [after, [...before, ...more]];
      },
      [{ ...sent, socket: [] }, effects],
    );
  }

  private take(state: Rpc2Host, input: HostInput<Rpc2Packet>, moment: Moment): Stepped {
    switch (input.tag) {
      case "call": {
        const { parallel, limit } = this.settings;
        const { handles, group } = state;
        const handle = freeOf(state);
        // The connections went with a life before, and binding anew is not followed here.
        if (handle === undefined) return [state, [{ tag: "failed", goesOn: false, call: input.call }]];
        const request = { opcode: OPCODE, body: padded(input.data), limit };
        const asked =
          parallel === undefined
            ? [{ tag: "makerpc", handle, request } as const]
            : [{ tag: "multirpc", handles, request: { ...request, yieldEvery: parallel.yieldEvery, group } } as const];
        const calls = withCall(state.calls, handle, input.call);
        return this.run({ ...state, call: input.call, calls, result: null, answered: 0 }, asked, moment);
      }
      case "packet": {
        const { bytes, from } = input.packet;
        return this.run(state, [{ tag: "datagram", bytes, from: peerOf(from) }], moment, input.call);
      }
      case "done": {
        const body = padded(input.data);
        const respond = { tag: "sendresponse", handle: Number(input.work), returnCode: 0, body } as const;
        return this.run(state, [respond, GET_REQUEST], moment);
      }
      case "tick":
        return this.run(state, [input], moment);
    }
  }

  /** Tells the process, and does what it asks the thread of a parallel call for. `of`: the call of a packet. */
  private run(state: Rpc2Host, inputs: readonly ProcessInput[], moment: Moment, of = 0): Stepped {
    const [told, effects] = this.tell(state, inputs, moment);
    const taken = effects.find((effect): effect is ConnectionStep => effect.tag === "connection" && isAccepted(effect));
    const next = taken === undefined || of === 0 ? told : { ...told, calls: withCall(told.calls, taken.handle, of) };
    const meant = effects.flatMap((effect) => meaning(effect, next, of));
    const woken = effects.find(({ tag }) => tag === "wake"); // by the first of several results
    const asked = effects.filter((effect) => effect.tag !== "wake" || effect === woken);
    return asked.reduce<Stepped>(
      ([host, before], effect) => {
        const [after, more] = this.follow(host, effect, moment);
        return [after, [...before, ...more]];
      },
      [next, meant],
    );
  }

  /** What the thread of a parallel call does for an effect. */
  private follow(state: Rpc2Host, effect: StepEffect, moment: Moment): Stepped {
    const { parallel } = this.settings;
    if (parallel === undefined) return [state, []];
    switch (effect.tag) {
      case "transmit":
      case "multicast":
        return [{ ...state, sending: { effect, at: moment.now + parallel.requestTakes } }, []];
      case "retransmit":
        return this.run(state, [{ tag: "retransmit", call: effect.call, handle: effect.handle }], moment);
      case "yield":
        return this.run(state, [{ tag: "go on", call: effect.call }], moment);
      case "wake":
        return this.run(state, [{ tag: "look", call: effect.call }], moment);
      case "handle": {
        const result = effect.reply === null ? state.result : dataIn(effect.reply);
        const answered = state.answered + (effect.reply === null ? 0 : 1);
        const from = state.handles.indexOf(effect.handle) + 1;
        const heard = { tag: "heard", from, how: effect.reply === null ? "dead" : "answered" } as const;
        const [after, more] = this.run(
          { ...state, result, answered },
          [{ tag: "handled", call: effect.call, result: answered >= (parallel.wanted ?? Infinity) ? ENDS : GOES_ON }],
          moment,
        );
        return [after, [heard, ...more]];
      }
      case "multi returned": {
        if (effect.code !== RPC2_RETURN.success) return [state, [{ tag: "failed", goesOn: false }]];
        return [state, [{ tag: "returned", data: state.result ?? Uint8Array.of(state.call) }]];
      }
      default:
        return [state, []];
    }
  }

  /** Binds the client to a server, as a program does, in no time. */
  private bind(client: Rpc2Host, server: Rpc2Host): readonly [Rpc2Host, Rpc2Host] {
    const request = {
      peer: peerOf(server.host),
      subsystem: SUBSYSTEM,
      level: "openKimono",
      encryptionType: 0,
      authenticationType: 0,
      identity: new Uint8Array(0),
      sharedKey: null,
      sideEffectType: 0,
    } as const;
    const numbers = { uniquefier: NUMBER, xRandom: 0 };
    const [bound, asked] = this.tell(client, [{ tag: "bind", request, numbers }], BEFORE);
    const outcome = asked.find((effect) => effect.tag === "outcome");
    if (outcome === undefined) throw new Error("BIND has given no handle.");
    const [caller, callee] = this.exchange(bound, server, asked);
    return [{ ...caller, handles: [...caller.handles, outcome.handle] }, callee];
  }

  private grouped(client: Rpc2Host): Rpc2Host {
    const numbers = { uniquefier: NUMBER, key: new Uint8Array(KEY_BYTES) };
    const [grouped, effects] = this.tell(client, [{ tag: "group", numbers }], BEFORE);
    const outcome = effects.find((effect) => effect.tag === "outcome");
    if (outcome === undefined) throw new Error("The client’s library has given no group.");
    return { ...grouped, group: outcome.handle };
  }

  /** The connection to the server, which was bound last, joins the client's group in no time. */
  private join(client: Rpc2Host, server: Rpc2Host): readonly [Rpc2Host, Rpc2Host] {
    const { group, handles } = client;
    const handle = handles.at(-1);
    if (group === null) throw new Error("The client has made no group.");
    if (handle === undefined) throw new Error("The client has bound no server that could join its group.");
    const [joining, asked] = this.tell(client, [{ tag: "join", group, handle }], BEFORE);
    return this.exchange(joining, server, asked);
  }

  /** What the client has sent goes to the server, and answers back, until neither sends any more; in no time. */
  private exchange(client: Rpc2Host, server: Rpc2Host, asked: readonly StepEffect[]): readonly [Rpc2Host, Rpc2Host] {
    let ends: readonly [Rpc2Host, Rpc2Host] = [client, server];
    for (let toServer = true, sent = asked; sent.some(({ tag }) => tag === "send"); toServer = !toServer) {
      const from = peerOf(toServer ? client.host : server.host);
      const inputs = sent.flatMap((effect): ProcessInput[] =>
        effect.tag === "send" ? [{ tag: "datagram", bytes: encodePacket(effect), from }] : [],
      );
      const [next, answered] = this.tell(ends[toServer ? 1 : 0], inputs, BEFORE);
      ends = toServer ? [ends[0], this.enabled(next, answered)] : [next, ends[1]];
      sent = answered;
    }
    return ends;
  }

  private born(host: Host): Rpc2Host {
    const process = this.machine.start(newHandles(this.settings.library, () => NUMBER + host));
    return {
      host,
      process,
      handles: [],
      group: null,
      call: 0,
      calls: [],
      sending: null,
      socket: [],
      result: null,
      answered: 0,
    };
  }

  private enabled(server: Rpc2Host, effects: readonly StepEffect[]): Rpc2Host {
    const made = effects.find((effect) => effect.tag === "new connection");
    return made === undefined
      ? server
      : this.tell(server, [{ tag: "enable", handle: made.handle }, GET_REQUEST], BEFORE)[0];
  }

  private tell(
    state: Rpc2Host,
    inputs: readonly ProcessInput[],
    moment: Moment,
  ): readonly [Rpc2Host, readonly StepEffect[]] {
    let { process } = state;
    const effects = inputs.flatMap((input) => {
      const [next, given] = take(this.machine, "process", process, input, moment);
      process = next;
      return given;
    });
    return [{ ...state, process }, effects];
  }
}

/** The thread has spent the time of a packet: it leaves. */
const leaving = (effect: Transmit): ProcessInput =>
  effect.tag === "multicast" ? effect : { tag: "transmit", call: effect.call, handle: effect.handle };

const isAccepted = ({ before, after }: ConnectionStep): boolean =>
  before?.state.tag === "AWAITREQUEST" && after?.state.tag === "REQINQUEUE";

/** A body is a whole number of words; the data stands at its end. */
const padded = (data: Uint8Array): Uint8Array => joined(new Uint8Array((4 - (data.length % 4)) % 4), data);
