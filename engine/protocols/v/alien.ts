/**
 * The descriptor that a kernel of V keeps of a process on another host that has sent a message here: an alien. It keeps
 * the last message of the process, and its reply.
 *
 * Rules
 * 1. A message with a greater number than the last one is new; it acknowledges the last reply, which is then
 *    forgotten. A message with a smaller number is late, and ignored.
 * 2. A message that comes again while its procedure runs, or while a segment is moved, is answered by a reply-pending
 *    packet.
 * 3. A message that comes again after its reply is answered by the same reply. The procedure runs once.
 * 4. A segment of a message is fetched before the procedure runs (MoveFrom). Its packets are taken in order. Where the
 *    last one comes and others are missing, the kernel asks anew, from the first that it misses.
 * 5. A result of more than 32 bytes is moved to the sender before the reply goes out (MoveTo): back to back, with one
 *    acknowledgement behind the last packet. Where that names a place before the end, the kernel goes on from there.
 * 6. A move without an answer is tried again after 200 ms: MoveFrom asks again, MoveTo sends its last packet again.
 *    After five tries the kernel leaves it; the next copy of the message begins it anew.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { VPacket } from "../../wire/v.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import {
  lastOf,
  moved,
  MOST_SENDS,
  noBytes,
  packetTo,
  RETRY_AFTER,
  withPacket,
  workOf,
  type Between,
  type VEffect,
  type VEffects,
  type VOptions,
} from "./message.ts";

export const ALIEN_STATES = [
  { tag: "none", what: "no message of the process is known" },
  { tag: "fetching", what: "the message is here, and its segment is fetched" },
  { tag: "working", what: "the procedure runs" },
  { tag: "moving", what: "the result is moved to the sender, in front of the reply" },
  { tag: "replied", what: "the reply was sent, and is kept until the next message of the process" },
] as const satisfies readonly StateWord[];

interface Base extends Between {
  readonly sends: number; // of a move, that nothing has answered
  readonly deadline: Nanos | null;
}

export type AlienState =
  | (Base & { readonly tag: "none" | "working" })
  | (Base & { readonly tag: "fetching"; readonly size: number; readonly got: Uint8Array })
  | (Base & { readonly tag: "moving" | "replied"; readonly result: Uint8Array });

type Fetching = Extract<AlienState, { tag: "fetching" }>;
type Replying = Extract<AlienState, { tag: "moving" | "replied" }>;

export type AlienInput =
  | { readonly tag: "packet"; readonly packet: VPacket }
  /** The procedure of this message has ended. */
  | { readonly tag: "done"; readonly call: number; readonly data: Uint8Array }
  | { readonly tag: "tick" };

type Step = readonly [AlienState, VEffects];
/** The identity is the process that serves here, and the one that sends. */
export type VAlien = Machine<AlienState, AlienInput, VEffect, Pick<Between, "from" | "to">>;

export function vAlien(options: VOptions): VAlien {
  const alien = new Alien(options);
  return {
    protocol: "V alien",
    states: ALIEN_STATES,
    start: ({ from, to }) => ({ tag: "none", from, to, call: 0, sends: 0, deadline: null }),
    step: (state, input, now) => alien.step(state, input, now),
    deadline: ({ deadline }) => deadline,
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: (state) => keyText({ ...state, deadline: null }),
    facts: factsOf,
  };
}

function factsOf(state: AlienState): readonly Fact[] {
  const { call, sends, deadline } = state;
  return [
    { name: "message", kind: "number", value: call },
    ...(state.tag === "fetching" ? [{ name: "fetched", kind: "bytes", value: state.got.length } as const] : []),
    ...(deadline === null
      ? []
      : [
          { name: "sends", kind: "count", value: sends, limit: MOST_SENDS } as const,
          { name: "until", kind: "moment", value: deadline } as const,
        ]),
  ];
}

class Alien {
  private readonly options: VOptions;

  constructor(options: VOptions) {
    this.options = options;
  }

  step(state: AlienState, input: AlienInput, now: Nanos): Step {
    if (input.tag === "tick") return this.tick(state, now);
    if (input.tag === "done") return this.done(state, input, now);
    const { packet } = input;
    if (packet.kind === "message") return this.message(state, packet, now);
    if (packet.call !== state.call) return [state, []];
    if (packet.kind === "data" && state.tag === "fetching") return this.fetched(state, packet, now);
    if (packet.kind === "acknowledgement" && state.tag === "moving") return this.acknowledged(state, packet, now);
    return [state, []];
  }

