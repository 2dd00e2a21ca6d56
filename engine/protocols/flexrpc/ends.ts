/**
 * The ends of a multicast call of FlexRPC: a caller and its callees, with a connection between each two that talk. Over
 * TCP (`flexEnds`) the hosts are those of the simulation, and its segments meet the faults. The tests' traces have the
 * same hosts over wires that carry a byte of a message at a time.
 *
 * An argument and a result are so many bytes here, whatever they say. A host goes by its number, also in requests.
 */
import type { Nanos } from "../../kernel/time.ts";
import {
  FLEXRPC_PORT,
  flexHeaderBytes,
  flexBodyBytes,
  type FlexMessage,
  type FlexRequest,
  type FlexResult,
} from "../../wire/flexrpc.ts";
import { CALLER, ofHost, take, type CallSteps, type Ends, type Host, type HostEffect } from "../ends.ts";
import type { HeardEffect, HostInput, Moment } from "../ends.ts";
import { keyText } from "../machine.ts";
import { EXACTLY_ONCE } from "../promises.ts";
import { firstDeadline, isProbeDue, noConnections } from "../tcp/connections.ts";
import { LinksAtWork, linksKey } from "../tcp/links.ts";
import type { Heard, LinkPacket, LinksState, Message } from "../tcp/links.ts";
import type { TcpOptions } from "../tcp/tcp-state.ts";
import { FLEX_CALLEE, type CalleeEffect, type CalleeInput, type CalleeState } from "./callee.ts";
import { FLEX_CALLER, type CallerEffect, type CallerInput, type CallerState, type MulticastCall } from "./caller.ts";

type FlexHeard = Heard<FlexMessage>;

/** The connections of a host during one step. */
export interface FlexLinks<Links, Packet> {
  readonly state: Links;
  readonly effects: HostEffect<Packet>[];
  readonly heard: FlexHeard[];
  /** The connection to another host, by its name; opens one where there is none. */
  to(peer: Host, call: number): string;
  /** So much of a message's body may leave, -1 for not even its header. */
  put(link: string, message: Message<FlexMessage>, available: number): void;
  abort(link: string): void;
  hear(packet: Packet, call: number): void;
  tick(): void;
}

/** What carries the messages. */
interface Carriage<Links, Packet> {
  /** The connections of each host before the run, some of which are open. */
  start(open: readonly (readonly [from: Host, to: Host])[]): readonly Links[];
  restart(host: Host, life: number): Links;
  atWork(links: Links, moment: Moment): FlexLinks<Links, Packet>;
  deadline(links: Links): Nanos | null;
  /** Whether the next deadline is that of a probe; left out: it never is. */
  isWatching?(links: Links): boolean;
  key(links: Links): string;
}

/** A callee's part in a call. One that is done hears what still comes for its call, until another call comes. */
interface Part {
  readonly name: string;
  readonly call: number;
  readonly machine: CalleeState;
  readonly before: string; // the connection that the request came over
  readonly next: string | null;
  readonly handedOn: FlexRequest | null;
}

export interface FlexHost<Links> {
  readonly host: Host;
  readonly links: Links;
  readonly caller: CallerState; // idle for ever at a callee
  readonly positions: Readonly<Record<Host, number>>; // of the callees that have a request of the caller's call
  readonly parts: readonly Part[];
}

/** Inputs that tests give: a call as the script says, and a connection that breaks. */
export type FlexOwn =
  { readonly tag: "multicast"; readonly request: MulticastCall } | Extract<FlexHeard, { readonly tag: "lost" }>;

/** Every call of the run. */
interface FlexCalls extends Pick<MulticastCall, "mode" | "pipelined"> {
  readonly callees: number;
}

/** A message with its bytes on a connection, and what a fault script calls its segments. */
export const flexMessage = (content: FlexMessage): Message<FlexMessage> => ({
  content,
  kind: content.type === "request" ? "argument" : "result",
  call: content.call,
  headerBytes: flexHeaderBytes(content),
  bodyBytes: flexBodyBytes(content),
});

export class FlexEnds<Links, Packet> implements Ends<FlexHost<Links>, Packet, FlexOwn> {
  readonly hosts: readonly string[];
  readonly kinds = ["argument", "result", "acknowledgement", "probe", "open"];
  readonly crashable: readonly Host[];
  // TCP’s probes outlive a call: timers are no promise here.
  readonly promises = EXACTLY_ONCE.filter((property) => property !== "timers");
  readonly procedure = { span: "Process the call" };
  readonly steps: CallSteps = {
    starts: { protocol: FLEX_CALLER.protocol, input: "start" },
    executes: { protocol: FLEX_CALLEE.protocol, input: "argument" },
    answers: { protocol: FLEX_CALLEE.protocol, input: "processed" },
    returns: { protocol: FLEX_CALLER.protocol, input: "results" },
  };
  private readonly calls: FlexCalls;
  private readonly carriage: Carriage<Links, Packet>;

