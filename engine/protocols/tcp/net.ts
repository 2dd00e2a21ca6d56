/** For tests: two ends of a connection, joined back to back. The protocol by itself: no bytes. */
import { millis, seconds } from "../../kernel/time.ts";
import { take, type Host, type HostEffect, type HostInput, type Hosts, type Moment, type SendEffect } from "../ends.ts";
import { EndsNet, type HostStep } from "../testing/ends-net.ts";
import type { Fate } from "../testing/net.ts";
import { resetFor, tcpEnd } from "./tcp.ts";
import type { Segment, TcpEffect, TcpInput, TcpOptions, TcpState } from "./tcp-state.ts";

/** The ends a and b. */
export const END_A: Host = 0;
export const END_B: Host = 1;

interface TcpHost {
  readonly end: Host;
  readonly tcp: TcpState | null; // null: it was never opened, or it is forgotten
  readonly isSilent: boolean;
}

/** What a user does, or what befalls its machine: an end that forgets answers with resets, a silent one not at all. */
export type TcpOwn = Exclude<TcpInput, { readonly tag: "segment" | "tick" }> | { readonly tag: "forget" | "silence" };

export type TcpStep<Name extends string = "a" | "b"> = HostStep<Name, TcpState, TcpInput, TcpEffect>;
export type TcpNet = EndsNet<TcpHost, Segment, TcpOwn, TcpStep>;

export const OPTIONS: TcpOptions = {
  segmentBytes: 1448,
  windowBytes: 65_535,
  acknowledgeAfter: millis(40),
  duplicateLimit: 3,
  retransmitAfter: millis(200),
  openAfter: seconds(3),
  sendLimit: 6,
  lingers: seconds(60),
  keepAlive: { after: seconds(1), apart: millis(10), every: seconds(1), limit: 5 },
};

const toSend = ({ segment, what, again }: Extract<TcpEffect, { readonly tag: "send" }>): SendEffect<Segment> => ({
  tag: "send",
  packet: segment,
  kind: what,
  call: 0,
  send: null,
  again,
});

/** Both ends; their connection is open already. */
export function tcpPair(options = OPTIONS): Hosts<TcpHost, Segment, TcpOwn> {
  const machine = tcpEnd(options);
  const born = (end: Host): TcpHost => {
    const by = end === END_A ? "this end" : "the other end";
    const [opened] = machine.step(machine.start(), { tag: "opened before", by }, 0);
    return { end, tcp: opened, isSilent: false };
  };
  type Stepped = readonly [TcpHost, readonly HostEffect<Segment>[]];

  function tell(host: TcpHost, input: TcpInput, moment: Moment): Stepped {
    const { end } = host;
    const name = end === END_A ? "a" : "b";
    if (host.tcp === null) throw new Error(`${name} has no connection.`);
    const [tcp, effects] = take(machine, name, host.tcp, input, moment);
    return [{ ...host, tcp }, effects.flatMap((effect) => (effect.tag === "send" ? [toSend(effect)] : []))];
  }

  function arrive(host: TcpHost, segment: Segment, moment: Moment): Stepped {
    const { tcp, isSilent } = host;
    if (isSilent) return [host, []];
    if (tcp !== null && tcp.tag !== "ended") return tell(host, { tag: "segment", segment }, moment);
    if (segment.control === "open") return tell({ ...host, tcp: machine.start() }, { tag: "asked to open" }, moment);
    const reset = resetFor(segment);
    return [host, reset === null ? [] : [toSend({ tag: "send", segment: reset, what: "reset", again: false })]];
  }

  return {
    hosts: ["a", "b"],
    kinds: ["data", "acknowledgement", "probe", "open", "accept", "finish", "reset"],
    start: () => [born(END_A), born(END_B)],
    restart: (end) => ({ ...born(end), tcp: null }),
    deadline: ({ tcp }) => (tcp === null ? null : machine.deadline(tcp)),
    step: (host, input: HostInput<Segment, TcpOwn>, moment) => {
      switch (input.tag) {
        case "packet":
          return arrive(host, input.packet, moment);
        case "call":
        case "done":
          throw new Error("TCP makes no calls.");
        case "forget":
          return [{ ...host, tcp: null }, []];
        case "silence":
          return [{ ...host, tcp: null, isSilent: true }, []];
        case "connect":
          return tell({ ...host, tcp: machine.start() }, input, moment);
        default:
          return tell(host, input, moment);
      }
    },
  };
}

/** The connection does not exist yet, and `end` opens it. */
export function connect(net: TcpNet, end: Host): void {
  net.tell(end === END_A ? END_B : END_A, { tag: "forget" });
  net.tell(end, { tag: "connect" });
}

/** @param fateOf asked once for each segment */
export const tcpNet = (fateOf: (from: Host) => Fate, options = OPTIONS): TcpNet =>
  new EndsNet(tcpPair(options), {
    fateOf: (_, from) => fateOf(from),
    runsFor: () => Infinity,
    procedure: (none) => none,
  });
