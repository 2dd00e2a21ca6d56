/**
 * The client’s end of a channel of Sprite RPC (Sprite operating system archive). A client has eight channels, and each
 * has one call at a time.
 *
 * Rules
 * 1. A call is a request; its reply acknowledges it, and the next request of the channel acknowledges the reply. A
 *    call whose packets arrive in time takes these two packets and no other.
 * 2. A request of several fragments goes out back to back, or with the gap that the server has asked for. The last
 *    fragment asks for an acknowledgement, which the server gives where a fragment is missing.
 * 3. An acknowledgement that names some of the fragments makes the client send the missing ones, and no other.
 * 4. Without an answer the request goes out again after 0.1, 0.2, 0.4, 0.8 and then each 1 s, and asks for an
 *    acknowledgement. Of several fragments only the last goes out again, after 0.5 s and then each 1 s: the answer to
 *    it says which ones are missing. After eight sendings the call fails: after 5.5 s, or 7.5 s.
 * 5. A call that was acknowledged is probed every 5 s. Each acknowledgement of a probe says that the server lives;
 *    after ten of them a user is warned. A probe without an answer goes out again like a request, and then the call
 *    fails.
 * 6. A reply of several fragments is put together. Where one is missing behind the last, the client acknowledges those
 *    that it has, and again by the times of rule 4 until the reply is whole.
 * 7. A server that was started anew rejects a call that was meant for its life before. Then the call fails at once.
 * 8. Packets of other calls are late, and ignored.
 */
import { micros, type Nanos } from "../../kernel/time.ts";
import type { SpritePacket } from "../../wire/sprite.ts";
import { allOf, gotFact, maskOfGot, missingFrom, nothingOf, unionOf, wholeOf, type Incoming } from "../fragments.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import {
  MOST_SENDS,
  outgoing,
  packetWord,
  PROBE_AFTER,
  Sender,
  waitAfter,
  WARNED_AFTER,
  withPacket,
  type ChannelIdentity,
  type Outgoing,
  type SpriteEffect,
  type SpriteEffects,
  type SpriteOptions,
  type Stamp,
} from "./message.ts";

export const CLIENT_STATES = [
  { tag: "idle", what: "no call is outstanding" },
  { tag: "calling", what: "the request was sent, and the server has not said that it has all of it" },
  { tag: "acknowledged", what: "the server has the request; a probe is due after 5 s" },
  { tag: "probing", what: "the client asks whether the server still works on the call" },
  { tag: "overdue", what: "ten acknowledgements have come and no reply, so a user was warned" },
  { tag: "receiving", what: "some fragments of the reply have come" },
] as const satisfies readonly StateWord[];

type Tag = (typeof CLIENT_STATES)[number]["tag"];

interface Idle extends ChannelIdentity {
  readonly tag: "idle";
}

interface Busy extends Stamp {
  readonly tag: Exclude<Tag, "idle">;
  readonly message: Outgoing;
  readonly reply: Incoming | null; // fragments of it, once one has come
  readonly gapUs: number; // that the server has asked for
  readonly sends: number; // of the request, the probe or the acknowledgement that is not answered
  readonly acknowledgements: number;
  readonly deadline: Nanos;
}

export type ClientState = Idle | Busy;

export type ClientInput =
  | {
      readonly tag: "call";
      readonly call: number;
      readonly data: Uint8Array;
      /** The server’s life, and the gap that it asked for last. */
      readonly peer: number;
      readonly gapUs: number;
    }
  | { readonly tag: "packet"; readonly packet: SpritePacket }
  | { readonly tag: "tick" };

type Step = readonly [ClientState, SpriteEffects];
export type SpriteClient = Machine<ClientState, ClientInput, SpriteEffect, ChannelIdentity>;

export function spriteClient(options: SpriteOptions): SpriteClient {
  const channel = new ClientChannel(options);
  return {
    protocol: "Sprite client",
    states: CLIENT_STATES,
    start: (identity) => ({ tag: "idle", ...identity }),
    step: (state, input, now) => channel.step(state, input, now),
    deadline: (state) => (state.tag === "idle" ? null : state.deadline),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? packetWord(input.packet) : input.tag),
    key: (state) => keyText({ ...state, deadline: null }),
    facts: factsOf,
  };
}

function factsOf(state: ClientState): readonly Fact[] {
  if (state.tag === "idle") return [];
  const { sends, acknowledgements, reply, deadline } = state;
  return [
    { name: "sends", kind: "count", value: sends, limit: MOST_SENDS },
    { name: "acknowledgements", kind: "count", value: acknowledgements },
    ...(reply === null ? [] : [gotFact(reply)]),
    { name: "until", kind: "moment", value: deadline },
  ];
}

class ClientChannel {
  private readonly options: SpriteOptions;
  private readonly sender: Sender;

  constructor(options: SpriteOptions) {
    this.options = options;
    this.sender = new Sender("request", options);
  }

  step(state: ClientState, input: ClientInput, now: Nanos): Step {
    if (input.tag === "call") return this.begins(state, input, now);
    if (state.tag === "idle") return [state, []];
    if (input.tag === "tick") return this.tick(state, now);
    return input.packet.call === state.call ? this.heard(state, input.packet, now) : [state, []]; // rule 8
  }

