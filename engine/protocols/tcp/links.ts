/**
 * The connections of a host, as the ends of a protocol above TCP drive them: messages with a header and a body follow
 * one another on each, and a segment carries a stretch of them. Nobody makes bytes here: a segment names the messages
 * that begin in it.
 *
 * Rules
 * 1. A host opens a connection to another one's port where it has none. Where the other one opens a new one, those
 *    before from the same host are lost.
 * 2. A segment of a connection that the host does not have is answered with a reset.
 * 3. Ports are never used twice, also after a restart: no late segment finds a new connection.
 */
import type { Nanos } from "../../kernel/time.ts";
import { take, type Host, type HostEffect, type Moment } from "../ends.ts";
import { keyText, type Machine } from "../machine.ts";
import { resetFor, tcpEnd } from "./tcp.ts";
import {
  deadline,
  isQuiet,
  key,
  type Segment,
  type TcpEffect,
  type TcpInput,
  type TcpOptions,
  type TcpState,
} from "./tcp-state.ts";

/** What follows one another on a connection. */
export interface Message<Content> {
  readonly content: Content;
  readonly kind: string; // of the segments that carry it, in the words of a fault script
  readonly call: number;
  readonly headerBytes: number;
  readonly bodyBytes: number;
}

/** A message with its place in the stream. */
interface Placed<Content> {
  readonly message: Message<Content>;
  readonly start: number;
}

interface Outgoing<Content> extends Placed<Content> {
  /** Bytes of the body that may leave; -1 while not even the header may. */
  readonly available: number;
}

interface Link<Content> {
  readonly id: string; // "1 51990 49152": the peer, its port, the own port
  readonly peer: Host;
  readonly localPort: number;
  readonly peerPort: number;
  readonly tcp: TcpState;
  readonly call: number; // that segments without data belong to
  readonly out: readonly Outgoing<Content>[];
  readonly placed: number; // bytes of all messages that were ever added
  readonly handed: number; // bytes that TCP has
  readonly come: readonly Placed<Content>[]; // messages that are coming
}

export interface LinksState<Content> {
  readonly host: Host;
  readonly nextPort: number;
  readonly links: readonly Link<Content>[];
}

export interface LinkPacket<Content> {
  readonly from: Host;
  readonly fromPort: number;
  readonly toPort: number;
  readonly segment: Segment;
  /** Messages that begin in it. */
  readonly begun: readonly Placed<Content>[];
}

/**
 * What a connection tells: so much of a message's body has come; a connection that this host opens is open; the other
 * end writes no more; or the connection is lost.
 */
export type Heard<Content> =
  | {
      readonly tag: "message";
      readonly link: string;
      readonly content: Content;
      readonly arrived: number;
      readonly whole: boolean;
    }
  | { readonly tag: "opened" | "finished"; readonly link: string }
  | { readonly tag: "lost"; readonly link: string; readonly peer: Host };

interface LinksOptions {
  readonly tcp: TcpOptions;
  /** The port at which the program of every host takes connections. */
  readonly port: number;
}

const FIRST_PORT = 49_152; // the first port that is free for any use (RFC 6335 §6)
/** More than any life of a host opens. */
const PORTS_A_LIFE = 1000;
/** The kinds of segments without data, in the words of a fault script. */
const KINDS: Readonly<Record<(TcpEffect & { readonly tag: "send" })["what"], string>> = {
  data: "data",
  acknowledgement: "acknowledgement",
  probe: "probe",
  open: "open",
  accept: "open",
  finish: "close",
  reset: "reset",
};

const bodyAt = <Content>({ start, message }: Placed<Content>): number => start + message.headerBytes;
const endOf = <Content>(placed: Placed<Content>): number => bodyAt(placed) + placed.message.bodyBytes;

/** A host without connections, in its life with this number. */
export const noLinks = <Content>(host: Host, life: number): LinksState<Content> => ({
  host,
  nextPort: FIRST_PORT + PORTS_A_LIFE * (life - 1),
  links: [],
});

