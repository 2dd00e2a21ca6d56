/**
 * The ends of a protocol whose caller has a TCP connection to each of its callees, with messages that follow one
 * another on it. A protocol brings two machines: the caller's, and that of a callee's end of one connection. Both say
 * which messages they write; this file has the connections, and finds the messages in what comes.
 */
import { lastItem } from "../../kernel/items.ts";
import type { Nanos } from "../../kernel/time.ts";
import { newBytes } from "../../wire/bytes.ts";
import type { StreamMessage, StreamTable } from "../../wire/stream-table.ts";
import { CALLER, take, type CallSteps, type Ends, type Host, type HostEffect, type HostInput } from "../ends.ts";
import type { HeardEffect, MachineAt, Moment, ProcedureWords } from "../ends.ts";
import { keyText, type Machine } from "../machine.ts";
import type { Property } from "../promises.ts";
import { least } from "../least.ts";
import { firstDeadline, isProbeDue, latestMoment, noConnections } from "./connections.ts";
import { StreamsAtWork, streamsKey } from "./streams.ts";
import type { StreamHeard, StreamPacket, StreamsState } from "./streams.ts";
import type { TcpOptions } from "./tcp-state.ts";

type AnyMessage = StreamMessage<string, "number">;

export type StreamCallerInput<Message> =
  | { readonly tag: "call"; readonly call: number; readonly data: Uint8Array }
  | { readonly tag: "message"; readonly from: Host; readonly slot?: number; readonly message: Message }
  | { readonly tag: "lost"; readonly from: Host; readonly slot?: number } // the connection
  | { readonly tag: "tick" };

/** A connection that a caller has opened by an effect is open; for callers that hear it. */
export interface StreamOpened {
  readonly tag: "opened";
  readonly from: Host;
  readonly slot: number;
}

export type StreamCallerEffect<Message> =
  /** In one go. */
  | { readonly tag: "write"; readonly to: Host; readonly slot?: number; readonly messages: readonly Message[] }
  /** A connection is opened, or closed when all is through that was written on it. */
  | {
      readonly tag: "connection";
      readonly is: "opened" | "closed";
      readonly to: Host;
      readonly slot: number;
      readonly call: number;
    }
  | HeardEffect
  | { readonly tag: "returned"; readonly data: Uint8Array; readonly call: number }
  | { readonly tag: "failed"; readonly goesOn: boolean; readonly call: number };

export type StreamCalleeInput<Message> =
  | { readonly tag: "accepted" } // the connection
  | { readonly tag: "message"; readonly message: Message }
  | { readonly tag: "done"; readonly number: number; readonly data: Uint8Array }
  | { readonly tag: "lost" } // the connection: nothing follows
  | { readonly tag: "tick" };

export type StreamCalleeEffect<Message> =
  | { readonly tag: "execute"; readonly number: number; readonly data: Uint8Array }
  | { readonly tag: "write"; readonly messages: readonly Message[] };

/** What a protocol brings. `number` of a message is that of the run's call. */
interface StreamProtocol<Caller, Callee, Message extends AnyMessage> {
  readonly table: Pick<StreamTable<string, "number">, "kinds" | "header"> & {
    write(message: Message): Uint8Array;
    read(come: Uint8Array): { readonly messages: readonly Message[]; readonly rest: Uint8Array };
    lengthOf(come: Uint8Array): number;
  };
  readonly tcp: TcpOptions;
  readonly port: number;
  readonly callees: number;
  /** Connections that the caller may have to each callee; left out: one. */
  readonly slots?: number;
  /** Whether the caller may have several connections to a callee, one after the other or at once; left out: one. */
  readonly hasSeveral?: boolean;
  /** Whether its caller hears that a connection is open; left out: it need not know. */
  readonly hearsOpened?: boolean;
  /** Whether each packet holds whole messages, which are read as they come (streams.ts); left out: in their order. */
  readonly isApart?: boolean;
  /** Whether the caller has its connections before the run. */
  readonly isBound: boolean;
  /** Whether its TCP measures times, and waits by them; left out: it does not. */
  readonly readsClock?: boolean;
  /** Whether the caller writes a message’s header and data by two calls of the system. Left out: by one. */
  readonly writesApart?: boolean;
  /** The identity of the caller is the number of its life. */
  readonly caller: Machine<Caller, StreamCallerInput<Message> | StreamOpened, StreamCallerEffect<Message>, number>;
  /** The identity is whether the connection was there before the run. */
  readonly callee: Machine<Callee, StreamCalleeInput<Message>, StreamCalleeEffect<Message>, { isBound: boolean }>;
  /** What the machine of a callee's end of a connection is called: "process". */
  readonly calleeName: string;
  readonly hosts: { readonly caller: string; readonly callee: (host: Host) => string };
  readonly promises: readonly Property[];
  readonly procedure: ProcedureWords;
  /** What the caller's and the callee's own timers are called in a trace. */
  readonly timers: readonly [caller: string, callee: string];
}