  private begins(state: ClientState, input: Extract<ClientInput, { tag: "call" }>, now: Nanos): Step {
    if (state.tag !== "idle") throw new Error(`Sprite: channel ${state.channel} has a call; it takes one at a time.`);
    const { channel, boot } = state;
    const { call, data, peer, gapUs } = input;
    const message = outgoing(data, this.options);
    const busy: Busy = {
      ...{ tag: "calling", channel, boot, peer, call, message, gapUs },
      ...{ reply: null, sends: 1, acknowledgements: 0, deadline: now },
    };
    return this.sendFragments(busy, missingFrom(0, message.fragments), now, false);
  }

  /** Rules 2 and 3. The timer runs from the last fragment. */
  private sendFragments(state: Busy, places: readonly number[], now: Nanos, isAgain: boolean): Step {
    const { gapUs } = state;
    const { message, effects } = this.sender.batch(state.message, { places, stamp: stampOf(state), gapUs, isAgain });
    return [{ ...state, message, deadline: now + this.waitOf(state, message.waiting.length > 0) }, effects];
  }

  private waitOf(state: Busy, isPaced: boolean): Nanos {
    if (isPaced) return micros(state.gapUs);
    const fragments = state.reply?.length ?? (state.tag === "probing" ? 1 : state.message.fragments);
    return waitAfter(state.sends, fragments > 1);
  }

  private tick(state: Busy, now: Nanos): Step {
    const { tag, message, sends } = state;
    if (message.waiting.length > 0) return this.sendFragments(state, message.waiting, now, message.isAgain);
    if (tag === "acknowledged" || tag === "overdue") return this.probe({ ...state, tag: "probing", sends: 0 }, now);
    if (sends === MOST_SENDS) return [idle(state), [{ tag: "failed", goesOn: true, call: state.call }]];
    if (tag === "probing") return this.probe(state, now);
    if (state.reply !== null) return this.acknowledge(state, state.reply, { sends: sends + 1, now });
    const last = missingFrom(message.known, message.fragments).slice(-1); // rule 4
    const places = this.leavesOut("fragmentMask") ? missingFrom(0, message.fragments) : last;
    return this.sendFragments({ ...state, sends: sends + 1 }, places, now, true);
  }

  /** Rule 5. */
  private probe(state: Busy, now: Nanos): Step {
    const { fragments } = state.message;
    const next = { ...state, sends: state.sends + 1 };
    const probe = this.sender.control("probe", stampOf(state), 0, fragments);
    return [{ ...next, deadline: now + this.waitOf(next, false) }, [probe]];
  }

  private heard(state: Busy, packet: SpritePacket, now: Nanos): Step {
    switch (packet.kind) {
      case "reject": // rule 7
        return [idle(state), [{ tag: "failed", goesOn: true, call: state.call }]];
      case "acknowledgement":
        return this.acknowledged(state, packet, now);
      case "reply":
        return this.replied(state, packet, now);
      default:
        return [state, []]; // what clients send
    }
  }

  private acknowledged(state: Busy, { mask }: SpritePacket, now: Nanos): Step {
    const { tag, message } = state;
    if (tag !== "calling" && tag !== "probing") return [state, []];
    const known = unionOf(message.known, mask);
    if (known === allOf(message.fragments)) {
      const acknowledgements = state.acknowledgements + 1;
      const next = acknowledgements < WARNED_AFTER ? "acknowledged" : "overdue";
      return [
        {
          ...state,
          tag: next,
          message: { ...message, known, waiting: [] },
          acknowledgements,
          deadline: now + PROBE_AFTER,
        },
        [],
      ];
    }
    if (tag === "probing") return [state, []];
    const missing = missingFrom(this.leavesOut("fragmentMask") ? 0 : known, message.fragments);
    return this.sendFragments({ ...state, message: { ...message, known }, sends: 1 }, missing, now, true);
  }

  /** Rules 1 and 6. */
  private replied(state: Busy, packet: SpritePacket, now: Nanos): Step {
    const reply = withPacket(state.reply ?? nothingOf(packet.fragments), packet);
    const whole = wholeOf(reply);
    if (whole !== null) return [idle(state), [{ tag: "returned", data: whole, call: state.call }]];
    if (packet.pleaseAck) return this.acknowledge(state, reply, { sends: 1, now });
    return [this.receiving(state, reply, { sends: 1, now }), []];
  }

  private acknowledge(state: Busy, reply: Incoming, at: { readonly sends: number; readonly now: Nanos }): Step {
    const mask = this.leavesOut("fragmentMask") ? 0 : maskOfGot(reply);
    const acknowledgement = this.sender.control("acknowledgement", stampOf(state), mask, reply.length);
    return [this.receiving(state, reply, at), [acknowledgement]];
  }

  private receiving(
    state: Busy,
    reply: Incoming,
    { sends, now }: { readonly sends: number; readonly now: Nanos },
  ): Busy {
    const message = { ...state.message, waiting: [] };
    return { ...state, tag: "receiving", message, reply, sends, deadline: now + waitAfter(sends, true) };
  }

  private leavesOut(rule: SpriteOptions["without"][number]): boolean {
    return this.options.without.includes(rule);
  }
}

const stampOf = ({ channel, boot, peer, call }: Stamp): Stamp => ({ channel, boot, peer, call });
const idle = ({ channel, boot }: Busy): Idle => ({ tag: "idle", channel, boot });
