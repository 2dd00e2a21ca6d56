/**
 * The connections of a host to the hosts that it talks to, whatever they carry: messages that nobody makes bytes of
 * (links.ts), or bytes (streams.ts).
 *
 * Rules
 * 1. A host opens a connection to another one's port where it has none. Where the other one opens a new one, those
 *    before from the same host are lost, unless its hosts have several to each other.
 * 2. A segment of a connection that the host does not have is answered with a reset.
 * 3. Ports are never used twice, also after a restart: no late segment finds a new connection.
 */
import type { Nanos } from "../../kernel/time.ts";
import { take, type Host, type HostEffect, type Moment } from "../ends.ts";
import type { Machine } from "../machine.ts";
import { least } from "../least.ts";
import { resetFor, tcpEnd } from "./tcp.ts";
import { deadline, isQuiet, key, type Segment, type TcpEffect, type TcpInput } from "./tcp-state.ts";
import type { Flow, TcpOptions, TcpState } from "./tcp-state.ts";

export interface Connection {
  readonly id: string; // "1 51990 49152": the peer, its port, the own port
  readonly peer: Host;
  readonly localPort: number;
  readonly peerPort: number;
  readonly tcp: TcpState;
  readonly call: number; // that segments without data belong to
  /** Which of several connections to its peer this host has opened it for. */
  readonly slot: number;
}

export interface Connections<One extends Connection> {
  readonly host: Host;
  readonly nextPort: number;
  readonly all: readonly One[];
}

/** A segment between two ports. */
export interface BetweenPorts {
  readonly from: Host;
  readonly fromPort: number;
  readonly toPort: number;
  readonly segment: Segment;
}

interface ConnectionOptions {
  readonly tcp: TcpOptions;
  /** The port at which the program of every host takes connections. */
  readonly port: number;
  /** Whether a host may have several connections to another one, one after the other or at once; left out: one. */
  readonly hasSeveral?: boolean;
}

export type Sent = TcpEffect & { readonly tag: "send" };

/** Bytes that TCP hands on: so many behind a place of the stream, and the place that it has come to. */
export interface Delivered {
  readonly from: number;
  readonly bytes: number;
  readonly to: number;
}

/** What a connection tells: this host has opened it, the other one has, the other end writes no more, or it is lost. */
export type Told = "opened" | "accepted" | "finished" | "lost";

const FIRST_SLOT = 0;
const FIRST_PORT = 49_152; // the first port that is free for any use (RFC 6335 §6)
/** More than any life of a host opens. */
const PORTS_A_LIFE = 1000;

/** The kinds of segments, in the words of a fault script; those with data have the kind of what they carry. */
const KINDS: Readonly<Record<Sent["what"], string>> = {
  data: "data",
  acknowledgement: "acknowledgement",
  probe: "probe",
  open: "open",
  accept: "open",
  finish: "close",
  reset: "reset",
};

/** A host without connections, in its life with this number. */
export const noConnections = <One extends Connection>(host: Host, life: number): Connections<One> => ({
  host,
  nextPort: FIRST_PORT + PORTS_A_LIFE * (life - 1),
  all: [],
});

export const firstDeadline = ({ all }: Connections<Connection>): Nanos | null =>
  least(all.map(({ tcp }) => deadline(tcp)));

/** Whether the first deadline is that of a probe. */
export function isProbeDue(state: Connections<Connection>): boolean {
  const due = firstDeadline(state);
  return state.all.some(({ tcp }) => deadline(tcp) === due && isQuiet(tcp) && tcp.probeAt === due);
}

/** The latest moment that the connections keep; null where they have no flow. */
export const latestMoment = ({ all }: Connections<Connection>, flow: Flow | undefined): Nanos | null =>
  flow === undefined
    ? null
    : Math.max(0, ...all.map(({ tcp }) => (tcp.flow === undefined ? 0 : flow.latest(tcp.flow))));

