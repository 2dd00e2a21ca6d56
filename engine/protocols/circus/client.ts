/**
 * A client of Circus: one replica of the program that calls a troupe of servers (Cooper 1985).
 *
 * Rules
 * 1. A call sends the same call message to each member of the troupe, with the same number. There is no multicast: all
 *    segments of the message go to one member after the other.
 * 2. The first segment that a member has not acknowledged goes out again every 500 ms, and asks for an acknowledgement.
 *    An acknowledgement names the last segment of those that came in order.
 * 3. A member that has the whole call message and has not returned is probed after one second of silence, and then
 *    every 500 ms. So a long computation is told from a crash.
 * 4. A member that lets six segments or probes go unanswered counts as crashed.
 * 5. A return message acknowledges the whole call message. The next call acknowledges the return message. A segment of
 *    it that asks for an acknowledgement gets one, also when its call is over.
 * 6. A collator makes one result of the returns: the first one, that of more than half of the troupe, or that of all
 *    members that have not crashed. The program cannot end the call otherwise. Where the returns differ too much, or
 *    all members have crashed, the call fails.
 * 7. When the collator has its result, the call is over for the program. The message layer goes on until each member
 *    has returned or counts as crashed, or until the next call.
 * 8. A further replica of the client makes the same calls by itself. The program hears nothing of it.
 */
import type { Nanos } from "../../kernel/time.ts";
import { entryOf, present } from "../../kernel/items.ts";
import type { Host } from "../ends.ts";
import { inOrder, nothingOf, wholeOf, type Incoming } from "../fragments.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import { collate, type Collator, type Returned } from "./collator.ts";
import {
  controlTo,
  MOST_SENDS,
  outgoing,
  PROBE_AFTER,
  RETRY_AFTER,
  segmentTo,
  withSegment,
  type CircusEffect,
  type CircusEffects,
  type CircusPacket,
  type Outgoing,
  type Speaker,
} from "./message.ts";

export const CLIENT_STATES = [
  { tag: "idle", what: "no call is under way" },
  { tag: "calling", what: "the call messages are under way, and the collator has no result" },
  { tag: "finishing", what: "the program has its result; members are still to return" },
] as const satisfies readonly StateWord[];

interface ClientOptions {
  readonly members: readonly Host[];
  readonly collator: Collator;
  /** Replicas of the client that make each call. */
  readonly clients: number;
  readonly segmentBytes: number;
}

/** The messages between the client and one member. */
interface Exchange {
  readonly member: Host;
  readonly call: Outgoing;
  readonly got: Incoming | null; // of the return message
  readonly ended: "returned" | "crashed" | null;
  readonly silent: number; // segments and probes that nothing has answered
  readonly deadline: Nanos | null;
}

/** The calls that a further replica is still to make. */
interface OwnCalls {
  readonly calls: number; // in all
  readonly argument: (call: number) => Uint8Array;
}

export interface ClientState extends Speaker {
  readonly tag: (typeof CLIENT_STATES)[number]["tag"];
  readonly exchanges: readonly Exchange[];
  readonly returns: readonly Host[]; // that have returned, in their order
  /** When a further replica makes its next call; null where the program makes the calls. */
  readonly begins: Nanos | null;
}

export type ClientInput =
  | { readonly tag: "call"; readonly call: number; readonly data: Uint8Array }
  | { readonly tag: "packet"; readonly packet: CircusPacket }
  | { readonly tag: "tick" };

type Step = readonly [ClientState, CircusEffects];
/** The identity is the host, and when its first call begins where it is a further replica. */
export type CircusClient = Machine<
  ClientState,
  ClientInput,
  CircusEffect,
  { readonly host: Host; readonly begins: Nanos | null }
>;

