/**
 * The ends of Sun RPC over TCP: a process on each machine, and a connection between them. A call and a reply are a
 * record each; a segment carries a stretch of records, and nobody makes their bytes here.
 *
 * A process reads while it has time to: the client while a call is outstanding, the server while it serves nobody. What
 * comes meanwhile lies in its socket, and behind it the news that the connection is broken, or that it ends.
 */
import type { Nanos } from "../../../kernel/time.ts";
import { MARK_BYTES } from "../../../wire/sunrpc-record.ts";
import {
  CALLEE,
  CALLER,
  take,
  type CallSteps,
  type Ends,
  type Host,
  type HostEffect,
  type HostInput,
} from "../../ends.ts";
import type { Moment, StepWords } from "../../ends.ts";
import { keyText, type Machine } from "../../machine.ts";
import { EXACTLY_ONCE, type Property } from "../../promises.ts";
import { firstDeadline, noConnections } from "../../tcp/connections.ts";
import { LinksAtWork, linksKey } from "../../tcp/links.ts";
import type { Heard, LinkPacket, LinksState, Message } from "../../tcp/links.ts";
import type { TcpOptions } from "../../tcp/tcp-state.ts";
import type { Asked } from "../client.ts";
import type { Call, ReadReply, Reply } from "../message.ts";
import { sunServer, type SunServerEffect, type SunServerInput, type SunServerOptions } from "../server.ts";
import type { SunServerState } from "../server.ts";
import { sunTcpClient, type SunTcpClientEffect, type SunTcpClientInput } from "./client.ts";
import type { SunTcpClientOptions, SunTcpClientState } from "./client.ts";

/** A message of Sun RPC in a record; `number` is that of the run's call. */
type SunRecord = { readonly number: number } & (
  { readonly tag: "call"; readonly call: Call } | { readonly tag: "reply"; readonly reply: Reply }
);

interface Client {
  readonly at: "client";
  readonly links: LinksState<SunRecord>;
  readonly machine: SunTcpClientState;
  readonly call: number;
  readonly link: string | null; // null before the program has opened its connection
  readonly socket: readonly (ReadReply | "broken")[];
}

/** A request in the server's socket, or the end of what its client writes. */
interface Unread {
  readonly link: string;
  readonly record: Extract<SunRecord, { readonly tag: "call" }> | "end";
}

interface Server {
  readonly at: "server";
  readonly links: LinksState<SunRecord>;
  readonly machine: SunServerState;
  readonly call: number; // that it serves
  readonly socket: readonly Unread[];
}

export type SunTcpHost = Client | Server;
export type SunTcpPacket = LinkPacket<SunRecord>;

/** Inputs that tests give: the program opens its connection, and closes it. */
export type SunTcpOwn = { readonly tag: "connect" | "close" };

export interface SunTcpEndsOptions {
  readonly client: SunTcpClientOptions;
  readonly server: Pick<SunServerOptions, "registered">;
  /** The procedure that is called. */
  readonly called: Omit<Asked, "data">;
  readonly tcp: TcpOptions;
  /** The server's port. */
  readonly port: number;
  /** How long messages are. */
  readonly bytesOf: { readonly call: (call: Call) => number; readonly reply: (reply: Reply) => number };
  /** Bytes of a fragment of a record, at most. */
  readonly fragmentBytes: number;
  /** Whether the program has opened its connection before the run. */
  readonly isOpen: boolean;
}

type Effects = readonly HostEffect<SunTcpPacket>[];
type ClientMachine = Machine<SunTcpClientState, SunTcpClientInput, SunTcpClientEffect, { readonly xid: number }>;
type ServerMachine = Machine<SunServerState, SunServerInput, SunServerEffect>;

/** The identifier before the first: any. */
const FIRST_XID = 0;
const EXECUTES: StepWords = { protocol: "Sun RPC server", input: "request" };
/** A connection from before the run is opened at this moment. */
const BEFORE: Moment = { now: 0, calleeLife: 1 };

export class SunTcpEnds implements Ends<SunTcpHost, SunTcpPacket, SunTcpOwn> {
  readonly hosts = ["client", "server"];
  readonly kinds = ["call", "reply", "acknowledgement", "open", "close", "reset"];
  readonly crashable = [CALLEE]; // the client runs the program that is measured
  // TCP’s timers outlive a call: timers are no promise here.
  readonly promises: readonly Property[] = EXACTLY_ONCE.filter((property) => property !== "timers");
  readonly procedure = EXECUTES;
  readonly steps: CallSteps = {
    starts: { protocol: "Sun RPC client over TCP", input: "start" },
    executes: EXECUTES,
    answers: { protocol: "Sun RPC server", input: "done" },
    returns: { protocol: "Sun RPC client over TCP", input: "reply" },
  };
  private readonly options: SunTcpEndsOptions;
  private readonly client: ClientMachine;
  private readonly server: ServerMachine;