export function linksDeadline<Content>({ links }: LinksState<Content>): Nanos | null {
  const times = links.flatMap(({ tcp }) => deadline(tcp) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** Whether the first deadline is that of a probe. */
export function linksWatch<Content>(state: LinksState<Content>): boolean {
  const due = linksDeadline(state);
  return state.links.some(({ tcp }) => deadline(tcp) === due && isQuiet(tcp) && tcp.probeAt === due);
}

/** Equal keys, equal futures; moments count from the first deadline. */
export function linksKey<Content>(state: LinksState<Content>): string {
  const first = linksDeadline(state) ?? 0;
  const texts = state.links.map(({ id, tcp, call, out, handed, come }) => {
    const due = deadline(tcp);
    return `${id} ${call} ${due === null ? "" : due - first} ${key(tcp)} ${handed} ${keyText([out, come])}`;
  });
  return `${state.nextPort} ${texts.join("; ")}`;
}

/** The connections of a host during one step of its ends. What has come is in `heard`, what is sent in `effects`. */
export class LinksAtWork<Content> {
  readonly heard: Heard<Content>[] = [];
  readonly effects: HostEffect<LinkPacket<Content>>[] = [];
  private readonly options: LinksOptions;
  private readonly machine: Machine<TcpState, TcpInput, TcpEffect>;
  private readonly moment: Moment;
  private now: LinksState<Content>;

  constructor(state: LinksState<Content>, options: LinksOptions, moment: Moment) {
    this.now = state;
    this.options = options;
    this.machine = tcpEnd(options.tcp);
    this.moment = moment;
  }

  get state(): LinksState<Content> {
    return this.now;
  }

  /** A connection to another host that was opened before the run, as both ends know. */
  openedBefore(other: LinksAtWork<Content>): void {
    const { port } = this.options;
    const localPort = this.takePort();
    this.step(this.add(other.now.host, localPort, port, 0), { tag: "opened before", by: "this end" });
    other.step(other.add(this.now.host, port, localPort, 0), { tag: "opened before", by: "the other end" });
  }

  /** The connection to another host, by its id; opens one where there is none. */
  to(peer: Host, call: number): string {
    const known = this.now.links.find((link) => link.peer === peer && link.peerPort === this.options.port);
    if (known !== undefined) return known.id;
    const link = this.add(peer, this.takePort(), this.options.port, call);
    this.step(link, { tag: "connect" });
    return link.id;
  }

  /** So much of a message's body may leave, -1 for not even its header. A new message stands behind the others. */
  put(id: string, message: Message<Content>, available: number): void {
    const link = this.find(id);
    if (link === undefined) return;
    const name = keyText(message);
    const known = link.out.findIndex((one) => keyText(one.message) === name);
    const start = link.out[known]?.start ?? link.placed;
    const placed = { message, start, available };
    const out = known < 0 ? [...link.out, placed] : link.out.with(known, placed);
    const after = { ...link, out, placed: Math.max(link.placed, endOf(placed)), call: message.call };
    const handed = readyIn(after);
    this.replace({ ...after, handed });
    if (handed > link.handed) this.step({ ...after, handed }, { tag: "write", bytes: handed - link.handed });
  }

  /** Nothing more is put on the connection; what was put before goes out first. */
  close(id: string): void {
    const link = this.find(id);
    if (link !== undefined) this.step(link, { tag: "close" });
  }

  /** Gives a connection up, and tells the other end. */
  abort(id: string): void {
    const link = this.find(id);
    if (link === undefined) return;
    this.step(link, { tag: "abort" });
    this.lose(link);
  }

  hear({ from, fromPort, toPort, segment, begun }: LinkPacket<Content>, call: number): void {
    const link = this.find(idOf(from, fromPort, toPort));
    if (link === undefined) return this.stranger({ from, fromPort, toPort, segment, begun }, call);
    const fresh = begun.filter(
      (one) => endOf(one) > link.tcp.received && link.come.every(({ start }) => start !== one.start),
    );
    const come = [...link.come, ...fresh].sort((a, b) => a.start - b.start);
    this.step({ ...link, call, come }, { tag: "segment", segment });
  }

  /** The timer that falls due first is over. */
  tick(): void {
    const due = linksDeadline(this.now);
    const link = this.now.links.find(({ tcp }) => deadline(tcp) === due);
    if (due !== null && link !== undefined) this.step(link, { tag: "tick" });
  }

  private find(id: string): Link<Content> | undefined {
    return this.now.links.find((link) => link.id === id);
  }

  private takePort(): number {
    const { nextPort } = this.now;
    this.now = { ...this.now, nextPort: nextPort + 1 };
    return nextPort;
  }

  private add(peer: Host, localPort: number, peerPort: number, call: number): Link<Content> {
    const nothing = { out: [], placed: 0, handed: 0, come: [] };
    const id = idOf(peer, peerPort, localPort);
    const link: Link<Content> = { id, peer, localPort, peerPort, tcp: this.machine.start(), call, ...nothing };
    this.now = { ...this.now, links: [...this.now.links, link] };
    return link;
  }

  private replace(link: Link<Content>): void {
    this.now = { ...this.now, links: this.now.links.map((one) => (one.id === link.id ? link : one)) };
  }

  private remove({ id }: Link<Content>): void {
    this.now = { ...this.now, links: this.now.links.filter((one) => one.id !== id) };
  }

  private lose(link: Link<Content>): void {
    this.remove(link);
    this.heard.push({ tag: "lost", link: link.id, peer: link.peer });
  }

  private step(link: Link<Content>, input: TcpInput): void {
    const before = link.tcp.received;
    const name = `port ${link.localPort} to ${link.peer} port ${link.peerPort}`;
    const [tcp, effects] = take(this.machine, name, link.tcp, input, this.moment);
    const out = link.out.filter((placed) => endOf(placed) > tcp.acknowledged);
    const come = link.come.filter((placed) => endOf(placed) > tcp.received);
    this.replace({ ...link, tcp, out, come });
    for (const effect of effects) {
      if (effect.tag === "send") this.transmit(link, effect);
      else if (effect.tag === "deliver") this.deliver(link, before, tcp.received);
      else if (effect.tag === "finished") this.heard.push({ tag: "finished", link: link.id });
      else if (effect.tag === "broken") this.lose(link);
      else if (effect.tag === "ended") this.remove(link);
    }
    if (link.tcp.tag === "opening" && tcp.tag === "open") this.heard.push({ tag: "opened", link: link.id });
  }

  private deliver({ id, come }: Link<Content>, before: number, after: number): void {
    for (const placed of come) {
      const [body, end] = [bodyAt(placed), endOf(placed)];
      if (before >= end || after < body) continue;
      const arrived = Math.min(after, end) - body;
      this.heard.push({ tag: "message", link: id, content: placed.message.content, arrived, whole: after >= end });
    }
  }

  private transmit(link: Link<Content>, { segment, what }: TcpEffect & { readonly tag: "send" }): void {
    const { sequence, length } = segment;
    const hasData = length > 0 && what !== "finish";
    const first = hasData ? link.out.find((placed) => sequence < endOf(placed)) : undefined;
    const begun = hasData
      ? link.out.flatMap(({ message, start }) =>
          start >= sequence && start < sequence + length ? [{ message, start }] : [],
        )
      : [];
    this.effects.push({
      tag: "send",
      packet: { from: this.now.host, fromPort: link.localPort, toPort: link.peerPort, segment, begun },
      kind: first?.message.kind ?? KINDS[what],
      call: first?.message.call ?? link.call,
      send: null,
      to: link.peer,
    });
  }

  /** Rules 1 and 2. */
  private stranger({ from, fromPort, toPort, segment }: LinkPacket<Content>, call: number): void {
    if (segment.control === "open" && toPort === this.options.port) {
      const old = this.now.links.filter((link) => link.peer === from && link.localPort === toPort);
      for (const link of old) this.lose(link);
      this.step(this.add(from, toPort, fromPort, call), { tag: "asked to open" });
      return;
    }
    const reset = resetFor(segment);
    if (reset === null) return;
    const packet = { from: this.now.host, fromPort: toPort, toPort: fromPort, segment: reset, begun: [] };
    this.effects.push({ tag: "send", packet, kind: KINDS.reset, call, send: null, to: from });
  }
}

const idOf = (peer: Host, peerPort: number, localPort: number): string => `${peer} ${peerPort} ${localPort}`;

/** Bytes that may be handed to TCP by now. */
function readyIn<Content>({ out, handed }: Link<Content>): number {
  let ready = handed;
  for (const placed of out) {
    if (endOf(placed) <= ready) continue;
    if (placed.available < 0) break;
    ready = bodyAt(placed) + placed.available;
    if (ready < endOf(placed)) break;
  }
  return ready;
}
