/**
 * A member of a troupe of servers in Circus (Cooper 1985): it takes call messages from each replica of the client.
 *
 * Rules
 * 1. A call message is put together from its segments, in any order. A segment that asks for an acknowledgement gets
 *    one: it names the last segment of those that came in order.
 * 2. A client that has replicas makes each call as many times. The member waits until it has the call message of each
 *    replica, and then runs the procedure once. After three seconds it runs without those that are missing.
 * 3. The return message goes to each replica that has called. A replica whose call message comes later gets it at once.
 * 4. The first segment of a return message that a replica has not acknowledged goes out again every 500 ms. It asks
 *    for an acknowledgement. The next call of the replica acknowledges all. After six segments without an answer the
 *    member leaves it.
 * 5. A probe is acknowledged. Where the return message was sent, its first missing segment goes out again instead.
 * 6. A call with a smaller number than the replica’s last one is late, and ignored.
 * 7. A member that was started anew has lost its state, and belongs to the troupe no more. It answers nothing.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { Host } from "../ends.ts";
import { inOrder, nothingOf, wholeOf, type Incoming } from "../fragments.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import {
  controlTo,
  MOST_SENDS,
  outgoing,
  REPLICA_WAIT,
  RETRY_AFTER,
  segmentTo,
  withSegment,
  type CircusEffect,
  type CircusEffects,
  type CircusPacket,
  type Outgoing,
} from "./message.ts";

export const MEMBER_STATES = [
  { tag: "idle", what: "no call is known" },
  { tag: "gathering", what: "segments or replicas of the last call are missing" },
  { tag: "executing", what: "the procedure runs for the last call" },
  { tag: "returning", what: "the return message of the last call was sent, and is kept until the next one" },
  { tag: "outside", what: "the machine was started anew: it is no member of the troupe any more" },
] as const satisfies readonly StateWord[];

type Tag = (typeof MEMBER_STATES)[number]["tag"];

/** The messages between the member and one replica of the client. */
interface Part {
  readonly client: Host;
  readonly got: Incoming; // of the call message
  readonly back: Outgoing | null; // the return message, once it was sent
  readonly silent: number; // segments of it that nothing has answered
  readonly deadline: Nanos | null;
  /** The replica has made a later call, so it has the return message, or needs it no more. */
  readonly isOver: boolean;
}

interface Call {
  readonly number: number;
  readonly clients: number; // replicas that make it
  readonly phase: "gathering" | "executing" | "returning";
  readonly parts: readonly Part[];
  readonly result: Uint8Array | null;
  readonly until: Nanos | null; // rule 2
}

export interface MemberState {
  readonly host: Host;
  readonly isOutside: boolean;
  /** The last call, and the ones before that a replica of the client may still make or be in. */
  readonly calls: readonly Call[];
}

export type MemberInput =
  | { readonly tag: "packet"; readonly packet: CircusPacket }
  /** The procedure of the call with this number has ended. */
  | { readonly tag: "done"; readonly number: number; readonly data: Uint8Array }
  | { readonly tag: "tick" };

type Step = readonly [MemberState, CircusEffects];
/** The identity is the host, and whether it was started anew. */
type CircusMember = Machine<
  MemberState,
  MemberInput,
  CircusEffect,
  { readonly host: Host; readonly isOutside: boolean }
>;

export function circusMember(segmentBytes: number): CircusMember {
  const member = new Member(segmentBytes);
  return {
    protocol: "Circus member",
    states: MEMBER_STATES,
    start: ({ host, isOutside }) => ({ host, isOutside, calls: [] }),
    step: (state, input, now) => (state.isOutside ? [state, []] : member.step(state, input, now)),
    deadline: deadlineOf,
    name: nameOf,
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: (state) => {
      const first = deadlineOf(state);
      const after = (at: Nanos | null): number | null => (at === null || first === null ? null : at - first);
      const partOf = (part: Part): Part => ({ ...part, deadline: after(part.deadline) });
      const calls = state.calls.map((call) => ({ ...call, until: after(call.until), parts: call.parts.map(partOf) }));
      return keyText({ ...state, calls });
    },
    facts: factsOf,
  };
}

const lastOf = ({ calls }: MemberState): Call | undefined => calls.at(-1);
const nameOf = (state: MemberState): Tag => (state.isOutside ? "outside" : (lastOf(state)?.phase ?? "idle"));