  constructor(options: SunTcpEndsOptions) {
    this.options = options;
    this.client = sunTcpClient(options.client);
    this.server = sunServer({ ...options.server, cache: 0, without: [] });
  }

  start(): readonly SunTcpHost[] {
    const [client, server] = [this.bornClient(), this.bornServer(1)];
    if (!this.options.isOpen) return [client, server];
    const [from, to] = [this.atWork(client.links, BEFORE), this.atWork(server.links, BEFORE)];
    from.openedBefore(to);
    const [connecting] = this.client.step(client.machine, { tag: "connect" }, BEFORE.now);
    const [machine] = this.client.step(connecting, { tag: "connected" }, BEFORE.now);
    return [
      { ...client, machine, link: from.to(CALLEE, 0), links: from.state },
      { ...server, links: to.state },
    ];
  }

  restart(host: Host, life: number): SunTcpHost {
    if (host === CALLER) throw new Error("The client of Sun RPC over TCP runs the program that is measured.");
    return this.bornServer(life);
  }

  deadline(state: SunTcpHost): Nanos | null {
    const times = [firstDeadline(state.links), state.at === "client" ? this.client.deadline(state.machine) : null];
    const due = times.filter((time) => time !== null);
    return due.length === 0 ? null : Math.min(...due);
  }

  key(state: SunTcpHost): string {
    const { call, links, socket } = state;
    const machine = state.at === "client" ? this.client.key(state.machine) : this.server.key(state.machine);
    return `${call} ${machine} ${linksKey(links)} ${keyText(socket)}`;
  }

  packetKey(packet: SunTcpPacket): string {
    return keyText(packet);
  }

  step(state: SunTcpHost, input: HostInput<SunTcpPacket, SunTcpOwn>, moment: Moment): readonly [SunTcpHost, Effects] {
    const links = this.atWork(state.links, moment);
    const { options } = this;
    if (state.at === "server") {
      const server = new ServerAtWork(state, { machine: this.server, links, moment, options });
      server.hear(input);
      return [server.state, links.effects];
    }
    const client = new ClientAtWork(state, { machine: this.client, links, moment, options });
    client.hear(input);
    return [client.state, [...links.effects, ...client.ended]];
  }

  private bornClient(): Client {
    const machine = this.client.start({ xid: FIRST_XID });
    return { at: "client", links: noConnections(CALLER, 1), machine, call: 0, link: null, socket: [] };
  }

  private bornServer(life: number): Server {
    return { at: "server", links: noConnections(CALLEE, life), machine: this.server.start(), call: 0, socket: [] };
  }

  private atWork(links: LinksState<SunRecord>, moment: Moment): LinksAtWork<SunRecord> {
    const { tcp, port } = this.options;
    return new LinksAtWork(links, { tcp, port }, moment);
  }
}

/** The marks of a record stand before its message here, however many fragments it has. */
function messageOf(content: SunRecord, { bytesOf, fragmentBytes }: SunTcpEndsOptions): Message<SunRecord> {
  const bodyBytes = content.tag === "call" ? bytesOf.call(content.call) : bytesOf.reply(content.reply);
  const fragments = Math.max(1, Math.ceil(bodyBytes / fragmentBytes));
  return { content, kind: content.tag, call: content.number, headerBytes: fragments * MARK_BYTES, bodyBytes };
}

/** A host's machine and its surroundings during one step. */
interface Work<HostMachine> {
  readonly machine: HostMachine;
  readonly links: LinksAtWork<SunRecord>;
  readonly moment: Moment;
  readonly options: SunTcpEndsOptions;
}

/** Throws where the program has not opened its connection. */
function linkOf(link: string | null): string {
  if (link === null) throw new Error("The client of Sun RPC has opened no connection.");
  return link;
}

class ClientAtWork {
  /** How the call has ended; empty while it is under way. */
  readonly ended: HostEffect<SunTcpPacket>[] = [];
  private readonly work: Work<ClientMachine>;
  private now: Client;

  constructor(state: Client, work: Work<ClientMachine>) {
    this.now = state;
    this.work = work;
  }

  get state(): Client {
    return { ...this.now, links: this.work.links.state };
  }

