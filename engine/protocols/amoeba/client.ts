/**
 * A client’s process in a transaction of Amoeba (`trans`; sources of Amoeba 5).
 *
 * Rules
 * 1. A service has a port, and no address. Where the kernel has no hint of its place it broadcasts LOCATE: at once, and
 *    again after 0.2, 0.4, 0.8 s and so on up to 20 s. The answer HERE is kept as a hint for all processes. At the
 *    first of these moments behind 30 s, after 45.4 s, the transaction is not done.
 * 2. A request goes out in a blast, all fragments one behind the other. The reply acknowledges it.
 * 3. Without an answer the whole blast goes out again every 0.5 s, 20 times at most. Then nobody knows whether the
 *    procedure ran: the result is unknown.
 * 4. An acknowledged request is enquired after every 10 s. An enquiry without an answer goes out again every 0.5 s, and
 *    after 10 s the result is unknown.
 * 5. A reply is acknowledged with a packet of its own when it is whole, each time that it comes. Where fragments are
 *    missing the client waits for the server, which sends all of them again.
 * 6. A machine that has not got the service says so. The hint was stale: the client forgets it and locates again.
 * 7. A kernel that was started anew says so, too. Its life before may have run the procedure: the result is unknown.
 * 8. A result that is unknown takes the hint with it. Packets of other transactions are late, and ignored.
 * 9. Timers are looked at in sweeps, so each is late by up to a sweep.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { AmoebaPacket } from "../../wire/amoeba.ts";
import type { ChannelEnd, ChannelMachine } from "../channels.ts";
import type { Host, HostInput } from "../ends.ts";
import { gotFact, isLast, nothingOf, wholeOf, withFragment, type Incoming } from "../fragments.ts";
import { keyText, type Fact, type StateWord } from "../machine.ts";
import {
  AGAIN_AFTER,
  blast,
  control,
  ENQUIRE_AFTER,
  FORMER,
  LOCATE_FOR,
  locateWait,
  MOST_AGAIN,
  MOST_ENQUIRIES,
  SERVER,
  sweptAt,
  type About,
  type AmoebaEffects,
  type AmoebaOptions,
} from "./message.ts";

export const CLIENT_STATES = [
  { tag: "idle", what: "no transaction is under way; the last one was done" },
  { tag: "locating", what: "nobody knows where the service is; a LOCATE was broadcast" },
  { tag: "calling", what: "the request was sent, and nothing was heard of it" },
  { tag: "waiting", what: "the server has the request; the client enquires after it every 10 s" },
  { tag: "not done", what: "the last transaction failed, and its procedure did not run" },
  { tag: "unknown", what: "the last transaction failed, and its procedure may have run" },
] as const satisfies readonly StateWord[];

type Tag = (typeof CLIENT_STATES)[number]["tag"];
type FreeTag = "idle" | "not done" | "unknown";

/** Where the service was found, and in which life of that kernel. */
interface Hint {
  readonly host: Host;
  readonly life: number;
}

interface Base {
  readonly end: ChannelEnd;
  readonly hint: Hint | null;
}

interface Free extends Base {
  readonly tag: FreeTag;
}

interface Busy extends Base {
  readonly tag: Exclude<Tag, FreeTag>;
  readonly call: number;
  readonly data: Uint8Array;
  /** Where its request went; null while it locates. A later hint is not for this transaction. */
  readonly server: Hint | null;
  readonly sends: number; // of the packet that is not answered
  readonly since: Nanos; // when it has begun to locate
  readonly reply: Incoming | null;
  readonly deadline: Nanos;
}

export type ClientState = Free | Busy;
type Step = readonly [ClientState, AmoebaEffects];
type Input = HostInput<AmoebaPacket>;

export const isFree = (state: ClientState): state is Free =>
  state.tag === "idle" || state.tag === "not done" || state.tag === "unknown";

export function amoebaClient(options: AmoebaOptions): ChannelMachine<ClientState, AmoebaPacket> {
  const process = new ClientProcess(options);
  return {
    protocol: "Amoeba client",
    states: CLIENT_STATES,
    start: (end) => ({ tag: "idle", end, hint: firstHint(options, end) }),
    step: (state, input, now) => process.step(state, input, now),
    deadline: (state) => (isFree(state) ? null : state.deadline),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: (state) => keyText(isFree(state) ? state : { ...state, deadline: null, since: sinceIn(state) }),
    facts: factsOf,
  };
}

/** From the deadline, where it matters. */
const sinceIn = ({ tag, since, deadline }: Busy): Nanos => (tag === "locating" ? since - deadline : 0);

/** A client that is started anew has no hint. */
function firstHint({ hint }: AmoebaOptions, { life }: ChannelEnd): Hint | null {
  if (hint === "none" || life > 1) return null;
  return { host: hint === "known" ? SERVER : FORMER, life: 1 };
}

function factsOf(state: ClientState): readonly Fact[] {
  const { hint } = state;
  const place: readonly Fact[] = hint === null ? [] : [{ name: "machine", kind: "number", value: hint.host + 1 }];
  if (isFree(state)) return place;
  const { tag, sends, reply, deadline } = state;
  const most = tag === "waiting" ? MOST_ENQUIRIES : MOST_AGAIN + 1;
  return [
    ...place,
    { name: "sends", kind: "count", value: sends, ...(tag === "locating" ? {} : { limit: most }) },
    ...(reply === null ? [] : [gotFact(reply)]),
    { name: "until", kind: "moment", value: deadline },
  ];
}