/**
 * Equal keys, equal futures; moments count from the first deadline.
 * @param rest the key of what one carries
 * @param known where there is no deadline, the moment that others count from
 */
export function connectionsKey<One extends Connection>(
  state: Connections<One>,
  rest: (one: One) => string,
  flow?: Flow,
  known: Nanos = 0,
): string {
  const first = firstDeadline(state) ?? known;
  const texts = state.all.map((one) => {
    const due = deadline(one.tcp);
    const tcp = `${due === null ? "" : due - first} ${key(one.tcp, flow, first)}`;
    return `${one.id} ${one.slot} ${one.call} ${tcp} ${rest(one)}`;
  });
  return `${state.nextPort} ${texts.join("; ")}`;
}

/** The connections of a host during one step of its ends. What has come is in `heard`, what is sent in `effects`. */
export abstract class ConnectionsAtWork<One extends Connection, Packet extends BetweenPorts, Heard> {
  readonly heard: Heard[] = [];
  readonly effects: HostEffect<Packet>[] = [];
  private readonly options: ConnectionOptions;
  private readonly machine: Machine<TcpState, TcpInput, TcpEffect>;
  private readonly moment: Moment;
  private now: Connections<One>;

  constructor(state: Connections<One>, options: ConnectionOptions, moment: Moment) {
    this.now = state;
    this.options = options;
    this.machine = tcpEnd(options.tcp);
    this.moment = moment;
  }

  /** What a new connection carries: nothing. */
  protected abstract nothing(): Omit<One, keyof Connection>;
  /** A connection whose TCP has taken a step: what both ends have is forgotten. */
  protected abstract after(one: One, tcp: TcpState): One;
  /** What a segment takes along: of data, of nothing for any other. */
  protected abstract carried(one: One, sent: Sent): Omit<Packet, keyof BetweenPorts>;
  /** The kind and the call of a segment's data; undefined where it has none. */
  protected abstract nameOf(one: One, sent: Sent): { readonly kind: string; readonly call: number } | undefined;
  /** Whether its effects say which segments were sent before. */
  protected abstract readonly tellsAgain: boolean;
  protected abstract deliver(one: One, delivered: Delivered): void;
  protected abstract tell(told: Told, one: One): void;
  /** What a segment without data takes along. */
  protected abstract empty(): Omit<Packet, keyof BetweenPorts>;

  get state(): Connections<One> {
    return this.now;
  }

  /** A connection to another host that was opened before the run, as both ends know. */
  openedBefore(other: ConnectionsAtWork<One, Packet, Heard>, slot = FIRST_SLOT): void {
    const { port } = this.options;
    const localPort = this.takePort();
    this.step(this.add(other.now.host, localPort, port, 0, slot), { tag: "opened before", by: "this end" });
    other.step(other.add(this.now.host, port, localPort, 0), { tag: "opened before", by: "the other end" });
  }

  /** The connection to another host, by its id; opens one where there is none. One that is closing is none. */
  to(peer: Host, call: number, slot = FIRST_SLOT): string {
    const known = this.now.all.find(
      (one) =>
        one.peer === peer && one.peerPort === this.options.port && one.slot === slot && one.tcp.finishAt === Infinity,
    );
    if (known !== undefined) return known.id;
    const one = this.add(peer, this.takePort(), this.options.port, call, slot);
    this.step(one, { tag: "connect" });
    return one.id;
  }

  /** Nothing more goes onto the connection; what was put there before goes out first. */
  close(id: string): void {
    const one = this.find(id);
    if (one !== undefined) this.step(one, { tag: "close" });
  }

  /** Gives a connection up, and tells the other end. */
  abort(id: string): void {
    const one = this.find(id);
    if (one === undefined) return;
    this.step(one, { tag: "abort" });
    this.lose(one);
  }