  hear(input: HostInput<SunTcpPacket, SunTcpOwn>): void {
    const { links, moment, machine, options } = this.work;
    switch (input.tag) {
      case "call":
        this.now = { ...this.now, call: input.call };
        this.tell({ tag: "start", call: { ...options.called, data: input.data } });
        break;
      case "packet":
        links.hear(input.packet, input.call);
        break;
      case "tick":
        if ((machine.deadline(this.now.machine) ?? Infinity) <= moment.now) this.tell(input);
        else links.tick();
        break;
      case "connect":
      case "close":
        this.tell(input);
        break;
      case "done":
        throw new Error("The procedure does not run at the client.");
    }
    for (const heard of links.heard.splice(0)) this.on(heard);
    this.read();
  }

  private on(heard: Heard<SunRecord>): void {
    if (heard.tag === "opened") this.tell({ tag: "connected" });
    else if (heard.tag === "lost") this.now = { ...this.now, socket: [...this.now.socket, "broken"] };
    else if (heard.tag === "message" && heard.whole) {
      const { content } = heard;
      if (content.tag !== "reply") throw new Error("A client of Sun RPC is called.");
      this.now = { ...this.now, socket: [...this.now.socket, content.reply] };
    }
  }

  private read(): void {
    const { machine, socket } = this.now;
    const [first, ...rest] = socket;
    if (first === undefined || (machine.tag !== "waiting" && machine.tag !== "connecting")) return;
    this.now = { ...this.now, socket: rest };
    this.tell(first === "broken" ? { tag: first } : { tag: "reply", reply: first });
    this.read();
  }

  private tell(input: SunTcpClientInput): void {
    const { machine, moment } = this.work;
    const [after, effects] = take(machine, "client", this.now.machine, input, moment);
    this.now = { ...this.now, machine: after };
    for (const effect of effects) this.act(effect);
  }

  private act(effect: SunTcpClientEffect): void {
    const { links, options } = this.work;
    const { link, call: number } = this.now;
    switch (effect.tag) {
      case "open":
        this.now = { ...this.now, link: links.to(CALLEE, 0) };
        return;
      case "close":
        return links.close(linkOf(link));
      case "send": {
        const message = messageOf({ tag: "call", call: effect.call, number }, options);
        return links.put(linkOf(link), message, message.bodyBytes);
      }
      case "returned":
        this.ended.push({ tag: "returned", data: effect.data });
        return;
      case "refused":
      case "failed":
        this.ended.push({ tag: "failed", goesOn: false });
    }
  }
}

class ServerAtWork {
  private readonly work: Work<ServerMachine>;
  private now: Server;

  constructor(state: Server, work: Work<ServerMachine>) {
    this.now = state;
    this.work = work;
  }

  get state(): Server {
    return { ...this.now, links: this.work.links.state };
  }

  hear(input: HostInput<SunTcpPacket, SunTcpOwn>): void {
    const { links } = this.work;
    switch (input.tag) {
      case "packet":
        links.hear(input.packet, input.call);
        break;
      case "tick":
        links.tick();
        break;
      case "done":
        this.tell({ tag: "done", ending: { status: "SUCCESS", data: input.data } });
        break;
      default:
        throw new Error(`A server of Sun RPC has no use for "${input.tag}".`);
    }
    for (const heard of links.heard.splice(0)) this.on(heard);
    this.read();
  }

  private on(heard: Heard<SunRecord>): void {
    if (heard.tag === "finished") this.keep({ link: heard.link, record: "end" });
    else if (heard.tag === "message" && heard.whole) {
      const { link, content } = heard;
      if (content.tag !== "call") throw new Error("A server of Sun RPC has a reply.");
      this.keep({ link, record: content });
    }
  }

  private keep(unread: Unread): void {
    this.now = { ...this.now, socket: [...this.now.socket, unread] };
  }

  private read(): void {
    const [first, ...rest] = this.now.socket;
    if (first === undefined || this.now.machine.tag !== "listening") return;
    const { link, record } = first;
    this.now = { ...this.now, socket: rest };
    if (record === "end") this.work.links.close(link);
    else {
      this.now = { ...this.now, call: record.number };
      this.tell({ tag: "request", request: { from: link, call: record.call } });
    }
    this.read();
  }

  private tell(input: SunServerInput): void {
    const { machine, moment } = this.work;
    const [after, effects] = take(machine, "server", this.now.machine, input, moment);
    this.now = { ...this.now, machine: after };
    for (const effect of effects) this.act(effect);
  }

  private act(effect: SunServerEffect): void {
    const { links, options } = this.work;
    const { call: number } = this.now;
    if (effect.tag === "reply") {
      const message = messageOf({ tag: "reply", reply: effect.reply, number }, options);
      return links.put(effect.to, message, message.bodyBytes);
    }
    const { xid, data } = effect.call;
    links.effects.push({ tag: "execute", call: number, work: String(xid), data });
  }
}
