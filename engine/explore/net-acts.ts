/** The effects of a host on a net: those that the protocol’s ends name, with the times of the run. */
import { PACKET_KINDS, type Fault, type PacketName } from "../faults/fault.ts";
import { itemAt, present } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import { numberUnder } from "../kernel/tally.ts";
import { CALLER, receiversOf, type Ends, type ExecuteEffect, type Host } from "../protocols/ends.ts";
import type { HostEffect, SendEffect, WithoutResult } from "../protocols/ends.ts";
import { wayName, type CallTimes } from "./call-times.ts";
import type { Events } from "./net-events.ts";
import type { Event } from "./net-state.ts";

/** The functions of the ends that a net needs. */
type Shown<Packet> = Pick<Ends<unknown, Packet>, "hosts" | "roles" | "garbled">;

/** A packet on its way to one of its receivers: it comes after `takes`, the first `inside` of it inside its sender. */
interface Flight {
  readonly takes: Nanos;
  readonly inside: Nanos;
}

/** A fault that a packet may meet, and what becomes of the packet. */
interface Failure<Packet> {
  readonly fault: Fault;
  /** The inputs that the packet brings, one for each host that it goes to; null for none. */
  readonly comes: readonly Event<Packet>[] | null;
  /** Whether it is held back, or a copy of it is: until the search lets it go, or until the next packet comes. */
  readonly isHeld: "no" | "until let go" | "until the next";
}

/** How a packet is named that is sent for the nth time, its flights, and the faults that it may meet. */
export interface Sending<Packet> {
  readonly code: number; // equal names, equal codes
  readonly events: readonly Event<Packet>[]; // one for each host that it goes to
  readonly flights: readonly Flight[];
  /** From the sending to the last arrival. */
  readonly lasts: Nanos;
  readonly failures: readonly Failure<Packet>[] | null; // null where no script can name it
}

export type Act<Packet> =
  | Sends<Packet>
  | {
      readonly tag: "execute";
      readonly call: number;
      readonly enter: Nanos;
      readonly service: Nanos;
      readonly run: Event<Packet>;
      readonly done: Event<Packet>;
    }
  /** `call`: null for the last that began. */
  | { readonly tag: "returned"; readonly call: number | null; readonly resultOf: number }
  | {
      readonly tag: "ended";
      readonly call: number | null;
      readonly outcome: WithoutResult;
      readonly goesOn: boolean;
    }
  | { readonly tag: "begins" };

/** A packet is sent. */
export class Sends<Packet> {
  readonly tag = "send";
  /** Counts packets of its kind and call, so that the machine need not. -1 where no script can name the packet. */
  readonly counter: number;
  readonly send: number | null; // which of its kind for its call, where the machine says it
  /** Its fate where a byte is damaged. */
  private readonly garbled: readonly { readonly byte: number; readonly events: readonly Event<Packet>[] }[];
  private readonly sendings = new Map<number, Sending<Packet>>();
  private readonly effect: SendEffect<Packet>;
  private readonly from: Host;
  private readonly acts: Acts<Packet>;
  private readonly events: readonly Event<Packet>[];
  readonly text: string; // equal texts, equal packets of a host

  constructor(effect: SendEffect<Packet>, from: Host, ends: Shown<Packet>, acts: Acts<Packet>) {
    const { packet, kind, call, send } = effect;
    const hosts = receiversOf(ends, from, effect);
    const eventsOf = (of: Packet) => hosts.map((host) => acts.events.packet(from, host, call, of));
    const place = placeOf(kind);
    this.effect = effect;
    this.from = from;
    this.send = send;
    this.counter = place < 0 ? -1 : place * MOST_CALLS + call;
    this.events = eventsOf(packet);
    this.text = [kind, call, send, ...this.events.map(({ number }) => number)].join();
    const damaged = place < 0 ? [] : (ends.garbled?.(packet) ?? []);
    this.garbled = damaged.map(({ byte, packet: other }) => ({ byte, events: eventsOf(other) }));
    this.acts = acts;
  }

  sentAs(number: number): Sending<Packet> {
    const known = this.sendings.get(number);
    if (known !== undefined) return known;
    const { kind: word, call } = this.effect;
    const kind = PACKET_KINDS.find((one) => one === word);
    const flights = this.events.map((event) =>
      this.acts.wayOf(this.from, word ?? "", "to" in event ? event.to : this.from, number),
    );
    const made: Sending<Packet> = {
      code: this.counter * MOST_SENDS + number,
      events: this.events,
      flights,
      lasts: Math.max(...flights.map(({ takes }) => takes)),
      failures: kind === undefined ? null : this.failures({ kind, call, send: number }),
    };
    this.sendings.set(number, made);
    return made;
  }

  /** From the simplest on. */
  private failures(packet: PacketName): readonly Failure<Packet>[] {
    const { events } = this;
    const all: readonly Failure<Packet>[] = [
      { fault: { what: "drop", packet }, comes: null, isHeld: "no" },
      { fault: { what: "duplicate", packet, afterNs: 0 }, comes: events, isHeld: "until let go" },
      { fault: { what: "delay", packet, byNs: 1 }, comes: null, isHeld: "until let go" },
      ...this.garbled.map(({ byte, events: comes }): Failure<Packet> => {
        return { fault: { what: "garble", packet, byte }, comes, isHeld: "no" };
      }),
    ];
    // A broadcast has no direction.
    const reorder: Failure<Packet> = { fault: { what: "reorder", packet }, comes: null, isHeld: "until the next" };
    return (events.length > 1 ? all : [...all, reorder]).filter(({ fault }) => this.acts.tries(fault.what));
  }
}

