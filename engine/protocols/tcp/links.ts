/**
 * The connections of a host, as the ends of a protocol above TCP drive them: messages with a header and a body follow
 * one another on each, and a segment carries a stretch of them. Nobody makes bytes here: a segment names the messages
 * that begin in it. How connections are opened and lost, connections.ts says.
 */
import type { Host } from "../ends.ts";
import { keyText } from "../machine.ts";
import {
  ConnectionsAtWork,
  connectionsKey,
  type BetweenPorts,
  type Connection,
  type Connections,
  type Delivered,
  type Sent,
  type Told,
} from "./connections.ts";
import type { TcpState } from "./tcp-state.ts";

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

interface Link<Content> extends Connection {
  readonly out: readonly Outgoing<Content>[];
  readonly placed: number; // bytes of all messages that were ever added
  readonly handed: number; // bytes that TCP has
  readonly come: readonly Placed<Content>[]; // messages that are coming
}

export type LinksState<Content> = Connections<Link<Content>>;

export interface LinkPacket<Content> extends BetweenPorts {
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

const bodyAt = <Content>({ start, message }: Placed<Content>): number => start + message.headerBytes;
const endOf = <Content>(placed: Placed<Content>): number => bodyAt(placed) + placed.message.bodyBytes;

/** Equal keys, equal futures; moments count from the first deadline. */
export const linksKey = <Content>(state: LinksState<Content>): string =>
  connectionsKey(state, ({ out, handed, come }) => `${handed} ${keyText([out, come])}`);

export class LinksAtWork<Content> extends ConnectionsAtWork<Link<Content>, LinkPacket<Content>, Heard<Content>> {
  protected readonly tellsAgain = false;

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

  hear(packet: LinkPacket<Content>, call: number): void {
    const { segment, begun } = packet;
    const link = this.heardOn(packet, call);
    if (link === undefined) return;
    const fresh = begun.filter(
      (one) => endOf(one) > link.tcp.received && link.come.every(({ start }) => start !== one.start),
    );
    const come = [...link.come, ...fresh].sort((a, b) => a.start - b.start);
    this.step({ ...link, call, come }, { tag: "segment", segment });
  }

  protected nothing(): Omit<Link<Content>, keyof Connection> {
    return { out: [], placed: 0, handed: 0, come: [] };
  }

  protected empty(): Omit<LinkPacket<Content>, keyof BetweenPorts> {
    return { begun: [] };
  }

  protected after(link: Link<Content>, tcp: TcpState): Link<Content> {
    const out = link.out.filter((placed) => endOf(placed) > tcp.acknowledged);
    const come = link.come.filter((placed) => endOf(placed) > tcp.received);
    return { ...link, tcp, out, come };
  }

  protected tell(tag: Told, { id: link, peer }: Link<Content>): void {
    if (tag === "lost") this.heard.push({ tag, link, peer });
    else if (tag !== "accepted") this.heard.push({ tag, link });
  }

  protected deliver({ id, come }: Link<Content>, { from, to }: Delivered): void {
    for (const placed of come) {
      const [body, end] = [bodyAt(placed), endOf(placed)];
      if (from >= end || to < body) continue;
      const arrived = Math.min(to, end) - body;
      this.heard.push({ tag: "message", link: id, content: placed.message.content, arrived, whole: to >= end });
    }
  }

  protected nameOf({ out }: Link<Content>, sent: Sent): Message<Content> | undefined {
    return hasData(sent) ? out.find((placed) => sent.segment.sequence < endOf(placed))?.message : undefined;
  }

  protected carried({ out }: Link<Content>, sent: Sent): Omit<LinkPacket<Content>, keyof BetweenPorts> {
    const { sequence, length } = sent.segment;
    const begins = ({ start }: Placed<Content>): boolean => start >= sequence && start < sequence + length;
    return { begun: hasData(sent) ? out.filter(begins).map(({ message, start }) => ({ message, start })) : [] };
  }
}

const hasData = ({ segment, what }: Sent): boolean => segment.length > 0 && what !== "finish";

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
