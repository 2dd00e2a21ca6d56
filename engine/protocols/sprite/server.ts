/**
 * The server’s end of a channel of Sprite RPC (Sprite operating system archive). It keeps the last call of the channel.
 *
 * Rules
 * 1. A call with a greater number than the last one is new: it acknowledges the last reply, which is then forgotten. A
 *    call with a smaller number is late, and ignored.
 * 2. A request of several fragments is put together, and runs when it is whole. Where a fragment asks for an
 *    acknowledgement and others are missing, the server names those that it has.
 * 3. A request that comes again while its procedure runs, and a probe, are acknowledged.
 * 4. A reply goes out back to back, or with the gap that the client has asked for, and is kept. Where the request
 *    comes again or is probed, the reply goes out again: of several fragments only the last, which asks for an
 *    acknowledgement.
 * 5. An acknowledgement of the client names the fragments of the reply that it has. The server sends the missing ones,
 *    and no other.
 * 6. A packet that is meant for another life of the server is rejected: whether its call ran is not known here. So is a
 *    probe of a call whose request is not here whole.
 * 7. A client with a greater boot id was started anew, and the channel with it. Packets of its life before are
 *    ignored.
 */
import { micros, type Nanos } from "../../kernel/time.ts";
import type { SpritePacket } from "../../wire/sprite.ts";
import { allOf, gotFact, maskOfGot, missingFrom, nothingOf, unionOf, wholeOf, type Incoming } from "../fragments.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import {
  outgoing,
  packetWord,
  Sender,
  withPacket,
  type ChannelIdentity,
  type Outgoing,
  type SpriteEffect,
  type SpriteEffects,
  type SpriteOptions,
  type Stamp,
} from "./message.ts";

export const SERVER_STATES = [
  { tag: "idle", what: "no call is known, or the last one was forgotten" },
  { tag: "gathering", what: "some fragments of the request have come" },
  { tag: "executing", what: "the procedure runs" },
  { tag: "holding", what: "the reply was sent, and is kept until the next call of the channel" },
] as const satisfies readonly StateWord[];

interface Base extends ChannelIdentity {
  readonly client: number; // boot id of the client; 0 where none is known
  readonly call: number; // the last one; 0 for none
  /** The fragments of the request that is known, and the gap that the client asks for. */
  readonly fragments: number;
  readonly gapUs: number;
}

interface Holding extends Base {
  readonly tag: "holding";
  readonly message: Outgoing;
  readonly deadline: Nanos | null; // of the next fragment; null where none waits
}

export type ServerState =
  | (Base & { readonly tag: "idle" | "executing" })
  | (Base & { readonly tag: "gathering"; readonly request: Incoming })
  | Holding;

export type ServerInput =
  | { readonly tag: "packet"; readonly packet: SpritePacket }
  /** The procedure of this client’s call has ended. */
  | { readonly tag: "done"; readonly client: number; readonly call: number; readonly data: Uint8Array }
  | { readonly tag: "tick" };

type Step = readonly [ServerState, SpriteEffects];
export type SpriteServer = Machine<ServerState, ServerInput, SpriteEffect, ChannelIdentity>;

export function spriteServer(options: SpriteOptions): SpriteServer {
  const channel = new ServerChannel(options);
  return {
    protocol: "Sprite server",
    states: SERVER_STATES,
    start: (identity) => ({ tag: "idle", ...identity, client: 0, call: 0, fragments: 1, gapUs: 0 }),
    step: (state, input, now) => channel.step(state, input, now),
    deadline: (state) => (state.tag === "holding" ? state.deadline : null),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? packetWord(input.packet) : input.tag),
    key: (state) => keyText({ ...state, deadline: null }),
    facts: factsOf,
  };
}

function factsOf(state: ServerState): readonly Fact[] {
  const { call } = state;
  const due = state.tag === "holding" ? state.deadline : null;
  return [
    { name: "call", kind: "number", value: call },
    ...(state.tag === "gathering" ? [gotFact(state.request)] : []),
    ...(due === null ? [] : [{ name: "until", kind: "moment", value: due } as const]),
  ];
}

/** Names a call until its procedure is done. */
const workOf = ({ channel, client, call }: ServerState): string => `${channel}.${client}.${call}`;

export function workNamed(work: string): { readonly channel: number; readonly client: number; readonly call: number } {
  const [channel, client, call] = work.split(".").map(Number);
  if (channel === undefined || client === undefined || call === undefined) {
    throw new Error(`Sprite: "${work}" names no work of a channel.`);
  }
  return { channel, client, call };
}

class ServerChannel {
  private readonly options: SpriteOptions;
  private readonly sender: Sender;

  constructor(options: SpriteOptions) {
    this.options = options;
    this.sender = new Sender("reply", options);
  }

  step(state: ServerState, input: ServerInput, now: Nanos): Step {
    if (input.tag === "packet") return this.heard(state, input.packet, now);
    if (input.tag === "done") return this.done(state, input, now);
    if (state.tag !== "holding") return [state, []];
    return this.send(state, { places: state.message.waiting, now, isAgain: state.message.isAgain });
  }

  private heard(state: ServerState, packet: SpritePacket, now: Nanos): Step {
    const { kind, peer, boot } = packet;
    if (peer !== state.boot && !this.leavesOut("uniqueId")) return this.reject(state, packet); // rule 6
    if (boot < state.client) return [state, []];
    const known = boot > state.client ? anew(state, boot) : state; // rule 7
    if (kind === "request") return this.requested(known, packet, now);
    if (kind === "probe") return this.probed(known, packet, now);
    if (kind === "acknowledgement") return this.acknowledged(known, packet, now);
    return [state, []]; // what servers send
  }