/** A callee's end of one connection. */
interface CalleeEnd<Callee> {
  readonly stream: string;
  readonly state: Callee;
}

/** A message that has come in part; its bytes are put together when all are there. */
interface Begun {
  readonly last: Chunk | null;
  readonly bytes: number;
  /** With so many its header is whole, or all of it. */
  readonly needs: number;
}

interface Chunk {
  readonly data: Uint8Array;
  readonly before: Chunk | null;
}

function wholeOf({ last, bytes }: Begun): Uint8Array {
  if (last?.before === null) return last.data;
  const whole = newBytes(bytes);
  let end = bytes;
  for (let one = last; one !== null; one = one.before) {
    end -= one.data.length;
    whole.set(one.data, end);
  }
  return whole;
}

export interface StreamHost<Caller, Callee> {
  readonly host: Host;
  readonly streams: StreamsState;
  /** Messages that have begun to come, by their connection. */
  readonly begun: Readonly<Record<string, Begun>>;
  readonly caller: Caller | null; // null at a callee
  readonly callees: readonly CalleeEnd<Callee>[]; // none at the caller
}

const BEFORE: Moment = { now: 0, calleeLife: 1 };

export class StreamEnds<Caller, Callee, Message extends AnyMessage> implements Ends<
  StreamHost<Caller, Callee>,
  StreamPacket
> {
  readonly hosts: readonly string[];
  readonly kinds: readonly string[];
  readonly crashable: readonly Host[]; // the caller runs the program that is measured
  readonly promises: readonly Property[];
  readonly procedure: ProcedureWords;
  readonly steps: CallSteps;
  readonly readsClock: boolean;
  private readonly protocol: StreamProtocol<Caller, Callee, Message>;

  constructor(protocol: StreamProtocol<Caller, Callee, Message>) {
    const { hosts, callees, caller, callee } = protocol;
    this.protocol = protocol;
    this.readsClock = protocol.readsClock === true;
    this.kinds = protocol.table.kinds;
    this.promises = protocol.promises;
    this.procedure = protocol.procedure;
    this.crashable = Array.from({ length: callees }, (_, i) => i + 1);
    this.hosts = [hosts.caller, ...this.crashable.map((host) => hosts.callee(host))];
    this.steps = {
      starts: { protocol: caller.protocol, input: "call" },
      executes: { protocol: callee.protocol, input: "call" },
      answers: { protocol: callee.protocol, input: "done" },
      returns: { protocol: caller.protocol, input: "reply" },
    };
  }

  start(): readonly StreamHost<Caller, Callee>[] {
    const hosts = this.hosts.map((_, host) => this.born(host, 1));
    if (!this.protocol.isBound) return hosts;
    const atWork = hosts.map(({ streams }) => new StreamsAtWork(streams, this.protocol, BEFORE));
    const [caller, ...callees] = atWork;
    const slots = Array.from({ length: this.protocol.slots ?? 1 }, (_, slot) => slot);
    for (const callee of callees) for (const slot of slots) caller?.openedBefore(callee, slot);
    return hosts.map((host, i) => {
      const streams = atWork[i]?.state ?? host.streams;
      if (host.caller !== null) return { ...host, streams };
      const bound = streams.all.map(({ id }) => ({ stream: id, state: this.protocol.callee.start(BOUND) }));
      return { ...host, streams, callees: bound };
    });
  }

  restart(host: Host, life: number): StreamHost<Caller, Callee> {
    return this.born(host, life);
  }

  machines({ caller, callees }: StreamHost<Caller, Callee>): readonly MachineAt[] {
    const { protocol } = this;
    return [
      ...(caller === null ? [] : [{ machine: protocol.caller, instance: CALLER_NAME, state: caller } as MachineAt]),
      ...callees.map(({ stream, state }): MachineAt => ({
        machine: protocol.callee,
        instance: calleeName(protocol, stream),
        state,
      })),
    ];
  }

  deadline(state: StreamHost<Caller, Callee>): Nanos | null {
    return least([firstDeadline(state.streams), this.ownDeadline(state)]);
  }

  timerName(state: StreamHost<Caller, Callee>): string {
    const own = this.ownDeadline(state);
    if (own === null || own !== this.deadline(state)) return "timer of TCP";
    return this.protocol.timers[state.caller === null ? 1 : 0];
  }

  isWatching(state: StreamHost<Caller, Callee>): boolean {
    const own = this.ownDeadline(state);
    return own !== this.deadline(state) && isProbeDue(state.streams);
  }

  since({ streams }: StreamHost<Caller, Callee>): Nanos | null {
    return this.readsClock ? latestMoment(streams, this.protocol.tcp.flow) : null;
  }

  key(state: StreamHost<Caller, Callee>): string {
    const { protocol } = this;
    const { streams, begun, caller, callees } = state;
    const known = this.since(state);
    const from = this.deadline(state) ?? known ?? 0;
    const parts = callees.map(({ stream, state: one }) => {
      const due = protocol.callee.deadline(one);
      return `${stream} ${due === null ? "" : due - from} ${protocol.callee.key(one)}`;
    });
    const due = caller === null ? null : protocol.caller.deadline(caller);
    const own = caller === null ? "" : `${due === null ? "" : due - from} ${protocol.caller.key(caller)}`;
    const tcp = (firstDeadline(streams) ?? known ?? from) - from;
    return `${tcp} ${streamsKey(streams, protocol.tcp.flow, known ?? 0)} ${keyText(begun)} ${own} ${parts.join("; ")}`;
  }

  packetKey(packet: StreamPacket): string {
    return keyText(packet);
  }

  step(
    state: StreamHost<Caller, Callee>,
    input: HostInput<StreamPacket>,
    moment: Moment,
  ): readonly [StreamHost<Caller, Callee>, readonly HostEffect<StreamPacket>[]] {
    const host = new HostAtWork(state, this.protocol, moment);
    const own = this.ownDeadline(state);
    host.hear(input, own !== null && own <= moment.now);
    return [host.state, host.effects];
  }

  private ownDeadline({ caller, callees }: StreamHost<Caller, Callee>): Nanos | null {
    const { protocol } = this;
    return least([
      caller === null ? null : protocol.caller.deadline(caller),
      ...callees.map(({ state }) => protocol.callee.deadline(state)),
    ]);
  }

  private born(host: Host, life: number): StreamHost<Caller, Callee> {
    const caller = host === CALLER ? this.protocol.caller.start(life) : null;
    return { host, streams: noConnections(host, life), begun: {}, caller, callees: [] };
  }
}