/** @param own for further replicas */
export function circusClient(options: ClientOptions, own: OwnCalls | null = null): CircusClient {
  const client = new Client(options, own);
  return {
    protocol: "Circus client",
    states: CLIENT_STATES,
    start: ({ host, begins }) => {
      const { clients } = options;
      return { tag: "idle", host, number: 0, clients, exchanges: [], returns: [], begins };
    },
    step: (state, input, now) => client.step(state, input, now),
    deadline: deadlineOf,
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: (state) => {
      const first = deadlineOf(state);
      const after = (at: Nanos | null): number | null => (at === null || first === null ? null : at - first);
      const exchanges = state.exchanges.map((one) => ({ ...one, deadline: after(one.deadline) }));
      return keyText({ ...state, exchanges, begins: after(state.begins) });
    },
    facts: factsOf,
  };
}

function deadlineOf({ exchanges, begins }: ClientState): Nanos | null {
  const moments = [begins, ...exchanges.map(({ deadline }) => deadline)].filter((at) => at !== null);
  return moments.length === 0 ? null : Math.min(...moments);
}

function factsOf(state: ClientState): readonly Fact[] {
  const { exchanges, returns } = state;
  const until = deadlineOf(state);
  if (state.tag === "idle" && until === null) return [];
  const crashed = exchanges.filter(({ ended }) => ended === "crashed").length;
  return [
    { name: "returned", kind: "count", value: returns.length, limit: exchanges.length },
    { name: "crashed", kind: "count", value: crashed },
    ...(until === null ? [] : [{ name: "until", kind: "moment", value: until } as const]),
  ];
}

class Client {
  private readonly options: ClientOptions;
  private readonly own: OwnCalls | null;

  constructor(options: ClientOptions, own: OwnCalls | null) {
    this.options = options;
    this.own = own;
  }

  step(state: ClientState, input: ClientInput, now: Nanos): Step {
    if (input.tag === "call") return this.begin(state, input.call, input.data, now);
    return input.tag === "tick" ? this.tick(state, now) : this.heard(state, input.packet, now);
  }

  /** Rule 1. */
  private begin(state: ClientState, number: number, data: Uint8Array, now: Nanos): Step {
    if (state.tag === "calling") throw new Error("Circus: a program makes one call at a time; one is under way.");
    const { members, segmentBytes } = this.options;
    const call = outgoing(data, segmentBytes);
    const exchanges = members.map((member): Exchange => {
      return { member, call, got: null, ended: null, silent: 1, deadline: now + RETRY_AFTER };
    });
    const next: ClientState = { ...state, tag: "calling", number, exchanges, returns: [], begins: null };
    const effects = members.flatMap((member) =>
      call.parts.map((_, i) => segmentTo(member, next, call, { index: i + 1, isAgain: false }, "call")),
    );
    return [next, effects];
  }

  /** Each member whose time has come; then rule 8. */
  private tick(state: ClientState, now: Nanos): Step {
    let next = state;
    const effects: CircusEffect[] = [];
    for (const { member, deadline } of state.exchanges) {
      if (deadline === null || deadline > now) continue;
      const [after, more] = this.due(next, member, now);
      next = after;
      effects.push(...more);
    }
    const { own } = this;
    if (own === null || next.begins === null || next.begins > now) return [next, effects];
    const number = next.number + 1;
    const [begun, more] = this.begin(next, number, own.argument(number), now);
    return [begun, [...effects, ...more]];
  }

  /** Rules 2 to 4. */
  private due(state: ClientState, member: Host, now: Nanos): Step {
    const exchange = exchangeWith(state, member);
    if (exchange === undefined) return [state, []];
    if (exchange.silent === MOST_SENDS) {
      const heard: CircusEffect = { tag: "heard", from: member, how: "dead", call: state.number };
      return this.collated(changed(state, { ...exchange, ended: "crashed", deadline: null }), [heard], now);
    }
    const asking = { ...exchange, silent: exchange.silent + 1, deadline: now + RETRY_AFTER };
    return [changed(state, asking), [this.askedAgain(state, exchange)]];
  }

  private askedAgain(state: ClientState, { member, call }: Exchange): CircusEffect {
    const total = call.parts.length;
    if (call.acked < total) return segmentTo(member, state, call, { index: call.acked + 1, isAgain: true }, "call");
    return controlTo(member, state, "probe", { ofReturn: false, total, index: 0 });
  }

