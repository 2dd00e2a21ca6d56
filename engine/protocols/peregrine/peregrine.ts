/**
 * Peregrine RPC, thread to thread (Johnson and Zwaenepoel, SPE 23(2), 1993). Its abstract is all that we have: it says
 * what a call costs, and that a call is a packet each way. **The rules that a fault shows are ours**, and as few as
 * keep what an RPC promises.
 *
 *     caller  idle --call--> calling --result--> idle
 *     callee  idle --call--> gathering or executing --done--> holding --next call--> gathering or executing
 *
 * Rules
 * 1. A call goes out from a header that was prepared when the caller was bound. Of several packets each goes out behind
 *    the other. The result acknowledges the call, and the thread’s next call acknowledges the result.
 * 2. Without an answer all packets of the call go out again every 0.5 s. An acknowledgement and a packet of the result
 *    are answers. After ten sendings without one the call fails.
 * 3. A server that was started anew rejects a call that was bound to its life before. Then the call fails, and the
 *    caller is bound anew.
 * 4. Packets of other calls are late, and ignored.
 * 5. A call with a greater number than the thread’s last one is new, and runs when all its packets have come.
 * 6. A call that comes again is acknowledged while its procedure runs. Behind that all packets of its result go out
 *    again: they are kept until the thread’s next call.
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { PeregrineKind, PeregrinePacket } from "../../wire/peregrine.ts";
import type { ChannelEnd, ChannelMachine } from "../channels.ts";
import type { HostEffect, HostInput } from "../ends.ts";
import { gotFact, isLast, nothingOf, partsOf, wholeOf, withFragment, type Incoming } from "../fragments.ts";
import { keyText, type StateWord } from "../machine.ts";
import type { Rule } from "../rules.ts";

export interface PeregrineOptions {
  readonly fragmentBytes: number; // of a packet, at most
  readonly without: readonly Rule[];
}

/** Ours. */
const AGAIN_AFTER = millis(500);
const MOST_SENDS = 10;

type Input = HostInput<PeregrinePacket>;
type Effects = readonly HostEffect<PeregrinePacket>[];

/** What is the same in all packets of a call. */
interface About {
  readonly thread: number;
  readonly life: number; // of the server
  readonly call: number;
}

const sent = (kind: PeregrineKind, about: About, packet: Partial<PeregrinePacket> = {}): Effects[number] => ({
  tag: "send",
  packet: { kind, ...about, fragments: 1, place: 0, again: 0, data: new Uint8Array(0), ...packet },
  kind,
  call: about.call,
  send: null,
  again: packet.again === 1,
});

const message = (kind: "call" | "result", about: About, parts: readonly Uint8Array[], again: boolean): Effects =>
  parts.map((data, place) => sent(kind, about, { fragments: parts.length, place, again: again ? 1 : 0, data }));

// The caller.

export const CALLER_STATES = [
  { tag: "idle", what: "the thread has no call" },
  { tag: "calling", what: "the call was sent, and its result is not here whole" },
] as const satisfies readonly StateWord[];

interface Base {
  readonly thread: number;
  readonly life: number; // of the server that the caller is bound to
}

interface Calling extends Base {
  readonly tag: "calling";
  readonly call: number;
  readonly parts: readonly Uint8Array[];
  readonly result: Incoming | null;
  readonly sends: number; // since the last answer
  readonly deadline: Nanos;
}

export type CallerState = (Base & { readonly tag: "idle" }) | Calling;
type CallerStep = readonly [CallerState, Effects];

