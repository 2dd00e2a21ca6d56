/**
 * The sender's part of Mercury's call streams: a stream of calls to each receiver, over a TCP connection.
 *
 *     idle ──call──▶ queueing ──flush──▶ waiting ──every call is claimed──▶ idle
 *
 * Rules
 * 1. A call goes behind those before it, to every receiver, and the program goes on at once: it may make further calls.
 * 2. Calls wait in a buffer and leave together: when the program flushes, here after so many calls; when they fill the
 *    buffer; or when the first of them has waited for `linger`. The last one is marked.
 * 3. The program claims results in the order of its calls. A call returns when the replies of all receivers are there
 *    and the calls before it have been claimed.
 * 4. A stream breaks with its connection. That aborts all calls on it without a reply: they fail, and those that still
 *    wait in the buffer do not leave on it. Which of the others were executed, nobody says.
 * 5. The next call begins the stream anew, over a new connection.
 */
import type { Nanos } from "../../kernel/time.ts";
import { LAST, type MercuryMessage } from "../../wire/mercury.ts";
import type { Host } from "../ends.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { StreamCallerEffect, StreamCallerInput } from "../tcp/stream-ends.ts";

export interface MercurySenderOptions {
  readonly receivers: number;
  /** Calls after which the program flushes. */
  readonly batch: number;
  /** Bytes of data that a buffer holds. */
  readonly bufferBytes: number;
  readonly linger: Nanos;
}

/** A call that was not claimed yet. */
interface Outstanding {
  readonly call: number;
  readonly waiting: readonly Host[]; // for their replies
  readonly isBroken: boolean;
  readonly result: Uint8Array; // the last that has come
}

export interface MercurySenderState {
  readonly calls: readonly Outstanding[];
  readonly buffer: readonly MercuryMessage[];
  readonly leavesAt: Nanos; // Infinity while the buffer is empty
}

type Input = StreamCallerInput<MercuryMessage>;
type Effect = StreamCallerEffect<MercuryMessage>;
type Step = readonly [MercurySenderState, readonly Effect[]];

const NOTHING: readonly Effect[] = [];
const IDLE: MercurySenderState = { calls: [], buffer: [], leavesAt: Infinity };

export const MERCURY_SENDER_STATES: readonly StateWord<"idle" | "queueing" | "waiting">[] = [
  { tag: "idle", what: "every call is claimed" },
  { tag: "queueing", what: "calls wait in the buffer" },
  { tag: "waiting", what: "all calls have left, and replies are awaited" },
];

export function mercurySender(options: MercurySenderOptions): Machine<MercurySenderState, Input, Effect, number> {
  return {
    protocol: "Mercury sender",
    states: MERCURY_SENDER_STATES,
    start: () => IDLE,
    step: (state, input, now) => step(state, input, now, options),
    deadline: ({ leavesAt }) => (leavesAt === Infinity ? null : leavesAt),
    name: ({ calls, buffer }) => (buffer.length > 0 ? "queueing" : calls.length > 0 ? "waiting" : "idle"),
    input: (input) => (input.tag === "message" ? input.message.kind : input.tag),
    key: (state) => keyText({ ...state, leavesAt: 0 }),
    facts: (state) => facts(state, options),
  };
}

function step(state: MercurySenderState, input: Input, now: Nanos, options: MercurySenderOptions): Step {
  switch (input.tag) {
    case "call":
      return onCall(state, input.call, input.data, now, options);
    case "message":
      return onReply(state, input.from, input.message);
    case "lost":
      return onLost(state, input.from);
    case "tick":
      return now < state.leavesAt ? [state, NOTHING] : leave(state, options);
  }
}

/** Rules 1 and 2. */
function onCall(
  state: MercurySenderState,
  call: number,
  data: Uint8Array,
  now: Nanos,
  options: MercurySenderOptions,
): Step {
  const waiting = Array.from({ length: options.receivers }, (_, i) => i + 1);
  const added: MercurySenderState = {
    calls: [...state.calls, { call, waiting, isBroken: false, result: new Uint8Array(0) }],
    buffer: [...state.buffer, { kind: "call", number: call, flags: 0, data }],
    leavesAt: Math.min(state.leavesAt, now + options.linger),
  };
  const isFull = added.buffer.reduce((sum, one) => sum + one.data.length, 0) >= options.bufferBytes;
  return isFull || added.buffer.length >= options.batch ? leave(added, options) : [added, NOTHING];
}

/** The buffer leaves, to each receiver the calls that wait for it (rule 4). */
function leave(state: MercurySenderState, { receivers }: MercurySenderOptions): Step {
  const effects = Array.from({ length: receivers }, (_, i) => i + 1).flatMap((to): readonly Effect[] => {
    const waits = (number: number): boolean =>
      state.calls.some(({ call, waiting }) => call === number && waiting.includes(to));
    const messages = state.buffer.filter(({ number }) => waits(number));
    const last = messages.at(-1);
    if (last === undefined) return [];
    return [{ tag: "write", to, messages: [...messages.slice(0, -1), { ...last, flags: LAST }] }];
  });
  return [{ ...state, buffer: [], leavesAt: Infinity }, effects];
}

function onReply(state: MercurySenderState, from: Host, { number, data }: MercuryMessage): Step {
  const known = state.calls.some(({ call, waiting }) => call === number && waiting.includes(from));
  if (!known) return [state, NOTHING];
  const calls = state.calls.map((one) =>
    one.call === number ? { ...one, waiting: without(one.waiting, from), result: data } : one,
  );
  return claimed({ ...state, calls }, [{ tag: "heard", from, how: "answered", call: number }]);
}

/** Rule 4. */
function onLost(state: MercurySenderState, from: Host): Step {
  const broken = state.calls.filter(({ waiting }) => waiting.includes(from));
  const calls = state.calls.map((one) =>
    broken.includes(one) ? { ...one, waiting: without(one.waiting, from), isBroken: true } : one,
  );
  return claimed(
    { ...state, calls },
    broken.map(({ call }) => ({ tag: "heard", from, how: "dead", call })),
  );
}

const without = (hosts: readonly Host[], gone: Host): readonly Host[] => hosts.filter((host) => host !== gone);

/** Rule 3. */
function claimed(state: MercurySenderState, before: readonly Effect[]): Step {
  const open = state.calls.findIndex(({ waiting }) => waiting.length > 0);
  const over = open < 0 ? state.calls : state.calls.slice(0, open);
  const ends = over.map(({ call, isBroken, result }): Effect =>
    isBroken ? { tag: "failed", goesOn: true, call } : { tag: "returned", data: result, call },
  );
  const numbers = over.map(({ call }) => call);
  const buffer = state.buffer.filter(({ number }) => !numbers.includes(number));
  const leavesAt = buffer.length === 0 ? Infinity : state.leavesAt;
  return [{ calls: state.calls.slice(over.length), buffer, leavesAt }, [...before, ...ends]];
}

function facts({ calls, buffer, leavesAt }: MercurySenderState, { receivers }: MercurySenderOptions): readonly Fact[] {
  const some: Fact[] = [{ name: "calls that are not claimed", kind: "count", value: calls.length }];
  if (buffer.length > 0) {
    some.push({ name: "calls in the buffer", kind: "count", value: buffer.length });
    some.push({ name: "leaves at", kind: "moment", value: leavesAt });
  }
  const [first] = calls;
  if (first !== undefined) {
    const replies = receivers - first.waiting.length;
    some.push({ name: "replies to the first of them", kind: "count", value: replies, limit: receivers });
  }
  return some;
}