  private heard(state: ClientState, packet: CircusPacket, now: Nanos): Step {
    const exchange = packet.number === state.number ? exchangeWith(state, packet.from) : undefined;
    if (exchange === undefined || exchange.ended !== null) return [state, this.late(state, packet)];
    if (packet.kind === "acknowledgement") return this.acknowledged(state, exchange, packet, now);
    return packet.kind === "return" ? this.returned(state, exchange, packet, now) : [state, []];
  }

  /** Rule 5: a return message of a call that is over, or of a member that has returned. */
  private late(state: ClientState, { kind, pleaseAck, from, number, total }: CircusPacket): CircusEffects {
    if (kind !== "return" || !pleaseAck) return [];
    const all = { ofReturn: true, total, index: total };
    return [controlTo(from, { ...state, number }, "acknowledgement", all)];
  }

  /** Rule 2: what is missing goes out at once. */
  private acknowledged(state: ClientState, exchange: Exchange, { index }: CircusPacket, now: Nanos): Step {
    const { parts, acked } = exchange.call;
    const call = { parts, acked: Math.max(acked, Math.min(index, parts.length)) };
    const isWhole = call.acked === call.parts.length;
    const wait = isWhole ? PROBE_AFTER : RETRY_AFTER;
    const next = { ...exchange, call, silent: isWhole ? 0 : 1, deadline: now + wait };
    return [changed(state, next), isWhole ? [] : [this.askedAgain(state, next)]];
  }

  private returned(state: ClientState, exchange: Exchange, packet: CircusPacket, now: Nanos): Step {
    const { member } = exchange;
    const got = withSegment(exchange.got ?? nothingOf(packet.total), packet);
    const call = { ...exchange.call, acked: exchange.call.parts.length };
    const all = { ofReturn: true, total: packet.total, index: inOrder(got) };
    const acknowledgement = packet.pleaseAck ? [controlTo(member, state, "acknowledgement", all)] : [];
    if (got.includes(null)) {
      return [changed(state, { ...exchange, call, got, silent: 0, deadline: now + PROBE_AFTER }), acknowledgement];
    }
    const next = changed(state, { ...exchange, call, got, ended: "returned", deadline: null });
    const heard: CircusEffect = { tag: "heard", from: member, how: "answered", call: state.number };
    return this.collated({ ...next, returns: [...state.returns, member] }, [...acknowledgement, heard], now);
  }

  /** Rules 6 to 8. In a call that is over, nobody is told what becomes of a member. */
  private collated(state: ClientState, effects: CircusEffects, now: Nanos): Step {
    const { tag, number: call, exchanges, returns } = state;
    const rest = exchanges.every(({ ended }) => ended !== null) ? "idle" : "finishing";
    if (tag === "finishing") return [{ ...state, tag: rest }, effects.filter((one) => one.tag !== "heard")];
    const got = new Map(present(exchanges, (one) => (one.got === null ? null : ([one.member, one.got] as const))));
    const others = exchanges.filter(({ member }) => !returns.includes(member));
    const all: readonly Returned[] = [
      ...returns.map((member) => wholeOf(entryOf(got, member, "exchange"))),
      ...others.map(({ ended }) => (ended === "crashed" ? ended : null)),
    ];
    const result = collate(this.options.collator, all);
    if (result.tag === "waits") return [state, effects];
    const { own } = this;
    if (own === null) {
      const end: CircusEffect = result.tag === "returned" ? { ...result, call } : { tag: "failed", goesOn: true, call };
      return [{ ...state, tag: rest }, [...effects, end]];
    }
    return [{ ...state, tag: rest, begins: call < own.calls ? now : null }, effects];
  }
}

const exchangeWith = ({ exchanges }: ClientState, member: Host): Exchange | undefined =>
  exchanges.find((one) => one.member === member);

const changed = (state: ClientState, exchange: Exchange): ClientState => ({
  ...state,
  exchanges: state.exchanges.map((one) => (one.member === exchange.member ? exchange : one)),
});
