/**
 * The client of a transfer: a call asks each server for a reply, over connections of today.
 *
 *     idle --call--> calling --the last reply, or its connection is lost--> idle
 *
 * Rules
 * 1. A call goes to every server, and returns when all of them have answered.
 * 2. With one connection to a server, all calls share it. With several of one call each, as browsers have for HTTP/1.1,
 *    a call takes a free one, and waits where there is none.
 * 3. A connection is set up when a call needs it: TCP opens it, then as many flights go there and back as the handshake
 *    above has (setup.ts), then the requests that wait leave. Early data go with the first flight.
 * 4. Where every call is to have a new connection, the client closes it after the reply.
 * 5. Where a connection is lost, the calls on it fail. The next call sets up another.
 */
import type { TransferMessage } from "../../wire/today-transfer.ts";
import type { Host } from "../ends.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { StreamCallerEffect, StreamCallerInput, StreamOpened } from "../tcp/stream-ends.ts";
import { inPieces, takePiece, type Coming } from "./messages.ts";
import type { Setup } from "./setup.ts";

interface ClientOptions {
  readonly servers: readonly Host[];
  /** Connections to each server, and whether each has one call at a time. */
  readonly connections: number;
  readonly isExclusive: boolean;
  readonly setup: Setup;
  /** Rule 4. */
  readonly isRenewed: boolean;
  /** Bytes of data in a piece of a message; Infinity: messages stay whole. */
  readonly piece: number;
}

/** A connection to a server, or a place for one. */
interface Slot {
  readonly server: Host;
  readonly slot: number;
  /** Not there; being opened; so many flights that are still to be answered; ready for requests. */
  readonly stage: "none" | "opening" | "ready" | number;
  readonly waiting: readonly Request[];
  readonly asked: readonly number[]; // calls without their reply
}

interface Request {
  readonly call: number;
  readonly data: Uint8Array;
}

export interface ClientState {
  readonly slots: readonly Slot[];
  /** Rule 2: calls that wait for a connection. */
  readonly waiting: readonly Request[];
  /** Calls under way, with the replies that they wait for. */
  readonly calls: readonly { readonly call: number; readonly left: number }[];
  readonly coming: readonly Coming[];
}

type Input = StreamCallerInput<TransferMessage> | StreamOpened;
type Effect = StreamCallerEffect<TransferMessage>;

const CLIENT_STATES: readonly StateWord<"idle" | "calling">[] = [
  { tag: "idle", what: "no call is under way" },
  { tag: "calling", what: "calls are under way, or wait for a connection" },
];

export const transferClient = (options: ClientOptions): Machine<ClientState, Input, Effect, number> => ({
  protocol: "Transfer client",
  states: CLIENT_STATES,
  start: (life) => ({ slots: slotsOf(options, life === 1), waiting: [], calls: [], coming: [] }),
  step: (state, input) => new ClientStep(state, options).take(input),
  deadline: () => null,
  name: ({ calls }) => (calls.length === 0 ? "idle" : "calling"),
  input: (input) => (input.tag === "message" ? input.message.kind : input.tag),
  key: keyText,
  facts: ({ calls, waiting }): readonly Fact[] => [
    { name: "calls under way", kind: "count", value: calls.length },
    { name: "calls that wait for a connection", kind: "count", value: waiting.length },
  ],
});

/** @param isFirst whether connections that stand before the run are there: in the client’s first life */
const slotsOf = ({ servers, connections, setup }: ClientOptions, isFirst: boolean): readonly Slot[] =>
  servers.flatMap((server) =>
    Array.from({ length: connections }, (_, slot): Slot => {
      const stands = isFirst && !setup.opens && setup.client.length === 0;
      return { server, slot, stage: stands ? "ready" : "none", waiting: [], asked: [] };
    }),
  );

class ClientStep {
  private readonly effects: Effect[] = [];
  private readonly options: ClientOptions;
  private now: ClientState;

  constructor(state: ClientState, options: ClientOptions) {
    this.now = state;
    this.options = options;
  }

  take(input: Input): readonly [ClientState, readonly Effect[]] {
    switch (input.tag) {
      case "call": {
        const request = { call: input.call, data: input.data };
        const { servers } = this.options;
        this.now = { ...this.now, calls: [...this.now.calls, { call: input.call, left: servers.length }] };
        for (const server of servers) this.assign(server, request);
        break;
      }
      case "opened":
        this.opened(this.slotAt(input.from, input.slot));
        break;
      case "message":
        this.heard(this.slotAt(input.from, input.slot), input.message);
        break;
      case "lost":
        this.lost(this.slotAt(input.from, input.slot));
        break;
      case "tick":
    }
    return [this.now, this.effects];
  }

  private slotAt(server: Host, slot = FIRST_SLOT): Slot {
    const found = this.now.slots.find((one) => one.server === server && one.slot === slot);
    if (found === undefined) throw new Error(`The client has no connection ${slot} to host ${server}.`);
    return found;
  }

  private put(changed: Slot): Slot {
    const { slots } = this.now;
    const isIt = ({ server, slot }: Slot): boolean => server === changed.server && slot === changed.slot;
    this.now = { ...this.now, slots: slots.map((one) => (isIt(one) ? changed : one)) };
    return changed;
  }