  /** The timer that falls due first is over. */
  tick(): void {
    const due = firstDeadline(this.now);
    const one = this.now.all.find(({ tcp }) => deadline(tcp) === due);
    if (due !== null && one !== undefined) this.step(one, { tag: "tick" });
  }

  /** The connection that a segment belongs to; undefined for a stranger's, which is answered. */
  protected heardOn({ from, fromPort, toPort, segment }: Packet, call: number): One | undefined {
    const one = this.find(idOf(from, fromPort, toPort));
    if (one === undefined) this.stranger({ from, fromPort, toPort, segment }, call);
    return one;
  }

  protected find(id: string): One | undefined {
    return this.now.all.find((one) => one.id === id);
  }

  protected replace(one: One): void {
    this.now = { ...this.now, all: this.now.all.map((other) => (other.id === one.id ? one : other)) };
  }

  protected step(one: One, input: TcpInput): void {
    const name = `port ${one.localPort} to ${one.peer} port ${one.peerPort}`;
    const [tcp, effects] = take(this.machine, name, one.tcp, input, this.moment);
    this.replace(this.after(one, tcp));
    for (const effect of effects) {
      if (effect.tag === "send") this.transmit(one, effect);
      else if (effect.tag === "deliver")
        this.deliver(one, { from: one.tcp.received, bytes: effect.bytes, to: tcp.received });
      else if (effect.tag === "finished") this.tell("finished", one);
      else if (effect.tag === "broken") this.lose(one);
      else this.remove(one);
    }
    if (one.tcp.tag === "opening" && tcp.tag === "open") this.tell("opened", one);
    if (input.tag === "asked to open") this.tell("accepted", one);
  }

  private takePort(): number {
    const { nextPort } = this.now;
    this.now = { ...this.now, nextPort: nextPort + 1 };
    return nextPort;
  }

  private add(peer: Host, localPort: number, peerPort: number, call: number, slot = FIRST_SLOT): One {
    const id = idOf(peer, peerPort, localPort);
    const one = { id, peer, localPort, peerPort, tcp: this.machine.start(), call, slot, ...this.nothing() } as One;
    this.now = { ...this.now, all: [...this.now.all, one] };
    return one;
  }

  private remove({ id }: One): void {
    this.now = { ...this.now, all: this.now.all.filter((one) => one.id !== id) };
  }

  private lose(one: One): void {
    this.remove(one);
    // Of several, one that this end has closed is nobody’s loss: the next one may be under way.
    if (this.options.hasSeveral !== true || one.tcp.finishAt === Infinity) this.tell("lost", one);
  }

  private transmit(one: One, sent: Sent): void {
    const { localPort: fromPort, peerPort: toPort } = one;
    const { host: from } = this.now;
    const packet = { from, fromPort, toPort, segment: sent.segment, ...this.carried(one, sent) } as Packet;
    const { kind = KINDS[sent.what], call = one.call } = this.nameOf(one, sent) ?? {};
    const again = this.tellsAgain ? { again: sent.again } : {};
    this.effects.push({ tag: "send", packet, kind, call, send: null, to: one.peer, ...again });
  }

  /** Rules 1 and 2. */
  private stranger({ from, fromPort, toPort, segment }: BetweenPorts, call: number): void {
    if (segment.control === "open" && toPort === this.options.port) {
      const old = this.now.all.filter((one) => one.peer === from && one.localPort === toPort);
      if (this.options.hasSeveral !== true) for (const one of old) this.lose(one);
      this.step(this.add(from, toPort, fromPort, call), { tag: "asked to open" });
      return;
    }
    const reset = resetFor(segment);
    if (reset === null) return;
    const ports = { from: this.now.host, fromPort: toPort, toPort: fromPort, segment: reset };
    const packet = { ...ports, ...this.empty() } as Packet;
    this.effects.push({ tag: "send", packet, kind: KINDS.reset, call, send: null, to: from });
  }
}

const idOf = (peer: Host, peerPort: number, localPort: number): string => `${peer} ${peerPort} ${localPort}`;