const CALLER_NAME = "caller";
const BOUND = { isBound: true };
const ACCEPTED = { isBound: false };
const calleeName = ({ calleeName: name }: { readonly calleeName: string }, stream: string): string =>
  `${name} for ${stream}`;

/** A host during one step. */
class HostAtWork<Caller, Callee, Message extends AnyMessage> {
  private readonly protocol: StreamProtocol<Caller, Callee, Message>;
  private readonly streams: StreamsAtWork;
  private readonly moment: Moment;
  private now: StreamHost<Caller, Callee>;

  constructor(state: StreamHost<Caller, Callee>, protocol: StreamProtocol<Caller, Callee, Message>, moment: Moment) {
    this.now = state;
    this.protocol = protocol;
    this.moment = moment;
    this.streams = new StreamsAtWork(state.streams, protocol, moment);
  }

  get state(): StreamHost<Caller, Callee> {
    return { ...this.now, streams: this.streams.state };
  }

  /** In the order in which they came about. */
  get effects(): readonly HostEffect<StreamPacket>[] {
    return this.streams.effects;
  }

  /** @param isOwn whether a tick is for a machine of the protocol */
  hear(input: HostInput<StreamPacket>, isOwn: boolean): void {
    switch (input.tag) {
      case "call":
        this.tellCaller(input);
        break;
      case "packet":
        this.streams.hear(input.packet, input.call);
        break;
      case "done": {
        const [stream = "", number = ""] = input.work.split(WORK);
        this.tellCallee(stream, { tag: "done", number: Number(number), data: input.data });
        break;
      }
      case "tick":
        if (isOwn) this.ticked();
        else this.streams.tick();
    }
    for (let heard = this.streams.heard.shift(); heard !== undefined; heard = this.streams.heard.shift()) {
      this.on(heard);
    }
  }

  private ticked(): void {
    const { caller, callees } = this.now;
    const { protocol, moment } = this;
    const isDue = (deadline: Nanos | null): boolean => deadline !== null && deadline <= moment.now;
    if (caller !== null && isDue(protocol.caller.deadline(caller))) this.tellCaller(TICK);
    for (const { stream, state } of callees) {
      if (isDue(protocol.callee.deadline(state))) this.tellCallee(stream, TICK);
    }
  }