  constructor(calls: FlexCalls, carriage: Carriage<Links, Packet>) {
    this.calls = calls;
    this.carriage = carriage;
    this.hosts = ["caller", ...this.callees.map((callee) => `callee${callee}`)];
    this.crashable = this.hosts.map((_, host) => host);
  }

  /** The caller has a connection to each callee, or the chain one from each host to the next. */
  start(): readonly FlexHost<Links>[] {
    const { mode } = this.calls;
    const open = this.callees.map((callee): [Host, Host] => [mode === "parallel" ? CALLER : callee - 1, callee]);
    return this.carriage.start(open).map((links, host) => bornWith(host, links));
  }

  restart(host: Host, life: number): FlexHost<Links> {
    return bornWith(host, this.carriage.restart(host, life));
  }

  deadline({ links }: FlexHost<Links>): Nanos | null {
    return this.carriage.deadline(links);
  }

  isWatching({ links }: FlexHost<Links>): boolean {
    return this.carriage.isWatching?.(links) ?? false;
  }

  key({ links, caller, positions, parts }: FlexHost<Links>): string {
    return `${this.carriage.key(links)} ${keyText([caller, positions, parts])}`;
  }

  packetKey(packet: Packet): string {
    return keyText(packet);
  }

  step(
    state: FlexHost<Links>,
    input: HostInput<Packet, FlexOwn>,
    moment: Moment,
  ): readonly [FlexHost<Links>, readonly HostEffect<Packet>[]] {
    const links = this.carriage.atWork(state.links, moment);
    const host = new HostAtWork(state, links, moment);
    host.hear(input, this.requestOf);
    return [host.state, links.effects];
  }

  private get callees(): readonly Host[] {
    return Array.from({ length: this.calls.callees }, (_, i) => i + 1);
  }

  private readonly requestOf = (argumentBytes: number): MulticastCall => {
    const { mode, pipelined, callees: wanted } = this.calls;
    return { mode, pipelined, wanted, argumentBytes, callees: this.callees };
  };
}

const bornWith = <Links>(host: Host, links: Links): FlexHost<Links> => ({
  host,
  links,
  caller: FLEX_CALLER.start(0),
  positions: {},
  parts: [],
});

/** A host during one step. */
class HostAtWork<Links, Packet> {
  private readonly links: FlexLinks<Links, Packet>;
  private readonly moment: Moment;
  private readonly host: Host;
  private caller: CallerState;
  private positions: Readonly<Record<Host, number>>;
  private parts: readonly Part[];
  private called: readonly Host[] = []; // by the call that the caller has made

  constructor({ host, caller, positions, parts }: FlexHost<Links>, links: FlexLinks<Links, Packet>, moment: Moment) {
    this.host = host;
    this.links = links;
    this.moment = moment;
    this.caller = caller;
    this.positions = positions;
    this.parts = parts;
  }

  get state(): FlexHost<Links> {
    const { host, caller, positions, parts } = this;
    return { host, links: this.links.state, caller, positions, parts };
  }

  hear(input: HostInput<Packet, FlexOwn>, requestOf: (argumentBytes: number) => MulticastCall): void {
    switch (input.tag) {
      case "call":
        // The calls of a run are numbered on after a restart of the caller.
        if (this.caller.tag === "idle") this.caller = FLEX_CALLER.start(input.call - 1);
        this.begin(requestOf(input.data.length));
        break;
      case "multicast":
        this.begin(input.request);
        break;
      case "packet":
        this.links.hear(input.packet, input.call);
        break;
      case "done":
        if (this.partOf(input.work)?.machine.tag !== "process") break; // it was abandoned meanwhile
        this.tell(input.work, { tag: "processed", resultBytes: input.data.length });
        break;
      case "tick":
        this.links.tick();
        break;
      case "lost":
        this.links.heard.push(input);
    }
    for (let heard = this.links.heard.shift(); heard !== undefined; heard = this.links.heard.shift()) this.on(heard);
  }

  private on(heard: FlexHeard): void {
    if (heard.tag === "lost") this.lost(heard);
    else if (heard.tag !== "message")
      return; // messages wait in a connection that opens, and none is closed
    else if (this.host === CALLER) this.toCaller(heard);
    else this.toCallee(heard);
  }

  private lost({ link, peer }: Extract<FlexHeard, { readonly tag: "lost" }>): void {
    const position = this.positions[peer];
    if (position !== undefined) this.tellCaller({ tag: "lost", position });
    for (const { name, next, before } of this.parts) {
      if (next === link) this.tell(name, { tag: "next lost" });
      else if (before === link) this.tell(name, { tag: "abandoned" });
    }
  }

  // The caller.

  private begin(request: MulticastCall): void {
    if (this.caller.tag === "idle") this.positions = {};
    this.tellCaller({ tag: "start", request });
  }

  private toCaller({ content, whole }: Extract<FlexHeard, { readonly tag: "message" }>): void {
    if (whole && content.type === "results") this.tellCaller({ tag: "results", message: content });
  }

  private tellCaller(input: CallerInput): void {
    const [after, effects] = take(FLEX_CALLER, "caller", this.caller, input, this.moment);
    if (this.caller.tag === "calling") this.called = this.caller.request.callees;
    this.caller = after;
    for (const effect of effects) this.callerActs(effect, after.call);
  }