  /** Rules 1 to 3. */
  private message(state: AlienState, packet: VPacket, now: Nanos): Step {
    if (packet.call < state.call) return [state, []];
    if (packet.call > state.call) return this.begins(state, packet, now);
    switch (state.tag) {
      case "none": // rule 6: its segment was not fetched
        return this.begins(state, packet, now);
      case "replied":
        return [state, [this.reply(state, true)]];
      case "moving": {
        if (state.deadline !== null) return [state, [packetTo("pending", betweenOf(state))]];
        const { result } = state; // rule 6
        return [this.waits(state, 1, now), [lastOf(betweenOf(state), result, this.options)]];
      }
      default:
        return [state, [packetTo("pending", betweenOf(state))]];
    }
  }

  private begins(state: AlienState, { call, size, data }: VPacket, now: Nanos): Step {
    const base = { from: state.from, to: state.to, call, sends: 0, deadline: null };
    if (size === 0) return [{ ...base, tag: "working" }, [this.execute(base, data)]];
    return this.fetch({ ...base, tag: "fetching", size, got: noBytes }, 1, now);
  }

  private execute({ to, call }: Between, data: Uint8Array): VEffect {
    return { tag: "execute", call, work: workOf(to, call), data };
  }

  // Rule 4.

  private fetch(state: Fetching, sends: number, now: Nanos): Step {
    const { size, got } = state;
    const fetch = packetTo("fetch", betweenOf(state), { size, place: got.length, again: sends > 1 || got.length > 0 });
    return [this.waits(state, sends, now), [fetch]];
  }

  private fetched(state: Fetching, packet: VPacket, now: Nanos): Step {
    const got = withPacket(state.got, packet);
    const next: Fetching = { ...state, got };
    if (got.length === state.size) {
      const working: AlienState = { ...betweenOf(state), tag: "working", sends: 0, deadline: null };
      return [working, [this.execute(state, got)]];
    }
    return packet.last ? this.fetch(next, 1, now) : [this.waits(next, 1, now), []];
  }

  // Rule 5.

  private done(state: AlienState, { call, data }: Extract<AlienInput, { tag: "done" }>, now: Nanos): Step {
    if (state.tag !== "working" || call !== state.call) return [state, []];
    const replied: Replying = { ...betweenOf(state), tag: "replied", result: data, sends: 0, deadline: null };
    if (data.length <= this.options.messageBytes) return [replied, [this.reply(replied, false)]];
    const moving: Replying = { ...replied, tag: "moving" };
    return [this.waits(moving, 1, now), moved(betweenOf(state), data, 0, this.options)];
  }

  private acknowledged(state: Replying, { place }: VPacket, now: Nanos): Step {
    const { result } = state;
    if (place < result.length) {
      return [this.waits(state, 1, now), moved(betweenOf(state), result, place, this.options)];
    }
    const replied: Replying = { ...state, tag: "replied", sends: 0, deadline: null };
    return [replied, [this.reply(replied, false)]];
  }

  private reply(state: Replying, again: boolean): VEffect {
    const { result } = state;
    const isSegment = result.length > this.options.messageBytes;
    return packetTo("reply", betweenOf(state), { ...(isSegment ? { size: result.length } : { data: result }), again });
  }

  /** Rule 6. */
  private tick(state: AlienState, now: Nanos): Step {
    const sends = state.sends + 1;
    if (state.tag === "fetching") {
      if (sends <= MOST_SENDS) return this.fetch(state, sends, now);
      return [{ ...betweenOf(state), tag: "none", sends: 0, deadline: null }, []];
    }
    if (state.tag !== "moving") return [state, []];
    if (sends > MOST_SENDS) return [{ ...state, sends: 0, deadline: null }, []];
    return [this.waits(state, sends, now), [lastOf(betweenOf(state), state.result, this.options)]];
  }

  private waits<State extends AlienState>(state: State, sends: number, now: Nanos): State {
    return { ...state, sends, deadline: now + RETRY_AFTER };
  }
}

const betweenOf = ({ from, to, call }: Between): Between => ({ from, to, call });