const MOST_CALLS = 1 << 10;
const MOST_SENDS = 1 << 20;

/** The place of the kind that a counter counts. */
export const kindOf = (counter: number): number => Math.floor(counter / MOST_CALLS);

/** The place of a kind that a script can name; −1 for others. */
export const placeOf = (word: string | null | undefined): number => PACKET_KINDS.findIndex((kind) => kind === word);

/** Equal texts, equal acts of this host. */
function textOf<Packet>(host: Host, act: Act<Packet>): string {
  switch (act.tag) {
    case "send":
      return `s${host},${act.text}`;
    case "execute":
      return `x${host},${act.call},${act.done.number}`;
    case "returned":
      return `r${act.call},${act.resultOf}`;
    case "ended":
      return `${act.outcome}${act.call},${act.goesOn}`;
    case "begins":
      return "b";
  }
}

export class Acts<Packet> {
  readonly events: Events<Packet>;
  private readonly ends: Shown<Packet>;
  private readonly times: CallTimes;
  private readonly sorts: readonly Fault["what"][] | null;
  private readonly known = new Map<string, readonly Act<Packet>[]>();

  /** @param sorts the only sorts of faults that packets meet; left out: all */
  constructor(ends: Shown<Packet>, times: CallTimes, events: Events<Packet>, sorts?: readonly Fault["what"][]) {
    this.sorts = sorts ?? null;
    this.ends = ends;
    this.times = times;
    this.events = events;
  }

  /** Carries out the effects of a host. */
  of(host: Host, effects: readonly HostEffect<Packet>[]): readonly Act<Packet>[] {
    return present(effects, (effect) => this.act(host, effect));
  }

  /** The same, and equal lists are one list: their packets differ in what their keys leave out at most. */
  shared(host: Host, effects: readonly HostEffect<Packet>[]): readonly Act<Packet>[] {
    const acts = this.of(host, effects);
    const text = acts.map((act) => textOf(host, act)).join(" ");
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.known.set(text, acts);
    return acts;
  }

  private act(host: Host, effect: HostEffect<Packet>): Act<Packet> | null {
    switch (effect.tag) {
      case "send":
        return new Sends(effect, host, this.ends, this);
      case "execute":
        return this.execution(host, effect);
      case "returned": {
        const resultOf = itemAt([...effect.data], 0, "byte of a result");
        return { tag: "returned", call: effect.call ?? null, resultOf };
      }
      case "failed":
      case "refused":
      case "cancelled":
        return { tag: "ended", call: effect.call ?? null, outcome: effect.tag, goesOn: effect.goesOn };
      case "begins":
        return { tag: "begins" };
      case "heard": // no promise speaks of it
        return null;
    }
  }

  /** Whether packets meet faults of this sort. */
  tries(what: Fault["what"]): boolean {
    return this.sorts?.includes(what) ?? true;
  }

  private execution(host: Host, { call, work, data }: ExecuteEffect): Act<Packet> {
    const { works = {} } = this.times;
    const { enter, service } = works[this.nameOf(host)] ?? this.times;
    const { events } = this;
    const done = events.done(host, call, work, data);
    return { tag: "execute", call, enter, service, run: events.run(host, call), done };
  }

  /** How long a packet is under way, by its number among those of its kind for the call. */
  wayOf(from: Host, kind: string, to: Host, number: number): Flight {
    const { reply, request, ways = {} } = this.times;
    const name = [this.nameOf(from), kind, this.nameOf(to)] as const;
    return (
      ways[wayName(...name, number)] ??
      ways[wayName(...name)] ??
      this.alike(from, kind, to) ?? { takes: to === CALLER ? reply : request, inside: 0 }
    );
  }

  /** The way of such a packet between other hosts of the same roles: the first call goes to one server of several. */
  private alike(from: Host, kind: string, to: Host): Flight | undefined {
    const { hosts, roles } = this.ends;
    if (roles === undefined) return undefined;
    const isLike = (name: string | undefined, host: Host): boolean => roles[hosts.indexOf(name ?? "")] === roles[host];
    const found = Object.entries(this.times.ways ?? {}).find(([name]) => {
      const [sender, word, receiver, send] = name.split(" ");
      return word === kind && send === undefined && isLike(sender, from) && isLike(receiver, to);
    });
    return found?.[1];
  }

  /**
   * How many packets of a kind must have been sent so that the next ones all take as long, by the place of the kind;
   * kinds of which all take as long are left out.
   */
  timed(): ReadonlyMap<number, number> {
    const most = new Map<number, number>();
    const { ways = {} } = this.times;
    for (const [name, way] of Object.entries(ways)) {
      const [sender = "", kind, receiver = "", send] = name.split(" ");
      const place = placeOf(kind);
      const usual = ways[wayName(sender, kind ?? "", receiver)];
      if (send === undefined || place < 0 || usual === undefined) continue;
      if (usual.takes === way.takes && usual.inside === way.inside) continue;
      most.set(place, Math.max(numberUnder(most, place), Number(send)));
    }
    return most;
  }

  private nameOf(host: Host): string {
    return itemAt(this.ends.hosts, host, "host");
  }
}
