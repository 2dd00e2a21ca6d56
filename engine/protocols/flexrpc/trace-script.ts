/**
 * For tests: the words of traces of a caller and its callees, where a message takes 1 ms and each packet of its body
 * one more, and a procedure 10 ms. The language is that of testing/script.ts. A byte of a message is a packet here.
 *
 * The state after a step is its phase. Callees are named by their place; `3?` in a list of results is a note that
 * callee 3 cannot be reached.
 *
 * Commands
 *     serial 3 argument 2 result 1     a call to three callees, sizes in packets; `parallel`; `pipelined`; `wants 2`
 *     callee 2 takes 30ms              its procedure, from now on
 *     callee 2 unreachable             from now on
 *     cut 1 2                          the connection between two breaks; 0 is the caller
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { flexBodyBytes, type FlexMessage, type FlexResult } from "../../wire/flexrpc.ts";
import { CALLER, type Host, type HostEffect, type SendEffect } from "../ends.ts";
import { keyText } from "../machine.ts";
import type { Heard, Message } from "../tcp/links.ts";
import { EndsNet, type HostStep } from "../testing/ends-net.ts";
import { inSentences } from "../testing/ends-script.ts";
import type { Fate } from "../testing/net.ts";
import { playScript, type Stage } from "../testing/script.ts";
import type { Sentences } from "../testing/told.ts";
import type { Traced } from "../testing/traced.ts";
import type { Words } from "../testing/words.ts";
import type { CalleeEffect, CalleeInput, CalleeState } from "./callee.ts";
import type { CallerEffect, CallerInput, CallerState, MulticastCall } from "./caller.ts";
import { FlexEnds, type FlexHost, type FlexLinks, type FlexOwn } from "./ends.ts";

/** The steps of the machines, by their host: "caller" or "callee1". */
export type FlexStep =
  | HostStep<"caller", CallerState, CallerInput, CallerEffect>
  | HostStep<`callee${number}`, CalleeState, CalleeInput, CalleeEffect>;

/** A packet of a message: `arrived` bytes of its body have come with it. */
interface Piece {
  readonly from: Host;
  readonly message: FlexMessage;
  readonly arrived: number;
}

type Packet = Piece | "reset";

/** How far each message was sent, by its text. */
type Sent = Readonly<Record<string, number>>;
interface Wires {
  readonly host: Host;
  readonly sent: Sent;
}

/** A wire to each other host, which goes by the host's number. A byte of a body is a packet, and so is a header. */
class WiresAtWork implements FlexLinks<Wires, Packet> {
  readonly effects: HostEffect<Packet>[] = [];
  readonly heard: Heard<FlexMessage>[] = [];
  private readonly host: Host;
  private sent: Sent;

  constructor({ host, sent }: Wires) {
    this.host = host;
    this.sent = sent;
  }

  get state(): Wires {
    return { host: this.host, sent: this.sent };
  }

  to(peer: Host): string {
    return String(peer);
  }

  put(link: string, { content, kind, call }: Message<FlexMessage>, available: number): void {
    const name = keyText([link, content]);
    const [to, last] = [Number(link), Math.max(available, 0)];
    for (let arrived = (this.sent[name] ?? -1) + 1; arrived <= last; arrived++) {
      const packet = { from: this.host, message: content, arrived };
      this.effects.push({ tag: "send", packet, kind, call, send: null, to });
    }
    this.sent = { ...this.sent, [name]: last };
  }

  abort(link: string): void {
    this.effects.push({ tag: "send", packet: "reset", kind: null, call: 0, send: null, to: Number(link) });
    this.heard.push({ tag: "lost", link, peer: Number(link) });
  }

  hear(packet: Packet): void {
    if (packet === "reset") throw new Error("The net breaks a connection that is given up.");
    const { from, message, arrived } = packet;
    const whole = arrived === flexBodyBytes(message);
    this.heard.push({ tag: "message", link: String(from), content: message, arrived, whole });
  }

  tick(): void {
    throw new Error("A wire waits for no time.");
  }
}

const MOST_CALLEES = 6;
const PACKET = millis(1);
const PROCESS = millis(10);

const flexOnWires = (): FlexEnds<Wires, Packet> =>
  new FlexEnds<Wires, Packet>(
    { mode: "serial", pipelined: false, callees: MOST_CALLEES },
    {
      start: () => Array.from({ length: MOST_CALLEES + 1 }, (_, host) => ({ host, sent: {} })),
      restart: (host) => ({ host, sent: {} }),
      atWork: (wires) => new WiresAtWork(wires),
      deadline: () => null,
      key: keyText,
    },
  );

/** A caller and its callees on wires on which packets follow one another. */
export class FlexNet extends EndsNet<FlexHost<Wires>, Packet, FlexOwn, FlexStep> {
  /** Of each result of procedures that begin from now on, in packets. */
  resultBytes = 1;
  /** How long a callee's procedure runs. */
  readonly takes = new Map<Host, Nanos>();
  private readonly freeAt = new Map<string, Nanos>(); // of a wire in one direction
  private readonly broken = new Set<string>(); // wires, in one direction
  private readonly unreachable = new Set<Host>();