export function peregrineCaller({ fragmentBytes }: PeregrineOptions): ChannelMachine<CallerState, PeregrinePacket> {
  const idle = ({ thread, life }: Base): CallerState => ({ tag: "idle", thread, life });
  const begins = (state: CallerState, call: number, data: Uint8Array, now: Nanos): CallerStep => {
    const { tag, thread, life } = state;
    if (tag !== "idle") throw new Error(`Peregrine: thread ${thread} has a call; it makes one at a time.`);
    const parts = partsOf(data, fragmentBytes);
    const calling = { tag: "calling", thread, life, call, parts, result: null, sends: 1 } as const;
    return [{ ...calling, deadline: now + AGAIN_AFTER }, message("call", { thread, life, call }, parts, false)];
  };
  const again = (state: Calling, now: Nanos): CallerStep => {
    const { thread, life, call, parts, sends } = state;
    if (sends === MOST_SENDS) return [idle(state), [{ tag: "failed", goesOn: true, call }]];
    const next = { ...state, sends: sends + 1, deadline: now + AGAIN_AFTER };
    return [next, message("call", { thread, life, call }, parts, true)];
  };
  const heard = (state: Calling, packet: PeregrinePacket, now: Nanos): CallerStep => {
    const { call } = state;
    const answered: Calling = { ...state, sends: 1, deadline: now + AGAIN_AFTER };
    if (packet.kind === "reject")
      return [idle({ ...state, life: packet.life }), [{ tag: "failed", goesOn: true, call }]];
    if (packet.kind === "acknowledgement") return [answered, []];
    if (packet.kind !== "result") return [state, []];
    const result = withFragment(state.result ?? nothingOf(packet.fragments), packet);
    const data = wholeOf(result);
    return data === null ? [{ ...answered, result }, []] : [idle(state), [{ tag: "returned", data, call }]];
  };
  return {
    protocol: "Peregrine caller",
    states: CALLER_STATES,
    start: ({ channel, peer }: ChannelEnd) => ({ tag: "idle", thread: channel, life: peer }),
    step: (state, input: Input, now) => {
      if (input.tag === "call") return begins(state, input.call, input.data, now);
      if (state.tag === "idle") return [state, []];
      if (input.tag === "tick") return again(state, now);
      return input.tag === "packet" && input.packet.call === state.call ? heard(state, input.packet, now) : [state, []];
    },
    deadline: (state) => (state.tag === "idle" ? null : state.deadline),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: (state) => keyText({ ...state, deadline: null }),
    facts: (state) =>
      state.tag === "idle"
        ? []
        : [
            { name: "sends", kind: "count", value: state.sends, limit: MOST_SENDS },
            ...(state.result === null ? [] : [gotFact(state.result, "packets")]),
            { name: "until", kind: "moment", value: state.deadline },
          ],
  };
}

// The callee.

export const CALLEE_STATES = [
  { tag: "idle", what: "the thread has made no call, or its last result was forgotten" },
  { tag: "gathering", what: "some packets of a call have come" },
  { tag: "executing", what: "the procedure runs" },
  { tag: "holding", what: "the result was sent, and is kept until the thread’s next call" },
] as const satisfies readonly StateWord[];

export type CalleeState = About &
  (
    | { readonly tag: "idle" | "executing" }
    | { readonly tag: "gathering"; readonly incoming: Incoming }
    | { readonly tag: "holding"; readonly parts: readonly Uint8Array[] }
  );
type CalleeStep = readonly [CalleeState, Effects];

const aboutOf = ({ thread, life, call }: CalleeState): About => ({ thread, life, call });

export function peregrineCallee({
  fragmentBytes,
  without,
}: PeregrineOptions): ChannelMachine<CalleeState, PeregrinePacket> {
  const assemble = (state: Extract<CalleeState, { tag: "gathering" }>, packet: PeregrinePacket): CalleeStep => {
    const incoming = withFragment(state.incoming, packet);
    const data = wholeOf(incoming);
    if (data === null) return [{ ...state, incoming }, []];
    const { call } = state;
    return [{ ...aboutOf(state), tag: "executing" }, [{ tag: "execute", call, work: String(call), data }]];
  };
  const called = (state: CalleeState, packet: PeregrinePacket): CalleeStep => {
    const { call, life, fragments } = packet;
    if (life !== state.life && !without.includes("uniqueId")) {
      const reject = sent("reject", { ...aboutOf(state), call });
      return [state, isLast(packet) ? [reject] : []];
    }
    const isOver = call < state.call || (call === state.call && state.tag !== "gathering");
    if (call > state.call || (isOver && without.includes("sequenceCheck"))) {
      return assemble({ ...aboutOf(state), call, tag: "gathering", incoming: nothingOf(fragments) }, packet);
    }
    if (call < state.call) return [state, []];
    if (state.tag === "gathering") return assemble(state, packet);
    if (packet.again === 0 || !isLast(packet)) return [state, []];
    const about = aboutOf(state);
    if (state.tag === "executing") return [state, [sent("acknowledgement", about)]];
    return state.tag === "holding" ? [state, message("result", about, state.parts, true)] : [state, []];
  };
  return {
    protocol: "Peregrine callee",
    states: CALLEE_STATES,
    start: ({ channel, life }: ChannelEnd) => ({ tag: "idle", thread: channel, life, call: 0 }),
    step: (state, input: Input) => {
      if (input.tag === "packet") return input.packet.kind === "call" ? called(state, input.packet) : [state, []];
      if (input.tag !== "done" || state.tag !== "executing" || input.work !== String(state.call)) return [state, []];
      const parts = partsOf(input.data, fragmentBytes);
      const about = aboutOf(state);
      const next: CalleeState = without.includes("heldReply")
        ? { ...about, tag: "idle" }
        : { ...about, tag: "holding", parts };
      return [next, message("result", about, parts, false)];
    },
    deadline: () => null,
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: keyText,
    facts: (state) => [
      { name: "call", kind: "number", value: state.call },
      ...(state.tag === "gathering" ? [gotFact(state.incoming, "packets")] : []),
    ],
  };
}