  /** Rule 2. */
  private assign(server: Host, request: Request): void {
    const { isExclusive } = this.options;
    const free = this.now.slots.find(
      (one) => one.server === server && (!isExclusive || one.waiting.length + one.asked.length === 0),
    );
    if (free === undefined) {
      this.now = { ...this.now, waiting: [...this.now.waiting, request] };
      return;
    }
    const slot = this.put({ ...free, waiting: [...free.waiting, request] });
    if (slot.stage === "ready") this.ask(slot);
    else if (slot.stage === "none") this.setUp(slot, request.call);
  }

  /** Rule 3. */
  private setUp(slot: Slot, call: number): void {
    const { server: to, slot: number } = slot;
    if (!this.options.setup.opens) {
      this.opened(slot);
      return;
    }
    this.put({ ...slot, stage: "opening" });
    this.effects.push({ tag: "connection", is: "opened", to, slot: number, call });
  }

  private opened(slot: Slot): void {
    const { client, isEarly } = this.options.setup;
    if (client.length === 0) this.ask(this.put({ ...slot, stage: "ready" }));
    else if (isEarly) this.ask(this.put({ ...slot, stage: "ready" }), client[0]);
    else this.hello(this.put({ ...slot, stage: client.length }));
  }

  /** The next flight of the handshake. */
  private hello(slot: Slot): void {
    const { client } = this.options.setup;
    const bytes = client[client.length - Number(slot.stage)];
    if (bytes === undefined) throw new Error(`The handshake has no flight at the stage ${slot.stage}.`);
    this.write(slot, [helloOf(slot, bytes)]);
  }

  /** The requests that wait leave, behind what the handshake still has to say. */
  private ask(slot: Slot, helloBytes = 0): void {
    const { waiting, asked } = slot;
    if (waiting.length === 0) return;
    const hello = helloBytes === 0 ? [] : [helloOf(slot, helloBytes)];
    const requests = waiting.map(({ call, data }) => ({ kind: "call", number: call, data }) as const);
    this.put({ ...slot, waiting: [], asked: [...asked, ...waiting.map(({ call }) => call)] });
    for (const one of [...hello, ...requests]) this.write(slot, [one]);
  }

  private write({ server: to, slot }: Slot, messages: readonly Hello[]): void {
    const { piece } = this.options;
    this.effects.push({ tag: "write", to, slot, messages: messages.flatMap((one) => inPieces(one, piece)) });
  }

  private heard(slot: Slot, message: TransferMessage): void {
    const { kind, number } = message;
    const [coming, data] = takePiece(this.now.coming, `${slot.server} ${slot.slot} ${kind} ${number}`, message);
    this.now = { ...this.now, coming };
    if (data === null) return;
    if (kind === "reply") this.replied(slot, number, data);
    else if (kind === "hello" && typeof slot.stage === "number") this.answered(slot, slot.stage - 1);
  }

  /** A flight was answered, and so many are left. */
  private answered(slot: Slot, left: number): void {
    const { last } = this.options.setup;
    if (left > 0) this.hello(this.put({ ...slot, stage: left }));
    else this.ask(this.put({ ...slot, stage: "ready" }), last);
  }

  private replied(slot: Slot, call: number, data: Uint8Array): void {
    if (!slot.asked.includes(call)) return;
    const free = this.put({ ...slot, asked: slot.asked.filter((one) => one !== call) });
    this.count(call, data);
    const isIdle = free.asked.length + free.waiting.length === 0;
    if (this.options.isRenewed && isIdle) {
      this.put({ ...free, stage: "none" });
      this.effects.push({ tag: "connection", is: "closed", to: free.server, slot: free.slot, call });
    }
    this.next(free.server);
  }

  /** Rule 1. */
  private count(call: number, data: Uint8Array): void {
    const known = this.now.calls.find((one) => one.call === call);
    if (known === undefined) return; // it has failed on another connection
    const others = this.now.calls.filter((one) => one.call !== call);
    const left = known.left - 1;
    this.now = { ...this.now, calls: left === 0 ? others : [...others, { call, left }] };
    if (left === 0) this.effects.push({ tag: "returned", data, call });
  }

  /** A connection is free for a call that waits. */
  private next(server: Host): void {
    const [first, ...others] = this.now.waiting;
    if (first === undefined) return;
    this.now = { ...this.now, waiting: others };
    this.assign(server, first);
  }

  /** Rule 5. */
  private lost(slot: Slot): void {
    const { waiting, asked, server } = slot;
    this.put({ ...slot, stage: "none", waiting: [], asked: [] });
    this.now = {
      ...this.now,
      coming: this.now.coming.filter(({ key }) => !key.startsWith(`${server} ${slot.slot} `)),
    };
    for (const call of [...asked, ...waiting.map((one) => one.call)]) {
      if (!this.now.calls.some((one) => one.call === call)) continue;
      this.now = { ...this.now, calls: this.now.calls.filter((one) => one.call !== call) };
      this.effects.push({ tag: "failed", goesOn: true, call });
    }
    this.next(server);
  }
}

type Hello = Parameters<typeof inPieces>[0];

/** A flight has the number of the call that it is for. */
const helloOf = ({ waiting }: Slot, bytes: number): Hello => ({
  kind: "hello",
  number: waiting[0]?.call ?? NO_CALL,
  data: new Uint8Array(bytes),
});

/** Of a caller with one connection to each callee. */
const FIRST_SLOT = 0;
/** All calls that a handshake was for have failed. */
const NO_CALL = 0;