function deadlineOf({ calls }: MemberState): Nanos | null {
  const moments = calls
    .flatMap(({ until, parts }) => [until, ...parts.map(({ deadline }) => deadline)])
    .filter((at) => at !== null);
  return moments.length === 0 ? null : Math.min(...moments);
}

function factsOf(state: MemberState): readonly Fact[] {
  const last = lastOf(state);
  if (last === undefined) return [];
  const until = deadlineOf(state);
  return [
    { name: "call", kind: "number", value: last.number },
    { name: "replicas", kind: "count", value: last.parts.filter(isWhole).length, limit: last.clients },
    ...(until === null ? [] : [{ name: "until", kind: "moment", value: until } as const]),
  ];
}

const isWhole = ({ got }: Part): boolean => !got.includes(null);

class Member {
  private readonly segmentBytes: number;

  constructor(segmentBytes: number) {
    this.segmentBytes = segmentBytes;
  }

  step(state: MemberState, input: MemberInput, now: Nanos): Step {
    if (input.tag === "tick") return this.tick(state, now);
    if (input.tag === "done") return this.done(state, input.number, input.data, now);
    const { packet } = input;
    switch (packet.kind) {
      case "call":
        return this.called(state, packet, now);
      case "probe":
        return this.probed(state, packet, now);
      case "acknowledgement":
        return this.acknowledged(state, packet, now);
      default:
        return [state, []]; // what members send
    }
  }

  /** Rules 1 to 4 and 6. */
  private called(state: MemberState, packet: CircusPacket, now: Nanos): Step {
    const { from: client, number, clients, total } = packet;
    if (state.calls.some((call) => call.number > number && partOf(call, client) !== undefined)) return [state, []];
    const known = state.calls.find((call) => call.number === number);
    const call = known ?? { number, clients, phase: "gathering", parts: [], result: null, until: null };
    const before = partOf(call, client) ?? partWith(client, total);
    const part: Part = { ...before, got: withSegment(before.got, packet) };
    const next = withCall(past(state, client, number), withPart(call, part));
    if (call.phase === "returning") return this.calledLate(next, part, packet, now);
    const effects = packet.pleaseAck ? [this.acknowledgement(next, packet, part)] : [];
    if (call.phase === "executing" || !isWhole(part)) return [next, effects];
    const [gathered, more] = this.gathered(next, number, now);
    return [gathered, [...effects, ...more]];
  }

  /** Rules 3 and 5. */
  private calledLate(state: MemberState, part: Part, { number, pleaseAck }: CircusPacket, now: Nanos): Step {
    const call = callOf(state, number);
    if (call?.result === undefined || call.result === null || !isWhole(part)) return [state, []];
    if (part.back === null) return this.sendsBack(state, number, [part.client], now);
    return pleaseAck ? this.again(state, call, part, now) : [state, []];
  }

  /** Rule 2. */
  private gathered(state: MemberState, number: number, now: Nanos): Step {
    const call = callOf(state, number);
    if (call === undefined) return [state, []];
    if (call.parts.filter(isWhole).length >= call.clients) return this.execute(state, call);
    return [withCall(state, { ...call, until: call.until ?? now + REPLICA_WAIT }), []];
  }

  private execute(state: MemberState, call: Call): Step {
    const whole = call.parts.find(isWhole);
    // Where a replica has crashed before its call was whole, another’s is; a member executes nothing without one.
    const data = whole === undefined ? null : wholeOf(whole.got);
    if (data === null) throw new Error("A member executes a call that has come whole from nobody.");
    const { number } = call;
    const execute: CircusEffect = { tag: "execute", call: number, work: String(number), data };
    return [withCall(state, { ...call, phase: "executing", until: null }), [execute]];
  }

  // Returns.

  private done(state: MemberState, number: number, data: Uint8Array, now: Nanos): Step {
    const call = callOf(state, number);
    if (call?.phase !== "executing") return [state, []];
    const whole = call.parts.filter((part) => isWhole(part) && !part.isOver).map(({ client }) => client);
    return this.sendsBack(withCall(state, { ...call, phase: "returning", result: data }), number, whole, now);
  }

  /** Rule 3. */
  private sendsBack(state: MemberState, number: number, to: readonly Host[], now: Nanos): Step {
    const call = callOf(state, number);
    if (call?.result === undefined || call.result === null) return [state, []];
    const back = outgoing(call.result, this.segmentBytes);
    const speaker = { host: state.host, number, clients: call.clients };
    const parts = call.parts.map((part) =>
      to.includes(part.client) ? { ...part, back, silent: 1, deadline: now + RETRY_AFTER } : part,
    );
    const effects = to.flatMap((client) =>
      back.parts.map((_, i) => segmentTo(client, speaker, back, { index: i + 1, isAgain: false }, "return")),
    );
    return [withCall(state, { ...call, parts }), effects];
  }