  private callerActs(effect: CallerEffect, call: number): void {
    switch (effect.tag) {
      case "send": {
        const { to, request } = effect;
        this.positions = { ...this.positions, [to]: request.position };
        this.links.put(this.links.to(to, call), flexMessage(request), request.argumentBytes);
        return;
      }
      case "returned":
        this.links.effects.push(...this.heardOf(effect.results), { tag: "returned", data: Uint8Array.of(call) });
        return;
      case "failed":
        this.links.effects.push(...this.heardOf(effect.results, effect.unreachable), { tag: "failed", goesOn: true });
    }
  }

  /** What the program learns of its callees at the end of its call; they are named by their positions. */
  private heardOf(results: readonly FlexResult[], unreachable: readonly number[] = []): readonly HeardEffect[] {
    const from = (position: number): Host => ofHost(this.called, position - 1);
    return [
      ...results.map(({ callee }): HeardEffect => ({ tag: "heard", from: from(callee), how: "answered" })),
      ...unreachable.map((position): HeardEffect => ({ tag: "heard", from: from(position), how: "dead" })),
    ];
  }

  // A callee.

  private partOf(name: string): Part | undefined {
    return this.parts.find((part) => part.name === name);
  }

  private change(part: Part): void {
    this.parts = this.parts.map((one) => (one.name === part.name ? part : one));
  }

  private toCallee({ link, content, arrived, whole }: Extract<FlexHeard, { readonly tag: "message" }>): void {
    if (content.type === "results") {
      const part = this.parts.find(({ next, call }) => next === link && call === content.call);
      if (part !== undefined) this.tell(part.name, { tag: "results", message: content, arrived, whole });
      return;
    }
    const name = `${content.call} ${link}`;
    if (this.partOf(name) === undefined) this.take(name, link, content);
    if (arrived > 0) this.tell(name, { tag: "argument", arrived });
  }

  /** A request has come. */
  private take(name: string, before: string, request: FlexRequest): void {
    const part: Part = { name, call: request.call, machine: FLEX_CALLEE.start(), before, next: null, handedOn: null };
    this.parts = [...this.parts.filter(({ machine }) => machine.tag !== "done"), part];
    this.tell(name, { tag: "request", request });
  }

  private tell(name: string, input: CalleeInput): void {
    const part = this.partOf(name);
    if (part === undefined) return;
    const [machine, effects] = take(FLEX_CALLEE, name, part.machine, input, this.moment);
    this.change({ ...part, machine });
    for (const effect of effects) this.calleeActs(name, effect);
  }

  private calleeActs(name: string, effect: CalleeEffect): void {
    const part = this.partOf(name);
    if (part === undefined || part.machine.tag === "idle") return;
    const { call, before, next, handedOn } = part;
    const { links } = this;
    switch (effect.tag) {
      case "hand on": {
        const [to = CALLER] = part.machine.request.callees;
        const link = links.to(to, call);
        this.change({ ...part, next: link, handedOn: effect.request });
        // The header goes with the first of the argument.
        return links.put(link, flexMessage(effect.request), effect.request.argumentBytes === 0 ? 0 : -1);
      }
      case "hand on argument":
        if (next !== null && handedOn !== null) links.put(next, flexMessage(handedOn), effect.upTo);
        return;
      case "process":
        links.effects.push({ tag: "execute", call, work: name, data: Uint8Array.of(call) });
        return;
      case "send":
        return links.put(before, flexMessage(effect.message), flexBodyBytes(effect.message));
      case "pass on":
        return links.put(before, flexMessage(effect.message), effect.upTo);
      case "give up":
        if (effect.which === "before") return links.abort(before);
        if (next === null)
          throw new Error(`Callee ${this.host} gives up the next one, to which it has handed nothing.`);
        return links.abort(next);
    }
  }
}

type TcpLinks = LinksState<FlexMessage>;
type TcpPacket = LinkPacket<FlexMessage>;

/** The hosts with their connections over TCP. */
export function flexEnds(calls: FlexCalls, tcp: TcpOptions): FlexEnds<TcpLinks, TcpPacket> {
  const options = { tcp, port: FLEXRPC_PORT };
  const atWork = (links: TcpLinks, moment: Moment): LinksAtWork<FlexMessage> => new LinksAtWork(links, options, moment);
  return new FlexEnds<TcpLinks, TcpPacket>(calls, {
    start: (open) => {
      const hosts = Array.from({ length: calls.callees + 1 }, (_, host) =>
        atWork(noConnections(host, 1), { now: 0, calleeLife: 1 }),
      );
      for (const [from, to] of open) {
        const [one, other] = [hosts[from], hosts[to]];
        if (one !== undefined && other !== undefined) one.openedBefore(other);
      }
      return hosts.map(({ state }) => state);
    },
    restart: (host, life) => noConnections(host, life),
    atWork,
    deadline: firstDeadline,
    isWatching: isProbeDue,
    key: linksKey,
  });
}