  private on(heard: StreamHeard): void {
    const { stream, peer, slot } = heard;
    if (heard.tag === "bytes") this.read(heard);
    else if (heard.tag === "accepted") {
      const end = { stream, state: this.protocol.callee.start(ACCEPTED) };
      this.now = { ...this.now, callees: [...this.now.callees, end] };
      this.tellCallee(stream, { tag: "accepted" });
    } else if (heard.tag === "lost") {
      const { [stream]: _, ...begun } = this.now.begun;
      this.now = { ...this.now, begun };
      if (this.now.caller !== null) this.tellCaller({ tag: "lost", from: peer, slot });
      else {
        this.tellCallee(stream, { tag: "lost" });
        this.now = { ...this.now, callees: this.now.callees.filter((one) => one.stream !== stream) };
      }
    } else if (heard.tag === "opened") {
      if (this.protocol.hearsOpened === true) this.tellCaller({ tag: "opened", from: peer, slot });
    } else if (this.now.caller === null) this.streams.close(stream); // the caller has closed its end
  }

  /** Whole messages go on at once; what has come of the next one waits for the rest. */
  private read({ stream, peer, slot, data }: Extract<StreamHeard, { readonly tag: "bytes" }>): void {
    const { table } = this.protocol;
    const { [stream]: known, ...others } = this.now.begun;
    const { last = null, bytes = 0, needs = 0 } = known ?? {};
    const begun: Begun = { last: { data, before: last }, bytes: bytes + data.length, needs };
    if (begun.bytes < needs) {
      this.now = { ...this.now, begun: { ...others, [stream]: begun } };
      return;
    }
    const { messages, rest } = table.read(wholeOf(begun));
    const left = { last: { data: rest, before: null }, bytes: rest.length, needs: table.lengthOf(rest) };
    this.now = { ...this.now, begun: rest.length === 0 ? others : { ...others, [stream]: left } };
    for (const message of messages) {
      if (this.now.caller === null) this.tellCallee(stream, { tag: "message", message });
      else this.tellCaller({ tag: "message", from: peer, slot, message });
    }
  }

  private tellCaller(input: StreamCallerInput<Message> | StreamOpened): void {
    const { caller } = this.now;
    if (caller === null) return;
    const [after, effects] = take(this.protocol.caller, CALLER_NAME, caller, input, this.moment);
    this.now = { ...this.now, caller: after };
    for (const effect of effects) {
      if (effect.tag === "connection") {
        const stream = this.streams.to(effect.to, effect.call, effect.slot);
        if (effect.is === "closed") this.streams.close(stream);
      } else if (effect.tag !== "write") this.streams.effects.push(effect);
      else {
        const call = lastItem(effect.messages, "message").number;
        this.write(this.streams.to(effect.to, call, effect.slot), effect.messages);
      }
    }
  }

  private tellCallee(stream: string, input: StreamCalleeInput<Message>): void {
    const { callee } = this.protocol;
    const end = this.now.callees.find((one) => one.stream === stream);
    if (end === undefined) return; // its connection is gone
    const [state, effects] = take(callee, calleeName(this.protocol, stream), end.state, input, this.moment);
    this.now = {
      ...this.now,
      callees: this.now.callees.map((one) => (one.stream === stream ? { stream, state } : one)),
    };
    for (const effect of effects) {
      if (effect.tag === "write") this.write(stream, effect.messages);
      else {
        const { number, data } = effect;
        this.streams.effects.push({ tag: "execute", call: number, work: `${stream}${WORK}${number}`, data });
      }
    }
  }

  /** Messages that are written in one go share segments, which have the kind and the call of the first. */
  private write(stream: string, messages: readonly Message[]): void {
    const [first] = messages;
    if (first === undefined) return;
    const parts = messages.map((message) => this.protocol.table.write(message));
    const bytes = newBytes(parts.reduce((sum, { length }) => sum + length, 0));
    parts.reduce((at, part) => {
      bytes.set(part, at);
      return at + part.length;
    }, 0);
    const isApart = this.protocol.writesApart === true && this.now.caller !== null;
    const head = isApart ? this.protocol.table.header.bytes : 0;
    for (const part of [bytes.subarray(0, head), bytes.subarray(head)]) {
      this.streams.write(stream, part, first.kind, first.number);
    }
  }
}

const WORK = "|";
const TICK = { tag: "tick" } as const;
