/** The ends of a broadcast of Sun RPC: a client, and machines with a portmapper each, some of which have a program. */
import type { Nanos } from "../../../kernel/time.ts";
import { PROTOCOL_UDP } from "../../../wire/ipv4.ts";
import { encodeMapping, PORTMAP, PORTMAP_PROGRAM, type Indirect } from "../../../wire/portmap.ts";
import { CALLEE, CALLER, ofHost, take, type CallSteps, type Ends, type Host, type HostEffect } from "../../ends.ts";
import type { Garbled, HostInput, Moment } from "../../ends.ts";
import { keyText } from "../../machine.ts";
import type { Property } from "../../promises.ts";
import { garbledCall, garbledReply } from "../ends.ts";
import type { Call, Ending, Reply } from "../message.ts";
import type { Request } from "../server.ts";
import {
  broadcaster,
  PORTMAP_VERSION,
  type BroadcasterEffect,
  type BroadcasterInput,
  type BroadcasterState,
} from "./broadcaster.ts";
import { portmapperMachine, type PortmapperEffect, type PortmapperInput, type PortmapperState } from "./portmapper.ts";

interface Client {
  readonly at: "client";
  readonly machine: BroadcasterState;
  readonly call: number;
  readonly result: Uint8Array; // of the last reply
}

export type PortmapHost =
  Client | { readonly at: "portmapper"; readonly host: Host; readonly machine: PortmapperState; readonly call: number };

export type PortmapPacket =
  | { readonly tag: "call"; readonly call: Call }
  | { readonly tag: "reply"; readonly from: string; readonly reply: Reply };

/** Inputs that tests give: a request of somebody else, and how a program has ended. */
export type PortmapOwn =
  | { readonly tag: "request"; readonly request: Request }
  | { readonly tag: "ended"; readonly work: string; readonly ending: Ending };

type Input = HostInput<PortmapPacket, PortmapOwn>;
type Stepped = readonly [PortmapHost, readonly HostEffect<PortmapPacket>[]];

interface PortmapOptions {
  /** The machines, by name. */
  readonly machines: readonly string[];
  /** The procedure that is called on every machine. */
  readonly called: Omit<Indirect, "data">;
  /** The first so many machines have the program, at this port; left out: none has, unless somebody registers it. */
  readonly servers?: { readonly count: number; readonly port: number };
  /** The program that broadcasts stops after so many replies; left out: it takes all that come. */
  readonly wants?: number;
}

const CLIENT = "client";
const NOTHING = new Uint8Array(0);

export class PortmapEnds implements Ends<PortmapHost, PortmapPacket, PortmapOwn> {
  readonly hosts: readonly string[];
  readonly kinds = ["call", "reply"];
  readonly crashable: readonly Host[]; // the client runs the program that is measured
  readonly promises: readonly Property[] = ["ownResult", "ends", "returns"];
  readonly procedure = { protocol: "Sun RPC server", input: "request" };
  readonly steps: CallSteps = {
    starts: { protocol: "Sun RPC broadcast", input: "start" },
    executes: { protocol: "Portmapper", input: "request" },
    answers: { protocol: "Portmapper", input: "answer" },
    returns: { protocol: "Sun RPC broadcast", input: "reply" },
  };
  private readonly client = broadcaster();
  private readonly portmapper = portmapperMachine();
  private readonly options: PortmapOptions;

  constructor(options: PortmapOptions) {
    this.hosts = [CLIENT, ...options.machines];
    this.crashable = options.machines.map((_, i) => i + 1);
    this.options = options;
  }

  start(): readonly PortmapHost[] {
    return this.hosts.map((_, host) => this.restart(host));
  }

  restart(host: Host): PortmapHost {
    if (host === CALLER) return { at: "client", machine: this.client.start({ xid: 0 }), call: 0, result: NOTHING };
    return { at: "portmapper", host, machine: this.registered(host), call: 0 };
  }

  /** The portmapper of a machine; a program that is there has registered itself, in no time. */
  private registered(host: Host): PortmapperState {
    const { called, servers } = this.options;
    const machine = this.portmapper.start();
    if (servers === undefined || host > servers.count) return machine;
    const { program, version } = called;
    const data = encodeMapping({ program, version, protocol: PROTOCOL_UDP, port: servers.port });
    const call: Call = { xid: 0, program: PORTMAP_PROGRAM, version: PORTMAP_VERSION, procedure: PORTMAP.set, data };
    return this.portmapper.step(machine, { tag: "request", request: { from: "its program", call } }, 0)[0];
  }