  /** One reject for a request, however many fragments it has. */
  private reject(state: ServerState, { kind, fragments, pleaseAck, ...packet }: SpritePacket): Step {
    if (kind !== "probe" && (kind !== "request" || (fragments > 1 && !pleaseAck))) return [state, []];
    const { channel, call, boot: peer } = packet;
    return [state, [this.sender.control("reject", { channel, boot: state.boot, peer, call }, 0, fragments)]];
  }

  private requested(state: ServerState, packet: SpritePacket, now: Nanos): Step {
    const { call } = packet;
    const isNew = call > state.call || (this.leavesOut("sequenceCheck") && isThrough(state, call));
    if (isNew) {
      const { fragments, gap: gapUs } = packet;
      const base = { ...baseOf(state), call, fragments, gapUs };
      return this.assemble({ ...base, tag: "gathering", request: nothingOf(fragments) }, packet);
    }
    if (call < state.call) return [state, []]; // rule 1
    if (state.tag === "gathering") return this.assemble(state, packet);
    return packet.pleaseAck ? this.again(state, now) : [state, []];
  }

  /** Rule 2. */
  private assemble(state: Extract<ServerState, { tag: "gathering" }>, packet: SpritePacket): Step {
    const request = withPacket(state.request, packet);
    const data = wholeOf(request);
    if (data !== null) {
      const executing = { ...baseOf(state), tag: "executing" } as const;
      return [executing, [{ tag: "execute", call: state.call, work: workOf(executing), data }]];
    }
    const next = { ...state, request };
    return [next, packet.pleaseAck ? [this.acknowledgement(next, maskOfGot(request))] : []];
  }

  private probed(state: ServerState, packet: SpritePacket, now: Nanos): Step {
    if (packet.call < state.call) return [state, []];
    const isHere = packet.call === state.call && state.tag !== "idle" && state.tag !== "gathering";
    if (!isHere) return this.reject(state, packet);
    return this.again(state, now);
  }

  /** Rules 3 and 4. */
  private again(state: ServerState, now: Nanos): Step {
    if (state.tag === "executing") return [state, [this.acknowledgement(state, allOf(state.fragments))]];
    if (state.tag !== "holding" || state.message.waiting.length > 0) return [state, []];
    const { known, fragments } = state.message;
    const places = this.leavesOut("fragmentMask") ? missingFrom(0, fragments) : lastOf(known, fragments);
    return this.send(state, { places, now, isAgain: true });
  }

  /** Rule 5. */
  private acknowledged(state: ServerState, { call, mask }: SpritePacket, now: Nanos): Step {
    if (state.tag !== "holding" || call !== state.call) return [state, []];
    const known = unionOf(state.message.known, mask);
    if (known === allOf(state.message.fragments)) return [state, []]; // late: the client asked for less since
    const next = { ...state, message: { ...state.message, known } };
    return this.send(next, { places: missingFrom(known, next.message.fragments), now, isAgain: true });
  }

  private done(state: ServerState, { client, call, data }: Extract<ServerInput, { tag: "done" }>, now: Nanos): Step {
    if (state.tag !== "executing" || client !== state.client || call !== state.call) return [state, []];
    const message = outgoing(data, this.options);
    const holding: Holding = { ...baseOf(state), tag: "holding", message, deadline: null };
    const places = missingFrom(0, message.fragments);
    if (!this.leavesOut("heldReply")) return this.send(holding, { places, now, isAgain: false });
    const [, effects] = this.send({ ...holding, gapUs: 0 }, { places, now, isAgain: false });
    return [{ ...baseOf(state), tag: "idle" }, effects];
  }

  private send(
    state: Holding,
    { places, now, isAgain }: { readonly places: readonly number[]; readonly now: Nanos; readonly isAgain: boolean },
  ): Step {
    const { gapUs, client: peer } = state;
    const stamp: Stamp = { channel: state.channel, boot: state.boot, peer, call: state.call };
    const { message, effects } = this.sender.batch(state.message, { places, stamp, gapUs, isAgain });
    const deadline = message.waiting.length > 0 ? now + micros(gapUs) : null;
    return [{ ...state, message, deadline }, effects];
  }

  private acknowledgement({ channel, boot, client: peer, call, fragments }: ServerState, got: number): SpriteEffect {
    const mask = got !== allOf(fragments) && this.leavesOut("fragmentMask") ? 0 : got;
    return this.sender.control("acknowledgement", { channel, boot, peer, call }, mask, fragments);
  }

  private leavesOut(rule: SpriteOptions["without"][number]): boolean {
    return this.options.without.includes(rule);
  }
}

/** Whether the server is through with a call of this number: its procedure has begun, or a later one has. */
const isThrough = (state: ServerState, call: number): boolean => call < state.call || state.tag !== "gathering";

const lastOf = (known: number, fragments: number): readonly number[] => {
  const missing = missingFrom(known, fragments);
  return missing.length === 0 ? [fragments - 1] : missing.slice(-1);
};

const baseOf = ({ channel, boot, client, call, fragments, gapUs }: ServerState): Base => ({
  channel,
  boot,
  client,
  call,
  fragments,
  gapUs,
});

const anew = (state: ServerState, client: number): ServerState => ({
  ...baseOf(state),
  tag: "idle",
  client,
  call: 0,
});