class ClientProcess {
  private readonly options: AmoebaOptions;

  constructor(options: AmoebaOptions) {
    this.options = options;
  }

  step(state: ClientState, input: Input, now: Nanos): Step {
    if (input.tag === "call") return this.begins(state, input, now);
    if (input.tag === "packet" && input.packet.kind === "reply") return this.replied(state, input.packet, now);
    if (isFree(state)) return [state, []];
    if (input.tag === "tick") return this.tick(state, now);
    if (input.tag !== "packet" || input.packet.call !== state.call) return [state, []]; // rule 8
    return this.heard(state, input.packet, now);
  }

  private begins(state: ClientState, { call, data }: Extract<Input, { tag: "call" }>, now: Nanos): Step {
    const { end, hint } = state;
    if (!isFree(state)) throw new Error(`Amoeba: process ${end.channel} has a transaction; it has one at a time.`);
    const began = { sends: 0, since: now, reply: null, deadline: now };
    return this.request({ tag: "calling", end, hint, call, data, server: null, ...began }, now);
  }

  /** Rules 1 to 3. */
  private request(state: Busy, now: Nanos): Step {
    const server = state.server ?? state.hint;
    if (server === null) return this.locate({ ...state, sends: 0, since: now }, now);
    const sends = state.sends + 1;
    const next = { ...state, tag: "calling", server, sends, deadline: this.at(now + AGAIN_AFTER) } as const;
    const { options } = this;
    return [next, blast("request", state.data, { about: aboutTo(state, server), again: sends > 1, options })];
  }

  private locate(state: Busy, now: Nanos): Step {
    const sends = state.sends + 1;
    const next = { ...state, tag: "locating", sends, deadline: this.at(now + locateWait(sends)) } as const;
    const locate = control("locate", { end: state.end, call: state.call, life: 0, to: SERVER }, sends > 1);
    return [next, [this.options.hint === "stale" ? { ...locate, others: [FORMER] } : locate]];
  }

  private tick(state: Busy, now: Nanos): Step {
    switch (state.tag) {
      case "locating":
        return now - state.since >= LOCATE_FOR ? this.fails(state, "not done") : this.locate(state, now);
      case "calling":
        return state.sends > MOST_AGAIN ? this.fails(state, "unknown") : this.request(state, now);
      case "waiting":
        return state.sends === MOST_ENQUIRIES ? this.fails(state, "unknown") : this.enquire(state, now);
    }
  }

  /** Rule 4. */
  private enquire(state: Busy, now: Nanos): Step {
    const { server, sends } = state;
    if (server === null) return [state, []];
    const next = { ...state, sends: sends + 1, deadline: this.at(now + AGAIN_AFTER) };
    return [next, [control("enquiry", aboutTo(state, server), sends > 0)]];
  }

  private heard(state: Busy, packet: AmoebaPacket, now: Nanos): Step {
    const { tag, server } = state;
    switch (packet.kind) {
      case "here":
        if (tag !== "locating") return [state, []];
        return this.request({ ...state, hint: { host: packet.source, life: packet.life }, sends: 0 }, now);
      case "acknowledgement":
        if (tag !== "calling" && tag !== "waiting") return [state, []];
        return [{ ...state, tag: "waiting", sends: 0, deadline: this.at(now + ENQUIRE_AFTER) }, []];
      case "nak":
        if (server === null || packet.source !== server.host) return [state, []];
        if (packet.life !== server.life || tag !== "calling") return this.fails(state, "unknown"); // rule 7
        return this.moved(state, server, now);
      default:
        return [state, []]; // what clients send
    }
  }

  /** Rule 6. Another process may have found the service meanwhile. */
  private moved(state: Busy, { host }: Hint, now: Nanos): Step {
    const hint = state.hint?.host === host ? null : state.hint;
    return this.request({ ...state, server: null, hint, sends: 0 }, now);
  }

  /** Rule 5. */
  private replied(state: ClientState, packet: AmoebaPacket, now: Nanos): Step {
    const { end } = state;
    const isAcked = !this.options.without.includes("replyAck");
    const { call, life, source } = packet;
    const acknowledgement = isAcked ? [control("acknowledgement", { end, call, life, to: source })] : [];
    if (isFree(state) || call < state.call) return [state, isLast(packet) ? acknowledgement : []];
    if (call !== state.call || state.tag === "locating") return [state, []];
    const reply = withFragment(state.reply ?? nothingOf(packet.fragments), packet);
    const data = wholeOf(reply);
    if (data === null) {
      // Nobody sends the reply again by himself where it is not acknowledged.
      if (!isAcked) return [{ ...state, reply, deadline: this.at(now + AGAIN_AFTER) }, []];
      return [{ ...state, tag: "waiting", sends: 0, reply, deadline: this.at(now + ENQUIRE_AFTER) }, []];
    }
    const hint = { host: source, life };
    return [{ tag: "idle", end, hint }, [...acknowledgement, { tag: "returned", data, call }]];
  }

  /** Rule 8. */
  private fails({ end, call }: Busy, tag: "not done" | "unknown"): Step {
    return [{ tag, end, hint: null }, [{ tag: "failed", goesOn: true, call }]];
  }

  private at(moment: Nanos): Nanos {
    return sweptAt(moment, this.options.sweep);
  }
}

const aboutTo = ({ end, call }: Busy, { host, life }: Hint): About => ({ end, call, life, to: host });