  deadline(state: PortmapHost): Nanos | null {
    return state.at === "client" ? this.client.deadline(state.machine) : this.portmapper.deadline(state.machine);
  }

  key(state: PortmapHost): string {
    const text = state.at === "client" ? this.client.key(state.machine) : this.portmapper.key(state.machine);
    return `${state.call} ${state.at === "client" ? keyText(state.result) : ""} ${text}`;
  }

  packetKey(packet: PortmapPacket): string {
    return keyText(packet);
  }

  /** There are no checksums of UDP. */
  garbled(packet: PortmapPacket): readonly Garbled<PortmapPacket>[] {
    return packet.tag === "reply"
      ? garbledReply(packet.reply).map(({ byte, packet: reply }) => ({ byte, packet: { ...packet, reply } }))
      : garbledCall(packet.call).map(({ byte, packet: call }) => ({ byte, packet: { tag: "call", call } }));
  }

  step(state: PortmapHost, input: Input, moment: Moment): Stepped {
    const call = input.tag === "call" || input.tag === "packet" ? input.call : state.call;
    if (state.at === "client") return this.tellClient({ ...state, call }, this.toClient(input), moment);
    const [machine, effects] = take(this.portmapper, "portmapper", state.machine, toPortmapper(input), moment);
    return [{ ...state, machine, call }, effects.flatMap((effect) => this.fromPortmapper(effect, state.host, call))];
  }

  /** The program says after each reply whether it wants more. */
  private tellClient(state: Client, input: BroadcasterInput, moment: Moment): Stepped {
    const [machine, effects] = take(this.client, "client", state.machine, input, moment);
    const result = effects.reduce((last, effect) => (effect.tag === "each" ? effect.data : last), state.result);
    const after = { ...state, machine, result: input.tag === "start" ? NOTHING : result };
    const meant = effects.flatMap((effect) => this.fromClient(effect, after));
    const { wants = Infinity } = this.options;
    if (machine.tag !== "collecting" || machine.replies < wants) return [after, meant];
    const [stopped, more] = this.tellClient(after, { tag: "stop" }, moment);
    return [stopped, [...meant, ...more]];
  }

  private toClient(input: Input): BroadcasterInput {
    switch (input.tag) {
      case "call":
        return { tag: "start", call: { ...this.options.called, data: input.data } };
      case "packet":
        if (input.packet.tag === "reply") return input.packet;
        throw new Error("A client that broadcasts is called.");
      case "tick":
        return input;
      default:
        throw new Error(`A client that broadcasts has no use for "${input.tag}".`);
    }
  }

  private fromClient(effect: BroadcasterEffect, { call, result }: Client): readonly HostEffect<PortmapPacket>[] {
    switch (effect.tag) {
      case "send": {
        const packet = { tag: "call", call: effect.call } as const;
        const [to = CALLEE, ...others] = this.crashable;
        return [{ tag: "send", packet, kind: "call", call, send: null, to, others }];
      }
      case "each":
        return [{ tag: "heard", from: this.hosts.indexOf(effect.from), how: "answered" }];
      case "ended":
        return [effect.replies > 0 ? { tag: "returned", data: result } : { tag: "failed", goesOn: true }];
      case "refused":
        return [{ tag: "failed", goesOn: true }];
    }
  }

  /** Replies to somebody else are in the steps alone. */
  private fromPortmapper(effect: PortmapperEffect, host: Host, call: number): readonly HostEffect<PortmapPacket>[] {
    if (effect.tag === "forward") {
      return [{ tag: "execute", call, work: String(effect.number), data: effect.call.data }];
    }
    if (effect.to !== CLIENT) return [];
    const packet = { tag: "reply", from: ofHost(this.hosts, host), reply: effect.reply } as const;
    return [{ tag: "send", packet, kind: "reply", call, send: null, to: CALLER }];
  }
}

function toPortmapper(input: Input): PortmapperInput {
  switch (input.tag) {
    case "packet":
      if (input.packet.tag === "call") return { tag: "request", request: { from: CLIENT, call: input.packet.call } };
      throw new Error("A portmapper has a reply.");
    case "done":
      return { tag: "answer", number: Number(input.work), ending: { status: "SUCCESS", data: input.data } };
    case "ended":
      return { tag: "answer", number: Number(input.work), ending: input.ending };
    case "request":
    case "tick":
      return input;
    default:
      throw new Error(`A portmapper has no use for "${input.tag}".`);
  }
}