  constructor() {
    super(flexOnWires(), {
      fateOf: (sent, from) => this.fateOf(sent, from),
      isCut: (from, to) => this.broken.has(wire(from, to)),
      runsFor: (_, host) => this.takes.get(host) ?? PROCESS,
      procedure: () => new Uint8Array(this.resultBytes),
    });
  }

  multicast(call: Omit<MulticastCall, "callees">, callees: number): void {
    const places = Array.from({ length: callees }, (_, i) => i + 1);
    this.tell(CALLER, { tag: "multicast", request: { ...call, callees: places } });
  }

  /** Nobody answers there. */
  unplug(callee: Host): void {
    this.unreachable.add(callee);
  }

  /** The connection between two hosts breaks, and both notice. */
  cut(one: Host, other: Host): void {
    this.cutTo(one, other);
    this.cutTo(other, one);
  }

  private cutTo(from: Host, to: Host): void {
    this.broken.add(wire(from, to));
    this.lose(from, to);
  }

  private lose(host: Host, peer: Host): void {
    this.tell(host, { tag: "lost", link: String(peer), peer });
  }

  /** A request that cannot come is noticed after a while; of others that cannot, nobody hears. */
  private fateOf({ packet, to = CALLER }: SendEffect<Packet>, from: Host): Fate {
    const way = wire(from, to);
    if (packet === "reset") {
      this.broken.add(way);
      this.cutTo(to, from);
      return [];
    }
    if (this.unreachable.has(to) || this.broken.has(way)) {
      const isHead = packet.message.type === "request" && packet.arrived === 0;
      if (isHead) this.after(2 * PACKET, () => this.lose(from, to));
      return [];
    }
    const at = Math.max(this.freeAt.get(way) ?? 0, this.now) + PACKET;
    this.freeAt.set(way, at);
    return [at - this.now];
  }
}

const wire = (from: Host, to: Host): string => `${from}>${to}`;

/** `1 2`, or with notes `1 2 3?` */
const formatResults = (results: readonly FlexResult[]): string =>
  results.map(({ callee, status }) => `${callee}${status === "answered" ? "" : "?"}`).join(" ") || "none";

const behind = (callees: readonly number[]): string => (callees.length === 0 ? "" : `, then ${callees.join(" ")}`);

const INPUTS: Sentences<CallerInput | CalleeInput> = {
  request: ({ request }) => `<- request${behind(request.callees)}`,
  argument: ({ arrived }) => `<- argument ${arrived}`,
  results: (input) =>
    `<- results ${formatResults(input.message.results)}${"arrived" in input && !input.whole ? ", part" : ""}`,
  lost: ({ position }) => `lost callee ${position}`,
};

const EFFECTS: Sentences<CallerEffect | CalleeEffect> = {
  send: (effect) =>
    "request" in effect
      ? `-> request to ${effect.to}${behind(effect.request.callees)}`
      : `-> results ${formatResults(effect.message.results)}`,
  "hand on": ({ request }) => `-> request to the next${behind(request.callees)}`,
  "hand on argument": ({ upTo }) => `-> argument ${upTo}`,
  "pass on": ({ message, upTo }) => `-> results ${formatResults(message.results)} passed on, ${upTo} so far`,
  process: () => "processes",
  "give up": ({ which }) => `gives up the connection to the ${which === "next" ? "next" : "one before"}`,
  returned: ({ results }) => `returned: ${formatResults(results)}`,
  failed: ({ unreachable, last, results }) =>
    `failed: ${unreachable.join(" ")} unreachable, last ${last}, got ${formatResults(results)}`,
};

const TOLD = inSentences<FlexStep>(INPUTS, {}, EFFECTS);

/** Plays a script; gives it with its expected parts made anew. */
const playFlex = (script: string): string => playScript(script, { packets: [], defaults: {}, settings: {}, begin });

function begin(): Stage<FlexNet["steps"][number]> {
  const net = new FlexNet();
  return {
    net,
    verbs: {
      serial: (words) => call(net, "serial", words),
      parallel: (words) => call(net, "parallel", words),
      callee: (words) => {
        const callee = words.number();
        if (words.is("unreachable")) return net.unplug(callee);
        words.need("takes");
        net.takes.set(callee, words.time());
      },
      cut: (words) => net.cut(words.number(), words.number()),
    },
    show: (step) => {
      const who = step.host.replace("callee", "callee ");
      return TOLD(step).map((told) => ({ ...told, at: step.at, who }));
    },
  };
}

function call(net: FlexNet, mode: "serial" | "parallel", words: Words): void {
  const callees = words.number();
  words.need("argument");
  const argumentBytes = words.number();
  words.need("result");
  net.resultBytes = words.number();
  const pipelined = words.is("pipelined");
  net.multicast({ mode, argumentBytes, pipelined, wanted: words.named("wants", callees) }, callees);
}

export const TRACED: Traced = {
  play: playFlex,
  heads: { caller: "caller.ts", callee: "callee.ts" },
  rules: 11,
  refused: [
    ["leap 5", 'line 1, "leap 5": unknown command.'],
    ["serial 2 argument 1 result 1\nserial 2 argument 1 result 1", "Call 1 is outstanding"],
  ],
};