  /** Rule 4: the first segment of the return message that is missing there. */
  private again(state: MemberState, call: Call, part: Part, now: Nanos, silent = 1): Step {
    const { back } = part;
    if (back === null || back.acked === back.parts.length) return [state, []];
    const speaker = { host: state.host, number: call.number, clients: call.clients };
    const segment = segmentTo(part.client, speaker, back, { index: back.acked + 1, isAgain: true }, "return");
    return [withCall(state, withPart(call, { ...part, silent, deadline: now + RETRY_AFTER })), [segment]];
  }

  private acknowledged(state: MemberState, { from, number, index }: CircusPacket, now: Nanos): Step {
    const call = callOf(state, number);
    const part = call === undefined ? undefined : partOf(call, from);
    if (call === undefined || part === undefined || part.back === null) return [state, []];
    const { parts, acked } = part.back;
    const back = { parts, acked: Math.max(acked, Math.min(index, parts.length)) };
    if (back.acked < back.parts.length) return this.again(state, call, { ...part, back }, now);
    return [withCall(state, withPart(call, { ...part, back, silent: 0, deadline: null })), []];
  }

  /** Rule 5. */
  private probed(state: MemberState, packet: CircusPacket, now: Nanos): Step {
    const call = callOf(state, packet.number);
    const part = call === undefined ? undefined : partOf(call, packet.from);
    if (call === undefined || part === undefined) return [state, []];
    if (part.back !== null) return this.again(state, call, part, now);
    return [state, [this.acknowledgement(state, packet, part)]];
  }

  private acknowledgement({ host }: MemberState, packet: CircusPacket, { got }: Part): CircusEffect {
    const { from, number, clients, total } = packet;
    const told = { ofReturn: false, total, index: inOrder(got) };
    return controlTo(from, { host, number, clients }, "acknowledgement", told);
  }

  /** Rules 2 and 4. */
  private tick(state: MemberState, now: Nanos): Step {
    let next = state;
    const effects: CircusEffect[] = [];
    const and = ([after, more]: Step): void => {
      next = after;
      effects.push(...more);
    };
    for (const { number, until } of state.calls) {
      const call = callOf(next, number);
      if (call === undefined) continue;
      if (until !== null && until <= now) and(this.execute(next, call));
      for (const { client, deadline } of call.parts) {
        if (deadline !== null && deadline <= now) and(this.due(next, number, client, now));
      }
    }
    return [next, effects];
  }

  private due(state: MemberState, number: number, client: Host, now: Nanos): Step {
    const call = callOf(state, number);
    const part = call === undefined ? undefined : partOf(call, client);
    if (call === undefined || part === undefined) return [state, []];
    if (part.silent < MOST_SENDS) return this.again(state, call, part, now, part.silent + 1);
    return [withCall(state, withPart(call, { ...part, deadline: null })), []];
  }
}

const callOf = ({ calls }: MemberState, number: number): Call | undefined =>
  calls.find((call) => call.number === number);
const partOf = ({ parts }: Call, client: Host): Part | undefined => parts.find((part) => part.client === client);

function withPart(call: Call, part: Part): Call {
  const isKnown = partOf(call, part.client) !== undefined;
  const parts = isKnown ? call.parts.map((one) => (one.client === part.client ? part : one)) : [...call.parts, part];
  return { ...call, parts };
}

function withCall(state: MemberState, call: Call): MemberState {
  const others = state.calls.filter(({ number }) => number !== call.number);
  return { ...state, calls: [...others, call].toSorted((a, b) => a.number - b.number) };
}

const partWith = (client: Host, total: number): Part => ({
  client,
  got: nothingOf(total),
  back: null,
  silent: 0,
  deadline: null,
  isOver: false,
});

/** Rule 4: a replica that makes a call has all of the ones before. A call that all replicas have made is forgotten. */
function past(state: MemberState, client: Host, number: number): MemberState {
  const calls = state.calls.flatMap((call) => {
    const part = partOf(call, client);
    const next =
      call.number >= number || part === undefined ? call : withPart(call, { ...part, isOver: true, deadline: null });
    return next.parts.filter(({ isOver }) => isOver).length < next.clients ? [next] : [];
  });
  return { ...state, calls };
}
