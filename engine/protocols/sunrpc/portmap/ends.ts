/** The ends of a broadcast of Sun RPC: a client, and machines with a portmapper each, some of which have a program. */
import type { Nanos } from "../../../kernel/time.ts";
import type { Indirect } from "../../../wire/portmap.ts";
import { CALLER, ofHost, take, type CallSteps, type Ends, type Host, type HostEffect } from "../../ends.ts";
import type { HostInput, Moment } from "../../ends.ts";
import { keyText } from "../../machine.ts";
import type { Property } from "../../promises.ts";
import type { Call, Ending, Reply } from "../message.ts";
import type { Request } from "../server.ts";
import { broadcaster, type BroadcasterEffect, type BroadcasterInput, type BroadcasterState } from "./broadcaster.ts";
import { portmapperMachine, type PortmapperEffect, type PortmapperInput, type PortmapperState } from "./portmapper.ts";

type PortmapHost =
  | { readonly at: "client"; readonly machine: BroadcasterState; readonly call: number }
  | { readonly at: "portmapper"; readonly host: Host; readonly machine: PortmapperState; readonly call: number };

export type PortmapPacket =
  | { readonly tag: "call"; readonly call: Call }
  | { readonly tag: "reply"; readonly from: string; readonly reply: Reply };

/** Inputs that tests give: what the program wants, a request of somebody else, and how a program has ended. */
export type PortmapOwn =
  | { readonly tag: "stop" }
  | { readonly tag: "request"; readonly request: Request }
  | { readonly tag: "ended"; readonly work: string; readonly ending: Ending };

type Input = HostInput<PortmapPacket, PortmapOwn>;
type Stepped = readonly [PortmapHost, readonly HostEffect<PortmapPacket>[]];

const CLIENT = "client";
const NOTHING = new Uint8Array(0);

export class PortmapEnds implements Ends<PortmapHost, PortmapPacket, PortmapOwn> {
  readonly hosts: readonly string[];
  readonly kinds = ["call", "reply"];
  readonly crashable: readonly Host[] = [];
  readonly promises: readonly Property[] = ["ends"];
  readonly procedure = { protocol: "Portmapper", input: "request" };
  readonly steps: CallSteps = {
    starts: { protocol: "Sun RPC broadcast", input: "start" },
    executes: this.procedure,
    answers: { protocol: "Portmapper", input: "answer" },
    returns: { protocol: "Sun RPC broadcast", input: "reply" },
  };
  private readonly client = broadcaster();
  private readonly portmapper = portmapperMachine();
  private readonly called: Omit<Indirect, "data">;

  /** @param called the procedure that is called on every machine */
  constructor(machines: readonly string[], called: Omit<Indirect, "data">) {
    this.hosts = [CLIENT, ...machines];
    this.called = called;
  }

  start(): readonly PortmapHost[] {
    return this.hosts.map((_, host) => this.restart(host));
  }

  restart(host: Host): PortmapHost {
    if (host === CALLER) return { at: "client", machine: this.client.start({ xid: 0 }), call: 0 };
    return { at: "portmapper", host, machine: this.portmapper.start(), call: 0 };
  }

  deadline(state: PortmapHost): Nanos | null {
    return state.at === "client" ? this.client.deadline(state.machine) : this.portmapper.deadline(state.machine);
  }

  key(state: PortmapHost): string {
    const text = state.at === "client" ? this.client.key(state.machine) : this.portmapper.key(state.machine);
    return `${state.call} ${text}`;
  }

  packetKey(packet: PortmapPacket): string {
    return keyText(packet);
  }

  step(state: PortmapHost, input: Input, moment: Moment): Stepped {
    const call = input.tag === "call" || input.tag === "packet" ? input.call : state.call;
    if (state.at === "client") {
      const [machine, effects] = take(this.client, "client", state.machine, this.toClient(input), moment);
      return [{ ...state, machine, call }, effects.flatMap((effect) => this.fromClient(effect, call))];
    }
    const [machine, effects] = take(this.portmapper, "portmapper", state.machine, toPortmapper(input), moment);
    return [{ ...state, machine, call }, effects.flatMap((effect) => this.fromPortmapper(effect, state.host, call))];
  }

  private toClient(input: Input): BroadcasterInput {
    switch (input.tag) {
      case "call":
        return { tag: "start", call: { ...this.called, data: input.data } };
      case "packet":
        if (input.packet.tag === "reply") return input.packet;
        throw new Error("A client that broadcasts is called.");
      case "stop":
      case "tick":
        return input;
      default:
        throw new Error(`A client that broadcasts has no use for "${input.tag}".`);
    }
  }

  private fromClient(effect: BroadcasterEffect, call: number): readonly HostEffect<PortmapPacket>[] {
    switch (effect.tag) {
      case "send": {
        const packet = { tag: "call", call: effect.call } as const;
        const send = { tag: "send", packet, kind: "call", call, send: null } as const;
        return this.hosts.flatMap((_, to) => (to === CALLER ? [] : [{ ...send, to }]));
      }
      case "each": // the program reads it from the step
        return [];
      case "ended":
        return [{ tag: "returned", data: NOTHING }];
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
